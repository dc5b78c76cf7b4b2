"""A sample of what accepted certificates assume; and the watcher sees rules that are false."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import check as checking
from dptheory.kernel.real.binders import instance
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.claims import Relation, parse_claim, relation
from dptheory.kernel.real.defined import obligations
from dptheory.kernel.real.sequents import Sequent, Task, read_fresh, read_term, restart, task
from dptheory.kernel.real.terms import var
from dptheory.prover.certificates import certificate

from .assumptions import sampled, summary
from .enclosures import point
from .grammar import relation as relation_of
from .points import Search, judged
from .values import FALSE, HOLDS
from .watching import ADDING, Violation, Watch, watched

Rule = Callable[[Sequent, Fields], list[Task]]


def test_no_assumption_of_accepted_certificates_is_violated() -> None:
    tally = sampled()
    assert not tally.violations, summary(tally)
    # where no point is found nothing is seen
    assert tally.sequents > 500 and tally.share > 0.9
    assert tally.rules.keys() == checking.RULES.keys()
    assert tally.added.keys() >= ADDING | {"replace", "generalise", "induction"}
    assert tally.said[HOLDS] > 0.95 * sum(tally.said.values())


def seen(claim: str, where: str, point: dict[str, object], proof: object) -> list[Violation]:
    """What the watcher sees in a certificate that the kernel accepts."""
    parsed = parse_claim(claim, where)
    watch = Watch()
    with watched(watch):
        checking.check(parsed, certificate(parsed, point, proof))
    return watch.tally.violations


def believed(s: Sequent, *relations: Relation) -> Sequent:
    """With further hypotheses, about whatever terms."""
    return s.knowing(*(t for r in relations for t in (r.left, r.right))).assuming(*relations)


def term_by_term(s: Sequent, f: Fields) -> list[Task]:
    """The rule `terms` as it was: a sum of one term is that term, whatever the sort of its end."""
    t = read_term(f.text("term"), s, f.at("term"))
    f.take("count"), f.items("defined"), f.items("sides")
    return [task(f, "then", believed(s, Relation("=", t, instance(t, t.args[0]))))]


def any_domain(s: Sequent, f: Fields) -> list[Task]:
    """The rule `domain` of terms that need not be defined."""
    t = read_term(f.text("term"), s, f.at("term"))
    return [task(f, "then", believed(s, *(o.relation for o in obligations([t], s.integers))))]


def any_replaced(s: Sequent, f: Fields) -> list[Task]:
    """The rule `replace` by what a variable only is at most."""
    x, h = f.text("variable"), s.hypotheses[f.index("equals")]
    changed = tuple(other.substituted({x: h.right}) for other in s.hypotheses)
    goal = s.goal.substituted({x: h.right})
    return [task(f, "then", restart({n: w for n, w in s.variables.items() if n != x}, changed, goal, ()))]


def any_sort(s: Sequent, f: Fields) -> list[Task]:
    """The rule `let` for an integer variable and any term."""
    t, name = read_term(f.text("term"), s, f.at("term")), read_fresh(f, "name", s)
    return [task(f, "then", s.introducing(name, integer=True).assuming(Relation("=", var(name), t)))]


def any_known(s: Sequent, f: Fields) -> list[Task]:
    """The rule `have` that counts the parts of an empty sum as defined."""
    t = read_term(f.text("relation"), s, f.at("relation"))
    return [task(f, "then", s.knowing(*t.args).assuming(relation("0 = 0")))]


ONE_LE_ZERO = (
    "1 <= 0",
    "",
    {},
    [
        {
            "rule": "terms",
            "term": "sum((-2)**j, j, sqrt(1), sqrt(1))",
            "count": 1,
            "defined": [{"rule": "exact"}] * 3,
            "sides": [{"rule": "exact"}],
        },
        {"rule": "domain", "term": "(-2)**sqrt(1)"},
        {"rule": "poly", "times": [], "terms": [{"c": "1/2", "h": [1], "sq": []}]},
    ],
)
"""1 <= 0, by a power that has no value."""
REAL_END = (
    "y >= 0",
    "sum(y**j, j, x, x) = -2",
    {"x": "1", "y": "-2"},
    [
        {
            "rule": "terms",
            "term": "sum(y**j, j, x, x)",
            "count": 1,
            "sides": [{"rule": "poly", "times": [], "terms": []}],
        },
        {"rule": "domain", "term": "y**x"},
        {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [2], "sq": []}]},
    ],
)
EMPTY_SUM = (
    "x**2 > 0",
    "sum(j*(1/x), j, 1, 0) = 0",
    {"x": "1"},
    [{"rule": "domain", "term": "1/x"}, {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [1]}]}],
)
"""At x = 0 the sum of nothing is 0."""
CERTIFICATES = pytest.mark.parametrize(
    "given", [ONE_LE_ZERO, REAL_END, EMPTY_SUM], ids=["one-le-zero", "real-end", "empty-sum"]
)


@CERTIFICATES
def test_what_does_not_hold_is_refused_or_seen(given: tuple[str, str, dict[str, object], object]) -> None:
    try:
        found = seen(*given)
    except KernelError:
        return
    assert {v.what for v in found} >= {"goal"}


@pytest.mark.parametrize(
    ("name", "rule", "given", "what", "said"),
    [
        ("terms", term_by_term, ONE_LE_ZERO, "assumption", "(-2)**sqrt(1) has no value"),
        ("terms", term_by_term, REAL_END, "assumption", "y**x has no value"),
        ("domain", any_domain, EMPTY_SUM, "assumption", "x != 0 is false"),
        (
            "replace",
            any_replaced,
            ("y <= 5", "x <= y, x = 5", {"x": "5", "y": "6"}, [{"rule": "replace", "variable": "x", "equals": 0}, {"rule": "poly", "times": [], "terms": [{"c": "-1", "h": [1], "by": "1"}]}]),
            "assumption",
            "y = 5 is false",
        ),
        (
            "let",
            any_sort,
            ("x <= 1", "x = 1/2", {"x": "1/2"}, [{"rule": "let", "name": "n", "term": "x"}, {"rule": "poly", "times": [], "terms": [{"c": "1/2"}, {"c": "-1", "h": [0], "by": "1"}]}]),
            "sort",
            "n = x is no integer",
        ),
        (
            "have",
            any_known,
            ("sum(1/x, j, 1, 0) = 0", "", {"x": "1"}, [{"rule": "have", "relation": "sum(1/x, j, 1, 0)"}, {"rule": "believed"}]),
            "counted as defined",
            "1/x has no value",
        ),
    ],
    ids=["one-le-zero", "real-end", "domain", "replace", "let", "have"],
)  # fmt: skip
def test_a_false_rule_is_seen(
    name: str,
    rule: Rule,
    given: tuple[str, str, dict[str, object], object],
    what: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    believing: dict[str, Rule] = {"believed": lambda s, f: []}
    monkeypatch.setattr(checking, "RULES", {**checking.RULES, **believing, name: rule})
    monkeypatch.setattr(checking, "owing", lambda f, s, *terms: (f.items("defined")[:0], s.knowing(*terms)))
    assert any(v.what == what and said in f"{v.relation} {v.said}" for v in seen(*given))


@pytest.mark.parametrize(
    ("hypotheses", "variables"),
    [
        (["x > 0", "y >= x", "x + y <= 1"], {"x": False, "y": False}),
        (["a**2 = R**2 + 1", "a > R"], {"a": False, "R": False}),
        (["u = exp(x)", "x > u - 3"], {"x": False, "u": False}),
        (["n >= 2", "m <= n", "2*m = n + 1"], {"n": True, "m": True}),
        (["s = sqrt(t)", "0 <= t", "t <= x", "x < 1/3"], {"s": False, "t": False, "x": False}),
    ],
)
def test_points_satisfy_the_hypotheses(hypotheses: list[str], variables: dict[str, bool]) -> None:
    found = Search(hypotheses, variables).spots(4)
    assert len(found) >= 2 and [str(s) for s in found] == [
        str(s) for s in Search(hypotheses, variables).spots(4)
    ]
    assert all(spot.said(text) == HOLDS for spot in found for text in hypotheses)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("tanh(x) >= 1", 100, FALSE),
        ("erf(x) = 1", 50, FALSE),
        ("1 + exp(-x) <= 1", 3000, FALSE),
        ("lowergamma(2, x) >= gamma(2)", 500, FALSE),
        ("sqrt(x)**2 <= x", 2, HOLDS),
        ("exp(log(x)) = x", 7, HOLDS),
    ],
)
def test_numbers_that_agree_to_80_digits_need_not_be_equal(text: str, at: int, expected: str) -> None:
    assert judged(relation_of(text), {"x": point(at)}, frozenset()) == expected


def test_there_are_no_points_of_what_is_false() -> None:
    assert Search(["x < y", "y < x"], {"x": False, "y": False}).spots(2) == []
    assert Search(["2*n = 3"], {"n": True}).spots(2) == []
    assert [str(spot) for spot in Search([], {}).spots(3)] == ["no variables"]
