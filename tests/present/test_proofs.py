"""Proofs as numbered lines: every reference is to an earlier line, and the last line is the claim."""

import re

import pytest

from dptheory.kernel.real import FACTS, lemmas, parse_claim
from dptheory.present.formulas import write_claim
from dptheory.present.proofs import explain
from dptheory.present.reasons import FACTS as WORDS
from dptheory.present.reasons import in_words
from dptheory.present.styles import ASCII
from dptheory.prover import prove

CLAIMS = [
    ("x*(1 - x) <= 1/4", ""),
    ("log(1+x) <= x", "x > -1"),
    ("exp(x) <= 1+x+x**2", "x <= 1"),
    ("sqrt(a*b) <= (a+b)/2", "a>=0, b>=0"),
    ("2**n >= n+1", "n integer, n>=0"),
    ("abs(a-c) <= r+s", "abs(a-b)<=r, abs(b-c)<=s"),
    ("max(a,b) = (a+b+abs(a-b))/2", ""),
    ("1-(1-q)**n <= n*q", "q>=0, q<=1, n>=1"),
    ("sqrt(1+1/x) >= 1", "x>0"),
]
LINE = re.compile(r"^ +(\d+)  ( *)(.*?)(?:  +(\S.*))?$")
REFERENCE = re.compile(r"\[(\d+)\]|lines? (\d+)(?: and (\d+))?|with ([\d, ]+)\)|\((\d+), (\d+)\)")


def lines(claim: str, where: str) -> list[tuple[int, str, str]]:
    outcome = prove(parse_claim(claim, where))
    assert outcome.certificate is not None
    shown = explain(outcome.certificate, ASCII)
    assert shown[0] == "proof"
    found = [LINE.match(line) for line in shown[1:]]
    return [(int(m[1]), m[3], m[4] or "") for m in found if m]


@pytest.mark.parametrize(("claim", "where"), CLAIMS)
def test_every_line_rests_on_earlier_ones(claim: str, where: str) -> None:
    proof = lines(claim, where)
    assert [n for n, _, _ in proof] == list(range(1, len(proof) + 1))
    cited = set()
    for n, _, reason in proof:
        assert reason
        numbers = {int(x) for m in REFERENCE.finditer(reason) for g in m.groups() if g for x in g.split(",")}
        assert all(k < n for k in numbers), (n, reason)
        cited |= numbers
    made = parse_claim(claim, where)
    assert proof[-1][1] == write_claim(parse_claim(claim), ASCII).strip()
    given = [text for _, text, reason in proof if reason == "given"]
    assert set(given) <= {c.text for c in made.conditions}


def test_a_proof_says_what_it_is() -> None:
    assert [reason for _, _, reason in lines("x*(1-x) <= 1/4", "")] == ["difference = (x - 1/2)**2"]
    induction = " ".join(reason for _, _, reason in lines("2**n >= n+1", "n integer, n>=0"))
    assert "suppose it holds for n" in induction and "by induction" in induction


def test_lines_that_nothing_rests_on_are_left_out() -> None:
    proof = lines("x <= 3", "x <= 2, y <= 5")
    assert [text for _, text, _ in proof] == ["x <= 2", "x <= 3"]


def test_facts_have_words() -> None:
    names = {f.name for f in FACTS} | lemmas().keys()
    assert set(WORDS) <= names
    assert all(in_words(name) for name in names)
    assert "listed fact" in in_words("no-such-fact")


def test_facts_name_the_lines_that_they_rest_on() -> None:
    for claim in ("abs(x+y) <= abs(x)+abs(y)", "max(x, y) >= (x + y)/2"):
        reasons = [
            why for _, _, why in lines(claim, "") if why.startswith(("absolute value of", "what a minimum"))
        ]
        assert reasons and all("(with " in why for why in reasons)


def test_a_fact_without_words_has_its_own_reason() -> None:
    assert in_words("tan-ratio") == "tan ratio: definition"
    assert in_words("no-such-fact") == "no such fact, a listed fact"
