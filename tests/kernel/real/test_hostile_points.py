"""Points that no claim has: true claims that were refuted at them."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import check_failure
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.compound import check_compound_failure, parse_compound
from dptheory.kernel.real.points import check_witness, defined_at

HALF = {"at": {"n": "1/2"}, "fails": {"rule": "exact"}}


def test_an_integer_that_no_condition_mentions_took_the_value_one_half() -> None:
    with pytest.raises(KernelError):
        check_failure(parse_claim("floor(n) = n", "n integer"), HALF)


def test_an_integer_of_a_compound_claim_took_the_value_one_half() -> None:
    compound = parse_compound("floor(n) = n and 0 = 0", "n integer")
    with pytest.raises(KernelError):
        check_compound_failure(compound, (0, 0, 0, 0), HALF)


def test_a_point_said_one_number_where_it_was_checked_and_another_where_it_was_used() -> None:
    class Changing(dict[str, fmpq]):
        seen = 0

        def __getitem__(self, name: str) -> fmpq:
            self.seen += 1
            return fmpq(0) if self.seen == 1 else fmpq(1, 2)

        def items(self) -> object:  # type: ignore[override]
            return [("n", fmpq(1, 2))]

    with pytest.raises(KernelError):
        check_witness(parse_claim("floor(n) = n", "n integer"), Changing(n=fmpq(0)))


@pytest.mark.parametrize(
    "text",
    [
        "sum(sum(k*(1/x), k, 1, j), j, 0, 0) <= 0",
        "sum(prod(k*(1/x), k, 1, j), j, 0, 0) <= 1",
        "prod(sum(j*k*(1/x), k, 1, 0), j, 1, 1) <= 0",
        "integral(sum(t*k*(1/x), k, 1, 0), t, 0, 1) <= 0",
    ],
)
def test_a_sum_of_empty_sums_was_not_defined_where_their_parts_have_no_value(text: str) -> None:
    claim = parse_claim(text)
    r, zero = claim.relation, {"x": fmpq(0)}
    assert defined_at([r.left], zero, frozenset()) is not False
    with pytest.raises(KernelError):
        check_witness(claim, zero)
