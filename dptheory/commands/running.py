"""Running the verifier for commands: which statements, with which certificates, told to whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BadInput
from ..kernel import CITED, PROVED, PROVED_GIVEN, REFUTED, UNKNOWN
from ..theory.blocks import TEXT, blocks, is_path, read_after
from ..theory.certificates import Certificates
from ..theory.diagnosis.faults import Fault, FaultyText
from ..theory.diagnosis.reading import reading_faults
from ..theory.library import TheoryLibrary, load_library, with_files
from ..theory.outline import OutlineError
from ..theory.results import SOUND, Standing, StatementResult
from ..theory.statements import Statement
from ..theory.verification import Verifier
from .output import note, progress
from .store import Kept, Recorded
from .tasks import Keep, Worker, done


@dataclass(frozen=True)
class Run:
    """Results of statements, the certificates that each needed, how all that was judged stands, and what the
    record is to keep of the statements that were named, where that was asked for."""

    library: TheoryLibrary
    results: tuple[StatementResult, ...]
    certificates: dict[str, dict[str, object]]
    standing: Mapping[str, Standing] = field(default_factory=dict)
    kept: Mapping[str, Kept] = field(default_factory=dict)


def library_for(targets: Iterable[str]) -> tuple[TheoryLibrary, list[str]]:
    """The library with the files among the targets read in, and the identifiers that are meant."""
    names, files = divided(targets)
    library = built_in = load_library()
    for file in files:
        library = with_file(library, file)
    added = [name for name in library.statements if name not in built_in.statements]
    if files and not added:
        raise BadInput(f"the file {files[0]}", "at least one statement", "statement example.first")
    everything = not names and not files
    return library, list(library.statements) if everything else [*library.select(names), *added]


def divided(targets: Iterable[str]) -> tuple[list[str], list[Path]]:
    """Targets that are names, and files of statements; a folder stands for its files. Raises BadInput."""
    names, files = list[str](), list[Path]()
    for target in targets:
        path = Path(target)
        if not is_path(target):
            names.append(target)
        elif path.is_dir():
            files += in_folder(path)
        elif path.is_file():
            files.append(path)
        else:
            raise BadInput(f"the file {target!r}, which is not there", "a file of statements", "a path")
    return names, files


def in_folder(folder: Path) -> list[Path]:
    """The files of statements of a folder, each after those whose definitions it speaks of."""
    there = {str(path): blocks(path.read_bytes(), str(path)) for path in sorted(folder.glob(f"*{TEXT}"))}
    if not there:
        needed = f"files of statements (*{TEXT}) in it"
        raise BadInput(f"the folder {str(folder)!r}", needed, "dptheory new SOURCE")
    return [Path(path) for path in read_after(there)]


def with_file(library: TheoryLibrary, file: Path) -> TheoryLibrary:
    """A library with what a user's file adds; raises FaultyText with every fault of the file, BadInput."""
    try:
        return with_files(library, [file])
    except OutlineError as error:
        text = file.read_bytes().decode("utf-8")
        faults = reading_faults(text, library.definitions, str(file), library.statements)
        raise FaultyText(faults or [Fault(str(file), error.number, 1, error.message)]) from None
    except UnicodeDecodeError:
        raise BadInput(
            f"the file {str(file)!r}, which is no text", "a text in UTF-8", "another file"
        ) from None
    except OSError as error:
        given = f"the file {str(error.filename)!r} ({error.strerror})"
        raise BadInput(given, "a file that can be read", "another file") from None


def run(
    library: TheoryLibrary,
    names: Iterable[str],
    known: Recorded,
    *,
    fresh: bool = False,
    search: bool = True,
    experiments: str = "none",
    workers: int | str = 1,
    standing: Mapping[str, Standing] | None = None,
    keep: Keep | None = None,
) -> Run:
    """Verify statements, everything they rest on first; experiments of the named ones. What has a `standing`
    already is verified only where it is named. `keep` makes what the record keeps of each."""
    wanted, before = list(names), dict(standing or {})
    there = {form.partition(":")[0] for form in before}
    with progress("verifying") as tell:
        verifier = Verifier(library, Certificates(), lambda form: None)
        worker = Worker(verifier, known.certificates, search, fresh, keep)
        order = [name for name in needed(library, wanted, verifier) if name in wanted or name not in there]
        found = done(worker, order, workers, before, lambda n: experiments if n in wanted else "none", tell)
    for key in (key for one in found.values() for key in one.refused):
        where = known.files.get(key, known.place)
        note(f"{where}: the kernel does not accept the certificate of {key[:12]}...; it is searched for anew")
    results = tuple(found[name].result for name in wanted)
    for one in found.values():
        before |= one.standing
    kept = {name: held for name in wanted if (held := found[name].kept) is not None}
    return Run(library, results, {name: dict(one.certificates) for name, one in found.items()}, before, kept)


def needed(library: TheoryLibrary, names: Iterable[str], verifier: Verifier) -> list[str]:
    """The statements and all that they rest on, in an order in which nothing comes before what it uses."""
    start = [form.name for name in names for form in library.get(name).forms]
    return list(dict.fromkeys(form.partition(":")[0] for form in verifier.order(start)))


def failures(statement: Statement, result: StatementResult) -> tuple[list[str], list[str]]:
    """What contradicts the statement's own text, and what stays undecided."""
    from ..theory.untried import form_of

    wrong, open_ = list(result.problems), []
    for form, found in zip(statement.forms, result.forms, strict=True):
        status = found.verdict.status
        expected = (REFUTED,) if form.refutation else (PROVED, PROVED_GIVEN) if form.steps else ()
        if not expected and form.cited:
            expected = (CITED,)
        if expected and status == UNKNOWN:
            open_.append(f"{form.name}: {found.verdict.reason}")
        elif expected and status not in expected:
            wrong.append(f"{form.name} is {status}: {found.verdict.reason}")
        if form.slips and found.proof.verdict == SOUND:
            wrong.append(f"{form.name}: a step that is said to be false was not refuted")
    for twin in result.twins:
        if twin.verdict.status != REFUTED:
            wrong.append(f"{statement.id}: its twin ({twin.note}) is not refuted: {twin.verdict.reason}")
    proved = {form.kind for form in result.forms if form.verdict.status in (PROVED, PROVED_GIVEN)}
    for working in result.workings:
        for line in working.lines:
            if not line.decided or (line.verdict.status == UNKNOWN and working.name != "phases"):
                open_.append(f"{result.id}: {working.name} {line.label}: {line.verdict.reason}")
            elif working.name == "worst case" and line.verdict.status == REFUTED and "printed" in proved:
                wrong.append(f"{result.id}: {line.label} is refuted in a finite world: {line.verdict.reason}")
    for experiment in result.experiments:
        if experiment.verdict == "violated" and not form_of(statement, experiment.name).refutation:
            wrong.append(f"{statement.id}: the experiment {experiment.name} violates the bound")
        elif experiment.verdict not in ("sampled", "violated"):
            open_.append(f"{statement.id}: the experiment {experiment.name} decides nothing")
        if not experiment.twin_rejected:
            wrong.append(f"{statement.id}: the experiment {experiment.name} does not reject its twin")
    return wrong, open_
