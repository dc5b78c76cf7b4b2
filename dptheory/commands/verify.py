"""``verify``: every statement, its forms, proofs, twins and experiments, against what is recorded."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ..present.json_records import statement_json, summary
from ..present.styles import ASCII
from ..present.table import summary_line, verify_table
from ..theory.catalogue import names_in
from ..theory.record import Record
from ..theory.workings import spoken_of
from . import store
from .known import Answers, known_of, recorded_data, words
from .output import TITLES_WIDTH, answer, answer_json, columns, note, print_table, style
from .running import Run, failures, library_for
from .running import run as run_verifier
from .tasks import cores
from .worked_out import worked_out

ALL: Final = "   (--all checks everything again)"


def run(args: argparse.Namespace) -> int:
    """Verify the targets and print a table. What is recorded and has not changed is not checked again, unless
    everything is asked for or written."""
    before = None if args.write is None else begun(Path(args.write))
    workers = cores(args.workers)
    library, names = library_for(args.targets)
    known = store.recorded(store.folder(args.proofs))
    again = args.fresh or args.all or before is not None or args.json
    answers = Answers(args.proofs, fresh=again)
    kept = {name: one for name in names if (one := answers.recorded(name)) is not None}
    found = run_verifier(
        library, [name for name in names if name not in kept], known, fresh=args.fresh,
        experiments=args.experiments, workers=workers, standing=answers.standing(library.statements),
    )  # fmt: skip
    if args.write is not None and before is not None:
        write(found, Path(args.write), before)
    wrong, undecided = _judge(found, known)
    if before is None:  # what is being written anew is not compared with what was recorded before
        wrong += store.changes([r for r in found.results if r.id in known.verdicts], known)
    wrong += [fault for one in kept.values() for fault in one.faults]
    if before is None and not args.fresh:
        wrong += tampered(found, Answers(args.proofs))
    if args.experiments != "none":
        undecided += not_run(found)
    checked = {result.id: result for result in found.results}
    results = [checked[name] if name in checked else kept[name].result for name in names]
    if args.json:
        statements = [statement_json(library.get(r.id), r) for r in results]
        counts = {**summary(results), "wrong": wrong, "undecided": undecided}
        answer_json({"statements": statements, "summary": counts})
    else:
        titles = columns() >= TITLES_WIDTH
        print_table(verify_table(results, titles=titles, ascii_only=style(args) == ASCII))
        answer(summary_line(results))
        answer(f"checked now: {len(checked)}, recorded and not changed since: {len(kept)}" + ALL * bool(kept))
        for line in wrong:
            answer(f"wrong: {line}")
        for line in undecided:
            answer(f"undecided: {line}")
    return 1 if wrong else 2 if undecided else 0


def _judge(found: Run, known: store.Recorded) -> tuple[list[str], list[str]]:
    """What is wrong, and what is undecided that was not recorded to be so."""
    wrong, undecided = [], []
    for result in found.results:
        false, open_ = failures(found.library.get(result.id), result)
        wrong += false
        if result.id not in known.verdicts:
            undecided += open_
    return wrong, undecided


def tampered(found: Run, answers: Answers) -> list[str]:
    """Statements of which the record keeps something else than was found now, by the same engine."""
    changed, said = [], words(found.library)
    for result in found.results:
        entry = answers.record.entry(result.id)
        if entry is not None:
            now = recorded_data(known_of(found.library.get(result.id), result, said))
            if store.text_of(now) != store.text_of(entry.found):
                changed.append(f"{result.id}: the record says something else than what was found now")
    return changed


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
    said = words(found.library)
    kept = {}
    for result in found.results:
        statement, certificates = found.library.get(result.id), found.certificates[result.id]
        known = known_of(statement, result, said)
        store.write(place, result, certificates, known.shown)
        store.write_answers(place, result.id, worked_out(found.library, statement, certificates))
        cited = {form.partition(":")[0] for node in known.nodes for form in node.uses} - {result.id}
        cited |= {*spoken_of(result.id)} & found.library.statements.keys()
        kept[result.id] = store.Kept(recorded_data(known), tuple(sorted(cited)))
    store.write_record(before, place, kept)
    note(f"written: what was found about {len(found.results)} statements, in {place}")
