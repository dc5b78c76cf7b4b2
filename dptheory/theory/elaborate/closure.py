"""The last lines of a proof that its claim itself asks for: what was shown of variables and under assumptions
is generalised, and parts that were shown one by one are put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...kernel.logic import Definition, Expr, Line, Theorem, conjuncts, normal, substitute, var
from .instances import Instance, Search
from .lines import Lines
from .schemas import Opened, opened

LAST = ("end", "qed", "end'")
"""Labels for the line that says the claim."""


def closed(
    theorem: Theorem, lines: Sequence[Line], definitions: Mapping[str, Definition]
) -> tuple[Line, ...]:
    """The lines of a proof, and those that lead from the last one to the claim where none says it."""
    if not lines or any(line.formula == theorem.conclusion for line in reversed(lines)):
        return tuple(lines)
    formulas = dict(theorem.hypotheses) | {line.label: line.formula for line in lines}
    known = Lines(formulas, definitions)
    goal = normal(theorem.conclusion, definitions)
    if any(known.says(line.label, goal) and known.normal(line.label) == goal for line in lines):
        return tuple(lines)
    label = next(name for name in LAST if name not in formulas)
    for schema in _openings(goal):
        for names in _names(schema, known.normal(lines[-1].label), definitions):
            variables = schema.variables.items()
            put = {name: var(own, sort) for (name, sort), own in zip(variables, names, strict=True)}
            shown = _shown(substitute(schema.conclusion, put), known)
            if shown is not None:
                return (*lines, *_lines(theorem, goal, label, names, shown))
    return tuple(lines)


def _openings(goal: Expr) -> Iterator[Opened]:
    """A claim without its quantifiers and implications in front, then with the last of them, and so on."""
    most = opened("", goal)
    yield most
    for depth in reversed(range(1, len(most.variables) + len(most.hypotheses))):
        yield opened("", goal, depth)


def _names(schema: Opened, last: Expr, definitions: Mapping[str, Definition]) -> list[tuple[str, ...]]:
    """What the generalised variables may be called in the lines above: as in the claim, or as in the last."""
    ways = [tuple(name[1:].rstrip("0123456789") for name in schema.variables)]
    bare = Opened("", schema.variables, (), schema.conclusion)
    found = Search(bare, definitions, {}, {}).instance(last, {}) if schema.variables else ""
    if isinstance(found, Instance) and all(value.head == "var" for value in found.values.values()):
        ways.append(tuple(found.values[name].label for name in schema.variables))
    return ways


def _shown(core: Expr, known: Lines) -> tuple[Expr, tuple[str, ...]] | None:
    """A formula and the lines that say it, or its parts: the last of each."""
    whole = known.last(core)
    if whole is not None and known.normal(whole) == core:
        return core, (whole,)
    labels = [known.last(part) for part in conjuncts(core)]
    return None if None in labels else (core, tuple(dict.fromkeys(label for label in labels if label)))


def _lines(
    theorem: Theorem, goal: Expr, label: str, names: tuple[str, ...], shown: tuple[Expr, tuple[str, ...]]
) -> list[Line]:
    core, sources = shown
    if goal.head not in ("forall", "implies"):
        return [Line(label, theorem.conclusion, "both", sources)]
    made = []
    if len(sources) > 1:
        made.append(Line(f"{label}.1", core, "both", sources))
        sources = (f"{label}.1",)
    return [*made, Line(label, theorem.conclusion, "intro", sources, names=names)]
