"""The search for rational points at which a claim fails; the kernel decides whether they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from flint import arb, fmpq

from dptheory.kernel import KernelError, Verdict, check_witness
from dptheory.kernel.real import Claim

from ..budget import Budget
from .numeric import Program, certain_zero, compiled, sign, to_float
from .points import Condition, Sampler, conditions_of
from .pointwise import Value

Point = dict[str, fmpq]
STEPS = (fmpq(1, 2), fmpq(1, 4), fmpq(1, 16), fmpq(1, 64), fmpq(1, 512), fmpq(1, 4096))
MOST_ZEROS = 4


@dataclass(frozen=True)
class Refutation:
    """A point at which the kernel has seen the claim fail."""

    point: Point
    verdict: Verdict


@dataclass(frozen=True)
class Probe:
    """Both sides of a claim, compiled: the greater one first."""

    op: str
    greater: Program
    smaller: Program

    def gap(self, point: Point) -> Value | None:
        """Greater minus smaller side, None where one is undefined."""
        a, b = self.greater(point), self.smaller(point)
        return None if a is None or b is None else a - b

    def margin(self, point: Point) -> float | None:
        """The gap relative to the size of the sides; below 0 where the claim fails."""
        a, b = self.greater(point), self.smaller(point)
        if a is None or b is None:
            return None
        size = abs(arb(a)) + abs(arb(b))
        return 0.0 if size == 0 else to_float(arb(a - b)) / max(to_float(size), 1e-300)

    def suspicious(self, point: Point) -> bool:
        """Whether the claim may fail here."""
        gap = self.gap(point)
        if gap is None:
            return True
        if self.op == "=":
            return sign(gap) != 0
        if self.op == "!=":
            return sign(gap) == 0 and certain_zero(gap)
        if self.op == ">":
            return not gap > 0 and (gap < 0 or certain_zero(gap))
        return gap < 0


def probe_of(claim: Claim) -> Probe:
    """The claim's two sides as a probe."""
    op, greater, smaller = claim.relation.oriented
    return Probe(op, compiled(greater, claim.integers), compiled(smaller, claim.integers))


def sampler_of(claim: Claim, seed: int = 1) -> Sampler:
    """A sampler of the claim's domain."""
    return Sampler([v.name for v in claim.variables], claim.integers, claim.conditions, seed)


def opposite(claim: Claim, seed: int = 1) -> Sampler:
    """A sampler of the points of the domain at which the claim fails: what is linear in a variable that is
    chosen last is aimed at, however narrow it is."""
    names = [v.name for v in claim.variables]
    return Sampler(names, claim.integers, [*claim.conditions, claim.relation.negated()], seed)


def confirmed(claim: Claim, point: Point) -> Refutation | None:
    """The refutation at a point, if the kernel sees it."""
    try:
        return Refutation(point, check_witness(claim, point))
    except KernelError:
        return None


def search(claim: Claim, points: list[Point], budget: Budget) -> Refutation | None:
    """A refutation at one of the points, or downhill from the most promising of them."""
    probe = probe_of(claim)
    tried = 0
    for point in points:
        if probe.suspicious(point) or not claim.variables:
            tried += 1
            found = confirmed(claim, point) if tried <= 20 else None
            found = found or (_at_zeros(claim, probe, point) if tried == 1 else None)
            if found is not None:
                return found
    if probe.op in ("=", "!=") or any(c.op == "=" for c in claim.conditions):
        return None
    for point in _downhill(claim, probe, points, budget):
        found = confirmed(claim, point)
        if found is not None:
            return found
    return None


def _at_zeros(claim: Claim, probe: Probe, point: Point) -> Refutation | None:
    """A refutation where some coordinates are 0 instead: there equal sides are seen to be equal sooner."""
    for size in range(1, min(len(point), MOST_ZEROS) + 1):
        for names in combinations(sorted(point), size):
            other = {n: fmpq(0) if n in names else x for n, x in point.items()}
            found = confirmed(claim, other) if probe.suspicious(other) else None
            if found is not None:
                return found
    return None


def _downhill(claim: Claim, probe: Probe, points: list[Point], budget: Budget) -> Iterator[Point]:
    """Points of negative margin reached by changing one variable at a time, from the best starts."""
    tests = conditions_of(claim.conditions, claim.integers)
    ranked = [(m, i) for i, p in enumerate(points) if (m := probe.margin(p)) is not None and m != 0]
    starts = [points[i] for _, i in sorted(ranked)[:6]]
    for start in starts:
        if budget.left() < 0:
            return
        found = _descend(start, claim, probe, tests, budget)
        if found is not None:
            yield found


def _descend(
    start: Point, claim: Claim, probe: Probe, tests: list[Condition], budget: Budget
) -> Point | None:
    point, best = start, probe.margin(start)
    if best is None:
        return None
    for size in STEPS:
        improved = True
        while improved and budget.left() > 0:
            improved = False
            for name in point:
                for other in _moves(point, name, size, name in claim.integers):
                    if not all(t.holds(other) for t in tests if name in t.names):
                        continue
                    margin = probe.margin(other)
                    if margin is None or probe.suspicious(other):
                        return other
                    if margin < best * (1 - 1e-4):
                        point, best, improved = other, margin, True
    return None


def _moves(point: Point, name: str, size: fmpq, integer: bool) -> Iterator[Point]:
    x = point[name]
    step = fmpq(1) if integer else size
    for value in (x * (1 + size), x / (1 + size), x + step, x - step):
        rounded = fmpq(value.p // value.q) if integer else shortened(value)
        if rounded != x:
            yield {**point, name: rounded}


def shortened(x: fmpq, bits: int = 24) -> fmpq:
    """A nearby rational with few digits."""
    if x.height_bits() <= bits:
        return x
    whole = int(x.p) // int(x.q)
    shift = max(bits - whole.bit_length(), 4)
    if whole == 0:
        shift = bits + int(x.q).bit_length() - int(x.p).bit_length()
    scale = 2**shift
    return fmpq((2 * int(x.p) * scale + int(x.q)) // (2 * int(x.q)), scale)
