"""What the project promises about speed, measured in one run: medians, ratios, and the limits beside them.

Run with ``make bench``. Nothing here decides a test: machines are shared and noisy.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROOFS = ROOT / "proofs"
RUNS = 5


def median(action: Callable[[], object], runs: int = RUNS) -> float:
    """Median seconds of an action."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def command(*words: str) -> Callable[[], object]:
    """Running a command whose output is thrown away."""
    return lambda: subprocess.run(words, cwd=ROOT, capture_output=True, check=False)


def row(name: str, value: float, unit: str, limit: float | None) -> None:
    """One line: what was measured, and what it should not exceed."""
    mark = "" if limit is None else f"   limit {limit:g} {unit}   {'ok' if value <= limit else 'MISSED'}"
    print(f"{name:<58} {value:10.3f} {unit}{mark}", flush=True)


def start_up() -> None:
    """How long it takes until something is on the screen."""
    bare = median(command(sys.executable, "-c", "pass"), 11)
    helped = median(command(sys.executable, "-m", "dptheory", "--help"), 11)
    row("dptheory --help / python -c pass", helped / bare, "x", 6)
    probe = "import sys, dptheory; sys.exit(any(m in sys.modules for m in ('sympy', 'scipy', 'numpy')))"
    loaded = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, check=False).returncode
    row("import dptheory loads sympy, scipy or numpy (1 = yes)", loaded, "", 0)


def certificates() -> None:
    """Checking every recorded certificate, and finding it anew, timed in one process."""
    from dptheory.commands.store import recorded
    from dptheory.kernel import check
    from dptheory.prover import prove
    from dptheory.theory.certificates import Certificates
    from dptheory.theory.library import load_library
    from dptheory.theory.verification import verify

    known = recorded(PROOFS).certificates
    met = {}

    class Recording(Certificates):
        def get(self, claim):  # type: ignore[no-untyped-def]
            met[claim.hash] = claim
            return super().get(claim)

    library = load_library()
    verify(library, (), certificates=Recording(known, search=False))
    pairs = [(claim, known[key]) for key, claim in met.items() if key in known]
    row(f"check of all {len(pairs)} certificates", median(lambda: [check(*p) for p in pairs], 3), "s", 2)
    slower, ratios = 0, []
    for claim, certificate in pairs:
        checking = median(lambda c=claim, k=certificate: check(c, k), 3)
        start = time.perf_counter()
        prove(claim)
        finding = time.perf_counter() - start
        slower += checking > finding
        ratios.append(finding / checking)
    row("certificates that are slower to check than to find", slower, "", 0)
    row("finding / checking, median", statistics.median(ratios), "x", None)


def verification() -> None:
    """The main job, from certificates, with quick experiments."""
    words = [sys.executable, "-m", "dptheory", "verify", "--experiments", "quick"]
    row("verify with quick experiments", median(command(*words), 3), "s", 15)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    row("peak memory of a child so far", peak, "MB", 500)


if __name__ == "__main__":
    start_up()
    verification()
    certificates()
