"""``verify``: every statement, its forms, proofs, twins and experiments, against what is recorded."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import SystemRandom
from typing import Final

from ..errors import BadInput
from ..files import folder_at
from ..kernel import UNKNOWN
from ..present.json_records import statement_json, summary, with_samples
from ..present.styles import ASCII
from ..present.table import summary_line, verify_table
from ..theory.catalogue import names_in
from ..theory.diagnosis.faults import Fault
from ..theory.library import TheoryLibrary, load_library
from ..theory.record import Record, parsed
from ..theory.results import StatementResult
from ..worlds.samples import Sample
from . import store
from .answers import Answers
from .coq import Coq, marked
from .failing_worlds import Failing, failing_worlds, judged
from .failures import failures
from .faults import fault_lines, faults, filled_in, untold
from .models import models_found
from .output import TITLES_WIDTH, answer, answer_json, columns, many, note, print_table, progress, style
from .processes import cores
from .running import Run, divided, library_for
from .running import run as run_verifier
from .sampled import samples_of, summary_words
from .tasks import Keep
from .user_store import keep, with_earlier
from .watching import Watched, watch

SHARE: Final = 50
"""Of so many recorded statements one is checked again."""
ALL: Final = "   (--all checks everything again)"


@dataclass(frozen=True)
class _Checked:
    """What a run has to tell: what was found now, what is recorded, what is wrong with it and what is open.

    `found` is of the statements checked now, of which `drawn` are recorded; `own` are those of users.
    """

    library: TheoryLibrary
    found: Run
    known: store.Recorded
    own: list[StatementResult]
    results: list[StatementResult]
    drawn: int
    fails: Mapping[str, Failing]
    wrong: list[str]
    undecided: list[str]
    samples: Mapping[str, Sample]

    @cached_property
    def faults(self) -> list[Fault]:
        """Where the texts have faults."""
        return faults(self.found, self.known.verdicts)


def run(args: argparse.Namespace) -> int:
    """Verify the targets and print a table. What is recorded and has not changed is not checked again, unless
    everything is asked for or written."""
    if args.watch:
        return _watch(args)
    made = _checked(args)
    if args.json:
        _as_json(made, args.proofs)
    else:
        _as_text(made, ascii_only=style(args) == ASCII)
    return 1 if made.wrong else 2 if made.undecided else 0


def _checked(args: argparse.Namespace) -> _Checked:
    """The verdicts on the targets; written where that is asked for."""
    workers = cores(args.workers)
    library, names = library_for(args.targets)
    # what is wrong with the texts is told before a folder is made
    before = None if args.write is None else begun(Path(args.write))
    again = args.fresh or args.all or before is not None or args.json
    answers = Answers(args.proofs, fresh=again)
    users = [name for name in names if name not in names_in(answers.texts)]
    known = with_earlier(store.recorded(store.folder(args.proofs)), users)
    there = [name for name in names if answers.entry(name) is not None]
    chosen = drawn(there)
    kept = {one.result.id: one for one in answers.known(name for name in there if name not in chosen)}
    found = run_verifier(
        library, [name for name in names if name not in kept], known, fresh=args.fresh,
        experiments=args.experiments, workers=workers, standing=answers.standing,
        keep=_keeping() if before is not None or len(users) < len(names) else None,
    )  # fmt: skip
    if args.write is not None and before is not None:
        write(found, Path(args.write), before)
    wrong, undecided = _judge(found, known)
    if before is None:  # what is being written anew is not compared with what was recorded before
        wrong += store.changes([r for r in found.results if r.id in known.verdicts], known)
    wrong += [fault for one in kept.values() for fault in one.faults]
    if before is None and not args.fresh:
        wrong += tampered(found, Answers(args.proofs) if again else answers)
    undecided += not_run(found) if args.experiments != "none" else []
    own = [result for result in found.results if result.id in users]
    fails, none = failing_worlds(library, own, () if args.fresh else known.missed)
    keep(found, known, users, none)
    wrong += [f"{name}: refuted: its hypotheses hold in a world in which its claim fails" for name in fails]
    undecided += _unproved(own)
    undecided = [line for line in undecided if not line.startswith(tuple(f"{name}:" for name in fails))]
    now = {result.id: judged(result, fails) for result in found.results}
    results = [now[name] if name in now else kept[name].result for name in names]
    samples = _samples(library, results, workers) if args.experiments != "none" else {}
    return _Checked(library, found, known, own, results, len(chosen), fails, wrong, undecided, samples)


def _samples(
    library: TheoryLibrary, results: Sequence[StatementResult], workers: int | str
) -> Mapping[str, Sample]:
    with progress("looking for worlds") as tell:
        return samples_of(library, results, tell, workers)


def _unproved(own: Sequence[StatementResult]) -> list[str]:
    """Forms of users' own statements without a proof on which there is no verdict."""
    return [
        f"{form.name}: {form.verdict.reason}"
        for one in own for form in one.forms
        if form.verdict.status == UNKNOWN and not form.steps
    ]  # fmt: skip


def _as_json(made: _Checked, proofs: str | None) -> None:
    by_coq, library, certificates = Coq(store.folder(proofs)).checked, made.library, made.found.certificates
    statements = [
        marked(
            with_samples(statement_json(library.get(r.id), r), made.samples), library.get(r.id),
            library.definitions, by_coq.claims(certificates.get(r.id, {})),
        )
        for r in made.results
    ]  # fmt: skip
    counts = {**summary(made.results, made.samples), "wrong": made.wrong, "undecided": made.undecided}
    told = [fault.json for fault in made.faults]
    worlds = {name: one.world for name, one in made.fails.items()}
    answer_json({"statements": statements, "summary": counts, "faults": told, "failing": worlds})


def _as_text(made: _Checked, *, ascii_only: bool) -> None:
    titles, samples = columns() >= TITLES_WIDTH, made.samples
    print_table(verify_table(made.results, samples, titles=titles, ascii_only=ascii_only))
    answer(summary_line(made.results, samples))
    if samples:
        answer(summary_words(samples))
    drew = f" ({made.drawn} of them drawn from the record)" if made.drawn else ""
    now = len(made.found.results)
    kept = len(made.results) - now
    answer(f"checked now: {now}{drew}, recorded and not changed since: {kept}" + ALL * bool(kept))
    for name, failing in made.fails.items():
        answer(f"refuted: {name}; in this world its hypotheses hold and its claim fails:")
        for line in failing.world:
            answer(f"    {line}")
    for line in expected(made.library, made.results):
        answer(f"violated: {line}")
    for line in made.wrong:
        answer(f"wrong: {line}")
    for line in untold(made.undecided, made.faults):
        answer(f"undecided: {line}")
    for fault in made.faults:
        answer("\n".join(fault_lines(fault)), verbatim=True)
    for line in (*models_found(made.own), *filled_in(made.found, made.known.verdicts)):
        answer(line, verbatim=True)


def _keeping() -> Keep:
    """What makes what the record keeps: it needs much that is not needed elsewhere."""
    from .recording import kept_of

    return kept_of


def expected(library: TheoryLibrary, results: Sequence[StatementResult]) -> list[str]:
    """The experiments that are violated because they try a form that is refuted."""
    from ..theory.experiments import form_of

    tried = [
        (one.name, form_of(library.get(result.id), one.name))
        for result in results for one in result.experiments if one.verdict == "violated"
    ]  # fmt: skip
    return [
        f"{form.name}, which is refuted, by the experiment {name.partition(' ')[0]}: expected, not a fault"
        for name, form in tried if form.refutation is not None
    ]  # fmt: skip


def drawn(names: Sequence[str]) -> frozenset[str]:
    """Those of the recorded statements that are checked again: one in 50, and one at least, drawn anew each
    time, so that nobody who edits the record knows which."""
    return frozenset(SystemRandom().sample(names, -(-len(names) // SHARE)))


def _watch(args: argparse.Namespace) -> int:
    """Go on checking files until the command is interrupted."""
    names, files = divided(args.targets)
    if names or not files or args.json or args.write:
        raise BadInput("--watch", "files of statements, and no --json or --write", "verify --watch notes.thm")
    answers = Answers(args.proofs, fresh=args.fresh)
    library = load_library()
    standing = answers.standing(library.statements)
    known = store.recorded(store.folder(args.proofs))
    watch(Watched(tuple(files), known, standing, args.experiments, library), style(args))
    return 0


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
    """Statements of which the record keeps something else than was found now, by the same engine; and names
    of which the library has no statement."""
    made = store.Entries(answers.record, found.kept, {})
    changed = []
    for result in (result for result in found.results if result.id in found.kept):
        entry, now = answers.record.entry(result.id), made.new(result.id)
        if result.id in answers.record.edited:
            changed.append(f"{result.id}: {answers.record.edited[result.id]}")
        elif entry is not None and replace(now, certificates=entry.certificates).text != entry.text:
            changed.append(f"{result.id}: the record says something else than what was found now")
    strangers = sorted(set(answers.record.names()) - set(names_in(answers.texts)))
    entries = (parsed(answers.record.text(name)) for name in strangers)  # those of users have no key
    lost = [entry.name for entry in entries if entry is not None and entry.key]
    return changed + [f"{name}: the record is about no statement of the library" for name in lost]


def not_run(found: Run) -> list[str]:
    """Experiments that statements name and that did not run, on data of packages that are not installed."""
    return [
        f"{result.id}: the experiment {name} was not run; its data come with pip install 'dptheory[learn]'"
        for result in found.results
        for name in found.library.get(result.id).experiments
        if name not in {experiment.name for experiment in result.experiments}
    ]


def begun(place: Path) -> Record:
    """The record of a folder, with the engine and the texts that are about to be used. A folder that is not
    there is made when there is something to write; where that is not possible it is told now."""
    folder_at(next(path for path in (place, *place.absolute().parents) if path.exists()))
    record = Record(place)
    names_in(record.texts)
    record.engine  # noqa: B018  (read now: the sources may change while the library is verified)
    return record


def write(found: Run, place: Path, before: Record) -> None:
    """Write what was found about everything that was verified, and what questions about it need."""
    from .supplements import worked_out  # it needs the prover

    folder_at(place)
    get, certificates = found.library.get, found.certificates
    asked = {name: worked_out(found.library, get(name), certificates[name]) for name in found.kept}
    store.write(place, before, found, asked)
    note(f"written: what was found about {many(len(found.results), 'statement')}, in {place}")
