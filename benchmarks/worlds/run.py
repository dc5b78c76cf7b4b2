"""Whether the worlds that the library's texts write are found without them.

Run with ``python benchmarks/worlds/run.py [--effort E] [--items K] [--out FILE]``; what FILE has already
is not asked again. Asked are models, worlds of twins, refutations, in the order of a digest of their
names, whose last bit says in which half they are; ``--salt WORD`` has another order. The second half is
held back: of it the figures are printed, never a name. A find is *degenerate* where its data sets have one
record, a number of it is 0, or a function of it is constant, and *unstated* where a number is not positive
of whose sign nothing is said. The effort is that of a statement: each item has the part of it that `try`
gives to such a question.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from pathlib import Path

from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.worlds.metering import EFFORT, FAILURE, MODEL
from dptheory.worlds.trial import Trial

KINDS = ("model", "twin", "refuted")


def items(library: TheoryLibrary, salt: str = "") -> dict[str, list[tuple[str, object, int]]]:
    """Of each kind the names and theorems for which a text has a world, and among how many forms of the
    statement the effort is shared."""
    found: dict[str, list[tuple[str, object, int]]] = {kind: [] for kind in KINDS}
    for name in library.statements:
        statement = library.get(name)
        forms = len(statement.forms)
        for form in statement.forms:
            if form.model is not None:
                found["model"].append((form.name, form.theorem, forms))
            if form.refutation is not None:
                found["refuted"].append((form.name, form.theorem, forms))
        for k, twin in enumerate(statement.twins):
            found["twin"].append((f"{name} twin {k}", twin.theorem, forms))
    return {kind: sorted(of, key=lambda item: digest(kind, item[0], salt)) for kind, of in found.items()}


def digest(kind: str, name: str, salt: str = "") -> str:
    return hashlib.sha256(f"{salt}{kind} {name}".encode()).hexdigest()


def asked(kind: str, theorem: object, library: TheoryLibrary, effort: int) -> dict[str, object]:
    part = MODEL if kind == "model" else FAILURE
    trial = Trial(theorem, library.definitions, effort=effort // part)  # type: ignore[arg-type]
    start = time.process_time()
    answer = trial.model() if kind == "model" else trial.failure()
    shown = answer.shown
    poor = [] if shown is None else [*shown.degenerate, *(f"{name} <= 0" for name in shown.unstated)]
    return {
        "found": shown is not None, "degenerate": bool(shown and shown.degenerate), "poor": poor,
        "unstated": bool(shown and shown.unstated), "seconds": time.process_time() - start,
        "world": list(shown.world.entries) if shown else [], "feasible": answer.feasible, "best": answer.best,
        "worlds": answer.worlds, "refused": answer.refused[-2:],
        "problems": [problem for problem, _ in Counter(answer.problems).most_common(3)],
    }  # fmt: skip


def table(rows: list[dict[str, object]]) -> None:
    for kind in KINDS:
        for half in (1, 2):
            of = [row for row in rows if row["kind"] == kind and row["half"] == half]
            found = [row for row in of if row["found"]]
            poor, unstated = (sum(bool(row[w]) for row in found) for w in ("degenerate", "unstated"))
            share = f"{100 * len(found) / max(1, len(of)):.0f} %"
            seconds = sum(float(str(row["seconds"])) for row in of) / max(1, len(of))
            print(f"{kind:8} half {half}: {len(found)} of {len(of)} found ({share}), {poor} degenerate, "
                  f"{unstated} by an unstated sign, {seconds:.1f} s each")  # fmt: skip


def main() -> None:
    reading = argparse.ArgumentParser()
    reading.add_argument("--effort", type=int, default=EFFORT)
    reading.add_argument("--items", type=int, default=40, help="of each kind in each half")
    reading.add_argument("--salt", default="", help="another one, other samples")
    reading.add_argument("--kinds", nargs="*", default=list(KINDS))
    reading.add_argument("--out", type=Path, default=Path("build/worlds.jsonl"))
    given = reading.parse_args()
    rows = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    done = {(row["kind"], row["name"]) for row in rows if row["effort"] == given.effort}
    given.out.parent.mkdir(parents=True, exist_ok=True)
    library = load_library()
    turns: list[list[tuple[str, int, str, object, int]]] = []
    for kind, of in items(library, given.salt).items():
        for half in (1, 2):
            mine = [one for one in of if int(digest(kind, one[0], given.salt)[-1], 16) % 2 == half - 1]
            turns.append([(kind, half, *one) for one in mine[: given.items]] if kind in given.kinds else [])
    for k in range(given.items):
        for turn in turns:
            if k >= len(turn) or (turn[k][0], turn[k][2]) in done:
                continue
            kind, half, name, theorem, forms = turn[k]
            made = asked(kind, theorem, library, given.effort // forms)
            rows.append({"kind": kind, "half": half, "name": name, "effort": given.effort, **made})
            with given.out.open("a") as out:
                out.write(json.dumps(rows[-1]) + "\n")
    table([row for row in rows if row["effort"] == given.effort])


if __name__ == "__main__":
    main()
