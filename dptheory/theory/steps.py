"""Reading the lines of a proof: the kernel refuses what is read wrongly here, or proves something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from ..kernel import KernelError, SyntaxProblem, need
from ..kernel.logic import Expr, Line, Theorem, var
from .elaborate.blocks import Goal, with_blocks
from .elaborate.citations import Citations
from .elaborate.closure import LAST
from .elaborate.schemas import of_taken
from .grammar import WITHIN, rules
from .names import Names
from .outline import Entry, OutlineError, Piece, joined
from .statements import PRINTED
from .texts import Text

_GENERALISES: Final = re.compile(r"^intro\b|\ball\s")
"""A reason by which a line for all values is shown of lines for one."""


@cache
def _signs() -> tuple[re.Pattern[str], dict[str, re.Pattern[str]]]:
    """What begins a clause of a reason, and what stands between the things that a clause says."""
    clauses = {word: rule.sign for word, rule in rules(WITHIN).items() if rule.sign}
    return re.compile(rf"\s({'|'.join(clauses)})\s"), {word: re.compile(s) for word, s in clauses.items()}


class Steps:
    """Reads the lines of a theorem's proof; names that `fix` and `assume` introduce are declared by `let`."""

    def __init__(
        self, scope: Text, entry: Entry, theorem: Theorem, labels: Names | None = None,
        reason: Piece | None = None,
    ) -> None:  # fmt: skip
        if reason:
            alone = Entry(joined(["by", reason]), entry.number, column=entry.column)
            entry = replace(entry, children=[alone, *entry.children])
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
        """A line, after those that it cites without a label."""
        try:
            label, formula, reason = self._goal(entry) if isinstance(entry, Goal) else self._said(entry)
            self.labels.bind(label, "labels a line", entry)
            new, line = self._read(label, formula, reason)
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error
        self.cited.known[label] = line.formula
        yield from (*new, line)

    def _said(self, entry: Entry) -> tuple[str, Expr, Piece]:
        said = rules("proof")["LABEL"].pieces(entry.whole, entry)
        return str(said["LABEL"]), self.scope.formula(said["FORMULA"]), said["REASON"]

    def _goal(self, entry: Goal) -> tuple[str, Expr, Piece]:
        """A line that has only a reason: what its block, or the claim, says of what was taken. A reason that
        itself generalises, or cites nothing that was shown of it, shows the claim whole."""
        label = entry.label or next(name for name in LAST if name not in self.cited.known)
        cited, known = entry.rest.partition(" from ")[2].split(", "), self.cited.known
        for_all = known.keys() - {*entry.assumed} >= {*cited} and not any(
            known[one].names & {*entry.taken} for one in cited
        )
        if not entry.goal and (for_all or _GENERALISES.search(entry.rest)):
            return label, self.theorem.conclusion, entry.rest
        whole = self.scope.formula(entry.goal) if entry.goal else self.theorem.conclusion
        taken = [var(name, self.scope.names.variables[name]) for name in entry.taken]
        assumed = [self.cited.known[name] for name in entry.assumed]
        return label, of_taken(whole, taken, assumed, self.scope.names.definitions), entry.rest

    def _read(self, label: str, formula: Expr, reason: Piece) -> tuple[list[Line], Line]:
        begins, signs = _signs()
        whole = joined(["", reason, ""])
        clauses = list(begins.finditer(whole))
        ends = [*(match.start() for match in clauses), len(whole)]
        said = {m[1]: whole.cut(m.end(), end).strip() for m, end in zip(clauses, ends[1:], strict=True)}
        need(len(said) == len(clauses), "a reason says 'from', 'at', 'with' and 'fix' once")
        given = {w: [one for one in said.get(w, Piece("")).parted(sign) if one] for w, sign in signs.items()}
        rule = str(whole.cut(0, ends[0]).strip())
        rule = f"{rule}:{PRINTED}" if "." in rule and ":" not in rule else rule
        values = {}
        for part in given["with"]:
            name, _, text = part.partition(":=")
            need(name.strip() not in values, f"'with' gives {name.strip()} one value")
            values[str(name.strip())] = self.scope.term(text)
        terms = tuple(map(self.scope.term, given["at"]))
        new, sources = self.cited.labels(said.get("from", Piece("")), label, self.scope)
        return new, Line(label, formula, rule, sources, terms, values, tuple(map(str, given["fix"])))
