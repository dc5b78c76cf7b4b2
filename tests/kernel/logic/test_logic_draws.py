"""The rules about induction, the next draw of a chain and means in two stages, by exact enumeration."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from dptheory.kernel.logic.rules import Rule, numbered_rules
from dptheory.kernel.logic.rules_moments import DRAWN
from dptheory.kernel.logic.theorems import Theorem

from .infinite_models import Geometric, HalvingLaw
from .model_values import Law, Table
from .models import Model, schemas
from .rule_models import CONTINUOUS, check_needed, check_premises, holds
from .test_logic_moments import MomentModel, _random_law

RULES = {rule.name: rule for rule in numbered_rules() if rule.name in {entry[0] for entry in DRAWN} - CONTINUOUS}
CASES = [(rule, sort, schema) for rule in RULES.values() for sort, schema in schemas(rule)]


def _steps(m: Model) -> None:
    """A property that holds from some number on, or of some numbers only."""
    first = m.rng.randint(-1, 3)
    some = Table(lambda: m.rng.random() < 0.7)
    m.env["phi"] = m.rng.choice((lambda j: j >= first, lambda j: j >= first, some))
    m.env["m"] = m.rng.randint(-2, 4)


def _next(m: Model) -> None:
    """F looks at the draws before the next one, mostly; one draw before it or none; two points."""
    m.points = ((Fraction(0),), (Fraction(1),))
    T = m.rng.choice((-1, 0, 1, 1))
    of = Table(lambda: _random_law(m, list(m.points)))
    value, causal = Table(lambda: Fraction(m.rng.randint(-4, 4))), m.rng.random() < 0.8

    def F(x: Callable[[int], object]) -> Callable[[object], object]:
        seen = tuple(x(t) for t in range(1, (T if causal else 3) + 1))
        return lambda v: value((seen, v))

    m.env |= {"T": T, "K": lambda t: lambda x: of((int(t), x)), "F": F, "b": m.rng.choice((9, 4, 1))}


def _bound(m: Model) -> None:
    m.env["b"] = Fraction(m.rng.choice((0, 2, 5)))


SHAPES: dict[str, Callable[[Model], None]] = {
    "induction": _steps, "chain-next": _next, "image-expect": lambda m: None, "mixture-mean": _bound,
}  # fmt: skip


def _fresh(rule: Rule, schema: Theorem, rng: random.Random) -> MomentModel:
    model = MomentModel(rng, n=rng.choice((1, 2)))
    model.env = {name: model.draw(sort) for name, sort in schema.variables.items()}
    SHAPES[rule.name](model)
    return model


def test_every_rule_has_models() -> None:
    assert set(SHAPES) == set(RULES) == {entry[0] for entry in DRAWN} - {"noise-moments"}


@pytest.mark.parametrize(("rule", "sort", "schema"), CASES, ids=[f"{r.name}-{s}" for r, s, _ in CASES])
def test_premises_give_the_conclusion(rule: Rule, sort: str, schema: Theorem) -> None:
    check_premises(partial(_fresh, rule), f"{rule.name} {sort}", schema, 100)


UNREACHED = {
    ("chain-next", 2): "in finite models every function is bounded: see test_the_next_draw_...",
    ("image-expect", 0): "in finite models every function is integrable: see test_integrability_is_needed",
    ("mixture-mean", 0): "likewise",
    ("mixture-mean", 1): "likewise: see test_the_next_draw_...",
}
SEARCHED = [
    (rule, place)
    for rule in RULES.values()
    for place in range(len(rule.premises))
    if (rule.name, place) not in UNREACHED
]


@pytest.mark.parametrize(("rule", "place"), SEARCHED, ids=[f"{r.name}-{p + 1}" for r, p in SEARCHED])
def test_premise_is_needed(rule: Rule, place: int) -> None:
    check_needed(partial(_fresh, rule), f"{rule.name} without {place}", schemas(rule)[0][1], place)


def test_integrability_is_needed() -> None:
    """mu the law 2**-k, h the identity, f = 2**k: f is not integrable under mu, which is its own image; and
    so under a mixture of mu alone, whose mean of abs(f) is 0 by convention."""
    wild, law = Geometric({Fraction(2): Fraction(1)}), HalvingLaw()
    assert not law.integrable(wild) and law.expect(wild) == 0 <= 0
    assert law.integrable(Geometric({Fraction(1): Fraction(1)}))


def test_the_next_draw_needs_a_bounded_function() -> None:
    """k with chance 2**-k, then 1 or -1 with equal chances, F = 1 + v 2**k: the mean given k is 1 for each k, so
    the iterated mean is 1; but abs(F) has the mean 2**k given k, which has no mean over k: under the chain of
    two, and under the mixture, F is not integrable and its expectation is 0 by convention."""
    signs = Law([(1, Fraction(1, 2)), (-1, Fraction(1, 2))])
    for k in range(1, 20):
        assert signs.expect(lambda v: 1 + v * Fraction(2) ** k) == 1  # type: ignore[operator]  # noqa: B023
        assert signs.expect(lambda v: abs(1 + v * Fraction(2) ** k)) == 2**k  # type: ignore[operator]  # noqa: B023
    assert HalvingLaw().expect(Geometric({Fraction(1): Fraction(1)})) == 1
    assert not HalvingLaw().integrable(Geometric({Fraction(2): Fraction(1)}))


NEXT, MEAN = RULES["chain-next"], RULES["mixture-mean"]
FALSE = (
    replace(RULES["induction"], conclusion="phi(m - 1)"),
    replace(
        RULES["induction"],
        premises=("phi(0)", "forall j: int. 1 <= j and phi(j) implies phi(j + 1)", "m >= 0"),
    ),
    replace(RULES["induction"], premises=("phi(0)", "forall j: int. 0 <= j and phi(j + 1) implies phi(j)", "m >= 0")),
    replace(NEXT, conclusion=NEXT.conclusion.replace("= E[x ~ chain(T, K)]", "= E[x ~ chain(T + 1, K)]")),
    replace(NEXT, conclusion=NEXT.conclusion.replace("K(T + 1, x)", "K(T, x)")),
    replace(NEXT, conclusion=NEXT.conclusion.replace("x(T + 1)", "x(T)")),
    replace(NEXT, premises=tuple(p.replace("t <= T implies", "t <= T + 1 implies") for p in NEXT.premises)),
    replace(RULES["image-expect"], conclusion="E[y ~ image[x ~ mu](h(x))](f(y)) = E[x ~ mu](f(x))"),
    replace(MEAN, conclusion=MEAN.conclusion.replace("](f(y)))", "](abs(f(y))))")),
)  # fmt: skip


@pytest.mark.parametrize("rule", FALSE, ids=lambda rule: rule.name)
def test_a_false_variant_is_found(rule: Rule) -> None:
    rng = random.Random(rule.name)
    schema = schemas(rule)[0][1]
    assert any(holds(_fresh(rule, schema, rng), schema) is False for _ in range(3000))
