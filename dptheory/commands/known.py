"""What is known of the library's statements: from the record where it is fresh, else verified on the spot.

`verify` gives all cores their share of what is not in the record; read-only commands answer from it.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..kernel.logic.printing import show
from ..kernel.verdicts import PROVED, PROVED_GIVEN, Verdict
from ..present.formulas import ASCII, LATEX, MATHML, UNICODE
from ..present.from_logic import Words
from ..theory.blocks import Texts
from ..theory.codec import decoded, encoded
from ..theory.errata import Erratum, SoundEntry
from ..theory.library import TheoryLibrary, UnknownStatement, load_library, names_in, near_names, part_of
from ..theory.recalled import result_data, result_of
from ..theory.record import Record
from ..theory.results import Standing, StatementResult
from ..theory.searching import Page, page_of
from . import store
from .output import note

if TYPE_CHECKING:
    from ..theory.statements import Statement

STYLES = (UNICODE, ASCII, LATEX, MATHML)
"""The styles in which formulas of findings are recorded."""


@dataclass(frozen=True)
class Finding:
    """One finding, how its formulas are written, by style and text, and the form that holds instead."""

    erratum: Erratum
    formulas: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    form: str = ""


@dataclass(frozen=True)
class Node:
    """A form in the dependency graph: of which kind, and the forms that its proof uses."""

    name: str
    kind: str
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """A statement's result with what is read off it; `own` if this library adds the statement."""

    result: StatementResult
    own: bool
    findings: tuple[Finding, ...]
    sound: SoundEntry | None
    nodes: tuple[Node, ...]
    page: Page
    faults: tuple[str, ...] = ()
    rules: bool = True
    recorded: bool = False
    place: str = ""
    """Where the statement stands in the text of its source."""


def words(library: TheoryLibrary) -> Words:
    """The definitions of a library with their words."""
    return Words(library.definitions, library.says, library.added)


def known_of(statement: Statement, result: StatementResult, words: Words) -> Known:
    """What is read off a result."""
    from ..calculus.rules import has_rules
    from ..present.findings import written
    from ..present.page import Writing
    from ..theory.errata import errata, sound
    from ..theory.graph import by_rule, cited_forms
    from .running import failures

    pairs = [(statement, result)]
    formulas = {style: written(statement, Writing(style, words)) for style in STYLES}
    found = errata(pairs)
    findings = tuple(Finding(e, _only(e, formulas), _form(e, statement, result)) for e in found)
    structural = by_rule()
    nodes = tuple(Node(f.name, f.kind, tuple(cited_forms(f, structural))) for f in statement.forms)
    page = page_of(statement, words.says)
    own, as_printed = statement.source.is_own, next(iter(sound(pairs)), None)
    faults, derives = tuple(failures(statement, result)[0]), has_rules(statement, words.definitions)
    of_it = faults, derives, False, statement.source.place
    return Known(result, own, findings, as_printed, nodes, page, *of_it)


def _form(erratum: Erratum, statement: Statement, result: StatementResult) -> str:
    """The form that says what a finding says holds, and is proved; empty where none is."""
    says = {form.name: show(form.theorem.conclusion) for form in statement.forms}
    good = [form.name for form in result.forms if form.verdict.status in (PROVED, PROVED_GIVEN)]
    return next((name for name in reversed(good) if says[name] == erratum.corrected), "")


def _only(erratum: Erratum, formulas: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The formulas that a finding shows, in each style in which they are not written as their text is."""
    shown = (erratum.printed, erratum.corrected, *erratum.conditions)
    return {style: {t: known[t] for t in shown if known.get(t, t) != t} for style, known in formulas.items()}


def recorded_data(known: Known) -> dict[str, Any]:
    """What the record keeps."""
    return {
        "result": result_data(known.result),
        "own": known.own,
        "findings": encoded(known.findings),
        "sound": encoded(known.sound),
        "nodes": encoded(known.nodes),
        "notions": list(known.page.notions),
        "faults": list(known.faults),
        "rules": known.rules,
        "place": known.place,
    }


def known_from(
    data: Mapping[str, Any], statement: Statement | None = None, hash_of: Callable[[str], str] | None = None
) -> Known:
    """What the record kept; with the lines of proofs where the statement is at hand. Raises ValueError."""
    try:
        findings = tuple(
            Finding(decoded(Erratum, d["erratum"]), d.get("formulas", {}), d.get("form", ""))
            for d in data["findings"]
        )
        sound = None if data["sound"] is None else decoded(SoundEntry, data["sound"])
        nodes = tuple(decoded(Node, node) for node in data["nodes"])
        result = result_of(data["result"], statement, hash_of)
        page = Page(result.id, result.title, result.quote, tuple(data["notions"]))
        own, faults, place = bool(data["own"]), tuple(map(str, data["faults"])), str(data["place"])
        return Known(result, own, findings, sound, nodes, page, faults, bool(data["rules"]), True, place)
    except (KeyError, TypeError) as error:
        raise ValueError(str(error)) from None


class Answers:
    """What read-only commands answer from: the record as long as it is fresh, else the kernel.

    `proofs` is the folder of the record and the certificates; with `fresh` nothing is read from the record.
    """

    def __init__(self, proofs: str | None = None, *, fresh: bool = False) -> None:
        self.place = store.folder(proofs)
        self.texts = Texts()
        self.record = Record(None if fresh else self.place, self.texts)
        self.checked: dict[str, Known] = {}
        self._recorded: dict[str, Known | None] = {}
        self.status = 0
        """The exit status: 1 once something that was checked has another verdict than the recorded one."""

    def select(self, names: Iterable[str]) -> list[str]:
        """Identifiers for names of statements or of sources, in the library's order; all without a name."""
        return selected(names_in(self.texts), names)

    @cached_property
    def sources(self) -> list[str]:
        """The sources that statements are named for, in the library's order."""
        return list(dict.fromkeys(name.partition(".")[0] for name in names_in(self.texts)))

    def is_source(self, name: str) -> bool:
        """Whether a name is that of a source, and not of a statement."""
        return name in self.sources

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
        if name not in self._recorded:
            entry, self._recorded[name] = self.record.entry(name), None
            with suppress(ValueError):
                self._recorded[name] = None if entry is None else known_from(entry.found)
        return self._recorded[name]

    def one(self, name: str) -> tuple[TheoryLibrary, Known]:
        """One statement, with the lines of its proofs, in as much of the library as it needs."""
        entry = self.record.entry(name)
        if entry is not None:
            library = part_of(self.texts, entry)
            with suppress(ValueError):
                return library, known_from(entry.found, library.get(name), self._hash)
        self._check(self.select([name]))
        return self.library, self.checked[name]

    def full(self, library: TheoryLibrary, names: Iterable[str]) -> list[Known]:
        """What is known of statements, with the lines of their proofs as the library has them."""
        wanted, found = list(names), dict[str, Known]()
        for name in wanted:
            if (entry := self.record.entry(name)) is not None:
                with suppress(ValueError):
                    found[name] = known_from(entry.found, library.get(name), self._hash)
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
            ahead = {used for name in ahead for used in nodes[name].uses} - found.keys()
        order = [node.name for known in self.known(self._in_order(found)) for node in known.nodes]
        return {name: found[name] for name in order if name in found}

    def _in_order(self, forms: Iterable[str]) -> list[str]:
        """The statements of forms, in the library's order."""
        reached = {name.partition(":")[0] for name in forms}
        return [name for name in names_in(self.texts) if name in reached]

    def standing(self, names: Iterable[str]) -> dict[str, Standing]:
        """How the forms of those statements stand that are recorded, with the hashes of what they cite."""
        found = dict[str, Standing]()
        for known in self.known(name for name in names if self.record.entry(name) is not None):
            verdicts = {form.name: form.verdict for form in known.result.forms}
            for node in known.nodes:
                cites = tuple(filter(None, map(self._hash, node.uses)))
                found[node.name] = Standing(verdicts[node.name], cites)
        return found

    def standing_below(self, form: str) -> dict[str, Standing]:
        """How a recorded form and all that it rests on stand."""
        below = self.below([form.partition(":")[0]])
        found = self.standing(dict.fromkeys(name.partition(":")[0] for name in below))
        return {name: found[name] for name in below}

    def verdicts(self, names: Iterable[str]) -> dict[str, Verdict]:
        """The verdicts of the forms of those statements that are recorded."""
        fresh = [name for name in names if self.record.entry(name) is not None]
        return {form.name: form.verdict for known in self.known(fresh) for form in known.result.forms}

    @cached_property
    def library(self) -> TheoryLibrary:
        """The whole library."""
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
        from .running import run

        recorded = store.recorded(self.place)
        results = run(self.library, missing, recorded).results
        for line in store.changes(results, recorded):
            note(f"changed: {line}")
            self.status = 1
        said = words(self.library)
        self.checked |= {r.id: known_of(self.library.get(r.id), r, said) for r in results}


def at_hand(args: Namespace) -> tuple[TheoryLibrary, store.Recorded]:
    """As much of the library and of what is recorded as a question about the statement `args.id` needs;
    everything where a user's file is read with it, or where nothing is recorded of it."""
    if args.statements is None and not args.fresh:
        answers = Answers(args.proofs)
        entry = answers.record.entry(args.id)
        held = None if entry is None else store.answers(answers.place, entry.name)
        if entry is not None and held is not None:
            return part_of(answers.texts, entry), store.Recorded(held, {}, str(answers.place))
    from .running import library_for

    library, _ = library_for([args.statements] if args.statements else [])
    return library, store.Recorded(fresh=True) if args.fresh else store.recorded(store.folder(args.proofs))


def mark(known: Iterable[Known]) -> str:
    """A line that says which verdicts are recorded ones."""
    all_of = list(known)
    count = sum(one.recorded for one in all_of)
    if not count:
        return f"checked now: {len(all_of)}"
    now = f", checked now: {len(all_of) - count}" if count < len(all_of) else ""
    return f"recorded: {count}{now}   (--fresh checks again)"


def selected(there: list[str], names: Iterable[str]) -> list[str]:
    """Identifiers for names of statements or of sources, in their order; raises UnknownStatement."""
    wanted = set[str]()
    given = list(names)
    for name in given:
        of_source = [one for one in there if one.partition(".")[0] == name]
        if not of_source and name not in there:
            sources = list(dict.fromkeys(one.partition(".")[0] for one in there))
            raise UnknownStatement(name, near_names(name, [*there, *sources]))
        wanted.update(of_source or [name])
    return [one for one in there if one in wanted or not given]
