"""Mixtures, the exponential mechanism and events seen through a function: in worlds and by hand."""

from __future__ import annotations

import math
import random

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.grammar import Scope, formula, term
from dptheory.kernel.logic.printing import show
from dptheory.kernel.logic.sorts import parse_sort
from dptheory.kernel.logic.theorems import Library, Theorem
from dptheory.kernel.models.ground import decide
from dptheory.kernel.models.grounding import Grounding
from dptheory.kernel.models.instances import failure, refuted_in
from dptheory.kernel.models.noise import NOTHING, bounds_on
from dptheory.kernel.real.claims import Relation, relation
from dptheory.kernel.real.enclosures import exact
from dptheory.kernel.real.terms import Term, num, var
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.theory.worlds import parse_world

SORTS = {
    "mu": "law(vec)", "K": "vec -> law(vec)", "f": "vec -> vec", "u": "int -> real", "w0": "int -> vec", "m": "int",
    "x": "real", "H": "set(vec)", "S": "data",
}  # fmt: skip


def _scope() -> Scope:
    return Scope({name: parse_sort(text) for name, text in SORTS.items()}, {})


def _number(text: str, *lines: str) -> Term:
    return Grounding(parse_world(lines), {}).number(term(text, _scope()))


def _close(value: Term, wanted: float) -> bool:
    low, high = fmpq(round((wanted - 1e-9) * 10**12), 10**12), fmpq(round((wanted + 1e-9) * 10**12), 10**12)
    return (
        decide(Relation("<=", num(low), value)) is True and decide(Relation("<=", value, num(high))) is True
    )


# -- terms ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "P[y ~ mixture[x ~ mu](K(x))](y in H) <= 1",
        "P[i ~ gibbs(m, fun i: int. u(i)/2)](w0(i) in H) >= 0",
        "P[y ~ image[i ~ gibbs(m, u)](w0(i))](y in H) >= 0",
    ],
)
def test_text_of_a_term_reads_back(text: str) -> None:
    made = formula(text, _scope())
    assert formula(show(made), _scope()) == made


@pytest.mark.parametrize("text", ["P[y ~ mixture[x ~ mu](f(x))](y in H) <= 1", "mixture[x ~ x](K(x))"])
def test_a_mixture_is_of_laws(text: str) -> None:
    with pytest.raises(SyntaxProblem, match="expected a law"):
        term(text, _scope())


# -- values -----------------------------------------------------------------------------------------


def test_a_mixture_averages() -> None:
    lines = ("law mu = 0: 1/4, 1: 3/4", "law K(x) = x: 1/3, x + 1: 2/3", "region H(y) = y >= 1")
    value = _number("P[y ~ mixture[x ~ mu](K(x))](y in H)", *lines)
    assert exact(value, {}) == fmpq(1, 4) * fmpq(2, 3) + fmpq(3, 4)
    assert exact(_number("E[y ~ mixture[x ~ mu](K(x))](norm(y))", *lines), {}) == fmpq(3, 4) + fmpq(2, 3)


def test_an_image_is_of_any_law() -> None:
    lines = ("law mu = -1: 1/4, 2: 3/4", "value f(x) = x**2", "region H(y) = y <= 1")
    assert exact(_number("P[y ~ image[x ~ mu](f(x))](y in H)", *lines), {}) == fmpq(1, 4)


def test_the_exponential_mechanism() -> None:
    lines = ("value u(i) = i/2", "value m = 3", "value w0(i) = i", "region H(w) = w >= 2")
    weights = [math.exp(i / 2) for i in (1, 2, 3)]
    shares = (weights[1] + weights[2]) / sum(weights)
    assert _close(_number("P[y ~ image[i ~ gibbs(m, u)](w0(i))](y in H)", *lines), shares)
    mean = sum(i * w for i, w in enumerate(weights, 1)) / sum(weights)
    assert _close(_number("E[i ~ gibbs(m, u)](i)", *lines), mean)


@pytest.mark.parametrize("size", ["0", "1/2", "-1"])
def test_an_exponential_mechanism_has_places(size: str) -> None:
    with pytest.raises(KernelError):
        _number("P[i ~ gibbs(m, u)](i <= 1)", "value u(i) = i", f"value m = {size}")


def test_noise_is_seen_through_a_function() -> None:
    """P(1/2 <= clip(1 - 2k) <= 3/4) for Laplace noise k of scale 1 is P(1/8 <= k <= 1/4)."""
    lines = ("value f(x) = max(-1, min(1, 1 - 2*x))", "region H(y) = 1/2 <= y, y <= 3/4")
    value = _number("P[y ~ image[k ~ l2laplace(1)](f(k))](y in H)", *lines)
    assert _close(value, (math.exp(-1 / 8) - math.exp(-1 / 4)) / 2)


def test_an_atom_of_a_clipped_value_counts() -> None:
    lines = ("value f(x) = max(-1, min(1, 1 - 2*x))", "region H(y) = y >= 1")
    assert _close(_number("P[y ~ image[k ~ l2laplace(1)](f(k))](y in H)", *lines), 1 / 2)
    lines = ("value f(x) = max(-1, min(1, 1 - 2*x))", "region H(y) = y >= 2")
    assert _close(_number("P[y ~ image[k ~ l2laplace(1)](f(k))](y in H)", *lines), 0)


# -- intervals ---------------------------------------------------------------------------------------


def _random_term(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return "t"
    inner = _random_term(rng, depth - 1)
    c = str(fmpq(rng.randint(-4, 4) or 1, rng.randint(1, 3)))
    shapes = [
        "({t}) + ({c})",
        "({c}) - ({t})",
        "({t})*({c})",
        "({t})/({c})",
        "-({t})",
        "min({t}, {c})",
        "max({c}, {t})",
    ]
    return rng.choice(shapes).format(t=inner, c=c)


def test_ends_of_random_events_are_right() -> None:
    """The interval has exactly the points at which the relation holds, except at its ends."""
    rng, point, proper = random.Random(7), var("t"), 0
    for _ in range(150):
        text = f"{_random_term(rng, rng.randint(1, 4))} {rng.choice(('<=', '>=', '<', '>'))} {rng.randint(-6, 6)}/3"
        event = relation(text)
        low, high = bounds_on(event, point)
        ends = [None if end is None else exact(end, {}) for end in (low, high)]
        proper += ends != [None, None]
        for k in range(-20, 21):
            at = fmpq(k * 21 + 1, 11)
            if at in ends:
                continue
            inside = (ends[0] is None or ends[0] < at) and (ends[1] is None or at < ends[1])
            assert decide(event.substituted({"t": num(at)})) is inside, text
    assert proper > 75


@pytest.mark.parametrize(
    "text", ["t**2 <= 1", "t + t <= 1", "1/t >= 1", "abs(t) >= 1", "t <= t + 1", "t*0 <= 1", "t != 1"]
)
def test_what_is_no_interval_is_refused(text: str) -> None:
    with pytest.raises(KernelError):
        bounds_on(relation(text), var("t"))


def test_distances_are_intersections() -> None:
    assert [exact(e, {}) for e in bounds_on(relation("abs(2*t - 1) <= 3"), var("t")) if e is not None] == [
        -1,
        2,
    ]
    low, high = bounds_on(relation("abs(max(t, 2)) <= 1"), var("t"))
    assert low is not None and high is not None and decide(Relation("<=", low, high)) is False
    assert bounds_on(relation("abs(t) >= -1"), var("t")) == (None, None)
    assert bounds_on(relation("min(t, 0) >= 1"), var("t")) == NOTHING


# -- conclusions that are conjunctions; laws that are equal -------------------------------------------


def _theorem(claim: str, *hypotheses: str) -> Theorem:
    scope = _scope()
    given = tuple((str(i), formula(h, scope)) for i, h in enumerate(hypotheses))
    return Theorem("test", scope.variables, given, formula(claim, scope))


def test_a_conjunction_fails_where_a_part_does() -> None:
    library, world = Library({}, {}), parse_world(("value x = 1",))
    for claim in ("x <= 0 and x <= 2", "x <= 2 and x <= 0", "x <= 2 and (x <= 0 and x <= 3)"):
        assert refuted_in(_theorem(claim), world, library, {})[0].status == "refuted"
    with pytest.raises(KernelError):
        refuted_in(_theorem("x <= 2 and x <= 3"), world, library, {})


def test_a_ball_is_two_inequalities() -> None:
    claim = formula("forall w: vec. norm(w) <= 1 implies norm(w) <= 2", _scope())
    ground = Grounding(parse_world(()), {}).formula(claim)
    assert len(ground.parts[0].parts[0].parts) == 2
    found, _ = failure(
        _theorem("forall w: vec. norm(w) <= 2"), parse_world(("value w = -3",)), Library({}, {})
    )
    assert decide(found) is False


def test_squares_of_norms_are_squares() -> None:
    made = Grounding(parse_world(("law mu = 0: 1",)), {}).formula(
        formula("forall w: vec. norm(w)**2 >= 0", _scope())
    )
    assert made.parts[0].relation is not None and "abs" not in made.parts[0].relation.text


def test_laws_are_equal_where_their_weights_are() -> None:
    world = parse_world(("law mu = 0: 1/2, 1: 1/2", "law K(x) = 0: 1/2, x: 1/2", "value x0 = 1"))
    scope = Scope({**_scope().variables, "v": parse_sort("vec")}, {})
    same = formula("K(v) = mu", scope)
    one, other = Grounding(world, {}), Grounding(world, {})
    one.bound["v"], other.bound["v"] = num(1), num(2)
    assert one.formula(same).settled is True
    with pytest.raises(KernelError):
        other.formula(same)


def test_a_cover_does_not_reach_a_law_that_depends_on_chance() -> None:
    """An upper bound on a chance is used where a greater chance makes the claim truer, and nowhere else."""
    world = parse_world(("law mu = 0: 1", "region H(y) = y <= 1", "within -oo; 1"))
    claim = "P[y ~ mixture[x ~ mu](image[k ~ l2laplace(1)](x + k))](y in H) >= 2"
    with pytest.raises(KernelError, match="refutes only"):
        failure(_theorem(claim), world, Library({}, {}))
