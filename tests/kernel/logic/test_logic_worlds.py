"""Worlds: what their text may say, what holds in them, and what they refute."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from flint import fmpq
from scipy import stats  # type: ignore[import-untyped]

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.grammar import Scope, term
from dptheory.kernel.logic.grounding import Grounding
from dptheory.kernel.logic.measures import laplace_mean
from dptheory.kernel.logic.noise import Laplace
from dptheory.kernel.logic.sorts import INT, REAL, VEC, Sort
from dptheory.kernel.logic.terms import normal
from dptheory.kernel.logic.worlds import parse_world
from dptheory.kernel.real.enclose import enclose
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.terms import num
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.kernel.verdicts import CHECKED, REFUTED

from .written import form, model, refute

RULE = "loss: vec, record -> real; A: data -> vec; D: law(record); S: data; z: record; i: int"
WORLD = (
    "n = 2",
    "records = -1, 1",
    "value loss(w, z) = w*z",
    "value A(S) = (S1 + S2)/2",
    "law D = -1: 1/4, 1: 3/4",
    "data S = 1, -1",
    "value z = 1",
    "value i = 2",
)


def refuses(
    problem: str, let: str, given: Iterable[str], claim: str, world: Iterable[str], **more: str
) -> None:
    with pytest.raises((KernelError, SyntaxProblem), match=problem):
        refute(let, given, claim, world, **more)


# -- texts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        "n = 0", "n = -1", "n = 3/2", "n = two", "n =", "records =", "records = x", "records = 1, , 2",
        "value f(x)", "value = 1", "f(x) = 1", "value f(x) = ", "value f(x) = x +", "value f(x) = y",
        "value c = x", "value f(S) = T1", "noise M(S) = S1; t", "noise M = 0", "noise M = 0;",
        "law D = 0: 1/2", "law D = 0: 1/2, 1: 1/3", "law D = 0: 2, 1: -1", "law D = 0: 1, 1: 0", "law D = 0",
        "law D = : 1", "law D = 0: 1/0", "law K(z) = y: 1", "data S = x", "data S = 1, z", "data Z(i) = j, i", "region H(w) = w",
        "region H(w) = v <= 1", "region H(w) =", "parameter C", "parameter C >= ", "within 1/", "anything else = 1",
        "value f(x) = __import__", "records = 1e99999999999",
    ],
)  # fmt: skip
def test_entries_that_are_refused(entry: str) -> None:
    with pytest.raises((KernelError, SyntaxProblem, ValueError)):
        parse_world((entry,))


def test_entries_that_are_read() -> None:
    world = parse_world(WORLD)
    assert world.size == 2 and world.records == (fmpq(-1), fmpq(1)) and len(world.values) == 6
    family = parse_world(("parameter C > 0", "value f(x) = C*x", "law K(S) = S1: 1/2, C: 1/2"))
    assert len(family.parameters) == 1


# -- instances ----------------------------------------------------------------------------------


def test_refuted_and_not() -> None:
    claim = "E[y ~ D](loss(A(S), y)) >= 1"
    assert refute(RULE, [], claim, WORLD).status == REFUTED
    refuses("not false", RULE, [], "E[y ~ D](loss(A(S), y)) >= 0", WORLD)
    refuses("not false", RULE, [], "item(S, 1) = item(replace(S, i, z), 1)", WORLD)
    assert (
        refute(RULE, [], "sum[j, 1, n](loss(A(replace(S, i, z)), item(S, j))) >= 1", WORLD).status == REFUTED
    )


def test_a_false_hypothesis_is_refused() -> None:
    refuses("does not hold", RULE, ["h: forall y: record. loss(A(S), y) >= 1"], "0 >= 1", WORLD)
    assert refute(RULE, ["h: forall y: record. loss(A(S), y) >= 0"], "0 >= 1", WORLD).status == REFUTED
    refuses(
        "no certificate",
        "f: real -> real",
        ["h: forall x: real. f(x) >= 1"],
        "0 >= 1",
        ("value f(x) = x**2",),
    )
    assert (
        refute("f: real -> real", ["h: forall x: real. f(x) >= 0"], "0 >= 1", ("value f(x) = x**2",)).status
        == REFUTED
    )


def test_hypotheses_that_a_world_cannot_tell() -> None:
    for hypothesis in (
        "forall B: set(vec). P[w ~ l2laplace(1)](w in B) <= 1", "exists x: real. x <= 0",
        "forall mu: law(vec). 0 <= 1", "density(l2laplace(1), fun x: vec. 1)", "forall i: int. i <= i",
        "project(fun w: vec. norm(w - zero) <= 1, zero) = zero", "forall f: vec -> real. f(zero) <= f(zero)",
    ):  # fmt: skip
        with pytest.raises((KernelError, SyntaxProblem)):
            refute("", [f"h: {hypothesis}"], "0 >= 1", ("n = 1",))


def test_what_a_world_leaves_out() -> None:
    for missing in ("value loss", "value A", "law D", "data S"):
        world = [entry for entry in WORLD if not entry.startswith(missing)]
        refuses("gives no", RULE, [], "E[y ~ D](loss(A(S), y)) >= 1", world)
    refuses("gives no data set of 3", RULE, [], "loss(A(S), item(S, 1)) >= 9", ("n = 3", *WORLD[1:]))
    refuses("place of a record", RULE, [], "item(S, 0) = item(S, 1)", WORLD)
    refuses("place of a record", RULE, [], "item(S, n + 1) = item(S, 1)", WORLD)
    refuses("arguments for parameters", RULE, [], "loss(A(S), z) >= 9", (*WORLD, "value loss(w) = w"))


def test_quotients_by_zero_decide_nothing() -> None:
    for claim in ("1/x >= 1", "1/x <= 1", "1/x = 1/x", "0**x <= -1", "log(x) >= 1", "sqrt(x - 1) >= 1"):
        with pytest.raises((KernelError, SyntaxProblem)):
            refute("x: real", [], claim, ("value x = 0",))
    for claim in ("f(0) >= 1", "f(0) <= -1", "f(0) = f(0) + 1"):
        with pytest.raises((KernelError, SyntaxProblem)):
            refute("f: real -> real", [], claim, ("value f(x) = 1/x",))


def test_functions_without_a_value_satisfy_nothing() -> None:
    """For every f: real -> real one of the two premises is true at 0; 1/x is no such f."""
    given = ["a: forall x: real. f(x) >= 0 implies x**2 > 0", "b: forall x: real. f(x) <= 0 implies x**2 > 0"]
    refuses("no certificate", "f: real -> real", given, "0 >= 1", ("value f(x) = 1/x",))
    refuses("does not hold", "f: record -> real", ["h: forall z: record. f(z) <= 1"], "0 >= 1",
            ("records = 0, 1", "value f(z) = 1/z"))  # fmt: skip


def test_the_conclusion_at_named_points() -> None:
    world = (*WORLD, "data T = -1, -1")
    claim = "forall T: data. forall y: record. loss(A(T), y) <= 0"
    assert refute(RULE, [], claim, (*world, "value y = -1")).status == REFUTED
    refuses("not false", RULE, [], claim, (*world, "value y = 1"))
    refuses("gives no", RULE, [], claim, world)
    refuses("premise of the conclusion", RULE, [], "forall i: int. 1 <= i and i <= n implies loss(A(S), z) >= 1",
            (*WORLD, "value i = 3"))  # fmt: skip
    assert refute(RULE, [], "i <= i and 0 >= 1", WORLD).status == REFUTED
    refuses("not false", RULE, [], "i <= i and 0 <= 1", WORLD)
    refuses("does not come down", RULE, [], "i <= i or 0 >= 1", WORLD)


# -- constants and parameters -------------------------------------------------------------------


def test_constants() -> None:
    """x <= C for all x: refuted by x = C + 1 for every C > 0, and by nothing less."""
    world = ["parameter C > 0", "value x = C + 1"]
    assert refute("x: real", [], "x <= C", world, constant="C").status == REFUTED
    for wrong in (
        ["parameter C >= 1"],
        ["parameter C > 0", "parameter C < 9"],
        ["parameter C >= 0"],
        ["value C = 1"],
    ):
        refuses("constant C|no certificate", "x: real", [], "x <= C", [*wrong, "value x = 10"], constant="C")
    refuses("no certificate", "x: real", [], "x <= C", ["parameter C > 0", "value x = 10"], constant="C")


def test_parameters_without_a_value_refute_nothing() -> None:
    refuses("no certificate", "x: real", [], "x <= 1", ["parameter x > 2", "parameter x < 1"])
    assert refute("x: real", [], "x <= 1", ["parameter x > 2"]).status == REFUTED
    refuses("no certificate", "x: real", [], "x <= 1", ["parameter x > 0"])


# -- models ------------------------------------------------------------------------------------


def test_models() -> None:
    assert model("f: vec -> real", ["h: forall w: vec. f(w) >= 0"], ("value f(w) = w**2",)).status == CHECKED
    with pytest.raises(KernelError, match="no certificate"):
        model("f: vec -> real", ["h: forall w: vec. f(w) >= 1"], ("value f(w) = w**2",))
    with pytest.raises(KernelError, match="does not hold"):
        model("x: real", ["h: x >= 1"], ("value x = 0",))


def test_models_of_integer_ranges() -> None:
    good = ["h: forall i: int. 1 <= i and i <= n implies i <= 3"]
    assert model("", good, ("n = 3",)).status == CHECKED
    with pytest.raises(KernelError, match="does not hold"):
        model("", good, ("n = 4",))
    for open_end in ("forall i: int. 1 <= i implies 0 <= i", "forall i: int. i <= n implies i <= n"):
        with pytest.raises(KernelError, match="between two bounds"):
            model("", [f"h: {open_end}"], ("n = 1",))


def test_of_one_record_there_is_one_law() -> None:
    let, mean = "f: record -> real", "forall D: law(record). E[z ~ D](f(z))"
    one = ("records = 3", "value f(z) = z")
    assert model(let, [f"h: {mean} = 3"], one).status == CHECKED
    assert refute(let, [], f"{mean} = 4", (*one, "law D = 3: 1")).status == REFUTED
    with pytest.raises(KernelError, match="does not hold"):
        model(let, [f"h: {mean} = 4"], one)
    with pytest.raises(KernelError, match="cannot go through all of"):
        model(let, [f"h: {mean} >= 0"], ("records = 0, 1", "value f(z) = z"))
    with pytest.raises(KernelError, match="cannot go through all of"):
        model("f: vec -> real", ["h: forall D: law(vec). E[w ~ D](f(w)) >= 0"], ("value f(w) = 0",))


def test_sets_and_their_points() -> None:
    assert model("H: set(vec)", ["h: closed(H)"], ("region H(w) = w <= 1",)).status == CHECKED
    with pytest.raises(KernelError, match="cannot tell"):
        model("H: set(vec)", ["h: closed(H)"], ("region H(w) = w < 1",))
    given = ["h: nonempty(H)"]
    assert model("H: set(vec)", given, ("region H(w) = w <= 1", "value member = 0")).status == CHECKED
    with pytest.raises(KernelError, match="does not hold"):
        model("H: set(vec)", given, ("region H(w) = w <= 1", "value member = 2"))
    with pytest.raises(KernelError, match="cannot tell"):
        model("H: set(vec)", given, ("region H(w) = w <= 1",))


def test_an_empty_set_satisfies_what_is_said_of_its_members_only_with_a_point() -> None:
    """`forall w in H` over an empty H comes down to a claim without a point, which nothing proves."""
    with pytest.raises(KernelError, match="no certificate"):
        model("H: set(vec)", ["h: forall w in H. 0 >= 1"], ("region H(w) = w <= 0, w >= 1",))


def test_events_over_named_outputs() -> None:
    private = ["h: forall B: set(vec). P[w ~ M(S)](w in B) <= 2*P[w ~ M(T)](w in B)"]
    let, data = (
        "M: data -> law(vec); S, T: data",
        ("records = 0, 1", "data S = 0", "data T = 1", "outputs = 0, 1"),
    )
    assert model(let, private, (*data, "law M(S) = 0: 1/2, 1: 1/2")).status == CHECKED
    with pytest.raises(KernelError, match="does not hold"):
        model(let, private, (*data, "law M(S) = S1: 2/3, 1 - S1: 1/3", "law M(S) = S1: 3/4, 1 - S1: 1/4"))
    with pytest.raises(KernelError, match="leaves the outputs"):
        model(let, private, (*data, "law M(S) = 0: 1/2, 2: 1/2"))


def test_worlds_that_are_too_large() -> None:
    refuses("smaller|cannot go", "", ["h: forall T: data. item(T, 1) = item(T, 1)"], "0 >= 1",
            ("n = 30", "records = 0, 1"))  # fmt: skip
    refuses(
        "smaller",
        "D: law(record)",
        [],
        "E[T ~ iid(D)](1) >= 2",
        ("n = 30", "records = 0, 1", "law D = 0: 1/2, 1: 1/2"),
    )
    refuses("smaller|range", "", [], "sum[j, 1, 100000](j) <= 0", ("n = 1",))
    refuses("smaller|depth", "", [], "sum[j, 1, 9000](sum[k, 1, 9000](j*k)) <= 0", ("n = 1",))


# -- noise -------------------------------------------------------------------------------------


def probability(text: str, sorts: dict[str, Sort], *entries: str) -> float:
    world = parse_world(entries)
    return float(enclose(Grounding(world, {}).number(normal(term(text, Scope(sorts, {})), {})), {}))


def test_laplace_intervals() -> None:
    rng = random.Random(1)
    for _ in range(60):
        s, c, low, high = (fmpq(rng.randint(1, 12), 4), *(fmpq(rng.randint(-9, 9), 2) for _ in range(3)))
        entries = (f"noise M = {c}; {s}", f"value u = {low}", f"value t = {abs(high)}", f"value a = {low}")
        law = stats.laplace(loc=float(c), scale=float(s))
        sorts = {"M": Sort("law", (VEC,)), "u": VEC, "t": REAL}
        found = probability("P[k ~ M](norm(k - u) <= t)", sorts, *entries)
        wanted = law.cdf(float(low + abs(high))) - law.cdf(float(low - abs(high)))
        assert abs(found - wanted) < 1e-12
        centred = probability("P[k ~ image[e ~ l2laplace(t + 1)](u + e)](norm(k) <= t)", sorts, *entries)
        shifted = stats.laplace(loc=float(low), scale=float(abs(high) + 1))
        assert abs(centred - (shifted.cdf(float(abs(high))) - shifted.cdf(-float(abs(high))))) < 1e-12


@pytest.mark.parametrize("m", (1, 2, 5))
def test_gamma_intervals(m: int) -> None:
    for s, low, high in (
        (fmpq(1, 2), fmpq(1, 3), fmpq(2)),
        (fmpq(3), fmpq(1), fmpq(9)),
        (fmpq(1), fmpq(2), fmpq(1)),
    ):
        entries = (f"value m = {m}", f"value s = {s}", f"value a = {low}", f"value b = {high}")
        sorts = {"m": INT, "s": REAL, "a": REAL, "b": REAL}
        law = stats.gamma(m, scale=float(s))
        found = probability("P[r ~ gammalaw(m, s)](a <= r and r <= b)", sorts, *entries)
        assert abs(found - max(law.cdf(float(high)) - law.cdf(float(low)), 0)) < 1e-12
        tail = probability("P[r ~ gammalaw(m, s)](r > b)", sorts, *entries)
        assert abs(tail - law.sf(float(high))) < 1e-12
        if m == 1:
            assert abs(probability("P[y ~ explaw(s)](y > b)", sorts, *entries) - law.sf(float(high))) < 1e-12


def test_events_that_are_no_intervals() -> None:
    for event in ("k = zero", "norm(k) = 1", "not norm(k) <= 1", "norm(k) <= 1 or norm(k) <= 2",
                  "norm(k) <= norm(k)", "norm(k + k) <= 1", "norm(k)**2 <= 1", "norm(k) >= 1"):  # fmt: skip
        refuses(".", "u: vec", [], f"P[k ~ l2laplace(1)]({event}) >= 2", ("value u = 0",))
    refuses("finite laws only", "", [], "E[k ~ explaw(1)](k) >= 2", ("n = 1",))
    refuses("Gamma law is cut", "", [], "P[k ~ explaw(1)](k <= -1) >= 2", ("n = 1",))


def test_covers() -> None:
    """`within` bounds a probability from above, and so refutes only `probability >= number`."""
    event = "P[k ~ l2laplace(1)](norm(k) <= 1 and norm(k - u) <= 1)"
    world = ("value u = 1/2", "within -1/2; 1")
    assert refute("u: vec", [], f"{event} >= 9/10", world).status == REFUTED
    refuses("not false", "u: vec", [], f"{event} >= 1/10", world)
    refuses("no certificate", "u: vec", [], f"{event} >= 9/10", ("value u = 1/2", "within -1/4; 1"))
    for claim in (f"{event} <= 1/10", f"1/10 >= {event}", f"{event} = 1/10", f"2*{event} >= 9", f"{event} >= {event}",
                  f"{event} - {event} >= 1"):  # fmt: skip
        refuses("refutes only", "u: vec", [], claim, world)
    refuses("no certificate", "", [], "P[k ~ l2laplace(1)](norm(k) <= -1) >= 0", ("within 1; -1",))


def test_names_in_worlds_are_those_of_the_statement() -> None:
    made, _ = form("x: real", [], "x <= 1")
    assert made.theorem.variables == {"x": REAL}
    refuses("not false", "x: real", [], "n <= 2", ("n = 2", "value n = 5"))
    refuses("not false", "x: real", [], "d <= 1", ("n = 2", "value d = 5"))


# -- events about a number that ranges ------------------------------------------------------------

RANGING = "mu: law(vec); f: vec -> real; K, t0: real"
TWO_POINTS = ("law mu = 0: 1/4, 1: 3/4", "value f(w) = w", "value t0 = 1/2", "value K = 4")
INVERSE = "a: forall t: real. 0 < t and t < t0 implies 1/P[w ~ mu](f(w) <= t) <= K"


def test_an_event_that_happens_for_all_values_or_none() -> None:
    assert model(RANGING, [INVERSE], (*TWO_POINTS, "value t = 1/4")).status == CHECKED
    few = (*TWO_POINTS[:-1], "value K = 39/10", "value t = 1/4")
    with pytest.raises(KernelError, match="no certificate for this world: 4 <= 39/10"):
        model(RANGING, [INVERSE], few)


def test_an_event_that_changes_within_the_range_is_refused() -> None:
    """At t = 1/4 only the point 0 counts, from 1 on both do: no one probability serves for all t < 2."""
    wide = ("law mu = 0: 1/4, 1: 3/4", "value f(w) = w", "value t0 = 2", "value K = 4")
    for sample in ("1/4", "3/2"):
        with pytest.raises(KernelError, match="no certificate"):
            model(RANGING, [INVERSE], (*wide, f"value t = {sample}"))


def test_an_event_without_a_value_or_at_its_edge_is_refused() -> None:
    with pytest.raises(KernelError, match="not decided"):
        model(RANGING, [INVERSE], TWO_POINTS)
    beyond = "a: forall t: real. 0 <= t and t < t0 implies 1/P[w ~ mu](f(w) < t) <= K"
    with pytest.raises(KernelError, match="no certificate"):
        model(RANGING, [beyond], (*TWO_POINTS, "value t = 1/4"))


# -- many records of one kind ------------------------------------------------------------------------

MANY = "loss: record -> real; D: law(record); c: real"
LOSS = ("n = 15000", "records = 1/2", "law D = 1/2: 1", "value loss(z) = z**2", "value c = 1/4")


def test_a_sum_over_records_that_are_all_one() -> None:
    mean = "E[S ~ iid(D)](sum[j, 1, n](loss(item(S, j))))"
    assert model(MANY, [f"a: {mean} = n*c"], LOSS).status == CHECKED
    refuses("not false", MANY, [], f"{mean} = n*c", LOSS)
    assert refute(MANY, [], f"{mean} <= n*c - 1", LOSS).status == REFUTED


def test_a_sum_that_knows_the_place_is_added_up() -> None:
    claim = "a: E[S ~ iid(D)](sum[j, 1, n](j*loss(item(S, j)))) = n*(n + 1)/2*c"
    assert model(MANY, [claim], ("n = 20", *LOSS[1:])).status == CHECKED
    with pytest.raises(KernelError, match="does not hold"):
        model(MANY, ["a: E[S ~ iid(D)](sum[j, 1, n](j*loss(item(S, j)))) = n*c"], ("n = 20", *LOSS[1:]))


# -- means under noise, projections, chains of one draw ------------------------------------------


def number(text: str, world: Iterable[str]) -> float:
    """The value of a term of v, a, b and H in a world."""
    made, _ = form("v: vec; a, b: real; H: set(vec)", [f"h: {text} = 0"], "0 <= 1")
    formula = normal(made.theorem.hypotheses[0][1], {})
    found = Grounding(parse_world(tuple(world)), {}).number(formula.args[0])
    return float(enclose(found, {}, 128).mid())


@pytest.mark.parametrize("scale", ["1/2", "3"])
@pytest.mark.parametrize("shift", ["0", "2", "-1/3"])
def test_means_under_laplace_noise(scale: str, shift: str) -> None:
    from scipy import integrate  # type: ignore[import-untyped]

    s, v = (float(Fraction(text)) for text in (scale, shift))
    pieces: tuple[tuple[str, Callable[[float], float]], ...] = (
        ("norm(k + v)", lambda k: abs(k + v)),
        ("3*norm(k + v) - norm(2*k)/2 + 1", lambda k: 3 * abs(k + v) - abs(2 * k) / 2 + 1),
        ("max(1, norm(v))*norm(k)", lambda k: max(1.0, abs(v)) * abs(k)),
        ("norm(2*k - 3*v)**2/2", lambda k: (2 * k - 3 * v) ** 2 / 2),
    )
    for text, of in pieces:
        found = number(f"E[k ~ l2laplace({scale})]({text})", (f"value v = {shift}",))
        ends = sorted({-80 * s, -v, 0.0, 80 * s})
        wanted = sum(
            integrate.quad(lambda k, of=of: of(k) * stats.laplace.pdf(k, scale=s), low, high)[0]
            for low, high in itertools.pairwise(ends)
        )
        assert found == pytest.approx(wanted, rel=1e-6)
        assert found != pytest.approx(0.99 * wanted, rel=1e-6)


def test_means_of_the_hinge_of_noise() -> None:
    """E max(0, 1 - k) = 1 + exp(-1)/2 for k of scale 1, by max(p, q) = (p + q + abs(p - q))/2."""
    noise = Laplace(num(0), num(1))
    found = laplace_mean(noise, parse_term("max(0, 1 - drawn)"), "drawn")
    assert float(enclose(found, {}, 64).mid()) == pytest.approx(1 + math.exp(-1) / 2)
    found = laplace_mean(noise, parse_term("min(2, 2*drawn - 1)"), "drawn")
    assert float(enclose(found, {}, 64).mid()) == pytest.approx(-1 - math.exp(-1.5))


@pytest.mark.parametrize(
    "text",
    [
        "norm(k)**3",
        "norm(k)**2*norm(k)",
        "(norm(k) + norm(k + v))**2",
        "exp(norm(k))",
        "norm(k)*norm(k)",
        "1/norm(k)",
        "max(norm(k), norm(k + v))",
    ],
)
def test_means_under_laplace_noise_that_are_refused(text: str) -> None:
    with pytest.raises(KernelError):
        number(f"E[k ~ l2laplace(1)]({text})", ("value v = 1",))


def test_projections_onto_balls() -> None:
    ball = "(fun w: vec. norm(w) <= a)"
    for point, radius, wanted in ((3, 2, 2), (-3, 2, -2), (1, 2, 1), (5, 0, 0)):
        world = (f"value v = {point}", f"value a = {radius}")
        assert number(f"norm(project({ball}, v))", world) == abs(wanted)
        assert number(f"norm(project({ball}, v) - v)", world) == abs(wanted - point)
    with pytest.raises(KernelError, match="radius"):
        number(f"norm(project({ball}, v))", ("value v = 1", "value a = -1"))
    for other, world in (
        ("H", ("value v = 1", "region H(w) = w <= 0")),
        ("(fun w: vec. norm(w - v) <= a)", ("value v = 1", "value a = 1")),
    ):
        with pytest.raises(KernelError, match="balls"):
            number(f"norm(project({other}, v))", world)
    with pytest.raises(KernelError, match="radius"):
        number("norm(project((fun w: vec. norm(w) <= norm(w)), v))", ("value v = 1",))


def test_a_chain_of_one_normal_draw() -> None:
    moment = "E[x ~ chain({}, fun t: int. fun x: (int -> vec). gaussian(v, 2))](exp(a*{}))"
    gap = "(norm(x(1) + v)**2 - norm(x(1) - v)**2)"  # four times the product
    world = ("value v = 1/2", "value a = 1/4")
    # exp(x/2) under N(1/2, 4): exp(1/4 + 1/2)
    assert number(moment.format(1, gap), world) == pytest.approx(math.exp(0.75))
    for wrong in (moment.format(2, gap), moment.format(1, gap.replace("x(1)", "x(2)"))):
        with pytest.raises(KernelError):
            number(wrong, world)


# -- arbitrary sequences ---------------------------------------------------------------------------

STEPS = "w: int, (int -> vec) -> vec; a: real; m: int"
EVERY = "forall x: (int -> vec). forall t: int. 1 <= t and t <= m implies w(t + 1, x) = {}"


@pytest.mark.parametrize(
    ("right", "holds"),
    [("w(t, x) + x(t)", True), ("w(t, x) + x(t + 1)", False), ("w(t, x)", False), ("x(t)", False)],
)
def test_functions_of_an_arbitrary_sequence(right: str, holds: bool) -> None:
    """w(t) = x(1) + ... + x(t - 1) for t = 1, 2, 3; what holds of some sequences only is not certified."""
    sums = "value w(t, x) = max(0, min(1, t - 1))*x1 + max(0, t - 2)*x2"
    world = ("value m = 2", "value a = 1", sums)
    if holds:
        assert model(STEPS, [f"h: {EVERY.format(right)}"], world).status == CHECKED
    else:
        with pytest.raises(KernelError):
            model(STEPS, [f"h: {EVERY.format(right)}"], world)


@pytest.mark.parametrize("place", ["0", "13", "-1", "1/2"])
def test_places_of_an_arbitrary_sequence_that_are_not_known(place: str) -> None:
    same = f"forall x: (int -> vec). forall t: int. {place} <= t and t <= {place} implies x(t) = x(t)"
    with pytest.raises((KernelError, SyntaxProblem)):
        model(STEPS, [f"h: {same}"], ("value m = 2", "value a = 1", "value w(t, x) = 0"))


def test_a_sequence_that_a_world_names() -> None:
    """A claim about every sequence fails at the one that the world names, if it does."""
    claim = "forall x: (int -> vec). norm(w(1, x)) <= a"
    world = ("value m = 1", "value w(t, x) = x2", "value x(t) = 2*t")
    assert refute(STEPS, [], claim, (*world, "value a = 3")).status == REFUTED
    with pytest.raises(KernelError):
        refute(STEPS, [], claim, (*world, "value a = 4"))


def test_an_integrand_that_does_not_look_at_what_is_drawn() -> None:
    """Its expectation is its value under any law; where it looks, it is refused."""
    chain = "chain(3, fun t: int. fun x: (int -> vec). l2laplace(a))"
    world = ("value v = 2", "value a = 1")
    assert number(f"E[x ~ {chain}](norm(v)*a)", world) == 2
    with pytest.raises(KernelError):
        number(f"E[x ~ {chain}](norm(x(1)))", world)


# -- data sets with parameters ---------------------------------------------------------------------

FAMILY = "Z: int -> data; loss: record -> real; K: int"


def _family(entry: str, claim: str = "loss(item(Z(2), 1)) <= 2") -> str:
    world = ("n = 1", "records = 1, 2, 3", "value loss(z) = z", "value K = 2", entry)
    return refute(FAMILY, [], claim, world).status


def test_a_data_set_for_each_number() -> None:
    assert _family("data Z(i) = i + 1") == REFUTED
    with pytest.raises(KernelError):
        _family("data Z(i) = i")


@pytest.mark.parametrize(
    "entry", ["data Z(i) = i + 2", "data Z(i) = i/3", "data Z(i) = i, i", "data Z = 2", "data Z(i, j) = i"]
)
def test_data_sets_that_are_none(entry: str) -> None:
    with pytest.raises(KernelError):
        _family(entry)
