"""A claim about points as a problem: what is to be largest, and the inequalities that hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from ...kernel.logic import (
    DATA,
    INT,
    PROP,
    REAL,
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
from ...kernel.logic import num as number_of
from ...kernel.real import Relation, Term, apply, num
from ...kernel.real import var as real
from ..questions import failures_of
from ..symbolic import tidy
from ..values import Unsupported
from .bounds import Bound, Bounds
from .forms import ONE, Form, Reading, added, exchanged, number, places, squared, vector
from .shapes import Said, X, instances, is_plain, minimum

ANY: Final = "j_"
"""A place in data of which nothing is said."""
DISTANCE: Final = "distance"
"""The number that stands in a bound for the one norm that it has."""
RELATIONS: Final = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}


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
    distance: Expr | None = None
    """The norm for which `DISTANCE` stands."""

    @property
    def conditions(self) -> tuple[Relation, ...]:
        """What is said of numbers alone, as far as it can be evaluated."""
        made = []
        for sign in self.signs:
            with suppress(Unsupported):
                made.append(Relation(RELATIONS[sign.head], *map(number, sign.args)))
        return tuple(made)

    def most(self, worst: Term) -> Term:
        """The largest value of the objective, by that of what the claim bounds."""
        return tidy(apply("pow", worst, num(2))) if self.squares else worst


def problem_of(theorem: Theorem, definitions: Mapping[str, Definition]) -> Problem:
    """What a claim asks; raises Unsupported where it is not about points and values."""
    asked = list(failures_of(theorem, definitions))
    claim = asked[0].goal.claim if len(asked) == 1 else None
    if claim is None or claim.head != "le":
        raise Unsupported("a claim that is not one inequality with <=")
    left, (bound, distance) = claim.args[0], _with_number(claim.args[1])
    number(bound)
    inner = left.args[0] if left.head == "pow" and left.args[0].head == "norm" else left
    norm = inner.head == "norm"
    beside = [] if distance is None else places(distance)
    points = list(dict.fromkeys([*places(inner), *beside] if norm else _points(claim)))
    assumed = {part for premise in asked[0].goal.premises for part in conjuncts(premise)}
    within = set(map(show, assumed))
    replaced = _places(points)
    if any(not {f"1 <= {show(i)}", f"{show(i)} <= n"} <= within for _, i in replaced):
        raise Unsupported("a place that is not said to be one of the data")
    for name in (ANY,) if distance is None else (ANY, DISTANCE):
        if name in {*theorem.variables, *asked[0].variables}:
            raise Unsupported(f"a variable of the name {name}")
    said = Said(Reading(replaced), points, var(ANY, INT), facts=assumed)
    objective = squared(vector(inner.args[0])) if norm else said.reading.form(left)
    made = Problem(objective, left, bound, norm and inner is left, distance=distance)
    records = [*_records(points), *(Expr("item", (d, said.anywhere), RECORD) for d in _data(points))]
    for label, hypothesis in theorem.hypotheses:
        for whole in _parts(normal(hypothesis, definitions)):
            for name, one in instances(label, whole, _data(points), records):
                if is_plain(one):
                    made.signs.append(one)
                elif not said.takes(name, label, one):
                    made.strange.append(label)
    slopes = {exchanged(one.gradient, X, p) for one in said.smooth for p in points}
    said.points = [p for p in points if p not in slopes]
    made.bounds = list(Bounds(said).all())
    if not made.bounds:
        raise Unsupported("no hypothesis says of these points what geometry could use")
    if distance is not None:
        made.bounds.append(_length(distance))
        made.signs.append(Expr("lt", (number_of(0), var(DISTANCE, REAL)), PROP))
    return made


def _length(distance: Expr) -> Bound:
    """That a norm is at most the number that stands for it: above 0, as what is at most each multiple of that
    is at most 0 where there is no distance."""
    length = {ONE: apply("pow", real(DISTANCE), num(2))}
    room = added((num(1), length), (num(-1), squared(vector(distance.args[0]))))
    return Bound(f"{DISTANCE} is {show(distance)}", room)


def _with_number(bound: Expr) -> tuple[Expr, Expr | None]:
    """A bound in which a number stands for the one norm that it has."""
    norms = list({n for n in walk(bound) if n.head == "norm"})
    return (exchanged(bound, norms[0], var(DISTANCE, REAL)), norms[0]) if len(norms) == 1 else (bound, None)


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
