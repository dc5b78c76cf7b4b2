"""The idea of a proof in a few lines: which cases there are, what is put in new variables, in which variable
a side rises or falls, where series or intervals decide. Signs and rearrangements are left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..kernel import KernelError
from ..kernel.real import Relation, parse_term, relation
from .formulas import write
from .reasons import in_words
from .styles import ASCII, UNICODE

MOST: Final = 15
"""Lines of an outline."""

LONGEST: Final = 90
"""Letters of a relation in it."""

ROUTINE: Final = {
    "exp-positive", "sqrt-nonnegative", "sqrt-positive", "sqrt-square", "abs-nonnegative", "abs-bounds",
    "abs-square", "exp-log", "log-exp", "sin-nonnegative", "sin-positive", "cos-positive",
    "exp-multiple", "tan-ratio", "exp-neg", "sin-neg", "cos-neg", "abs-of-nonnegative",
    "abs-of-nonpositive", "exp-one", "exp-zero", "log-one", "log-e", "gamma-positive", "power-positive",
    "power-nonnegative", "sin-cos-square",
}  # fmt: skip
"""Facts that say nothing of how a proof goes."""


@dataclass(frozen=True, eq=False)
class Idea:
    """One line of an outline, and those below it; `plain` is one that only rearranges."""

    text: str
    below: tuple[Idea, ...] = ()
    plain: bool = False


def outline(certificate: Mapping[str, object], style: str = UNICODE) -> list[str]:
    """The idea of a checked certificate: at most `MOST` lines if what is outermost allows that; what is
    within an idea is shown as long as there is room, the outer first."""
    ideas = _shown([*_lemmas(certificate, style), *_Reader(style).ideas(_items(certificate.get("proof")))])
    opened, queue, room = set[int](), list(ideas), MOST - len(ideas)
    while queue:
        here = queue.pop(0)
        below = [] if all(one.plain for one in here.below) else _shown(here.below)
        if below and len(below) <= room:
            opened.add(id(here))
            queue += below
            room -= len(below)
    return list(_lines(ideas[:MOST], 0, opened))


def _shown(ideas: Sequence[Idea]) -> list[Idea]:
    """The ideas that are not plain, or the last if all are."""
    return [one for one in ideas if not one.plain] or list(ideas[-1:])


def _lemmas(certificate: Mapping[str, object], style: str) -> Iterator[Idea]:
    for number, lemma in enumerate(_items(certificate.get("lemmas")), 1):
        below = _Reader(style).ideas(_items(lemma.get("proof")))
        yield Idea(f"lemma {number}, {lemma['claim']}:", tuple(below))


def _lines(ideas: Sequence[Idea], depth: int, opened: set[int]) -> Iterator[str]:
    for one in ideas:
        if id(one) in opened:
            yield "  " * depth + one.text
            yield from _lines(_shown(one.below), depth + 1, opened)
        elif not one.text.endswith(":"):
            yield "  " * depth + one.text
        elif any(not b.plain for b in one.below):
            yield f"{'  ' * depth}{one.text} in several steps"
        else:
            how = one.below[-1].text if one.below else "by adding and multiplying what is known"
            yield f"{'  ' * depth}{one.text} {how}"


def _items(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


@dataclass(frozen=True)
class _Reader:
    """Reads the nodes of a proof as ideas."""

    style: str

    def ideas(self, proof: Sequence[Any]) -> list[Idea]:
        """The ideas of the nodes, one after the other, without repeated facts."""
        found: list[Idea] = []
        for node in proof:
            method = getattr(self, f"_{node['rule']}", None) if isinstance(node, dict) else None
            found += method(node) if method is not None else []
        # a fact is named once, with the terms where it is used first
        names = {one.text.partition(", at ")[0]: one for one in reversed(found)}
        return list(names.values())[::-1]

    def _text(self, text: object) -> str:
        try:
            return write(parse_term(str(text)), self.style)
        except (KernelError, ValueError):
            return str(text)

    def _relation(self, r: Relation) -> str:
        text = write(r, self.style)
        if len(text) <= LONGEST:
            return text
        left, right = (write(t, self.style) for t in (r.left, r.right))
        sign = text[len(left) : len(text) - len(right)]
        return sign.join(t if len(t) <= LONGEST // 2 else f"{t[: LONGEST // 2]} ..." for t in (left, right))

    def _have(self, node: Mapping[str, Any]) -> list[Idea]:
        r = relation(node["relation"])
        below = tuple(one for one in self.ideas(node["proof"]) if not one.plain)
        if not below or (r.op == "=" and not any(one.below for one in below)):
            return []
        said = f"{self._relation(r)}:"
        return [below[0]] if len(below) == 1 and below[0].text == said else [Idea(said, below)]

    def _fact(self, node: Mapping[str, Any]) -> list[Idea]:
        if node["name"] in ROUTINE:
            return []
        args = ", ".join(self._text(a) for a in node["args"])
        words = in_words(node["name"]).partition(":")[0]
        return [Idea(f"{words}, at {args}" if args else words)]

    def _let(self, node: Mapping[str, Any]) -> list[Idea]:
        return [Idea(f"put {self._text(node['name'])} = {self._text(node['term'])}")]

    def _generalise(self, node: Mapping[str, Any]) -> list[Idea]:
        names = ", ".join(f"{self._text(name)} = {self._text(t)}" for t, name in node["terms"])
        return [Idea(f"put {names}")]

    def _contradiction(self, node: Mapping[str, Any]) -> list[Idea]:
        return [Idea("suppose the contrary", plain=True)]

    def _poly(self, node: Mapping[str, Any]) -> list[Idea]:
        squares = sum(bool(entry.get("sq")) for entry in _items(node.get("terms")))
        words = f"a sum of {squares} squares and of products of what is known" if squares > 1 else ""
        return [Idea(words or "by adding and multiplying what is known", plain=not words)]

    def _cases(self, node: Mapping[str, Any]) -> list[Idea]:
        r = relation(node["on"])
        halves = [(r, node["yes"]), (r.negated(), node["no"])]
        return [Idea(f"where {self._relation(h)}:", tuple(self.ideas(p))) for h, p in halves]

    def _both(self, node: Mapping[str, Any]) -> list[Idea]:
        halves = {words: tuple(self.ideas(node[words])) for words in ("below", "above")}
        return [Idea(f"from {w}:", found) for w, found in halves.items() if any(not i.plain for i in found)]

    def _mvt(self, node: Mapping[str, Any]) -> list[Idea]:
        x, base = self._text(node["variable"]), self._text(node["base"])
        low = node["side"] == "below"
        words = f"the difference {'rises' if low else 'falls'} in {x}, so it is least at {x} = {base}"
        slope = tuple(self.ideas(node["slope"]))
        sign = "not negative" if low else "not positive"
        start = tuple(self.ideas(node["at_base"]))
        below: tuple[Idea, ...] = (Idea(f"its derivative is {sign}:", slope, all(i.plain for i in slope)),)
        if not all(i.plain for i in start):
            below = (*below, Idea(f"it is not negative at {base}:", start))
        return [Idea(words, below)]

    def _archimedean(self, node: Mapping[str, Any]) -> list[Idea]:
        return [Idea("the difference falls to 0, or rises from it: it is at least -K/t for every large t")]

    def _induction(self, node: Mapping[str, Any]) -> list[Idea]:
        n = self._text(node["variable"])
        first = Idea("first value:", tuple(self.ideas(node["at_base"])))
        step = Idea(f"from {n} to {n} + 1:", tuple(self.ideas(node["step"])))
        return [Idea(f"by induction on {n}", (first, step))]

    def _box(self, node: Mapping[str, Any]) -> list[Idea]:
        if not node["boxes"]:
            return [Idea("by computing numbers", plain=True)]
        tree = _items(node["tree"])
        items = [item for item in tree if isinstance(item, dict)]
        zeros = {str(item["at"]): item["zeros"] for item in items if item["zeros"]}
        faces = {str(item[0]) for item in tree if isinstance(item, list) and item[1] in ("low", "high")}
        parts = len(items) + sum(item in ("leaf", "mean") for item in tree)
        ends = [(self._text(x), self._text(a), self._text(b)) for x, (a, b) in sorted(node["boxes"].items())]
        least = "<=" if self.style == ASCII else "≤"
        where = ", ".join(f"{a} {least} {x} {least} {b}" for x, a, b in ends)
        how = "Taylor series with intervals as coefficients" if items else "interval arithmetic"
        words = f"{how} on {parts} part{'s' if parts > 1 else ''} of {where}"
        if zeros:
            found = (f"the zero of order {k} at {self._text(a)}" for a, k in zeros.items())
            words += f", after division by {' and '.join(found)}"
        if faces:
            monotone = ", ".join(map(self._text, sorted(faces)))
            words += f"; where it is monotone in {monotone} only an end counts"
        return [Idea(words)]
