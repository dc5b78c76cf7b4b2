"""Points that depend on a parameter, and how families of claims are read and checked.

At a point every variable is a term in the parameter. An integer variable for which the point gives no
number is any integer that is at least the given term: there always is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

from ..limits import KernelError, need
from .certificates import Fields, rational
from .check import check
from .claims import Claim, Images, Names, Relation, claim_of, sides_of
from .defined import carried, obligations
from .grammar import parse_term
from .terms import Term, free_variables, is_name, num, rational_value, var


@dataclass(frozen=True)
class Piece:
    """Values of a parameter, above `low` and up to `high` (None: all), with the point that serves."""

    low: fmpq
    high: fmpq | None
    point: Mapping[str, Term]

    def conditions(self, parameter: str, closed: bool = False) -> list[Relation]:
        """What the piece says of its parameter."""
        found = [Relation(">=" if closed else ">", var(parameter), num(self.low))]
        if self.high is not None:
            found.append(Relation("<=", var(parameter), num(self.high)))
        return found


def at_point(known: list[Relation], shown: list[Relation], point: Images, integers: Names) -> list[Claim]:
    """The claims that the relations, as they are written, hold at a point wherever what is known of the
    parameter holds. A bound of an integer, and of what they do not speak of, has a value there: or else
    there would be nothing to show, and no point."""
    images: dict[str, Term] = {}
    assumed = list(known)
    kept: set[str] = set()
    bounds: list[Claim] = []
    spoken = free_variables(*sides_of(shown))
    for name, t in sorted(point.items()):
        value = rational_value(t)
        rounded = name in integers and (value is None or value.q != 1)
        if (rounded or name not in spoken) and list(obligations((t,), frozenset())):
            bounds.append(claim_of(known, Relation("<=", t, t)))
        if rounded:
            assumed.append(Relation(">=", var(name), t))
            kept.add(name)
        else:
            images[name] = t
    owed = carried(sides_of(shown), integers, images, frozenset(kept))
    there = [o.relation for o in owed] + [_claimed(r.substituted(images)) for r in shown]
    return bounds + [claim_of(assumed, r, kept) for r in there]


def _claimed(r: Relation) -> Relation:
    """A relation that a claim can be about: a != b is (a - b)**2 > 0."""
    return Relation(">", (r.left - r.right) ** 2, num(0)) if r.op == "!=" else r


def read_piece(f: Fields, low: fmpq, names: Iterable[str], parameter: str) -> Piece:
    """A piece that begins where the last one ended, its point giving a value for every variable."""
    text = f.text("until")
    high = rational(text, f.at("until")) if text else None
    need(high is None or high > low, f"a piece until {high} after {low}", f.at("until"))
    return Piece(low, high, read_point(f, "point", names, parameter))


def read_point(f: Fields, field: str, names: Iterable[str], parameter: str) -> dict[str, Term]:
    """A value in terms of the parameter for every variable."""
    point = {str(name): parse_term(str(t)) for name, t in f.mapping(field).items()}
    used = free_variables(*point.values())
    if set(point) != set(names) or not used <= {parameter}:
        raise KernelError(f"a point gives {sorted(names)} in terms of {parameter}", f.at(field))
    return point


def read_parameter(f: Fields, names: Iterable[str]) -> str:
    """The name of a parameter that is no variable."""
    name = f.text("parameter")
    if name in set(names) or not is_name(name):
        raise KernelError(f"the parameter {name!r} is a variable of the claim", f.at("parameter"))
    return name


def check_all(claims: Sequence[Claim], f: Fields, field: str = "proofs") -> None:
    """Check a certificate for every claim, in order."""
    nodes = f.items(field)
    need(len(nodes) == len(claims), f"expected {len(claims)} certificates, found {len(nodes)}", f.at(field))
    for i, (claim, node) in enumerate(zip(claims, nodes, strict=True)):
        check_one(claim, node, f"{f.at(field)}[{i}]")


def check_one(claim: Claim, node: object, place: str) -> None:
    """Check one certificate; KernelError with the claim that it does not prove."""
    try:
        check(claim, node)
    except KernelError as error:
        raise KernelError(f"{claim.text}: {error}", place) from None
