"""Which regularisation should Algorithm 2 of Wu et al. 2015 use, and what does its bound then promise?

Prints the closed form of the best lambda for the bound of Theorem 21, as the library proves it, and what the
bound comes to as the data grow.
"""

from __future__ import annotations

from flint import fmpq

import dptheory
from dptheory.decimals import upper
from dptheory.kernel.real import print_term
from dptheory.theory.evaluation import evaluate


def main() -> None:
    """Print the optimum of the corrected and of the sharp form, each with a small table."""
    theorem = dptheory.load("wu2015.theorem21")
    for form in ("corrected", "sharp"):
        best = theorem.optimize("lam", form=form)
        print(
            f"{form}: lam* = {print_term(best.place)}, bound {print_term(best.value)}: {best.verdict.status}"
        )
        for n in (3_000, 30_000, 300_000):
            values = {
                "n": fmpq(n),
                "d": fmpq(14),
                "R": fmpq(1),
                "rho": fmpq(4),
                "eps": fmpq(1),
                "del": fmpq(1, 20),
            }
            found = evaluate(best, values)
            note = "   vacuous" if found.vacuous else ""
            print(f"  n = {n:>7}: lam* <= {upper(found.place)}, excess risk <= {upper(found.value)}{note}")


if __name__ == "__main__":
    main()
