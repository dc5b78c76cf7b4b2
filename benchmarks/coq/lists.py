"""How many of the certificates and witnesses that lists of problems give Coq accepts, list by list.

python benchmarks/coq/lists.py FILE ... [--count N] [--effort N] [--seconds S] [--out DIR]

A list is a JSON file of objects with `id`, `claim`, `where`, asked in the order of the digests of the ids:
the first N of a list are a random sample of it. What is found is kept in DIR/NAME.jsonl, and what Coq said of
some theorems beside it: a run that was ended goes on. A theorem is refused too where it takes more than
`--limit` seconds of a processor.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from problems import asked

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "coq"))
HEAD = f"{'list':<20}{'problems':>9}" + "".join(
    f"{kind:>13}{'compiled':>9}{'refused':>8}{'left':>5}" for kind in ("claims", "witnesses")
)


def main() -> int:
    """Ask, export, compile; a row for each list. Status 1 where something was refused."""
    from kept import answered
    from run import exported  # coq/run.py

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "coq")
    parser.add_argument("--count", type=int, help="so many problems of each list (default all)")
    parser.add_argument("--effort", type=int, default=300_000)
    parser.add_argument("--seconds", type=float, help="limit of time for each problem (default none)")
    parser.add_argument("--limit", type=int, default=300, help="seconds of a processor for a theorem")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows, refused = [], False
    for path in args.files:
        number, found = asked(path, args.out / f"{path.stem}.jsonl", args.count, args.effort, args.seconds)
        made, parts, known = exported(found, args.out, args.out / path.stem)
        print("\n".join(f"not exported  {key}: {why}" for key, why in made.left.items()), flush=True)
        said = dict.fromkeys(made.left, "left")
        for one in answered(parts, args.out, known, args.limit):
            said[one.name] = "compiled" if one.good else "refused"
            print(f"{said[one.name]} {one.name}: {one.seconds:.1f} s {one.said}", flush=True)
        refused = refused or "refused" in said.values()
        rows.append(row(path.stem, number, said))
    print("\n".join([HEAD, *rows]))
    return int(refused)


def row(name: str, number: int, said: dict[str, str]) -> str:
    """Of a list: problems, certificates, what came of them, and the same of witnesses."""
    line = f"{name:<20}{number:>9}"
    for kind in ("claim_", "refuted_"):
        counts = Counter(value for key, value in said.items() if key.startswith(kind))
        line += f"{counts.total():>13}{counts['compiled']:>9}{counts['refused']:>8}{counts['left']:>5}"
    return line


if __name__ == "__main__":
    sys.exit(main())
