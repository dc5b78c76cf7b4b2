"""Finite worlds on the line: concrete values for every symbol of a statement.

Vectors and records are real numbers (dimension one, records in a finite set), data sets are
n-tuples of records, laws of records are finite, noise is Laplace. Functions are closed forms in
the grammar of ``kernel.real``; in a function of a data set ``S`` its records are ``S1 ... Sn``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from flint import fmpq

from ..limits import KernelError, need
from ..logic.sorts import is_name
from ..real.claims import Names, Relation, sides_of
from ..real.defined import obligations
from ..real.enclosures import exact_along
from ..real.terms import Term, continuous, free_variables, num, numeral, substitute, subterms

MAX_SIZE = 20_000
PLACES = 12
"""Places of an arbitrary sequence that closed forms may look at."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'*")


@dataclass(frozen=True)
class Closed:
    """A number, or a function of numbers and data sets, in closed form."""

    parameters: tuple[str, ...]
    body: Term


@dataclass(frozen=True)
class Region:
    """A set of numbers: those that satisfy all relations."""

    parameter: str
    relations: tuple[Relation, ...]

    def closed(self) -> bool:
        """Whether weak inequalities between continuous terms that have values everywhere define the set."""
        terms = _terms(self)
        whole = not any(obligations(terms, frozenset())) and all(continuous(t, self.parameter) for t in terms)
        return whole and all(r.op in ("<=", ">=", "=") for r in self.relations)


@dataclass(frozen=True)
class FiniteLaw:
    """Rational weights on numbers or data sets; they are positive and add up to one.

    The points of a kernel (``law K(S) = S1: 1/2, 0: 1/2``) are functions of its parameters.
    """

    weights: tuple[tuple[Term | tuple[Term, ...] | frozenset[int], fmpq], ...]
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Noise:
    """The Laplace law, or the normal law, with a centre and a scale, as functions of the parameters."""

    parameters: tuple[str, ...]
    center: Term
    scale: Term
    normal: bool = False


@dataclass(frozen=True)
class Points:
    """A data set, or one for each value of parameters that are numbers: ``data Z(i) = i, i``."""

    records: tuple[Term, ...]
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnySequence:
    """An arbitrary sequence: its members in the places 1, 2, ... up to the last one that a closed form may
    look at are variables."""

    members: tuple[Term, ...] = ()


Value = Closed | Region | FiniteLaw | Noise | Points


@dataclass(frozen=True)
class World:
    """Values for the symbols of a statement, the size of data sets, the records that there are.

    `parameters` are conditions on real parameters (``parameter C >= 1``) that closed forms may
    mention: the world is then a family of worlds, one for each value. `within` is an interval between numbers
    that an event under noise lies in (by a certificate): its probability is then bounded from above.
    `outputs` are the points that finite laws of vectors live on; events are then subsets of these.
    """

    size: int
    records: tuple[fmpq, ...]
    values: Mapping[str, Value] = field(default_factory=dict)
    entries: tuple[str, ...] = ()
    parameters: tuple[Relation, ...] = ()
    within: tuple[Term | None, Term | None] | None = None
    outputs: tuple[fmpq, ...] = ()

    def check(self) -> None:
        """Raise KernelError unless this is a world, whoever made it: records and weights are exact, laws have
        mass one, closed forms mention what has a value, every symbol has a value of its own."""
        _check_ends(self)
        for symbol, value in self.values.items():
            need(is_name(symbol), f"a world gives no value to {symbol!r}: it has a meaning of its own")
            if symbol in self.family:
                raise KernelError(f"{symbol!r} is a parameter of the family, and has no other value")
            _check_value(symbol, value, sorted(self.family))

    def arguments(self, parameters: Sequence[str], values: Sequence[object], names: Names) -> dict[str, Term]:
        """Parameters with their values; the records of a data set and the draws of a sequence are numbered, a
        set of places gives 1 or 0 to each place. What is put together with them has these `names`: any other
        must be a parameter of the family, or it would meet a name of a formula."""
        if len(parameters) != len(values):
            raise KernelError(f"{len(values)} arguments for parameters {', '.join(parameters)}")
        images: dict[str, Term] = {}
        for name, value in zip(parameters, values, strict=True):
            if isinstance(value, frozenset):
                places = range(1, self.size + 1)
                made = {f"{name}{place}": num(int(place in value)) for place in places}
            elif isinstance(value, tuple | AnySequence):
                members = value.members if isinstance(value, AnySequence) else value
                made = {f"{name}{place}": part for place, part in enumerate(members, 1)}
            elif isinstance(value, Term):
                made = {name: value}
            else:
                raise KernelError(f"the argument {name!r} is neither a number nor a data set")
            if not images.keys().isdisjoint(made):
                raise KernelError(f"two parameters mean the same by {', '.join(images.keys() & made)}")
            images.update(made)
        if strangers := names - images.keys() - self.family:
            raise KernelError(f"a world's value mentions {', '.join(sorted(strangers))}, which has no value")
        return images

    def closed(self, parameters: tuple[str, ...], body: Term, arguments: tuple[object, ...]) -> Term:
        """The value of a closed form at arguments; a numeral where these are, and it is known exactly."""
        images = self.arguments(parameters, arguments, body.names)
        point = {name: known for name, made in images.items() if (known := numeral(made)) is not None}
        found = exact_along(_order(body), point)
        return substitute(body, images) if found is None else num(found)

    @cached_property
    def family(self) -> frozenset[str]:
        """The names of the parameters of a family of worlds."""
        return frozenset[str]().union(*(r.variables() for r in self.parameters))


@lru_cache(1 << 12)
def _order(body: Term) -> tuple[Term, ...]:
    return tuple(subterms(body))


def _check_ends(world: World) -> None:
    if type(world.size) is not int or not 1 <= world.size <= MAX_SIZE or not world.records:
        raise KernelError(f"a world needs 1 <= n <= {MAX_SIZE} and at least one record")
    if not all(type(x) is fmpq for x in (*world.records, *world.outputs)):
        raise KernelError("the records and outputs of a world are rational numbers")
    ends = [end for end in world.within or () if end is not None]
    if world.within is not None and (len(world.within) != 2 or any(type(end) is not Term for end in ends)):
        raise KernelError("an interval has two ends, each a number or infinite")
    if strangers := sorted(free_variables(*ends)):  # where ends move they may cross: their order is not owed
        raise KernelError(f"an end of an interval is a number; it mentions {', '.join(strangers)}")
    for relation in world.parameters:
        if type(relation) is not Relation:
            raise KernelError("the parameters of a family of worlds are given by relations")
    for name in sorted(world.family):
        # evaluation names bound numbers by a word with a number behind it, and these three
        if name[-1].isdigit() or name in ("drawn", "noise", "place") or not is_name(name):
            raise KernelError(f"a parameter cannot be called {name!r}")


def _check_value(symbol: str, value: object, family: list[str]) -> None:
    """That a value is of one of the kinds that a world can give, and an exact one, and mentions its own
    parameters (and the numbered records of data sets) and those of the family only."""
    if type(value) not in (Closed, Region, FiniteLaw, Noise, Points):
        raise KernelError(f"a world gives {symbol!r} no value of a kind that there is")
    own = (value.parameter,) if isinstance(value, Region) else value.parameters  # type: ignore[attr-defined]
    if len(set(own)) != len(own) or not all(type(name) is str and _WORD.fullmatch(name) for name in own):
        raise KernelError(f"the parameters of {symbol!r} are different names: {', '.join(map(str, own))}")
    if isinstance(value, FiniteLaw):
        weights = [weight for _, weight in value.weights]
        exact_weights = all(type(weight) is fmpq and weight > 0 for weight in weights)
        if not exact_weights or sum(weights, fmpq(0)) != 1:
            raise KernelError("the weights of a law are positive and add up to 1")
        if not all(type(point) is Term for point, _ in value.weights):
            raise KernelError(f"a law that a world gives is of numbers: {symbol!r}")
    used, names = free_variables(*_terms(value)), (*own, *family)
    strangers = sorted(u for u in used if u not in names and u.rstrip("0123456789") not in own)
    need(not strangers, f"{symbol} uses {', '.join(strangers)}, which is none of its parameters {names}")


def _terms(value: object) -> tuple[Term, ...]:
    match value:
        case Closed():
            return (value.body,)
        case Noise():
            return value.center, value.scale
        case Points():
            return value.records
        case Region():
            return tuple(sides_of(value.relations))
        case FiniteLaw():
            return tuple(point for point, _ in value.weights if isinstance(point, Term))
    return ()
