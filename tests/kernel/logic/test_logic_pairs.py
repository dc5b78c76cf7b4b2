"""The rules about pairs of laws: in finite models, and for normal laws by integration."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from flint import acb, arb, fmpq

from dptheory.kernel.logic.rules import PAIRS, Rule, numbered_rules
from dptheory.kernel.logic.theorems import Theorem

from .model_values import Table
from .models import schemas
from .rule_models import CONTINUOUS, check_needed, check_premises, holds
from .test_logic_moments import MomentModel, _ratios

NAMES = {entry[0] for entry in PAIRS}
REALS = {"erfc-reflection"}
FINITE = {rule.name: rule for rule in numbered_rules() if rule.name in NAMES - CONTINUOUS - REALS}
CASES = [(rule, sort, schema) for rule in FINITE.values() for sort, schema in schemas(rule)]


def _inverse(m: MomentModel) -> None:
    """q is mostly one over r, which is mostly the ratio of two laws on the same points."""
    _ratios(m)
    r = m.env["r"]
    off = m.rng.random() < 0.3
    m.env["q"] = Table(m.number) if off else lambda x: 1 / Fraction(r(x)) if r(x) else Fraction(1)  # type: ignore[operator]


def _outside(m: MomentModel) -> None:
    """f is mostly at most 1, and mostly at most 0 where phi holds."""
    phi, rest = m.env["phi"], Table(lambda: Fraction(m.rng.randint(-2, 2 + (m.rng.random() < 0.05)), 2))
    slack = Fraction(m.rng.random() < 0.1)
    m.env["f"] = lambda x: min(rest(x), slack) if phi(x) else rest(x)  # type: ignore[operator]


SHAPES: dict[str, Callable[[MomentModel], None]] = {
    "ratio-best": _ratios, "ratio-inverse": _inverse, "expect-outside": _outside,
}  # fmt: skip


def _fresh(rule: Rule, schema: Theorem, rng: random.Random) -> MomentModel:
    model = MomentModel(rng, n=1)
    model.env = {name: model.draw(sort) for name, sort in schema.variables.items()}
    SHAPES[rule.name](model)
    return model


def test_every_rule_has_models() -> None:
    assert set(SHAPES) == set(FINITE)
    assert NAMES - set(FINITE) - REALS <= CONTINUOUS


@pytest.mark.parametrize(("rule", "sort", "schema"), CASES, ids=[f"{r.name}-{s}" for r, s, _ in CASES])
def test_premises_give_the_conclusion(rule: Rule, sort: str, schema: Theorem) -> None:
    check_premises(partial(_fresh, rule), f"{rule.name} {sort}", schema, 60)


PREMISES = [(rule, place) for rule in FINITE.values() for place in range(len(rule.premises))]


@pytest.mark.parametrize(("rule", "place"), PREMISES, ids=[f"{r.name}-{p + 1}" for r, p in PREMISES])
def test_premise_is_needed(rule: Rule, place: int) -> None:
    check_needed(partial(_fresh, rule), f"{rule.name} without {place}", schemas(rule)[0][1], place)


FALSE = (
    replace(
        FINITE["ratio-best"], conclusion=FINITE["ratio-best"].conclusion.replace("r(x) > k", "r(x) > 2*k")
    ),
    replace(FINITE["ratio-inverse"], conclusion="ratio(nu, mu, r)"),
    replace(FINITE["expect-outside"], conclusion="E[x ~ mu](f(x)) <= 1/2 - P[x ~ mu](phi(x))/2"),
)


@pytest.mark.parametrize("rule", FALSE, ids=lambda rule: rule.name)
def test_a_false_variant_is_found(rule: Rule) -> None:
    rng, schema = random.Random(rule.name), schemas(rule)[0][1]
    assert any(holds(_fresh(rule, schema, rng), schema) is False for _ in range(3000))


# -- normal laws on the line, by integration -----------------------------------------------------------


def _integral(fn: object, low: object, high: object) -> arb:
    return acb.integral(lambda x, _: fn(x), acb(low), acb(high)).real  # type: ignore[no-any-return, operator]


def _near(one: arb, other: arb) -> bool:
    return bool(abs(one - other) < arb("1e-9"))


def _density(c: fmpq, s: fmpq) -> Callable[[acb], acb]:
    return lambda x: (-((x - c) ** 2) / (2 * s**2)).exp() / (arb(s) * (2 * arb.pi()).sqrt())


@pytest.mark.parametrize("x", (fmpq(-3), fmpq(0), fmpq(1, 7), fmpq(5, 2)), ids=str)
def test_reflection(x: fmpq) -> None:
    tail = _integral(lambda u: 2 * (-(u**2)).exp() / arb.pi().sqrt(), arb(-x), 60)
    assert _near(tail, 2 - arb(x).erfc()) and _near(tail, arb(-x).erfc())


@pytest.mark.parametrize("a", (fmpq(0), fmpq(1, 2), fmpq(3)), ids=str)
@pytest.mark.parametrize("v", (fmpq(1), fmpq(-3, 2)), ids=str)
def test_tilting_a_normal_number_by_a_square(a: fmpq, v: fmpq) -> None:
    """The mass of exp(-a (b - v x)^2) under the law, and the chance of v x <= t under the tilted law; a = 0 is
    the law itself. Without v != 0 the right side divides by 0; gaussian(c, s) with s <= 0 may be any law."""
    c, s, b, t = fmpq(1, 2), fmpq(4, 3), fmpq(2), fmpq(3, 4)
    weight = lambda x: (-arb(a) * (b - v * x) ** 2).exp() * _density(c, s)(x)  # noqa: E731
    mass = _integral(weight, -60, 60)
    more = 1 + 2 * a * s**2 * v**2
    assert _near(mass, (-arb(a * (b - v * c) ** 2 / more)).exp() / arb(more).sqrt())
    edge = arb(t / v)
    part = _integral(weight, -60, edge) if v > 0 else _integral(weight, edge, 60)
    mean = (v * c + 2 * a * s**2 * v**2 * b) / more
    spread = arb(s) * abs(arb(v)) * arb(2).sqrt() / arb(more).sqrt()
    assert _near(part / mass, (arb(mean - t) / spread).erfc() / 2)
    assert a == 0 or not _near(part / mass, (arb(v * c - t) / spread).erfc() / 2)
