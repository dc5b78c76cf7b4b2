"""Whether one function is bounded by a constant times another on a domain, as a variable grows.

F = O(G) as n -> oo: there is one number C with abs(F) <= C*abs(G) on the whole domain (or, where that
cannot be, from some n on). C is free of every variable. It is not so if for every t there is a point of
the domain with n >= t at which abs(F) > t*abs(G).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim, Relation, claim_of
from dptheory.kernel.real.families import GROWTH, Piece, recheck
from dptheory.kernel.real.families import Growth as Family
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.terms import Term, apply, free_variables, num, substitute, var
from dptheory.kernel.verdicts import PROVED

from .budget import Budget
from .curves import beside
from .decimals import outward
from .extremes import Landscape, Place, on_curve
from .numeric import compiled, sign, to_rational
from .outcome import prove
from .points import Sampler

STARTS = (None, fmpq(1), fmpq(2), fmpq(10), fmpq(100))
BOUNDED = fmpq(10) ** 9
MAX_CURVES = 400
TRIED = 4
SCALES = tuple(fmpq(s) for s in (1, 2, 4, 16, 64))
POWERS = (1, 2, 3, 4)
CHECKED = tuple(fmpq(2) ** k for k in (0, 1, 2, 3, 5, 8, 12, 20))
EXPONENTIAL = 8
"""Curves faster than this are not followed to the end: the parameter's last values are left out."""


@dataclass(frozen=True)
class Growth:
    """Whether F = O(G): "bounded" by `constant` (for n >= `start` if that is not None), "unbounded" along
    the curve `point` in a parameter that may be any number >= 1, or "unknown"."""

    answer: str
    constant: str | None
    start: str | None
    point: dict[str, str] | None
    certificate: dict[str, object] | None
    reason: str
    seconds: float


def growth(left: Term, right: Term, growing: str, domain: Claim, *, timeout: float = 10.0) -> Growth:
    """Decide F = O(G) for F = `left`, G = `right` on the conditions of `domain`.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> from dptheory.kernel.real.grammar import parse_term
    >>> f, g = parse_term("3*n + log(n)"), parse_term("n")
    >>> growth(f, g, "n", parse_claim("0 <= 0", "n >= 1")).constant
    '4'
    """
    budget = Budget(timeout)
    family = Family(left, right, growing, domain.conditions, domain.integers)
    names = sorted(free_variables(left, right) | {growing} | {v.name for v in domain.variables})
    points = Sampler(names, domain.integers, domain.conditions).points(30, budget.part(0.2))
    if not points:
        return _unknown("no point known: the conditions may exclude each other", budget)
    seen = {sign(compiled(right)(p)) for p in points} - {0, None}
    if len(seen) > 1:
        family = replace(family, right=apply("abs", right))
    quest = _Quest(family, names, -1 if seen == {-1} else 1, budget)
    return _bounded(quest) or _unbounded(quest) or _unknown("neither a constant nor a curve found", budget)


@dataclass(frozen=True)
class _Quest:
    family: Family
    names: list[str]
    sign: int
    budget: Budget

    def landscape(self, *more: Relation) -> Landscape:
        """abs(F)/abs(G) on the domain and further conditions."""
        ratio = compiled(apply("abs", self.family.left / self.family.right))
        conditions = [*self.family.conditions, *more]
        return Landscape(self.names, self.family.integers, conditions, lambda p: ratio(p, 200))

    @property
    def n(self) -> Term:
        return var(self.family.growing)


def _bounded(quest: _Quest) -> Growth | None:
    for start in STARTS:
        beyond = [] if start is None else [Relation(">=", quest.n, num(start))]
        landscape = quest.landscape(*beyond)
        best = landscape.climb(quest.budget.part(0.15))
        if best is None or best[1] > BOUNDED or _grows(landscape, best):
            continue
        for c in _constants(best[1]):
            proofs = _proofs(quest, quest.family.bounded(num(c), start, quest.sign), 0.25)
            if proofs is not None:
                first = "" if start is None else str(start)
                return _answer(quest, {"constant": str(c), "from": first}, proofs)
    return None


def _grows(landscape: Landscape, best: tuple[dict[str, fmpq], fmpq]) -> bool:
    """Whether the function goes on growing, however slowly, towards the place it was followed to."""
    place = landscape.settle(*best)
    if not place.limits:
        return False
    found = []
    for k in (40, 80, 160):
        point = on_curve(place, fmpq(1, 2**k))
        value = None if point is None else landscape.value(point)
        if value is None:
            return False
        found.append(value)
    return found[2] - found[1] > (found[1] - found[0]) / 2 > found[1] / 10**6


def _constants(value: fmpq) -> Iterator[fmpq]:
    """Round numbers that are not below a value."""
    whole = max(fmpq(value.ceil()), fmpq(1))
    seen: list[fmpq] = []
    for c in (whole, outward(value, 2, up=True), 2 * whole, 10 * whole):
        if c >= value and c not in seen:
            seen.append(c)
            yield c


def _unbounded(quest: _Quest) -> Growth | None:
    parameter = next(p for p in ("t", *(f"t{i}" for i in range(100))) if p not in quest.names)
    landscape = quest.landscape()
    tried = 0
    for place in _places(quest):
        for point in _curves(quest, place, parameter):
            if not _serves(quest, landscape, point, parameter):
                continue
            tried += 1
            f_sign = _sign_on(quest.family.left, point, parameter)
            claims = quest.family.unbounded(parameter, Piece(fmpq(1), None, point), f_sign)
            proofs = _proofs(quest, claims, 0.3)
            if proofs is not None:
                shown = {name: print_term(t) for name, t in sorted(point.items())}
                fields = {"sign": "+" if f_sign > 0 else "-", "parameter": parameter, "until": ""}
                return _answer(quest, {**fields, "point": shown}, proofs)
            if tried >= TRIED or quest.budget.left() < 0:
                return None
    return None


def _places(quest: _Quest) -> Iterator[Place]:
    """Where the ratio is large for large n: as the climb has it, and with n growing in any case."""
    for start in (fmpq(10**7), fmpq(50)):
        landscape = quest.landscape(Relation(">=", quest.n, num(start)))
        best = landscape.climb(quest.budget.part(0.2))
        if best is None:
            continue
        place = landscape.settle(*best)
        name = quest.family.growing
        exact = {k: t for k, t in place.exact.items() if k != name}
        yield Place(exact, {**place.limits, name: (None, 1)}, place.value)


def _curves(quest: _Quest, place: Place, parameter: str) -> Iterator[dict[str, Term]]:
    """Every limit approached by a multiple of a power of the parameter, or exponentially."""
    names = sorted(place.limits, key=lambda name: (place.limits[name][0] is not None, name))
    t = var(parameter)
    speeds = [_scaled(s, t, p) for p in POWERS for s in SCALES]
    speeds += [apply("exp", _scaled(s, t, 1)) for s in SCALES[:3]]
    for tried, chosen in enumerate(sorted(product(range(len(speeds)), repeat=len(names)), key=sum)):
        if tried > MAX_CURVES:
            return
        point = dict(place.exact)
        for name, i in zip(names, chosen, strict=True):
            end, side = place.limits[name]
            speed = speeds[i]
            if end is None:
                point[name] = speed if side > 0 else -speed
            else:
                at = substitute(end, point)
                if not free_variables(at) <= {parameter}:
                    break
                point[name] = beside(at, 1 / speed, side)
        else:
            yield point


def _scaled(s: fmpq, t: Term, power: int) -> Term:
    step = t if power == 1 else t ** num(power)
    return step if s == 1 else num(s) * step


def _serves(quest: _Quest, landscape: Landscape, point: dict[str, Term], parameter: str) -> bool:
    """Whether a curve is seen to be in the domain and to outgrow every constant."""
    programs = {name: compiled(t) for name, t in point.items()}
    passed = 0
    for t in CHECKED:
        values = {name: p({parameter: t}, 200) for name, p in programs.items()}
        if any(v is None for v in values.values()):
            break
        here = {name: to_rational(v) for name, v in values.items() if v is not None}
        if any(x.height_bits() > 4000 for x in here.values()):
            break
        for name in quest.family.integers & here.keys():
            here[name] = fmpq(here[name].ceil())
        ratio = landscape.value(here)
        if ratio is None or ratio <= t or here[quest.family.growing] < t:
            return False
        passed += 1
    return passed >= len(CHECKED) - EXPONENTIAL + 4


def _sign_on(f: Term, point: dict[str, Term], parameter: str) -> int:
    return sign(compiled(substitute(f, point))({parameter: fmpq(4)})) or 1


def _proofs(quest: _Quest, claims: list[Claim], share: float) -> list[dict[str, object]] | None:
    found: list[dict[str, object]] = []
    for claim in claims:
        outcome = prove(claim, timeout=max(quest.budget.left() * share, 0.05))
        if outcome.verdict.status != PROVED or outcome.certificate is None:
            return None
        found.append(outcome.certificate)
    return found


def _answer(quest: _Quest, fields: dict[str, object], proofs: list[dict[str, object]]) -> Growth:
    family = quest.family
    domain = claim_of(family.conditions, Relation("<=", num(0), num(0)), family.integers)
    answer = "bounded" if "constant" in fields else "unbounded"
    data: dict[str, object] = {
        "format": GROWTH,
        "left": print_term(family.left),
        "right": print_term(family.right),
        "growing": family.growing,
        "where": domain.where,
        "answer": answer,
        **({"sign": "+" if quest.sign > 0 else "-"} if answer == "bounded" else {}),
        **fields,
        "proofs": proofs,
    }
    try:
        said = recheck(data)
    except KernelError as error:
        return _unknown(f"certificates were found but not accepted: {error}", quest.budget)
    point = fields.get("point")
    return Growth(
        answer,
        str(fields["constant"]) if answer == "bounded" else None,
        (str(fields["from"]) or None) if answer == "bounded" else None,
        {str(k): str(v) for k, v in point.items()} if isinstance(point, dict) else None,
        data,
        said,
        quest.budget.spent(),
    )


def _unknown(reason: str, budget: Budget) -> Growth:
    return Growth("unknown", None, None, None, None, reason, budget.spent())
