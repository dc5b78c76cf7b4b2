"""What hypotheses say at the points that a claim is about: inequalities between values and inner products."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from flint import fmpq

from ...kernel.logic import (
    DATA,
    REAL,
    RECORD,
    VEC,
    Definition,
    Expr,
    Theorem,
    applied,
    apply_function,
    normal,
    show,
    walk,
)  # fmt: skip
from ...kernel.logic import (
    num as number_of,
)
from ...kernel.real import Term, apply, num
from ..questions import failures_of
from ..symbolic import polished, tidy
from ..values import Unsupported
from .forms import ONE, Form, added, linear, number, places, product, squared, vector

SECANT: Final = "secant "
"""How the vectors are called that are no points of the claim."""


@dataclass(frozen=True)
class Bound:
    """A form that is at least 0, or is 0, by the hypotheses that are named."""

    label: str
    form: Form
    equal: bool = False


@dataclass(frozen=True)
class Minimum:
    """A point that minimises a function over a set: that it is a member, and that no member is lower."""

    label: str
    point: Expr
    member: Expr
    least: Expr


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
    claims = [q.goal.claim for q in failures_of(theorem, definitions) if q.goal.claim is not None]
    if len(claims) != 1 or (claim := claims[0]).head != "le":
        raise Unsupported("a claim that is not one inequality with <=")
    left, bound = claim.args
    number(bound)
    inner = left.args[0] if left.head == "pow" and left.args[0].head == "norm" else left
    norm = inner.head == "norm"
    objective = squared(vector(inner.args[0])) if norm else linear(left)
    made = Problem(objective, left, bound, norm and inner is left)
    points = list(dict.fromkeys(places(inner) if norm else _points(claim)))
    data, records = _data(points), _records(points)
    minima: list[Minimum] = []
    curved: list[tuple[str, Expr]] = []
    convex: dict[str, str] = {}
    for label, hypothesis in theorem.hypotheses:
        said = normal(hypothesis, definitions)
        known = list(_instances(label, said, data, records))
        for name, one in known:
            if _is_minimum(one):
                minima.append(Minimum(name, next(iter(places(_member(one.args[0])))), *one.args))
            elif _is_convex_set(one):
                convex[applied(_binders(one)[1])[0].label] = label
            elif _is_curved(one):
                curved.append((name, one))
            elif _is_lipschitz(one):
                made.bounds += _secants(name, one, points, sum(b.equal for b in made.bounds))
            elif _plain(one):
                made.signs.append(one)
            else:
                made.strange.append(label)
    made.bounds = [*_growths(minima, curved, convex, points), *made.bounds]
    if not made.bounds:
        raise Unsupported("no hypothesis says of these points what geometry could use")
    return made


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


def _instances(
    label: str, said: Expr, data: Sequence[Expr], records: Sequence[Expr]
) -> Iterator[tuple[str, Expr]]:
    """A hypothesis at the data sets and records that there are."""
    if said.head == "forall" and said.args[0].head == "lam":
        sort = said.args[0].sort.args[0]
        if sort in (DATA, RECORD):
            for one in data if sort == DATA else records:
                name = f"{label} at {show(one)}"
                yield from _instances(name, apply_function(said.args[0], one), data, records)
            return
    yield label, said


def _is_minimum(said: Expr) -> bool:
    """``H(p) and forall w. H(w) implies f(p) <= f(w)``."""
    if said.head != "and" or _member(said.args[0]).sort != VEC:
        return False
    binders, body = _binders(said.args[1])
    return [b.sort.args[0] for b in binders] == [VEC] and body.head == "le"


def _member(said: Expr) -> Expr:
    """What is said to be in a set: in a named one, in a ball, in the whole space."""
    if said.head in ("le", "ge") and said.args[0].head == "norm":
        return said.args[0].args[0]
    return said.args[-1] if said.head == "apply" else said


def _is_convex_set(said: Expr) -> bool:
    """``forall u in H. forall v in H. forall a: real. 0 < a < 1 implies H(a*u + (1 - a)*v)``."""
    binders, body = _binders(said)
    known = [b.sort.args[0] for b in binders] == [VEC, VEC, REAL] and body.head == "apply"
    return known and body.args[-1].head == "vadd"


def _binders(said: Expr) -> tuple[list[Expr], Expr]:
    binders: list[Expr] = []
    while said.head == "implies" or (said.head == "forall" and said.args[0].head == "lam"):
        if said.head == "forall":
            binders.append(said.args[0])
        said = said.args[0].args[0] if said.head == "forall" else said.args[1]
    return binders, said


def _is_curved(said: Expr) -> bool:
    binders, body = _binders(said)
    return [b.sort.args[0] for b in binders] == [VEC, VEC, REAL] and body.head == "le"


def _is_lipschitz(said: Expr) -> bool:
    binders, body = _binders(said)
    two = [b.sort.args[0] for b in binders] == [VEC, VEC]
    return two and body.head == "le" and body.args[0].head == "abs"


def _plain(said: Expr) -> bool:
    relation = said.head in ("lt", "le", "gt", "ge")
    return relation and all(n.head != "lam" and n.sort != VEC for n in walk(said))


def _at(said: Expr, *values: Expr) -> Expr:
    """A relation under quantifiers, at values of what they bind."""
    for value in values:
        while said.head == "implies":
            said = said.args[1]
        said = apply_function(said.args[0], value)
    while said.head == "implies":
        said = said.args[1]
    return said


def _secants(label: str, said: Expr, points: Sequence[Expr], before: int) -> list[Bound]:
    """A function that is Lipschitz differs at two points by an inner product with a vector that is not longer
    than the rate: that is all that there is to it at these points."""
    found = []
    for p, q in combinations(points, 2):
        one = _at(said, p, q)
        gap, (rate, apart) = linear(one.args[0].args[0]), one.args[1].args
        if apart.head != "norm":
            raise Unsupported("a Lipschitz bound of another form")
        called = f"{SECANT}{before + len(found) // 2 + 1}"
        secant = {called: num(1)}
        reach, length = product(secant, vector(apart.args[0])), number(rate)
        longest = {ONE: tidy(apply("pow", length, num(2)))}
        short = added((num(1), longest), (num(-1), squared(secant)))
        along = added((num(1), gap), (num(-1), reach))
        found.append(Bound(f"{label}: the length of {called}", short))
        found.append(Bound(f"{label}: the slope along {called}", along, equal=True))
    return found


def _growths(
    minima: Sequence[Minimum], curved: Sequence[tuple[str, Expr]], convex: Mapping[str, str],
    points: Sequence[Expr],
) -> Iterator[Bound]:  # fmt: skip
    """A minimiser is not above any other point; above it, in a convex set, a strongly convex function grows
    with the square of the distance."""
    for one in minima:
        label = applied(one.member)[0].label if one.member.head == "apply" else ""
        for q in (q for q in points if q != one.point):
            at = _at(one.least, q)
            gap = added((num(1), linear(at.args[1])), (num(-1), linear(at.args[0])))
            yield Bound(one.label, gap)
            if label and label not in convex:
                continue
            for name, said in curved:
                grown = _curvature(said, one.point, q)
                if grown is not None and not added((num(1), grown[0]), (num(-1), gap)):
                    away = squared(vector(Expr("vsub", (one.point, q), VEC)))
                    rate = added((tidy(grown[1] / num(2)), away))
                    rests = ", ".join([name, one.label, *([convex[label]] if label else [])])
                    yield Bound(rests, added((num(1), gap), (num(-1), rate)))


def _curvature(said: Expr, p: Expr, q: Expr) -> tuple[Form, Term] | None:
    """Of what is convex, by how much it is larger at q than at p, and its strong convexity."""
    shares = (number_of(fmpq(k, 2)) for k in (2, 0, 1))
    at_p, at_q, between = (linear(_at(said, p, q, share).args[1]) for share in shares)
    bend = added((num(1), at_p), (num(1), at_q), (num(-2), between))
    length = squared(vector(Expr("vsub", (p, q), VEC)))
    key = next(iter(length))
    rate = polished(num(4) * bend[key] / length[key]) if key in bend else num(0)
    if added((num(1), bend), (tidy(num(-1) * rate / num(4)), length)):
        return None
    return added((num(1), at_q), (num(-1), at_p)), rate
