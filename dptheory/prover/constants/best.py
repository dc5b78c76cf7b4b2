"""The best constant in a claim: an enclosure of it, a closed form, and certificates for both sides."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import fmpq

from dptheory import decimals
from dptheory.defaults import EFFORT
from dptheory.kernel import KernelError, recheck
from dptheory.kernel.real import (
    CONSTANT,
    Claim,
    Relation,
    Term,
    claim_of,
    num,
    print_term,
    rational_value,
    var,
)
from dptheory.shown import Shown

from ..budget import Budget, asked, found_within
from ..goals.numeric import compiled
from ..goals.pointwise import Value
from ..optima.extremes import Place
from ..optima.recognise import closed_forms
from .joint import Sides, sides_of
from .question import BOTH, FINE, HUGE, LAST, Question, bind, conditional, located, placed, quest_of
from .sides import Bounded, failing, holding, rounded, witnessed

DIGITS = 12
MANY_BITS = 40
"""Beyond these a coordinate is no exact place, only one that is near."""
LEGIBLE = 80
"""Characters of a point that is still printed."""


@dataclass(frozen=True, repr=False)
class Tightening(Shown):
    """The best constant of a claim: at least `lower` and at most `upper`, decimals rounded outward.

    `side` is "least" if the claim holds for large constants. `attained_at` names the point at which no
    smaller (greater) constant will do; `limit` what the variables tend to when there is none.
    """

    side: str
    lower: str | None
    upper: str | None
    closed_form: str | None
    attained_at: dict[str, str] | None
    limit: dict[str, str] | None
    certificate: dict[str, object] | None
    reason: str
    seconds: float
    effort: int

    @property
    def certified(self) -> bool:
        """Whether both sides were checked by the kernel."""
        return self.certificate is not None

    def __bool__(self) -> bool:
        """Whether the best constant is certified."""
        return self.certified


def tighten(claim: Claim, find: str, *, effort: int = EFFORT, timeout: float | None = None) -> Tightening:
    """Enclose the best value of the constant `find`. Raises KernelError if the claim is not an
    inequality in it.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> found = tighten(parse_claim("x*(1 - x) <= c"), "c")
    >>> found.closed_form, found.attained_at, found.lower, found.upper
    ('1/4', {'x': '1/2'}, '0.25', '0.25')
    """
    _check_question(claim, find)
    budget = Budget(effort, timeout)
    return asked(budget, lambda: _tighten(claim, find, budget), lambda why: _unknown("", why, budget))


def _tighten(claim: Claim, find: str, budget: Budget) -> Tightening:
    question = conditional(claim, find, budget) or quest_of(claim, find, budget)
    if isinstance(question, str):
        found = _of_one_sign(claim, find, budget) if question.endswith(BOTH) else None
        return found or _unknown("", question, budget)
    if bind(claim, find):
        return _joined(question, sides_of(question))
    best = found_within(budget.part(0.4), lambda: question.objective.maximise(budget.part(0.25)), None)
    if best is None:
        return _unknown(question.family.side, "no point known at which the constant matters", budget)
    nearest: tuple[Place, Value, fmpq] = placed(*best), best[1] * question.sign, fmpq(1)
    place, value, error = found_within(budget.part(0.2), lambda: located(question, best), nearest)
    if best[1] > (HUGE if place.limits else LAST):
        return _one_sided(question, None, witnessed(question, place, HUGE * question.sign), [])
    return _both_sides(question, place, value, error)


def _of_one_sign(claim: Claim, find: str, budget: Budget) -> Tightening | None:
    """The best among the constants of one sign, where no condition speaks of the constant: a divisor that is
    0 for one of the other sign makes the claim bound it from both sides."""
    if any(find in c.variables() for c in claim.conditions):
        return None
    for op in (">", "<"):
        sign = Relation(op, var(find), num(0))
        half = claim_of((*claim.conditions, sign), claim.relation, claim.integers)
        found = _tighten(half, find, budget.part(0.5))
        if found.certified:
            return replace(found, reason=f"among {sign.text} alone: {found.reason}")
    return None


def _check_question(claim: Claim, find: str) -> None:
    if claim.relation.op in ("=", "!="):
        raise KernelError("= and != have no best constant; claim an inequality such as f <= c*g")
    if find in claim.integers or not (find in claim.relation.variables() or bind(claim, find)):
        names = ", ".join(v.name for v in claim.variables if not v.integer) or "no variables"
        raise KernelError(f"{find!r} is no real variable of the inequality; it has {names}")


def _both_sides(question: Question, place: Place, value: Value, error: fmpq) -> Tightening:
    guesses: list[Term] = []
    guesses = found_within(
        question.budget.part(0.3), lambda: _guesses(question, place, value, error), guesses
    )
    upper: tuple[Term, dict[str, object]] | None = None
    lower: Bounded | None = None
    for guess in guesses:
        held = holding(question, guess, 0.6)
        if held is None and lower is None:  # while there is effort left for it
            lower = witnessed(question, place)
        if held is not None:
            failed = failing(question, place, guess)
            if failed is not None:
                return _found(question, place, guess, guess, held, failed)
            upper = guess, held
            break
    lower = lower or witnessed(question, place)
    return _joined(question, Sides(upper or rounded(question, value), lower, place, guesses))


def _joined(question: Question, sides: Sides) -> Tightening:
    """Both sides of the constant together, or what is certified where one is missing."""
    upper, lower = sides.upper, sides.lower
    if upper is None or lower is None:
        return _one_sided(question, upper, lower, [] if upper else sides.tried)
    return _found(question, sides.place, upper[0], lower.value, upper[1], lower.parts)


def _one_sided(
    question: Question,
    upper: tuple[Term, dict[str, object]] | None,
    lower: Bounded | None,
    tried: list[Term],
) -> Tightening:
    """What is certified where not both sides are: a constant with which the claim holds, or a point at which
    every constant beyond some number fails; and the constants of which no proof was found."""
    family, up = question.family, question.sign > 0
    said = ["no constant is shown to fail"]
    if lower is not None:
        limits = f" with {' and '.join(c.text for c in family.limits)}" if family.limits else ""
        end, at = (
            _enclosed(lower.value, up=not up),
            {n: print_term(t) for n, t in sorted(lower.point.items())},
        )
        place = ", ".join(f"{n} = {x}" for n, x in at.items())
        where = f" at {place}" if place and len(place) <= LEGIBLE else ""
        said = [f"every {family.find} {'below' if up else 'above'} {end}{limits} fails{where}"]
    if upper is not None:
        said.append(f"{family.find} = {_coordinate(upper[0])} does")
    else:
        names = [text for t in tried if len(text := print_term(t)) <= LEGIBLE]
        said.append("none is shown to do" + (f" ({names[0]} tried)" if names else ""))
    return _unknown(family.side, "; ".join(said), question.budget)


def _guesses(question: Question, place: Place, value: Value, error: fmpq) -> list[Term]:
    """Closed forms of the constant: recognised ones, and the claim's own term at the place."""
    found = closed_forms(value, error) if error < fmpq(1, 10**9) else []
    own = question.at_place(place)
    return found if own is None or own in found else [*found, own]


def _found(
    question: Question,
    place: Place,
    holds: Term,
    fails: Term,
    held: dict[str, object],
    parts: list[dict[str, object]],
) -> Tightening:
    family = question.family
    data: dict[str, object] = {
        "format": CONSTANT,
        **family.claim.to_json(),
        "find": family.find,
        "side": family.side,
        "holds": print_term(holds),
        "fails": print_term(fails),
        "parameter": question.parameter,
        **held,
        "pieces": parts,
    }
    try:
        said = recheck(data)
    except KernelError as error:
        return _unknown(family.side, f"certificates were found but not accepted: {error}", question.budget)
    high, low = (holds, fails) if question.sign > 0 else (fails, holds)
    return Tightening(
        family.side,
        _enclosed(low, up=False),
        _enclosed(high, up=True),
        print_term(holds) if holds == fails else None,
        None if place.limits else {n: _coordinate(t) for n, t in sorted(place.exact.items())},
        _approached(place) if place.limits else None,
        data,
        said,
        question.budget.seconds(),
        question.budget.spent(),
    )


def _approached(place: Place) -> dict[str, str]:
    """What every variable tends to; those that stay where they are included."""
    found = {n: _coordinate(t) for n, t in place.exact.items()}
    found |= {n: _tends(limit) for n, limit in place.limits.items()}
    return dict(sorted(found.items()))


def _coordinate(t: Term) -> str:
    """A term, or for a number that is known by its digits alone some of them."""
    value = rational_value(t)
    if value is None or value.height_bits() < MANY_BITS:
        return print_term(t)
    if (text := decimals.lower(value, DIGITS)) == decimals.upper(value, DIGITS):
        return text
    return f"{decimals.lower(value, DIGITS)}..."


def _tends(limit: tuple[Term | None, int]) -> str:
    end, sign = limit
    if end is None:
        return "oo" if sign > 0 else "-oo"
    return f"{print_term(end)}{'+' if sign > 0 else '-'}"


def _enclosed(t: Term, up: bool) -> str:
    """A decimal that is not beyond the term's value (in the other direction)."""
    value = compiled(t)({}, FINE)
    if value is None:
        return ""
    return decimals.upper(value, DIGITS) if up else decimals.lower(value, DIGITS)


def _unknown(side: str, reason: str, budget: Budget) -> Tightening:
    return Tightening(side, None, None, None, None, None, None, reason, budget.seconds(), budget.spent())
