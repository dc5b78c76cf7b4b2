"""Sums, products and integrals within each other: no text makes them endless work."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.metering import counted_by
from dptheory.kernel.real import binders, calculus, defined, grammar, points
from dptheory.kernel.real.calculus import derivative
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.defined import instances, obligations
from dptheory.kernel.real.enclosures import enclose, exact
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.points import check_witness, defined_at
from dptheory.kernel.real.terms import Term, num


def nested(op: str, depth: int, body: str) -> Term:
    return parse_term(f"{op}(" * depth + body + "".join(f", j{i}, 1, 9)" for i in range(depth)))


@pytest.fixture
def counted() -> Iterator[Budget]:
    """More work than this ends by an exception."""
    budget = Budget(3_000_000)
    with counted_by(budget):
        yield budget


class Budget:
    """Counts calls of a costly operation."""

    def __init__(self, left: int) -> None:
        self.left = left

    def charge(self, steps: int) -> None:
        self.left -= steps
        assert self.left > 0, "too much work"


def test_sums_within_sums_are_printed_and_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What did not depend on the index was written and looked at again for each sum around it: 2**60 times."""
    t = nested("sum", 60, "1/j0")
    calls, made = 0, binders.instance

    def instance(term: Term, image: Term) -> Term:
        nonlocal calls
        calls += 1
        assert calls < 20_000
        return made(term, image)

    for module in (grammar, defined, points, calculus):
        monkeypatch.setattr(module, "instance", instance)
    assert parse_term(print_term(t)) == t
    assert len(list(obligations([t], frozenset()))) == 1
    assert defined_at([t], {}, frozenset()) is True
    assert defined_at([nested("integral", 60, "1/j0")], {}, frozenset()) is True
    assert defined_at([nested("sum", 60, "1/(j0 - 3)")], {}, frozenset()) is False
    assert list(instances([nested("sum", 60, "x/j0")], frozenset(), {"x": num(2)}))
    assert derivative(nested("sum", 30, "x*j0"), "x") == nested("sum", 30, "j0")


@pytest.mark.parametrize("body", ["j/x", "j*(1/x)", "1/x", "sum(k*log(x), k, j, 2*j)", "j*x**(-1/2)"])
@pytest.mark.parametrize("op", ["sum", "prod"])
def test_the_sum_of_nothing_has_a_value_however_its_body_is_written(op: str, body: str) -> None:
    t = parse_term(f"{op}({body}, j, 1, n)")
    none, one = ({"x": fmpq(0), "n": fmpq(n)} for n in (0, 1))
    assert defined_at([t], none, frozenset({"n"})) is True
    assert exact(t, none) == (op == "prod")
    assert defined_at([t], one, frozenset({"n"})) is False
    assert [o.between for o in obligations([t], frozenset({"n"}))].count(True) == 1
    claim = parse_claim(f"{op}({body}, j, 1, 0) = {int(op == 'prod')}")
    with pytest.raises(KernelError, match="fail"):
        check_witness(claim, {"x": fmpq(0)})


@pytest.mark.parametrize("op", ["sum", "prod", "integral"])
def test_binders_of_all_indices_are_not_looked_at_without_end(op: str, counted: Budget) -> None:
    """9**30 terms were counted on: each sum had the room of 5,000 terms for itself."""
    t = nested(op, 30, "/".join(f"j{i}" for i in range(30)))
    assert not enclose(t, {}).is_finite()
    assert exact(t, {}) is None
    # the body is a chain of quotients: every divisor is an index, from 1 on
    assert defined_at([t], {}, frozenset()) in (True, None)
    assert defined_at([parse_term("sum(1/(j - 2), j, 1, 3)")], {}, frozenset()) is False


def test_sums_of_one_question_share_its_room() -> None:
    within = "sum(sum(1/(i + j), i, 1, {}), j, 1, {})"
    assert enclose(parse_term(within.format(90, 90)), {}).is_finite()
    assert not enclose(parse_term(within.format(4000, 4000)), {}).is_finite()
    assert exact(parse_term("sum(j, j, 1, 4000) + sum(j, j, 1, 4000)"), {}) == 16_004_000
