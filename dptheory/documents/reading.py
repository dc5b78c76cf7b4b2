"""How the formulas of one document are read as claims: its names, functions, definitions and unknowns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Term, print_term, substitute
from ..latex.meaning import Function, Meaning
from ..latex.nodes import Node, nodes
from ..latex.signs import SIGNS
from ..latex.tokens import Token
from ..present.reading import read_term
from .definitions import Definition, in_force
from .given import Given
from .links import Link
from .parsed import Parsed, lone
from .remarks import Place
from .scopes import FOR, Scopes
from .source import Document
from .words import Words

_LETTER: Final = {
    "probability": "P", "expectation": "E", "variance": "V", "norm": "N", "size": "N", "divergence": "D",
    "sum": "S",
    "value": "F", "indicator": "I", "extremum": "M", "number": "I",
}  # fmt: skip


def _turned(norm: str) -> str:
    r"""The norm of a difference, in one of its two directions.

    >>> _turned(r"\|y-x\|_{2}"), _turned(r"\|x-y\|_{2}"), _turned(r"\|x-(y-z)\|")
    ('\\|x-y\\|_{2}', '\\|x-y\\|_{2}', '\\|x-(y-z)\\|')
    """
    match = re.fullmatch(r"\\\|([^-+|()]+)-([^-+|()]+)(\\\|.*)", norm)
    return rf"\|{'-'.join(sorted(match.group(1, 2)))}{match[3]}" if match else norm


@dataclass
class Reading:
    """What is known of a document while its links are read."""

    source: Document
    parsed: Parsed
    links: list[Link]
    aims: list[Link] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    scopes: Scopes = field(kw_only=True)
    words: dict[int, Words] = field(default_factory=dict)
    defining: frozenset[int] = frozenset()
    about: dict[str, list[Given]] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()
    transposed: bool = False
    optima: dict[tuple[int, int], Place] = field(default_factory=dict)
    equalities: list[Link] = field(default_factory=list)
    atoms: dict[str, tuple[str, str]] = field(default_factory=dict)

    def meaning(self, functions: Mapping[str, Function] | None = None, *, other: bool = False) -> Meaning:
        """How this document's formulas are read."""
        return Meaning(
            strict=False, variables=self.numbers, functions=functions or {}, atom=self.atom, other=other,
            called=self.called,
        )  # fmt: skip

    def atom(self, node: Node) -> str:
        """The name of an unknown."""
        node = replace(node, value=_turned(node.value)) if node.about == "norm" else node
        if node.value not in self.atoms:
            letter = _LETTER.get(node.about, "I")
            taken = {name for name, _ in self.atoms.values()} | set(self.parsed.names.given.values())
            name = next(n for k in range(1, 10_000) if (n := f"{letter}{k}") not in taken)
            self.atoms[node.value] = name, node.about
        return self.atoms[node.value][0]

    def term(self, side: Sequence[Token], link: Link, *, without: Sequence[str] = ()) -> Term:
        """A side as a term, with the definitions in force at a link put in, but for those of some names."""
        tree = self.parsed.tree(side)
        if isinstance(tree, SyntaxProblem):
            raise tree
        values, calls = self.in_force(link)
        readable = self.functions(calls)
        kept = {name: one for name, one in values.items() if name not in without}
        return self.put_in(read_term(self.meaning(readable).text(tree)), kept, readable, {})

    def in_force(self, link: Link) -> tuple[dict[str, Definition], dict[str, Definition]]:
        """The definitions that hold where a link stands: a name that a quantifier of its sentence speaks of
        has no value from elsewhere.
        """
        values, calls = in_force(self.scopes, self.definitions, self.given, link)
        mine = self.scopes.sentence(link.position)
        for name, said in self.scopes.bound(link.position).items():
            since = max((m.at for m in said if m.level == FOR), default=-1)
            one = values.get(name)
            if (
                one is not None
                and since >= 0
                and (one.position < since or self.scopes.sentence(one.position) != mine)
            ):
                del values[name]
        return values, calls

    def valued(self, link: Link) -> set[str]:
        """The names to which the section of a link gives a value somewhere else: of these it may choose."""
        here, mine = self.source.section(link.position), self.scopes.sentence(link.position)
        equal = {
            lone(self.parsed.tree(one.left)) for one in self.equalities
            if self.source.section(one.position) == here and self.scopes.sentence(one.position) < mine
        }  # fmt: skip
        return equal | {name for name, one in self._equations.get(here, ()) if one is not link}

    def settled(self, link: Link) -> set[str]:
        """The names to which the sentence of a link gives a value before it, also where a quantifier spoke of
        them: *is minimised at y = 3, where y + 9/y = 6*.
        """
        here = self._equations.get(self.source.section(link.position), ())
        equal = ((lone(self.parsed.tree(one.left)), one) for one in self.equalities)
        mine, bound = self.scopes.sentence(link.position), self.scopes.bound(link.position)
        since = {n: max((m.at for m in said if m.level == FOR), default=-1) for n, said in bound.items()}
        return {
            name for name, one in (*here, *equal)
            if one.position < link.position and not (one.formula is link.formula and one.chain == link.chain)
            and self.scopes.sentence(one.position) == mine and since.get(name, -1) < one.position
        }  # fmt: skip

    @cached_property
    def _equations(self) -> dict[int, list[tuple[str, Link]]]:
        """The equations of each section, each with the name on its left side."""
        made: dict[int, list[tuple[str, Link]]] = {}
        for one in self.links:
            if one.first and one.sign in ("=", ":="):
                section = self.source.section(one.position)
                made.setdefault(section, []).append((lone(self.parsed.tree(one.left)), one))
        return made

    def raw(self, link: Link, trees: Sequence[Node | SyntaxProblem]) -> str:
        """A relation in the claims' language as it stands; empty where it cannot be said in it."""
        try:
            meaning = self.meaning()
            texts = [meaning.text(t) for t in trees if isinstance(t, Node)]
        except SyntaxProblem:
            return ""
        sign = "=" if link.sign == ":=" else link.sign
        return f"{texts[0]} {sign} {texts[1]}" if len(texts) == 2 and sign in SIGNS.values() else ""

    def functions(self, calls: Mapping[str, Definition]) -> dict[str, Function]:
        """The functions that the text defines, each in the claims' language, where it can be said in it."""
        made: dict[str, Function] = {}
        for name, one in calls.items():
            meaning = self.meaning(dict(made))
            try:
                value = meaning.text(one.value)
                vector = any(n.kind == "atom" and n.about == "vector" for n in nodes(one.value))
                if vector or (self.transposed and "T" in read_term(value).names):
                    continue
                named = {n for n, _ in self.atoms.values()} - {d.name for d in self.definitions}
                unknown = named & read_term(value).names
                rigid = bool(unknown) or not read_term(value).names & set(one.parameters)
                made[name] = Function(one.parameters, value, rigid=rigid)
            except (SyntaxProblem, KernelError):
                made.pop(name, None)
        return made

    def put_in(
        self,
        term: Term,
        values: Mapping[str, Definition],
        calls: Mapping[str, Function],
        used: dict[str, str],
        among: frozenset[str] = frozenset(),
    ) -> Term:
        """A term with the names that the text defines written out, as far as that ends. Of unknowns values
        have none but those that are `among` the relation's.
        """
        for _ in range(4):
            images: dict[str, Term] = {}
            for name in sorted(term.names & values.keys()):
                meaning = self.meaning(calls)
                try:
                    image = read_term(values[name].text or meaning.text(values[name].value))
                except (SyntaxProblem, KernelError):
                    continue
                strange = {n for n, _ in self.atoms.values()} - among
                if name not in image.names and not image.names & strange:
                    images[name] = image
                    used[name] = print_term(image)
            if not images:
                return term
            term = substitute(term, images)
        return term

    def other(
        self, trees: Sequence[Node], known: Mapping[str, Function], raw: Sequence[str], sign: str
    ) -> str:
        """The second reading of a link, where it has one."""
        if not any(
            n.kind == "choice" and n.value.split()[0] in ("slash", "beside") for t in trees for n in nodes(t)
        ):
            return ""
        meaning = self.meaning(known, other=True)
        texts = [meaning.text(tree) for tree in trees]
        return "" if texts == list(raw) else f"{texts[0]} {sign} {texts[1]}"
