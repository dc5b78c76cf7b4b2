"""The table of `verify`: one row a statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from rich import box
from rich.table import Table
from rich.text import Text

from ..kernel import PROVED, PROVED_GIVEN, REFUTED
from ..theory.results import BROKEN, SOUND, StatementResult
from ..theory.statements import CORRECTED, PRINTED, SHARP
from ..worlds.samples import Sample
from .claims import duration
from .findings import verdict_and_extent
from .json_records import summary

COLOURS: Final = {PROVED: "green", PROVED_GIVEN: "green", REFUTED: "red", SOUND: "green", BROKEN: "red"}
TWIN_COLOURS: Final = {REFUTED: "green", PROVED: "red", PROVED_GIVEN: "red"}
"""A twin is false: that it is refuted is what is wanted."""


def verify_table(
    results: Iterable[StatementResult],
    samples: Mapping[str, Sample] | None = None,
    *,
    titles: bool = True,
    ascii_only: bool = False,
) -> Table:
    """Verdicts on every form, its proof, its twin and its experiments, and what was seen of it in worlds."""
    table = Table(box=box.ASCII2 if ascii_only else box.SIMPLE_HEAD, pad_edge=False)
    headings = ["statement", *(["title"] if titles else []), PRINTED, CORRECTED, SHARP, "proof", "twin"]
    for heading in headings:
        table.add_column(heading, no_wrap=True)
    table.add_column("experiments", overflow="fold")
    if samples:
        table.add_column("worlds", overflow="fold")
    table.add_column("time", justify="right", no_wrap=True)
    for result in results:
        name, title, *cells, seconds = _row(result)
        worlds = [_seen(result, samples)] if samples else []
        table.add_row(name, *([title] if titles else []), *cells, *worlds, seconds)
    return table


def _row(result: StatementResult) -> list[Text]:
    kinds = [
        cell([verdict_and_extent(f) for f in result.forms if f.kind == kind])
        for kind in (PRINTED, CORRECTED, SHARP)
    ]
    proofs = cell(
        [f.proof.verdict for f in result.forms if f.kind == PRINTED]
        or [f.proof.verdict for f in result.forms]
    )
    twins = (
        cell([twin.verdict.status for twin in result.twins], TWIN_COLOURS)
        if result.twins
        else Text("none known", "yellow")
    )
    seconds = sum(step.seconds for form in result.forms for step in form.steps)
    worked = Counter(line.verdict.status for w in result.workings for line in w.lines)
    tried = [f"{e.verdict} {e.ratio:.2g}" for e in result.experiments]
    experiments = Text(", ".join([*tried, *(f"{word} ×{count}" for word, count in worked.items())]))
    return [Text(result.id), Text(result.title), *kinds, proofs, twins, experiments, Text(duration(seconds))]


def _seen(result: StatementResult, samples: Mapping[str, Sample]) -> Text:
    """Of each form in how many worlds its hypotheses held, and the largest ratio of its sides there."""
    seen = [samples[form.name] for form in result.forms if form.name in samples]
    return Text(", ".join(f"{s.held}: {s.largest:g}" if s.largest is not None else "–" for s in seen))


def cell(words: list[str], colours: Mapping[str, str] = COLOURS) -> Text:
    """Verdicts of several readings or twins in one cell: equal ones are counted.

    >>> cell(["refuted", "refuted"]).plain, cell([]).plain
    ('refuted ×2', '–')
    """
    made = Text()
    for place, (word, count) in enumerate(Counter(words).items()):
        made.append(", " if place else "")
        colour = colours.get(word.partition(" (")[0], "yellow" if word != "cited" else "")
        made.append(word + (f" ×{count}" if count > 1 else ""), colour)
    return made if words else Text("–", "dim")


def summary_line(
    results: Iterable[StatementResult], samples: Mapping[str, Sample] | None = None
) -> str:
    """The counts under the table."""
    counts = summary(results, samples)
    parts = [f"{counts['statements']} statements, {counts['forms']} forms"]
    for kind in (PRINTED, CORRECTED, SHARP):
        found = counts[kind]
        if isinstance(found, dict) and found:
            parts.append(f"{kind}: " + ", ".join(f"{count} {word}" for word, count in sorted(found.items())))
    parts.append(f"twins refuted: {counts['twins_refuted']} of {counts['twins']}")
    parts.append(f"twin: none known: {counts['twin_none_known']}")
    experiments = counts["experiments"]
    if isinstance(experiments, dict) and experiments:
        parts.append(
            "experiments: " + ", ".join(f"{count} {word}" for word, count in sorted(experiments.items()))
        )
        parts.append(f"no experiment: {counts['no_experiment']}, `show` says why")
    return "; ".join(parts)
