"""The exposure of 100,000 records in dimension 20: processor time and memory; plain text, and RESULTS.md.

    python benchmarks/exposure/run.py             medians and least of 5 runs, each in a process of its own
    python benchmarks/exposure/run.py --dry       the same, nothing is written

Limits: 10 s of one core and 1 GB for `ops` at delta = 1e-6. Exit status 0 when they are kept.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNS = 5
QUESTIONS = (("ops", "1e-6"), ("ops", "1e-15"), ("output", "1e-6"), ("gaussian", "1e-6"))
SECONDS, GIGABYTES = 10.0, 1.0

ONE = """
import json, resource, sys, time
import numpy as np
import dptheory
mechanism, delta = sys.argv[1:]
rng = np.random.default_rng(0)
n, d = 100_000, 20
x = rng.standard_normal((n, d)) / np.sqrt(d)
x /= np.maximum(1, np.linalg.norm(x, axis=1, keepdims=True))
y = np.clip(x @ rng.standard_normal(d) * 0.3 + 0.2 * rng.standard_normal(n), -1, 1)
start = time.process_time()
found = dptheory.exposure(x, y, mechanism=mechanism, lam=1, gamma=100, delta=delta)
seconds = time.process_time() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(json.dumps([seconds, memory, float(found.eps.min()), float(found.eps.max())]))
"""


def one(mechanism: str, delta: str) -> list[float]:
    """Seconds, gigabytes, least and largest eps of one run."""
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}
    command = [sys.executable, "-c", ONE, mechanism, delta]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE.parents[1],
        env={**os.environ, **threads},
    )
    found: list[float] = json.loads(ran.stdout)
    return found


def main() -> int:
    """Measure and write."""
    lines = [
        "# Exposure, measured",
        "",
        "Written by `benchmarks/exposure/run.py`: processor time on one core, imports left out, and the peak of memory.",
        "100,000 records, d = 20; every eps affirmed by Arb, within 1e-6 of the exact one.",
        "",
        "| mechanism | delta | s, median (least) | GB | eps |",
        "| --- | --- | --- | --- | --- |",
    ]
    kept = True
    for mechanism, delta in QUESTIONS:
        runs = [one(mechanism, delta) for _ in range(RUNS)]
        seconds, memory = [run[0] for run in runs], max(run[1] for run in runs)
        middle = statistics.median(seconds)
        kept &= middle <= SECONDS and memory <= GIGABYTES
        lines.append(
            f"| {mechanism} | {delta} | {middle:.2f} ({min(seconds):.2f}) | {memory:.2f} "
            f"| {runs[0][2]:.4g} to {runs[0][3]:.4g} |"
        )
    text = "\n".join([*lines, ""])
    print(text)
    if "--dry" not in sys.argv:
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
