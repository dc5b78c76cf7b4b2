"""Verifying each source from its certificates: seconds of processor time, and the statements that take most.

    python benchmarks/verify/run.py                    times, printed and written to RESULTS.md
    python benchmarks/verify/run.py --dry              the same, nothing is written
    python benchmarks/verify/run.py --against FOLDER   beside another source tree, measured in turn
    python benchmarks/verify/run.py --only verify      of the commands, those with this in their name

Machines are shared and noisy: compare ratios, not seconds. Nothing here decides a test.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

RUNS = 3
SLOWEST = 15
JOBS = {
    "reading the library (show)": ("show", "wu2015.theorem14"),
    "verify wu2015 chaudhuri2020": ("verify", "wu2015", "chaudhuri2020", "--experiments", "quick"),
    "verify wang2016": ("verify", "wang2016", "--experiments", "quick"),
    "wu2015, no experiments": ("verify", "wu2015", "--experiments", "none"),
    "chaudhuri2020, no experiments": ("verify", "chaudhuri2020", "--experiments", "none"),
    "wang2016, no experiments": ("verify", "wang2016", "--experiments", "none"),
    "calculus, no experiments": ("verify", "calculus", "--experiments", "none"),
}
LIMITS = {"verify wu2015 chaudhuri2020": 30.0, "verify wang2016": 20.0}


def processor_seconds(words: Sequence[str], tree: Path) -> float:
    """What a command takes, in a source tree."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "dptheory", *words],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def jobs(runs: int, other: Path | None, only: str) -> Iterator[str]:
    """One line for each job: the median here, and there, and how many times faster it became."""
    yield f"{'':34} {'seconds':>8} {'limit':>6}" + (f" {'before':>8} {'ratio':>6}" if other else "")
    for name, words in ((name, words) for name, words in JOBS.items() if only in name):
        pairs = [
            (processor_seconds(words, ROOT), processor_seconds(words, other) if other else 0.0)
            for _ in range(runs)
        ]
        here, there = (statistics.median(column) for column in zip(*pairs, strict=True))
        limit = f"{LIMITS[name]:6.0f}" if name in LIMITS else " " * 6
        yield f"{name:34} {here:8.2f} {limit}" + (f" {there:8.2f} {there / here:6.2f}" if other else "")


def slowest() -> Iterator[str]:
    """The statements that take most, and what of that are experiments; what a statement rests on counts where
    it is met first."""
    from dptheory.cli import own_process
    from dptheory.commands import store
    from dptheory.lab.audit.statements import run_experiments
    from dptheory.theory.certificates import Certificates
    from dptheory.theory.library import load_library
    from dptheory.theory.verification import Verifier

    own_process()
    start = time.process_time()
    library = load_library()
    yield f"{'reading all files':44} {time.process_time() - start:8.2f}"
    known = store.recorded(ROOT / "proofs").certificates
    checking, tried, seen = {}, {}, {}
    verifier = Verifier(library, Certificates(known, search=False), lambda name: None)
    for name, statement in library.statements.items():
        start = time.process_time()
        verifier.statement(name)
        checking[name] = time.process_time() - start
        run_experiments(library, statement, "quick", seen=seen)
        tried[name] = time.process_time() - start
    yield f"{'checking all statements':44} {sum(checking.values()):8.2f}"
    yield f"{'quick experiments on all of them':44} {sum(tried.values()) - sum(checking.values()):8.2f}"
    yield ""
    yield f"{'slowest to check':44} {'seconds':>8}"
    for name in sorted(checking, key=lambda name: -checking[name])[:SLOWEST]:
        yield f"{name:44} {checking[name]:8.2f}"
    yield ""
    yield f"{'longest experiments':44} {'seconds':>8}"
    more = {name: tried[name] - checking[name] for name in tried}
    for name in sorted(more, key=lambda name: -more[name])[:SLOWEST]:
        yield f"{name:44} {more[name]:8.2f}"


def main() -> None:
    """Measure, print, and write."""
    words = argparse.ArgumentParser()
    words.add_argument("--dry", action="store_true")
    words.add_argument("--against", type=Path)
    words.add_argument("--runs", type=int, default=RUNS)
    words.add_argument("--only", default="", help="jobs with this in their name")
    asked = words.parse_args()
    lines = []
    for line in chain(jobs(asked.runs, asked.against, asked.only), [""], slowest()):
        print(line, flush=True)
        lines.append(line)
    if not asked.dry:
        beside = " `before` is the tree named by `--against`, measured in turn." if asked.against else ""
        text = (
            "# Verifying from certificates\n\n"
            "Written by `python benchmarks/verify/run.py`: processor time in seconds, "
            f"medians of {asked.runs}.{beside}\n\n"
            "```text\n" + "\n".join(lines) + "\n```\n"
        )
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
