"""The checkers: a claim with a certificate is *proved*; a claim with a witness is *refuted*."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from ..limits import MAX_STEPS, KernelError, need
from ..metering import charge, counted_by
from ..syntax import placed
from ..verdicts import PROVED, REFUTED, Verdict, sealed
from . import analysis, poly, rules
from .certificates import Fields, check_plain, rational, read
from .claims import Claim, Relation, check_claim, parse_claim, sides_of
from .defined import obligations
from .facts import FACTS, fact, lemmas
from .grammar import print_term
from .points import check_point
from .sequents import Sequent, Task, owing, restart, task
from .sturm import sturm
from .terms import num

Rule = Callable[[Sequent, Fields], list[Task]]

_NAMED: Final = (
    sturm, rules.both, rules.apart, rules.contradiction, rules.have, rules.cases, rules.domain,
    rules.forget, rules.let, rules.replace, rules.generalise, rules.congruence, rules.extreme, rules.terms,
    analysis.mvt, analysis.archimedean, analysis.box, analysis.induction,
)  # fmt: skip
RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        **{rule.__name__: rule for rule in _NAMED},
        "poly": poly.combination,
        "exact": rules.exactly,
        "fact": lambda s, f: _using_fact(s, f),
        "apply": rules.apply_claim,
    }
)


def check(claim: Claim, certificate: object) -> Verdict:
    """*proved*, if the certificate proves exactly this claim; else KernelError with the place.

    Proved are: the claim's domain is not empty (a checked point of it), both sides are defined on all
    of it, and the relation holds there.
    """
    f = read(claim, certificate)
    steps = run(domain_tasks(claim, f))
    lemmas: tuple[Claim, ...] = ()
    for i, raw in enumerate(f.items("lemmas")):
        inner = Fields(raw, f"{f.at('lemmas')}[{i}]")
        with placed(inner.place):
            lemma = parse_claim(inner.text("claim"), inner.text("where"))
        todo = claim_tasks(inner, lemma, lemmas)
        inner.close()
        steps += run(todo, MAX_STEPS - steps)
        lemmas = (*lemmas, lemma)
    todo = claim_tasks(f, claim, lemmas)
    f.close()
    steps += run(todo, MAX_STEPS - steps)
    return sealed(PROVED, f"checked certificate of {steps} steps", claim.hash)


def check_failure(claim: Claim, failure: object) -> Verdict:
    """*refuted*, if the claim fails at a point of its domain that is given by terms without variables:
    {"at", "defined", "sides"} as of a domain's point, "values" shows that both sides have values there, and
    "fails" the negation of the relation. (If the sides as written have none there, the claim fails as well.)
    """
    check_claim(claim)
    check_plain(failure)
    f = Fields(failure, "")
    todo, images, known = rules.at_point(f, _NOWHERE, claim, "at")
    r = claim.relation.substituted(images)
    owed, known = owing(f, known, r.left, r.right, name="values")
    todo += [*owed, task(f, "fails", known.showing(r.negated()))]
    f.close()
    run(todo)
    place = ", ".join(f"{name} = {print_term(t)}" for name, t in sorted(images.items()))
    return sealed(REFUTED, f"at {place}: {claim.relation.negated().text}", claim.hash)


_NOWHERE: Final = Sequent({}, (), Relation("<=", num(0), num(0)), frozenset())


def domain_tasks(claim: Claim, f: Fields) -> list[Task]:
    """What is left of showing that the domain has a point: nothing of a rational one, which is checked here.
    A point of terms without variables, {"at": {x: term}, "defined", "sides"}, comes with what shows that
    the terms and the conditions' terms have values there, and the conditions hold."""
    place, given = f.at("domain_point"), f.mapping("domain_point")
    if isinstance(given.get("at"), dict):
        inner = Fields(given, place)
        check_claim(claim)
        todo, _, _ = rules.at_point(inner, _NOWHERE, claim, "at")
        inner.close()
        return todo
    point = {name: rational(x, f"{place}.{name}") for name, x in given.items()}
    try:
        check_point(claim, point)
    except KernelError as error:
        raise KernelError(f"no point known: {error.message}", place) from None
    return []


def root(claim: Claim, lemmas: tuple[Claim, ...] = ()) -> Sequent:
    """The claim's sequent before its relation is known to be defined: hypotheses are its conditions."""
    return restart({v.name: v.integer for v in claim.variables}, claim.conditions, claim.relation, lemmas)


def claim_tasks(f: Fields, claim: Claim, lemmas: tuple[Claim, ...] = ()) -> list[Task]:
    """What shows, in "defined" and "proof", that a claim holds at every point of its domain, if any."""
    owed, known = owing(f, root(claim, lemmas), claim.relation.left, claim.relation.right)
    return [*owed, task(f, "proof", known)]


def step(t: Task) -> list[Task]:
    """What is left to check after one node; KernelError with the place if it does not apply."""
    charge(20 + 5 * len(t.sequent.hypotheses))
    f = Fields(t.node, t.place)
    name = f.text("rule")
    if name not in RULES:
        raise KernelError(f"unknown rule {name!r}; known: {', '.join(RULES)}", f.at("rule"))
    with placed(t.place):
        following = RULES[name](t.sequent, f)
    f.close()
    return following


def _using_fact(s: Sequent, f: Fields) -> list[Task]:
    """`rules.use_fact`, of a lemma after its certificates were checked."""
    name = f.text("name")
    if name not in {trusted.name for trusted in FACTS}:
        check_lemma(name)
    return rules.use_fact(s, f)


@cache
def check_lemma(name: str) -> int:
    """The nodes in the certificates of a lemma, all of which were checked; KernelError if one does not
    prove its conclusion, or uses a lemma that does not come before. Its sides have values everywhere."""
    found, names = fact(name), list(lemmas())
    later = names[names.index(name) :]
    check_plain(list(found.certificates))
    stack: list[object] = list(found.certificates)
    while stack:
        value = stack.pop()
        used = value.get("name") if isinstance(value, dict) and value.get("rule") == "fact" else None
        need(used not in later, f"the lemma {name} rests on {used}, which does not come before it")
        stack.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    sides, conclusions = found.written()
    total = not found.partial and not any(obligations(sides_of(sides), found.integers))
    need(total, f"the lemma {name} has sides that may have no values")
    need(len(conclusions) == len(found.certificates), f"{name} has a certificate for each conclusion")
    variables, steps = {v: v in found.integers for v in found.args.split()}, 0
    used = frozenset[str]().union(*(r.variables() for r in (*sides, *conclusions)))
    need(used <= variables.keys(), f"the lemma {name} speaks of what is no argument")
    with counted_by(None):  # who uses it first is not charged for it
        for i, (r, raw) in enumerate(zip(conclusions, found.certificates, strict=True)):
            f = Fields(raw, f"{name}[{i}]")
            owed, known = owing(f, restart(variables, tuple(sides), r, ()), r.left, r.right)
            steps += run([*owed, task(f, "proof", known)])
            f.close()
    return steps


def run(todo: list[Task], limit: int = MAX_STEPS) -> int:
    """Check every task to its end; the number of nodes, or KernelError with the place of a fault."""
    stack, steps = list(reversed(todo)), 0
    while stack:
        steps += 1
        if steps > limit:
            raise KernelError(f"more than {MAX_STEPS} steps", stack[-1].place)
        stack.extend(reversed(step(stack.pop())))
    return steps
