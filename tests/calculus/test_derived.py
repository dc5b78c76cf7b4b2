"""What follows from what, at which rates; what does not; and what is refused."""

import pytest

from dptheory.calculus.queries import query
from dptheory.calculus.rules import rules
from dptheory.errors import BadInput
from dptheory.kernel.logic import show
from dptheory.theory.library import TheoryLibrary

from .conftest import Ask, rates

LEARNER = ("Private(eps, 0)", "AERM(xi, uniform)")
PAIR = ("Private(eps, 0)", "L: Private(mu, 0)")
PAIR_DELTA = ("Private(eps, del)", "L: Private(eps, del)")
SAMPLE, SUB = ("B: Private(eps, 0)",), "subsample(B, m): Private"
SIZES = "1 <= m <= n"
BOOST = "parallel(A, select(q, W, m, eps/2))"

FOLLOWS = [
    (LEARNER, "Consistent", "", False, "xi + exp(eps) - 1"),
    (LEARNER, "Consistent", "", True, "xi + tanh(eps/4)"),
    (("Private(eps, 0)", "AERM(xi, always)"), "Consistent", "", True, "xi + tanh(eps/4)"),
    (("Private(eps, 0)", "AERM(xi, D)"), "Consistent", "", True, "xi + tanh(eps/4)"),
    (("Gibbs(lam)", "Covered(K)"), "Consistent", "lam > 0, K >= 1", True, "log(K)/lam + tanh(2*lam/n/4)"),
    (("Private(eps, 0)",), "Stable", "", False, "exp(eps) - 1"),
    (("Private(eps, 0)",), "Stable", "eps <= 1", False, "exp(eps) - 1"),
    (("Private(eps, 0)",), "Stable", "", True, "tanh(eps/2)"),
    (("Private(eps, del)",), "Stable", "", False, "exp(eps) - 1 + del"),
    (("Private(eps, del)",), "Stable", "", True, "(exp(eps) - 1 + 2*del)/(exp(eps) + 1)"),
    (("Private(eps, 0)",), "Generalises", "", False, "exp(eps) - 1"),
    (("Private(eps, 0)",), "Generalises(2*eps, uniform)", "eps <= 1", False, "2*eps"),
    (("Private(eps, 0)",), "Generalises", "", True, "tanh(eps/4)"),
    (("Stable(s)", "AERM(xi, uniform)"), "Consistent", "", False, "s + xi"),
    (
        ("Private(1/sqrt(n), 0)", "AERM(xi(n), uniform)"),
        "Consistent",
        "",
        False,
        "xi(n) + exp(1/sqrt(n)) - 1",
    ),
    (("Private(eps, del)",), "Private(0, 1)", "0 <= del <= 1", False, "0, 1"),
    (("Private(0, del)", "AERM(xi, uniform)"), "Consistent", "", False, "xi + del"),
    ((), "Stable(1)", "", False, "1"),
    (("Renyi(3, eps)",), "Renyi(2)", "", False, "eps"),
    (PAIR, "compose(A, L): Private", "", False, "eps + mu"),
    (PAIR, "post_process(compose(A, L), K): Private", "", False, "eps + mu"),
    ((*PAIR, "parallel(A, L): Apart"), "parallel(A, L): Private", "", False, "max(eps, mu)"),
    (PAIR_DELTA, "post_process(compose(A, L), K): Private", "", False, "2*eps, 2*del"),
    (("Private(eps, del)", "L: Private(eps, 0)"), "compose(A, L): Private", "", False, "2*eps, del"),
    (("f: NormStable(r)",), "noisy(f, s): Private", "r > 0, s > 0", False, "r/s"),
    (("K: Private(eps, 0)",), "steps(K, m): Private", "m >= 1", False, "m*eps"),
    ((), "exponential_erm(loss, pen, h, m, eps): Private", "m >= 1, eps >= 0", False, "eps"),
    (SAMPLE, SUB, f"{SIZES}, 0 < eps < 1", False, "2*(m/n)*eps"),
    (SAMPLE, SUB, SIZES, False, "2*(m/n)*(exp(eps) - exp(-eps))"),
    (SAMPLE, SUB, SIZES, True, "log(1 + m/n*(exp(eps) - 1))"),
    (("B: Private(eps, del)",), SUB, SIZES, True, "log(1 + m/n*(exp(eps) - 1)), m/n*del"),
    (
        (*SAMPLE, "B: Consistent(xi, D)"),
        "subsample(B, m): Consistent",
        "1 <= m, m <= n, eps > 0",
        True,
        "xi",
    ),
    (("Private(eps, 0)", "q: Sensitive(1)", f"{BOOST}: Apart"), f"{BOOST}: Private", "m >= 1", False, "eps"),
    (("Private(eps, 0)", "q: Sensitive(1)"), f"compose{BOOST[8:]}: Private", "m >= 1", False, "2*eps"),
]


@pytest.mark.parametrize(("given", "goal", "where", "sharp", "expected"), FOLLOWS)
def test_rates(ask: Ask, given: tuple[str, ...], goal: str, where: str, sharp: bool, expected: str) -> None:
    found = ask(given, goal, where, sharp=sharp)
    assert rates(found) == [expected]
    assert not found.unused


NEEDED = [
    (given, goal, where, sharp, place)
    for given, goal, where, sharp, _ in (FOLLOWS[0], FOLLOWS[1], FOLLOWS[14], FOLLOWS[16], FOLLOWS[26])
    for place in range(len(given))
]


@pytest.mark.parametrize(("given", "goal", "where", "sharp", "place"), NEEDED)
def test_no_premise_is_idle(
    ask: Ask, given: tuple[str, ...], goal: str, where: str, sharp: bool, place: int
) -> None:
    assert not ask((*given[:place], *given[place + 1 :]), goal, where, sharp=sharp).found


def test_scopes(ask: Ask) -> None:
    assert ask(("Stable(s)", "AERM(xi, uniform)"), "Consistent").found[0].scope == "uniform"
    assert ask(("Stable(s)", "AERM(xi, D)"), "Consistent").found[0].scope == "D"
    assert not ask(("Stable(s)", "AERM(xi, D)"), "Consistent(s + xi, uniform)").found
    assert rates(ask(("Stable(s)", "AERM(xi, uniform)"), "Consistent(s + xi, D)")) == ["s + xi"]


def test_a_rate_that_is_asked_for_must_be_large_enough(ask: Ask) -> None:
    given = ("Stable(s)", "AERM(xi, D)")
    assert rates(ask(given, "Consistent(2*s + xi, D)")) == ["2*s + xi"]
    short = ask(given, "Consistent(s, D)")
    assert not short.found and len(short.missing.best) == 1
    assert not ask(LEARNER, "Consistent(xi + eps/4, uniform)").found
    assert ask(LEARNER, "Consistent(xi + eps/4, uniform)", sharp=True).found


def test_rates_that_were_not_compared_are_both_kept(ask: Ask) -> None:
    assert sorted(rates(ask(("Private(eps, 0)", "Stable(s)"), "Stable"))) == ["exp(eps) - 1", "s"]
    assert rates(ask(("Private(eps, 0)", "Stable(s)"), "Stable", "s <= eps")) == ["s"]


def test_what_is_missing_is_never_the_goal_and_may_be_several_premises_or_one_of_the_setting(ask: Ask) -> None:
    goal = "subsample(B, floor(sqrt(n))): AERM"
    both = ask(("B: Consistent(xi, uniform)",), goal)
    assert [p.text for p in both.missing.premises] == ["B: Proper and B: Unordered"]
    assert ask(("B: Consistent(xi, uniform)", "B: Proper", "B: Unordered"), goal).found
    pair = ("Generalises(g, D)", "Consistent(xi, D)")
    assert [p.text for p in ask(pair, "AERM").missing.premises] == ["UniformlyConverges(rate, D)"]
    assert ask((*pair, "UniformlyConverges(u, D)"), "AERM").found


def test_two_premises_that_are_missing_together_are_named(ask: Ask) -> None:
    for given in ("Consistent(xi, D)", "Consistent(xi, uniform)"):
        pair = "Generalises(rate, uniform) and UniformlyConverges(rate, D)"
        assert [p.text for p in ask((given,), "AERM").missing.premises] == [pair]
    assert ask((given, "Generalises(g, uniform)", "UniformlyConverges(u, D)"), "AERM").found
    texts = [p.text for p in ask((), "Generalises").missing.premises]
    assert texts[-1] == "Proper and UniformlyConverges(rate, D)"


def test_what_every_algorithm_has_is_no_step_on_the_way(ask: Ask) -> None:
    assert not ask((), "Generalises(1, uniform)").found
    assert rates(ask(("Private(eps, 0)",), "Stable")) == ["exp(eps) - 1"]


def test_a_larger_order_of_renyi_privacy_does_not_follow(ask: Ask) -> None:
    assert not ask(("Renyi(2, eps)",), "Renyi(3, eps)").found


def test_what_is_missing(ask: Ask) -> None:
    texts = [p.text for p in ask(("Private(eps, 0)",), "Consistent").missing.premises]
    assert texts[0] == "AERM(rate, uniform)" and "AERM(rate, always)" in texts
    assert not any(text.startswith(("Private", "Consistent", "Stable")) for text in texts)
    texts = [p.text for p in ask(("AERM(xi, uniform)",), "Consistent").missing.premises]
    assert {"Private(rate, 0)", "Stable(rate)", "Generalises(rate, uniform)"} <= set(texts)
    assert [p.text for p in ask(PAIR, "parallel(A, L): Private").missing.premises] == [
        "parallel(A, L): Apart"
    ]
    assert ask(("Stable(s)",), "Private").missing.premises == ()
    lacking = ask(SAMPLE, SUB).missing
    assert not lacking.premises and any("sizes" in needed for needed, _ in lacking.conditions)


def test_premises_that_are_not_needed(ask: Ask) -> None:
    found = ask((*LEARNER, "Stable(s)"), "Generalises", "s <= eps/9")
    assert rates(found) == ["s"] and set(found.unused) == set(LEARNER)


def test_a_step_with_a_smaller_rate_is_rejected(ask: Ask, library: TheoryLibrary) -> None:
    from dptheory.calculus.answers import verify_text
    from dptheory.theory.certificates import Certificates

    found = ask(LEARNER, "Consistent", sharp=True).found[0]
    for old, new in (
        ("tanh(eps/4)", "99/100*tanh(eps/4)"),
        ("exp(eps/2) + 1", "exp(eps/2) + 2"),
        ("given given1: private(A, eps)", "given given1: private(A, 101/100*eps)"),
        ("given given2: forall D: law(record). aerm", "given given2: exists D: law(record). aerm"),
    ):
        assert old in found.text
        written = found.text.replace(old, new)
        result = verify_text(library, written, Certificates(dict(found.certificates)))[1]
        assert result.forms[0].verdict.status == "unknown", old


REFUSED = [
    (("AERM(xi)",), "Stable", "", "no scope"),
    (("Private(eps, 0, uniform)",), "Stable", "", "without a scope"),
    (("Generalises(xi, always)",), "Stable", "", "a property of"),
    (("AERM(xi, uniform, D)",), "Stable", "", "one scope"),
    (("Fair(eps)",), "Stable", "", "'Fair'"),
    (("Private(eps, 0)",), "Fair", "", "'Fair'"),
    (("Private(eps + , 0)",), "Stable", "", "expected an operand"),
    (("Private(eps, 0",), "Stable", "", "expected an operator"),
    (("Private(eps, 0, 1)",), "Stable", "", "3 rates"),
    (("Private",), "Stable", "", "0 rates"),
    (("Private(-1, 0)",), "Stable", "", "nothing satisfies"),
    (("Private(eps, 0)",), "Stable", "eps", "relations"),
    (("Private(eps, 0)",), "Stable", "eps <", "conditions"),
    (("Private(nan, 0)",), "Stable", "", "'nan'"),
    (("Private(loss, 0)",), "Stable", "", "loss"),
    (("Private(private, 0)",), "Stable", "", "'private'"),
    (("Private(A, 0)",), "Stable", "", "A, which is"),
    (("Private(eps, 0)",), "mix(A): Stable", "", "mix"),
    (("Private(eps, 0)",), "post_process(A): Private", "", "1 arguments"),
    (("Private(eps, 0)",), "A + 1: Stable", "", "before the colon"),
    (("q: Sensitive(1)",), "Private", "", "combinator"),
    (("Private(eps, 0, add-remove)",), "Stable", "", "replace-one"),
    (("Private(eps, 0)", "A: NormStable(1)"), "Stable", "", "one meaning"),
    (("K: Private(eps, delta, c)",), "steps(K, m): Private", "m >= 1", "needed: 1 or 2 rates"),
]


@pytest.mark.parametrize(("given", "goal", "where", "said"), REFUSED)
def test_bad_input(library: TheoryLibrary, given: tuple[str, ...], goal: str, where: str, said: str) -> None:
    with pytest.raises(BadInput, match="needed: .*; try: ") as error:
        query(library, given, goal, where)
    assert said in str(error.value)


def test_premises_that_nothing_satisfies(ask: Ask) -> None:
    for rate in ("-1/2", "1 - sqrt(2)"):
        with pytest.raises(BadInput, match="at least 0"):
            ask((f"Private(eps, {rate})",), "Stable")
    with pytest.raises(BadInput, match="some numbers satisfy"):
        ask(("Private(eps, 0)",), "Stable", "eps < 0")


def test_rules_are_forms_of_statements(library: TheoryLibrary) -> None:
    names = {rule.name for rule in rules(library, sharp=True)}
    for statement in ("lemma4", "lemma8", "lemma30", "lemma31", "theorem35", "corollary9"):
        assert any(name.startswith(f"wang2016.{statement}:") for name in names), statement
    printed = {rule.name for rule in rules(library)}
    assert printed < names and not any(name.endswith(":sharp") for name in printed)
    forms = {form.name: form for _, form in library.forms()}
    assert all(forms[name].steps and forms[name].refutation is None for name in names)


def test_what_sharp_forms_would_give_is_said(ask: Ask) -> None:
    found = ask(LEARNER, "Consistent")
    assert list(map(show, found.sharper)) == ["xi + tanh(eps/4)"]
    assert (
        not ask(LEARNER, "Consistent", sharp=True).sharper and not ask(PAIR, "compose(A, L): Private").sharper
    )


def test_conditions_off_the_way_are_not_told(ask: Ask) -> None:
    """Once: every condition that some rule lacked was printed, whatever the goal."""
    lacking = ask((*SAMPLE, "B: Consistent(xi, D)"), SUB, sharp=True).missing
    names = [needed for needed, _ in lacking.conditions]
    assert names and all(name.startswith("calculus.subsampling") for name in names)


@pytest.mark.parametrize(
    ("given", "goal", "name"),
    [
        (("Private(eps, 0)",), "Consistent", "private-consistent"),
        (("Generalises(r, uniform)",), "Consistent", "generalises-consistent"),
        (("Stable(s)",), "Private", "stable-private"),
        (("AERM(xi, uniform)",), "Consistent", "aerm-consistent"),
        (("Private(eps, delta)",), "Private(mu, 0)", "approximately-private"),
        (("Private(eps, 0)", "Stable(s)"), "Consistent", None),
        (("Private(eps, 0)",), "subsample(B, m): Consistent", None),
        (("Private(1, 0)",), "Consistent(1/3, uniform)", "private-consistent"),
        (("Private(eps, 0)",), "Consistent(1, uniform)", None),
        (("Stable(1/20)",), "Private", None),
        (("Private(eps, 1 - 1)",), "Private(eps, 0)", None),
    ],
)  # fmt: skip
def test_what_is_refuted_is_shown_with_its_world(
    ask: Ask, given: tuple[str, ...], goal: str, name: str | None
) -> None:
    found = ask(given, goal)
    assert not found.found
    refuted = [result.id.removeprefix("calculus.converse.") for result in found.missing.refuted]
    assert refuted == ([] if name is None else [name])
    assert all(result.forms[0].witness is not None for result in found.missing.refuted)


def test_privacy_and_utility_of_the_exponential_mechanism_were_of_two_algorithms(ask: Ask) -> None:
    assert rates(ask(("Gibbs(lam)",), "Private", "lam > 0")) == ["2*lam/n"]
    assert not ask(("Gibbs(lam)",), "AERM", "lam > 0").found


@pytest.mark.parametrize(
    ("given", "goal", "where"),
    [("Private(eps, delta)", "Private(eps, 0)", "delta = 0"), ("AERM(r, uniform)", "Consistent(1/10**3, uniform)", "n >= 2")],
)
def test_a_world_that_the_conditions_exclude_refutes_nothing(ask: Ask, given: str, goal: str, where: str) -> None:
    """Pure privacy was said not to follow where delta is 0."""
    assert ask((given,), goal).missing.refuted and not ask((given,), goal, where=where).missing.refuted
