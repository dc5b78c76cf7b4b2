"""Privacy losses composed on a grid: the interval, the processor time, the memory; plain text, and LOSSES.md.

    python benchmarks/accounting/losses.py          writes LOSSES.md
    python benchmarks/accounting/losses.py --dry    nothing is written

Each question is asked once, in a process of its own, so that the peak of its memory is its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

QUESTIONS = (
    ("1e-5", "gaussian 1 at 1/100*1000"),
    ("1e-5", "gaussian 1.1 at 256/60000*14063"),
    ("1e-6", "laplace 10*100"),
    ("1e-6", "laplace 50*10000"),
    ("1e-6", "gaussian 10*100", "laplace 10*100"),
    ("1e-6", "laplace 2 at 1/10*100"),
    ("1e-12", "gaussian 0.5 at 1e-4*100000"),
    ("1e-8", "gaussian 0.5 at 1e-4*100000"),
    ("1e-5", "gaussian 0.5 at 1/100*14063"),
    ("1e-12", "gaussian 0.5 at 1/100*14063"),
    ("1e-8", "gaussian 1 at 1/20*100000"),
)


def ask(delta: str, parts: list[str]) -> str:
    """One row."""
    from dptheory.decimals import lower, upper
    from dptheory.lab.accounting import Composition, account

    written = (part.rpartition("*") for part in parts)
    whole = Composition.of(*((words, int(times)) for words, _, times in written))
    start = time.process_time()
    found = account(whole, delta=delta)
    seconds = time.process_time() - start
    best, other = found.best, next(g for g in found.guarantees if g.name == "Renyi")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    least = "-" if best.least is None else lower(best.least)
    question = ", ".join(part.replace("*", ", ") + " times" for part in parts)
    values = f"{least} | {upper(best.eps)} | {upper(other.eps)} | {seconds:.1f} | {megabytes:.0f}"
    return f"| {question} | {delta} | {values} |"


def main() -> int:
    """Print the page; write it unless --dry."""
    if sys.argv[1:2] == ["--ask"]:
        print(ask(sys.argv[2], sys.argv[3:]))
        return 0
    lines = [
        "# Privacy losses on a grid, measured",
        "",
        "Written by `benchmarks/accounting/losses.py`: the least eps lies between the two ends.",
        "Seconds of processor time on a shared machine, megabytes of memory of the whole process.",
        "",
        "| releases | delta | eps above | eps at most | Renyi | s | MB |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for delta, *parts in QUESTIONS:
        command = [sys.executable, __file__, "--ask", delta, *parts]
        lines.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    page = "\n".join(lines) + "\n"
    print(page)
    if "--dry" not in sys.argv[1:]:
        (HERE / "LOSSES.md").write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
