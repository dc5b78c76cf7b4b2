"""A certificate as a proof to read: numbered lines, each with its reason, without those not needed.

The kernel's own steps are replayed, so that every line says what the kernel had to show there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from ..kernel.real import (
    Claim,
    Fields,
    Relation,
    Sequent,
    Task,
    fact,
    implied,
    owing,
    parse_claim,
    parse_term,
    rational_value,
    root,
    step,
    task,
)
from .formulas import write
from .reasons import in_words
from .styles import ASCII, UNICODE

TEXT = 64
"""Columns of a line's formula before its reason."""

NOTE = "difference: greater side minus smaller side of the line; [k]: the same of line k"
"""What the reasons of identities speak of; printed under a proof that has one."""

Key = tuple[str, bytes, bytes]
_REFERENCE = re.compile("\x00(\\d+)\x00")


@dataclass(frozen=True)
class Line:
    """One line: what it says, why, how far it is indented, and the lines that it rests on."""

    text: str
    reason: str
    depth: int
    uses: tuple[int, ...]


def key(r: Relation) -> Key:
    """What equal relations share."""
    return r.op, r.left.key, r.right.key


def ref(i: int) -> str:
    """A reference to a line, numbered when the proof is printed."""
    return f"\x00{i}\x00"


def explain(certificate: Mapping[str, object], style: str = UNICODE) -> list[str]:
    """The proof in a checked certificate as printed lines.

    Lines that nothing rests on are left out; the last line is the claim.
    """
    claim = parse_claim(str(certificate["claim"]), str(certificate["where"]))
    writer = Writer(style)
    lemmas: tuple[Claim, ...] = ()
    for raw in _list(certificate.get("lemmas")):
        lemma = parse_claim(str(raw["claim"]), str(raw["where"]))
        writer.claim(lemma, raw, lemmas)
        lemmas = (*lemmas, lemma)
    last = writer.claim(claim, certificate, lemmas)
    return ["proof", *(f"  {line}" for line in writer.printed(last))]


def _list(value: object) -> list[Mapping[str, object]]:
    return [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []


class Writer:
    """Writes the lines of a proof while the kernel's steps are taken again."""

    def __init__(self, style: str) -> None:
        self.style = style
        self.lines: list[Line] = []

    def add(self, text: str, reason: str, depth: int, uses: Iterable[int] = ()) -> int:
        """Append a line; its number before printing."""
        self.lines.append(Line(text, reason, depth, tuple(dict.fromkeys(uses))))
        return len(self.lines) - 1

    def say(self, r: Relation, reason: str, depth: int, uses: Iterable[int] = ()) -> int:
        """Append a relation."""
        return self.add(write(r, self.style), reason, depth, uses)

    def claim(self, claim: Claim, data: Mapping[str, object], lemmas: tuple[Claim, ...]) -> int:
        """The proof of a claim, from its conditions; the number of its last line."""
        s, r = root(claim, lemmas), claim.relation
        known = {key(c): self.say(c, "given", 0) for c in claim.conditions}
        f = Fields(dict(data), "")
        owed, s = owing(f, s, r.left, r.right)
        defined = [self.shown(t, known, 0) for t in owed]
        last = self.goal(task(f, "proof", s), known, 0)
        if not defined:
            return last
        return self.say(r, f"line {ref(last)}; both sides are defined", 0, [last, *defined])

    def shown(self, at: Task, known: dict[Key, int], depth: int) -> int:
        """The same as `goal`; what is shown is known from then on."""
        last = self.goal(at, known, depth)
        return known.setdefault(key(at.sequent.goal), last)

    def goal(self, at: Task, known: dict[Key, int], depth: int) -> int:
        """The lines that show a task's goal; the number of the one that states it."""
        while True:
            stated = known.get(key(at.sequent.goal))
            if stated is not None:
                return stated
            here = Step(self, at, known, depth)
            following = here.taken()
            if isinstance(following, int):
                return following
            at, known = following, here.known

    def printed(self, last: int) -> list[str]:
        """The lines that the last one rests on, numbered."""
        needed, stack = set[int](), [last]
        while stack:
            i = stack.pop()
            if i not in needed:
                needed.add(i)
                stack.extend(self.lines[i].uses)
        numbers = {i: n for n, i in enumerate(sorted(needed), 1)}
        width = len(str(len(numbers)))
        shown = []
        for i, n in numbers.items():
            line = self.lines[i]
            reason = _REFERENCE.sub(lambda m: str(numbers[int(m[1])]), line.reason)
            text = f"{n:>{width}}  {'  ' * line.depth}{line.text}"
            shown.append(f"{text:<{TEXT}}  {reason}".rstrip())
        if any("difference = " in line for line in shown):
            shown.append(f"{'':>{width}}  {NOTE}")
        return shown


@dataclass
class Step:
    """One node of a certificate with what is known where it stands."""

    writer: Writer
    at: Task
    known: dict[Key, int]
    depth: int
    inner: dict[tuple[Key, ...], dict[Key, int]] = field(default_factory=dict)

    def taken(self) -> int | Task:
        """Write the node's lines: the number of the line with its goal, or the task that is left."""
        node = Fields(self.at.node, self.at.place).raw
        children: dict[str, list[Task]] = {}
        for child in step(self.at):
            name = child.place[len(self.at.place) :].lstrip(".").partition("[")[0].partition(".")[0]
            children.setdefault(name, []).append(child)
        rule = str(node["rule"])
        method = getattr(self, f"_{rule}", None)
        if method is not None:
            done: int | Task = method(node, children)
            return done
        if set(children) <= {"defined", "sides", "then"} and "then" in children:
            return self._forward(rule, node, children)
        return self._general(REASONS.get(rule, rule), children)

    @property
    def s(self) -> Sequent:
        return self.at.sequent

    def line(self, i: int) -> int:
        """The line of hypothesis i."""
        h = self.s.hypotheses[i]
        if key(h) not in self.known:
            self.known[key(h)] = self.writer.say(h, "as above, rewritten", self.depth)
        return self.known[key(h)]

    def conclude(self, reason: str, uses: Iterable[int]) -> int:
        """The line with the goal."""
        return self.writer.say(self.s.goal, reason, self.depth, uses)

    def sub(self, tasks: Sequence[Task]) -> list[int]:
        """The lines of goals under the same hypotheses."""
        return [self.writer.shown(t, self.known, self.depth) for t in tasks]

    def under(self, t: Task, words: str) -> tuple[list[int], int]:
        """The lines of a goal under further hypotheses: those of the hypotheses, and the goal's."""
        added = [h for h in t.sequent.hypotheses if key(h) not in self.known]
        if not added:
            return [], self.writer.shown(t, self.known, self.depth + 1)
        heads = tuple(key(h) for h in added)
        if heads not in self.inner:
            self.inner[heads] = dict(self.known)
            for h in added:
                self.inner[heads][key(h)] = self.writer.say(h, words, self.depth + 1)
        inner = self.inner[heads]
        return [inner[k] for k in heads], self.writer.shown(t, inner, self.depth + 1)

    def _forward(self, rule: str, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> Task:
        """A node that adds hypotheses: a fact, a name, what definedness demands, ..."""
        uses = self.sub([*children.get("defined", []), *children.get("sides", [])])
        uses += [k for k in self._stated(rule, node) if k not in uses]
        (then,) = children["then"]
        if rule == "let":
            # the name may stand for something else in another part of the proof
            self.known = dict(self.known)
        reason = in_words(str(node["name"])) if rule == "fact" else REASONS.get(rule, rule)
        if uses:
            reason += f" (with {', '.join(map(ref, dict.fromkeys(uses)))})"
        for h in then.sequent.hypotheses[len(self.s.hypotheses) :]:
            self.known.setdefault(key(h), self.writer.say(h, reason, self.depth, uses))
        return then

    def _stated(self, rule: str, node: Mapping[str, object]) -> list[int]:
        """The lines known already that a fact, or the choice of a minimum's argument, rests on."""
        sides: Sequence[Relation] = ()
        if rule == "fact":
            args = [parse_term(str(t)) for t in _items(node.get("args"))]
            sides, _ = fact(str(node["name"])).instance(args)
        elif rule == "extreme" and "at" in node:
            t, at = parse_term(str(node["term"])), int(str(node["at"]))
            op = "<=" if t.op == "min" else ">="
            sides = [Relation(op, t.args[at], a) for j, a in enumerate(t.args) if j != at]
        found = []
        for side in sides:
            lines = (self.known.get(key(h)) for h in self.s.hypotheses if implied(side, [h]))
            found += [line for line in lines if line is not None][:1]
        return found

    def _general(self, reason: str, children: Mapping[str, list[Task]]) -> int:
        uses: list[int] = []
        for name, tasks in children.items():
            for t in tasks:
                heads, last = self.under(t, ASSUMED.get(name, "suppose"))
                uses += [*heads, last]
        return self.conclude(reason, uses)

    def _have(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> Task:
        defined = self.sub(children.get("defined", []))
        (shown,) = self.sub(children["proof"])
        (then,) = children["then"]
        h = then.sequent.hypotheses[-1]
        if defined and self.writer.lines[shown].depth == self.depth:
            old = self.writer.lines[shown]
            self.writer.lines[shown] = Line(old.text, old.reason, old.depth, (*old.uses, *defined))
        self.known[key(h)] = shown
        return then

    def _forget(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> Task:
        self.sub(children.get("defined", []))
        return children["then"][0]

    def _apart(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        (last,) = self.sub(children["then"])
        return self.conclude(f"line {ref(last)}", [last])

    def _both(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        uses = self.sub([*children["below"], *children["above"]])
        return self.conclude(f"lines {ref(uses[0])} and {ref(uses[1])}", uses)

    def _contradiction(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        heads, last = self.under(children["then"][0], "suppose the contrary")
        return self.conclude(f"the contrary is impossible (line {ref(last)})", [*heads, last])

    def _cases(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        defined = self.sub(children.get("defined", []))
        heads, uses = list[int](), list[int]()
        for name in ("yes", "no"):
            added, last = self.under(children[name][0], "first case" if name == "yes" else "second case")
            heads += added
            uses.append(last)
        return self.conclude(f"in both cases ({ref(uses[0])}, {ref(uses[1])})", [*heads, *uses, *defined])

    def _rewritten(self, node: Mapping[str, object], children: Mapping[str, list[Task]], why: str) -> int:
        """Another sequent of the same meaning: every hypothesis rewritten, and the goal back again."""
        source = [self.line(int(str(node["equals"])))] if "equals" in node else []
        defined = self.sub(children.get("defined", []))
        (then,) = children["then"]
        inner = dict[Key, int]()
        for i, h in enumerate(then.sequent.hypotheses):
            same = self.known.get(key(h))
            old = self.line(i)
            inner[key(h)] = (
                self.writer.say(h, f"line {ref(old)}, {why}", self.depth + 1, [old, *source])
                if same is None
                else same
            )
        last = self.writer.goal(then, inner, self.depth + 1)
        return self.conclude(f"line {ref(last)}, {why}", [last, *source, *defined])

    def _replace(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        return self._rewritten(node, children, f"by line {ref(self.line(int(str(node['equals']))))}")

    def _generalise(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        pairs = node["terms"] if isinstance(node["terms"], list) else []
        names = ", ".join(f"{name} for {write(parse_term(t), self.writer.style)}" for t, name in pairs)
        return self._rewritten(node, children, f"writing {names}")

    def _mvt(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        fresh = write(parse_term(str(node["fresh"])), self.writer.style)
        uses: dict[str, int] = {}
        rests: list[int] = []
        for name in ("order", "base_defined", "defined", "smooth", "at_base", "slope"):
            for t in children.get(name, []):
                heads, last = self.under(t, f"let {fresh} lie between")
                uses[name] = last
                rests += [*heads, last]
        base = write(parse_term(str(node["base"])), self.writer.style)
        rises = "rises" if node["side"] == "below" else "falls"
        x = node["variable"]
        reason = f"{rises} in {x}: derivative {ref(uses['slope'])}, at {x} = {base}: {ref(uses['at_base'])}"
        return self.conclude(reason, rests)

    def _box(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        within = self.sub(children.get("within", []))
        boxes = node["boxes"] if isinstance(node["boxes"], dict) else {}
        stated = [self.line(i) for i, h in enumerate(self.s.hypotheses) if h.variables() & set(boxes)]
        tree = node["tree"] if isinstance(node["tree"], list) else []
        leaves, series = tree.count("leaf"), sum(isinstance(item, dict) and "order" in item for item in tree)
        if not boxes:
            return self.conclude("evaluated in interval arithmetic", [])
        how = [f"Taylor series on {_counted(series, 'part', 'parts')}"] if series else []
        if leaves or not series:
            how.append(f"interval arithmetic on {_counted(leaves, 'box', 'boxes')}")
        return self.conclude(", ".join(how), [*within, *stated])

    def _sturm(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        pieces = _counted(len(_items(node.get("cuts"))) + 1, "piece", "pieces")
        stated = [self.line(int(i)) for i in _items(node.get("use"))]
        given = f" with {', '.join(map(ref, stated))}" if stated else ""
        return self.conclude(f"the zeros counted by Sturm's theorem on {pieces}{given}", stated)

    def _exact(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        return self.conclude("evaluated", [])

    def _poly(self, node: Mapping[str, object], children: Mapping[str, list[Task]]) -> int:
        defined = self.sub(children.get("defined", []))
        times = [int(i) for i in _items(node.get("times"))]
        uses = [self.line(i) for i in times]
        pieces = []
        for entry in _items(node.get("terms")):
            indices = [int(i) for i in _items(entry.get("h"))]
            uses += [self.line(i) for i in indices]
            pieces.append(self._piece(entry, indices))
        dot = "*" if self.writer.style == ASCII else "·"
        left = dot.join(["difference", *(self._factor(i) for i in times)])
        total = " + ".join(pieces).replace("+ -", "- ") if pieces else "0"
        return self.conclude(f"{left} = {total}", [*uses, *defined])

    def _piece(self, entry: Mapping[str, object], indices: Sequence[int]) -> str:
        style = self.writer.style
        power, dot = ("**2", "*") if style == ASCII else ("²", "·")
        factors = [self._factor(i) for i in indices]
        factors += [f"({write(parse_term(str(t)), style)}){power}" for t in _items(entry.get("sq"))]
        c = str(entry["c"])
        if entry.get("by"):
            by = parse_term(str(entry["by"]))
            value = rational_value(by)
            if value is not None:
                c = str(fmpq(*map(int, f"{c}/1".split("/")[:2])) * value)
            else:
                text = write(by, style)
                factors.append(text if text.isalnum() else f"({text})")
        if not factors:
            return c
        sign, size = ("-", c[1:]) if c.startswith("-") else ("", c)
        return sign + dot.join(([] if size == "1" else [size]) + factors)

    def _factor(self, i: int) -> str:
        square = "" if self.s.hypotheses[i].op != "!=" else "**2" if self.writer.style == ASCII else "²"
        return f"[{ref(self.line(i))}]{square}"


def _items(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


REASONS = {
    "congruence": "equal arguments have equal values",
    "extreme": "what a minimum or maximum is",
    "domain": "demanded by a term that is defined",
    "let": "a name for a value",
    "apply": "by the lemma above",
    "archimedean": "for all large multiples, hence without the remainder",
    "induction": "by induction",
}

ASSUMED = {"step": "suppose it holds for n", "then": "let it be large"}


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
