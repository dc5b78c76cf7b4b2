"""Decimals never look better than the numbers they stand for."""

import random

import pytest
from flint import arb, ctx, fmpq

from dptheory.decimals import interval, lower, outward, upper


def exact(text: str) -> fmpq:
    mantissa, _, power = text.partition("e")
    whole, _, part = mantissa.partition(".")
    return fmpq(int(whole + part)) * fmpq(10) ** (int(power or 0) - len(part))


def test_rounding_is_outward_and_tight() -> None:
    numbers = random.Random(3)
    for _ in range(300):
        x = fmpq(numbers.randint(-(10**6), 10**6), numbers.randint(1, 10**6)) * fmpq(10) ** numbers.randint(
            -12, 14
        )
        low, high = exact(lower(x, 5)), exact(upper(x, 5))
        assert low <= x <= high
        assert high - low <= abs(x) * fmpq(1, 10**4)


@pytest.mark.parametrize(
    ("value", "text"),
    [(fmpq(0), "0"), (fmpq(1, 4), "0.25"), (fmpq(120000), "120000"), (fmpq(1, 3), "[0.333, 0.334]"),
     (fmpq(-1, 3), "[-0.334, -0.333]"), (fmpq(999999, 1000), "[999, 1000]"), (fmpq(1, 10**9), "1e-9")],
)  # fmt: skip
def test_examples(value: fmpq, text: str) -> None:
    assert interval(value, 3) == text


def test_balls_are_rounded_at_their_ends() -> None:
    ball = arb("0.5 +/- 0.01")
    assert exact(lower(ball, 3)) <= fmpq(49, 100) and exact(upper(ball, 3)) >= fmpq(51, 100)


def test_numbers_of_any_size_are_rounded_outward() -> None:
    assert upper(fmpq(-2, 3), 4) == "-0.6666" and upper(fmpq(12345), 2) == "13000"
    long = [fmpq(10**5000 + 1, 10**5000 + 7), fmpq(1, 10**5000), fmpq(-1, 10**5000), fmpq(10**5000)]
    for value in (fmpq(10**6), fmpq(999999, 1000), fmpq(-1, 10**9), fmpq(999, 1000), fmpq(1), *long):
        low, high = outward(value, 3, up=False), outward(value, 3, up=True)
        assert low <= value <= high and high - low <= max(abs(value) / 99, fmpq(1, 10**99))


def test_numbers_with_any_exponent_are_rounded_outward() -> None:
    """Once such a number ended the process."""
    with ctx.workprec(300):
        tiny, huge = (-arb(50).exp()).exp(), arb(50).exp().exp()
    assert (lower(tiny), upper(tiny), interval(-tiny)) == ("0", "1e-100", "[-1e-100, 0]")
    assert lower(huge).endswith("e30102") and upper(-huge) == f"-{lower(huge)}"
    for rounded, value in ((upper, huge), (lower, -huge)):
        with pytest.raises(OverflowError):
            rounded(value)
