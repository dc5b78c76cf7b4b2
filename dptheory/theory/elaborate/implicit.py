"""Lines that a line needs and that go without saying for its author: premises that follow from lines above,
trivial facts, and equations that a rule gives of parts of what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from ...kernel.logic import (
    PROP,
    REAL,
    RELATIONS,
    Expr,
    Line,
    abstract,
    conjuncts,
    num,
    op,
    replace_all,
    same_vector,
    substitute,
    walk,
)
from .inference import Inference
from .instances import MOST_WAYS
from .missing_lines import Needed, closed, for_all
from .points import calculable

DEEP = 3
"""So many lines deep a premise is looked for."""
_RELATIONS = frozenset(RELATIONS.values())
_OF_ALL = ("forall", "implies")


def divided(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """An equation of vectors whose coefficients divide: for all numbers in the place of the quotients, and
    so for these; nothing where it is no such equation."""
    quotients = list(dict.fromkeys(node for node in closed(goal) if node.head == "div"))
    outer = [one for one in quotients if not any(one != other and one in walk(other) for other in quotients)]
    needed, general, names = Needed(search, line), goal, list[str]()
    for one in outer:
        number = needed.fresh(abstract(f"t{len(names) + 1}", REAL, one))
        names.append(number.label)
        general = replace_all(general, one, number)
    if not outer or general.head != "eq" or not same_vector(*general.args):
        return []
    shown, every = needed.add(general, "vector"), general
    for name in reversed(names):
        every = op("forall", PROP, abstract(name, REAL, every))
    label = needed.add(every, "intro", (shown,), names=tuple(names))
    return needed.with_(Line(line.label, line.formula, "apply", (label,), terms=tuple(outer)))


def with_premises(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """The line with its values, after a line for each premise that none above says; nothing where one of them
    is not found."""
    for theorem in search.schemas(line.by):
        for found, missing in islice(search.search(theorem, line, goal).short(goal, line.values), MOST_WAYS):
            needed = Needed(search, line)
            labels = [needed.label(formula) for formula in missing]
            if None not in labels:
                sources = dict.fromkeys([*found.sources, *(label for label in labels if label is not None)])
                return needed.with_(replace(line, values=found.values, sources=tuple(sources)))
            needed.forget()
    return []


def with_one(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """The line after one with the factor 1 that its rule has in another place: ``1*P[...] <= E[...]``."""
    for theorem in search.schemas(line.by) if goal.head in _RELATIONS else ():
        said, sides = theorem.conclusion, list(goal.args)
        for place, pattern in enumerate(said.args if said.head == goal.head else ()):
            first = pattern.args[0] if pattern.head == "mul" else pattern
            if pattern.head == "mul" and first.label in theorem.variables and sides[place].head != "mul":
                sides[place] = op("mul", REAL, num(1), sides[place])
        made, label = op(goal.head, PROP, *sides), f"{line.label}.one"
        if made != goal:
            needed = Needed(search, line)
            needed.took(search.whole(replace(line, label=label, formula=made), made))
            if search.reasons.pop(label, None) is None:
                return needed.with_(Line(line.label, line.formula, "calc", (label,)))
            needed.forget()
    return []


def up_to_arithmetic(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """The line after one that says it with numbers written otherwise, ``(2*b/n)/eps`` for ``2*b/(n*eps)``."""
    for theorem in search.schemas(line.by):
        for found, missing, equations in search.search(theorem, line, goal).alike(goal, line.values):
            needed = Needed(search, line)
            labels = [needed.label(formula) for formula in (*missing, *equations)]
            shown = [label for label in labels if label is not None]
            if len(shown) == len(labels):
                said = search.normal(substitute(theorem.conclusion, found.values))
                sources = dict.fromkeys([*found.sources, *shown[: len(missing)]])
                first = needed.add(said, line.by, tuple(sources), values=found.values)
                cited = (first, *shown[len(missing) :])
                return needed.with_(Line(line.label, line.formula, "rewrite", cited))
            needed.forget()
    return []


def by_name(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """A calculation that cites rules and statements by name: after what these say of the terms in it."""
    needed, labels = Needed(search, line), [one for one in line.sources if one in search.known]
    for name in (one for one in line.sources if one not in search.known):
        terms = [node for said in (goal, *map(search.known.get, labels)) if said for node in closed(said)]
        for theorem in search.schemas(name):
            ways = search.search(theorem, Line("", goal, name), goal).about(terms, lacking=True)
            for found, missing in islice(ways, MOST_WAYS):
                said = search.normal(substitute(theorem.conclusion, found.values))
                if not calculable(said) or said in needed.said.values():
                    continue
                shown = [label for one in missing if (label := needed.label(one)) is not None]
                if len(shown) == len(missing):
                    labels.append(needed.add(said, name, (*found.sources, *shown), values=found.values))
    whole = replace(line, sources=tuple(dict.fromkeys(labels)))
    made = with_trivial(search, whole, goal) or [whole]
    return needed.with_(made[-1])[:-1] + made


def relations_of(search: Inference, line: Line) -> list[Line]:
    """A calculation from the relations of numbers that its lines say beside other things; nothing where they
    say nothing else."""
    needed, labels = Needed(search, line), list[str]()
    for label in line.sources:
        said = [part for part in conjuncts(search.known[label])] if label in search.known else []
        numbers = [part for part in said if calculable(part)]
        if 0 < len(numbers) < len(said):
            labels += [needed.add(part, "both", (label,)) for part in numbers]
        else:
            labels.append(label)
    return needed.with_(replace(line, sources=tuple(labels))) if needed.lines else []


def with_trivial(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """A calculation from lines, after the trivial facts that exclude the points at which it fails."""
    needed = Needed(search, line)
    sources = needed.premises(goal, line.sources)
    return [] if sources is None else needed.with_(replace(line, sources=sources))


def from_facts(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """A calculation after the trivial facts that it needs."""
    needed = Needed(search, line)
    sources = needed.premises(goal)
    return [] if sources is None else needed.with_(replace(line, sources=sources))


def stated(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """What is cited as a fact and is no calculation: by a rule from the lines above."""
    needed = Needed(search, line)
    cited = (label for label in line.sources if search.known.get(label) == goal)
    label = next(cited, None) if line.sources else needed.label(goal)
    if label is not None:
        return needed.with_(Line(line.label, line.formula, "both", (label,)))
    needed.forget()
    return for_all(search, line, goal)


def by_equations(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """A relation by a rule that gives equations of parts of it: these, and the calculation from them."""
    if goal.head not in _RELATIONS:
        return []
    needed = Needed(search, line)
    labels = list(needed.equations(goal))
    return _from(needed, line, goal, labels)


def under_binders(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """A relation by a rule that gives equations of parts under sums and expectations: these for all values,
    the sums and expectations that are equal by them, and the calculation from that."""
    needed, labels = Needed(search, line), list[str]()
    for node in closed(goal) if goal.head in _RELATIONS else ():
        if node.head in ("E", "sum") and (label := needed.equal_under(node)) is not None:
            labels.append(label)
    return _from(needed, line, goal, labels)


def _from(needed: Needed, line: Line, goal: Expr, labels: Sequence[str]) -> list[Line]:
    """The calculation from lines that were found, and from those by which the numbers in it have values."""
    sources = needed.premises(goal, tuple(labels)) if labels else None
    if sources is None:
        needed.forget()
        return []
    return needed.with_(Line(line.label, line.formula, "calc", sources))
