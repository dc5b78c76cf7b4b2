"""Texts of statements written shorter: what can be found again is left out, and nothing else changes.

A change puts other lines in the place of some in the tree of a statement. It is kept only if the statement
that is read is the same after it, to the letter of what is printed; where a proof no longer gives a value, if
the line is the same once the value is inferred, and that is quick. Nothing is checked here: whoever verifies
the text afterwards checks it as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel import UNKNOWN, KernelError, Verdict
from ..kernel.logic import Expr, Judged, Line, normal, show, var
from .blocks import HEADINGS
from .elaborate.completion import Completion
from .elaborate.inference import Meanings
from .elaborate.worlds import WORDS as WORLDS
from .elaborate.worlds import changed, in_words, parts, with_worlds
from .extension import form_label, kept, with_bases
from .grammar import rules
from .layout import laid_out
from .library import TheoryLibrary
from .outline import Entry, OutlineError, Piece, outline
from .reader import read
from .statements import MARKS, Form, Statement

WIDTH: Final = 140
SLOW: Final = 200
"""A value that takes more tries to infer is left where it is."""
_BLOCKS: Final = re.compile(rf"^(?=(?:define|{'|'.join(HEADINGS)}) )", re.MULTILINE)
_END: Final = re.compile(r"(?:\n(?:[ ]*|#.*))*\n?\Z")
_WITH: Final = re.compile(r"\s+with\s+(.*?)(?=\s(?:from|at|fix)\s|\Z)", re.S)
_SIGNS: Final = {"given": "; ", "presupposed": "; ", "added": "; ", "let": "; ", "where": "; ", "drop": ", "}

Change = Mapping[int, Sequence[Entry]]
"""What stands in the place of lines, by their identities."""


def shortened(text: str, library: TheoryLibrary) -> str:
    """A text whose statements are in the library, written shorter; raises OutlineError."""
    judged = Forms(library)
    return laid_out("".join(_Block(block, library, judged).text() for block in _BLOCKS.split(text)))


class Forms(Mapping[str, Judged]):
    """The forms of a library as what a proof may cite, each read when it is asked for."""

    def __init__(self, library: TheoryLibrary) -> None:
        self._library = library

    def __getitem__(self, name: str) -> Judged:
        found = self._library.form(name)
        if found is None:
            raise KeyError(name)
        return Judged(found[1].theorem, Verdict(UNKNOWN, "not asked"))

    def __iter__(self) -> Iterator[str]:
        return (form.name for _, form in self._library.forms())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _new(text: str, old: Entry, children: Sequence[Entry] = ()) -> Entry:
    return Entry(Piece(text), old.number, list(children), old.column)


def _lines(old: Entry, texts: Sequence[str]) -> Entry:
    """Lines the first of which has the others under it."""
    return _new(texts[0], old, [replace(_new(text, old), column=old.column + 2) for text in texts[1:]])


def _applied(entry: Entry, change: Change) -> Entry:
    children = (change.get(id(child), (child,)) for child in entry.children)
    made = [new if id(new) in change else _applied(new, change) for some in children for new in some]
    return replace(entry, children=made)


def _written(entry: Entry) -> str:
    return "\n".join([" " * (entry.column - 1) + entry.text, *map(_written, entry.children)])


def _label(line: Entry) -> str:
    return str(line.rest.partition(":")[0].strip())


@dataclass
class _Block:
    """The text of one statement, with what stands behind it."""

    block: str
    library: TheoryLibrary
    judged: Mapping[str, Judged]

    def text(self) -> str:
        """The block written shorter; as it is where it is no statement or has remarks between its lines."""
        end = _END.search(self.block)
        lines = self.block[: end.start() if end else None]
        if lines.split(" ")[0] not in HEADINGS or re.search(r"^ *#", lines, re.MULTILINE):
            return self.block
        tree = self._kept(outline(lines)[0], [_unpacked(outline(lines)[0])])
        for ways in _extensions(tree):
            tree = next((made for way in ways if (made := self._kept(tree, [way])) is not tree), tree)
        for changes in (_again, _worlds):
            tree = self._kept(tree, list(changes(tree)))
        tree = self._kept(tree, list(self._values(tree)), values=False)
        for changes in (_joined, _source, _heading, _twins, _packed, _taken):
            tree = self._kept(tree, list(changes(tree)))
        return _written(tree) + (end[0] if end else "")

    def _read(self, tree: Entry) -> Statement:
        return read(_written(tree) + "\n", self.library.definitions).statements[0]

    def _kept(self, tree: Entry, changes: list[Change], values: bool = True) -> Entry:
        """The tree after those changes that leave what is read as it is."""
        before = _said(self._read(tree), values) if any(changes) else ()

        def after(some: list[Change]) -> Entry:
            whole = {place: new for change in some for place, new in change.items()}
            return _applied(Entry(Piece(""), 0, [tree]), whole).children[0]

        def good(some: list[Change]) -> list[Change]:
            try:
                if _said(self._read(after(some)), values) == before:
                    return some
            except (OutlineError, KernelError):
                pass
            half = len(some) // 2
            return [*good(some[:half]), *good(some[half:])] if half else []

        found = good([change for change in changes if change]) if any(changes) else []
        return outline(_written(after(found)))[0] if found else tree

    # -- values ------------------------------------------------------------------------------------

    def _values(self, tree: Entry) -> Iterator[Change]:
        """No values in the lines of proofs that can be inferred."""
        entries = [child for child in tree.children if child.word == "form"]
        for entry, form in zip(entries, self._read(tree).forms, strict=True):
            proof = next((child for child in entry.children if child.word == "proof"), None)
            lines = {line.word.rstrip(":"): line for line in proof.children} if proof else {}
            given = {
                label: one for label, line in lines.items() for one in _tree(line) if _WITH.search(one.text)
            }
            yield from self._inferred(form, given) if given else ()

    def _inferred(self, form: Form, given: Mapping[str, Entry]) -> Iterator[Change]:
        completion = Completion(form.theorem, Meanings(self.library.definitions, self.judged))
        completion.known = {label: self._normal(formula) for label, formula in form.theorem.hypotheses}
        for line in form.steps:
            match = _WITH.search(given[line.label].text) if line.label in given else None
            said = [one.strip() for one in match[1].split(";")] if match else []
            if match and len(said) == len(line.values):
                kept = dict(zip(line.values, said, strict=True))
                for names in ([*kept], *([name] for name in kept)):
                    fewer = {name: text for name, text in kept.items() if name not in names}
                    kept = fewer if self._stands(completion, line, fewer) else kept
                if len(kept) < len(said):
                    old, clause = given[line.label], f" with {'; '.join(kept.values())}" if kept else ""
                    text = old.text[: match.start()] + clause + old.text[match.end() :]
                    yield {id(old): [_new(text, old, old.children)]}
            completion.known[line.label] = self._normal(line.formula)

    def _normal(self, term: Expr) -> Expr:
        return normal(term, self.library.definitions)

    def _stands(self, completion: Completion, line: Line, kept: Iterable[str]) -> bool:
        """Whether the values of a line are inferred from some of them, and quickly."""
        fewer = replace(line, values={name: line.values[name] for name in kept})
        before = completion.tried
        try:
            made, full = completion.line(fewer), completion.line(line)
        except KernelError:
            return False
        own = {name: var(name, sort) for name, sort in completion.theorem.variables.items()}
        found, wanted = ({**own, **one.values} for one in (made, full))
        same = all(
            name in found and name in wanted and self._normal(found[name]) == self._normal(wanted[name])
            for theorem in completion.schemas(line.by)[:1]
            for name in theorem.variables
        )
        return same and made.sources == full.sources and completion.tried - before < SLOW


def _said(statement: Statement, values: bool = True) -> tuple[object, ...]:
    """All that is read from a statement: what it is, and how what is printed of it is written."""
    bare = statement if values else replace(statement, forms=tuple(map(_bare, statement.forms)))
    theorems = [*(form.theorem for form in statement.forms), *(twin.theorem for twin in statement.twins)]
    printed = [
        ([*theorem.variables], [show(formula) for _, formula in theorem.hypotheses], show(theorem.conclusion))
        for theorem in theorems
    ]
    names = [(list(form.where), list(form.proof.where)) for form in statement.forms]
    return bare, printed, names, [[show(line.formula) for line in form.steps] for form in statement.forms]


def _bare(form: Form) -> Form:
    lines = tuple(replace(line, values={}) for line in form.steps)
    return replace(form, proof=replace(form.proof, lines=lines))


# -- forms and worlds ------------------------------------------------------------------------------


def _tree(entry: Entry) -> Iterator[Entry]:
    yield entry
    for child in entry.children:
        yield from _tree(child)


def _unpacked(tree: Entry) -> Change:
    """Hypotheses each on a line of its own, as forms that extend others are compared."""
    return {
        id(line): said
        for child in tree.children if child.word in ("form", "twin")
        for line in child.children if line.word in MARKS
        if len(said := [_new(one.text, line) for one in rules("form")[line.word].each(line)]) > 1
    }  # fmt: skip


def _extensions(tree: Entry) -> Iterator[list[Change]]:
    """For each form the ways to say that it extends one above it, the shortest first."""
    whole = (child for child in tree.children if child.word == "form")
    forms = [form for form in whole if len(form.text.split()) == 2]
    for place in range(len(forms) - 1, 0, -1):
        ways = [made for base in forms[:place] if (made := _extending(base, forms[place])) is not None]
        ways.sort(key=lambda way: sum(1 for _ in _tree(way)))
        yield [{id(forms[place]): [way]} for way in ways]


def _extending(base: Entry, form: Entry) -> Entry | None:
    inherited, labels = kept(base, form), {_label(child) for child in form.children if child.word in MARKS}
    there = {child.whole for child in inherited}
    own = [child for child in form.children if child.whole not in there or child.word == "proof"]
    gone = [_label(one) for one in inherited if one.word in MARKS and _label(one) not in labels]
    drops = [replace(_new(f"drop {label}", form), column=form.column + 2) for label in gone]
    head = f"form {form_label(form)} extends {form_label(base)}"
    return _new(head, form, [*drops, *own]) if len(own) + len(drops) < len(form.children) else None


def _again(tree: Entry) -> Iterator[Change]:
    """No line for a hypothesis in a form that takes it over."""
    forms = {form_label(one): one for one in with_bases(tree).children if one.word == "form"}
    for form in tree.children:
        if form.word == "form" and form.text.split()[2:3] == ["extends"]:
            there = {one.whole for one in kept(forms[form.text.split()[3]], form)}
            yield from ({id(one): ()} for one in form.children if one.word in MARKS and one.whole in there)


def _worlds(tree: Entry) -> Iterator[Change]:
    """Each world on as few lines as it takes, or like one above it."""
    forms, last = dict[str, dict[str, list[str]]](), list[str]()
    whole = with_worlds(with_bases(tree))
    said = {
        one.number: [str(line.text) for line in one.children] for one in _tree(whole) if one.word in WORLDS
    }
    for child, full in zip(tree.children, whole.children, strict=True):
        if child.word not in ("form", "twin"):
            continue
        own = {one.number for one in child.children}
        taken = {
            one.word: said[one.number]
            for one in full.children
            if one.word in WORLDS and one.number not in own
        }
        twin = child.word == "twin"
        base = forms.get(str(rules("statement")["twin"].read(child)["ID"]), {}) if twin else taken
        here = dict(base) if twin else forms.setdefault(form_label(full), base)
        for entry in (one for one in child.children if one.word in (*WORLDS, "slip")):
            inner = {**here} if entry.word == "slip" else here
            for world in (one for one in (entry, *entry.children) if one.word in WORLDS):
                if not world.head.startswith("like "):
                    models = {name: ways["model"] for name, ways in forms.items() if "model" in ways}
                    above = {**models, **({"twin": last} if last and twin else {}), **inner}
                    yield {id(world): [_shortest(world, said[world.number], above)]}
                inner[world.word] = said[world.number]
                last = said[world.number] if twin and world.word == "world" else last


def _shortest(world: Entry, said: Sequence[str], above: Mapping[str, Sequence[str]]) -> Entry:
    ways = [_in_full(world, said)]
    for name, base in reversed(list(above.items())):
        changes = changed(base, said)
        if changes is not None:
            ways.append(_like(world, name, changes))
    return _lines(world, min(ways, key=lambda way: (len(way), sum(map(len, way)))))


def _in_full(world: Entry, said: Sequence[str]) -> list[str]:
    lines = packed([part.removeprefix("value ") for part in said], WIDTH - world.column - 1)
    short = f"{world.word} {lines[0]}" if len(lines) == 1 else ""
    if in_words(world):
        return [str(world.text), *lines]
    return [short] if short and len(short) < WIDTH - world.column else [world.word, *lines]


def _like(world: Entry, name: str, changes: Sequence[str]) -> list[str]:
    head = f"{world.word} like {name}"
    short = f"{head} but {'; '.join(changes)}" if changes else head
    plain = not any(one.startswith("without ") for one in changes)
    words = world.head if in_words(world) else ""
    if not words and len(short) < WIDTH - world.column and plain:
        return [short]
    return [f"{head}: {words}" if words else head, *packed(changes, WIDTH - world.column - 1)]


def packed(said: Sequence[str], width: int) -> list[str]:
    """What a world says, as many things on a line as it takes.

    >>> packed(["n = 2", "x = 1"], 80)
    ['n = 2; x = 1']
    """
    made = list[str]()
    for part in said:  # what follows 'without' on its line would be read as a part of it
        if made and len(made[-1]) + len(part) + 2 <= width and not parts(made[-1])[-1].startswith("without "):
            made[-1] += f"; {part}"
        else:
            made.append(part)
    return made


# -- lines -----------------------------------------------------------------------------------------


def _heading(tree: Entry) -> Iterator[Change]:
    """A statement's kind and title on its first line."""
    there = {child.word: child for child in tree.children}
    title, kind = there.get("title"), there.get("kind")
    if tree.word == "statement" and title is not None and not title.children:
        word = kind.rest if kind is not None and kind.rest in HEADINGS[1:] else "statement"
        head = f"{word} {tree.head}: {title.rest}"
        gone = ["title", *(["kind"] if word != "statement" else [])]
        if len(head) <= WIDTH:
            yield {id(tree): [_new(head, tree, [one for one in tree.children if one.word not in gone])]}


def _source(tree: Entry) -> Iterator[Change]:
    """The place beside the source."""
    there = {child.word: child for child in tree.children}
    source, place = there.get("source"), there.get("place")
    if source is not None and place is not None and not source.children:
        said = f"{source.text}; place {place.rest}"
        if len(said) < WIDTH - source.column:
            yield {id(source): [_new(said, source)], id(place): ()}


def _twins(tree: Entry) -> Iterator[Change]:
    """No world where it is the model of the form."""
    for twin in (child for child in tree.children if child.word == "twin" and len(child.children) > 1):
        yield from ({id(one): ()} for one in twin.children if one.whole == "world like model")


def _joined(tree: Entry) -> Iterator[Change]:
    """Lines that go on for no need."""
    for parent in _tree(tree):
        place = parent.word if parent.word in ("statement", "form", "twin", "slip", "proof") else ""
        for line in parent.children if place else ():
            step = place == "proof" and line.word.endswith(":") and " by " in line.whole
            links = any(
                one.word in ("<=", ">=", "<", ">", "=") and " by " in one.whole for one in line.children
            )
            if line.children and (line.word in (*_SIGNS, "claim") or (step and not links)):
                texts, made = [one.text for one in _tree(line)], list[str]()
                for text in texts:
                    if made and len(made[-1]) + len(text) + line.column <= WIDTH - 2 * (len(made) > 1):
                        made[-1] += f" {text}"
                    else:
                        made.append(str(text))
                if len(made) < len(texts):
                    yield {id(line): [_lines(line, made)]}


def _runs(tree: Entry) -> Iterator[tuple[str, list[tuple[Entry, str]]]]:
    """Lines of one word that follow one another, with what they say."""
    for parent in (one for one in _tree(tree) if one is tree or one.word in ("form", "twin", "proof")):
        run, before = list[tuple[Entry, str]](), ""
        for child in [*parent.children, Entry(Piece("end"), 0)]:
            word, text = _joinable(child, parent)
            if run and word != before:
                yield before, run
                run = []
            if word:
                run.append((child, text))
            before = word


def _joinable(entry: Entry, parent: Entry) -> tuple[str, str]:
    """The word of a line that may be joined with others, and what it says."""
    if parent.word == "proof" and entry.word.endswith(":") and entry.whole.endswith(" by assume"):
        return "assume", str(entry.whole).removesuffix(" by assume")
    if parent.word == "proof" and entry.word == "assume" and not entry.children:
        return "assume", str(entry.rest)
    return (entry.word, str(entry.rest)) if entry.word in _SIGNS else ("", "")


def _packed(tree: Entry) -> Iterator[Change]:
    """Lines that follow one another with the same word, as few as they fit on."""
    for word, run in _runs(tree):
        made, first, sign = list[str](), run[0][0], _SIGNS.get(word, "; ")
        for _, text in run:
            if made and len(made[-1]) + len(sign) + len(text) < WIDTH - first.column:
                made[-1] += f"{sign}{text}"
            else:
                made.append(f"{word} {text}")
        if len(made) < sum(1 for entry, _ in run for _ in _tree(entry)):
            yield {**{id(entry): () for entry, _ in run}, id(first): [_new(text, first) for text in made]}


def _taken(tree: Entry) -> Iterator[Change]:
    """Names and what is assumed of them on one line of a proof."""
    for proof in (one for one in _tree(tree) if one.word == "proof"):
        for one, other in zip(proof.children, proof.children[1:], strict=False):
            word, text = _joinable(other, proof)
            made = f"take {one.rest}; assume {text}"
            if one.word == "let" and word == "assume" and len(made) < WIDTH - one.column:
                yield {id(one): [_new(made, one)], id(other): ()}
