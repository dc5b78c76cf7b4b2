"""Every rule in finite models: true premises give a true conclusion, and no premise is idle."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.rules import PAIRS, Rule, numbered_rules
from dptheory.kernel.logic.rules_moments import DRAWN, MOMENTS, MOVED
from dptheory.kernel.syntax import entries

from .infinite_models import Geometric, HalvingLaw
from .model_values import Segment
from .models import Model, schemas
from .rule_models import CONTINUOUS, RULES, fresh, holds, points_of

ELSEWHERE = {entry[0] for entry in (*MOMENTS, *DRAWN, *PAIRS, *MOVED)}
"""Rules that have models of their own: see test_logic_moments.py, test_logic_draws.py, test_logic_pairs.py."""
FINITE = [rule for rule in numbered_rules() if rule.name not in CONTINUOUS | ELSEWHERE]
CASES = [(rule, sort, schema) for rule in FINITE for sort, schema in schemas(rule)]


def test_rules_are_numbered_and_named_once() -> None:
    assert [r.number for r in numbered_rules()] == list(range(1, len(numbered_rules()) + 1))
    assert len({r.name for r in numbered_rules()}) == len(numbered_rules())
    assert all(r.proof for r in numbered_rules())
    assert {r.name for r in numbered_rules()} >= CONTINUOUS


def test_the_parts_of_rules_and_facts_stand_in_one_order() -> None:
    assert entries("a  x: real\n  if x > 0; x <\n        1\n  then x > 0\n  since it is.")[0][2] == (
        "x > 0",
        "x < 1",
    )
    for wrong in ("a  since b  then c", "a\n  if b\n  since c", "a  then b  then c  since d"):
        with pytest.raises(KernelError, match="the theorem a has the parts"):
            entries(wrong)


@pytest.mark.parametrize(("rule", "sort", "schema"), CASES, ids=[f"{r.name}-{s}" for r, s, _ in CASES])
def test_premises_give_the_conclusion(rule: Rule, sort: str, schema: object) -> None:
    rng = random.Random(f"{rule.name} {sort}")
    wanted, met, tried = (600 if schema.hypotheses else 800), 0, 0  # type: ignore[attr-defined]
    if "?" in rule.variables:
        wanted //= 2
    while met < wanted:
        tried += 1
        assert tried < 60 * wanted, f"the premises were true only {met} times"
        model = fresh(rule.name, schema, rng)  # type: ignore[arg-type]
        true = holds(model, schema)  # type: ignore[arg-type]
        assert true is not False, f"{rule.name} fails: {model.env}"
        met += true is True


# -- premises --------------------------------------------------------------------------------------

NOT_NEEDED = {
    ("expect-abs", 0): "if f is not integrable neither is abs(f): both expectations are 0 by convention",
}
"""Premises that no model can show to be needed."""


def _geometric(f: dict[str, object], **more: object) -> Callable[[], Model]:
    def build() -> Model:
        model = Model(random.Random(0), n=1, records=tuple(range(1, 30)))
        model.env = {"mu": HalvingLaw(), **f, **more}
        return model

    return build


HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
WILD = Geometric({TWO: ONE})  # 2**k: not integrable
TAME = Geometric({ONE: ONE})
FALLING = Geometric({TWO: -ONE})


def _pick(*functions: Geometric) -> Callable[[object], Geometric]:
    return lambda j: functions[int(j) - 1]  # type: ignore[call-overload]


INTEGRABILITY: dict[tuple[str, int], Callable[[], Model]] = {
    ("expect-linear", 0): _geometric({"f": WILD, "g": TAME}, a=ONE, b=ONE),
    ("expect-linear", 1): _geometric({"f": TAME, "g": WILD}, a=ONE, b=ONE),
    ("expect-monotone", 0): _geometric({"f": FALLING, "g": -TAME}),
    ("expect-monotone", 1): _geometric({"f": TAME, "g": WILD}),
    ("integrable-linear", 0): _geometric({"f": WILD, "g": TAME}, a=ONE, b=ONE),
    ("integrable-linear", 1): _geometric({"f": TAME, "g": WILD}, a=ONE, b=ONE),
    ("integrable-dominated", 0): _geometric({"f": WILD, "g": WILD}),
    ("integrable-dominated", 1): _geometric({"f": WILD, "g": TAME}),
    ("integrable-abs", 0): _geometric({"f": WILD}),
    ("expect-sum", 0): _geometric({"f": _pick(WILD, TAME)}, m=2),
    ("markov", 0): _geometric({"f": WILD}, t=ONE),
}
"""Models with the law 2**-k on k = 1, 2, ..., where 2**k is not integrable."""


@pytest.mark.parametrize("name", INTEGRABILITY, ids=lambda key: f"{key[0]}-{key[1] + 1}")
def test_integrability_is_needed(name: tuple[str, int]) -> None:
    schema = dict(schemas(RULES[name[0]]))["record" if "?" in RULES[name[0]].variables else "real"]
    assert holds(INTEGRABILITY[name](), schema, name[1]) is False


COUNTABLY = (
    "expect-linear", "expect-constant", "expect-monotone", "expect-equal", "expect-abs",
    "integrable-linear", "integrable-constant", "integrable-dominated", "integrable-abs", "expect-sum",
)  # fmt: skip


@pytest.mark.parametrize("name", COUNTABLY)
def test_with_functions_that_need_not_be_integrable(name: str) -> None:
    """In finite models everything is integrable; under the law 2**-k on 1, 2, ... it is not."""
    rng, schema = random.Random(name), dict(schemas(RULES[name]))["record"]

    def power() -> Geometric:
        ratio = rng.choice((HALF, ONE, Fraction(3, 2), TWO, Fraction(3)))
        return Geometric({ratio: rng.choice((-TWO, -ONE, Fraction(0), HALF, ONE, TWO))})

    met = unmet = 0
    for _ in range(400):
        one, two = power(), power()
        model = _geometric({"f": one, "g": rng.choice((one, two))})()
        model.env |= {
            "a": rng.choice((-ONE, HALF)),
            "b": rng.choice((ONE, TWO)),
            "c": TWO,
            "m": rng.choice((0, 1, 2)),
        }
        if name.endswith("-sum"):
            model.env["f"] = _pick(one, two)
        true = holds(model, schema)
        assert true is not False, {name: getattr(f, "terms", f) for name, f in model.env.items()}
        met += true is True
        unmet += true is None
    assert met >= 50 and (unmet >= 50 or not schema.hypotheses)


def test_equal_functions_need_not_be_integrable() -> None:
    schema = dict(schemas(replace(RULES["expect-equal"], conclusion="integrable(mu, g)")))["record"]
    assert holds(_geometric({"f": WILD, "g": WILD})(), schema) is False
    assert holds(_geometric({"f": TAME, "g": TAME})(), schema) is True


def test_integrability_of_expect_abs_is_idle() -> None:
    schema = dict(schemas(RULES["expect-abs"]))["record"]
    for f in (WILD, FALLING, TAME, Geometric({Fraction(3): HALF}), Geometric({Fraction(-3): TWO})):
        assert holds(_geometric({"f": f})(), schema, 0) is True


@pytest.mark.parametrize("place", (0, 1, 2))
def test_integrability_of_a_record(place: int) -> None:
    """f must be integrable; and i must be in 1..n: item(S, i) may elsewhere be any function of S, say
    twice the record, and then 1.5**k is integrable where 1.5**(2k) is not."""
    growth = WILD if place == 0 else Geometric({Fraction(3, 2): ONE})
    twice = Geometric({r * r: c for r, c in growth.terms.items()})
    f = {"f": lambda k: twice if k == "twice" else growth(k)}
    model = _geometric(f, D=HalvingLaw(), i=(1, 0, 2)[place])()  # type: ignore[arg-type]
    model.items = lambda key: "twice"  # type: ignore[assignment]
    schema = schemas(RULES["expect-item"])[0][1]
    assert holds(model, schema) is None
    assert holds(model, schema, place) is False
    model.env["i"] = 1
    assert holds(model, schema, place) is (place != 0)


def test_exchange_needs_a_dominating_integrable_function() -> None:
    """g(x, z) = 2**(x+z) (1[z = x] - 1[z = x+1]) under the law 2**-x 2**-z: the iterated integrals
    are 0 and 1, though abs(g(x, z)) <= m(z) = 4**z. So neither integrability of m nor the bound by an
    integrable m (say m = 0) can go."""

    def g(x: int, z: int) -> Fraction:
        return TWO ** (x + z) * ((z == x) - (z == x + 1))

    assert all(abs(g(x, z)) <= 4**z for x in range(1, 40) for z in range(1, 40))
    assert not HalvingLaw().integrable(Geometric({Fraction(4): ONE}))
    inner = [sum(g(x, z) / TWO**z for z in range(1, x + 2)) for x in range(1, 40)]
    swapped = [sum(g(x, z) / TWO**x for x in range(1, z + 1)) for z in range(1, 40)]
    assert set(inner) == {0}
    assert swapped[0] / 2 == 1 and set(swapped[1:]) == {0}
    # so the means cannot be taken in the other order either: g is not bounded
    assert all(max(abs(g(x, z)) for x in range(1, k) for z in range(1, k)) > 2**k for k in range(3, 20))


def test_a_mean_under_a_mixture_needs_a_bounded_function() -> None:
    """x with chance 2**-x, then 1 + 2**x or 1 - 2**x: the mean is 1 given each x, but 1 + 2**x has no mean over
    x, and the expectation under the mixture is 0 by convention."""
    assert all(HALF * (1 + TWO**k) + HALF * (1 - TWO**k) == 1 for k in range(1, 30))
    assert not HalvingLaw().integrable(Geometric({TWO: ONE, ONE: ONE}))


def test_a_ratio_of_chances_needs_an_integrable_function() -> None:
    """nu the law 2**-k, mu the point 1: every chance under mu is at most twice that under nu. But 2**k is
    not integrable under nu, its expectation is 0 by convention, and under mu it is 2."""
    parts = [set(p) for k in range(6) for p in itertools.combinations(range(1, 6), k)]
    assert all((1 in part) <= 2 * sum(HALF**k for k in part) for part in parts)
    assert not HalvingLaw().integrable(WILD) and HalvingLaw().expect(WILD) == 0 < WILD(1)


COUNTABLE = {
    ("ratio-expect", 1), ("expect-swap", 0), ("mixture-expect", 0),
    *INTEGRABILITY, ("exchange", 0), ("exchange", 1),
    ("expect-item", 0), ("expect-item", 1), ("expect-item", 2),
}  # fmt: skip
SEARCHED = [
    (rule, place)
    for rule in FINITE
    for place in range(len(rule.premises))
    if (rule.name, place) not in COUNTABLE and (rule.name, place) not in NOT_NEEDED
]


@pytest.mark.parametrize(("rule", "place"), SEARCHED, ids=[f"{r.name}-{p + 1}" for r, p in SEARCHED])
def test_premise_is_needed(rule: Rule, place: int) -> None:
    rng = random.Random(f"{rule.name} without {place}")
    schema = schemas(rule)[0][1]
    for _ in range(20_000):
        model = fresh(rule.name, schema, rng)
        if rule.name == "markov":
            model.env["t"] = Fraction(rng.randint(-3, 4), 2)
        if holds(model, schema, place) is False:
            return
    pytest.fail(f"no model shows that the premise {rule.premises[place]} is needed")


def test_idle_premises_are_exactly_these() -> None:
    idle = {
        (rule.name, place)
        for rule in FINITE
        for place in range(len(rule.premises))
        if (rule.name, place) not in COUNTABLE and (rule, place) not in SEARCHED
    }
    assert idle == set(NOT_NEEDED)


# -- the search finds what is false ------------------------------------------------------------------

FALSE = (
    replace(RULES["triangle"], conclusion="norm(u + v) >= norm(u) + norm(v)"),
    replace(RULES["norm-scale"], conclusion="norm(a*u) = a*norm(u)"),
    replace(
        RULES["norm-combination"], conclusion=RULES["norm-combination"].conclusion.replace("- a*", "+ a*")
    ),
    replace(RULES["projection"], conclusion="norm(project(H, u) - v) <= norm(u - v)/2"),
    replace(RULES["limit"], conclusion="x < y"),
    replace(RULES["sum-replace"], conclusion=RULES["sum-replace"].conclusion.replace(" + f(z)", "")),
    replace(RULES["sum-monotone"], premises=("forall j: int. 1 <= j and j < m implies f(j) <= g(j)",)),
    replace(RULES["replaced"], conclusion="replace(S, i, z) = S"),
    replace(
        RULES["replaced"], conclusion="forall y: record. replace(replace(S, i, z), i, y) = replace(S, i, z)"
    ),
    replace(RULES["replaced"], conclusion=RULES["replaced"].conclusion.replace(" and j != i", "")),
    replace(RULES["replace-apart"], premises=("1 <= i", "i <= j", "j <= n")),
    replace(RULES["replace-apart"], conclusion="replace(replace(S, i, y), j, z) = replace(S, i, y)"),
    replace(RULES["contraposition"], premises=("p implies q", "not p"), conclusion="not q"),
    replace(
        RULES["expect-sum"], conclusion=RULES["expect-sum"].conclusion.replace("= sum[j, 1", "= sum[j, 0")
    ),
    replace(
        RULES["expect-item"], conclusion="E[S ~ iid(D)](f(item(S, i))*f(item(S, 1))) = E[z ~ D](f(z))**2"
    ),
    replace(
        RULES["exchange"],
        conclusion="E[S ~ iid(D)](E[z ~ D](g(S, z))) = E[S ~ iid(D)](E[z ~ D](g(replace(S, i, z), z)))",
    ),
    replace(RULES["expect-abs"], conclusion="abs(E[x ~ mu](f(x))) = E[x ~ mu](abs(f(x)))"),
    replace(RULES["prob-range"], conclusion="P[x ~ mu](phi(x)) > 0"),
    replace(RULES["prob-both"], conclusion=RULES["prob-both"].conclusion.replace(" - 1", "")),
    replace(RULES["prob-complement"], conclusion="P[x ~ mu](not phi(x)) = P[x ~ mu](phi(x))"),
    replace(RULES["markov"], conclusion="P[x ~ mu](f(x) < t) >= 1 - E[x ~ mu](f(x))/(2*t)"),
    replace(RULES["image-prob"], conclusion="P[y ~ image[x ~ mu](f(x))](phi(y)) = P[x ~ mu](not phi(f(x)))"),
    replace(RULES["size-positive"], conclusion="n >= 2"),
    replace(
        RULES["mixture-prob"],
        conclusion="P[y ~ mixture[x ~ mu](K(x))](phi(y)) = E[x ~ mu](P[y ~ K(x)](phi(y)))**2",
    ),
    replace(RULES["ratio-expect"], conclusion="E[x ~ mu](f(x)) <= k*E[x ~ nu](f(x))/2"),
    replace(RULES["ratio-expect-shift"], conclusion="E[x ~ mu](f(x)) <= k*E[x ~ nu](f(x)) + c/2"),
    replace(
        RULES["mixture-expect"],
        conclusion="E[y ~ mixture[x ~ mu](K(x))](f(y)) = E[x ~ mu](E[y ~ K(x)](abs(f(y))))",
    ),
    replace(
        RULES["expect-swap"], conclusion="E[x ~ mu](E[y ~ nu](f(x, y))) = E[y ~ nu](E[x ~ mu](abs(f(x, y))))"
    ),
    replace(
        RULES["exponential-mechanism"],
        conclusion=RULES["exponential-mechanism"].conclusion.replace("2*r", "r"),
    ),
    replace(RULES["data-steps"], conclusion="phi(n - 1, T)"),
    replace(RULES["data-steps"], conclusion="phi(n, S)"),
    replace(RULES["prob-disjoint"], conclusion=RULES["prob-disjoint"].conclusion.replace("1, m", "0, m")),
    replace(RULES["prob-disjoint"], conclusion=RULES["prob-disjoint"].conclusion.replace("<=", "=")),
    replace(RULES["not-at-most"], premises=("y <= x",)),
    replace(RULES["not-at-most-above"], conclusion="y < x and not x <= y + 1"),
)


@pytest.mark.parametrize("rule", FALSE, ids=lambda rule: rule.name)
def test_a_false_variant_is_found(rule: Rule) -> None:
    rng = random.Random(rule.name)
    sort, schema = schemas(rule)[0]
    assert any(holds(fresh(rule.name, schema, rng), schema) is False for _ in range(3000))


# -- rules that the search reaches on the line alone ------------------------------------------------


def test_norms_meet_the_plane() -> None:
    """The rules about norms were also tried on points that are not on one line."""
    rng = random.Random(3)
    schema = schemas(RULES["triangle"])[0][1]
    met = sum(
        (model := fresh("triangle", schema, rng)).d == 2 and holds(model, schema) is True for _ in range(3000)
    )
    assert met >= 100


def test_projection_in_space() -> None:
    """Boxes in R^2 and R^3: the projection is a member, and comes no further from any member."""
    rng = random.Random(4)
    strict = 0
    for _ in range(2000):
        d = rng.choice((2, 3))
        low = [Fraction(rng.randint(-4, 2)) for _ in range(d)]
        high = [a + rng.randint(0, 3) for a in low]
        u = [Fraction(rng.randint(-12, 12), 2) for _ in range(d)]
        v = [rng.choice((a, b, (a + b) / 2)) for a, b in zip(low, high, strict=True)]
        p = [min(max(x, a), b) for x, a, b in zip(u, low, high, strict=True)]
        assert all(a <= x <= b for x, a, b in zip(p, low, high, strict=True))
        moved = points_of(tuple(a - b for a, b in zip(p, v, strict=True)))
        apart = points_of(tuple(a - b for a, b in zip(u, v, strict=True)))
        assert moved <= apart
        strict += moved < apart
    assert strict > 500


def test_segment_models_do_what_they_say() -> None:
    """The test's own sets: an open interval is not closed, its projection outside is anything."""
    h = Segment(Fraction(0), Fraction(1), ends=False)
    assert not h.closed and h.nonempty and h.project((Fraction(2),)) == (Fraction(7),)
    assert Segment(points=()).closed and not Segment(points=()).nonempty
    assert Segment(points=(Fraction(-1), Fraction(1))).project((Fraction(1, 4),)) == (Fraction(1),)
