"""``verify``: every statement, its forms, proofs, twins and experiments, against what is recorded."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..present.formulas import ASCII, UNICODE
from ..present.json_records import statement_json, summary
from ..present.page import Writing, page
from ..present.table import summary_line, verify_table
from ..present.terminal import text
from ..theory.library import names_in
from ..theory.record import Record
from . import store
from .known import known_of, recorded_data, words
from .output import TITLES_WIDTH, answer, answer_json, columns, note, print_table, style
from .running import Run, failures, library_for
from .running import run as run_verifier


def run(args: argparse.Namespace) -> int:
    """Verify the targets and print a table."""
    before = None if args.write is None else begun(Path(args.write))
    library, names = library_for(args.targets)
    known = store.recorded(store.folder(args.proofs))
    found = run_verifier(library, names, known, fresh=args.fresh, experiments=args.experiments)
    if args.write is not None and before is not None:
        write(found, Path(args.write), before)
    # what is being written anew is not compared with what was recorded before
    wrong, undecided = _judge(found, known if args.write is None else store.Recorded())
    if args.experiments != "none":
        undecided += not_run(found)
    if args.json:
        statements = [statement_json(library.get(r.id), r) for r in found.results]
        counts = {**summary(found.results), "wrong": wrong, "undecided": undecided}
        answer_json({"statements": statements, "summary": counts})
    else:
        titles = columns() >= TITLES_WIDTH
        print_table(verify_table(found.results, titles=titles, ascii_only=style(args) == ASCII))
        answer(summary_line(found.results))
        for line in wrong:
            answer(f"wrong: {line}")
        for line in undecided:
            answer(f"undecided: {line}")
    return 1 if wrong else 2 if undecided else 0


def _judge(found: Run, known: store.Recorded) -> tuple[list[str], list[str]]:
    """What is wrong and what is undecided; where verdicts are recorded, differing from them is wrong."""
    wrong, undecided = [], []
    for result in found.results:
        false, open_ = failures(found.library.get(result.id), result)
        wrong += false
        if result.id not in known.verdicts:
            undecided += open_
    recorded_here = [r for r in found.results if r.id in known.verdicts]
    return wrong + store.changes(recorded_here, known), undecided


def not_run(found: Run) -> list[str]:
    """Experiments that statements name and that did not run, on data of packages that are not installed."""
    return [
        f"{result.id}: the experiment {name} was not run; its data come with pip install 'dptheory[learn]'"
        for result in found.results
        for name in found.library.get(result.id).experiments
        if name not in {experiment.name for experiment in result.experiments}
    ]


def begun(place: Path) -> Record:
    """The record of a folder, with the engine and the texts that are about to be used."""
    record = Record(place)
    names_in(record.texts)
    record.engine  # noqa: B018  (read now: the sources may change while the library is verified)
    return record


def write(found: Run, place: Path, before: Record) -> None:
    """Write certificates and derivations of everything that was verified."""
    for result in found.results:
        statement = found.library.get(result.id)
        writing = Writing(UNICODE, words(found.library), times=False, trials=False)
        derivation = text(page(statement, result, writing))
        store.write(place, result, found.certificates[result.id], derivation)
    said = words(found.library)
    kept = {}
    for result in found.results:
        known = known_of(found.library.get(result.id), result, said)
        cited = {form.partition(":")[0] for node in known.nodes for form in node.uses} - {result.id}
        kept[result.id] = store.Kept(recorded_data(known), tuple(sorted(cited)))
    store.write_record(before, place, kept)
    note(f"written: what was found about {len(found.results)} statements, in {place}")
