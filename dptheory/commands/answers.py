"""What commands answer from: the record where it is fresh, else what is verified on the spot.

`verify` gives all cores their share of what is not in the record; read-only commands answer from it.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from ..theory.blocks import Texts, is_path
from ..theory.catalogue import names_in, sources_of
from ..theory.record import Entry, Record
from ..theory.recorded_results import Said, forms_said, read_off, result_of
from ..theory.results import Standing
from . import products, store
from .coq import Coq
from .known import TERMINAL, Known, known_from
from .naming import selected
from .output import note, progress

FEW = 8
"""For so many statements the library is not read whole."""

if TYPE_CHECKING:
    from pathlib import Path

    from ..theory.library import TheoryLibrary
    from ..theory.results import StatementResult


@dataclass(frozen=True)
class Seen:
    """The result of one statement with the lines of its proofs, in as much of the library as it needs."""

    library: TheoryLibrary
    result: StatementResult
    recorded: bool


class Answers:
    """What read-only commands answer from: the record as long as it is fresh, else the kernel.

    `proofs` is the folder of the record and the certificates; with `fresh` nothing is read from the record.
    What users' `files` add is checked now; `added` has its statements. Of what is recorded, formulas of
    findings are read in the `styles` that are needed. Verdicts come from the record and the kernel alone;
    words and formulas are written now, or were before.
    """

    def __init__(
        self, proofs: str | None = None, *, fresh: bool = False, files: Sequence[Path] = (),
        styles: Sequence[str] = TERMINAL,
    ) -> None:  # fmt: skip
        self.place = store.folder(proofs)
        self.styles = styles
        self.texts = Texts()
        self.record = Record(None if fresh else self.place, self.texts, _edited)
        self.coq = Coq(self.place)
        self.products = products.Products(self.record, self.coq.digest)
        self.checked: dict[str, Known] = {}
        self._recorded: dict[str, Known] = {}
        self._forms: dict[str, list[Said]] = {}
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

    def shown(self, name: str, **asked: Any) -> str | None:
        """The page of a statement that is recorded, as `recording.Asked`, without the trials that ran; None
        where it is not there, or stale."""
        if self.entry(name) is None:
            return None
        kept, key = self.products.get(name, products.PAGES), str(sorted(asked.items()))
        made: dict[str, str] = kept if isinstance(kept, dict) else {}
        if key not in made:
            from .recording import Asked, page_text

            seen = self.one(name)
            if not seen.recorded:
                return None
            bare, claims = replace(seen.result, experiments=()), self.claims_checked_by_coq(name)
            made = made | {key: page_text(seen.library, bare, self.place, Asked(**asked), claims)}
            self.products.put({name: made}, products.PAGES)
        return made[key]

    def entry(self, name: str) -> Entry | None:
        """What is recorded of a statement; None where it is not there, stale, or a user's own."""
        return None if name in self.added else self.record.entry(name)

    def checked_by_coq(self, name: str) -> tuple[dict[str, object] | None, str]:
        """What Coq has checked of the claims about real numbers that a recorded statement was checked with,
        as JSON and in words; nothing is said of one that is not recorded."""
        entry = self.entry(name)
        if entry is None:
            return None, ""
        checked = self.coq.checked
        return checked.of(entry.certificates), checked.words(entry.certificates)

    def claims_checked_by_coq(self, name: str) -> dict[str, object] | None:
        """The same as JSON with the claims one by one."""
        return None if self.entry(name) is None else self.coq.checked.claims(store.held_for(self.place, name))

    def known(self, names: Iterable[str]) -> list[Known]:
        """What is known of statements; without the lines of proofs of what is recorded."""
        return self._known(list(names), None)

    def full(self, library: TheoryLibrary, names: Iterable[str]) -> list[Known]:
        """What is known of statements, with the lines of their proofs as the library has them."""
        return self._known(list(names), library)

    def _known(self, wanted: list[str], library: TheoryLibrary | None) -> list[Known]:
        entries = {name: one for name in wanted if (one := self.entry(name)) is not None}
        found = {name: self._recorded[name] for name in entries if library is None and name in self._recorded}
        lacking = [name for name in entries if name not in found]
        for name, made in zip(lacking, self._made(lacking, library), strict=True):
            statement = None if library is None else library.get(name)
            with suppress(ValueError):
                found[name] = known_from(entries[name].found, made, statement, self._hash, self.styles)
        if library is None:
            self._recorded |= found
        self._check([name for name in wanted if name not in found])
        return [found.get(name) or self.checked[name] for name in wanted]

    def _made(self, names: list[str], library: TheoryLibrary | None) -> list[dict[str, object]]:
        """What is made of entries: as it was kept, or now; nothing where they are about other texts."""
        found = {name: self.products.get(name, products.KNOWN) for name in names}
        lacking = [name for name in names if not isinstance(found[name], dict)]
        if lacking:
            made = dict(self._make(lacking, library))
            self.products.put(made, products.KNOWN)
            found |= {name: made.get(name, {}) for name in lacking}
        return list(found.values())

    def _make(
        self, names: list[str], library: TheoryLibrary | None
    ) -> Iterator[tuple[str, dict[str, object]]]:
        from ..present.from_logic import Words
        from ..theory.library import part_of
        from .recording import made_of

        if library is None and len(names) > FEW:
            library = self.library
        with progress("reading") as tell:
            for k, name in enumerate(names):
                tell(name)
                tell.count(k, len(names))
                entry = self.record.entry(name)
                if entry is not None:
                    part = part_of(self.texts, entry) if library is None else library
                    with suppress(ValueError):
                        yield name, made_of(entry.found, part.get(name), Words.of(part))

    def one(self, name: str) -> Seen:
        """One statement, with the lines of its proofs, in as much of the library as it needs."""
        entry = self.entry(name)
        if entry is not None:
            from ..theory.library import part_of

            part = part_of(self.texts, entry)
            statement = part.get(name)
            with suppress(ValueError):
                texts = read_off(statement, part.definitions, entry.found)
                return Seen(part, result_of(entry.found, texts, statement, self._hash), True)
        self._check(self.select([name]))
        return Seen(self.library, self.checked[name].result, False)

    def forms(self, names: Iterable[str]) -> dict[str, list[Said]]:
        """What is said of the forms of statements, by statement; nothing is read or made for it of what is
        recorded."""
        wanted, found = list(names), dict[str, list[Said]]()
        for name in wanted:
            if name not in self._forms and (entry := self.entry(name)) is not None:
                with suppress(ValueError):
                    self._forms[name] = forms_said(entry.found)
            if name in self._forms:
                found[name] = self._forms[name]
        self._check([name for name in wanted if name not in found])
        return {name: found.get(name) or list(self.checked[name].nodes) for name in wanted}

    def below(self, names: Iterable[str]) -> dict[str, Said]:
        """The forms of statements and all that they rest on, in the library's order."""
        found = dict[str, Said]()
        ahead = {node.name for nodes in self.forms(names).values() for node in nodes}
        while ahead:
            statements = {name.partition(":")[0] for name in ahead}
            nodes = {node.name: node for of_it in self.forms(statements).values() for node in of_it}
            found |= {name: node for name, node in nodes.items() if name in ahead}
            if lost := ahead - nodes.keys():
                given = f"a record of proofs that use {min(lost)}, which is not there"
                raise BadInput(given, "a record as it was written", "dptheory verify --all, or --fresh")
            ahead = {used for name in ahead for used in nodes[name].uses} - found.keys()
        order = [node.name for nodes in self.forms(self._in_order(found)).values() for node in nodes]
        return {name: found[name] for name in order if name in found}

    def _in_order(self, forms: Iterable[str]) -> list[str]:
        """The statements of forms, in the library's order."""
        reached = {name.partition(":")[0] for name in forms}
        return [name for name in self.names if name in reached]

    def standing(self, names: Iterable[str]) -> dict[str, Standing]:
        """How the forms of those statements stand that are recorded, with the hashes of what they cite."""
        there = self.forms(name for name in names if self.entry(name) is not None)
        return {
            node.name: Standing(node.verdict, tuple(filter(None, map(self._hash, node.uses))))
            for nodes in there.values() for node in nodes
        }  # fmt: skip

    @cached_property
    def library(self) -> TheoryLibrary:
        """The whole library."""
        from ..theory.library import load_library

        return load_library()

    def _hash(self, form: str) -> str:
        """The hash of a form that a recorded proof cites."""
        name = form.partition(":")[0]
        found = [] if self.entry(name) is None else self.forms([name])[name]
        return next((one.verdict.about for one in found if one.name == form), "")

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

            held = store.answers(answers.place, args.id)
            part = part_of(answers.texts, entry)
            return part, store.Recorded(held, {}, str(answers.place))
    from .running import library_for

    library, _ = library_for([args.statements] if args.statements else [])
    return library, store.Recorded(fresh=True) if args.fresh else store.recorded(store.folder(args.proofs))
