"""Finite worlds on the line: concrete values for every symbol of a statement.

Vectors and records are real numbers (dimension one, records in a finite set), data sets are
n-tuples of records, laws of records are finite, noise is Laplace. Functions are closed forms in
the grammar of ``kernel.real``; in a function of a data set ``S`` its records are ``S1 ... Sn``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flint import fmpq

from ..limits import KernelError
from ..real.claims import Relation
from ..real.claims import relation as parse_relation
from ..real.enclose import exact, exact_along
from ..real.grammar import parse_term
from ..real.terms import Term, free_variables, num, numeral, rational_value, substitute, subterms
from .signature import is_name

MAX_SIZE = 20_000
PLACES = 12
"""Places of an arbitrary sequence that closed forms may look at."""
_CONTINUOUS = frozenset({"num", "var", "const", "add", "sub", "mul", "neg", "abs", "min", "max"})
_ENTRY = re.compile(
    r"(value|region|law|noise|normal|data)\s+([A-Za-z_][\w']*)\s*(?:\(([^)]*)\))?\s*=\s*(.+)\Z", re.S
)


@dataclass(frozen=True)
class Closed:
    """A number, or a function of numbers and data sets, in closed form."""

    parameters: tuple[str, ...]
    body: Term

    @cached_property
    def order(self) -> tuple[Term, ...]:
        """The subterms of the body, each after its arguments."""
        return tuple(subterms(self.body))


@dataclass(frozen=True)
class Region:
    """A set of numbers: those that satisfy all relations."""

    parameter: str
    relations: tuple[Relation, ...]

    def closed(self) -> bool:
        """Whether only weak inequalities between terms that are continuous everywhere define the set."""
        terms = subterms(*(side for r in self.relations for side in (r.left, r.right)))
        return all(r.op in ("<=", ">=", "=") for r in self.relations) and all(
            t.op in _CONTINUOUS
            or (t.op == "div" and bool(rational_value(t.args[1])))
            or (t.op == "pow" and _whole(rational_value(t.args[1])))
            for t in terms
        )


@dataclass(frozen=True)
class FiniteLaw:
    """Rational weights on numbers or data sets; they are positive and add up to one.

    The points of a kernel (``law K(S) = S1: 1/2, 0: 1/2``) are functions of its parameters.
    """

    weights: tuple[tuple[Term | tuple[Term, ...] | frozenset[int], fmpq], ...]
    parameters: tuple[str, ...] = ()

    @cached_property
    def points(self) -> tuple[tuple[Closed, fmpq], ...]:
        """The points of a kernel as functions of its parameters, with their weights."""
        return tuple(
            (Closed(self.parameters, p), weight) for p, weight in self.weights if isinstance(p, Term)
        )


@dataclass(frozen=True)
class Noise:
    """The Laplace law, or the normal law, with a centre and a scale, as functions of the parameters."""

    parameters: tuple[str, ...]
    center: Term
    scale: Term
    normal: bool = False

    @cached_property
    def forms(self) -> tuple[Closed, Closed]:
        """Centre and scale as functions of the parameters."""
        return Closed(self.parameters, self.center), Closed(self.parameters, self.scale)


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
    mention: the world is then a family of worlds, one for each value. `within` is an interval that
    an event under noise lies in (by a certificate): its probability is then bounded from above.
    `outputs` are the points that finite laws of vectors live on; events are then subsets of these.
    """

    size: int
    records: tuple[fmpq, ...]
    values: Mapping[str, Value] = field(default_factory=dict)
    entries: tuple[str, ...] = ()
    parameters: tuple[Relation, ...] = ()
    within: tuple[Term | None, Term | None] | None = None
    outputs: tuple[fmpq, ...] = ()

    def arguments(self, parameters: tuple[str, ...], values: tuple[object, ...]) -> dict[str, Term]:
        """Parameters with their values; the records of a data set and the draws of a sequence are numbered, a
        set of places gives 1 or 0 to each place."""
        if len(parameters) != len(values):
            raise KernelError(f"{len(values)} arguments for parameters {', '.join(parameters)}")
        images: dict[str, Term] = {}
        for name, value in zip(parameters, values, strict=True):
            if isinstance(value, frozenset):
                places = range(1, self.size + 1)
                images.update({f"{name}{place}": num(int(place in value)) for place in places})
            elif isinstance(value, tuple | AnySequence):
                members = value.members if isinstance(value, AnySequence) else value
                images.update({f"{name}{place}": part for place, part in enumerate(members, 1)})
            elif isinstance(value, Term):
                images[name] = value
            else:
                raise KernelError(f"the argument {name!r} is neither a number nor a data set")
        return images

    def closed(self, value: Closed, arguments: tuple[object, ...]) -> Term:
        """The value of a closed form at arguments; a numeral where these are, and it is known exactly."""
        images = self.arguments(value.parameters, arguments)
        strangers = value.body.names - images.keys() - self.family
        if strangers:
            raise KernelError(f"a closed form mentions {', '.join(sorted(strangers))}, which has no value")
        point = {name: known for name, made in images.items() if (known := numeral(made)) is not None}
        found = exact_along(value.order, point)
        return substitute(value.body, images) if found is None else num(found)

    @cached_property
    def family(self) -> frozenset[str]:
        """The names of the parameters of a family of worlds."""
        return frozenset[str]().union(*(r.variables() for r in self.parameters))


def parse_world(entries: tuple[str, ...]) -> World:
    """A world from its lines: ``n = 2``, ``records = -1, 1``, then values.

    >>> parse_world(("n = 1", "records = 0, 1", "value f(x) = x**2")).size
    1
    """
    size, values = 1, dict[str, Value]()
    records: tuple[fmpq, ...] = (fmpq(0),)
    outputs: tuple[fmpq, ...] = ()
    family = [parse_relation(e.split(None, 1)[1]) for e in entries if e.startswith("parameter ")]
    within: tuple[Term | None, Term | None] | None = None
    for entry in entries:
        if entry.startswith("parameter "):
            continue
        if entry.startswith("within "):
            low, _, high = entry.split(None, 1)[1].partition(";")
            within = (_end(low, "-oo"), _end(high, "oo"))
            continue
        name, _, text = entry.partition("=")
        if name.strip() == "n":
            size = _integer(text)
        elif name.strip() == "records":
            records = tuple(_rational(part) for part in text.split(","))
        elif name.strip() == "outputs":
            outputs = tuple(_rational(part) for part in text.split(","))
        else:
            match = _ENTRY.match(entry.strip())
            if match is None:
                raise KernelError(
                    "expected 'value f(x) = ...', 'region', 'law', 'noise', 'normal' or 'data',"
                    f" found {entry!r}"
                )
            kind, symbol, parameters, body = match.groups()
            names = tuple(p.strip() for p in (parameters or "").split(",") if p.strip())
            values[symbol] = _value(kind, names, body.strip())
            _refuse_strangers(symbol, names, _free(family), values[symbol])
    for name in _free(family):
        # evaluation names bound numbers by a word with a number behind it, and these three
        if name[-1].isdigit() or name in ("drawn", "noise", "place") or not is_name(name):
            raise KernelError(f"a parameter cannot be called {name!r}")
    if strangers := sorted(free_variables(*(end for end in within or () if end)) - set(_free(family))):
        raise KernelError(f"an end of an interval mentions {', '.join(strangers)}, which has no value")
    if size > MAX_SIZE:
        raise KernelError(f"a world with n = {size}; at most {MAX_SIZE}")
    if size < 1 or not records:
        raise KernelError("a world needs n >= 1 and at least one record")
    return World(size, records, values, entries, tuple(family), within, outputs)


def _end(text: str, infinite: str) -> Term | None:
    """An end of an interval, None where it is infinite."""
    return None if text.strip() == infinite else parse_term(text)


def _free(parameters: list[Relation]) -> list[str]:
    return sorted(frozenset[str]().union(*(p.variables() for p in parameters)))


def _refuse_strangers(symbol: str, own: tuple[str, ...], family: list[str], value: Value) -> None:
    """A closed form mentions its own parameters (and the numbered records of data sets) and those of
    the family only."""
    names = (*own, *family)
    if isinstance(value, Closed):
        used = free_variables(value.body)
    elif isinstance(value, Noise):
        used = free_variables(value.center, value.scale)
    elif isinstance(value, Points):
        used = free_variables(*value.records)
    elif isinstance(value, FiniteLaw):
        used = free_variables(*(point for point, _ in value.weights if isinstance(point, Term)))
    elif isinstance(value, Region):
        if not _only_its_parameter(value, names):
            raise KernelError(f"{symbol} mentions more than {value.parameter}")
        own, names = (*own, value.parameter), (*names, value.parameter)
        used = frozenset[str]().union(*(r.variables() for r in value.relations))
    else:
        return
    strangers = sorted(u for u in used if u not in names and u.rstrip("0123456789") not in own)
    if strangers:
        raise KernelError(f"{symbol} uses {', '.join(strangers)}, which is none of its parameters {names}")


def _only_its_parameter(region: Region, names: Sequence[str]) -> bool:
    """Whether a region mentions its parameter (or, of a sequence, numbered draws), and parameters of the
    family, alone."""
    allowed = {region.parameter, *names}
    used = frozenset[str]().union(*(r.variables() for r in region.relations))
    return all(name in allowed or name.rstrip("0123456789") == region.parameter for name in used)


def _whole(value: fmpq | None) -> bool:
    return value is not None and value.q == 1 and value > 0


def _rational(text: str) -> fmpq:
    value = exact(parse_term(text), {})
    if value is None:
        raise KernelError(f"expected a rational number, found {text.strip()!r}")
    return value


def _integer(text: str) -> int:
    value = _rational(text)
    if value.q != 1:
        raise KernelError(f"expected an integer, found {text.strip()!r}")
    return int(value.p)


def _split(body: str) -> list[str]:
    """The parts of a list, whose commas are outside all brackets."""
    parts, depth = [""], 0
    for letter in body:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _value(kind: str, names: tuple[str, ...], body: str) -> Value:
    if kind == "value":
        return Closed(names, parse_term(body))
    if kind == "region":
        return Region(names[0] if names else "x", tuple(parse_relation(part) for part in body.split(",")))
    if kind in ("noise", "normal"):
        center, _, scale = body.partition(";")
        return Noise(names, parse_term(center), parse_term(scale), kind == "normal")
    if kind == "data" and names:
        return Points(tuple(parse_term(part) for part in _split(body)), names)
    if kind == "data":
        return Points(tuple(num(_rational(part)) for part in body.split(",")))
    pairs = [part.split(":") for part in _split(body)]
    weights = tuple((parse_term(point), _rational(weight)) for point, weight in pairs)
    if any(weight <= 0 for _, weight in weights) or sum((w for _, w in weights), fmpq(0)) != 1:
        raise KernelError("the weights of a law are positive and add up to 1")
    return FiniteLaw(weights, names)
