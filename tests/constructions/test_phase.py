"""Which rates of delta allow what: borders that are certified, and rates for which nothing may be said."""

from __future__ import annotations

from functools import cache

import pytest
from flint import fmpq

from dptheory.constructions.phase import (
    ALL,
    ARGUED,
    BELOW,
    SOME,
    UNKNOWN,
    Grow,
    Phase,
    Result,
    results_of,
    search,
)
from dptheory.constructions.phase import classify as by_results
from dptheory.errors import BadInput
from dptheory.kernel import check_witness, recheck
from dptheory.kernel.real import parse_claim, parse_term
from dptheory.theory.blocks import Texts
from dptheory.theory.library import load_library

GROUP, INTERIOR, LITTLESTONE, MEAN = (
    "δ(n) e^(nε) → 0 for every ε", "δ(n) = o(1/n²)", "δ(n) = o(1/(n² log n))", "δ(n) ≤ 1/(97n), or o(1/n)"
)  # fmt: skip
"""The ranges for which some is not."""


@cache
def results() -> tuple[Result, ...]:
    return results_of(map(load_library().get, Texts().with_line("answers")))


def classify(rate: str, grow: Grow = search) -> Phase:
    return by_results(rate, results(), grow)


@pytest.mark.parametrize(
    ("rate", "answer"),
    [
        ("n**(-1/2)", ALL), ("n**(-1/3)", ALL), ("3/n", ARGUED), ("1/(98*n)", SOME), ("1/(95*n)", ARGUED), ("n**(-3/2)", SOME), ("n**(-2)", SOME), ("n**(-3)", SOME),
        ("sqrt(log(n))/n", ALL), ("exp(-2*n)", SOME), ("exp(-n**2)", SOME), ("0", SOME), ("1/(n*log(n))", SOME),
    ],
)  # fmt: skip
def test_rates(rate: str, answer: str) -> None:
    found = classify(rate)
    assert found.answer == answer
    for _, certificate in found.placed:
        assert recheck(certificate)


@pytest.mark.parametrize(
    ("rate", "wanted", "never"),
    [
        ("exp(-n**2)", GROUP, None),
        ("exp(-n)", INTERIOR, GROUP),
        ("n**(-2)", MEAN, INTERIOR),
        ("n**(-2)/log(n)", INTERIOR, LITTLESTONE),
        ("n**(-3/2)", MEAN, LITTLESTONE),
    ],
)
def test_a_result_applies_where_its_needs_are_met_only(rate: str, wanted: str, never: str | None) -> None:
    ranges = [result.range for result in classify(rate).results]
    assert wanted in ranges and never not in ranges


def test_without_certificates_nothing_is_said() -> None:
    assert classify("n**(-1/2)", lambda left, right: None).answer == UNKNOWN
    assert classify("n**(-3)", lambda left, right: None).answer == UNKNOWN


def test_a_certificate_of_something_else_is_not_believed() -> None:
    other = search(parse_term("n**(-3)"), parse_term("n**(-1/2)"))
    assert other is not None and recheck(other)
    for made in (other, {"answer": "bounded", "format": other["format"]}, {**other, "proofs": []}):
        assert classify("n**(-1/2)", lambda left, right, made=made: made).answer == UNKNOWN
    mine = search(parse_term("n**(-1/2)"), parse_term("n**(-1/2)"))
    assert mine is not None
    assert classify("n**(-1/2)", lambda left, right: mine).answer == ALL
    assert classify("n**(-1/2)", lambda left, right: {**mine, "proofs": []}).answer == UNKNOWN


def test_the_borders_are_where_the_results_say() -> None:
    """n delta grows for the slow borders, and each fast one is small against the power that its result names."""
    powers = {INTERIOR: "n**2", LITTLESTONE: "n**2*log(n)", MEAN: "n"}
    for result in results():
        for word, border in result.compared:
            if result.answer == ALL:
                claim = parse_claim(f"n*({border}) <= 8", "n >= 3")
                assert check_witness(claim, {"n": fmpq(10**1400)}).status == "refuted", border
            elif word == BELOW and result.range in powers:
                claim = parse_claim(f"({border})*{powers[result.range]} > 2", "n >= 3")
                for n in (fmpq(10**12), fmpq(10**1400)):
                    assert check_witness(claim, {"n": n}).status == "refuted", (result.range, border)


def test_what_a_result_needs_is_read_from_its_statement() -> None:
    library = load_library()
    for result in results():
        told = result.told(library.get(result.source))
        assert told.says and told.needs and bool(told.seen) == result.source.startswith("later.")
    assert [result.range for result in results()][1:5] == [GROUP, INTERIOR, LITTLESTONE, MEAN]


@pytest.mark.parametrize("rate", ["m", "n +", "-1", "eps*n", ""])
def test_what_is_no_rate(rate: str) -> None:
    with pytest.raises(BadInput, match=r"given .*; needed: .*; try: "):
        classify(rate)


@pytest.mark.parametrize("rate", ["-1/n", "1/n - 2/n", "sin(n)/n", "1/log(n - 20)", "1/n - 1/(n - 3)"])
def test_a_rate_that_is_not_above_0_is_refused_at_once(rate: str) -> None:
    """Once: -1/n was compared with every border, for minutes."""

    def grow(left: object, right: object) -> None:
        raise AssertionError("compared")

    with pytest.raises(BadInput, match="above 0 at n = "):
        classify(rate, grow)
