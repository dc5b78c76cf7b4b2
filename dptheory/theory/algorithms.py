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

from dataclasses import dataclass, field, replace

from ..kernel import KernelError, SyntaxProblem
from ..kernel.logic import DATA, PROP, Expr, abstract, is_name, law, op, var
from .grammar import lines, own, rules
from .names import Names
from .outline import Entry, OutlineError
from .statements import Algorithm, AlgorithmLine, Deed
from .texts import Text, labelled, read_formula

LINE = "line of an algorithm"


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
        rule = rules("statement")["algorithm"]
        said = {piece: str(text) for piece, text in rule.read(entry).items()}
        name, data = said["NAME"], said["DATA"]
        if not is_name(name) or not is_name(data):
            raise rule.expected(entry)
        where = dict(self.text.where)
        self.text = self.text.named(name, None, "is an algorithm", entry)
        self.text = self.text.named(data, DATA, f"is the input of {name}", entry)
        words: dict[str, list[str]] = {"input": [], "output": []}
        done = []
        for child in entry.children:
            if child.word in words:
                words[child.word].append(str(child.rest))
            else:
                done.append(self._line(child, data))
        if not done:
            raise OutlineError("an algorithm is its lines; this one has none", entry.number)
        made = None if self.returned is None else abstract(data, DATA, self.composed(self.returned))
        return Algorithm(
            name, data, said["KIND"] or "printed", tuple(words["input"]), " ".join(words["output"]),
            tuple(done), made, tuple(self.solved), where,
        )  # fmt: skip

    def _line(self, entry: Entry, data: str) -> AlgorithmLine:
        said = rules("algorithm")["LABEL"].pieces(own(entry, LINE).text, entry)
        label = str(said["LABEL"])
        if self.returned is not None:
            raise OutlineError("a line after the one that returns", entry.number)
        self.labels.bind(label, "numbers a line", entry)
        return AlgorithmLine(
            label, str(said["WORDS"]), tuple(self._deed(c, data) for c in lines(entry, LINE))
        )

    def _deed(self, entry: Entry, data: str) -> Deed:
        if entry.word == "let":
            self.text = self.text.abbreviated(entry)
            return Deed("let", *list(self.text.where.items())[-1])
        if entry.word == "solve":
            label, text = labelled(entry, rules(LINE)["solve"])
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
        said = rules(LINE)["draw"].read(entry)
        name = str(said["NAME"])
        if not is_name(name):
            raise rules(LINE)["draw"].expected(entry)
        source = self.text.term(said["LAW"])
        if source.sort.name != "law":
            raise OutlineError(f"expected a law, found a term of sort {source.sort}", entry.number)
        sort = source.sort.args[0]
        self.text = self.text.named(name, sort, "is drawn", entry)
        sums = self.text.sums
        self.text = replace(self.text, sums=replace(sums, drawn=(*sums.drawn, var(name, sort))))
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
