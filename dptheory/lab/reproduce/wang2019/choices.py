"""What the source leaves open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from dptheory.errors import BadInput, one_line
from dptheory.lab.accounting.numbers import rational

RANGES: Final = {
    "n": (20, 1_000_000),
    "d": (2, 200),
    "sigma": (0, 1),
    "lam": (0, 1_000_000),
    "delta": (0, 1),
}
WHOLE: Final = ("n", "d")


@dataclass(frozen=True)
class Choices:
    """Synthetic data of n records in dimension d with noise sigma; lam and delta of every experiment."""

    n: int = 1000
    d: int = 10
    sigma: Fraction = Fraction(1, 5)
    lam: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 10**6)

    def described(self) -> list[str]:
        """In words."""
        return [
            f"Synthetic data: n = {self.n}, d = {self.d}; x = g/max(1, ||g||), g ~ N(0, I/d); theta0 uniform "
            f"with ||theta0|| = 1/2; y = x'theta0 + N(0, {self.sigma}^2), cut at -1 and 1.",
            f"lam = {self.lam}, delta = {self.delta}; bounds ||x|| <= 1, |y| <= 1.",
            "Worst case: over data sets of at most n records; over data sets of every size there is no "
            "finite eps, since the residual grows with n, and n is not public where records come and go.",
            "Per-instance numbers are exact, record by record; for-all and worst case are upper bounds in "
            "the tables, and numbers that some record or data set attains where claims are judged.",
            "Utility: the excess risk per record, tr(H)/(2 gamma n) for isotropic noise, d/(2 gamma n) for "
            "one posterior sample.",
        ]


def chosen(changes: list[str]) -> Choices:
    """The default choices with changes such as `n=500`; `BadInput` for an unknown name or value.

    >>> chosen(["n=500", "lam=1/2"]).n
    500
    """
    made = Choices()
    for text in changes:
        name, _, value = (part.strip() for part in text.partition("="))
        if name not in RANGES:
            raise BadInput(f"--choose {one_line(text, 60)}", f"one of {', '.join(RANGES)}", "n=500")
        number = rational(name, value)
        low, high = RANGES[name]
        open_end = name not in WHOLE
        if not (low < number < high if open_end else low <= number <= high and number.q == 1):
            needed = f"{low} < {name} < {high}" if open_end else f"an integer from {low} to {high}"
            raise BadInput(f"--choose {one_line(text, 60)}", needed, f"{name}={getattr(made, name)}")
        value_of: Any = int(number.p) if name in WHOLE else Fraction(int(number.p), int(number.q))
        made = replace(made, **{name: value_of})
    return made
