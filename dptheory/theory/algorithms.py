"""Algorithms: an algorithm is its printed lines.

Each line has the source's words and, where the logic can say it, what the line does::

    algorithm M(T)
      input   Privacy budget: ε > 0. Training set S.
      output  A hypothesis w.
      1: Solve the empirical risk minimisation w̄ = arg min_w L_S(w).
        solve rule: minimises(A(T), fun w. empirical_loss(loss, T, w), H)
      2: Draw a noise vector κ.
        draw k ~ l2laplace(4*rho/(lam*n*eps))
      3: Output w̄ + κ.
        return A(T) + k

The lines are composed, in this order, into the term that claims call ``M``: here
``fun T. image[k ~ ...](A(T) + k)``. What is solved becomes a hypothesis, for every data set and
every value of what was drawn before, of the forms that say ``runs M``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..kernel import KernelError, SyntaxProblem
from ..kernel.logic import DATA, PROP, Expr, abstract, is_name, law, op, var
from .names import Names
from .outline import Entry, OutlineError
from .texts import LABELLED, Text, labelled, read_formula

WORDS = ("let", "solve", "draw", "return")
"""What a line can do."""

_HEAD = re.compile(r"algorithm\s+(?:([\w-]+)\s+)?(\w+)\s*\(\s*(\w+)\s*\)\s*\Z")


@dataclass(frozen=True)
class Deed:
    """What a line does: ``let``, ``solve``, ``draw`` or ``return``; a name where it gives one; a term."""

    word: str
    name: str
    term: Expr


@dataclass(frozen=True)
class AlgorithmLine:
    """One printed line: its number, its words and what it does."""

    label: str
    words: str
    deeds: tuple[Deed, ...] = ()


@dataclass(frozen=True)
class Algorithm:
    """The lines of an algorithm with the name that claims use, and the term that they make.

    `kind` is "printed", or says how the lines were changed ("corrected"). `term` is a function of
    the data set, None where no line returns. `solved` has a formula for each ``solve``, `where` the
    abbreviations of the statement.
    """

    name: str
    data: str
    kind: str
    inputs: tuple[str, ...]
    output: str
    lines: tuple[AlgorithmLine, ...]
    term: Expr | None = None
    solved: tuple[tuple[str, Expr], ...] = ()
    where: Mapping[str, Expr] = field(default_factory=dict)


@dataclass
class AlgorithmReader:
    """Reads one algorithm, its lines from the first to the last; `text` says what names mean there."""

    text: Text
    drawn: list[tuple[str, Expr]] = field(default_factory=list)
    solved: list[tuple[str, Expr]] = field(default_factory=list)
    labels: Names = field(default_factory=Names)
    returned: Expr | None = None

    def read(self, entry: Entry) -> Algorithm:
        """The algorithm of an entry ``algorithm M(T)``; raises OutlineError."""
        match = _HEAD.match(entry.text)
        if match is None or not is_name(match[2]) or not is_name(match[3]):
            raise OutlineError(
                "expected 'algorithm NAME(DATA)' or 'algorithm corrected NAME(DATA)'", entry.number
            )
        kind, name, data = match.groups()
        where = dict(self.text.where)
        self.text = self.text.named(name, None, "is an algorithm", entry)
        self.text = self.text.named(data, DATA, f"is the input of {name}", entry)
        inputs, outputs, lines = [], [], []
        for child in entry.children:
            if child.word == "input":
                inputs.append(child.rest)
            elif child.word == "output":
                outputs.append(child.rest)
            else:
                lines.append(self._line(child, data))
        if not lines:
            raise OutlineError("an algorithm is its lines; this one has none", entry.number)
        made = None if self.returned is None else abstract(data, DATA, self.composed(self.returned))
        return Algorithm(
            name,
            data,
            kind or "printed",
            tuple(inputs),
            " ".join(outputs),
            tuple(lines),
            made,
            tuple(self.solved),
            where,
        )

    def _line(self, entry: Entry, data: str) -> AlgorithmLine:
        words = " ".join([entry.text, *(c.whole for c in entry.children if c.word not in WORDS)])
        match = LABELLED.match(words)
        if match is None:
            raise OutlineError("expected 'number: the words of the line'", entry.number)
        if self.returned is not None:
            raise OutlineError("a line after the one that returns", entry.number)
        self.labels.bind(match[1], "numbers a line", entry)
        deeds = tuple(self._deed(c, data) for c in entry.children if c.word in WORDS)
        return AlgorithmLine(match[1], match[2], deeds)

    def _deed(self, entry: Entry, data: str) -> Deed:
        if entry.word == "let":
            self.text = self.text.abbreviated(entry)
            name, term = list(self.text.where.items())[-1]
            return Deed("let", name, term)
        if entry.word == "solve":
            label, text = labelled(entry)
            self.labels.bind(f"solve {label}", "is there", entry)
            made = read_formula(text, self.text, entry)
            self.solved.append((label, self._for_all(made, data)))
            return Deed("solve", label, made)
        try:
            if entry.word == "draw":
                return self._draw(entry)
            self.returned = self.text.term(entry.rest)
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error
        return Deed("return", "", self.returned)

    def _draw(self, entry: Entry) -> Deed:
        name, sign, text = (part.strip() for part in entry.rest.partition("~"))
        if not sign or not is_name(name):
            raise OutlineError("expected 'draw name ~ law'", entry.number)
        source = self.text.term(text)
        if source.sort.name != "law":
            raise OutlineError(f"expected a law, found a term of sort {source.sort}", entry.number)
        self.text = self.text.named(name, source.sort.args[0], "is drawn", entry)
        self.drawn.append((name, source))
        return Deed("draw", name, source)

    def _for_all(self, formula: Expr, data: str) -> Expr:
        """A formula for every data set, and for every value of what was drawn before."""
        drawn = [(name, source.sort.args[0]) for name, source in self.drawn]
        for name, sort in reversed([(data, DATA), *drawn]):
            if name in formula.names:
                formula = op("forall", PROP, abstract(name, sort, formula))
        return formula

    def composed(self, result: Expr) -> Expr:
        """The law of what is returned; the result itself where nothing is drawn."""
        if not self.drawn:
            return result
        *outer, (name, source) = self.drawn
        sort = source.sort.args[0]
        same = result == var(name, sort)
        made = source if same else op("image", law(result.sort), source, abstract(name, sort, result))
        for name, source in reversed(outer):
            made = op("mixture", made.sort, source, abstract(name, source.sort.args[0], made))
        return made
