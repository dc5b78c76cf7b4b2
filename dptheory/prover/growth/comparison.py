"""How one function compares with another on a domain, as a variable grows: O and o, with certificates.

F = O(G) as n -> oo: there is one number C with abs(F) <= C*abs(G) on the whole domain (or, where that
cannot be, from some n on). F = o(G): a gauge h(n) that grows without end has h(n)*abs(F) <= C*abs(G), so
that abs(F)/abs(G) falls to 0 at least as fast as C/h(n). All of this is free of every other variable.
Neither is so if points of the domain, with n as large as you like, say the contrary.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from flint import fmpq

from dptheory.defaults import EFFORT
from dptheory.kernel import MAX_VARIABLES, KernelError, recheck
from dptheory.kernel.real import (
    BOUNDED,
    GROWTH,
    NOT_SMALLER,
    SMALLER,
    THETA,
    UNBOUNDED,
    Claim,
    Relation,
    Term,
    apply,
    claim_of,
    num,
    parse_term,
    print_term,
    rational_value,
)
from dptheory.kernel.real import Growth as Family
from dptheory.shown import Shown

from ..budget import Budget, asked, found_within
from ..goals.numeric import compiled, sign
from ..goals.points import Sampler
from ..goals.undefined import shown, undefined_at
from .bounds import decreasing, upper
from .curves import above, reach
from .exponents import by_exponents
from .question import Found, Question

RELATIONS = ("O", "o", "Omega", "omega", "Theta")


@dataclass(frozen=True, repr=False)
class Growth(Shown):
    """How F compares with G.

    `answer` is "bounded" (F = O(G), by `constant`, for n >= `start` if that is not None), "smaller"
    (F = o(G): `gauge` times F is so bounded), "unbounded" or "not smaller" (the contrary, along the curve
    `point` in a parameter t that may be any number >= 1; `constant` is what the ratio exceeds if that is
    not t), or "unknown". `reverse` is G = O(F) where Theta was asked for.
    """

    answer: str
    constant: str | None
    start: str | None
    gauge: str | None
    point: dict[str, str] | None
    certificate: dict[str, object] | None
    reason: str
    seconds: float
    effort: int
    reverse: Growth | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the relation holds; None if that is not known."""
        own = {BOUNDED: True, SMALLER: True, UNBOUNDED: False, NOT_SMALLER: False}.get(self.answer)
        if self.reverse is None or own is False:
            return own
        other = self.reverse.holds
        return other if own or other is False else None

    def __bool__(self) -> bool:
        """Whether the relation holds, for certain."""
        return self.holds is True


def compare(
    left: Term,
    right: Term,
    growing: str,
    domain: Claim,
    relation: str = "O",
    *,
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Growth:
    """Decide F = O(G), o(G), Omega(G), omega(G) or Theta(G). Raises KernelError for another relation.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> from dptheory.kernel.real.grammar import parse_term
    >>> f, g = parse_term("log(n)"), parse_term("n")
    >>> compare(f, g, "n", parse_claim("0 <= 0", "n >= 1"), "o").answer
    'smaller'
    """
    if relation not in RELATIONS:
        raise KernelError(f"the relation {relation!r}; one of {', '.join(RELATIONS)}")
    if relation in ("Omega", "omega"):
        left, right = right, left
    if relation in ("o", "omega"):
        return smaller(left, right, growing, domain, effort=effort, timeout=timeout)
    if relation == "Theta":
        budget = Budget(effort, timeout)
        return asked(
            budget,
            lambda: _both_ways(left, right, growing, domain, budget),
            partial(_unknown, budget=budget),
        )
    return growth(left, right, growing, domain, effort=effort, timeout=timeout)


def growth(
    left: Term,
    right: Term,
    growing: str,
    domain: Claim,
    *,
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Growth:
    """Decide F = O(G) for F = `left`, G = `right` on the conditions of `domain`.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> from dptheory.kernel.real.grammar import parse_term
    >>> f, g = parse_term("3*n + log(n)"), parse_term("n")
    >>> growth(f, g, "n", parse_claim("0 <= 0", "n >= 1")).constant
    '4'
    """
    return _asked(left, right, growing, domain, Budget(effort, timeout), small=False)


def smaller(
    left: Term,
    right: Term,
    growing: str,
    domain: Claim,
    *,
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Growth:
    """Decide F = o(G), uniformly in all other variables.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> from dptheory.kernel.real.grammar import parse_term
    >>> smaller(parse_term("n"), parse_term("2*n"), "n", parse_claim("0 <= 0", "n >= 1")).answer
    'not smaller'
    """
    return _asked(left, right, growing, domain, Budget(effort, timeout), small=True)


def _asked(left: Term, right: Term, growing: str, domain: Claim, budget: Budget, small: bool) -> Growth:
    return asked(
        budget,
        lambda: _decided(_quest(left, right, growing, domain, budget), small),
        partial(_unknown, budget=budget),
    )


def _quest(left: Term, right: Term, growing: str, domain: Claim, budget: Budget) -> Question:
    family = Family(left, right, growing, domain.conditions, domain.integers)
    names = sorted(family.names)
    if len(names) > MAX_VARIABLES:
        raise KernelError(f"{len(names)} variables; at most {MAX_VARIABLES}")
    sampler = Sampler(names, domain.integers, domain.conditions)
    points: list[dict[str, fmpq]] = []
    points = found_within(budget.part(0.5), lambda: sampler.points(30, budget.part(0.2)), points)
    seen = {sign(compiled(right)(p)) for p in points} - {0, None}
    if len(seen) > 1:
        family = replace(family, right=apply("abs", right))
    parameter = next(p for p in ("t", *(f"t{i}" for i in range(100))) if p not in names)
    return Question(family, names, parameter, -1 if seen == {-1} else 1, tuple(points), budget)


def _decided(question: Question, small: bool) -> Growth:
    if not question.points:
        return _unknown("no point known: the conditions may exclude each other", question.budget)
    reached = reach(question)
    if reached is None:
        n = question.family.growing
        return _unknown(
            f"no points of the domain known at which {n} is large: is it bounded there?", question.budget
        )
    found = by_exponents(question, reached, decreasing) if small else None
    found = found or (decreasing(question, reached) if small else upper(question, reached))
    found = found or above(question, fixed=small)
    return _undecided(question) if found is None else _answer(question, found)


def _undecided(question: Question) -> Growth:
    """Why nothing was found: where a function is not defined, or where the ratio is largest."""
    for text, t in (("F", question.family.left), ("G", question.family.right)):
        place = undefined_at(t, question.family.conditions, question.family.integers, question.points)
        if place is not None:
            return _unknown(
                f"{text} is not defined on the whole domain: not at {shown(place)}", question.budget
            )
    return _unknown(f"neither a constant nor a curve found{question.largest()}", question.budget)


def _answer(question: Question, found: Found) -> Growth:
    family = question.family
    domain = claim_of(family.conditions, Relation("<=", num(0), num(0)), family.integers)
    data: dict[str, object] = {
        "format": GROWTH,
        "left": print_term(family.left),
        "right": print_term(family.right),
        "growing": family.growing,
        "where": domain.where,
        "parameter": question.parameter,
        **found.fields,
        "proofs": found.proofs,
    }
    try:
        said = recheck(data)
    except KernelError as error:
        return _unknown(f"certificates were found but not accepted: {error}", question.budget)
    fields = found.fields
    point = fields.get("point")
    return Growth(
        str(fields["answer"]),
        str(fields["constant"]) if "constant" in fields else None,
        str(fields.get("from", "")) or None,
        str(fields["gauge"]) if "gauge" in fields else None,
        _shown(point, family.integers) if isinstance(point, dict) else None,
        data,
        said,
        question.budget.seconds(),
        question.budget.spent(),
    )


def _shown(point: dict[str, str], integers: frozenset[str]) -> dict[str, str]:
    """The point with integers rounded up, as the certificate means it."""
    whole = {name for name in integers & point.keys() if rational_value(parse_term(point[name])) is None}
    return {name: f"ceil({text})" if name in whole else text for name, text in point.items()}


def _both_ways(left: Term, right: Term, growing: str, domain: Claim, budget: Budget) -> Growth:
    """F = Theta(G): each is bounded by the other, with one certificate for both."""
    above = _asked(left, right, growing, domain, budget.part(0.5), small=False)
    below = _asked(right, left, growing, domain, budget.part(1.0), small=False)
    if above.answer == below.answer == BOUNDED:
        data: dict[str, object] = {
            "format": THETA, "above": above.certificate, "below": below.certificate
        }  # fmt: skip
        recheck(data)
    else:
        # one direction that fails is enough
        data = next((g.certificate for g in (above, below) if g.holds is False and g.certificate), {})
    seconds, spent = budget.seconds(), budget.spent()
    return replace(above, certificate=data or None, reverse=below, seconds=seconds, effort=spent)


def _unknown(reason: str, budget: Budget) -> Growth:
    return Growth("unknown", None, None, None, None, None, reason, budget.seconds(), budget.spent())
