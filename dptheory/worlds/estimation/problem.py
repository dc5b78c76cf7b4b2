"""A claim about points as a problem: what is to be largest, and the inequalities that hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...kernel.logic import (
    DATA,
    INT,
    RECORD,
    VEC,
    Definition,
    Expr,
    Theorem,
    conjuncts,
    normal,
    show,
    var,
    walk,
)
from ..questions import failures_of
from ..values import Unsupported
from .bounds import Bound, Bounds
from .forms import Form, Reading, number, places, squared, vector
from .shapes import Said, instances, is_plain, minimum

ANY: Final = "j_"
"""A place in data of which nothing is said."""


@dataclass
class Problem:
    """The largest value of a form under inequalities; `squares` says that it is the square of what the claim
    bounds. `signs` are the conditions on numbers."""

    objective: Form
    bounded: Expr
    bound: Expr
    squares: bool
    bounds: list[Bound] = field(default_factory=list)
    signs: list[Expr] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    """Hypotheses that are not used, as they are of no known shape."""


def problem_of(theorem: Theorem, definitions: Mapping[str, Definition]) -> Problem:
    """What a claim asks; raises Unsupported where it is not about points and values."""
    asked = list(failures_of(theorem, definitions))
    claim = asked[0].goal.claim if len(asked) == 1 else None
    if claim is None or claim.head != "le":
        raise Unsupported("a claim that is not one inequality with <=")
    left, bound = claim.args
    number(bound)
    inner = left.args[0] if left.head == "pow" and left.args[0].head == "norm" else left
    norm = inner.head == "norm"
    points = list(dict.fromkeys(places(inner) if norm else _points(claim)))
    assumed = {part for premise in asked[0].goal.premises for part in conjuncts(premise)}
    within = set(map(show, assumed))
    replaced = _places(points)
    if any(not {f"1 <= {show(i)}", f"{show(i)} <= n"} <= within for _, i in replaced):
        raise Unsupported("a place that is not said to be one of the data")
    if ANY in asked[0].variables:
        raise Unsupported(f"a variable of the name {ANY}")
    said = Said(Reading(replaced), points, var(ANY, INT), facts=assumed)
    objective = squared(vector(inner.args[0])) if norm else said.reading.form(left)
    made = Problem(objective, left, bound, norm and inner is left)
    records = [*_records(points), *(Expr("item", (d, said.anywhere), RECORD) for d in _data(points))]
    for label, hypothesis in theorem.hypotheses:
        for whole in _parts(normal(hypothesis, definitions)):
            for name, one in instances(label, whole, _data(points), records):
                if is_plain(one):
                    made.signs.append(one)
                elif not said.takes(name, label, one):
                    made.strange.append(label)
    made.bounds = list(Bounds(said).all())
    if not made.bounds:
        raise Unsupported("no hypothesis says of these points what geometry could use")
    return made


def _parts(said: Expr) -> Iterator[Expr]:
    """The parts of a conjunction, but not of what says that a point is minimal."""
    if said.head == "and" and minimum("", said) is None:
        for part in said.args:
            yield from _parts(part)
    else:
        yield said


def _places(points: Sequence[Expr]) -> list[tuple[Expr, Expr]]:
    """Data in which a record is replaced, with its place."""
    return list(dict.fromkeys((n.args[0], n.args[1]) for p in points for n in walk(p) if n.head == "replace"))


def _points(claim: Expr) -> list[Expr]:
    return [n for n in walk(claim) if n.sort == VEC and n.head in ("apply", "var")]


def _data(points: Sequence[Expr]) -> list[Expr]:
    """The data sets that points are computed from."""
    found = [n for p in points for n in walk(p) if n.sort == DATA and n.head in ("var", "replace")]
    return list(dict.fromkeys(found))


def _records(points: Sequence[Expr]) -> list[Expr]:
    """The records in which these data sets differ."""
    made = []
    for n in (n for p in points for n in walk(p) if n.head == "replace"):
        made += [Expr("item", n.args[:2], RECORD), n.args[2]]
    return list(dict.fromkeys(made))
