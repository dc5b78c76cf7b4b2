"""Every lemma on finite worlds: sizes up to 5 entries, 3 outcomes, 3 records, against 60 s and 1 GB.

Run with ``python benchmarks/finite/run.py [ENTRIES]``. For each lemma: the verdict, the number of questions,
the worst case at the largest size, the bound, seconds to find and check all, seconds to check alone.
"""

from __future__ import annotations

import resource
import sys
import time
from itertools import product

from flint import fmpq

from dptheory.finite import Lemma, Study, setting, study
from dptheory.finite.refusals import SAMPLINGS, SOUND, counterexample
from dptheory.kernel import check_worst
from dptheory.kernel.finite import ADJACENCIES
from dptheory.theory.library import load_library
from dptheory.theory.worst_cases import lemmas

SECONDS, MEGABYTES = 60, 1024


def studies(lemma: Lemma, largest: int) -> list[Study]:
    """The lemma at every size of data sets, and of samples where it speaks of samples."""
    delta = "1/10" if "delta" in lemma.letters else 0
    found = []
    for entries in range(1, largest + 1):
        sampled = bool(lemma.letters & {"gam", "m"})
        for size in range(1, entries + 1) if sampled else (1,):
            found.append(study(lemma, setting(entries=entries, records=3, ratio=2, delta=delta, size=size)))
    return found


def shown(value: fmpq | None) -> str:
    return "oo" if value is None else f"{value} = {int(value.p) / int(value.q):.4f}"


def measure(name: str, lemma: Lemma, largest: int) -> None:
    start = time.perf_counter()
    found = studies(lemma, largest)
    seconds = time.perf_counter() - start
    cases = [case for s in found for case in s.cases]
    start = time.perf_counter()
    for case in cases:
        check_worst(case.question, case.certificate)
    checking = time.perf_counter() - start
    statuses = ", ".join(sorted({s.verdict.status for s in found}))
    mark = "ok" if seconds <= SECONDS else "MISSED"
    print(
        f"{name:<72} {statuses:<8} {len(cases):4} questions  worst {shown(found[-1].worst.value):<22} "
        f"bounds {', '.join(found[-1].bounds.values()):<32} {seconds:6.2f} s (limit {SECONDS} {mark}), checking {checking:5.2f} s",
        flush=True,
    )


def refusals() -> None:
    start = time.perf_counter()
    wanted = sorted(set(product(SAMPLINGS, ADJACENCIES, ADJACENCIES)) - SOUND)
    for which in wanted:
        counterexample(*which)
    seconds = time.perf_counter() - start
    print(
        f"{len(wanted)} unsound combinations of sampling and neighbours, each with its world: {seconds:.2f} s"
    )


if __name__ == "__main__":
    for name, lemma in lemmas(load_library()).items():
        measure(name, lemma, int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    refusals()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MB (limit {MEGABYTES} {'ok' if peak <= MEGABYTES else 'MISSED'})")
