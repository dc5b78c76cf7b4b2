"""The answer to a question: derivations with the best rates found, or what is missing for one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from flint import fmpq

from ..errors import BadInput
from ..kernel import PROVED, PROVED_GIVEN, REFUTED, Verdict
from ..kernel.logic import PROP, REAL, Expr, num, op, replace_all, show, substitute
from ..shown import Shown
from ..theory.certificates import Certificates, Models
from ..theory.library import TheoryLibrary, extended
from ..theory.results import Standing, StatementResult
from ..theory.statements import Statement
from ..theory.verification import Verifier
from .derivations import NAME, Derivation, derivation, text
from .kinds import POINTWISE, part
from .limits import DEPENDS, Limit, limit
from .missing import Premise, converses, on_the_way, premises
from .numbers import COMPARISON, Numbers
from .queries import Query, query
from .rules import TOTAL_VARIATION, WHATEVER, PropertyRule, growth, rules
from .search import OF_A_LOSS, Step, alike, relation, search, size_of
from .search import Found as Facts
from .tidying import length, tangents, tidy

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Known:
    """What is known beforehand: certificates by the hash of their claim, the statements without rules, and
    how a form stands; the kernel compares such a verdict with the form that it is about. The forms `derived`
    are known to have a proof, where the library at hand leaves the lines of proofs out; `models` looks for
    models of forms that state none."""

    certificates: Mapping[str, object] = field(default_factory=dict)
    without: Collection[str] = ()
    standing: Callable[[str], Mapping[str, Standing]] = lambda form: {}
    derived: Collection[str] = ()
    models: Models | None = None


SHOWN = 4
DELTA, NORMAL = "delta", "gaussian_noisy"
TANH = "calculus.tanh"
_ASIDE = Limit(DEPENDS, "it is no function of n alone")


@dataclass(frozen=True, repr=False)
class Found(Shown):
    """A derivation that was verified: its statement, what was found, the certificates that it needs; and, of
    each rate that depends on n alone, whether it tends to 0."""

    derivation: Derivation
    text: str
    statement: Statement
    result: StatementResult
    certificates: Mapping[str, object]
    scope: str
    limits: tuple[Limit, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The kernel's verdict on the derived statement."""
        return self.result.forms[0].verdict

    @property
    def holds(self) -> bool:
        """Whether the kernel accepts the derivation."""
        return self.verdict.status in (PROVED, PROVED_GIVEN)


@dataclass(frozen=True)
class Missing:
    """Why there is no derivation: premises of which each would make one, conditions that rules lacked, rates
    that were found but are not small enough, and what the kernel refutes: that the goal follows."""

    premises: tuple[Premise, ...] = ()
    conditions: tuple[tuple[str, Expr], ...] = ()
    best: tuple[Found, ...] = ()
    refuted: tuple[StatementResult, ...] = ()


@dataclass(frozen=True, repr=False)
class Answer(Shown):
    """Derivations of the goal (several where their rates were not compared), or what is missing.

    `sharper` are the rates that sharp forms would give instead, shown to be smaller; nothing is verified of
    their derivation.
    """

    query: Query
    library: TheoryLibrary
    found: tuple[Found, ...] = ()
    missing: Missing = field(default_factory=Missing)
    unused: tuple[str, ...] = ()
    sharper: tuple[Expr, ...] = ()


def answer(
    library: TheoryLibrary,
    given: Sequence[str],
    goal: str,
    *,
    where: str = "",
    sharp: bool = False,
    known: Known | None = None,
    effort: int = COMPARISON,
    progress: Progress = lambda name: None,
) -> Answer:
    """Derive a property from others; BadInput where the question is no question.

    Every derivation returned was verified by the kernel.

    >>> from dptheory.theory.library import load_library
    >>> found = answer(load_library(), ["Private(eps, 0)"], "post_process(A, K): Private").found[0]
    >>> [str(rate.label) for rate in found.derivation.rates], found.verdict.status
    (['eps'], 'proved')
    """
    known = known or Known()
    asked = query(library, given, goal, where)
    numbers = _numbers(asked, library, effort)
    for sign in asked.signs:
        if not sign.names and numbers.follows(op("lt", PROP, *sign.args)):
            raise BadInput(f"the rate {show(sign.args[0])}", "rates of at least 0", "Private(eps, 0)")
    point = numbers.point()
    if point is None:
        shown = ", ".join(show(r) for r in numbers.known)
        raise BadInput(f"the conditions {shown}", "conditions that some numbers satisfy", "another --where")
    applied = _rules(library, asked, sharp, known)
    progress("searching")
    facts = search(asked, applied, numbers)
    ends, bounded = _ends(facts, library)
    progress("verifying")
    made = [_verified(end, asked, library, numbers, point, known) for end in ends]
    if bounded and made:
        sharper = () if sharp or asked.goal.rates else _sharper(asked, library, known, numbers, made)
        return Answer(asked, library, tuple(made), unused=_unused(asked, made), sharper=sharper)
    there = search(asked, applied, numbers, lenient=True)
    way = on_the_way(there)
    lacking = tuple((n, c) for n, (c, to) in facts.lacking.items() if any(alike(to, one) for one in way))
    false = () if made else _refuted(converses(asked, library), library, known)
    return Answer(asked, library, (), Missing(premises(there, applied, numbers), lacking, tuple(made), false))


def _numbers(asked: Query, library: TheoryLibrary, effort: int) -> Numbers:
    """What is known of numbers: conditions, signs of rates, and that sizes which were named are sizes."""
    known = (*asked.conditions, *(s for s in asked.signs if s not in asked.conditions))
    plain = Numbers(known, library.definitions, effort)
    within = tuple(piece for name in asked.sizes for piece in size_of(name) if plain.follows(piece))
    every = (*known, *within)
    return Numbers(every, library.definitions, effort, plain.certificates, defining=asked.defining)


def _refuted(names: Sequence[str], library: TheoryLibrary, known: Known) -> tuple[StatementResult, ...]:
    """Those statements whose world the kernel accepts as a refutation."""
    verifier = Verifier(library, Certificates(known.certificates), lambda name: None)
    found = (verifier.statement(name) for name in names)
    return tuple(one for one in found if one.forms[0].verdict.status == REFUTED)


def _rules(library: TheoryLibrary, asked: Query, sharp: bool, known: Known) -> tuple[PropertyRule, ...]:
    """The rules; those about delta only where the question is about one, names it, or speaks of what has
    one alone (a privacy loss, normal noise), and that for (0, delta) alone where the goal is that."""
    every = rules(library, sharp=sharp, without=known.without, derived=known.derived)
    if asked.goal.rates[:1] != (num(0),):
        every = tuple(rule for rule in every if not rule.name.startswith(TOTAL_VARIATION))
    if not asked.goal.rates or all(kind.word != "Stable" for kind in asked.goal.kinds):
        every = tuple(rule for rule in every if not rule.name.startswith(WHATEVER))
    labels = [one.formula.label for one in asked.given]
    goals = [kind.definition for kind in asked.goal.kinds] if asked.goal.rates else []
    subjects = {subject.label for subject in asked.subjects}
    if any("approximately" in label or label in OF_A_LOSS for label in (*labels, *goals)):
        return every
    if DELTA in asked.variables or NORMAL in subjects:
        return every
    return tuple(rule for rule in every if not _approximate(rule))


def _approximate(rule: PropertyRule) -> bool:
    return any("approximately" in f.label for f in (rule.conclusion, *(p for _, p in rule.premises)))


def _ends(facts: Facts, library: TheoryLibrary) -> tuple[list[tuple[Step, str]], bool]:
    """The last steps of the derivations of the goal, none of them shown to be worse than another; and whether
    their rates are at most those asked for."""
    goal = facts.query.goal
    chosen, scope = _fitting(facts)
    grown = [g for f in chosen if (g := _grown(f, goal.rates, facts, library)) is not None]
    if goal.rates and grown:
        best = grown[:1]
    else:
        best = [_tidied(f, facts, library) for f in _incomparable(chosen, facts.numbers)]
    return [(f, scope if part(f.formula, "law") else "") for f in best], bool(grown)


def _fitting(facts: Facts) -> tuple[list[Step], str]:
    """What was found that the goal fits, in the widest scope in which there is any, and that scope."""
    goal = facts.query.goal
    fitting = [f for f in facts.facts if goal.fits(f.formula)]
    for scope in (goal.scope,) if goal.scope else ("uniform", POINTWISE):
        law_name = {"uniform": facts.query.fresh, POINTWISE: "D"}.get(scope, "")
        chosen = [f for f in fitting if not (laws := part(f.formula, "law")) or laws[0].label == law_name]
        if chosen:
            pure = [f for f in chosen if "approximately" not in f.formula.label] or chosen
            return chosen if goal.rates else pure, scope
    return [], ""


def _grown(fact: Step, wanted: tuple[Expr, ...], facts: Facts, library: TheoryLibrary) -> Step | None:
    """The property with the rates wanted, if they are at least the rates found."""
    rates = part(fact.formula, "rate")
    if not wanted or wanted == rates:
        return fact
    rule = growth(library, fact.formula.label)
    if len(wanted) != len(rates):
        return None
    if rule is None:
        return _rewritten(fact, wanted, facts)
    names = [p.label for p in part(rule.premises[0][1], "rate")]
    larger = [p.label for p in part(rule.conclusion, "rate")]
    binding = dict(zip(names, rates, strict=True)) | dict(zip(larger, wanted, strict=True))
    for mine, theirs in zip(rule.premises[0][1].args, fact.formula.args, strict=True):
        binding.setdefault(mine.label, theirs)
    conditions: list[Step] = []
    for _, condition in rule.conditions:
        shown = relation(substitute(condition, binding), facts)
        if shown is None:
            return None
        conditions += shown
    values = tuple((name, binding[name]) for name in rule.theorem.variables)
    return Step(substitute(rule.conclusion, binding), rule.name, (fact, *conditions), values)


def _rewritten(fact: Step, wanted: tuple[Expr, ...], facts: Facts) -> Step | None:
    """The property with the rates wanted, if each is the rate found: where no lemma lets rates grow."""
    for old, new in zip(part(fact.formula, "rate"), wanted, strict=True):
        if old != new:
            equal = relation(op("eq", PROP, old, new), facts)
            if equal is None:
                return None
            fact = Step(replace_all(fact.formula, old, new), "rewrite", (fact, *equal))
    return fact if part(fact.formula, "rate") == wanted else None


def _tidied(fact: Step, facts: Facts, library: TheoryLibrary) -> Step:
    """The property with its rates written shorter, where the kernel sees that they are no smaller."""
    found = [piece for rate in part(fact.formula, "rate") for piece in tangents(rate)]
    for old, x, y in found:
        double = relation(op("eq", PROP, x, op("mul", REAL, num(2), y)), facts)
        if double is not None:
            new = op("tanh", REAL, y)
            equal = Step(op("eq", PROP, old, new), f"{TANH}:printed", tuple(double), (("x", x), ("y", y)))
            fact = Step(replace_all(fact.formula, old, new), "rewrite", (fact, equal))
    rates = part(fact.formula, "rate")
    shorter = tuple(min(rate, tidy(rate), key=length) for rate in rates)
    return _grown(fact, shorter, facts, library) or fact


def _incomparable(chosen: Sequence[Step], numbers: Numbers) -> list[Step]:
    """The properties that no other was shown to be at least as good as; shorter derivations first."""
    kept: list[Step] = []
    for fact in sorted(chosen, key=lambda f: f.depth):
        rates = part(fact.formula, "rate")
        if any(numbers.at_most(part(k.formula, "rate"), rates) for k in kept):
            continue
        kept = [k for k in kept if not numbers.at_most(rates, part(k.formula, "rate"))]
        kept.append(fact)
    return kept[:SHOWN]


def _verified(
    end: tuple[Step, str],
    asked: Query,
    library: TheoryLibrary,
    numbers: Numbers,
    point: Mapping[Expr, fmpq],
    known: Known,
) -> Found:
    """The statement of a derivation, verified."""
    step, scope = end
    made = derivation(step, asked, everywhere=scope == "uniform")
    written = text(made, asked, point)
    certificates = Certificates({**known.certificates, **numbers.certificates}, models=known.models)
    cited = (step.by for step in made.steps if ":" in step.by)
    standing = {name: one for form in dict.fromkeys(cited) for name, one in known.standing(form).items()}
    whole, result = verify_text(library, written, certificates, standing)
    limits = tuple(limit(rate) if rate.names == {"n"} else _ASIDE for rate in made.rates)
    return Found(made, written, whole.get(NAME), result, dict(certificates.used), scope, limits)


def verify_text(
    library: TheoryLibrary, written: str, certificates: Certificates,
    standing: Mapping[str, Standing] | None = None,
) -> tuple[TheoryLibrary, StatementResult]:  # fmt: skip
    """A derived statement, read from its text and verified with what it rests on, as far as that has no
    standing; OutlineError where the text is none."""
    whole = extended(library, written, "a derivation")
    verifier = Verifier(whole, certificates, lambda name: None)
    for form, one in (standing or {}).items():
        verifier.given(form, one.verdict, one.cites)
    return whole, verifier.statement(NAME)


def _sharper(
    asked: Query, library: TheoryLibrary, known: Known, numbers: Numbers, made: Sequence[Found]
) -> tuple[Expr, ...]:
    """Rates by sharp forms that are at most those found, and not shown to be as large."""
    facts = search(asked, _rules(library, asked, True, known), numbers)
    mine = tuple(made[0].derivation.rates)
    for end in _incomparable(_fitting(facts)[0], numbers):
        rates = part(end.formula, "rate")
        if numbers.at_most(rates, mine) and not numbers.at_most(mine, rates):
            return part(_tidied(end, facts, library).formula, "rate")
    return ()


def _unused(asked: Query, made: Sequence[Found]) -> tuple[str, ...]:
    """The properties given that no derivation uses."""
    used = {step.label for one in made for step in one.derivation.hypotheses}
    return tuple(p.text for number, p in enumerate(asked.given, 1) if f"given{number}" not in used)
