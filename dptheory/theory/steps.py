"""Reading the lines of a proof: the kernel refuses what is read wrongly here, or proves something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kernel import KernelError, SyntaxProblem, need
from ..kernel.logic import Line, Theorem
from .elaborate.blocks import with_blocks
from .elaborate.citing import Citations
from .elaborate.closing import LAST
from .names import Names
from .outline import Entry, OutlineError
from .texts import LABELLED, Text

_CLAUSE = re.compile(r"\s(from|at|with|fix)\s")


class Steps:
    """Reads the lines of a theorem's proof; names that `fix` and `assume` introduce are declared by `let`."""

    def __init__(self, scope: Text, entry: Entry, theorem: Theorem, labels: Names | None = None) -> None:
        self.scope, self.entry, self.theorem = scope, with_blocks(entry), theorem
        self.cited = Citations(scope.names.definitions, dict(theorem.hypotheses))
        self.labels = Names(labels or dict.fromkeys(self.cited.known, "labels a hypothesis"))

    def lines(self) -> list[Line]:
        made = list[Line]()
        for child in self.entry.children:
            if child.word == "let":
                own = self.scope.names.variables.keys() - self.theorem.variables.keys()
                self.scope = self.scope.declared(child, own)
            elif child.word == "where":
                self.scope = self.scope.abbreviated(child)
            else:
                made += self._line(child)
        return made

    def _line(self, entry: Entry) -> Iterator[Line]:
        """A line, after those that it cites without a label; one that has only a reason says the claim."""
        match = LABELLED.match(entry.whole)
        asserted, sign, reason = (match[2] if match else f" {entry.whole}").rpartition(" by ")
        if not sign or (match is None and asserted):
            raise OutlineError("expected 'label: formula by rule ...'", entry.number)
        label = match[1] if match else self._last()
        self.labels.bind(label, "labels a line", entry)
        try:
            new, line = self._read(label, asserted, reason)
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error
        self.cited.known[label] = line.formula
        yield from (*new, line)

    def _read(self, label: str, asserted: str, reason: str) -> tuple[list[Line], Line]:
        head, *clauses = _CLAUSE.split(" " + reason.strip() + " ")
        given = {word: text.strip() for word, text in zip(clauses[::2], clauses[1::2], strict=True)}
        need(2 * len(given) == len(clauses), "a reason says 'from', 'at', 'with' and 'fix' once")
        values = {}
        for part in given.get("with", "").split(";"):
            if part.strip():
                name, _, text = part.partition(":=")
                need(name.strip() not in values, f"'with' gives {name.strip()} one value")
                values[name.strip()] = self.scope.term(text)
        terms = tuple(self.scope.term(t) for t in given.get("at", "").split(";") if t.strip())
        formula = self.scope.formula(asserted) if asserted else self.theorem.conclusion
        new, sources = self.cited.labels(given.get("from", ""), label, self.scope)
        names = tuple(s.strip() for s in given.get("fix", "").split(",") if s.strip())
        return new, Line(label, formula, head.strip(), sources, terms, values, names)

    def _last(self) -> str:
        """A label for the line that says the claim."""
        return next(name for name in LAST if name not in self.cited.known)
