"""The best constant in a claim: an enclosure of it, a closed form, and certificates for both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import arb, ctx, fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.real.families import CONSTANT, Constant, recheck
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.pieces import Piece
from dptheory.kernel.real.terms import Term, num, rational_value
from dptheory.kernel.verdicts import PROVED

from .budget import Budget
from .curves import curves, fixed, pieces, whole_numbers
from .decimals import outward, written
from .extremes import Landscape, Place, on_curve
from .numeric import Value, closely, compiled, to_rational
from .outcome import prove
from .points import Sampler
from .recognise import closed_forms
from .thresholds import PRECISION, Threshold, ground_value, threshold_of

DIGITS = 12
SLACK = (10, 8, 6, 4, 3, 2)
"""Digits to which a constant without closed form is tried."""
HUGE = fmpq(10) ** 9
MAX_CURVES = 6
FINE = 1000


@dataclass(frozen=True)
class Tightening:
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

    @property
    def certified(self) -> bool:
        """Whether both sides were checked by the kernel."""
        return self.certificate is not None


@dataclass(frozen=True)
class Quest:
    """A claim in a constant with what is known of it before anything is proved."""

    family: Constant
    threshold: Threshold
    landscape: Landscape
    sign: int
    parameter: str
    budget: Budget

    def value(self, x: Value) -> fmpq:
        """Between the constant and what the landscape maximises."""
        return to_rational(x) * self.sign


def tighten(claim: Claim, find: str, *, timeout: float = 10.0) -> Tightening:
    """Enclose the best value of the constant `find`. Raises KernelError if the claim is not an
    inequality in it.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> found = tighten(parse_claim("x*(1 - x) <= c"), "c")
    >>> found.closed_form, found.attained_at, found.lower, found.upper
    ('1/4', {'x': '1/2'}, '0.25', '0.25')
    """
    budget = Budget(timeout)
    _check_question(claim, find)
    quest = _quest(claim, find, budget)
    if isinstance(quest, str):
        return _unknown("", quest, budget)
    side = quest.family.side
    best = quest.landscape.climb(budget.part(0.25))
    if best is None:
        return _unknown(side, "no point known at which the constant matters", budget)
    if best[1] > HUGE:
        near = ", ".join(f"{n} = {float(arb(x)):.3g}" for n, x in sorted(best[0].items()))
        return _unknown(side, f"no constant seems to do: it would have to be beyond 10**9 at {near}", budget)
    place = quest.landscape.settle(*best)
    return _both_sides(quest, *_located(quest, place))


def _check_question(claim: Claim, find: str) -> None:
    if claim.relation.op == "=":
        raise KernelError("an equation has no best constant; claim an inequality such as f <= c*g")
    if find not in claim.relation.variables() or find in claim.integers:
        names = ", ".join(v.name for v in claim.variables if not v.integer) or "no variables"
        raise KernelError(f"{find!r} is no real variable of the inequality; it has {names}")


def _quest(claim: Claim, find: str, budget: Budget) -> Quest | str:
    threshold = threshold_of(claim, find)
    names = [v.name for v in claim.variables if v.name != find]
    conditions = [c for c in claim.conditions if find not in c.variables()]
    integers = claim.integers - {find}
    points = Sampler(names, integers, conditions).points(25, budget.part(0.2)) if names else [{}]
    if not points:
        return "no point known: the conditions may exclude each other"
    sides = {threshold.side(p) for p in points} - {0}
    if not sides:
        return f"the claim does not seem to depend on {find}"
    if len(sides) > 1:
        return f"the claim bounds {find} from both sides; restrict the domain so that it bounds one"
    sign = sides.pop()

    def height(point: dict[str, fmpq]) -> Value | None:
        found = closely(lambda precision: threshold.at(point, precision), PRECISION)
        return None if found is None else to_rational(found) * sign

    landscape = Landscape(names, integers, conditions, height)
    parameter = next(p for p in ("u", *(f"u{i}" for i in range(100))) if p not in {*names, find})
    family = Constant(claim, find, "least" if sign > 0 else "greatest")
    return Quest(family, threshold, landscape, sign, parameter, budget)


def _located(quest: Quest, place: Place) -> tuple[Place, Value, fmpq]:
    """The place, attained where possible, the constant there, and an error bound (not a proof)."""
    ends = {name: end for name, (end, _) in place.limits.items()}
    if all(end is not None for end in ends.values()):
        point = {**place.exact, **{name: end for name, end in ends.items() if end is not None}}
        value = ground_value(quest.threshold, point, FINE) if _contains(quest, point) else None
        if value is not None and to_rational(value) * quest.sign >= to_rational(place.value) - fmpq(1, 10**9):
            return Place(point, {}, place.value), _exactly(quest, value), fmpq(1, 2**400)
    for k in (200, 100, 60, 28):
        found = [
            None if point is None else quest.threshold.at(point, 6 * k + 200)
            for point in (on_curve(place, fmpq(1, 2 ** (k - j))) for j in (0, 8))
        ]
        if found[0] is not None and found[1] is not None:
            error = 4 * abs(to_rational(found[0]) - to_rational(found[1])) + fmpq(1, 2**300)
            return place, precise(found[0]), error
    return place, precise(quest.value(place.value)), fmpq(1)


def _exactly(quest: Quest, value: Value) -> Value:
    """A threshold that is known exactly, unless it was found by halving."""
    return value if quest.threshold.ratio is not None else precise(value)


def precise(value: Value) -> arb:
    """An enclosure of many digits."""
    with ctx.workprec(FINE):
        return arb(value)


def _contains(quest: Quest, point: dict[str, Term]) -> bool:
    """Whether a point given by terms is seen to be in the domain; closed ends count."""
    for c in quest.landscape.conditions:
        r = c.substituted(point)
        gap = compiled(r.left - r.right)({}, FINE)
        if gap is None:
            return False
        near = abs(to_rational(gap)) < fmpq(1, 2**200)
        if c.op in ("<", ">") and near:
            return False
        if not near and not {"<": gap < 0, "<=": gap < 0, ">": gap > 0, ">=": gap > 0}.get(c.op, False):
            return False
    return True


def _both_sides(quest: Quest, place: Place, value: Value, error: fmpq) -> Tightening:
    guesses = closed_forms(value, error) if error < fmpq(1, 10**9) else []
    upper: tuple[Term, dict[str, object]] | None = None
    for guess in guesses:
        held = _proof(quest.family.holding(guess), quest.budget, 0.6)
        if held is not None:
            failed = _failing(quest, place, guess)
            if failed is not None:
                return _found(quest, place, guess, guess, held, failed)
            upper = guess, held
            break
    upper = upper or _rounded(quest, value)
    lower = _witnessed(quest, place)
    if upper is None or lower is None:
        side = "above" if (upper is None) == (quest.sign > 0) else "below"
        seems = f"; it seems to be {print_term(guesses[0])}" if guesses else ""
        about = f"about {written(to_rational(value), 8, up=False)}{seems}"
        return _unknown(
            quest.family.side, f"the best constant is {about}; no proof from {side}", quest.budget
        )
    return _found(quest, place, upper[0], lower[0], upper[1], lower[1])


def _proof(claim: Claim, budget: Budget, share: float) -> dict[str, object] | None:
    outcome = prove(claim, timeout=max(budget.left() * share, 0.05))
    return outcome.certificate if outcome.verdict.status == PROVED else None


def _failing(quest: Quest, place: Place, bound: Term) -> list[dict[str, object]] | None:
    """Certified pieces on which every constant beyond the bound fails."""
    if not place.limits:
        return _certified(quest, bound, fixed(whole_numbers(place.exact, quest.landscape.integers)))
    value = compiled(bound)({}, FINE)
    if value is None:
        return None
    height = to_rational(value) * quest.sign
    limited = any(c.variables() == {quest.family.find} for c in quest.family.claim.conditions)
    most = abs(height) / 2 if limited and height else fmpq(16)
    for curve in curves(quest.landscape, place, height, quest.parameter, most)[:MAX_CURVES]:
        found = _certified(quest, bound, pieces(curve, quest.parameter))
        if found is not None:
            return found
    return None


def _certified(quest: Quest, bound: Term, parts: Sequence[Piece]) -> list[dict[str, object]] | None:
    found: list[dict[str, object]] = []
    for piece in parts:
        proofs = []
        for claim in quest.family.failing(bound, quest.parameter, piece):
            proof = _proof(claim, quest.budget, 0.5)
            if proof is None:
                return None
            proofs.append(proof)
        point = {name: print_term(t) for name, t in sorted(piece.point.items())}
        until = "" if piece.high is None else str(piece.high)
        found.append({"until": until, "point": point, "proofs": proofs})
    return found


def _rounded(quest: Quest, value: Value) -> tuple[Term, dict[str, object]] | None:
    """The tightest decimal beyond the value with which the claim is proved."""
    best: tuple[Term, dict[str, object]] | None = None
    for digits in reversed(SLACK):
        bound = num(outward(to_rational(value), digits, up=quest.sign > 0))
        proof = _proof(quest.family.holding(bound), quest.budget, 0.3)
        if proof is None and best is not None:
            break
        best = best if proof is None else (bound, proof)
    return best


def _witnessed(quest: Quest, place: Place) -> tuple[Term, list[dict[str, object]]] | None:
    """A decimal near the value, and one rational point that refutes every constant beyond it."""
    for point in _witnesses(quest, place):
        found = quest.threshold.at(point)
        if found is None or not quest.landscape.inside(point):
            continue
        for digits in SLACK[:3]:
            bound = num(outward(to_rational(found), digits, up=quest.sign < 0))
            parts = _certified(quest, bound, fixed({n: num(x) for n, x in point.items()}))
            if parts is not None:
                return bound, parts
    return None


def _witnesses(quest: Quest, place: Place) -> Iterator[dict[str, fmpq]]:
    """Rational points near the place, with few digits."""
    exact: dict[str, fmpq] = {}
    for name, t in place.exact.items():
        value = rational_value(t)
        found = compiled(t)({}, 200) if value is None else value
        if found is None:
            return
        whole = to_rational(found)
        scale = 2**24
        exact[name] = whole if whole.height_bits() < 30 else fmpq((whole * scale).floor(), scale)
    for k in (24, 12, 6) if place.limits else (0,):
        simple = Place({n: num(x) for n, x in exact.items()}, place.limits, place.value)
        point = on_curve(simple, fmpq(1, 2**k))
        if point is not None:
            yield {n: fmpq(x.ceil()) if n in quest.landscape.integers else x for n, x in point.items()}


def _found(
    quest: Quest,
    place: Place,
    holds: Term,
    fails: Term,
    proof: dict[str, object],
    parts: list[dict[str, object]],
) -> Tightening:
    family = quest.family
    data: dict[str, object] = {
        "format": CONSTANT,
        **family.claim.to_json(),
        "find": family.find,
        "side": family.side,
        "holds": print_term(holds),
        "fails": print_term(fails),
        "parameter": quest.parameter,
        "proof": proof,
        "pieces": parts,
    }
    try:
        said = recheck(data)
    except KernelError as error:
        return _unknown(family.side, f"certificates were found but not accepted: {error}", quest.budget)
    high, low = (holds, fails) if quest.sign > 0 else (fails, holds)
    return Tightening(
        family.side,
        _enclosed(low, up=False),
        _enclosed(high, up=True),
        print_term(holds) if holds == fails else None,
        None if place.limits else {n: print_term(t) for n, t in sorted(place.exact.items())},
        _approached(place) if place.limits else None,
        data,
        said,
        quest.budget.spent(),
    )


def _approached(place: Place) -> dict[str, str]:
    """What every variable tends to; those that stay where they are included."""
    found = {n: print_term(t) for n, t in place.exact.items()}
    found |= {n: _tends(limit) for n, limit in place.limits.items()}
    return dict(sorted(found.items()))


def _tends(limit: tuple[Term | None, int]) -> str:
    end, sign = limit
    if end is None:
        return "oo" if sign > 0 else "-oo"
    return f"{print_term(end)}{'+' if sign > 0 else '-'}"


def _enclosed(t: Term, up: bool) -> str:
    """A decimal that is not beyond the term's value (in the other direction)."""
    value = compiled(t)({}, FINE)
    if isinstance(value, fmpq):
        return written(value, DIGITS, up)
    if value is None:
        return ""
    end = value.upper() if up else value.lower()
    return written(end.fmpq(), DIGITS, up)


def _unknown(side: str, reason: str, budget: Budget) -> Tightening:
    return Tightening(side, None, None, None, None, None, None, reason, budget.spent())
