"""Audits from one run: the bound against exact laws, false alarms, what is caught, what is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, norm

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.guessing import (
    ApproximateClaims,
    approximate,
    chance_at_most,
    eps_lower,
    gaussian,
    grid,
    less_than,
)
from dptheory.lab.audit.privacy.onerun import audit_once
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.mechanisms.claims import ADD_REMOVE, GaussianClaim, PrivacyClaim

HERE = Path(__file__).parent
BITS = np.concatenate([np.ones(60), np.zeros(4)])[:, None]


def response(eps: float) -> Any:
    """Each of the first 60 records is told by randomised response, whether it is 1; any record, if left out, is 0."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        there = np.asarray(data)[:60, 0]
        lie = rng.random((size, 60)) > 1 / (1 + math.exp(-eps))
        return np.where(lie, 1 - there, there)

    return Plain(mechanism, "response")


class Positions:
    """The canary that the k-th number of the output speaks of: records are told apart by their place alone."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, output: Any, records: Any) -> Any:
        self.calls += 1
        return output if self.calls == 1 else np.zeros(len(records))


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 40), st.integers(0, 40), st.floats(0, 3), st.floats(0, 0.5), st.data())
def test_the_bound_is_the_theorems(r: int, more: int, eps: float, delta: float, data: Any) -> None:
    m, v = r + more, data.draw(st.integers(0, r))
    q = 1 / (1 + math.exp(-eps))
    tail = [
        sum(math.comb(r, k) * q**k * (1 - q) ** (r - k) for k in range(max(0, x), r + 1))
        for x in range(v - m, v + 1)
    ]
    slope = max((tail[m - i] - tail[m]) / i for i in range(1, m + 1))
    assert chance_at_most(m, r, v, eps, delta) == pytest.approx(
        min(1, tail[m] + 2 * m * delta * slope), abs=1e-9
    )


def test_limits_fall_with_errors_with_delta_and_with_confidence() -> None:
    best = eps_lower(100, 100, 100, 0.0, 0.05)
    assert 3.4 < best < 3.6  # q^100 = 0.05
    assert best > eps_lower(100, 100, 99, 0.0, 0.05) > eps_lower(100, 100, 99, 1e-3, 0.05)
    assert best > eps_lower(100, 100, 100, 0.0, 0.001) > 0 == eps_lower(100, 100, 50, 0.0, 0.05)


def test_a_response_that_keeps_its_claim_is_seldom_convicted_and_another_one_always() -> None:
    claim, plan = PrivacyClaim(1.0), [Plan(confidence=0.9, seed=s) for s in range(100)]
    false = [audit_once(response(1.0), claim, BITS, 60, Positions(), p) for p in plan]
    alarms = sum(found.verdict == "violated" for found in false)
    assert binom.sf(alarms - 1, len(plan), 0.1) > 0.01
    assert all(found.eps_lower <= 1 or found.status == 1 for found in false)
    true = [audit_once(response(6.0), claim, BITS, 60, Positions(), p) for p in plan[:20]]
    assert all(found.verdict == "violated" and found.eps_lower > 1 for found in true)


def told_gaussian(mu: float) -> Any:
    """Sums of the first 60 records with noise of their own: mu-Gaussian privacy under the change of one, exactly."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        return np.asarray(data)[:60, 0] + rng.standard_normal((size, 60)) / mu

    return Plain(mechanism, "gaussian")


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 60), st.floats(0, 4), st.floats(0, 0.05), st.data())
def test_neither_bound_calls_a_mechanism_that_keeps_its_curve_less_likely_than_it_is(
    m: int, eps: float, delta: float, data: Any
) -> None:
    """Right guesses of exactly private mechanisms (each coin told truly with chance delta, else by randomised
    response; or with Gaussian noise): with a level below their chance nothing may be rejected.
    """
    v = data.draw(st.integers(0, m))
    told = delta + (1 - delta) / (1 + math.exp(-eps))
    assert binom.sf(v - 1, m, told) <= chance_at_most(m, m, v, eps, delta) + 1e-12
    for right, inverse in ((told, approximate(eps, delta)), (norm.cdf(eps / 2), gaussian(eps))):
        level = binom.sf(v - 1, m, right) * (1 - 1e-6)
        assert v == 0 or not less_than(m, m, v, level, inverse)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.floats(0, 3), st.floats(0, 0.1), st.data())
def test_the_inequalities_from_which_the_recursion_is_made_hold_of_guesses_with_abstention(
    m: int, eps: float, delta: float, data: Any
) -> None:
    """Exact laws: randomised responses of different strength, of which only the surest r are guessed."""
    r = data.draw(st.integers(1, m))
    strength = data.draw(st.lists(st.floats(0, 1), min_size=m, max_size=m))
    rights = sorted((delta + (1 - delta) / (1 + math.exp(-eps * s)) for s in strength), reverse=True)[:r]
    law = np.ones(1)
    for right in rights:
        law = np.convolve(law, [1 - right, right])
    count, inverse = np.arange(r + 1), approximate(eps, delta)
    for c in range(1, r + 1):
        h = float((count * law)[c:].sum()) / m
        rest = float(((r - count) * law)[c - 1 :].sum()) / m
        assert rest >= inverse(h) - 1e-12
    for v in range(1, r + 1):
        assert not less_than(m, r, v, float(law[v:].sum()) * (1 - 1e-6), inverse)


def test_the_recursion_is_exact_where_all_guesses_are_right() -> None:
    """P[all m right] = q^m under eps-privacy: just above it is rejected, just below it is not."""
    for m in (1, 7, 60):
        for eps in (0.0, 0.5, 2.0):
            chance = (1 / (1 + math.exp(-eps))) ** m
            assert less_than(m, m, m, chance * (1 + 1e-6), approximate(eps, 0.0))
            assert not less_than(m, m, m, chance * (1 - 1e-6), approximate(eps, 0.0))


def test_a_curve_that_promises_too_much_is_rejected_by_what_another_one_does() -> None:
    """The twin: what a mechanism of mu = 4 shows rejects mu = 1 and not mu = 4; of eps = 2 rejects eps = 1."""
    v = round(200 * norm.cdf(2.0))
    assert less_than(200, 200, v, 0.05, gaussian(1.0)) and not less_than(200, 200, v, 0.05, gaussian(4.0))
    v = round(200 / (1 + math.exp(-2)))
    assert less_than(200, 200, v, 0.05, approximate(1.0, 1e-5))
    assert not less_than(200, 200, v, 0.05, approximate(2.0, 1e-5))


@pytest.mark.parametrize(("eps", "delta"), [(0.0, 0.0), (1.0, 0.0), (0.7, 0.1), (3.0, 0.4)])
def test_what_is_inverted_is_inverted(eps: float, delta: float) -> None:
    """F of G is the identity where F is below 1, F being concave; and G of the normal law that of its F."""
    for y in np.linspace(delta + 1e-9, 1, 50)[:-1]:
        x = approximate(eps, delta)(float(y))
        above = min(1.0, delta + math.exp(eps) * x, 1 - math.exp(-eps) * (1 - delta - x))
        assert above == pytest.approx(y, abs=1e-12)
        assert norm.cdf(norm.ppf(gaussian(eps)(float(y))) + eps) == pytest.approx(y, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(8, 300), st.data())
def test_two_limits_together_are_no_weaker_than_either(m: int, data: Any) -> None:
    r = data.draw(st.integers(1, m))
    v = data.draw(st.integers((r + 1) // 2, r))
    delta = data.draw(st.sampled_from([0.0, 1e-5, 1e-3, 0.02]))
    both = ApproximateClaims(delta).last(m, r, v, 0.05, 0.0)
    alone = [e for e in grid(0.0)[:800:20] if chance_at_most(m, r, v, e, delta) <= 0.05]
    again = [e for e in grid(0.0)[:800:20] if less_than(m, r, v, 0.05, approximate(e, delta))]
    assert (both is None) == (not alone and not again)
    assert both is None or both >= max([*alone, *again])


def test_few_guesses_among_many_canaries_show_more_by_the_recursion() -> None:
    m, r, v, delta = 1_000, 100, 100, 1e-3
    assert chance_at_most(m, r, v, 1.0, delta) > 0.05 > 1e-9
    assert less_than(m, r, v, 0.05, approximate(3.0, delta)) and eps_lower(m, r, v, delta, 0.05) > 3.3


def test_a_gaussian_claim_that_is_kept_is_seldom_violated_and_another_one_always() -> None:
    plans = [Plan(confidence=0.9, seed=s) for s in range(200)]
    claim = GaussianClaim(0.5)
    false = [audit_once(told_gaussian(0.5), claim, BITS, 60, Positions(), p) for p in plans]
    alarms = sum(found.verdict == "violated" for found in false)
    assert binom.sf(alarms - 1, len(plans), 0.1) > 0.01
    assert all(found.mu_lower < 0.5 or found.status == 1 for found in false)
    true = [audit_once(told_gaussian(8.0), claim, BITS, 60, Positions(), p) for p in plans[:20]]
    assert all(
        found.verdict == "violated" and found.mu_lower > 0.5 and found.eps_lower == 0 for found in true
    )
    text = "\n".join(true[0].lines())
    assert "claim       mu=0.5" in text and "mu ≥" in text and true[0].to_dict()["claim"]["mu"] == 0.5


@pytest.mark.parametrize(("delta", "jointly"), [(0.02, False), (0.02, True), (0.3, True)])
def test_a_claim_with_delta_that_is_kept_is_seldom_violated(delta: float, jointly: bool) -> None:
    """The worst that (1, delta) allows, coin by coin, or all coins together: then all guesses are right at times."""
    alarms, claim = 0, PrivacyClaim(1.0, delta)
    for seed in range(200):
        plan = Plan(confidence=0.9, seed=seed)
        alarms += audit_once(leaky(delta, jointly), claim, BITS, 60, Positions(), plan).verdict == "violated"
    assert binom.sf(alarms - 1, 200, 0.1) > 0.01


@pytest.mark.parametrize("delta", [0.0, 1e-5, 1e-3])
def test_a_claim_with_delta_that_is_not_kept_is_violated(delta: float) -> None:
    for seed in range(20):
        plan = Plan(confidence=0.9, seed=seed)
        found = audit_once(response(8.0), PrivacyClaim(1.0, delta), BITS, 60, Positions(), plan)
        assert found.verdict == "violated" and found.eps_lower > 1


def leaky(delta: float, jointly: bool) -> Any:
    """`response` with eps = 1, which with chance delta tells each record, or all of them, truly."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        there = np.asarray(data)[:60, 0]
        lie = rng.random((size, 60)) > 1 / (1 + math.exp(-1.0))
        truly = rng.random((size, 1 if jointly else 60)) < delta
        return np.where(lie & ~truly, 1 - there, there)

    return Plain(mechanism, "leaky")


def test_few_canaries_prove_nothing() -> None:
    found = audit_once(response(9.0), PrivacyClaim(3.0), BITS, 8, lambda o, r: np.zeros(8), Plan())
    assert (found.verdict, found.status) == ("inconclusive", 2) and "too few canaries" in found.reason


@pytest.mark.parametrize(
    ("canaries", "score", "said"),
    [
        (3, lambda o, r: o, "3 canaries; needed: 8..64"),
        (65, lambda o, r: o, "65 canaries; needed: 8..64"),
        (60, lambda o, r: o[:5], "a score of shape (5,); needed: 60 numbers"),
        (60, lambda o, r: o * np.nan, "none of them NaN"),
        (60, lambda o, r: 1 / 0, "a score that raised ZeroDivisionError"),
    ],
)
def test_what_is_no_audit_of_one_run(canaries: int, score: Any, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        audit_once(response(1.0), PrivacyClaim(1.0), BITS, canaries, score)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_canaries_that_are_all_alike_are_not_told_to_give_a_box_that_one_run_refuses() -> None:
    with pytest.raises(BadInput, match="try: --adjacency add-remove"):
        audit_once(response(1.0), PrivacyClaim(1.0), np.ones((64, 1)), 60, lambda o, r: o)


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "told.py").write_text(
        "import numpy as np\n"
        "def told(data, size, rng):\n    return np.tile(np.isin(np.arange(40.0), data[:, 0]) * 1.0, (size, 1))\n"
        "def where(output, records):\n    return output[records[:, 0].astype(int)]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "d.csv").write_text("\n".join(f"{k},1" for k in range(40)), encoding="utf-8")
    asked = [
        "audit",
        "told:told",
        "--data",
        "d.csv",
        "--one-run",
        "40",
        "--claim",
        "eps=1",
        "--adjacency",
        "add-remove",
    ]
    assert main([*asked, "--score", "told:where", "--json", "--confidence", "0.95"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "violated" and found["claim"]["adjacency"] == ADD_REMOVE
    for rest, said in (
        ([], "--one-run without --score"),
        (["--score", "told:where", "--box", "0", "1"], "--one-run and --box"),
        (["--score", "told:where", "--domain", "ball"], "--one-run and --domain"),  # it was looked over
    ):
        assert main([*asked, *rest]) == 64
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1
    assert main(["audit", "told:told", "--claim", "eps=1", "--score", "told:where"]) == 64
    assert main(["audit", "told:told", "--claim", "eps=1", "--one-run", "40"]) == 64
    gaussian_claim = ["mu=1" if word == "eps=1" else word for word in asked]
    assert main([*gaussian_claim, "--score", "told:where", "--json", "--confidence", "0.95"]) == 1
    capsys.readouterr()
    assert main([*gaussian_claim, "--score", "told:where", "--delta", "0.1"]) == 64
    assert "mu alone" in capsys.readouterr().err
    assert main(["audit", "told:told", "--claim", "mu=1"]) == 64
    assert "without --one-run" in capsys.readouterr().err
