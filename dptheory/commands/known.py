"""What is known of the library's statements: from the record where it is fresh, else verified on the spot.

`verify` gives all cores their share of what is not in the record; read-only commands answer from it.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from ..kernel.verdicts import PROVED, PROVED_GIVEN, Verdict
from ..present.styles import ASCII, LATEX, MATHML, UNICODE
from ..theory.blocks import Texts, is_path
from ..theory.catalogue import UnknownStatement, names_in, near_names, sources_of
from ..theory.codec import decoded, encoded
from ..theory.findings import Erratum, Severity, SoundEntry
from ..theory.recalled import result_data, result_of
from ..theory.record import Record
from ..theory.results import Standing, StatementResult
from ..theory.searching import Page, page_of
from . import store
from .output import many, note

if TYPE_CHECKING:
    from pathlib import Path

    from ..present.from_logic import Words
    from ..present.spelled import Spelled
    from ..theory.library import TheoryLibrary
    from ..theory.statements import Statement

TERMINAL = (UNICODE, ASCII)
STYLES = (*TERMINAL, LATEX, MATHML)
"""The styles in which formulas of findings are recorded."""


@dataclass(frozen=True)
class Finding:
    """One finding, how its formulas are written, by style and text, its worlds in words, and the form that
    holds instead."""

    erratum: Erratum
    formulas: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    seen: tuple[str, ...] = ()
    form: str = ""
    spelled: Mapping[str, Spelled] = field(default_factory=dict)
    """The claim that its world is about, written out, by its text."""


@dataclass(frozen=True)
class Node:
    """A form in the dependency graph: of which kind, and the forms that its proof uses."""

    name: str
    kind: str
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """A statement's result with what is read off it; `own` if this library adds the statement. `shown` is
    its page, without the trials that ran; of what is recorded that stands in a file of its own."""

    result: StatementResult
    own: bool
    findings: tuple[Finding, ...]
    sound: SoundEntry | None
    nodes: tuple[Node, ...]
    page: Page
    faults: tuple[str, ...] = ()
    rules: bool = True
    recorded: bool = False
    shown: str = ""
    place: str = ""
    """Where the statement stands in the text of its source."""


def words(library: TheoryLibrary) -> Words:
    """The definitions of a library with their words."""
    from ..present.from_logic import Words

    return Words(library.definitions, library.says, library.added)


def known_of(statement: Statement, result: StatementResult, words: Words) -> Known:
    """What is read off a result."""
    from ..calculus.rules import has_rules
    from ..present.findings import seen, written
    from ..present.page import Writing, page
    from ..present.spelled import spelled
    from ..present.terminal import text
    from ..theory.errata import errata, sound
    from ..theory.graph import by_rule, cited_forms
    from .running import failures

    pairs = [(statement, result)]
    formulas = {style: written(statement, Writing(style, words)) for style in STYLES}
    out = spelled(statement, words, (LATEX, MATHML))
    findings = tuple(
        Finding(one, _only(one, formulas), seen(one), _form(one, statement, result), _worlds_of(one, out))
        for one in errata(pairs)
    )
    structural = by_rule()
    nodes = tuple(Node(f.name, f.kind, tuple(cited_forms(f, structural))) for f in statement.forms)
    looked_for = page_of(statement, words.says)
    own, as_printed = statement.source.is_own, next(iter(sound(pairs)), None)
    faults, derives = tuple(failures(statement, result)[0]), has_rules(statement, words.definitions)
    shown = text(page(statement, replace(result, experiments=()), Writing("unicode", words, times=False)))
    of_it = faults, derives, False, shown, statement.source.place
    return Known(result, own, findings, as_printed, nodes, looked_for, *of_it)


def kept_of(library: TheoryLibrary, result: StatementResult) -> store.Kept:
    """What the record keeps of a statement that was verified."""
    from ..theory.workings import spoken_of

    known = known_of(library.get(result.id), result, words(library))
    cited = {form.partition(":")[0] for node in known.nodes for form in node.uses} - {result.id}
    cited |= {*spoken_of(result.id)} & library.statements.keys()
    return store.Kept(recorded_data(known), tuple(sorted(cited)), known.shown)


def _form(erratum: Erratum, statement: Statement, result: StatementResult) -> str:
    """The form that says what a finding says holds, and is proved; empty where none is."""
    from ..kernel.logic.printing import show

    says = {form.name: show(form.theorem.conclusion) for form in statement.forms}
    good = [form.name for form in result.forms if form.verdict.status in (PROVED, PROVED_GIVEN)]
    return next((name for name in reversed(good) if says[name] == erratum.corrected), "")


def _worlds_of(erratum: Erratum, out: Mapping[str, Spelled]) -> dict[str, Spelled]:
    """The claim that a finding's world is about, where it is written out; no page shows another."""
    from ..present.worked import case_of

    text = case_of(erratum).claim
    return {text: out[text]} if erratum.witness is not None and text in out else {}


def _only(erratum: Erratum, formulas: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The formulas that a finding shows, in each style in which they are not written as their text is."""
    others = (failure.printed for failure in erratum.also)
    shown = (erratum.printed, erratum.corrected, *erratum.conditions, *others)
    return {style: {t: known[t] for t in shown if known.get(t, t) != t} for style, known in formulas.items()}


def recorded_data(known: Known) -> dict[str, Any]:
    """What the record keeps; what was inferred is inferred again whenever it is checked."""
    forms = tuple(replace(form, found=()) for form in known.result.forms)
    return {
        "result": result_data(replace(known.result, forms=forms)),
        "own": known.own,
        "findings": encoded(known.findings),
        "sound": encoded(known.sound),
        "nodes": encoded(known.nodes),
        "notions": list(known.page.notions),
        "faults": list(known.faults),
        "rules": known.rules,
        "shown": sha256(known.shown.encode()).hexdigest(),
        "place": known.place,
    }


def known_from(
    data: Mapping[str, Any], statement: Statement | None = None,
    hash_of: Callable[[str], str] | None = None, styles: Sequence[str] = STYLES,
) -> Known:  # fmt: skip
    """What the record kept; with the lines of proofs where the statement is at hand, and with the formulas of
    findings in the styles that are needed. Raises ValueError."""
    try:
        findings = tuple(_finding(d, styles) for d in data["findings"])
        sound = None if data["sound"] is None else decoded(SoundEntry, data["sound"])
        nodes = tuple(decoded(Node, node) for node in data["nodes"])
        result = result_of(data["result"], statement, hash_of)
        page = Page(result.id, result.title, result.quote, tuple(data["notions"]))
        own, faults, place = bool(data["own"]), tuple(map(str, data["faults"])), str(data["place"])
        of_it = faults, bool(data["rules"]), True
        return Known(result, own, findings, sound, nodes, page, *of_it, place=place)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None


def _finding(data: Mapping[str, Any], styles: Sequence[str]) -> Finding:
    from ..present.findings import KINDS
    from ..present.harmless import harmless

    formulas = {style: {t: str(f) for t, f in data["formulas"][style].items()} for style in styles}
    for style, made in formulas.items():
        for formula in made.values():
            harmless({style: formula})
    form, seen = str(data.get("form", "")), tuple(data.get("seen", ()))
    out: Mapping[str, Spelled] = {}
    if LATEX in styles and MATHML in styles:  # what is written out is for pages alone
        from ..present.spelled import spelled_from

        out = {text: spelled_from(one) for text, one in data.get("spelled", {}).items()}
    erratum = decoded(Erratum, data["erratum"])
    if erratum.kind not in KINDS:
        raise ValueError(f"no kind of finding: {erratum.kind!r}")
    Severity(erratum.severity)  # raises ValueError where it is none
    return Finding(erratum, formulas, seen, form, out)


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
        self.record = Record(None if fresh else self.place, self.texts)
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
        """The page of a statement as it is recorded; None where it is not there, or stale."""
        entry = self.record.entry(name)
        found = None if entry is None or self.place is None else store.derivation(self.place, name)
        if entry is None or found is None:
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
                self._recorded[name] = None if entry is None else known_from(entry.found, styles=self.styles)
        return self._recorded[name]

    def one(self, name: str) -> tuple[TheoryLibrary, Known]:
        """One statement, with the lines of its proofs, in as much of the library as it needs."""
        from ..theory.library import part_of

        entry = self.record.entry(name)
        if entry is not None:
            library = part_of(self.texts, entry)
            with suppress(ValueError):
                return library, known_from(entry.found, library.get(name), self._hash, self.styles)
        self._check(self.select([name]))
        return self.library, self.checked[name]

    def full(self, library: TheoryLibrary, names: Iterable[str]) -> list[Known]:
        """What is known of statements, with the lines of their proofs as the library has them."""
        wanted, found = list(names), dict[str, Known]()
        for name in wanted:
            if (entry := self.record.entry(name)) is not None:
                with suppress(ValueError):
                    found[name] = known_from(entry.found, library.get(name), self._hash, self.styles)
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
        from .running import run

        recorded = store.recorded(self.place)
        results = run(self.library, missing, recorded).results
        for line in store.changes([r for r in results if r.id not in self.added], recorded):
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
        if entry is not None:
            from ..theory.library import part_of

            held = store.answers(answers.place, entry.name)
            part = part_of(answers.texts, entry)
            return part, store.Recorded(held, {}, str(answers.place))
    from .running import library_for

    library, _ = library_for([args.statements] if args.statements else [])
    return library, store.Recorded(fresh=True) if args.fresh else store.recorded(store.folder(args.proofs))


def mark(known: Iterable[Known]) -> str:
    """A line that says which verdicts are recorded ones."""
    all_of = list(known)
    count = sum(one.recorded for one in all_of)
    if not count:
        return f"checked now: {many(len(all_of), 'statement')}"
    now = f", checked now: {len(all_of) - count}" if count < len(all_of) else ""
    return f"recorded: {many(count, 'statement')}{now}   (--fresh checks again)"


def sound_by_source(known: Iterable[Known]) -> str:
    """How many statements of each source are sound as printed, of how many; nothing of one source alone.

    The library's own statements, which nobody printed, are not counted.
    """
    printed = [one for one in known if not one.own]
    of = Counter(one.result.id.partition(".")[0] for one in printed)
    good = Counter(one.result.id.partition(".")[0] for one in printed if one.sound is not None)
    return "; ".join(f"{source} {good[source]} of {of[source]}" for source in of) if len(of) > 1 else ""


def refuse_form(name: str) -> None:
    """Raises BadInput for a form of a statement, as pages name it, where the statement is to be named."""
    statement, colon, form = name.partition(":")
    if colon and Texts().statement(statement) is not None:
        advice = f"{statement}; bound and optimize take --form {form}"
        raise BadInput(f"the form {name}", "a statement: its page has all its forms", advice)


def be_there(name: str) -> None:
    """Raises UnknownStatement for what is neither a statement of the library's nor a source."""
    texts = Texts()
    if texts.statement(name) is None and name not in texts.sources():
        selected(names_in(texts), [name])


def selected(there: list[str], names: Iterable[str]) -> list[str]:
    """Identifiers for names of statements or of sources, in their order; raises UnknownStatement."""
    wanted = set[str]()
    given = list(names)
    for name in given:
        of_source = [one for one in there if one.partition(".")[0] == name]
        if not of_source and name not in there:
            raise UnknownStatement(name, near_names(name, [*there, *sources_of(there)]))
        wanted.update(of_source or [name])
    return [one for one in there if one in wanted or not given]
