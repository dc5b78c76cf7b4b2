"""``site DIR [NAME|FILE ...]``: the library, a part of it, or one's own statements as a static site."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from stat import S_IMODE
from typing import Final

from ..errors import BadInput, one_line
from ..files import folder_at
from ..lab.audit.records import Size
from ..present.from_logic import Words
from ..present.site import Contents, Entry, Problem, files
from ..theory.library import Shelf, TheoryLibrary, load_library, shelved
from ..theory.outline import OutlineError
from ..theory.statements import Statement
from . import store
from .answers import Answers
from .coq import lines_checked
from .failures import failures
from .faults import faults
from .known import STYLES, Known, mark
from .naming import selected
from .output import answer, answer_json, many, progress, read_text
from .processes import cores
from .recording import advised, known_of
from .running import Run, divided
from .running import run as run_verifier
from .sampled import samples_of

MARKER: Final = "dptheory-site.txt"
"""The file that says that a folder is a site, and of which files it consists."""
FIRST_LINE: Final = "dptheory-site 1"
NONE: Final = "none"


def run(args: argparse.Namespace) -> int:
    """Write the site whole or not at all; 1 where something is wrong with the given files or the record."""
    place = Path(args.directory).absolute()
    refuse_strangers(place)
    with progress("collecting") as tell:
        contents, known, answers = collect(args.targets, args.proofs, fresh=args.fresh)
        if args.experiments != NONE:
            tell.text = "trying"
            contents = tried(contents, args.experiments, tell)
            found = [entry.result for entry in contents.entries.values()]
            seen = samples_of(contents.library, found, tell, cores(None))
            contents = replace(contents, samples=seen)
        tell.text = "writing"
        made = files(contents, tell)
    put_folder(place, made)
    size = sum(map(len, made.values()))
    wrong = [fault for one in known if one.recorded for fault in one.faults]
    if args.json:
        answer_json(
            {
                "directory": str(place),
                "files": len(made),
                "bytes": size,
                "statements": len(contents.entries),
                "problems": [vars(problem) for problem in contents.problems],
                "wrong": wrong,
            }
        )
    else:
        for problem in contents.problems:
            answer(
                "\n".join([f"{problem.place}: {problem.message}", *(f"    {one}" for one in problem.more)])
            )
        for fault in wrong:
            answer(f"wrong: {fault}")
        answer(
            f"{args.directory}: {many(len(contents.entries), 'statement')}, {many(len(made), 'file')}, "
            f"{size / 1e6:.1f} MB"
        )
        answer(mark(one.recorded for one in known))
    return 1 if contents.problems or wrong else answers.status


def tried(contents: Contents, size: Size, tell: Callable[[str], None]) -> Contents:
    """The contents with the experiments of all statements, run now with the seed of every run."""
    from ..lab.audit.statements import Trials, run_experiments

    seen: Trials = {}
    entries = dict(contents.entries)
    for name, entry in contents.entries.items():
        if entry.statement.experiments and not entry.result.experiments:
            tell(name)
            found = run_experiments(contents.library, entry.statement, size, seen=seen)
            entries[name] = replace(entry, result=replace(entry.result, experiments=found))
    return replace(contents, entries=entries)


def collect(
    targets: Iterable[str], proofs: str | None = None, *, fresh: bool = False
) -> tuple[Contents, list[Known], Answers]:
    """The named statements, sources and files, with all that they rest on; everything if nothing is named."""
    named = list(targets)
    names, paths = divided(named)
    built_in = load_library()
    library, own, problems = _with_files(built_in, paths)
    answers = Answers(proofs, fresh=fresh, styles=STYLES)
    wanted = selected(list(built_in.statements), names) if names or not paths else []
    found = _checked(library, list(own), answers, problems)
    nodes = [node for one in found.values() for node in one.nodes]
    below = answers.below([*wanted, *_cited(nodes, built_in)])
    reached = {form.partition(":")[0] for form in below}
    inherited = [name for name in built_in.statements if name in reached]
    found = {one.result.id: one for one in answers.full(library, inherited)} | found
    entries = {
        name: _entry(library, found[name], own.get(name, ""), answers)
        for name in library.statements
        if name in found
    }
    advice = partial(advised, library=library, place=answers.place)
    contents = Contents(library, entries, tuple(problems), Words.of(library), advice)
    return contents, list(found.values()), answers


def _cited(nodes: Iterable[object], library: TheoryLibrary) -> list[str]:
    uses = {used.partition(":")[0] for node in nodes for used in getattr(node, "uses", ())}
    return [name for name in library.statements if name in uses]


def _entry(library: TheoryLibrary, known: Known, file: str, answers: Answers) -> Entry:
    name = known.result.id
    cited = [used.partition(":")[0] for node in known.nodes for used in node.uses]
    uses = tuple(dict.fromkeys(one for one in cited if one != name))
    findings = tuple(finding.erratum for finding in known.findings)
    statement, of_it = library.get(name), (known.faults, known.recorded, file)
    if not known.recorded:
        return Entry(statement, known.result, findings, known.sound, known.part, uses, *of_it)
    lines = lines_checked(statement, library.definitions, answers.claims_checked_by_coq(name))
    by_coq = answers.checked_by_coq(name)[1], lines
    return Entry(statement, known.result, findings, known.sound, known.part, uses, *of_it, *by_coq)


def _with_files(
    library: TheoryLibrary, paths: Iterable[Path]
) -> tuple[TheoryLibrary, dict[str, str], list[Problem]]:
    """The library with what can be read of files, what they add by file, and what cannot be."""
    own: dict[str, str] = {}
    problems: list[Problem] = []
    for path in paths:
        text, before = read_text(path), library
        try:
            made = shelved(library, text, str(path))
        except OutlineError as error:
            problems.append(_problem(path, text, error))
            continue
        library = replace(made, added=before.added | (made.definitions.keys() - before.definitions.keys()))
        new = [name for name in library.statements if name not in before.statements]
        good = [name for name in new if _readable(library, name, path, text, problems)]
        if len(good) < len(new):
            library = replace(library, statements=_without(library, before, good))
        own |= dict.fromkeys(good, str(path))
        if not new:
            problems.append(Problem(str(path), "no statement; a file of statements has at least one"))
    return library, own, problems


def _without(library: TheoryLibrary, before: TheoryLibrary, good: list[str]) -> Mapping[str, Statement]:
    """The statements of before and the good ones of a library, with their texts."""
    if isinstance(before.statements, Shelf):
        texts = {name: library.unread(name) or library.statements[name] for name in good}
        return before.statements.with_texts(texts)
    return {**before.statements, **{name: library.statements[name] for name in good}}


def _readable(library: TheoryLibrary, name: str, path: Path, text: str, problems: list[Problem]) -> bool:
    """Whether a statement can be read; if not, why is noted."""
    try:
        library.get(name)
    except OutlineError as error:
        problems.append(_problem(path, text, error, name))
        return False
    return True


def _problem(path: Path, text: str, error: OutlineError, name: str = "") -> Problem:
    """What is wrong, with the line where it is."""
    number = getattr(error, "number", 0)
    place = f"{path}" + (f", line {number}" if number else "") + (f", {name}" if name else "")
    message = one_line(str(error)).removeprefix(f"{path}:{number}: ")
    return Problem(place, message, _line(text, number))


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def _told(found: Run) -> list[Problem]:
    """Why statements of files are not what they say: each fault with its line, else a sentence."""
    made = []
    for fault in faults(found):
        text = Path(fault.path).read_text(encoding="utf-8")
        name = fault.about.partition(",")[0]
        place = f"{fault.path}, line {fault.number}, {fault.about}"
        made.append(Problem(place, fault.message, _line(text, fault.number), tuple(fault.more), name))
    explained = {problem.about for problem in made}
    for one in found.results:
        if one.id not in explained:
            wrong, undecided = failures(found.library.get(one.id), one)
            made += [Problem(one.id, f"wrong: {text}", about=one.id) for text in wrong]
            made += [Problem(one.id, f"undecided: {text}", about=one.id) for text in undecided]
    return made


def _checked(
    library: TheoryLibrary, names: list[str], answers: Answers, problems: list[Problem]
) -> dict[str, Known]:
    """The user's own statements, verified now; what is wrong or undecided with them is noted."""
    if not names:
        return {}
    given = store.recorded(answers.place)
    standing = answers.standing(name for name in library.statements if name not in names)
    try:
        found = run_verifier(library, names, given, standing=lambda names: standing)
    except BadInput as error:  # such as proofs that run in a circle
        if len(names) == 1:
            problems.append(Problem(names[0], one_line(str(error))))
            return {}
        return {k: v for name in names for k, v in _checked(library, [name], answers, problems).items()}
    said = Words.of(library)
    problems += _told(found)
    return {one.id: known_of(library.get(one.id), one, said) for one in found.results}


def refuse_strangers(place: Path) -> None:
    """Raise BadInput where something is that is not a site, or a site with files that are not its own."""
    if not os.path.lexists(place):
        return
    if place.is_symlink() or not place.is_dir():
        raise BadInput(
            f"{place}, which is no folder", "a new folder, or a site made before", "another folder"
        )
    there = sorted(
        p.relative_to(place).as_posix() for p in place.rglob("*") if not p.is_dir() or p.is_symlink()
    )
    if not there:
        return
    listed = place / MARKER
    lines = read_text(listed).splitlines() if listed.is_file() else []
    if lines[:1] != [FIRST_LINE]:
        raise BadInput(
            f"the folder {str(place)!r}, which is no site",
            "a new or empty folder, or a site made before",
            "another folder",
        )
    strangers = [name for name in there if name not in {MARKER, *lines[1:]}]
    if strangers:
        raise BadInput(
            f"the site {str(place)!r} with a file that is not of it, {strangers[0]!r}",
            "a folder that can be replaced",
            "to move that file away",
        )


def put_folder(place: Path, made: Mapping[str, bytes]) -> None:
    """Write a folder whole or not at all: beside its place, and then renamed; a site that was there goes."""
    folder_at(place.parent)
    try:
        beside = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
    except OSError as error:
        raise _unwritable(place, error) from None
    try:
        fresh, old = beside / "new", beside / "old"
        for name, content in {**made, MARKER: _listed(made)}.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        refuse_strangers(place)
        if place.exists():
            fresh.chmod(S_IMODE(place.stat().st_mode))
            place.rename(old)
        try:
            fresh.rename(place)
        except OSError:
            if old.exists():
                old.rename(place)
            raise
    except OSError as error:
        raise _unwritable(place, error) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _listed(made: Mapping[str, bytes]) -> bytes:
    return "\n".join([FIRST_LINE, *sorted(made), ""]).encode()


def _unwritable(place: Path, error: OSError) -> BadInput:
    reason = error.strerror or type(error).__name__
    return BadInput(f"the folder {str(place)!r} ({reason})", "a place that can be written", "another folder")
