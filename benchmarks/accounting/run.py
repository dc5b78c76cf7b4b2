"""The accountant: how fast, and beside dp-accounting on a grid; plain text, and RESULTS.md.

    python benchmarks/accounting/run.py             times, and Renyi values beside dp-accounting's
    python benchmarks/accounting/run.py --dry       the same, nothing is written

Needs the extra `bench` (pip install '.[bench]'). Exit status 0 when every Renyi value agrees to 6 digits.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from dptheory.decimals import upper  # noqa: E402
from dptheory.lab.accounting import (  # noqa: E402
    Composition,
    ExponentialMoments,
    GaussianMoments,
    LaplaceMoments,
    MomentsFunction,
    ResponseMoments,
    account,
)
from dptheory.lab.accounting.moments import renyi  # noqa: E402

ORDERS = (1.25, 1.5, 2.0, 3.0, 4.5, 8.0, 16.0, 32.0, 64.0, 256.0)
SCALES = (0.5, 1.0, 2.0, 5.0, 20.0)
RUNS = 21


@dataclass(frozen=True)
class Timed:
    """One question: median and least milliseconds here and, where it can be asked there, in dp-accounting."""

    name: str
    here: tuple[float, float]
    there: tuple[float, float] | None
    answer: str
    other: str


def times(action: Callable[[], object], runs: int = RUNS) -> tuple[float, float]:
    """Median and least milliseconds of processor time."""
    found = []
    for _ in range(runs):
        start = time.process_time()
        action()
        found.append(1000 * (time.process_time() - start))
    return statistics.median(found), min(found)


def events() -> Iterator[tuple[str, MomentsFunction, Any]]:
    """The same mechanism in both libraries."""
    import dp_accounting as dp

    for scale in SCALES:
        yield f"Gaussian, sigma = {scale:g}", GaussianMoments.of(scale), dp.GaussianDpEvent(scale)
        yield f"Laplace, scale = {scale:g}", LaplaceMoments.of(scale), dp.LaplaceDpEvent(scale)
    for noise in (0.01, 0.1, 0.5, 0.9):
        truth = f"1 - {noise}/2"
        event = dp.RandomizedResponseDpEvent(noise, 2)
        yield f"randomised response, p = {1 - noise / 2:g}", ResponseMoments.of(truth), event


def agreement() -> tuple[int, list[str]]:
    """The number of Renyi values compared, and those that differ in the first 6 digits."""
    import dp_accounting as dp
    from dp_accounting import rdp

    tried, different = 0, []
    for name, mechanism, event in events():
        relation = dp.NeighboringRelation.REPLACE_ONE
        other = rdp.RdpAccountant(orders=list(ORDERS), neighboring_relation=relation)
        other.compose(event, 1)
        for order, theirs in zip(ORDERS, other._rdp, strict=True):
            ours = float(renyi(mechanism, order).mid())
            tried += 1
            if abs(ours - theirs) > 5e-7 * abs(ours):
                different.append(f"{name}, order {order:g}: {ours:.9g} here, {theirs:.9g} there")
    return tried, different


def timed() -> Iterator[Timed]:
    """10,000 compositions of each mechanism, and of several at once."""
    for name, mechanism, event in questions():
        whole = Composition.of((mechanism, 10_000))

        def ask(whole: Composition = whole) -> Any:
            return account(whole, delta="1e-6", losses=False)

        best = ask().best
        renyi_bound = next(g for g in ask().guarantees if g.name == "Renyi")
        there, other = (None, "") if event is None else theirs(event)
        answer = f"{upper(best.eps)} ({best.kind}); Renyi {upper(renyi_bound.eps)}"
        yield Timed(name, times(ask), there, answer, other)
    kinds = [
        GaussianMoments.of(50),
        LaplaceMoments.of(60),
        ResponseMoments.with_epsilon("1/70"),
        ExponentialMoments.of("1/40"),
    ]

    def several() -> Any:
        return account(
            Composition.of(*((kinds[k % 4], 1) for k in range(10_000))), delta="1e-6", losses=False
        )

    yield Timed("four kinds, 2,500 each, one by one", times(several), None, upper(several().best.eps), "")
    unequal = [(GaussianMoments.of(50 + k), 1) for k in range(10_000)]

    def gaussians() -> Any:
        return account(Composition.of(*unequal), delta="1e-6", losses=False)

    yield Timed("10,000 different Gaussians", times(gaussians, 5), None, upper(gaussians().best.eps), "")
    noises = [(LaplaceMoments.of(50 + k), 1) for k in range(10_000)]

    def laplaces() -> Any:
        return account(Composition.of(*noises), delta="1e-6", losses=False)

    yield Timed("10,000 different Laplaces", times(laplaces, 5), None, upper(laplaces().best.eps), "")


def questions() -> Iterator[tuple[str, MomentsFunction, Any]]:
    """What is timed, with the other library's event."""
    import dp_accounting as dp

    yield "Gaussian, sigma = 50", GaussianMoments.of(50), dp.GaussianDpEvent(50)
    yield "Laplace, scale = 50", LaplaceMoments.of(50), dp.LaplaceDpEvent(50)
    yield (
        "randomised response, p = 0.505",
        ResponseMoments.of("0.505"),
        dp.RandomizedResponseDpEvent(0.99, 2),
    )
    yield "exponential mechanism, eps = 1/50", ExponentialMoments.of("1/50"), None


def theirs(event: Any) -> tuple[tuple[float, float], str]:
    """Milliseconds and eps of the other library's Renyi accountant."""
    import dp_accounting as dp
    from dp_accounting import rdp

    def ask() -> float:
        other = rdp.RdpAccountant(neighboring_relation=dp.NeighboringRelation.REPLACE_ONE)
        other.compose(event, 10_000)
        return float(other.get_epsilon(1e-6))

    return times(ask), f"{ask():.6g}"


def report() -> tuple[str, bool]:
    """The page, and whether all is well."""
    tried, different = agreement()
    lines = [
        "# The accountant, measured",
        "",
        "Written by `benchmarks/accounting/run.py`; medians of processor time, the least in brackets, on a",
        "shared machine: ratios within the run mean more than times.",
        "",
    ]
    lines += [f"Renyi values beside dp-accounting's, {tried} of them at {len(ORDERS)} orders: "]
    lines[-1] += f"{tried - len(different)} agree to 6 digits."
    lines += [f"- {line}" for line in different]
    lines += [
        "",
        "The least eps at delta = 1e-6 after 10,000 releases (limit 5 ms), by curves in closed form and by",
    ]
    lines += ["moments; losses composed on a grid are in LOSSES.md:", ""]
    lines += ["| releases | ms | dp-accounting, ms | ratio | eps here | eps of its Renyi accountant |"]
    lines += ["| --- | --- | --- | --- | --- | --- |"]
    for row in timed():
        there = "" if row.there is None else f"{row.there[0]:.2f} ({row.there[1]:.2f})"
        ratio = "" if row.there is None else f"{row.there[0] / row.here[0]:.2f}"
        here = f"{row.here[0]:.2f} ({row.here[1]:.2f})"
        lines.append(f"| {row.name} | {here} | {there} | {ratio} | {row.answer} | {row.other} |")
    lines += [
        "",
        "Ours are enclosed and rounded up, the order is searched on the whole half line, and exact",
    ]
    lines += ["curves are tried beside it; theirs are floating point, the least over a grid of orders."]
    return "\n".join(lines) + "\n", not different


def main() -> int:
    """Print the page; write it unless --dry."""
    page, well = report()
    print(page)
    if "--dry" not in sys.argv[1:]:
        (HERE / "RESULTS.md").write_text(page, encoding="utf-8")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
