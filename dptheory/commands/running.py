"""Running the verifier for commands: which statements, with which certificates, told to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BadInput
from ..theory.blocks import TEXT, blocks, is_path, read_after
from ..theory.certificates import Certificates
from ..theory.diagnosis.faults import Fault, FaultyText
from ..theory.diagnosis.reading import reading_faults
from ..theory.library import TheoryLibrary, load_library, with_files
from ..theory.outline import OutlineError
from ..theory.results import Standing, StatementResult
from ..theory.verification import Verifier
from .models import model_of
from .output import note, progress
from .processes import done
from .store import Kept, Recorded
from .tasks import Keep, Worker


@dataclass(frozen=True)
class Run:
    """Results of statements, the certificates that each needed, how all that was judged stands, what the
    record is to keep of the statements that were named, where that was asked for, and the claims of each for
    which nothing was found."""

    library: TheoryLibrary
    results: tuple[StatementResult, ...]
    certificates: dict[str, dict[str, object]]
    standing: Mapping[str, Standing] = field(default_factory=dict)
    kept: Mapping[str, Kept] = field(default_factory=dict)
    missed: Mapping[str, frozenset[str]] = field(default_factory=dict)


def library_for(targets: Iterable[str]) -> tuple[TheoryLibrary, list[str]]:
    """The library with the files among the targets read in, and the identifiers that are meant."""
    names, files = divided(targets)
    library = built_in = load_library()
    library = _with_all(library, files)
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


def _with_all(library: TheoryLibrary, files: Iterable[Path]) -> TheoryLibrary:
    """A library with what files add; raises FaultyText with the faults of all of them, but for names that are
    unknown after a faulty one, which may be its own."""
    wrong = list[Fault]()
    for file in files:
        try:
            library = with_file(library, file)
        except FaultyText as error:
            wrong += [one for one in error.faults if not (wrong and one.message.startswith("unknown "))]
    if wrong:
        raise FaultyText(wrong)
    return library


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
    standing: Callable[[Iterable[str]], Mapping[str, Standing]] | None = None,
    keep: Keep | None = None,
) -> Run:
    """Verify statements, everything they rest on first; experiments of the named ones. What of
    all that is needed has a `standing` already is verified only where it is named. `keep` makes what the
    record keeps of each."""
    wanted = list(names)
    with progress("verifying") as tell:
        verifier = Verifier(library, Certificates(), lambda form: None)
        worker = Worker(verifier, known.certificates, search, fresh, keep, known.missed, model_of)
        reached = needed(library, wanted, verifier)
        before = {} if standing is None else dict(standing(reached))
        there = {form.partition(":")[0] for form in before}
        order = [name for name in reached if name in wanted or name not in there]
        found = done(worker, order, workers, before, lambda n: experiments if n in wanted else "none", tell)
    for key in (key for one in found.values() for key in one.refused):
        where = known.files.get(key, known.place)
        note(f"{where}: the kernel does not accept the certificate of {key[:12]}...; it is searched for anew")
    results = tuple(found[name].result for name in wanted)
    for one in found.values():
        before |= one.standing
    kept = {name: held for name in wanted if (held := found[name].kept) is not None}
    certificates = {name: dict(one.certificates) for name, one in found.items()}
    missed = {name: one.missed for name, one in found.items()}
    return Run(library, results, certificates, before, kept, missed)


def needed(library: TheoryLibrary, names: Iterable[str], verifier: Verifier) -> list[str]:
    """The statements and all that they rest on, in an order in which nothing comes before what it uses."""
    start = [form.name for name in names for form in library.get(name).forms]
    return list(dict.fromkeys(form.partition(":")[0] for form in verifier.order(start)))
