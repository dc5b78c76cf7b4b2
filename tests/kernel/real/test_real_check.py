"""Certificates that are accepted; their seal and form; what happens to altered ones."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.certificates import seal
from dptheory.kernel.real.check import RULES, check
from dptheory.kernel.real.claims import Claim, claim_of, parse_claim
from dptheory.kernel.real.points import check_witness
from dptheory.kernel.verdicts import PROVED
from dptheory.prover.certificates import certificate

from .real_accepted import ACCEPTED, Example, combine, product


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    example = ACCEPTED[name]
    verdict = check(example.parsed(), example.certificate())
    assert verdict.status == PROVED


def test_every_rule_has_an_example() -> None:
    text = json.dumps([e.proof for e in ACCEPTED.values()])
    assert [rule for rule in RULES if f'"rule": "{rule}"' not in text] == []


def test_certificates_survive_json() -> None:
    for example in ACCEPTED.values():
        data = json.loads(json.dumps(example.certificate()))
        assert check(example.parsed(), data).status == PROVED


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("proof", {"rule": "exact"}),
        ("domain_point", {"x": "7"}),
        ("hash", "0" * 64),
        ("claim", "x > 2"),
        ("where", "x > 2"),
        ("defined", [1]),
        ("lemmas", [1]),
    ],
)
def test_an_edit_is_rejected_with_its_place(part: str, value: object) -> None:
    example = ACCEPTED["have"]
    data = {**example.certificate(), part: value}
    with pytest.raises(KernelError, match="changed after it was sealed") as caught:
        check(example.parsed(), data)
    assert caught.value.place == part


def test_a_certificate_is_of_one_claim() -> None:
    data = ACCEPTED["have"].certificate()
    others = [("x > 1", "x > 4"), ("x > 2", "x > 3"), ("x > 1", "x > 3, x integer"), ("y > 1", "y > 3")]
    for text, where in others:
        with pytest.raises(KernelError, match="another claim"):
            check(parse_claim(text, where), data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version"),
        ({"version": 1.0}, "1.0"),
        ({"format": "other"}, "format"),
        ({"extra": "1"}, "unknown field"),
        ({"extra": True}, "True"),
        ({"extra": None}, "None"),
        ({"extra": 0.5}, "0.5"),
        ({"seal": {}}, "sealed"),
        ({"seal": []}, "expected an object"),
    ],
)
def test_form(change: dict[str, object], message: str) -> None:
    example = ACCEPTED["have"]
    with pytest.raises(KernelError, match=message):
        check(example.parsed(), {**example.certificate(), **change})


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        ([], "expected an object"),
        ("poly", "expected an object"),
        ({}, "'rule' is missing"),
        ({"rule": "magic"}, "unknown rule"),
        ({**combine(product(0), product(c="2")), "why": "so"}, "unknown field"),
        ({"rule": "poly", "terms": [{"c": "1", "h": [0], "why": "so"}]}, "unknown field"),
        ({"rule": "poly", "terms": [{"c": 1, "h": [0]}]}, "rational"),
        ({"rule": "poly", "terms": [{"c": "1/0", "h": [0]}]}, "rational"),
        ({"rule": "poly", "terms": [{"c": "1.0", "h": [0]}]}, "rational"),
        ({"rule": "poly", "terms": [{"c": "1", "h": ["0"]}]}, "indices"),
        ({"rule": "poly", "terms": {"c": "1"}}, "list"),
        ({"rule": "have", "relation": "x > 2", "proof": 1}, "'then' is missing"),
        ({"rule": "have", "relation": "x > ", "proof": 1, "then": 1}, "operand"),
        ({"rule": "have", "relation": "3 > x > 2", "proof": 1, "then": 1}, "chain"),
        ({"rule": "have", "relation": "x + 2", "proof": 1, "then": 1}, "relation"),
        ([{"rule": "contradiction", "then": 1}, 1], "no field 'then'"),
    ],
)
def test_malformed_nodes(proof: object, message: str) -> None:
    claim = parse_claim("x > 1", "x > 3")
    with pytest.raises(KernelError, match=message) as caught:
        check(claim, certificate(claim, {"x": fmpq(4)}, proof))
    assert caught.value.place.startswith("proof")


def test_deep_nesting_is_refused_and_long_lists_are_not() -> None:
    claim = parse_claim("x > 1", "x > 3")
    deep: object = combine(product(0), product(c="2"))
    for _ in range(1000):
        deep = {"rule": "have", "relation": "x > 2", "proof": {"rule": "exact"}, "then": deep}
    with pytest.raises(KernelError, match="nested"):
        check(claim, {**certificate(claim, {"x": fmpq(4)}, {}), "proof": deep})
    step = {"rule": "have", "relation": "x > 2", "proof": combine(product(0), product())}
    flat = [step] * 1000 + [combine(product(0), product(c="2"))]
    assert check(claim, certificate(claim, {"x": fmpq(4)}, flat)).status == PROVED


def _false_neighbours(claim: Claim) -> Iterator[tuple[Claim, dict[str, fmpq]]]:
    """Claims like the given one that a witness refutes (a condition less, a strict relation, a number
    more), with the witness."""
    r = claim.relation
    integers = claim.integers
    nearby = [claim_of(claim.conditions[:i] + claim.conditions[i + 1 :], r, integers) for i in range(4)]
    for op in {"<=": "<", ">=": ">", "=": "<"}.get(r.op, ""), {"<": ">=", ">": "<=", "=": ">"}.get(r.op, ""):
        if op:
            nearby.append(claim_of(claim.conditions, type(r)(op, r.left, r.right), integers))
    nearby += [claim_of(claim.conditions, type(r)(r.op, r.left + c, r.right), integers) for c in (-9, 9)]
    for other in nearby:
        for x in (fmpq(1), fmpq(0), fmpq(-1), fmpq(5, 2), fmpq(-3), fmpq(1, 3), fmpq(7), fmpq(2)):
            for y in (x, x + 1, -x):
                point = {v.name: x if i % 2 == 0 else y for i, v in enumerate(other.variables)}
                try:
                    check_witness(other, point)
                except KernelError:
                    continue
                yield other, point
                break
            else:
                continue
            break


def _altered(node: object, rng: random.Random) -> object:
    """The proof with one leaf changed to something of its kind, or a part dropped or doubled."""
    result = copy.deepcopy(node)
    places: list[tuple[object, object]] = []
    stack = [result]
    while stack:
        here = stack.pop()
        items = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, value in items:
            places.append((here, key))
            stack.append(value)
    where, key = rng.choice(places)
    old = where[key]  # type: ignore[index]
    choices: list[object] = [
        0,
        1,
        2,
        "1",
        "-1",
        "0",
        "2",
        [],
        [0],
        ["x"],
        "x",
        "t",
        "x >= 0",
        "x > 0",
        "1 > 0",
    ]
    if isinstance(old, list):
        choices += [old * 2, old[1:], old[:-1]]
    where[key] = rng.choice(choices)  # type: ignore[index]
    return result


@pytest.mark.parametrize("name", ACCEPTED)
def test_no_certificate_proves_a_false_neighbour(name: str) -> None:
    example: Example = ACCEPTED[name]
    rng = random.Random(7)
    false = list(_false_neighbours(example.parsed()))
    assert false
    tried = 0
    for claim, point in false:
        for _ in range(60):
            proof = _altered(example.proof, rng) if tried % 5 else example.proof
            data = certificate(claim, point, proof, example.defined, example.lemmas)
            tried += 1
            with pytest.raises(KernelError):
                check(claim, data)


def test_the_seal_covers_every_part() -> None:
    data = ACCEPTED["apply"].certificate()
    assert set(seal(data)) == set(data) - {"format", "version", "seal"}


def test_the_kernel_needs_no_numerical_or_symbolic_library() -> None:
    code = "import sys, dptheory.kernel.real.check; print('sympy' in sys.modules or 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
