"""From a node of a certificate to lines of a script: what all rules have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..kernel.real import RULES, Fields, Relation, Sequent, Task
from .shallow import said, variable

Lines = list[str]
Names = tuple[str, ...]


class Unsupported(Exception):
    """What the export cannot say; nothing is wrong with the certificate."""


@dataclass(frozen=True)
class Node:
    """A node of a certificate at a sequent, what the kernel asks for after it, and the names in the script of
    the sequent's hypotheses."""

    sequent: Sequent
    fields: Fields
    tasks: list[Task]
    names: Names


Writer = Callable[["Script", Node], Lines]


class Script:
    """Writes scripts, with names that are not used twice; some lemmas may be without a proof there. Those of
    the certificate itself are called as the script is, with their numbers."""

    def __init__(
        self, writers: Mapping[str, Writer], lacking: frozenset[str] = frozenset(), name: str = ""
    ) -> None:
        self._writers = writers
        self.lacking, self.name = lacking, name
        self._count = 0

    def fresh(self, prefix: str = "h") -> str:
        """A name that was not used before."""
        self._count += 1
        return f"{prefix}{self._count}"

    def proof(self, t: Task, names: Names) -> Lines:
        """The lines that prove a task's goal, in a context with its variables and hypotheses."""
        f, again = Fields(t.node, t.place), Fields(t.node, t.place)
        rule = f.text("rule")
        again.text("rule")
        if rule not in self._writers:
            raise Unsupported(f"the rule {rule}")
        return self._writers[rule](self, Node(t.sequent, f, RULES[rule](t.sequent, again), names))

    def block(self, t: Task, names: Names, start: str = "") -> Lines:
        """The same in braces."""
        return [f"{{ {start}", *self.proof(t, names), "}"]

    def asserted(self, t: Task, s: Sequent, names: Names, name: str = "") -> Lines:
        """What a task says at a sequent, as an assertion: for all variables and under all hypotheses that the
        task has beyond the sequent's."""
        new = [v for v in t.sequent.variables if v not in s.variables]
        more = t.sequent.hypotheses[len(s.hypotheses) :]
        bound, added = self.introduced(new, t.sequent, more)
        text = "".join(f"forall {variable(v)} : R, " for v in new)
        text += "".join(f"isint {variable(v)} -> " for v in new if t.sequent.variables[v])
        text += "".join(f"{said(h)} -> " for h in more) + said(t.sequent.goal)
        return [f"assert ({name or self.fresh('d')} : {text}).", *self.block(t, (*names, *added), bound)]

    def introduced(self, new: list[str], s: Sequent, more: Iterable[Relation]) -> tuple[str, Names]:
        """A line that introduces variables with their sorts, and hypotheses; the names of these."""
        added = tuple(self.fresh() for _ in more)
        integer = [self.fresh("i") for v in new if s.variables[v]]
        words = [*map(variable, new), *integer, *added]
        return (f"intros {' '.join(words)}." if words else ""), added

    def owed(self, tasks: Iterable[Task], n: Node) -> Lines:
        """Assertions of several tasks, each of which may use those before."""
        return [line for t in tasks for line in self.asserted(t, n.sequent, n.names)]
