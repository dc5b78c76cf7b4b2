"""What commands answer from: the record where it is fresh, else what is verified on the spot.

`verify` gives all cores their share of what is not in the record; read-only commands answer from it.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..kernel import Verdict
from ..theory.blocks import Texts, is_path
from ..theory.catalogue import names_in, sources_of
from ..theory.record import Entry, Record
from ..theory.results import Standing
from . import store
from .known import TERMINAL, Known, Node, known_from
from .naming import selected
from .output import note

if TYPE_CHECKING:
    from pathlib import Path

    from ..theory.library import TheoryLibrary
    from ..theory.statements import Statement


class Answers:
    """What read-only commands answer from: the record as long as it is fresh, else the kernel.

    `proofs` is the folder of the record and the certificates; with `fresh` nothing is read from the record.
    What users' `files` add is checked now; `added` has its statements. Of what is recorded, formulas of
    findings are read in the `styles` that are needed.
    """

    def __init__(
        self, proofs: str | None = None, *, fresh: bool = False, files: Sequence[Path] = (),
        styles: Sequence[str] = TERMINAL,
    ) -> None:  # fmt: skip
        self.place = store.folder(proofs)
        self.styles = styles
        self.texts = Texts()
        self.record = Record(None if fresh else self.place, self.texts, _edited)
        self.checked: dict[str, Known] = {}
        self._recorded: dict[str, Known | None] = {}
        self.status = 0
        """The exit status: 1 once something that was checked has another verdict than the recorded one."""
        self.added: list[str] = []
        if files:
            from .running import library_for

            self.library, self.added = library_for(map(str, files))

    @classmethod
    def about(cls, args: Namespace, target: str | None) -> tuple[Answers, list[str]]:
        """What answers, and the statements that are meant: one, those of a source, of a file or of a folder;
        all without a target."""
        if target is None or not is_path(target):
            answers = cls(args.proofs, fresh=args.fresh)
            return answers, answers.select([] if target is None else [target])
        from .running import divided

        answers = cls(args.proofs, fresh=args.fresh, files=divided([target])[1])
        return answers, answers.added

    def select(self, names: Iterable[str]) -> list[str]:
        """Identifiers for names of statements or of sources, in the library's order; all without a name."""
        names = list(names)
        if len(names) == 1 and self.record.entry(names[0]) is not None:
            return names  # found without a look at any other
        return selected(self.names, names)

    @property
    def names(self) -> list[str]:
        """The identifiers of all statements, in order."""
        return [*names_in(self.texts), *self.added]

    @cached_property
    def sources(self) -> list[str]:
        """The sources that statements are named for, in the library's order."""
        return list(sources_of(self.names))

    def is_source(self, name: str) -> bool:
        """Whether a name is that of a source, and not of a statement."""
        return name in self.texts.sources() and name in self.sources

    def shown(self, name: str) -> str | None:
        """The page of a statement as it is recorded; None where it is not there, or stale, or was written
        otherwise than it would be today."""
        entry = self.record.entry(name)
        if entry is None or self.place is None or not entry.written_so:
            return None
        found = store.derivation(self.place, name)
        if found is None:
            return None
        return found if sha256(found.encode()).hexdigest() == entry.found.get("shown") else None

    def known(self, names: Iterable[str]) -> list[Known]:
        """What is known of statements; without the lines of proofs of what is recorded."""
        found, wanted = dict[str, Known](), list(names)
        for name in wanted:
            if (one := self.recorded(name)) is not None:
                found[name] = one
        self._check([name for name in wanted if name not in found])
        return [found.get(name) or self.checked[name] for name in wanted]

    def recorded(self, name: str) -> Known | None:
        """What the record has of a statement; None where it is not there, or stale."""
        if name in self.added:
            return None
        if name not in self._recorded:
            entry, self._recorded[name] = self.record.entry(name), None
            with suppress(ValueError):
                self._recorded[name] = None if entry is None else self._read(entry)
        return self._recorded[name]

    def _read(self, entry: Entry, statement: Statement | None = None) -> Known:
        """What an entry says; its findings written anew where other writers wrote them. Raises ValueError."""
        hash_of = None if statement is None else self._hash
        known = known_from(entry.found, statement, hash_of, self.styles)
        if entry.written_so or not known.findings:
            return known
        from ..present.from_logic import Words
        from ..theory.library import part_of
        from .recording import written_again

        library = part_of(self.texts, entry)
        return written_again(library.get(entry.name), known, Words.of(library))

    def one(self, name: str) -> tuple[TheoryLibrary, Known]:
        """One statement, with the lines of its proofs, in as much of the library as it needs."""
        from ..theory.library import part_of

        entry = self.record.entry(name)
        if entry is not None:
            library = part_of(self.texts, entry)
            with suppress(ValueError):
                return library, self._read(entry, library.get(name))
        self._check(self.select([name]))
        return self.library, self.checked[name]

    def full(self, library: TheoryLibrary, names: Iterable[str]) -> list[Known]:
        """What is known of statements, with the lines of their proofs as the library has them."""
        wanted, found = list(names), dict[str, Known]()
        for name in wanted:
            if (entry := self.record.entry(name)) is not None:
                with suppress(ValueError):
                    found[name] = self._read(entry, library.get(name))
        self._check([name for name in wanted if name not in found])
        return [found.get(name) or self.checked[name] for name in wanted]

    def below(self, names: Iterable[str]) -> dict[str, Node]:
        """The forms of statements and all that they rest on, in the library's order."""
        found = dict[str, Node]()
        ahead = {node.name for known in self.known(names) for node in known.nodes}
        while ahead:
            statements = {name.partition(":")[0] for name in ahead}
            nodes = {node.name: node for known in self.known(statements) for node in known.nodes}
            found |= {name: node for name, node in nodes.items() if name in ahead}
            if lost := ahead - nodes.keys():
                given = f"a record of proofs that use {min(lost)}, which is not there"
                raise BadInput(given, "a record as it was written", "dptheory verify --all, or --fresh")
            ahead = {used for name in ahead for used in nodes[name].uses} - found.keys()
        order = [node.name for known in self.known(self._in_order(found)) for node in known.nodes]
        return {name: found[name] for name in order if name in found}

    def _in_order(self, forms: Iterable[str]) -> list[str]:
        """The statements of forms, in the library's order."""
        reached = {name.partition(":")[0] for name in forms}
        return [name for name in self.names if name in reached]

    def standing(self, names: Iterable[str]) -> dict[str, Standing]:
        """How the forms of those statements stand that are recorded, with the hashes of what they cite."""
        found = dict[str, Standing]()
        for known in self.known(name for name in names if self.record.entry(name) is not None):
            verdicts = {form.name: form.verdict for form in known.result.forms}
            for node in known.nodes:
                cites = tuple(filter(None, map(self._hash, node.uses)))
                found[node.name] = Standing(verdicts[node.name], cites)
        return found

    def verdicts(self, names: Iterable[str]) -> dict[str, Verdict]:
        """The verdicts of the forms of those statements that are recorded."""
        fresh = [name for name in names if self.record.entry(name) is not None]
        return {form.name: form.verdict for known in self.known(fresh) for form in known.result.forms}

    @cached_property
    def library(self) -> TheoryLibrary:
        """The whole library."""
        from ..theory.library import load_library

        return load_library()

    def _hash(self, form: str) -> str:
        """The hash of a form that a recorded proof cites."""
        known = self.recorded(form.partition(":")[0])
        found = () if known is None else known.result.forms
        return next((one.hash for one in found if one.name == form), "")

    def _check(self, names: list[str]) -> None:
        """Verify statements that are not in the record."""
        missing = [name for name in names if name not in self.checked]
        if not missing:
            return
        from ..present.from_logic import Words
        from .recording import known_of
        from .running import run

        recorded = store.recorded(self.place)
        results = run(self.library, missing, recorded).results
        for line in store.changes([r for r in results if r.id not in self.added], recorded):
            note(f"changed: {line}")
            self.status = 1
        said = Words.of(self.library)
        self.checked |= {r.id: known_of(self.library.get(r.id), r, said) for r in results}


def _edited(why: str) -> None:
    note(f"{why}; it is not used, the kernel is asked now")


def at_hand(args: Namespace) -> tuple[TheoryLibrary, store.Recorded]:
    """As much of the library and of what is recorded as a question about the statement `args.id` needs;
    everything where a user's file is read with it, or where nothing is recorded of it."""
    if args.statements is None and not args.fresh:
        answers = Answers(args.proofs)
        entry = answers.record.entry(args.id)
        if entry is not None:
            from ..theory.library import part_of

            held = store.answers(answers.place, entry.name)
            part = part_of(answers.texts, entry)
            return part, store.Recorded(held, {}, str(answers.place))
    from .running import library_for

    library, _ = library_for([args.statements] if args.statements else [])
    return library, store.Recorded(fresh=True) if args.fresh else store.recorded(store.folder(args.proofs))
