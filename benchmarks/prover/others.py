"""What external.py recorded of the problems that others wrote, as a part of RESULTS.md.

    python benchmarks/prover/others.py OPEN HELD            print it
    python benchmarks/prover/others.py OPEN HELD --write    put it into RESULTS.md

OPEN and HELD are files that external.py --record wrote, of the one half and of the other. Of the half held
back figures are shown, and no claim.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from external import (  # noqa: E402
    SEED,
    SOLVERS,
    Answer,
    Found,
    Problem,
    Record,
    problems,
    table,
    where_they_are,
)
from pages import OTHERS, RESULTS, block, put  # noqa: E402

REASONS = (
    ("not read: the language of claims has no word for it", r"refused: "),
    ("a certificate was found, and not accepted", r"a certificate was found"),
    ("no point of the domain is known, and no proof that there is none", r"no point known|before a point"),
    (
        "both sides are equal at a point that is known, to all digits",
        r"the sides (are equal|agree)",
    ),
    ("what was needed on the way was not shown", r"not shown on the way"),
    ("nothing", r""),
)
"""Why a claim is undecided, by what the prover says of it; the first that fits."""


INTRODUCTION = """{count:,} problems from collections of others and from papers, with what their sources say
of them; they are no part of the project. The half of a problem is the last bit of the
SHA-256 of `{seed}: ` with its name: nobody chose it. Methods were looked for in the open
half. Of the half that was held back no claim was looked at, and no more is known than
what stands here. Written by `python benchmarks/prover/others.py` from what `external.py
--record` kept; `empty` are claims whose conditions were proved to exclude each other,
`of` how many cvc5 has words for. `check s` is the kernel's time for a certificate alone,
times are those of what is decided."""


def why(answer: Answer) -> str:
    """The reason for which a claim is undecided, as one of a few.

    >>> why(Answer("unknown", reason="no point known: the conditions may exclude each other"))
    'no point of the domain is known, and no proof that there is none'
    """
    return next(title for title, pattern in REASONS if re.search(pattern, answer.reason))


def undecided(found: Found) -> list[str]:
    """What is undecided, by reason: how many, and which; with a star what z3 decides."""
    groups: dict[str, list[str]] = defaultdict(list)
    for p, a in found:
        if not a.right(p.truth):
            star = "*" if a.said("z3", p.truth) else ""
            groups[why(a)].append(f"    {p.name}{star} ({str(p.truth).lower()}): {p.claim} where {p.where}")
    lines = []
    for title, _ in REASONS:
        if groups[title]:
            lines += [f"{len(groups[title])}: {title}", *groups[title]]
    return lines


def reasons(found: Found) -> list[str]:
    """How many are undecided for each reason."""
    groups: dict[str, int] = defaultdict(int)
    for p, a in found:
        groups[why(a)] += not a.right(p.truth)
    return [f"{groups[title]}: {title}" for title, _ in REASONS if groups[title]]


def recorded(chosen: Iterable[Problem], path: Path) -> tuple[Found, dict[str, Any]]:
    """The problems that a file has answers to, and the file's head."""
    record = Record(path, 0, {}, True)
    answers = [(p, record.of(p)) for p in chosen]
    return [(p, a) for p, a in answers if a is not None], record.before


def half(found: Found, whole: int, head: dict[str, Any], title: str) -> list[str]:
    """A half's table, and under which conditions it was measured."""
    said = f"{len(found)} of {whole} problems" if len(found) < whole else f"all of its {whole} problems"
    if len(found) < whole:
        said += ", the first in the order of the digests"
    beside = [f"{s} {head[s]}, {head[f'{s} s']:g} s" for s in SOLVERS if head.get(s)]
    more = f"; beside it {', '.join(beside)}" if beside else ""
    memory = [f"peak memory: {head['peak MB']} MB"] if head.get("peak MB") else []
    lines = [text for text in table(found) if not text.startswith("peak memory")]
    under = f"{said}; {head['effort']:,} steps a claim{more}; sources {head['sources'][:8]}."
    return [f"### {title}", under, block([*lines, *memory])]


def section(bench: Path, open_half: Path, held: Path) -> str:
    """The part of RESULTS.md."""
    every = problems(bench)
    parts = [(name, [p for p in every if p.half == name]) for name in ("open", "held")]
    (first, head), (second, other) = (
        recorded(chosen, path) for (_, chosen), path in zip(parts, (open_half, held), strict=True)
    )
    sizes = [len(chosen) for _, chosen in parts]
    return "\n\n".join(
        [
            OTHERS,
            INTRODUCTION.format(count=len(every), seed=SEED),
            *half(first, sizes[0], head, "The open half"),
            *half(second, sizes[1], other, "The half held back"),
            "### Both halves",
            block(text for text in table([*first, *second]) if not text.startswith("peak memory")),
            "### Undecided in the open half, by reason",
            "A star stands at what z3 decides.",
            block(undecided(first)),
            "### Undecided in the half held back, by reason",
            block(reasons(second)),
        ]
    )


def main() -> int:
    """Print the part, or write it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("open", type=Path, help="what was recorded of the open half")
    parser.add_argument("held", type=Path, help="what was recorded of the half held back")
    parser.add_argument("--bench", type=Path, default=where_they_are(), metavar="DIR")
    parser.add_argument("--write", action="store_true", help="put it into RESULTS.md")
    args = parser.parse_args()
    text = section(args.bench, args.open, args.held)
    if args.write:
        RESULTS.write_text(put(RESULTS.read_text(encoding="utf-8"), OTHERS, text), encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
