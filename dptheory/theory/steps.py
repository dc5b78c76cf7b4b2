"""Reading the lines of a proof: the kernel refuses what is read wrongly here, or proves something else."""

from __future__ import annotations

import re
from dataclasses import replace

from ..kernel.limits import KernelError
from ..kernel.logic.derivations import Line
from ..kernel.syntax import SyntaxProblem
from .elaborate.blocks import with_blocks
from .outline import Entry, OutlineError
from .texts import LABELLED, Text, declared

_CLAUSE = re.compile(r"\s(from|at|with|fix)\s")


class Steps:
    """Reads the lines of a proof; names that `fix` and `assume` introduce are declared by `let`."""

    def __init__(self, scope: Text, entry: Entry) -> None:
        self.scope, self.entry = scope, with_blocks(entry)

    def lines(self) -> list[Line]:
        made = []
        for child in self.entry.children:
            if child.word == "let":
                names = self.scope.names
                self.scope = self.scope.extended(declared(child, names.variables, names.definitions))
            elif child.word == "where":
                self.scope = replace(self.scope, where={**self.scope.where, **self.scope.abbreviation(child)})
            else:
                made.append(self._line(child))
        return made

    def _line(self, entry: Entry) -> Line:
        match = LABELLED.match(entry.whole)
        if match is None or " by " not in match[2]:
            raise OutlineError("expected 'label: formula by rule ...'", entry.number)
        asserted, _, reason = match[2].rpartition(" by ")
        head, *clauses = _CLAUSE.split(" " + reason.strip() + " ")
        given = {word: text.strip() for word, text in zip(clauses[::2], clauses[1::2], strict=True)}
        try:
            values = {}
            for part in given.get("with", "").split(";"):
                if part.strip():
                    name, _, text = part.partition(":=")
                    values[name.strip()] = self.scope.term(text)
            terms = tuple(self.scope.term(t) for t in given.get("at", "").split(";") if t.strip())
            return Line(
                match[1],
                self.scope.formula(asserted),
                head.strip(),
                tuple(s.strip() for s in given.get("from", "").split(",") if s.strip()),
                terms,
                values,
                tuple(s.strip() for s in given.get("fix", "").split(",") if s.strip()),
            )
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error
