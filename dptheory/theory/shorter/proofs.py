"""Proofs with fewer lines: what a line says is put where it is cited, if that takes fewer lines of text.

Only lines that `elaborate.citing` and `elaborate.closing` write out again are left out. A change is kept if
the derivation that comes out has the same lines: the same formulas by the same reasons from the same lines,
whatever their labels and their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...kernel import KernelError, SyntaxProblem
from ...kernel.logic import (
    STRUCTURAL,
    Expr,
    Library,
    Line,
    Scope,
    apply_function,
    conjuncts,
    normal,
    step_claims,
    var,
)
from ...kernel.real import Claim
from ..elaborate.auto import elaborated
from ..elaborate.citing import Citations, parts
from ..elaborate.completing import Completion
from ..outline import Entry, OutlineError, outline
from ..spread import with_lines
from ..statements import Form
from ..steps import Steps
from ..texts import LABELLED, Text
from .edits import WIDTH, span

LONGEST: Final = 70
"""A citation that is longer is a line."""
OFTEN: Final = 30
"""What is cited several times and is longer is a line."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.']+\Z")
_WORDS: Final = re.compile(r"[A-Za-z0-9_.']+")
_CLAUSE: Final = re.compile(r"\s(from|at|with|fix)\s")
_PIECE: Final = re.compile(r".+?(?:[,;]\s|\s(?=(?:at|with|fix)\s)|\Z)", re.S)
_OWN: Final = frozenset(STRUCTURAL) - {"calc"}
Key = tuple[object, ...]


@dataclass(frozen=True)
class Item:
    """A line of a proof's text; `cites` are what it is from. One without a reason is left as it is."""

    raw: tuple[str, ...]
    indent: str
    label: str = ""
    formula: str = ""
    by: str = ""
    cites: tuple[str, ...] = ()
    after: str = ""

    def text(self, cites: Sequence[str], said: bool = True) -> list[str]:
        """The lines that say it with other citations; without its label and formula where they go unsaid."""
        if tuple(cites) == self.cites and said:
            return list(self.raw)
        start = f" from {', '.join(cites)}" if cites else ""
        reason = f"by {self.by}{start}{self.after}"
        head = f"{self.label}: {self.formula}"
        whole = f"{self.indent}{head} {reason}" if said else self.indent + reason
        if len(whole) <= WIDTH:
            return [whole]
        lines = self._formula() if said else []
        return [*lines, *_wrapped(reason, self.indent + "  " * bool(lines))]

    def _formula(self) -> list[str]:
        """The lines of the formula as they stand."""
        lines = list(self.raw)
        reason = re.compile(rf"(?:^|\s)by {re.escape(self.by)}\b")
        cut = next(k for k in reversed(range(len(lines))) if reason.search(lines[k]))
        head = reason.split(lines[cut])[0].rstrip()
        return [*lines[:cut], *([head] if head else [])]


def _wrapped(text: str, indent: str) -> list[str]:
    """A reason on several lines: cut between the things that are cited, within one only where it is long."""
    lines, room = [""], WIDTH - len(indent) - 2
    for piece in _PIECE.findall(text):
        for part in [piece] if len(piece.rstrip()) <= room else re.findall(r"\S+\s*", piece):
            if len((lines[-1] + part).rstrip()) > room and lines[-1]:
                lines.append("")
            lines[-1] += part
    return [indent + "  " * bool(k) + line.rstrip() for k, line in enumerate(lines)]


def items(proof: Entry, lines: Sequence[str]) -> list[Item]:
    """The lines of a proof, as they stand in a text."""
    return [_item(child, lines) for child in proof.children]


def _item(entry: Entry, lines: Sequence[str]) -> Item:
    start, end = span(entry)
    raw, indent = tuple(lines[start:end]), " " * (entry.column - 1)
    match, said = LABELLED.match(entry.whole), entry.whole.count(" by ")
    if match is None or said != 1 or entry.word in ("let", "where", "take", "assume"):
        return Item(raw, indent)
    formula, _, reason = match[2].rpartition(" by ")
    head, *clauses = _CLAUSE.split(f" {reason.strip()} ")
    given = dict(zip(clauses[::2], clauses[1::2], strict=True))
    after = "".join(f" {word} {text.strip()}" for word, text in given.items() if word != "from")
    return Item(raw, indent, match[1], formula, head.strip(), tuple(parts(given.get("from", ""))), after)


class _Watched(Steps):
    """Reads a proof and keeps what was known, and how it was read, before each line."""

    def __init__(self, scope: Text, entry: Entry, form: Form) -> None:
        super().__init__(scope, entry, form.theorem)
        self.before: dict[str, tuple[dict[str, Expr], Text]] = {}

    def _line(self, entry: Entry) -> Iterator[Line]:
        known = dict(self.cited.known)
        for line in super()._line(entry):
            self.before[line.label] = known, self.scope
            yield line


@dataclass
class Proof:
    """The proof of a form in a statement's text, and what is put where in it."""

    form: Form
    library: Library
    certified: Callable[[Claim], bool]
    items: list[Item]
    words: str
    chosen: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        theorem = self.form.theorem
        self.scope = Text(Scope(theorem.variables, self.library.definitions), self.form.where)
        self.steps = {line.label: line for line in self.form.steps}
        self.known = {label: self._normal(h) for label, h in theorem.hypotheses}
        self.known |= {line.label: self._normal(line.formula) for line in self.form.steps}
        self.own = {item.label: item for item in self.items if item.label}

    def _normal(self, term: Expr) -> Expr:
        return normal(term, self.library.definitions)

    def text(self, chosen: Mapping[str, str], last: str = "whole") -> list[str]:
        """The lines of the proof with some lines put where they are cited; `last` says how the last is said:
        whole, by its reason alone, or not at all."""
        made, place = list[str](), len(self.items) - 1
        for k, item in enumerate(self.items):
            if item.label in chosen or (k == place and last == "unsaid"):
                continue
            cites = [self._cite(cite, chosen) for cite in item.cites]
            made += item.text(cites, not (k == place and last == "reason"))
        return made

    def _cite(self, cite: str, chosen: Mapping[str, str]) -> str:
        if cite not in chosen:
            return cite
        by, sources = self.own[cite].by, self.own[cite].cites
        inner = " and ".join(self._cite(source, chosen) for source in sources)
        return chosen[cite] + (inner if by in ("intro", "both") else "")

    # -- what may go ---------------------------------------------------------------------------------

    def closed(self) -> bool:
        """Whether no line of the proof leaves it open on which lines it rests."""
        for line in self.form.steps:
            if line.by == "auto" or (line.by not in STRUCTURAL and not line.sources and self._rests(line)):
                return False
            if line.by == "calc" and not line.sources:
                try:
                    claims = step_claims([], self.known[line.label])[0]
                except KernelError:
                    return False
                if not all(self.certified(claim) for claim in claims):
                    return False
        return True

    def _rests(self, line: Line) -> bool:
        """Whether what a line is by has premises."""
        schemas = Completion(self.form.theorem, self.library).schemas(line.by)
        return any(theorem.hypotheses for theorem in schemas)

    def candidates(self, entry: Entry) -> dict[str, str]:
        """The lines that may be put where they are cited, each with what is written there; for a line by
        `intro` or `both` that is followed by what it is from."""
        watched = _Watched(self.scope, entry, self.form)
        watched.lines()
        found = dict[str, str]()
        for label, item in self.own.items():
            ways = self._ways(item)
            known, scope = watched.before.get(label, ({}, self.scope))
            way = next((way for way in ways if self._says(way, item, known, scope)), None)
            if way is not None:
                found[label] = way
        return found

    def _ways(self, item: Item) -> Iterator[str]:
        line = self.steps[item.label]
        if item.by == "apply" and all(map(_PLAIN.match, item.cites)):
            base = item.cites[0]
            terms = parts(item.after.removeprefix(" at "), ";") if item.after else []
            said = [f"({term})" if len(parts(term)) > 1 else term for term in terms]
            call = f"{base}({', '.join(said)})"
            if terms or len(item.cites) > 1:
                yield call
                yield from (f"{call}.{k}" for k in range(1, 9))
            elif (several := len(conjuncts(self.known[base]))) > 1:
                yield from (f"{base}.{k}" for k in range(1, several + 1))
        elif item.by == "intro" and len(item.cites) == 1:
            prefix = self._prefix(line)
            if prefix:
                yield prefix
        elif item.by == "both" and len(item.cites) > 1:
            yield ""
        elif not item.cites and item.by not in _OWN and not _PLAIN.match(item.formula):
            yield item.formula

    def _prefix(self, line: Line) -> str | None:
        """The variables that are generalised and the assumptions, as they stand before a line."""
        goal, source = self.known[line.label], self.known.get(line.sources[0])
        names, made = list(line.names), ""
        while goal != source:
            if goal.head == "forall" and names:
                name, fn = names.pop(0), goal.args[0]
                goal = self._normal(apply_function(fn, var(name, fn.sort.args[0])))
                made = f"{made[:-2]} {name}. " if made.endswith(". ") else f"{made}all {name}. "
            elif goal.head == "implies":
                labels = self._assumed(goal.args[0])
                if labels is None:
                    return None
                goal, made = goal.args[1], f"{made}{' and '.join(labels)} implies "
            else:
                return None
        return made

    def _assumed(self, formula: Expr) -> list[str] | None:
        there = {self.known[line.label]: line.label for line in self.form.steps if line.by == "assume"}
        if formula in there:
            return [there[formula]]
        labels = [there.get(part) for part in conjuncts(formula)]
        return None if None in labels else [label for label in labels if label is not None]

    def _says(self, way: str, item: Item, known: Mapping[str, Expr], scope: Text) -> bool:
        """Whether a citation stands for the line."""
        line = self.steps[item.label]
        text = way + (" and ".join(item.cites) if item.by in ("intro", "both") else "")
        cited = Citations(self.library.definitions, dict(known))
        try:
            new, labels = cited.labels(text, "~", scope)
        except (KernelError, SyntaxProblem):
            return False
        if len(labels) != 1 or not new or new[-1].label != labels[0]:
            return False
        made = new[-1]
        return (made.by, self._normal(made.formula)) == (line.by, self.known[item.label])

    # -- what goes -----------------------------------------------------------------------------------

    def choose(self, candidates: Mapping[str, str]) -> dict[str, str]:
        """The candidates that make the text shorter, each beside those above it."""
        chosen = dict[str, str]()
        pinned = self._pinned()
        users = {label: [one for one in self.items if label in one.cites] for label in candidates}
        for label, way in candidates.items():
            if label in pinned or not users[label] or not self._allowed(label, users[label], chosen):
                continue
            more = {**chosen, label: way}
            said = self._cite(label, more)
            if len(said) > (LONGEST if len(users[label]) == 1 else OFTEN):
                continue
            before, after = (self._count([*users[label], self.own[label]], one) for one in (chosen, more))
            if after < before:
                chosen = more
        return chosen

    def _count(self, some: Sequence[Item], chosen: Mapping[str, str]) -> int:
        """How many lines of text some items take."""
        return sum(
            len(item.text([self._cite(cite, chosen) for cite in item.cites]))
            for item in some if item.label not in chosen or not item.label
        )  # fmt: skip

    def _pinned(self) -> set[str]:
        """Labels that stand where no citation can: in lines that are left as they are, within citations."""
        found = set[str]()
        for item in self.items:
            said = [c for c in item.cites if not _PLAIN.match(c)] if item.label else item.raw
            found |= {word for text in said for word in _WORDS.findall(text)}
            if item.by in ("apply", "rewrite"):
                found |= set(item.cites[:1])
        return found

    def _allowed(self, label: str, users: Sequence[Item], chosen: Mapping[str, str]) -> bool:
        """Whether a line can go beside those that went: what is cited within a citation is a line, or an
        instance of one."""
        item = self.own[label]
        within = [cite for cite in item.cites if cite in chosen]
        if item.by == "apply" and within:
            return False
        if any(self.own[cite].by != "apply" for cite in within):
            return False
        return all(user.label not in chosen for user in users)

    def derivation(self, lines: Sequence[str]) -> frozenset[Key] | None:
        """What a proof's text says, whatever its labels; None where it cannot be read."""
        try:
            entry = outline("\n".join(lines))[0]
            whole = with_lines(Entry("form", 0, [entry])).children[0]
            steps = Steps(self.scope, whole, self.form.theorem).lines()
            return self.keys(elaborated(self.form.theorem, steps, self.library.definitions))
        except (OutlineError, KernelError, SyntaxProblem):
            return None

    def keys(self, lines: Sequence[Line]) -> frozenset[Key]:
        """The lines of a derivation, each as what it says by what from which."""
        completion = Completion(self.form.theorem, self.library, lambda claim: True)
        keys: dict[str, object] = {label: label for label, _ in self.form.theorem.hypotheses}
        own = self.form.theorem.variables
        for line in completion.lines(lines):
            sorts = dict(completion.schemas(line.by)[0].variables) if completion.schemas(line.by) else {}
            idle = {name: var(name, sort) for name, sort in sorts.items() if own.get(name) == sort}
            values = {**idle, **line.values}
            keys[line.label] = hash((
                self._normal(line.formula), line.by, tuple(keys.get(label) for label in line.sources),
                tuple(map(self._normal, line.terms)),
                tuple(sorted((name, self._normal(value).key) for name, value in values.items())), line.names,
            ))  # fmt: skip
        return frozenset((key,) for label, key in keys.items())


def shorter_proof(
    form: Form, entry: Entry, lines: Sequence[str], library: Library, certified: Callable[[Claim], bool]
) -> list[str]:
    """The lines of a form's proof written shorter; `entry` is the proof where it stands in the lines."""
    start, end = span(entry)
    head, whole = lines[start], list(lines[start:end])
    proof = Proof(form, library, certified, items(entry, lines), entry.text)
    if any(not child.label and child.raw[0].strip().startswith("by ") for child in proof.items):
        return whole
    wanted = proof.keys(form.steps)
    if proof.derivation(whole) != wanted or not proof.closed():
        return whole
    read = with_lines(Entry("form", 0, [entry])).children[0]
    chosen = _kept(proof, head, wanted, proof.choose(proof.candidates(read)))
    best = [head, *proof.text(chosen)]
    for way in ("reason", "unsaid"):
        last = proof.items[-1]
        alone = not any(last.label in item.cites for item in proof.items)
        made = _joined([head, *proof.text(chosen, way)]) if last.label and alone else best
        if len(made) < len(best) and proof.derivation(made) == wanted:
            best = made
    return best


def _joined(lines: list[str]) -> list[str]:
    """A proof that is one reason, beside its words."""
    whole = f"{lines[0]}: {' '.join(line.strip() for line in lines[1:])}"
    alone = len(lines) > 1 and lines[1].strip().startswith("by ") and lines[0].strip() != "proof"
    rest = all(not LABELLED.match(line.strip()) for line in lines[1:])
    return [whole] if alone and rest and len(whole) <= WIDTH else lines


def _kept(proof: Proof, head: str, wanted: frozenset[Key], chosen: dict[str, str]) -> dict[str, str]:
    """As many of the chosen lines as leave the derivation as it is."""

    def good(kept: dict[str, str], some: list[str]) -> dict[str, str]:
        more = {**kept, **{label: chosen[label] for label in some}}
        more = {label: chosen[label] for label in chosen if label in more}
        if proof.derivation([head, *proof.text(more)]) == wanted:
            return more
        if len(some) < 2:
            return kept
        half = len(some) // 2
        return good(good(kept, some[:half]), some[half:])

    return good({}, list(chosen)) if chosen else {}
