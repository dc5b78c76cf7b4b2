"""Problems that others wrote (external.json, hard.json), in two halves: one to work on, one held back.

    python benchmarks/prover/external.py                 the open half, a table a group and what is undecided
    python benchmarks/prover/external.py --sample 120    the first 120 of it, in the order of their digests
    python benchmarks/prover/external.py --half held     the half held back: figures only, no claim is shown
    python benchmarks/prover/external.py --half both     all of them
    python benchmarks/prover/external.py --only hard     only problems whose id or group begins so

The files are not part of the project; `--bench DIR` says where they are (a shared/bench beside the project
or above it, if there is one). A problem's half is a bit of the digest of SEED and its id, so nobody chose it.
Exit status 0 when no verdict is wrong, 1 when one is, 2 without the files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

from run import HEAD, Row, counts, decide, median  # noqa: E402

from dptheory.defaults import EFFORT  # noqa: E402
from dptheory.kernel.limits import KernelError  # noqa: E402
from dptheory.kernel.real.claims import parse_claim  # noqa: E402
from dptheory.kernel.syntax import SyntaxProblem  # noqa: E402

SEED = "dptheory, halves of what others wrote, 1"
FILES = ("external.json", "hard.json")


@dataclass(frozen=True)
class Problem:
    """One problem: its text, what its source says of it, and the half that it is in."""

    name: str
    group: str
    claim: str
    where: str
    truth: bool

    @property
    def digest(self) -> str:
        return hashlib.sha256(f"{SEED}: {self.name}".encode()).hexdigest()

    @property
    def half(self) -> str:
        return "held" if int(self.digest, 16) % 2 else "open"


def problems(bench: Path) -> list[Problem]:
    """All problems of the files that are there, in the order of their digests."""
    found = []
    for name in FILES:
        if (bench / name).exists():
            for e in json.loads((bench / name).read_text(encoding="utf-8")):
                group = e.get("group", Path(name).stem)
                found.append(Problem(e["id"], group, e["claim"], e.get("where", ""), bool(e["truth"])))
    return sorted(found, key=lambda p: p.digest)


def where_they_are() -> Path:
    """The nearest shared/bench beside the project or above it."""
    places = [above / "shared" / "bench" for above in ROOT.parents]
    return next((p for p in places if p.is_dir()), places[0])


def ask(p: Problem, effort: int) -> tuple[Row | None, str]:
    """What becomes of a problem, and why nothing did."""
    try:
        claim = parse_claim(p.claim, p.where)
    except (SyntaxProblem, KernelError) as error:
        return None, f"refused: {error}"
    row = decide(p.name, claim, p.truth, False, effort)
    return row, row.status if row.right or row.wrong else row.reason


def table(rows: dict[str, list[Row]], refused: dict[str, int]) -> list[str]:
    """One line a group, then all together."""
    lines = [HEAD + "  refused"]
    for group in sorted(rows):
        lines.append(counts(group, rows[group]) + f" {refused[group]:>8}")
    whole = [r for found in rows.values() for r in found]
    for title, part in (("all", whole), ("true", [r for r in whole if r.truth])):
        lines.append(counts(title, part) + (f" {sum(refused.values()):>8}" if title == "all" else ""))
    lines.append(f"median of the time of those decided: {median(r.seconds for r in whole if r.right):.3f} s")
    return lines


def run(
    chosen: list[Problem], effort: int, shown: TextIO | None
) -> tuple[dict[str, list[Row]], dict[str, int]]:
    """What became of the problems of each group, and how many were refused; `shown` receives a line for each
    problem as it is done."""
    rows: dict[str, list[Row]] = defaultdict(list)
    refused: dict[str, int] = defaultdict(int)
    for number, p in enumerate(chosen, 1):
        row, why = ask(p, effort)
        if row is None:
            refused[p.group] += 1
            rows[p.group]  # the group has a line
        else:
            rows[p.group].append(row)
        if shown is not None:
            mark = "WRONG" if row and row.wrong else "ok" if row and row.right else "--"
            spent = f"{row.seconds:7.2f} {row.effort:>9}" if row else " " * 17
            print(f"{mark:<5} {spent} {p.group:<18} {p.name} ({str(p.truth).lower()}): ", file=shown, end="")
            reason = "" if mark == "ok" else f"  | {why}"
            print(f"{p.claim} where {p.where}{reason}", file=shown, flush=True)
        else:
            print(f"\r{number}/{len(chosen)}", end="", file=sys.stderr, flush=True)
    return rows, refused


def main() -> int:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bench", type=Path, default=where_they_are(), metavar="DIR")
    parser.add_argument("--half", choices=("open", "held", "both"), default="open")
    parser.add_argument("--sample", type=int, metavar="N", help="no more than the first N")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="without the first N")
    parser.add_argument("--only", nargs="+", metavar="PREFIX", help="ids or groups that begin so")
    parser.add_argument("--effort", type=int, default=EFFORT, help=f"steps of search for a claim ({EFFORT})")
    args = parser.parse_args()
    chosen = [p for p in problems(args.bench) if args.half in (p.half, "both")]
    if not chosen:
        print(f"no {' or '.join(FILES)} in {args.bench}; say where they are with --bench", file=sys.stderr)
        return 2
    if args.only:
        chosen = [p for p in chosen if p.name.startswith(tuple(args.only)) or p.group in args.only]
    chosen = chosen[args.skip :][: args.sample]
    rows, refused = run(chosen, args.effort, sys.stdout if args.half == "open" else None)
    print("\n" + "\n".join(line.rstrip() for line in table(rows, refused)))
    return 1 if any(r.wrong for found in rows.values() for r in found) else 0


if __name__ == "__main__":
    sys.exit(main())
