"""Certificates as they are written down are the same certificates when they are read."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dptheory.commands.shorthand import HEAD, lengthened, shortened
from dptheory.commands.store import folded, opened
from dptheory.kernel.real import parse_claim
from dptheory.theory import evidence
from dptheory.theory.certificates import accepted

ROOT = Path(__file__).parents[2]
TEXTS = st.sampled_from(["x > 0", "above", "1/2", "", "a, b", "poly", "box"])
TERMS = st.fixed_dictionaries({"c": st.sampled_from(["1", "-2/3"])}, optional={
    "h": st.lists(st.integers(0, 12), max_size=3), "sq": st.lists(TEXTS, max_size=1), "by": TEXTS})  # fmt: skip
NODES = st.recursive(
    st.sampled_from([{"rule": "contradiction"}, {"rule": "poly", "terms": [], "times": []}])
    | st.fixed_dictionaries({"rule": st.just("poly"), "terms": st.lists(TERMS, max_size=3),
                             "times": st.lists(st.integers(0, 9), max_size=2)})
    | st.fixed_dictionaries({"rule": st.just("box"), "boxes": st.just({}), "tree": st.just(["leaf"])}),
    lambda inner: st.fixed_dictionaries(
        {"rule": st.sampled_from([*HEAD, "both", "induction"])},
        optional={"relation": TEXTS, "name": TEXTS, "args": st.lists(TEXTS, max_size=2), "side": TEXTS,
                  "use": st.just([1]), "proof": st.lists(inner, max_size=2), "sides": st.lists(st.lists(inner, max_size=2), max_size=2)},
    ),
    max_leaves=12,
)  # fmt: skip


@given(st.lists(NODES, max_size=4))
def test_a_certificate_is_read_as_it_was_or_written_at_length(proof: list[object]) -> None:
    made = {"claim": "x > 0", "defined": [], "lemmas": [], "where": "", "hash": "0a", "proof": proof,
            "format": "f", "version": 1, "seal": "s"}  # fmt: skip
    line = folded({"hash": "0a"}, made)
    said = json.loads(line)
    assert opened(line) == (made if "data" in said else opened(line))
    assert "data" in said or lengthened(said["proof"]) == proof


def test_a_text_that_looks_like_a_node_is_not_taken_for_one() -> None:
    """An argument that begins as a node does is none: `folded` sees that it would be read so."""
    proof = [{"rule": "fact", "name": "exp-strict", "args": [".poly 1 0", "0"]}]
    assert lengthened(shortened(proof)) != proof


@pytest.mark.parametrize(
    "node", [{"rule": ["have"]}, {"rule": {"a": 1}}, {"poly": 5}, {"poly": [None]}, ".poly 1 x", f".poly 1 {'9' * 5000}", "."]
)  # fmt: skip
def test_a_node_that_is_none_was_a_fault_of_the_program(node: object) -> None:
    """A record whose digests are right may say anything: what is no certificate is refused, and no more."""
    line = evidence.block([{"hash": "0a", "claim": "x**2 >= 0", "domain_point": {"x": "0"}, "proof": [node]}])
    claim = parse_claim("x**2 >= 0")
    assert not accepted(claim.hash, opened(line.replace("0a", claim.hash, 1)))


def test_a_certificate_too_deep_to_read_was_a_fault_of_the_program() -> None:
    deep = '{"hash":"0a","proof":' + "[" * 100_000 + "]" * 100_000 + "}"
    assert opened(deep) is None


def test_what_is_recorded_is_written_short_and_is_small() -> None:
    lines = [line for path in evidence.files(ROOT / "proofs", evidence.CERTIFICATES)
             for line in path.read_text(encoding="utf-8").splitlines()]  # fmt: skip
    long = [line for line in lines if '"rule":"poly"' in line and '"data":' not in line]
    assert lines
    assert not long, "a combination is written at length"
    count = sum(len(evidence.read(path).texts)
                for path in evidence.files(ROOT / "proofs", evidence.VERDICTS))  # fmt: skip
    assert sum(path.stat().st_size for path in (ROOT / "proofs").iterdir()) <= 7_500 * count
