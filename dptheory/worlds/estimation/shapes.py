"""The shapes of hypotheses about functions of points: minimal, convex, Lipschitz, smooth, convex sets.

A shape is read where all of it is there, and nothing else: at marks in the place of what is quantified, the
premises are those of the shape, and the two sides are equal, as forms, to what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from ...kernel.logic import DATA, REAL, RECORD, VEC, Expr, apply_function, conjuncts, show, var, walk
from ...kernel.real import Term, num
from ...kernel.real import var as real
from ..symbolic import polished, tidy
from ..values import Unsupported
from .forms import Reading, added, exchanged, number, product, squared, vector

U, V, X, A = var("#u", VEC), var("#v", VEC), var("#x", VEC), var("a_", REAL)
"""Marks for what a hypothesis quantifies; what has such a name itself is not read."""
MIDDLE: Final = "a_*#u + (1 - a_)*#v"
BETWEEN: Final = ({"0 < a_", "a_ < 1"}, {"0 <= a_", "a_ <= 1"})

T = TypeVar("T")
Region = tuple[Expr, ...]
"""What is said of a vector that is in a set, of the mark X."""


@dataclass(frozen=True)
class Minimum:
    """A point that minimises a function over a region: no member of it is lower."""

    label: str
    point: Expr
    region: Region
    function: Expr


@dataclass(frozen=True)
class Curved:
    """A function, as a term in the mark X, that is strongly convex on a region, at a rate."""

    label: str
    region: Region
    function: Expr
    rate: Term


@dataclass(frozen=True)
class Steep:
    """What two vectors U, V of a region differ by: at most the rate times the length of `apart`."""

    label: str
    region: Region
    gap: Expr
    rate: Term
    apart: Expr
    names: frozenset[str]


@dataclass(frozen=True)
class Smooth:
    """A function and its gradient, as terms in the mark X, that is smooth on the whole space, at a rate."""

    label: str
    function: Expr
    gradient: Expr
    rate: Term
    names: frozenset[str]


@dataclass
class Said:
    """What hypotheses say at points: what is minimal, what is convex, what is Lipschitz, what is smooth,
    which regions are convex, by the labels that say so, and what is known without a quantifier."""

    reading: Reading
    points: Sequence[Expr]
    anywhere: Expr
    """A place in data of which nothing is said."""
    minima: list[Minimum] = field(default_factory=list)
    curved: list[Curved] = field(default_factory=list)
    steep: list[Steep] = field(default_factory=list)
    smooth: list[Smooth] = field(default_factory=list)
    convex: dict[Region, str] = field(default_factory=dict)
    facts: set[Expr] = field(default_factory=set)

    def takes(self, name: str, label: str, one: Expr) -> bool:
        """Whether an instance of a hypothesis has a shape that is known; it is kept."""
        if (least := minimum(name, one)) is not None:
            self.minima.append(least)
            self.facts |= set(conjuncts(one.args[0]))
        elif (region := _convex_set(one)) is not None:
            self.convex[region] = label
        elif (curved := _read(_curved, name, one)) is not None:
            self.curved.append(curved)
        elif (steep := _read(_lipschitz, name, one)) is not None:
            self.steep.append(steep)
        elif (smooth := _read(_smooth, name, one)) is not None:
            self.smooth.append(smooth)
        else:
            self.facts.add(one)
            return one.head == "apply" and one.args[-1].sort == VEC  # that a point is in a set
        return True

    def within(self, region: Region, *points: Expr) -> bool:
        """Whether points are known to be in a region."""
        needed = {exchanged(part, X, point) for part in region for point in points}
        return all(part in self.facts or _always(part) for part in needed)

    def convexity(self, region: Region) -> list[str] | None:
        """The labels that say that a region is convex, none where it is evident; None where it is unknown."""
        if region in self.convex:
            return [self.convex[region]]
        told = [[self.convex[(part,)]] if (part,) in self.convex else _evident(part) for part in region]
        good = [one for one in told if one is not None]
        return [label for one in good for label in one] if len(good) == len(told) else None


def instances(
    label: str, said: Expr, data: Sequence[Expr], records: Sequence[Expr]
) -> Iterator[tuple[str, Expr]]:
    """A hypothesis at the data sets and records that there are."""
    if said.head == "forall" and said.args[0].head == "lam":
        sort = said.args[0].sort.args[0]
        if sort in (DATA, RECORD):
            for one in data if sort == DATA else records:
                name = f"{label} at {show(one)}"
                yield from instances(name, apply_function(said.args[0], one), data, records)
            return
    yield label, said


def minimum(label: str, said: Expr) -> Minimum | None:
    """``H(p) and forall w. H(w) implies f(p) <= f(w)``: of which point that is said."""
    under = _under(said.args[1], X) if said.head == "and" else None
    if under is None or under[1].head != "le":
        return None
    (region,), (left, function) = under[0], under[1].args
    members = set(conjuncts(said.args[0]))
    for point in (n for n in walk(said.args[0]) if n.sort == VEC):
        there = {exchanged(part, X, point) for part in region}
        if there == members and exchanged(function, X, point) == left:
            return Minimum(label, point, region, function)
    return None


def _under(said: Expr, *marks: Expr) -> tuple[list[Region], Expr] | None:
    """What stands under quantifiers over marks, and the premises behind each of these."""
    behind: list[Region] = []
    for mark in marks:
        if (
            mark.label in said.names
            or said.head != "forall"
            or said.args[0].head != "lam"
            or said.args[0].sort.args[0] != mark.sort
        ):
            return None
        said, premises = apply_function(said.args[0], mark), list[Expr]()
        while said.head == "implies":
            premises += conjuncts(said.args[0])
            said = said.args[1]
        behind.append(tuple(premises))
    return behind, said


def _pair(behind: Sequence[Region]) -> Region | None:
    """The region that U and V are both said to be in, and of which nothing else is said."""
    one, other = (tuple(exchanged(p, mark, X) for p in b) for b, mark in zip(behind, (U, V), strict=False))
    return one if one == other and not any({"#u", "#v"} & p.names for p in one) else None


def _convex_set(said: Expr) -> Region | None:
    """``forall u in H. forall v in H. forall a: real. 0 < a < 1 implies H(a*u + (1 - a)*v)``."""
    under = _under(said, U, V, A)
    region = None if under is None else _pair(under[0])
    if under is None or region is None or set(map(show, under[0][2])) not in BETWEEN:
        return None
    middle = {_middle(part) for part in conjuncts(under[1])}
    return region if middle == set(region) else None


def _middle(term: Expr) -> Expr:
    """A term with X for what is between U and V."""
    there = next((n for n in walk(term) if n.sort == VEC and show(n) == MIDDLE), X)
    return exchanged(term, there, X)


def _curved(label: str, said: Expr) -> Curved | None:
    """``forall u in K. forall v in K. forall a: real. 0 < a < 1 implies
    f(a*u + (1 - a)*v) <= a*f(u) + (1 - a)*f(v) - rate/2*a*(1 - a)*norm(u - v)**2``."""
    under = _under(said, U, V, A)
    region = None if under is None else _pair(under[0])
    if under is None or region is None or set(map(show, under[0][2])) not in BETWEEN or under[1].head != "le":
        return None
    function = _middle(under[1].args[0])
    if {"#u", "#v", "a_"} & function.names:
        return None
    form, share = Reading().form, real("a_")
    at_u, at_v = (form(exchanged(function, X, mark)) for mark in (U, V))
    gap = added((share, at_u), (tidy(num(1) - share), at_v), (num(-1), form(under[1].args[1])))
    length = squared(vector(Expr("vsub", (U, V), VEC)))
    shape = tidy(share * (num(1) - share) / num(2))
    rate = polished(gap.get(next(iter(length)), num(0)) / shape)
    if "a_" in rate.names or added((num(1), gap), (tidy(num(-1) * rate * shape), length)):
        return None
    return Curved(label, region, function, rate)


def _lipschitz(label: str, said: Expr) -> Steep | None:
    """``forall u in K. forall v in K. abs(f(u) - f(v)) <= rate*norm(u - v)``."""
    under = _under(said, U, V)
    region = None if under is None else _pair(under[0])
    if under is None or region is None or under[1].head != "le":
        return None
    left, right = under[1].args
    if left.head != "abs" or right.head != "mul" or right.args[1].head != "norm":
        return None
    return Steep(label, region, left.args[0], number(right.args[0]), right.args[1].args[0], said.names)


def _smooth(label: str, said: Expr) -> Smooth | None:
    """``forall u. forall v. norm(g(u) - g(v)) <= rate*norm(u - v) and
    abs(f(u) - f(v) - inner(g(v), u - v)) <= rate/2*norm(u - v)**2``, of the whole space."""
    under = _under(said, U, V)
    if under is None or not is_everywhere(*under[0]) or [a.head for a in conjuncts(under[1])] != ["le", "le"]:
        return None
    (slopes, first), (error, second) = (one.args for one in conjuncts(under[1]))
    if (slopes.head, first.head, error.head) != ("norm", "mul", "abs") or slopes.args[0].head != "vsub":
        return None
    if error.args[0].head != "sub" or error.args[0].args[0].head != "sub":
        return None
    gradient = exchanged(slopes.args[0].args[0], U, X)
    function = exchanged(error.args[0].args[0].args[0], U, X)
    rate, away, form = number(first.args[0]), Expr("vsub", (U, V), VEC), Reading().form
    f_u, f_v = (form(exchanged(function, X, mark)) for mark in (U, V))
    g_u, g_v = (vector(exchanged(gradient, X, mark)) for mark in (U, V))
    tangent = added((num(1), f_u), (num(-1), f_v), (num(-1), product(g_v, vector(away))))
    exact = (
        not {"#u", "#v"} & (function.names | gradient.names)
        and vector(slopes.args[0]) == added((num(1), g_u), (num(-1), g_v))
        and first.args[1] == Expr("norm", (away,), REAL)
        and not added((num(1), form(error.args[0])), (num(-1), tangent))
        and not added((num(1), form(second)), (tidy(rate / num(-2)), squared(vector(away))))
    )
    return Smooth(label, function, gradient, rate, said.names) if exact else None


def is_everywhere(*regions: Region) -> bool:
    return all(_always(part) for region in regions for part in region)


def _read(shape: Callable[[str, Expr], T | None], label: str, said: Expr) -> T | None:
    """What has a shape, if it can be read at all."""
    try:
        return shape(label, said)
    except Unsupported:
        return None


def _always(part: Expr) -> bool:
    """``norm(p) >= 0``: so it is everywhere."""
    return part.head == "ge" and part.args[0].head == "norm" and part.args[1].value == 0


def _evident(part: Expr) -> list[str] | None:
    """No label where the convexity of what is said is evident: everywhere, or in a ball around 0."""
    ball = part.head in ("le", "lt") and show(part.args[0]) == "norm(#x)" and not part.args[1].names & X.names
    return [] if _always(part) or ball or not part.names & X.names else None


def is_plain(said: Expr) -> bool:
    relation = said.head in ("lt", "le", "gt", "ge")
    return relation and all(n.head != "lam" and n.sort != VEC for n in walk(said))
