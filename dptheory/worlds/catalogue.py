"""What each symbol of a statement may be, by its sort: closed forms with open numbers, and sketches of worlds
made of these."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from flint import fmpq

from ..kernel.logic import DATA, INT, REAL, RECORD, VEC, Sort, law, set_of
from ..kernel.real import Term, num, parse_term, relation, var
from .sketches import LETTERS, NEAR, NICE, SHARES, SIGNED, Making, Parameter, Sketch, arguments, letters
from .values import Function, Lists, Set, Symbol, Table


def bits(sorts: Sequence[Sort], names: Sequence[str], making: Making) -> list[str]:
    """For the arguments of a mechanism: closed forms in them that are 0 or 1."""
    ends = making.records[0], making.records[-1]

    def of_record(name: str) -> str:
        if len(making.records) > 2:
            return f"min(1, {name})" if ends[0] == 0 else f"min(1, {name} - ({ends[0]}))"
        if ends == (fmpq(0), fmpq(1)):
            return name
        if ends[0] == ends[1]:
            return "0"
        return f"(({name}) - ({ends[0]}))/({ends[1] - ends[0]})"

    by_sort = dict(zip(names, sorts, strict=True))
    places = range(1, min(making.size, 2) + 1)
    sets = [n for n, s in by_sort.items() if s == set_of(INT)]
    made: list[str] = []
    for name, sort in by_sort.items():
        if sort == DATA:
            for k in places:
                chosen = "".join(f"*{j}{k}" for j in sets)
                made.append(of_record(f"{name}{k}") + chosen)
                made += [step + chosen for step in steps(making.records, f"{name}{k}")[: 2 - k]]
        elif sort == RECORD:
            made += [of_record(name), *steps(making.records, name)[:1]]
        elif sort in (INT, VEC, REAL):
            made.append(
                f"min(1, max(0, {name}))" if sort != VEC or making.outputs != (fmpq(0), fmpq(1)) else name
            )
            made += [f"min(1, max(0, {name} - 1))"] * (sort == INT)
        elif sort == set_of(INT) and DATA not in sorts:
            made += [f"{name}{k}" for k in places]
    if len(made) > 1:
        both = ", ".join(made[:3])
        made += [f"max({both})", f"min({both})"]
    return [m for m in made if m != "0"]


def steps(records: Sequence[fmpq], name: str) -> list[str]:
    """Whether a record is above the second kind, above the third, ...; kinds are whole numbers in a row."""
    return [f"max(0, min(1, {name} - ({kind})))" for kind in records[1:-1]]


def mechanism(sorts: Sequence[Sort], making: Making, name: str, style: int) -> Table:
    """A finite law for each value of the arguments: shares of the closed forms that are 0 or 1, of their
    opposites, and of 0 and 1."""
    names = letters(sorts)
    of_arguments = bits(sorts, names, making)
    opposite = [f"1 - {b}" for b in of_arguments]
    last = making.outputs[-1] if making.outputs else fmpq(1)
    if not of_arguments:
        points = [str(o) for o in (making.outputs or (fmpq(0), fmpq(1)))]
    elif style == 0:
        points = [of_arguments[0], opposite[0]]
    elif style == 1 and set(sorts) == {VEC}:  # at every vector a law of the outputs
        points = [str(o) for o in (making.outputs or (fmpq(0), fmpq(1)))]
    elif style == 1:
        points = [*of_arguments, *opposite[:2], "0", "1"]
    elif style == 2:
        points = [of_arguments[-1], opposite[-1], "0", "1"]
    elif style == 3:
        points = [of_arguments[0], "0", "1"]
    else:
        points = [of_arguments[0]] if style == 4 else ["0"]
    points = list(dict.fromkeys(points))
    if last != 1:
        points = [p if p == "0" else f"({last})*({p})" for p in points]
    if making.outputs and making.outputs[0] == -last:
        points = [f"2*({p}) - ({last})" for p in points]
    if style < 2 and len(making.records) > 2 and making.outputs in ((), making.records):
        read = [(n, s) for n, s in zip(names, sorts, strict=True) if s in (DATA, RECORD)]
        points = [*(f"{n}1" if s == DATA else n for n, s in read), *points]
    weights = [making.parameter(SHARES, 0.0, 1.0, name) for _ in points]
    return Table(names, tuple(parse_term(p) for p in points), tuple(weights))


LOSSES: Final = (
    "{+}/2*[w]**2 - {r}*[z]*[w]", "{r}*[w]*[z]", "min(1, abs([w] - [z]))",
    "max(0, min(1, {u} + {r}*[w] + {r}*[z] + {r}*[w]*[z]))", "{+}*abs([w] - [z])",
    "{+}*min(1, abs([w] - [z]))",
    "max(0, min(1, [w]))", "max(0, 1 - [w]*[z])", "({r}*[w] - [z])**2/2", "{r}*[w]", "{r}*[z]",
    "{+}*min({+}, abs([w]))**2 - {r}*[z]*[w]",
)  # fmt: skip
FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    "vec, record -> real": LOSSES,
    "vec -> real": (
        "{+}/2*[w]**2", "{+}/2*[w]**2 + {r}*[w]", "{r}*[w]", "max(0, min(1, [w]))", "{+}*abs([w])", "0*[w]",
        "{u} + 0*[w]", "max(0, min(1, {u} + {r}*[w]))", "{r}*[w] + {r}", "[w]**2",
        "min({+}, abs([w]))**2",
    ),
    "record -> vec": ("[z]", "{r}*[z]", "{r} + 0*[z]", "{r} + {r}*[z]"),
    "record -> real": ("[z]", "1 + 0*[z]", "{r}*[z]", "{r} + 0*[z]", "{r} + {r}*[z]", "2*[z] - 1"),
    "real -> real": (
        "-[t]", "max(0, 1 - [t])", "{+}/2*[t]**2 + {r}*[t]", "{r}*[t]", "{r} + 0*[t]", "{+}*abs([t])",
        "min({+}, [t]**2)",
        "{r} + {r}*[t]",
        "{r}*[t]**2", "[t]", "1/[t]", "exp(-[t])",
    ),
    "vec -> vec": ("{r}*[w]", "{r}*[w] + {r}", "[w]", "{r} + 0*[w]", "max(-1, min(1, {r}*[w]))", "1 - [w]"),
    "vec, vec -> vec": ("[w]*v", "max([w], v)", "[w]"),
    "vec, record -> vec": ("{+}*[w] - {r}*[z]", "{r}*[z] + 0*[w]", "[w]", "{r}*[w] + {r}"),
    "data -> vec": ("{r}*[S]1", "[S]1", "{r}*[m] + {r}", "{r} + 0*[S]1", "min([a])", "max([a])",
    "{r}*[S]1 + {r}"),
    "data -> real": ("{+} + 0*[S]1", "{r}*[S]1 + {r}", "{r}*[m]", "[S]1"),
    "data, int -> real": (
        "{r}*[S]1*(3 - 2*[i])", "{r} + {r}*[S]1 + {r}*[i] + {r}*[S]1*[i]", "{r}*[S]1", "{r}*[i]",
    ),
    "data, record -> real": ("{+} + 0*[S]1", "{r}*[S]1 + {r}*[z] + {r}", "abs([S]1 - [z])"),
    "data, vec -> real": (
        "{+}/2*([w] - {r}*[m])**2", "{+}/2*[w]**2 - {r}*[S]1*[w]", "{r}*[S]1*[w]", "{+}*abs([w] - [S]1)",
    ),
    "int, data -> vec": (
        "{r} + {r}*[i] + {r}*[S]1", "{r}*max(0, 2 - [i])*[S]1 + {r}*min(1, max(0, [i] - 1))*[e]",
    ),
    "data, vec -> vec": ("{r}*[S]1 + {r}*[w]", "[S]1*max(-1, min(1, {r}*[w]))", "[S]1 - [w]"),
    "int -> real": ("{r} + 0*[i]", "{r}*[i]", "{r}*max(0, 2 - [i])",
    "{r}*[i] + {r}", "{+}/[i]", "max(0, {r}*[i] + {r})",
    "{+}*{s}**[i]"),
    "int, vec -> real": ("abs([w] - [i] + 1)", "abs([w] - {r}*[i])"),
    "int -> vec": ("{r} + 0*[i]", "{r}*[i]", "{r}*[i] + {r}", "[i]", "[i] - 1"),
    "int -> int": ("[i]", "1 + 0*[i]", "max(1, [i] - 1)"),
    "data -> int": ("1 + 0*[S]1",),
}  # fmt: skip
REGIONS: Final = (
    "-{+} <= [w]; [w] <= {+}", "0 <= [w]; [w] <= 1", "[w]*(1 - [w]) = 0", "[w]**2 >= 0", "[w] = {r}",
    "{r} <= [w]; [w] <= {r}", "[w] >= {r}", "[w] <= {r}",
)  # fmt: skip
HALVES: Final = (6, 7, 0)
"""The places of half-lines among them, and of intervals."""
STYLES: Final = 6


def options(sort: Sort) -> int:
    """How many kinds of values the catalogue has for a sort."""
    of, made = arguments(sort)
    if made.name == "law":
        return STYLES if made.args[0] == VEC and of else 2 + (not of)
    if str(sort) in ("set(vec)",):
        return len(REGIONS)
    if of:
        return len(FORMS.get(str(sort), ())) + (1 if str(sort) in FORMS else 2)
    return 1


def symbol(
    name: str, sort: Sort, choice: int, making: Making
) -> Symbol | tuple[Term, ...] | Parameter | None:
    """A value of a sort, by its place in the catalogue; None where it has none."""
    of, made = arguments(sort)
    names = letters(of)
    if not of:
        return _plain(name, sort, choice, making)
    if made.name == "law":
        return _law_for(name, of, made, choice, making)
    if of == (INT,) and made == DATA:  # records turn to the last kind, one after another or all at once
        low, high = making.records[0], making.records[-1]
        late = [f"min(1, max(0, {names[0]} - {j * (1 - choice)}))" for j in range(making.size)]
        return Lists(names, tuple(parse_term(f"({low}) + ({high - low})*{turned}") for turned in late))
    if made not in (REAL, VEC, INT, RECORD):
        return None
    known = FORMS.get(str(sort), ())
    if choice < len(known):
        return Function(names, making.text(known[choice], _stand_for(of, names, making)))
    return _general(of, names, made, choice - len(known), making)


def _stand_for(of: Sequence[Sort], names: Sequence[str], making: Making) -> dict[str, str]:
    stands: dict[str, str] = {}
    for sort, name in zip(of, names, strict=True):
        if sort in LETTERS:
            stands.setdefault(LETTERS[sort][0], name)
    if "S" in stands:
        items = [f"{stands['S']}{k}" for k in range(1, making.size + 1)]
        stands |= {"m": f"({' + '.join(items)})/{making.size}", "a": ", ".join(items), "e": items[-1]}
    return stands


def _general(
    of: Sequence[Sort], names: Sequence[str], made: Sort, choice: int, making: Making
) -> Function | None:
    """A function of any arguments: affine in numbers and first records; a record, an integer of what is 0
    or 1."""
    if made == RECORD:
        found = bits(of, names, making) or ["0"]
        low, high = making.records[0], making.records[-1]
        return Function(tuple(names), parse_term(f"({low}) + ({high - low})*({found[0]})"))
    if made == INT:
        return Function(tuple(names), parse_term("1"))
    if choice == 1:
        return Function(tuple(names), making.parameter(SIGNED))
    found = []
    for sort, name in zip(of, names, strict=True):
        if sort in (DATA, set_of(INT)) or str(sort) == "int -> vec":
            found.append(f"{name}1")
        elif sort in (REAL, VEC, INT, RECORD):
            found.append(name)
    term: Term = making.parameter(SIGNED)
    for one in found:
        term = term + making.parameter(SIGNED) * var(one)
    return Function(tuple(names), term)


def _law_for(name: str, of: Sequence[Sort], made: Sort, choice: int, making: Making) -> Table | None:
    inner = made.args[0]
    if inner == VEC:
        return mechanism(of, making, name, choice)
    if inner != RECORD:
        return None
    names = letters(of)
    if DATA in of and choice == 1:
        data = names[list(of).index(DATA)]
        points = [f"{data}{k}" for k in range(1, making.size + 1)]
        return Table(names, tuple(map(parse_term, points)), tuple(num(fmpq(1, len(points))) for _ in points))
    points = [str(r) for r in making.records]
    weights = [making.parameter(SHARES, 0.0, 1.0, name) for _ in points]
    return Table(names, tuple(map(parse_term, points)), tuple(weights))


def _plain(
    name: str, sort: Sort, choice: int, making: Making
) -> Symbol | tuple[Term, ...] | Parameter | None:
    """A number, a data set, a set or a law."""
    if sort in (REAL, VEC):
        if sort == REAL and not making.signed:
            return Parameter(name, NICE, 0.0, symbol=True, positive=True)
        return Parameter(name, SIGNED, symbol=True)
    if sort == INT:
        low = -5 if making.signed else 0
        return Parameter(name, (1.0, 2.0, 3.0), choices=tuple(float(k) for k in range(low, 13)), symbol=True)
    if sort == RECORD:
        values = tuple(float(r.p) / float(r.q) for r in making.records)
        return Parameter(name, values, choices=values, symbol=True)
    if sort == DATA:
        values = tuple(float(r.p) / float(r.q) for r in making.records)
        made = []
        for _ in range(making.size):
            own = f"q_{len(making.parameters)}_"
            making.parameters.append(Parameter(own, values, choices=values))
            made.append(var(own))
        return tuple(made)
    if sort == set_of(VEC):
        relations = []
        for part in REGIONS[choice].split(";"):
            before = len(making.parameters)
            relations.append(relation(making.filled(part.strip(), {"w": "w"})))
            ends = [var(p.name) for p in making.parameters[before:]] or [num(1)]
            making.marks += [-end if part.strip().startswith("-") else end for end in ends]
        making.marks += [end * num(1 - NEAR) for end in list(making.marks)]
        return Set("w", tuple(relations))
    if sort == set_of(INT):
        return Set("j", (relation("j = 1"),) if choice == 0 else (relation("j <= 1"),))
    if sort == law(RECORD) or sort == law(VEC):
        points = making.records if sort == law(RECORD) else (making.outputs or (fmpq(0), fmpq(1)))
        if choice == 2:
            points = points[-1:]
        weights = [making.parameter(SHARES, 0.0, 1.0, name) for _ in points]
        if choice == 1:
            weights = [num(fmpq(1, len(points)))] * len(points)
        return Table((), tuple(num(p) for p in points), tuple(weights))
    return None


Frame = tuple[int, tuple[fmpq, ...], tuple[fmpq, ...]]
"""The size of data sets, the records, the outputs."""


def frames(speaks_of_data: bool, events: bool, records: bool = False) -> Iterator[Frame]:
    """Sizes of data sets, records and outputs, the more telling ones first; of a law of records, without any
    data, the kinds."""
    zero, one = fmpq(0), fmpq(1)
    outputs = (zero, one) if events else ()
    yield (2, (zero, one), outputs) if speaks_of_data else (1, (zero, one), outputs)
    yield 1, (zero, one), outputs
    if records and not speaks_of_data:
        yield 1, (-one, one), outputs
        yield 1, (zero, one, fmpq(2)), outputs
        yield 1, (-one, zero, one), outputs
    if speaks_of_data:
        yield 1, (-one, one), (-one, one) if events else ()
        yield 2, (-one, one), (zero, one) if events else ()
        yield 1, (zero, one, fmpq(2)), (zero, one, fmpq(2)) if events else ()
        yield 3, (zero, one), outputs
        yield 2, (zero, one, fmpq(2)), (zero, one, fmpq(2)) if events else ()
        yield 3, (-one, zero, one), outputs
        yield 4, (zero, one), outputs
        yield 5, (-one, zero, one), outputs
        yield 1, (zero,), outputs
        yield 1, (one,), outputs


def sketches(
    variables: Mapping[str, Sort],
    kept: Mapping[str, tuple[int, ...]],
    frame: Frame,
    limit: int,
    signed: bool,
) -> Iterator[Sketch]:
    """The sketches of a frame, those of what stands first in the catalogue first; `kept` has, of symbols
    about which hypotheses speak, the places in the catalogue to try."""
    size, records, outputs = frame
    open_ = {name: kept.get(name, tuple(range(options(sort)))) for name, sort in variables.items()}
    for choice in itertools.islice(_by_rank([len(c) for c in open_.values()], limit), limit):
        making = Making(size, records, outputs, signed)
        symbols: dict[str, Symbol] = {}
        data: dict[str, tuple[Term, ...]] = {}
        fine = True
        for (name, sort), place in zip(variables.items(), choice, strict=True):
            found = symbol(name, sort, open_[name][place], making)
            if isinstance(found, Parameter):
                making.parameters.append(found)
            elif isinstance(found, tuple):
                data[name] = found
            elif found is None:
                fine = False
            else:
                symbols[name] = found
        if fine:
            yield Sketch(
                size,
                records,
                outputs,
                symbols,
                data,
                tuple(making.parameters),
                {},
                tuple(making.marks),
                sum(choice),
            )


def _by_rank(counts: Sequence[int], limit: int) -> Iterator[tuple[int, ...]]:
    """Tuples of places in lists of these lengths, by the sum of their entries."""
    total = sum(max(c - 1, 0) for c in counts)
    for rank in range(min(total, 14) + 1):
        yield from _with_sum(list(counts), rank)


def _with_sum(counts: list[int], rank: int) -> Iterator[tuple[int, ...]]:
    if not counts:
        if rank == 0:
            yield ()
        return
    for first in range(min(rank, counts[0] - 1) + 1):
        for rest in _with_sum(counts[1:], rank - first):
            yield first, *rest


def ungenerated(variables: Mapping[str, Sort]) -> list[str]:
    """The variables for which the catalogue has nothing, with their sorts."""
    making = Making(2, (fmpq(0), fmpq(1)), (fmpq(0), fmpq(1)))
    return [f"{name}: {sort}" for name, sort in variables.items() if symbol(name, sort, 0, making) is None]
