"""What is told of a form that holds: the best parameter of its bound, the noise, and when it says something.

All of it from recorded certificates and guesses, which the kernel checks; nothing long is searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from flint import arb

from ..errors import BadInput
from ..kernel import PROVED
from ..kernel.real import Relation, Term, claim_of, free_variables, num, substitute, subterms, var
from ..prover import prove
from ..theory.bounds import Bound, number_of, read_bound
from ..theory.certificates import Certificates
from ..theory.evaluation import Vacuous, vacuous_when
from ..theory.filled import filled
from ..theory.library import TheoryLibrary
from ..theory.optima import NoOptimum, Optimum, optimize
from .formulas import write
from .noises import Noise, noise_lines, noises
from .optima import settings as settings_words
from .simplify import cancelled

Line = tuple[str, str]
USUAL: Final = "lam"
SIZE: Final = "n"
EFFORT: Final = 200_000
PLAIN: Final = frozenset({"num", "var", "const", "add", "sub", "mul", "div"})
"""What may stand in a condition that such a claim takes along."""


def advice(library: TheoryLibrary, form: str, known: Mapping[str, object], style: str) -> tuple[Line, ...]:
    """Labels and words about a form, by its name: what is certified of its best parameter, and the noise."""
    name, _, kind = form.partition(":")
    certificates = Certificates(known, search=False)
    statement = library.get(name)
    noise = noises(next(one for one in statement.forms if one.name == form), library.definitions)
    found = None
    with suppress(BadInput):
        over = _parameter(read_bound(library, statement, kind)) if known else None
        found = None if over is None else optimize(library, name, over, form=kind, certificates=certificates)
    if found is None or found.verdict.status != PROVED:
        return tuple(noise_lines(noise, style))
    if isinstance(found, NoOptimum):
        infimum = "0" if found.infimum is None else write(found.infimum, style)
        none = f"no {write(var(over or USUAL), style)}: the bound comes as near to {infimum} as one likes"
        return ("best at", none), *noise_lines(noise, style)
    return tuple(_lines(found, noise, certificates, style))


def _parameter(bound: Bound) -> str | None:
    """The parameter that is chosen: the one of which the source says how, or lam."""
    chosen = (choice.parameter for choice in bound.statement.parameters.choices)
    return next((one for one in (*chosen, USUAL) if one in bound.variables), None)


def _lines(
    found: Optimum, noise: tuple[Noise, ...], certificates: Certificates, style: str
) -> Iterator[Line]:
    name = write(var(found.parameter), style)
    where = ", ".join(f"{write(var(k), style)} = {write(t, style)}" for k, t in found.names.items())
    there = f"{name}* = {write(found.place, style)}: the bound is {write(found.value, style)}"
    yield "best at", there + (f", with {where}" if where else "")
    yield from noise_lines(noise, style, found)
    vacuous = vacuous_when(found, certificates)
    if vacuous is not None and vacuous.verdict.status == PROVED:
        level = f"less than {write(vacuous.level, style)}, which holds anyway"
        yield "says", f"{level}, {_from(found, vacuous, style)}"


def _from(found: Optimum, vacuous: Vacuous, style: str) -> str:
    """When the best bound is below what holds anyway: from which n on, where that is proved."""
    size = _size(found, vacuous)
    if size is None:
        return f"when {write(vacuous.condition.negated(), style)} (exactly then; proved)"
    said = f"when {write(Relation('>', var(SIZE), size), style)} (exactly then; proved)"
    settings = found.bound.statement.parameters.settings
    if not settings:
        return said
    open_ = free_variables(size) & found.bound.fillable
    about = [c.variables() for c in found.bound.conditions if c.variables() & open_]
    needed = free_variables(size).union(*about) - open_
    given = settings[0].completed({}, found.bound.variables - found.bound.fillable - {SIZE})
    values = filled(found.bound, given, [found.parameter])
    if not free_variables(size) <= values.keys():
        return said
    last = arb(number_of(size, values)).upper().floor().unique_fmpz()
    if last is None:
        return said
    first = int(last) + 1
    there = settings_words(found.bound, {k: values[k] for k in sorted(needed & values.keys())}, style)
    return f"{said}: n ≥ {first} at {there}"


def _size(found: Optimum, vacuous: Vacuous) -> Term | None:
    """The number such that a bound says nothing exactly for n up to it; None where that is not seen."""
    name = str(vacuous.condition.left.value)
    if name not in found.names or free_variables(vacuous.condition.right):
        return None
    body, edge = found.names[name], vacuous.condition.right
    size = cancelled(substitute(body, {SIZE: num(1)}) / edge)
    known = [c for c in found.conditions if c.variables() <= free_variables(body) and _plain(c)]
    known += [Relation(">", var(SIZE), num(0))]
    least, small = Relation(">=", body, edge), Relation("<=", var(SIZE), size)
    integers = found.bound.integers & free_variables(body)
    asked = (claim_of([*known, least], small, integers), claim_of([*known, small], least, integers))
    return size if all(prove(one, effort=EFFORT).proved for one in asked) else None


def _plain(condition: Relation) -> bool:
    return all(one.op in PLAIN for side in (condition.left, condition.right) for one in subterms(side))
