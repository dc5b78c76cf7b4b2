"""The prover's tactics as a table, from the registry: each where it is first tried.

python docs/tactics.py            print it
python docs/tactics.py --write    put it into PROVER.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from dptheory.prover.phases import DISTINCT, EQUALITY, INEQUALITY, NARROW  # noqa: E402
from dptheory.prover.registry import TACTICS, Tactic, name_of  # noqa: E402

PAGE = HERE / "PROVER.md"
START, END = "<!-- the tactics, by docs/tactics.py -->\n", "<!-- end of the tactics -->"


def row(one: Tactic) -> str:
    """A line of the table."""
    example = f"`{one.claim}`" + (f" where `{one.where}`" if one.where else "")
    return f"| {one.name} | {one.idea} | {one.when} | {one.cost} | {example} |"


def rows() -> Iterator[str]:
    """The tactics in the order in which a search first tries them, under the titles of the phases."""
    seen: set[str] = set()
    for phase in (*INEQUALITY, *EQUALITY, *DISTINCT, *NARROW):
        new = [name for run in phase.tactics if (name := name_of(run)) not in seen]
        if new:
            yield f"| *{phase.title}* |  |  |  |  |"
            yield from (row(TACTICS[name]) for name in new)
        seen.update(new)


def table() -> str:
    """The table."""
    head = ["| tactic | idea | tried where | cost | takes part in the proof of |", "| --- " * 5 + "|"]
    return "\n".join([*head, *rows()]) + "\n"


def placed(page: str) -> str:
    """A page with the table between its marks."""
    before, _, rest = page.partition(START)
    return f"{before}{START}\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(placed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(table(), end="")
