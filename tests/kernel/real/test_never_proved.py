"""Certificates of falsehoods that the kernel once accepted, and texts that mean one thing however they are written."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import RULES, check
from dptheory.kernel.real.claims import Claim, Relation, claim_of, parse_claim, relation
from dptheory.kernel.real.compound import check_compound, parse_compound
from dptheory.kernel.real.families import recheck
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.sequents import Sequent
from dptheory.kernel.real.terms import Term, num, var
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.prover.certificates import certificate

from .real_accepted import combine, product

WRITTEN = {
    "rule": "terms",
    "term": "sum((-2)**j, j, sqrt(1), sqrt(1))",
    "count": 1,
    "defined": [{"rule": "exact"}, {"rule": "exact"}, {"rule": "exact"}],
    "sides": [{"rule": "exact"}],
}
FALSE: list[object] = [WRITTEN, {"rule": "domain", "term": "(-2)**sqrt(1)"}]
"""(-2)**sqrt(1) is read as a power with a real exponent, so that -2 >= 0 seemed to follow."""
FROM_FALSE = [*FALSE, {"rule": "contradiction"}, combine({"c": "2", "h": []}, product(2))]


def test_one_is_not_at_most_zero() -> None:
    claim = parse_claim("1 <= 0")
    with pytest.raises(KernelError, match="expected an integer term"):
        check(claim, certificate(claim, {}, [*FALSE, combine(product(1, c="1/2"))]))


def test_a_base_is_not_known_positive_from_a_sum_over_one_whole_number() -> None:
    claim = parse_claim("y >= 0", "sum(y**j, j, x, x) = -2")
    node = {"rule": "terms", "term": "sum(y**j, j, x, x)", "count": 1, "sides": [combine()]}
    proof = [node, {"rule": "domain", "term": "y**x"}, combine(product(2))]
    with pytest.raises(KernelError, match="expected an integer term"):
        check(claim, certificate(claim, {"x": fmpq(1), "y": fmpq(-2)}, proof))


def test_a_constant_is_not_best_by_a_falsehood() -> None:
    parts = [parse_claim("1 > 0", "u > 0"), parse_claim("log(1 + 1) > (1/7 - u)*1", "u > 0")]
    holds = parse_claim("log(1 + x) <= 1/7*x", "x > 0")
    whole = {
        "format": "dptheory best constant 1", "claim": "log(1 + x) <= c*x", "where": "x > 0", "find": "c",
        "side": "least", "holds": "1/7", "fails": "1/7", "defined": [], "parameter": "u",
        "proof": certificate(holds, {"x": fmpq(1)}, FROM_FALSE, [FROM_FALSE]),
        "pieces": [{"until": "", "point": {"x": "1"},
                    "proofs": [certificate(c, {"u": fmpq(1)}, FROM_FALSE) for c in parts]}],
    }  # fmt: skip
    with pytest.raises(KernelError, match="expected an integer term"):
        recheck(whole)


def test_a_compound_claim_is_not_proved_by_a_falsehood() -> None:
    compound = parse_compound("x < 0 and x > 5", "x > 1 or x = 0")
    part = {"show": 0, "cases": [{"defined": [], "proof": FROM_FALSE}]}
    data = {
        "format": "dptheory compound claim 1", "claim": compound.said, "where": compound.where,
        "hash": compound.hash, "domain": 1, "domain_point": {"x": "0"}, "with": {}, "parts": [part] * 4,
    }  # fmt: skip
    with pytest.raises(KernelError, match="expected an integer term"):
        check_compound(compound, data)


@pytest.mark.parametrize(
    ("claim", "where", "point"),
    [
        ("x != 0", "sum(j*(1/x), j, 1, 0) = 0", {"x": fmpq(1)}),
        ("x > 0", "sum(log(x) + j, j, 1, n) <= 5, n integer, n = 0", {"x": fmpq(1), "n": fmpq(0)}),
    ],
)
def test_nothing_follows_from_what_stands_in_the_sum_of_nothing(
    claim: str, where: str, point: dict[str, fmpq]
) -> None:
    said = parse_claim(claim, where)
    term = print_term(said.conditions[0].left)
    last = (
        {"rule": "apart", "side": "above", "then": combine(product(1))}
        if "!=" in claim
        else combine(product(-1))
    )
    for proof in ([{"rule": "domain", "term": term}, last], combine(product(0))):
        with pytest.raises(KernelError):
            check(said, certificate(said, point, proof))


def test_a_text_of_which_nothing_is_known_is_not_assumed() -> None:
    s = Sequent({"x": False, "y": False}, (), relation("x <= x"), frozenset())
    for text in ("1/x > 0", "x**y = 1", "sum(1/j, j, 0, 3) = 1", "log(2*x) <= x", "tan(x) = 0"):
        with pytest.raises(KernelError, match="not known to have a value"):
            s.assuming(relation(text))
        with pytest.raises(KernelError, match="not known to have a value"):
            s.showing(relation(text))
    assert s.assuming(relation("x + exp(y) > max(x, 1/2)")).hypotheses


@pytest.mark.parametrize(
    ("body", "parts"),
    [
        (var("j") * (1 / var("p1")), (var("x"),)),  # x alone is put for p1: as a text 1/x would be
        (var("j") * var("p2") + var("p1"), (var("x"), var("y"))),
        (var("j") * var("p1"), (var("x"), var("y"))),
        (var("p1") * var("p1"), (var("x"),)),
        (var("j") + 1, ()),
    ],
)
def test_a_term_made_by_hand_is_what_its_text_reads(body: Term, parts: tuple[Term, ...]) -> None:
    with pytest.raises(KernelError, match="no term"):
        Term("sum", (num(1), num(0), *parts), body)


@pytest.mark.parametrize("text", ["sum(x_j**2, j, 1, n)", "sum(xj + j, j, 1, n)", "integral(a_t*t, t, 0, 1)",
                                  "prod(sum(x_k, i, 1, 3), k, 1, n)", "sum(x_k', k, 1, n)"])  # fmt: skip
def test_a_name_that_looks_bound_is_refused(text: str) -> None:
    with pytest.raises(SyntaxProblem, match="ends in the index"):
        parse_term(text)


def test_an_index_is_printed_with_a_letter_that_no_name_ends_in() -> None:
    t = parse_term("sum(x_j*k + yi, k, 1, n)")
    assert print_term(t) == "sum(x_j*k + yi, k, 1, n)"
    assert parse_term(print_term(t)) == t
    assert print_term(parse_term("sum(lam*i, i, 1, n)")) == "sum(lam*j, j, 1, n)"


def test_the_kernel_s_border_reads_the_text() -> None:
    """Two claims with one hash are one claim."""
    said = claim_of([], Relation("=", parse_term("sum(j*(1/x), j, 1, 0)"), num(0)))
    assert said == parse_claim(said.relation.text, said.where)
    assert isinstance(said, Claim) and "absurd" not in RULES and "goal" not in RULES
