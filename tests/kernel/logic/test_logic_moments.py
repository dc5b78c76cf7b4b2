"""The rules about likelihood ratios, chains and random subsets, by exact enumeration of small models."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import pytest

from dptheory.kernel.logic.rules import Rule, numbered_rules
from dptheory.kernel.logic.rules_moments import MOMENTS
from dptheory.kernel.logic.sorts import DATA, INT, REAL, SEQUENCE, Sort, set_of
from dptheory.kernel.logic.theorems import Theorem

from .infinite_models import Geometric, HalvingLaw
from .model_values import Draws, Irrational, Law, Places, Table
from .models import Model, schemas
from .rule_models import CONTINUOUS, check_needed, check_premises, holds

RULES = {rule.name: rule for rule in numbered_rules() if rule.name in {entry[0] for entry in MOMENTS} - CONTINUOUS}
CASES = [(rule, sort, schema) for rule in RULES.values() for sort, schema in schemas(rule)]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Log:
    """The logarithm, to base 2, of a positive number."""

    of: Fraction

    def __add__(self, other: object) -> Log:
        return Log(self.of * (other.of if isinstance(other, Log) else _power(other)))

    __radd__ = __add__


def _power(exponent: object) -> Fraction:
    value = Fraction(exponent)  # type: ignore[arg-type]
    if value.denominator != 1:
        raise Irrational
    return Fraction(2) ** int(value)


class MomentModel(Model):
    """A model with ratios of laws, chains and random subsets; exp and log are to base 2."""

    wide = False
    """Whether subsets may have elements outside 1, 2, 3."""

    def domain(self, sort: Sort) -> Iterator[object]:
        if sort == set_of(INT) and self.wide:
            places = range(5)
            return iter([Places(p) for k in range(6) for p in itertools.combinations(places, k)])
        return super().domain(sort)

    def draw(self, sort: Sort) -> object:
        """A function of sets has one value for equal sets, however they are written."""
        made = super().draw(sort)
        if sort.name != "->" or sort.args[0] != set_of(INT):
            return made
        return lambda chosen: made(Places(k for k in self.ints if chosen(k)))  # type: ignore[operator]

    def op_exp(self, a: object) -> Fraction:
        return a.of if isinstance(a, Log) else _power(a)

    def op_log(self, a: Fraction) -> Log:
        return Log(a)

    def op_ratio(self, mu: Law, nu: Law, r: Callable[[object], Fraction]) -> bool:
        points = dict.fromkeys(x for law in (mu, nu) for x, _ in law.weights)
        mass = [{x: law.chance(lambda y: y == x) for x in points} for law in (mu, nu)]  # noqa: B023
        return all(mass[0][x] == r(x) * mass[1][x] for x in points)

    def op_chain(self, length: int, kernel: Callable[[int], Callable[[Draws], Law]]) -> Law:
        drawn = [(list[object](), Fraction(1))]
        for t in range(1, int(length) + 1):
            drawn = [
                ([*before, y], weight * part)
                for before, weight in drawn
                for y, part in kernel(t)(Draws.of(before)).weights  # type: ignore[arg-type]
            ]
        return Law([(Draws.of(points), weight) for points, weight in drawn])  # type: ignore[arg-type]

    def _subsets(self, m: int, keep: Callable[[Places], bool], key: object) -> Law:
        found = [Places(p) for p in itertools.combinations(range(1, self.n + 1), max(int(m), 0))]
        found = [p for p in found if keep(p)] if 0 <= m <= self.n else []
        return Law([(p, Fraction(1, len(found))) for p in found]) if found else self.laws(key)  # type: ignore[return-value]

    def op_subsets(self, m: int) -> Law:
        return self._subsets(m, lambda p: True, ("all", m))

    def op_subsets_with(self, m: int, i: int) -> Law:
        return self._subsets(m if 1 <= i <= self.n else -1, lambda p: i in p, ("with", m, i))

    def op_subsets_without(self, m: int, i: int) -> Law:
        return self._subsets(m if 1 <= i <= self.n else -1, lambda p: i not in p, ("without", m, i))


def _random_law(m: Model, points: list[object]) -> Law:
    parts = [m.rng.randint(1, 4) for _ in points]
    return Law([(x, Fraction(p, sum(parts))) for x, p in zip(points, parts, strict=True)])


def _ratios(m: Model) -> None:
    """Two laws on the same points and their ratio, sometimes wrong; k near one of its values."""
    nu = m.env["nu"]
    points = [x for x, _ in nu.weights]  # type: ignore[attr-defined]
    mu = _random_law(m, points)
    known = {x: p / q for (x, p), (_, q) in zip(mu.weights, nu.weights, strict=True)}  # type: ignore[attr-defined]
    if m.rng.random() < 0.3:
        known = {x: r * m.rng.choice((HALF, 1, 2)) for x, r in known.items()}
    back = [1 / r for r in known.values() if r]
    k = m.rng.choice([*known.values(), *back, max(known.values()), max(back), Fraction(0), Fraction(-1)])
    m.env |= {"mu": mu, "r": lambda x: known.get(x, Fraction(1)), "k": k}


def _excess(m: Model) -> None:
    """The same with a function f that is just large enough, sometimes less, or negative where it may be."""
    _ratios(m)
    r, k = m.env["r"], m.env["k"]
    known = {}
    for x, _ in m.env["nu"].weights:  # type: ignore[attr-defined]
        least = (r(x) - k) / r(x) if r(x) else Fraction(0)  # type: ignore[operator]
        known[x] = least if m.rng.random() < 0.3 else max(least, Fraction(0))
        if m.rng.random() < 0.2:
            known[x] -= m.rng.choice((HALF, 1))
    m.env["f"] = lambda x: known.get(x, max(1 - k, Fraction(0)))  # type: ignore[operator]


def _positive(m: Model) -> None:
    sign = m.rng.choice((1, 1, -1))
    m.env["f"] = Table(lambda: sign * abs(m.number()))


def _two_ratios(m: Model) -> None:
    """Three laws on the same points with the ratios of two to the third, sometimes wrong; k near enough."""
    base = m.env["base"]
    points = [x for x, _ in base.weights]  # type: ignore[attr-defined]
    made: dict[str, dict[object, Fraction]] = {}
    for law, ratio in (("mu", "f"), ("nu", "g")):
        m.env[law] = _random_law(m, points)
        pairs = zip(m.env[law].weights, base.weights, strict=True)  # type: ignore[attr-defined]
        made[ratio] = {x: p / q for (x, p), (_, q) in pairs}
        if m.rng.random() < 0.2:
            made[ratio] = {x: r * m.rng.choice((HALF, 1, 2)) for x, r in made[ratio].items()}
        m.env[ratio] = Table(m.number)
    f, g = made["f"], made["g"]
    m.env |= {"f": lambda x: f.get(x, Fraction(0)), "g": lambda x: g.get(x, Fraction(0))}
    m.env["k"] = max(f[x] / g[x] for x in points) * m.rng.choice((1, 1, 2, HALF))


def _event(m: Model) -> None:
    """f mostly at least t where the event happens, and mostly non-negative."""
    sign, lift = m.rng.choice((1, 1, -1)), m.rng.choice((0, 1, 1))
    happens, values = m.env["phi"], Table(m.number)
    t = Fraction(m.rng.randint(-3, 6), 2)
    m.env |= {"t": t, "f": lambda x: sign * abs(values(x)) + (lift * t if happens(x) else 0)}  # type: ignore[operator]


def _kernels(m: Model) -> None:
    """Steps whose ratios are within e, mostly; two points, two steps or fewer."""
    m.points = ((Fraction(0),), (Fraction(1),))
    m.ints = (1, 2)
    m.env["T"] = m.rng.choice((0, 1, 2))
    of = Table(lambda: (_random_law(m, list(m.points)), _random_law(m, list(m.points))))
    worst = {1: Fraction(0), 2: Fraction(0)}
    for t, x in itertools.product((1, 2), m.domain(SEQUENCE)):
        one, other = of((t, x))  # type: ignore[misc]
        for (_, p), (_, q) in zip(one.weights, other.weights, strict=True):
            worst[t] = max(worst[t], p / q)
    need = {t: next(k for k in range(9) if 2**k >= r) for t, r in worst.items()}
    slack = m.rng.choice((0, 0, 0, -1))
    m.env |= {"K": lambda t: lambda x: of((t, x))[0], "L": lambda t: lambda x: of((t, x))[1]}  # type: ignore[index]
    m.env["e"] = lambda t: need.get(int(t), 0) + slack


def _independent(m: Model) -> None:
    """Two laws on two points with weights 1/3 and 2/3: their log ratio is -1, 0 or 1."""
    m.points = ((Fraction(0),), (Fraction(1),))
    m.ints = (1, 2)
    third = {k: Law([(x, Fraction(w, 3)) for x, w in zip(m.points, (k, 3 - k), strict=True)]) for k in (1, 2)}
    one, other = ({t: m.rng.choice((1, 2)) for t in (1, 2)} for _ in range(2))
    wrong = m.rng.choice((0, 0, 0, 1))

    def loss(t: int) -> Callable[[object], int]:
        sign = other[int(t)] - one[int(t)]
        return lambda w: (-sign if w == (Fraction(0),) else sign) + wrong * (int(t) == 2)

    m.env |= {"T": m.rng.choice((0, 1, 2)), "f": loss}
    m.env |= {"K": lambda t: third[one[int(t)]], "L": lambda t: third[other[int(t)]]}


def _moments(m: Model) -> None:
    m.points = ((Fraction(0),), (Fraction(1),))
    m.env["T"] = m.rng.choice((0, 1, 2, 3))
    of = Table(lambda: _random_law(m, list(m.points)))
    values = Table(lambda: m.rng.randint(-2, 2))
    m.env |= {"K": of, "f": lambda t: lambda w: values((int(t), w))}


def _subset(m: Model) -> None:
    m.n, m.wide = m.rng.choice((1, 2, 3)), True  # type: ignore[attr-defined]
    m.ints = tuple(range(-1, 5))
    m.laws = Table(lambda: _random_law(m, [Places(), Places({0, 4}), Places({1}), Places({2, 3})]))
    m.env |= {"m": m.rng.randint(-1, m.n + 1), "i": m.rng.randint(0, m.n + 1)}
    level = m.rng.choice((0, 1, 2))
    values = {key: Table(lambda: m.rng.randint(0, 2)) for key in "fg"}
    calm = m.rng.random() < 0.4
    m.env["f"] = lambda J: (
        0 if calm and J(m.env["i"]) else values["f"](Places(k for k in range(-1, 5) if J(k)))
    )
    place, raised = m.env["i"], m.rng.choice((True, False, None))

    def above(chosen: Callable[[int], bool]) -> object:
        J = Places(k for k in range(-1, 5) if chosen(k))
        lift = values["f"](J) if (place in J) is raised else level  # type: ignore[operator]
        return values["g"](J) + lift  # type: ignore[operator]

    m.env["g"] = above


def _swap(m: Model) -> None:
    m.env["b"] = m.rng.choice((1, 5, 9))


def _sized(m: Model) -> None:
    """f <= g on the sets with m of the places; m may be none of 0, ..., n."""
    _subset(m)
    size, slack = m.env["m"], m.rng.choice((0, 0, 0, 1))
    low, high = (Table(lambda: m.rng.randint(0, 3)) for _ in range(2))

    def count(J: Callable[[int], bool]) -> int:
        return sum(bool(J(k)) for k in range(1, m.n + 1))

    m.env["f"] = lambda J: low(count(J)) + (slack if count(J) == size else 0)  # type: ignore[operator]
    m.env["g"] = lambda J: low(count(J)) + (0 if count(J) == size else high(count(J)) - 2)  # type: ignore[operator]


def _uniform(m: Model) -> None:
    """D is the uniform law on the records of Z, mostly; g looks at which records there are, mostly."""
    m.laws = Table(lambda: _random_law(m, [Places(), Places({1}), Places({2, 3}), Places({3})]))
    data = m.draw(DATA)
    share = [(z, Fraction(data.count(z), m.n)) for z in m.records]  # type: ignore[attr-defined]
    even = Law([(z, w) for z, w in share if w])
    m.env |= {"Z": data, "D": even if m.rng.random() < 0.8 else _random_law(m, list(m.records))}
    m.env["m"] = m.rng.choice((-1, 0, 1, 2, 2, 2))
    sign, places = m.rng.choice((1, 1, 1, -1)), m.rng.random() < 0.2
    values = Table(lambda: sign * m.rng.choice((0, 0, 1, 3)))

    def g(S: tuple[object, ...]) -> object:
        def of(J: Callable[[int], bool]) -> object:
            chosen = [k for k in range(1, m.n + 1) if J(k)]
            return values(
                (S, tuple(chosen)) if places else tuple(sorted(map(str, (S[k - 1] for k in chosen))))
            )

        return of

    m.env["g"] = g


SHAPES: dict[str, Callable[[Model], None]] = {
    **dict.fromkeys(("ratio-tail", "ratio-bounded", "ratio-sides"), _ratios),
    "ratio-mean": _ratios, "ratio-dominated": _two_ratios, "event-bound": _event,
    "expect-positive": _positive, "chain-dominated": _kernels, "chain-ratio": _independent,
    "chain-moment": _moments, "ratio-excess": _excess,
    "sum-last": lambda m: m.env.update(m=Fraction(m.rng.randint(-1, 3))),
    **dict.fromkeys(("subset-split", "subset-with", "subset-without", "subset-exchange"), _subset),
    "expect-swap-subsets": _swap, "subset-sized": _sized, "uniform-mean": _uniform, "resample": _uniform,
}  # fmt: skip


def _fresh(rule: Rule, schema: Theorem, rng: random.Random) -> MomentModel:
    model = MomentModel(rng, n=rng.choice((1, 2)))
    model.env = {
        name: model.draw(sort)
        for name, sort in schema.variables.items()
        if "law" not in str(sort) or str(sort).startswith("law")
    }
    SHAPES[rule.name](model)
    return model


def test_every_rule_has_models() -> None:
    assert set(SHAPES) == set(RULES)
    assert {entry[0] for entry in MOMENTS} <= set(RULES) | CONTINUOUS


@pytest.mark.parametrize(("rule", "sort", "schema"), CASES, ids=[f"{r.name}-{s}" for r, s, _ in CASES])
def test_premises_give_the_conclusion(rule: Rule, sort: str, schema: Theorem) -> None:
    check_premises(partial(_fresh, rule), f"{rule.name} {sort}", schema, 60)


UNREACHED = {
    ("ratio-mean", 1): "in finite models every function is integrable: see the next test but one",
    ("event-bound", 0): "likewise: an expectation of what is not integrable is 0",
    ("expect-positive", 0): "in finite models every function is integrable: see the next test",
    ("chain-moment", 0): "likewise",
    ("expect-swap-subsets", 0): "all is bounded in finite models: see test_logic_rules.py",
    ("ratio-excess", 1): "likewise",
    ("subset-without", 2): "m < 0 only multiplies a law of which nothing is said",
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
    """Under the law 2**-k, 2**k is positive and its expectation is 0 by convention; so the logarithm of a
    moment that is not finite says nothing either."""
    wild = Geometric({Fraction(2): Fraction(1)})
    assert not HalvingLaw().integrable(wild) and HalvingLaw().expect(wild) == 0 < wild(1)  # type: ignore[operator]
    # ratio-excess with mu = nu, r = 1, k = 1/2 and f = 2**k >= 1/2: the chance of everything is 1, not <= 1/2 + 0


def test_integrability_of_a_product_with_a_ratio_is_needed() -> None:
    """mu and nu the law 2**-k, r = 1, f = 2**k: not integrable, so the conclusion's first half fails; and the
    expectation of f is 0 by convention, less than any t > 0 times the chance of f >= t."""
    wild, law = Geometric({Fraction(2): Fraction(1)}), HalvingLaw()
    assert law.integrable(Geometric({Fraction(1): Fraction(1)})) and not law.integrable(wild)
    assert law.expect(wild) == 0 < 2 * law.chance(lambda k: wild.threshold(lambda x: x >= 2))


FALSE = (
    replace(RULES["ratio-tail"], conclusion="P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x))"),
    replace(RULES["ratio-bounded"], conclusion="P[x ~ mu](r(x) < k) = 1"),
    replace(RULES["ratio-bounded"], conclusion="P[x ~ mu](1 < k*r(x)) = 1"),
    replace(RULES["ratio-sides"], conclusion="P[x ~ mu](r(x) >= k) >= 2*k*P[x ~ nu](r(x) >= k)"),
    replace(RULES["ratio-sides"], conclusion="P[x ~ mu](r(x) <= k) <= k/2*P[x ~ nu](r(x) <= k)"),
    replace(RULES["ratio-mean"], conclusion="E[x ~ mu](f(x)) = E[x ~ nu](f(x))"),
    replace(RULES["ratio-dominated"], conclusion="P[x ~ mu](phi(x)) <= k/2*P[x ~ nu](phi(x))"),
    replace(RULES["event-bound"], conclusion="2*t*P[x ~ mu](phi(x)) <= E[x ~ mu](f(x))"),
    replace(RULES["ratio-excess"], conclusion="P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x)) + E[x ~ nu](f(x))"),
    replace(RULES["expect-positive"], conclusion="E[x ~ mu](f(x)) > 1"),
    replace(RULES["chain-dominated"], conclusion=RULES["chain-dominated"].conclusion.replace("1, T", "2, T")),
    replace(RULES["chain-ratio"], conclusion=RULES["chain-ratio"].conclusion.replace("1, T", "2, T")),
    replace(RULES["sum-last"], conclusion="sum[j, 1, m](f(j)) = sum[j, 1, m - 1](f(j)) + f(1)"),
    replace(RULES["subset-split"], conclusion=RULES["subset-split"].conclusion.replace("m/n", "1/n")),
    replace(RULES["subset-with"], conclusion=RULES["subset-with"].conclusion.replace("<=", "<")),
    replace(RULES["subset-sized"], conclusion=RULES["subset-sized"].conclusion.replace("<=", "<")),
    replace(RULES["uniform-mean"], conclusion=RULES["uniform-mean"].conclusion.replace("/n", "")),
    replace(RULES["resample"], conclusion=RULES["resample"].conclusion.replace("m*(m - 1)/(2*n)", "0")),
    replace(
        RULES["expect-swap-subsets"],
        conclusion="E[S ~ mu](E[J ~ nu](f(S, J))) = E[J ~ nu](E[S ~ mu](abs(f(S, J))))",
    ),
    replace(
        RULES["subset-exchange"], conclusion=RULES["subset-exchange"].conclusion.replace("without", "with")
    ),
)


@pytest.mark.parametrize("rule", FALSE, ids=lambda rule: rule.name)
def test_a_false_variant_is_found(rule: Rule) -> None:
    rng = random.Random(rule.name)
    schema = schemas(rule)[0][1]
    assert any(holds(_fresh(rule, schema, rng), schema) is False for _ in range(3000))


def test_a_function_of_sets_does_not_tell_apart_how_a_set_is_written() -> None:
    """Once: a campaign called an instance of subset-exchange false, where g had two values at one set."""
    model = MomentModel(random.Random(1), n=2, ints=tuple(range(-3, 14)))
    for _ in range(20):
        g = model.draw(Sort("->", (set_of(INT), REAL)))
        assert g(Places({1})) == g(lambda j: j == 1) == g(lambda j: 0 < j < 2)
