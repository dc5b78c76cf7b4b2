"""Random models for each rule, shaped so that its premises are often true, and counting over them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from dptheory.kernel.logic.derivations import Theorem
from dptheory.kernel.logic.rules import numbered_rules

from .model_values import Irrational, Law, Point, Segment, Table
from .models import Model

RULES = {rule.name: rule for rule in numbered_rules()}

CONTINUOUS = frozenset(
    ["noise-density", "density-ratio", "polar", "gamma-as-sum", "exponential-tail",
     "gamma-tail", "ball-closed", "gaussian-ratio", "gaussian-moment", "noise-scale",
     "noise-moments", "gaussian-tilt", "shears"]
)  # fmt: skip
"""Rules that no finite model reaches: see test_logic_laws.py."""

PYTHAGOREAN = [
    (Fraction(x), Fraction(y))
    for x in range(-12, 13)
    for y in range(-12, 13)
    if isqrt(x * x + y * y) ** 2 == x * x + y * y
]
HALF = Fraction(1, 2)
GRID = tuple(Fraction(k, 8) for k in range(1, 8)) + (1 - Fraction(1, 10**9),)


def fresh(rule: str, schema: Theorem, rng: random.Random) -> Model:
    """A random model with values for all variables of a rule."""
    plane = rule in ("triangle", "norm-scale", "norm-symmetric", "norm-combination", "norm-nonnegative")
    model = Model(
        rng, n=rng.choice((1, 2, 3)) if rule.startswith(("sum-r", "sum-u", "replace")) else rng.choice((1, 2))
    )
    if plane and rng.random() < 0.5:
        model.d, model.points = 2, tuple(PYTHAGOREAN)
    elif plane:
        model.points = tuple((Fraction(rng.randint(-9, 9), rng.randint(1, 4)),) for _ in range(4))
    model.env = {name: model.draw(sort) for name, sort in schema.variables.items()}
    SHAPES.get(rule, lambda m: None)(model)
    return model


def _segment(m: Model) -> None:
    rng = m.rng
    ends = sorted(Fraction(rng.randint(-4, 4), 2) for _ in range(2))
    h = Segment(ends[0], ends[1], rng.random() < 0.7)
    if rng.random() < 0.25:
        h = Segment(points=tuple({Fraction(rng.randint(-3, 3)) for _ in range(rng.randint(0, 2))}))
    h.nearest = rng.random() < 0.5
    h.stray = Table(lambda: (Fraction(rng.randint(-9, 9)),))
    m.env["H"] = h
    inside = [*(h.points or ()), h.low, (h.low + h.high) / 2] if h.points is None else list(h.points)
    m.points = tuple(
        (p,) for p in {*inside, Fraction(rng.randint(-8, 8), 2), Fraction(rng.randint(-8, 8), 2)}
    )
    m.env.update({name: rng.choice(m.points) for name in ("u", "v") if name in m.env})
    m.reals = GRID


def _limit(m: Model) -> None:
    m.reals = GRID


def _more(name: str, amount: int) -> Callable[[Model], None]:
    """Add to the values of a function of one argument: it dominates more often."""

    def change(m: Model) -> None:
        m.env[name] = Table(lambda: abs(m.number()) + m.rng.randint(0, amount))

    return change


def _alike(m: Model) -> None:
    """g a copy of f, sometimes with one value changed."""
    f = m.env["f"]
    odd = m.number() if m.rng.random() < 0.3 else None
    if odd is not None:
        m.env["g"] = Table(lambda: odd)
    else:
        m.env["g"] = f


def _implied(m: Model) -> None:
    phi = m.env["phi"]
    noise = m.rng.random() < 0.4
    m.env["psi"] = _Weaker(phi, m.rng, noise)


@dataclass
class _Weaker:
    phi: Callable[[object], bool]
    rng: random.Random
    noise: bool

    def __post_init__(self) -> None:
        self.own = Table(lambda: self.rng.random() < 0.3)

    def __call__(self, x: object) -> bool:
        return bool(self.own(x)) if self.noise else bool(self.phi(x) or self.own(x))


def _certain(m: Model) -> None:
    often = m.rng.choice((0.7, 1.0))
    m.env["phi"] = Table(lambda: m.rng.random() < often)


def _positive(m: Model) -> None:
    sign = m.rng.choice((1, 1, -1))
    m.env["f"] = Table(lambda: sign * abs(m.number()))


def _ordered(m: Model) -> None:
    gap = m.rng.choice((0, 3))
    f = m.env["f"]
    rest = Table(m.number)
    m.env["g"] = lambda x: f(x) + abs(rest(x)) if gap else rest(x)  # type: ignore[operator]


def _exchange(m: Model) -> None:
    m.env["m"] = Table(lambda: Fraction(m.rng.choice((1, 4, 5))))


def _ratio(m: Model) -> None:
    """Two laws on the same points, k near the greatest ratio; f seldom negative."""
    weights = m.env["nu"].weights  # type: ignore[attr-defined]
    parts = [m.rng.randint(1, 5) for _ in weights]
    mu = [(x, Fraction(p, sum(parts))) for (x, _), p in zip(weights, parts, strict=True)]
    greatest = max(p / q for (_, p), (_, q) in zip(mu, weights, strict=True))
    often = m.rng.random() < 0.8
    m.env |= {"mu": Law(mu), "k": greatest * m.rng.choice((1, 1, 2, HALF))}
    m.env["f"] = Table(lambda: abs(m.number()) if often else m.number())


def _shifted(m: Model) -> None:
    """Two laws on the same points, c near the least that serves for k; f seldom outside [0, 1]."""
    weights = m.env["nu"].weights  # type: ignore[attr-defined]
    parts = [m.rng.randint(1, 5) for _ in weights]
    mu = [(x, Fraction(p, sum(parts))) for (x, _), p in zip(weights, parts, strict=True)]
    k = m.rng.choice((Fraction(1), HALF, Fraction(1), Fraction(3, 2)))
    c = sum((max(p - k * q, Fraction(0)) for (_, p), (_, q) in zip(mu, weights, strict=True)), Fraction(0))
    m.env |= {"mu": Law(mu), "k": k, "c": c * m.rng.choice((1, 1, 2, HALF))}
    low, high = m.rng.choice(((0, 4), (0, 4), (0, 4), (-4, 4), (0, 8)))
    m.env["f"] = Table(lambda: Fraction(m.rng.randint(low, high), 4))


def _bounded(m: Model) -> None:
    m.env["b"] = Fraction(m.rng.choice((1, 5, 9)))


def _gibbs(m: Model) -> None:
    rng, places = m.rng, m.rng.choice((0, 1, 2, 3))
    v = {i: rng.randint(-2, 2) for i in m.ints}
    u = {i: v[i] + rng.choice((-1, 0, 1)) * rng.choice((1, 1, 2)) for i in m.ints}
    m.env |= {"m": places, "u": u.__getitem__, "v": v.__getitem__, "r": rng.choice((-1, 1, HALF, 2))}


def _same(m: Model) -> None:
    if m.rng.random() < 0.5:
        m.env["v"] = m.env["u"]


SHAPES: dict[str, Callable[[Model], None]] = {
    "projection": _segment,
    "norm-zero": _same, "limit": _limit, "integrable-dominated": _more("g", 4),
    "expect-equal": _alike, "prob-monotone": _implied, "prob-certain": _certain,
    "ratio-expect": _ratio, "exponential-mechanism": _gibbs, "ratio-expect-shift": _shifted, "expect-swap": _bounded,
    "mixture-expect": _bounded,
    "markov": _positive, "expect-monotone": _ordered, "sum-monotone": _ordered, "exchange": _exchange,
}  # fmt: skip


Fresh = Callable[[Theorem, random.Random], Model]
"""A random model for a rule."""


def holds(model: Model, schema: Theorem, dropped: int | None = None) -> bool | None:
    """Whether the conclusion is true; None where a premise (other than the dropped one) is not."""
    try:
        for place, (_, premise) in enumerate(schema.hypotheses):
            if place != dropped and not model.value(premise):
                return None
        return bool(model.value(schema.conclusion))
    except Irrational:
        return None


def check_premises(fresh: Fresh, seed: str, schema: Theorem, wanted: int) -> None:
    """That the conclusion is true in as many random models as wanted in which the premises are."""
    rng, met, tried = random.Random(seed), 0, 0
    while met < wanted:
        tried += 1
        assert tried < 6000, f"the premises were true only {met} times"
        model = fresh(schema, rng)
        true = holds(model, schema)
        assert true is not False, f"{schema.name} fails: {model.env}"
        met += true is True


def check_needed(fresh: Fresh, seed: str, schema: Theorem, place: int) -> None:
    """That in some random model only a premise is false, and the conclusion."""
    rng = random.Random(seed)
    found = any(holds(fresh(schema, rng), schema, place) is False for _ in range(6000))
    assert found, f"no model shows that the premise {schema.hypotheses[place]} is needed"


def points_of(u: Point) -> Fraction:
    """The square of a norm."""
    return sum((a * a for a in u), Fraction(0))
