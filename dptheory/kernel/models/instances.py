"""Models and counterexamples: a statement in a concrete world.

A *model* of a statement satisfies all its hypotheses: without one the statement could be true of
nothing. An *instance* satisfies all hypotheses and falsifies the conclusion: it refutes the
statement. In both, every claim that the world leaves open comes with a certificate.
"""

from __future__ import annotations

from ..limits import KernelError, need
from ..logic.derivations import Certificates, asked
from ..logic.sorts import DATA, RECORD
from ..logic.terms import Expr, apply_function, normal, var, walk
from ..logic.theorems import Library, Theorem, check_theorem, refuse_quantified_events, theorem_hash
from ..real.check import check as check_claim
from ..real.claims import Claim, Relation, claim_of
from ..real.terms import num as real_num
from ..real.terms import var as real_var
from ..verdicts import CHECKED, REFUTED, Verdict, sealed
from .ground import claims, decide
from .grounding import Grounding
from .worlds import World


def owed(
    theorem: Theorem, world: World, library: Library, conclusion: bool = False
) -> tuple[list[Claim], Relation | None]:
    """The claims that all hypotheses hold in this world, and, if asked, that the conclusion fails: then
    also the relation that `failure` names.

    Relations between constants that enclosures settle are left out; one that is false is an error.
    """
    check_theorem(theorem, library)
    world.check()
    for _, formula in (*theorem.hypotheses, ("", theorem.conclusion)):
        refuse_quantified_events(normal(formula, library.definitions))
    grounding = Grounding(world, library.definitions)
    found: list[Claim] = []
    relation: Relation | None = None
    for label, hypothesis in theorem.hypotheses:
        ground = grounding.formula(normal(hypothesis, library.definitions))
        said = f"the hypothesis {label} does not hold in this world"
        found += _open(claims(ground, world.parameters), said)
    found += grounding.side
    if conclusion:
        relation, covers = failure(theorem, world, library)
        found += covers
        found += [claim_of(world.parameters, relation.negated())] if relation.variables() else []
    return list({claim.hash: claim for claim in found}.values()), relation


def _open(wanted: list[Claim], otherwise: str) -> list[Claim]:
    """The claims that need certificates; one about constants that is not seen to hold is an error."""
    for claim in wanted:
        if not claim.variables and decide(claim.relation) is not True:
            raise KernelError(f"{otherwise}: {claim.text}")
    return [claim for claim in wanted if claim.variables]


def _hold(wanted: list[Claim], certificates: Certificates) -> int:
    given = asked(certificates, wanted)
    for claim in wanted:
        if claim.hash not in given:
            raise KernelError(f"no certificate for this world: {claim.text}")
        check_claim(claim, given[claim.hash])
    return len(wanted)


def check_model(theorem: Theorem, world: World, library: Library, certificates: Certificates) -> Verdict:
    """That a world satisfies every hypothesis; raises KernelError where it does not."""
    count, hold = _hold(owed(theorem, world, library)[0], certificates), len(theorem.hypotheses)
    return Verdict(CHECKED, f"n = {world.size}, {hold} hypotheses hold, {count} claims certified")


def check_conclusion(theorem: Theorem, world: World, library: Library, certificates: Certificates) -> None:
    """Of what is taken from elsewhere: raise KernelError where its own model speaks against it.

    Where the world can tell what the conclusion comes down to, that is certified; where it cannot, nothing is
    said.
    """
    grounding = Grounding(world, library.definitions)
    try:
        ground = grounding.formula(normal(theorem.conclusion, library.definitions))
        wanted = [*claims(ground, world.parameters), *grounding.side]
    except KernelError:
        return
    _hold(_open(wanted, "the conclusion does not hold in the model"), certificates)


def failure(theorem: Theorem, world: World, library: Library) -> tuple[Relation, list[Claim]]:
    """The relation to which the conclusion comes down at the points that the world names.

    Universal quantifiers of the conclusion take the value that the world gives to a variable of
    their name; premises of implications must hold there. If the world names an interval that an
    event lies in, a probability at the left of >= is replaced by an upper bound; the claims that
    make it one come second.
    """
    covers: list[Claim] | None = [] if world.within is not None else None
    grounding = Grounding(world, library.definitions, covers)
    exactly = Grounding(world, library.definitions)
    formula = normal(theorem.conclusion, library.definitions)
    while formula.head in ("forall", "implies", "and"):
        if formula.head == "and":
            # a conjunction fails where a part fails: here the last one that is not seen to hold
            first, second = formula.args
            formula = first if _seen(second, exactly) else second
        elif formula.head == "forall":
            fn = formula.args[0]
            formula = normal(apply_function(fn, var(fn.label, fn.sort.args[0])), library.definitions)
        else:
            holds = exactly.formula(formula.args[0]).truth()
            need(holds, "a premise of the conclusion does not hold at the point that the world names")
            formula = formula.args[1]
    if covers is not None:
        bounded = formula.head in ("ge", "gt") and _rises(formula.args[0])
        only = "an interval that the event lies in refutes only 'probability >= number'"
        need(bounded and not _mentions_noise(formula.args[1]), only)
    ground = grounding.formula(formula)
    while ground.head == "and" and ground.parts:
        ground = next((part for part in reversed(ground.parts) if part.settled is not True), ground.parts[0])
    if ground.head != "relation" or ground.relation is None:
        raise KernelError("the conclusion does not come down to a relation in this world")
    return ground.relation, [*(covers or []), *grounding.side, *exactly.side]


def _seen(formula: Expr, exactly: Grounding) -> bool:
    """Whether a formula is seen to hold without a certificate."""
    try:
        return exactly.formula(formula).settled is True
    except KernelError:
        return False


def _rises(term: Expr) -> bool:
    """Whether a term is a probability, or an expectation of one, so that a greater inner probability
    can only make it greater. No law on the way may depend on a chance that is replaced by its bound."""
    while term.head == "E" and term.args[1].head == "lam":
        if _mentions_noise(term.args[0]):
            return False
        term = term.args[1].args[0]
    if term.head != "P":
        return False
    law, event = term.args
    parts = law.args if law.head == "image" else (law,)
    return not any(map(_mentions_noise, (*parts, event)))


def _mentions_noise(term: Expr) -> bool:
    """Whether chances under a law that need not be finite occur: laws of records and data sets are."""
    finite = (RECORD, DATA)
    drawn = [node.args[0].sort.args[0] for node in walk(term) if node.head in ("P", "E", "image", "mixture")]
    return any(sort not in finite for sort in drawn)


def refuted_in(
    theorem: Theorem, world: World, library: Library, certificates: Certificates
) -> tuple[Verdict, Relation]:
    """That a world satisfies every hypothesis and falsifies the conclusion: sealed *refuted*, and what fails.

    A world with parameters is a family of worlds: the conclusion must fail at every value of the
    parameters, by a certificate.
    """
    wanted, relation = owed(theorem, world, library, True)
    _hold(wanted, certificates)
    for name in theorem.constants:
        allowed = Relation(">", real_var(name), real_num(0))
        every = f"a statement with a constant {name} is refuted for every {name} > 0, and no other parameter"
        need(world.parameters == (allowed,) and name not in world.values, every)
    if relation is None or (not relation.variables() and decide(relation) is not False):
        raise KernelError(f"the conclusion is not false in this world: {relation and relation.text}")
    about = theorem_hash(theorem, library.definitions)
    return sealed(REFUTED, f"n = {world.size}: {relation.negated().text}", about), relation
