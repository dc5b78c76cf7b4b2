"""Reading the text of a world; what is read is evidence, which the kernel evaluates."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from flint import fmpq

from ..kernel import KernelError, SyntaxProblem, need
from ..kernel.logic import DATA, Definition, Expr, Sort, Theorem, used_definitions, walk
from ..kernel.models import Closed, FiniteLaw, Noise, Points, Region, Value, World
from ..kernel.real import Term, exact, num, parse_term, pieces_of
from ..kernel.real import relation as parse_relation
from .elaborate.weights import Arguments, spread
from .grammar import pattern, rules
from .outline import Entry, OutlineError
from .vector_sums import VectorSums

WORLD: Final = "world"


@cache
def kinds() -> frozenset[str]:
    """The words of lines that say something of a symbol."""
    return frozenset(word for word, rule in rules(WORLD).items() if rule.shape.startswith("NAME["))


@cache
def symbol_line() -> re.Pattern[str]:
    """A line that says something of a symbol: its kind, the symbol, its arguments, what it is."""
    return re.compile(rf"({'|'.join(kinds())})\s+{pattern('NAME[(NAMES)] = BODY')}\Z", re.S)


def read_world(
    entry: Entry, theorem: Theorem, definitions: Mapping[str, Definition], sums: VectorSums
) -> World:
    """A world for a theorem: where that speaks of a data set S, `value S = 0, 1` is `data S = 0, 1`; sums
    of vectors have the values that they have."""
    lines = [str(child.whole) for child in entry.children]
    said = [symbol_line().match(line) for line in lines]
    named = {m["NAME"]: k for k, m in enumerate(said) if m and m[1] == "value" and m["NAMES"] is None}
    for name in named.keys() & _data(theorem, definitions) if named.keys() - theorem.variables.keys() else ():
        lines[named[name]] = lines[named[name]].replace("value", "data", 1)
    try:
        lines = _spread(_told_apart(lines, theorem), theorem)
        world = parse_world(tuple(lines))
        for line in sums.lines(world, theorem.variables, definitions):
            lines.append(line)
            world = parse_world(tuple(lines))
        return world
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
    except ValueError:  # a part of a law that is no pair
        expected = "laws such as 'law D = 0: 1/2, 1: 1/2', points with their weights"
        raise OutlineError(f"expected {expected}, in this world", entry.number) from None


def _spread(lines: list[str], theorem: Theorem) -> list[str]:
    """The lines of a world in which every weight of a law is a number."""
    said = [symbol_line().match(line.strip()) for line in lines]
    values = {name.strip(): text for name, _, text in (line.partition("=") for line in lines)}
    numbers = {m["NAME"]: m["BODY"] for m in said if m and m[1] == "value" and m["NAMES"] is None}
    made = list(lines)
    for place, m in enumerate(said):
        if m and m[1] == "law":
            names = [name.strip() for name in (m["NAMES"] or "").split(",") if name.strip()]
            size = _integer(values.get("n", "1"))
            own = {*names, *(f"{name}{k}" for name in names for k in range(1, size + 1))}
            arguments = Arguments(
                theorem.variables.get(m["NAME"]),
                [_rational(part) for part in values.get("records", "0").split(",")],
                size,
                {k: parse_term(body) for k, body in numbers.items() if k in m["BODY"] and k not in own},
            )
            if (body := spread(m["BODY"], names, arguments)) != m["BODY"]:
                made[place] = line_of("law", m["NAME"], m["NAMES"], body)
    return made


def line_of(kind: str, name: str, names: str | None, body: str) -> str:
    """A line that says something of a symbol."""
    return f"{kind} {name}({names}) = {body}" if names else f"{kind} {name} = {body}"


def apart(
    definitions: Mapping[str, Definition], theorem: Theorem, named: Container[str] | None = None
) -> Mapping[str, Definition]:
    """The definitions; where what one of a theorem's binds has the name of a variable of the theorem, as the
    event B of `private` where an author has a number B, the theorem's alone with a mark on these: a world
    gives a value to either. If asked, only where the marked name is among those `named`. What a formula says
    does not hang on the names that it binds."""

    def marked(term: Expr) -> Expr:
        args, label = tuple(map(marked, term.args)), term.label
        if term.head == "lam" and label in theorem.variables:
            new = _marked(label, theorem)
            label = new if named is None or new in named else label
        same = label == term.label and all(map(operator.is_, args, term.args))
        return term if same else Expr(term.head, args, term.sort, label, term.index, term.value)

    used = used_definitions([*(said for _, said in theorem.hypotheses), theorem.conclusion], definitions)
    made = {name: marked(definitions[name].body) for name in used}
    if all(body is definitions[name].body for name, body in made.items()):
        return definitions
    return {name: Definition(name, definitions[name].parameters, body) for name, body in made.items()}


def _marked(name: str, theorem: Theorem) -> str:
    """The name of what a definition binds by the name of a variable."""
    while name in theorem.variables:
        name += "'"
    return name


def _told_apart(lines: Sequence[str], theorem: Theorem) -> list[str]:
    """Of two lines about one name, ``value B = 1`` and ``region B(w) = w >= 0``, the one that does not fit
    the variable is about what a definition binds."""
    said = [symbol_line().match(line) for line in lines]
    names = Counter(m["NAME"] for m in said if m)
    return [
        line_of(m[1], _marked(m["NAME"], theorem), m["NAMES"], m["BODY"])
        if m and names[m["NAME"]] > 1 and not _fits(m[1], theorem.variables.get(m["NAME"])) else line
        for line, m in zip(lines, said, strict=True)
    ]  # fmt: skip


def _fits(kind: str, sort: Sort | None) -> bool:
    """Whether a line of a kind says something of a variable of a sort."""
    values = str(sort).rpartition("-> ")[2].partition("(")[0]
    if sort is None or kind == "value":
        return sort is None or values not in ("set", "data", "law")
    return values == {"region": "set", "data": "data"}.get(kind, "law")


def _data(theorem: Theorem, definitions: Mapping[str, Definition]) -> set[str]:
    """The data sets that a claim quantifies over, itself or in what it is short for."""
    found, met, left = set[str](), set[str](), [theorem.conclusion]
    while left:
        for node in walk(left.pop()):
            if node.head == "lam" and node.sort.args[0] == DATA:
                found.add(node.label)
            elif node.head == "defined" and node.label not in met:
                met.add(node.label)
                left.append(definitions[node.label].body)
    return found


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
    given: set[str] = set()
    for entry in entries:
        if entry.startswith("parameter "):
            continue
        name, _, text = entry.partition("=")
        match = symbol_line().match(entry.strip())
        key = "within" if entry.startswith("within ") else match[2] if match else name.strip()
        need(key not in given, f"a world says what {key} is once")
        given.add(key)
        if entry.startswith("within "):
            low, _, high = entry.split(None, 1)[1].partition(";")
            within = (_end(low, "-oo"), _end(high, "oo"))
        elif name.strip() == "n":
            size = _integer(text)
        elif name.strip() == "records":
            records = tuple(_rational(part) for part in text.split(","))
        elif name.strip() == "outputs":
            outputs = tuple(_rational(part) for part in text.split(","))
        else:
            if match is None:
                raise KernelError(
                    "expected 'value f(x) = ...', 'region', 'law', 'noise', 'normal' or 'data',"
                    f" found {entry!r}"
                )
            kind, symbol, parameters, body = match.groups()
            names = tuple(p.strip() for p in (parameters or "").split(",") if p.strip())
            values[symbol] = _value(kind, names, body.strip())
    world = World(size, records, values, entries, tuple(family), within, outputs)
    world.check()
    return world


def _end(text: str, infinite: str) -> Term | None:
    """An end of an interval, None where it is infinite."""
    return None if text.strip() == infinite else parse_term(text)


@lru_cache(1 << 10)
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


@lru_cache(1 << 12)
def _value(kind: str, names: tuple[str, ...], body: str) -> Value:
    if kind == "value":
        return Closed(names, parse_term(body))
    if kind == "region" and len(names) > 1:
        raise KernelError("a region is a set of numbers; it has one parameter")
    if kind == "region":
        return Region(names[0] if names else "x", tuple(parse_relation(part) for part in body.split(",")))
    if kind in ("noise", "normal"):
        center, _, scale = body.partition(";")
        return Noise(names, parse_term(center), parse_term(scale), kind == "normal")
    if kind == "data" and names:
        return Points(tuple(parse_term(part) for part in pieces_of(body)), names)
    if kind == "data":
        return Points(tuple(num(_rational(part)) for part in body.split(",")))
    pairs = [part.split(":") for part in pieces_of(body)]
    weights = tuple((parse_term(point), _rational(weight)) for point, weight in pairs)
    return FiniteLaw(weights, names)
