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
from ..letters import outer
from ..prover import prove
from ..theory.bounds import Bound, read_bound
from ..theory.certificates import Certificates
from ..theory.evaluation import Vacuous, vacuous_when
from ..theory.least_values import filled
from ..theory.library import TheoryLibrary
from ..theory.numbers import number_of
from ..theory.optima import NoOptimum, Optimum, optimize
from .blocks import Known, Text, joined
from .first import NEXT
from .formulas import known as written
from .noises import Noise, noise_lines, noises
from .optima import settings as settings_words
from .simplify import cancelled

Line = tuple[str, Text]
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
        infimum = "0" if found.infimum is None else written(found.infimum, style)
        none = "no ", written(var(found.parameter), style), ": the bound comes as near to ", infimum
        return ("best at", (*none, " as one likes")), *noise_lines(noise, style)
    return tuple(_lines(found, noise, certificates, style))


def _parameter(bound: Bound) -> str | None:
    """The parameter that is chosen: the one of which the source says how, or lam."""
    chosen = (choice.parameter for choice in bound.statement.parameters.choices)
    return next((one for one in (*chosen, USUAL) if one in bound.variables), None)


def _lines(
    found: Optimum, noise: tuple[Noise, ...], certificates: Certificates, style: str
) -> Iterator[Line]:
    name = written(var(found.parameter), style)
    names = joined(", ", ((written(var(k), style), " = ", written(t, style)) for k, t in found.names.items()))
    there = name, "* = ", written(found.place, style), ": the bound is ", written(found.value, style)
    yield "best at", (*there, *((", with ", *names) if names else ()))
    yield from noise_lines(noise, style, found)
    vacuous = vacuous_when(found, certificates)
    if vacuous is not None and vacuous.verdict.status == PROVED:
        less = ": less than ", written(vacuous.level, style), ", which needs no data (proved)"
        yield "says", _from(found, vacuous, less, style)
    of, _, form = found.bound.form.name.partition(":")
    yield NEXT, (f"dptheory optimize {of} --over {outer(found.parameter)} --form {form}",)


def _from(found: Optimum, vacuous: Vacuous, less: Text, style: str) -> Text:
    """When the best bound is less than what holds anyway: from which n on, where that is proved."""
    size = _size(found, vacuous)
    says = vacuous.condition.negated() if size is None else Relation(">", var(SIZE), size)
    said = "exactly when ", written(says, style), *less
    settings = found.bound.statement.parameters.settings
    if size is None or not settings:
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
    there = Known(
        {style: settings_words(found.bound, {k: values[k] for k in sorted(needed & values.keys())}, style)}
    )
    return (*said, "; ", written(Relation(">=", var(SIZE), num(int(last) + 1)), style), " at ", there)


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
