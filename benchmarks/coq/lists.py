"""How many of the certificates and witnesses that lists of problems give Coq accepts, list by list.

python benchmarks/coq/lists.py FILE ... [--count N] [--effort N] [--seconds S] [--out DIR]

A list is a JSON file of objects with `id`, `claim`, `where`, asked in the order of the digests of the ids:
the first N of a list are a random sample of it. What is found is kept in DIR/NAME.jsonl, and what Coq said of
some theorems beside it: a run that was ended goes on. A theorem is refused too where it takes more than
`--limit` seconds of a processor.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from problems import asked

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "coq"))
HEAD = f"{'list':<20}{'problems':>9}" + "".join(
    f"{kind:>13}{'compiled':>9}{'refused':>8}{'left':>5}" for kind in ("claims", "witnesses")
)


def main() -> int:
    """Ask, export, compile; a row for each list. Status 1 where something was refused."""
    from run import compiled, support  # coq/run.py

    from dptheory.export.batches import export

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
    known = support(args.out)
    rows, refused = [], False
    for path in args.files:
        number, found = asked(path, args.out / f"{path.stem}.jsonl", args.count, args.effort, args.seconds)
        here = args.out / path.stem
        here.mkdir(exist_ok=True)
        for old in here.glob("Claims*.v"):
            old.unlink()
        made = export(found, here, lambda _: None, every=True)
        lemmas, text = args.out / "Lemmas.v", (here / "Lemmas.v").read_bytes()
        if not lemmas.with_suffix(".vo").exists() or lemmas.read_bytes() != text:
            lemmas.write_bytes(text)
            compiled(lemmas, known)
        print("\n".join(f"not exported  {key}: {why}" for key, why in made.left.items()), flush=True)
        said = dict.fromkeys(made.left, "left")
        for name, good, seconds, why in answered(here, args.out, known + text.decode(), args.limit):
            said[name] = "compiled" if good else "refused"
            print(f"{said[name]} {name}: {seconds:.1f} s {why}", flush=True)
        refused = refused or "refused" in said.values()
        rows.append(row(path.stem, number, said))
    print("\n".join([HEAD, *rows]))
    return int(refused)


def answered(here: Path, out: Path, known: str, limit: int) -> Iterator[tuple[str, bool, float, str]]:
    """Of each theorem in the files of a folder what Coq says; kept, so that a run that was ended goes on."""
    from run import MARK
    from session import answers

    kept = out / "lists.jsonl"
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    before, todo = {one["key"]: one for one in map(json.loads, lines)}, []
    for path in sorted(here.glob("Claims*.v")):
        _, *parts = re.split(f"(?=^{re.escape(MARK)})", path.read_text("utf-8"), flags=re.MULTILINE)
        for part in parts:
            name, key = part.split(" ")[2], hashlib.sha256((known + part).encode()).hexdigest()[:16]
            if (one := before.get(key)) and (one["good"] or one["limit"] >= limit):
                yield name, one["good"], one["seconds"], one["said"]
            else:
                todo.append((name, part, key))
    keys = {name: key for name, _, key in todo}
    theorems = [(name, part) for name, part, _ in todo]
    with kept.open("a", encoding="utf-8") as file:
        for found in answers(out, theorems, "Tactics Compound Lemmas", limit):
            one = vars(found) | {"key": keys[found.name], "limit": limit}
            file.write(json.dumps(one) + "\n")
            file.flush()
            yield found.name, found.good, found.seconds, found.said


def row(name: str, number: int, said: dict[str, str]) -> str:
    """Of a list: problems, certificates, what came of them, and the same of witnesses."""
    line = f"{name:<20}{number:>9}"
    for kind in ("claim_", "refuted_"):
        counts = Counter(value for key, value in said.items() if key.startswith(kind))
        line += f"{counts.total():>13}{counts['compiled']:>9}{counts['refused']:>8}{counts['left']:>5}"
    return line


if __name__ == "__main__":
    sys.exit(main())
