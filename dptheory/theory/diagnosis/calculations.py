"""Why a calculation of what is said of all values fails, or one from what no calculation can use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...kernel.logic import RELATIONS, Definition, Expr, Line, apply_function, conjuncts, normal, show, var
from ..elaborate.points import calculable, counterexample

UNFOUND = "no proof of this calculation was found, and no point at which it fails"
SPLIT = "split it into smaller steps, cite more lines, or fewer: those that it needs"
_BIT = "no calculation uses it; that x is 0 or 1 is said by x*(1 - x) = 0"
_RELATIONS = frozenset(RELATIONS.values())


@dataclass
class Opened:
    """What a line says of all values, at one: the variables, what is assumed, the rest; and the lines that it
    cites at these values, by how they are cited."""

    line: Line
    known: Mapping[str, Expr]
    definitions: Mapping[str, Definition]
    variables: list[Expr] = field(default_factory=list)
    assumed: list[Expr] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.core = normal(self.line.formula, self.definitions)
        taken = frozenset(self.core.names).union(*(said.names for said in self.known.values()))
        while self.core.head in ("forall", "implies"):
            if self.core.head == "implies":
                self.assumed.append(self.core.args[0])
                self.core = self.core.args[1]
                continue
            fn = self.core.args[0]
            name = fn.label if fn.head == "lam" else "x"
            while name in taken | {one.label for one in self.variables}:
                name += "'"
            self.variables.append(var(name, fn.sort.args[0]))
            self.core = normal(apply_function(fn, self.variables[-1]), self.definitions)

    def cited(self) -> dict[str, Expr]:
        """What the lines cited, or all lines above, say at the values."""
        made, own = dict[str, Expr](), {one for said in (self.core, *self.assumed) for one in said.names}
        for label in self.line.sources or self.known:
            said, at, there = self.known.get(label), list[str](), list(self.variables)
            while said is not None and said.head == "forall" and there:
                one = there.pop(0)
                if one.sort == said.args[0].sort.args[0]:
                    at.append(one.label)
                    said = normal(apply_function(said.args[0], one), self.definitions)
            if said is not None and (self.line.sources or not at or own & {*at}):
                made[f"{label}({', '.join(at)})" if at else label] = said
        return made


def barred(said: Mapping[str, Expr]) -> Iterator[str]:
    """What lines say that no calculation can use."""
    for label, formula in said.items():
        for part in conjuncts(formula):
            if part.head == "or":
                yield f"{label} says  {show(part)}: {_BIT}"
            elif part.head == "implies":
                yield f"{label} says  {show(part)}; its premise is not among the lines above: add the line"
                yield f"p: {show(part.args[0])} by ..."
            elif part.head in ("forall", "exists"):
                at = f"{label[:-1]}, ...)" if label.endswith(")") else f"{label}(...)"
                yield f"{label} is said of all values: cite it at some, {at}"


def of_all(line: Line, known: Mapping[str, Expr], definitions: Mapping[str, Definition]) -> tuple[str, ...]:
    """Why a calculation for all values fails: what is wrong, then the reasons; nothing where what is claimed
    at one value is no relation between numbers, or nothing is said of all values."""
    opened = Opened(line, known, definitions)
    if not (opened.variables or opened.assumed):
        return ()
    if any(part.head == "or" for part in conjuncts(opened.core)):
        return ("a calculation gives relations between numbers, not 'or'",)
    if any(part.head not in _RELATIONS for part in conjuncts(opened.core)):
        return ()
    said = opened.cited()
    held = [one for one in (*said.values(), *opened.assumed) if calculable(one)]
    points = (counterexample(held, part) for part in conjuncts(opened.core) if calculable(part))
    point = next((one for one in points if one is not None), None)
    more = list(barred(said if line.sources else {}))
    used = [label for label, one in said.items() if calculable(one)] if line.sources else []
    names = "; ".join(f"{one.label}: {one.sort}" for one in opened.variables)
    take = [f"take {names}"] if names else []
    take += [f"assume p{k}: {show(one)}" for k, one in enumerate(opened.assumed, 1)]
    used += [f"p{k}" for k in range(1, len(opened.assumed) + 1)] if used else []
    from_ = f" from {', '.join(used)}" if used else ""
    shown = f"v: {show(opened.core)} by calc{from_}"
    more.append(f"say it of any value:  {'; '.join(take)}  and the line  {shown}")
    if point is None:
        return (UNFOUND, *more)
    return ("the calculation does not follow", point.words, *more)
