"""The shapes of hypotheses about functions of points: minimal, convex, Lipschitz, smooth, convex sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...kernel.logic import DATA, REAL, RECORD, VEC, Expr, applied, apply_function, show, walk
from .forms import Reading, places


@dataclass(frozen=True)
class Minimum:
    """A point that minimises a function over a set: that it is a member, and that no member is lower."""

    label: str
    point: Expr
    member: Expr
    least: Expr


@dataclass
class Said:
    """What hypotheses say at points: what is minimal, what is convex, what is Lipschitz, and which sets are
    convex, by the labels that say so."""

    reading: Reading
    points: Sequence[Expr]
    anywhere: Expr
    """A place in data of which nothing is said."""
    minima: list[Minimum] = field(default_factory=list)
    curved: list[tuple[str, Expr]] = field(default_factory=list)
    steep: list[tuple[str, Expr]] = field(default_factory=list)
    convex: dict[str, str] = field(default_factory=dict)
    smooth: list[tuple[str, Expr]] = field(default_factory=list)
    slopes: set[str] = field(default_factory=set)
    """The functions that are gradients."""

    def takes(self, name: str, label: str, one: Expr) -> bool:
        """Whether an instance of a hypothesis has a shape that is known; it is kept."""
        if is_minimum(one):
            self.minima.append(Minimum(name, next(iter(places(_member(one.args[0])))), *one.args))
        elif _is_convex_set(one):
            self.convex[applied(_binders(one)[1])[0].label] = label
        elif _is_curved(one):
            self.curved.append((name, one))
        elif _is_lipschitz(one):
            self.steep.append((name, one))
        elif _is_smooth(one) and is_everywhere(one):
            self.smooth.append((name, one))
            self.slopes.add(applied(_binders(one)[1].args[0].args[0].args[0].args[0])[0].label)
        else:
            return one.head == "apply" and one.args[-1].sort == VEC  # that a point is in a set
        return True


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


def is_minimum(said: Expr) -> bool:
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


def _is_smooth(said: Expr) -> bool:
    """``norm(g(u) - g(v)) <= bet*norm(u - v) and abs(f(u) - f(v) - inner(g(v), u - v)) <= ...``."""
    binders, body = _binders(said)
    two = [b.sort.args[0] for b in binders] == [VEC, VEC] and body.head == "and"
    return two and [a.args[0].head for a in body.args if a.head == "le"] == ["norm", "abs"]


def is_everywhere(said: Expr) -> bool:
    """Whether what is said of points is said of all points: a norm that is at least 0 excludes none."""
    while said.head in ("forall", "implies"):
        if said.head == "implies":
            premise = said.args[0]
            ends = premise.args if premise.head == "ge" else premise.args[::-1]
            numbers = premise.head == "and" or (premise.head in ("lt", "le") and ends[1].head == "num")
            nothing = premise.head in ("ge", "le") and ends[0].head == "norm" and ends[1].value == 0
            if not (numbers or nothing):
                return False
        said = said.args[0].args[0] if said.head == "forall" else said.args[1]
    return True


def is_plain(said: Expr) -> bool:
    relation = said.head in ("lt", "le", "gt", "ge")
    return relation and all(n.head != "lam" and n.sort != VEC for n in walk(said))


def at_points(said: Expr, *values: Expr) -> Expr:
    """A relation under quantifiers, at values of what they bind."""
    for value in values:
        while said.head == "implies":
            said = said.args[1]
        said = apply_function(said.args[0], value)
    while said.head == "implies":
        said = said.args[1]
    return said


