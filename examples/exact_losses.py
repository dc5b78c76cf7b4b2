"""What do the algorithms of Wu et al. 2015 and of Chaudhuri's lecture give away,
and what do they claim?

Prints, for families of data sets that can be computed by hand, the largest privacy loss (certified, in nats)
beside the claim, and the factor between them, rounded down: a factor above 1 is one.
"""

from __future__ import annotations

from dptheory.lab.audit.exact_loss import ExactLoss, table
from dptheory.decimals import lower, upper


def verdict(row: ExactLoss) -> str:
    """What arb affirms of the row."""
    if row.exceeded:
        return "EXCEEDED"
    return "kept" if row.kept else "undecided"


def line(row: ExactLoss) -> str:
    """One row: algorithm, family, parameters, claim, loss, factor, verdict."""
    given = " ".join(f"{name}={value}" for name, value in row.parameters)
    end = "no bound" if row.high is None else upper(row.high, 5)
    values = f"claim {upper(row.claim, 5):>9}  loss {lower(row.low, 5):>9} to {end:<9}"
    factor = f"x {lower(row.ratio, 4)}"
    return f"{row.algorithm:<36}{row.family:<34}{given:<42}{values} {factor:<10} {verdict(row)}"


def main() -> None:
    """Print the table, and which claims are exceeded by how much at most."""
    rows = table()
    for row in rows:
        print(line(row))
    print()
    for algorithm in sorted({row.algorithm for row in rows if row.exceeded}):
        worst = max((r for r in rows if r.algorithm == algorithm), key=lambda r: float(lower(r.ratio)))
        print(f"exceeded: {algorithm} by a factor of {lower(worst.ratio, 4)}")
        print(f"          {worst.family}; {worst.adjacency}; {worst.attained_at}")


if __name__ == "__main__":
    main()
