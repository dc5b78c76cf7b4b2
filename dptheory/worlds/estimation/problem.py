"""A claim about points as a problem: what is to be largest, and the inequalities that hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    applied,
    normal,
    show,
    var,
    walk,
)  # fmt: skip
from ...kernel.logic import num as number_of
from ...kernel.real import Term, apply, num
from ...kernel.real import var as term_var
from ..questions import failures_of
from ..symbolic import tidy
from ..values import Unsupported
from .bounds import Bound, Bounds
from .forms import ONE, Form, Reading, added, exchanged, number, places, squared, vector
from .shapes import Said, instances, is_minimum, is_plain

DISTANCE: Final = "distance"
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
    distance: Expr | None = None
    """The norm of which the bound is a multiple; in it stands the number `DISTANCE` for it."""

    def most(self, worst: Term) -> Term:
        """The largest value of the objective, where the worst case is this."""
        return tidy(apply("pow", worst, num(2))) if self.squares else worst


def problem_of(theorem: Theorem, definitions: Mapping[str, Definition]) -> Problem:
    """What a claim asks; raises Unsupported where it is not about points and values."""
    claims = [q.goal.claim for q in failures_of(theorem, definitions) if q.goal.claim is not None]
    if len(claims) != 1 or (claim := claims[0]).head != "le":
        raise Unsupported("a claim that is not one inequality with <=")
    left, bound, distance = claim.args[0], *_with_number(claim.args[1])
    number(bound)
    inner = left.args[0] if left.head == "pow" and left.args[0].head == "norm" else left
    norm = inner.head == "norm"
    points = list(dict.fromkeys(places(inner) if norm else _points(claim)))
    said = Said(Reading(_places(points)), points, var(ANY, INT))
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
    said.points = [p for p in points if applied(p)[0].label not in said.slopes]
    made.bounds = list(Bounds(said).all())
    if not made.bounds:
        raise Unsupported("no hypothesis says of these points what geometry could use")
    if distance is not None:
        length = {ONE: apply("pow", term_var(DISTANCE), num(2))}
        within = added((num(1), length), (num(-1), squared(vector(distance.args[0]))))
        made.bounds.append(Bound(f"{DISTANCE} is {show(distance)}", within))
        made.signs.append(Expr("lt", (number_of(0), var(DISTANCE, REAL)), PROP))
    return made


def _with_number(bound: Expr) -> tuple[Expr, Expr | None]:
    """A bound in which a number stands for the one norm that it is a multiple of."""
    norms = list(dict.fromkeys(n for n in walk(bound) if n.head == "norm"))
    if len(norms) != 1:
        return bound, None
    return exchanged(bound, norms[0], var(DISTANCE, REAL)), norms[0]


def _parts(said: Expr) -> Iterator[Expr]:
    """The parts of a conjunction, but not of what says that a point is minimal."""
    if said.head == "and" and not is_minimum(said):
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
