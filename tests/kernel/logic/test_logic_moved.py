"""The rules about maps along lines: on the line by exact step densities, in the plane by determinants."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from dptheory.kernel.logic.rules import Rule, numbered_rules
from dptheory.kernel.logic.rules_moments import MOVED

from .model_values import Table
from .models import Model, schemas
from .rule_models import CONTINUOUS, holds
from .test_logic_moments import MomentModel

NAMES = {entry[0] for entry in MOVED}
FINITE = {rule.name: rule for rule in numbered_rules() if rule.name in NAMES - CONTINUOUS}
KNOTS = tuple(Fraction(j) for j in range(-3, 4))


def _term(m: Model) -> None:
    sign = m.rng.choice((1, 1, 1, -1))
    m.env["f"] = Table(lambda: abs(m.number()) if sign > 0 else m.number())
    m.env["m"] = Fraction(m.rng.randint(0, 3))
    m.env["i"] = Fraction(m.rng.randint(0, 4))


SHAPES: dict[str, Callable[[Model], None]] = {"sum-term": _term}


def _fresh(rule: Rule, schema: object, rng: random.Random) -> MomentModel:
    model = MomentModel(rng, n=rng.choice((1, 2)))
    model.env = {name: model.draw(sort) for name, sort in schema.variables.items()}  # type: ignore[attr-defined]
    SHAPES[rule.name](model)
    return model


def test_every_rule_is_here() -> None:
    assert set(FINITE) == set(SHAPES) and {"shears"} == NAMES - set(FINITE)


@pytest.mark.parametrize("rule", FINITE.values(), ids=lambda rule: rule.name)
def test_premises_give_the_conclusion(rule: Rule) -> None:
    rng, met, schema = random.Random(rule.name), 0, schemas(rule)[0][1]
    for _ in range(2000):
        true = holds(_fresh(rule, schema, rng), schema)
        assert true is not False
        met += true is True
    assert met > 60


@pytest.mark.parametrize("case", [(r, p) for r in FINITE.values() for p in range(len(r.premises))], ids=str)
def test_a_premise_is_needed(case: tuple[Rule, int]) -> None:
    rule, place = case
    rng, schema = random.Random(place), schemas(rule)[0][1]
    assert any(holds(_fresh(rule, schema, rng), schema, place) is False for _ in range(6000))


def test_a_false_variant_is_found() -> None:
    rule = replace(FINITE["sum-term"], conclusion="2*f(i) <= sum[j, 1, m](f(j))")
    rng, schema = random.Random(0), schemas(rule)[0][1]
    assert any(holds(_fresh(rule, schema, rng), schema) is False for _ in range(3000))


# -- shears on the line: increasing piecewise linear maps of [-3, 3], step densities -----------------


def _map(rng: random.Random) -> list[Fraction]:
    """The values at the knots of an increasing piecewise linear map of [-3, 3] onto itself."""
    parts = [Fraction(rng.choice((1, 1, 1, 2))) for _ in KNOTS[1:]]
    values = [KNOTS[0]]
    for part in parts:
        values.append(values[-1] + 6 * part / sum(parts))
    return values


def _at(old: list[Fraction], new: list[Fraction], t: Fraction) -> Fraction:
    """The value at t of the piecewise linear map that takes the old knots into the new ones."""
    j = max(k for k in range(len(old) - 1) if old[k] <= t)
    return new[j] + (t - old[j]) * (new[j + 1] - new[j]) / (old[j + 1] - old[j])


def _mass(heights: list[Fraction], low: Fraction, high: Fraction) -> Fraction:
    """The integral from low to high of a density that is constant between the knots."""
    cells = zip(heights, KNOTS, KNOTS[1:], strict=False)
    return sum((h * max(Fraction(0), min(b, high) - max(a, low)) for h, a, b in cells), Fraction(0))


def _ratio(
    heights: list[Fraction], back: Callable[[Fraction], Fraction], there: Callable[[Fraction], Fraction]
) -> Fraction:
    """The greatest f(b)/f(r(b)), r = there, back its inverse: cells between the knots and what goes to knots."""
    cuts = sorted({*KNOTS, *(back(t) for t in KNOTS)})
    middles = [(a + b) / 2 for a, b in zip(cuts, cuts[1:], strict=False)]

    def height(t: Fraction) -> Fraction:
        return heights[max(k for k in range(len(heights)) if KNOTS[k] <= t)]

    return max(height(t) / height(there(t)) for t in middles)


def _slopes(values: list[Fraction]) -> list[Fraction]:
    return [b - a for a, b in zip(values, values[1:], strict=False)]


def test_shears_on_the_line() -> None:
    """p(b) = b + h(b) and q(b) = b + k(b): K is the inverse of the least slope of p, L the greatest slope of q; with 9/10
    of it the bound fails somewhere."""
    rng, knots, near = random.Random(3), list(KNOTS), 0
    for _ in range(1500):
        p, q = _map(rng), _map(rng)
        heights = [Fraction(rng.choice((1, 1, 1, 2))) for _ in KNOTS[1:]]
        low, high = sorted(rng.sample([Fraction(j, 4) for j in range(-12, 13)], 2))

        def back(t: Fraction, p: list[Fraction] = p, q: list[Fraction] = q) -> Fraction:
            return _at(p, knots, _at(knots, q, t))

        def there(t: Fraction, p: list[Fraction] = p, q: list[Fraction] = q) -> Fraction:
            return _at(q, knots, _at(knots, p, t))

        K, L, c = 1 / min(_slopes(p)), max(_slopes(q)), _ratio(heights, back, there)
        left, right = _mass(heights, back(low), back(high)), _mass(heights, low, high)
        assert left <= c * K * L * right
        near += left > Fraction(9, 10) * c * K * L * right > 0
    assert near > 0


def test_each_factor_of_shears_is_needed() -> None:
    """An even density, and one map: p of slope 1/2 doubles lengths on the way back, q of slope 2 on the way there;
    a density of two heights is as far from itself as their ratio."""
    knots = list(KNOTS)
    bent = [Fraction(-3), *(Fraction(j, 2) for j in range(-2, 3)), Fraction(3)]
    steep = [Fraction(-3), Fraction(-2), Fraction(-2), Fraction(0), Fraction(2), Fraction(2), Fraction(3)]
    even = [Fraction(1)] * 6
    assert _mass(even, _at(bent, knots, Fraction(-1)), _at(bent, knots, Fraction(1))) == 2 * _mass(
        even, Fraction(-1), Fraction(1)
    )
    there = (_at(knots, steep, Fraction(-1, 2)), _at(knots, steep, Fraction(1, 2)))
    assert _mass(even, *there) == 2 * _mass(even, Fraction(-1, 2), Fraction(1, 2))
    two = [Fraction(1)] * 3 + [Fraction(2)] * 3
    assert _mass(two, Fraction(0), Fraction(1)) == 2 * _mass(two, Fraction(-1), Fraction(0))


def test_shears_in_the_plane() -> None:
    """p = 1 + x h', q = 1 + y k' with linear h, k: their determinants are 1 + h(x) and 1 + k(y), and K, L on the lines
    are 1/|1 + h(x)| and |1 + k(y)|, whatever h and k do across these lines."""
    rng = random.Random(4)
    for _ in range(300):
        x, y, h, k = ([Fraction(rng.randint(-3, 3), 2) for _ in range(2)] for _ in range(4))
        along, other = (1 + sum(a * b for a, b in zip(u, v, strict=True)) for u, v in ((h, x), (k, y)))
        if along == 0:
            continue
        dets = [
            (1 + u[0] * v[0]) * (1 + u[1] * v[1]) - u[0] * v[1] * u[1] * v[0] for u, v in ((x, h), (y, k))
        ]
        assert dets == [along, other]
        assert abs(dets[1] / dets[0]) == 1 / abs(along) * abs(other)  # |{r in A}|/|A| is K L
