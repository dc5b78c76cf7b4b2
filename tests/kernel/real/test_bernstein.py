"""Coefficients in Bernstein's basis: against the polynomial's values, and what they may not show."""

from __future__ import annotations

import random
from itertools import product
from math import comb, prod

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import analysis, bernstein
from dptheory.kernel.real.bernstein import affirmed, coefficients
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import Relation, parse_claim
from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.terms import Term, num, var
from dptheory.prover.certificates import certificate

BOX = {"x": (fmpq(-1), fmpq(2)), "y": (fmpq(1, 2), fmpq(3))}


def random_term(rng: random.Random) -> tuple[Term, dict[tuple[int, int], int]]:
    parts = {(rng.randrange(4), rng.randrange(3)): rng.randrange(-5, 6) for _ in range(4)}
    total: Term = num(0)
    for (i, j), c in parts.items():
        total = total + num(c) * var("x") ** num(i) * var("y") ** num(j)
    return total, parts


def value(parts: dict[tuple[int, int], int], x: fmpq, y: fmpq) -> fmpq:
    return sum((c * x**i * y**j for (i, j), c in parts.items()), fmpq(0))


@pytest.mark.parametrize("seed", range(25))
def test_the_coefficients_give_the_polynomial_back(seed: int) -> None:
    t, parts = random_term(random.Random(seed))
    field = Field([t])
    p = field[t].num
    table = coefficients(p, [g.value for g in field.generators], BOX)
    degrees = [max(0, int(k)) for k in p.degrees()]
    for u, v in product((fmpq(0), fmpq(1, 3), fmpq(1)), repeat=2):
        at = {"x": u, "y": v}
        shares = [at[str(g.value)] for g in field.generators]
        total = fmpq(0)
        for c, place in zip(table, product(*(range(n + 1) for n in degrees)), strict=True):
            powers = zip(place, degrees, shares, strict=False)
            total += c * prod((comb(n, k) * s**k * (1 - s) ** (n - k) for k, n, s in powers), start=fmpq(1))
        assert total == value(parts, -1 + 3 * u, fmpq(1, 2) + fmpq(5, 2) * v)


def test_what_is_affirmed_is_so_on_a_grid() -> None:
    grid = [fmpq(k, 8) for k in range(9)]
    shown = 0
    for seed in range(300):
        t, parts = random_term(random.Random(seed))
        for op, c in product((">", ">="), (0, 3)):
            if affirmed(Relation(op, t + num(60 + c), num(0)), BOX):
                shown += 1
                values = [
                    value(parts, -1 + 3 * u, fmpq(1, 2) + fmpq(5, 2) * v) + 60 + c for u in grid for v in grid
                ]
                assert all(x > 0 or (x == 0 and op == ">=") for x in values)
    assert shown > 100


def prove(claim: str, where: str, tree: list[object], boxes: dict[str, list[str]]) -> str:
    c = parse_claim(claim, where)
    point = {name: fmpq(int(ends[0])) for name, ends in boxes.items()}
    return check(c, certificate(c, point, {"rule": "box", "boxes": boxes, "tree": tree})).status


UNIT = {"x": ["0", "1"], "y": ["0", "1"]}
INSIDE = "0 <= x, x <= 1, 0 <= y, y <= 1"


def test_a_leaf_may_touch_0_at_a_corner() -> None:
    assert prove("x + y >= x*y", INSIDE, ["bernstein"], UNIT) == "proved"
    with pytest.raises(KernelError, match="coefficients decide nothing"):
        prove("x + y > x*y", INSIDE, ["bernstein"], UNIT)
    with pytest.raises(KernelError, match="coefficients decide nothing"):
        prove("x + y >= 1.01*x*y + 0.0001", INSIDE, ["bernstein"], UNIT)


def test_what_is_not_boxed_is_refused() -> None:
    for claim in ("x + exp(y) >= 0", "x**300*y**300 + 1 >= 0"):
        with pytest.raises(KernelError, match="decide nothing"):
            prove(claim, INSIDE, ["bernstein"], UNIT)


def test_coefficients_of_powers_alone_would_show_what_is_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """1 - 2*x + x**2/2 is negative at 1; its coefficients in Bernstein's basis say so, others need not."""
    claim, boxes = "(1 - x)**2 + y >= x/4", {"x": ["0", "1"], "y": ["0", "1"]}
    with pytest.raises(KernelError, match="decide nothing"):
        prove(claim, INSIDE, ["bernstein"], boxes)
    monkeypatch.setattr(bernstein, "coefficients", lambda *_: [fmpq(1)])
    assert prove(claim, INSIDE, ["bernstein"], boxes) == "proved"  # the broken variant
    assert analysis.affirmed is affirmed
