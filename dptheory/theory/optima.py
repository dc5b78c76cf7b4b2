"""The best value of a parameter of a bound: closed form, certificate, and what the source's choices cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..kernel import PROVED, Verdict
from ..kernel.logic import CONSTANTS
from ..kernel.real import Relation, Term, free_variables, num, print_term, replace_terms, var
from ..shown import Drawn, Shown
from .bounds import Bound, read_bound
from .certificates import Certificates
from .closed_forms import Least, Tradeoff, least, raw_least, tradeoff
from .ends import BEYOND, Moving, best_end, moves, unproved
from .guesses import Tried, points_of, terms_of
from .integer_optima import relaxed
from .library import TheoryLibrary
from .optimum_text import optimum_id, tradeoff_text
from .results import StatementResult
from .side_claims import verified_text

if TYPE_CHECKING:
    import sympy


class NoClosedForm(BadInput):
    """A bound whose dependence on the parameter has no shape that is known here."""


@dataclass(frozen=True, repr=False)
class Optimum(Drawn):
    """The least value of a bound over one parameter.

    `place` and `value` are closed forms in the bound's variables and `names`; `assumed` are conditions
    that the certificate needs beside those of the form. The verdict is that of the statement `result`:
    the bound is nowhere less than the value, the place is admissible, and the bound attains the value there.
    Where the parameter is `whole`, this is said of all its real values > 0, and the best whole value at a
    setting is `theory.whole.best_whole`. The place is `at_end` where the bound moves one way only.
    """

    bound: Bound
    parameter: str
    place: Term
    value: Term
    names: Mapping[str, Term]
    conditions: tuple[Relation, ...]
    assumed: tuple[Relation, ...]
    verdict: Verdict
    result: StatementResult
    text: str
    whole: bool = False
    at_end: bool = False

    @cached_property
    def full_place(self) -> Term:
        """The place without abbreviations."""
        return self._full(self.place)

    @cached_property
    def full_value(self) -> Term:
        """The value without abbreviations."""
        return self._full(self.value)

    def sympy(self, of: str = "place") -> sympy.Expr:
        """The best parameter as a sympy expression, or the bound there: ``sympy("value")``."""
        from .symbols import to_sympy

        if of not in ("place", "value"):
            raise BadInput(f"sympy({of!r})", "place or value", 'sympy("value")')
        term = self.full_place if of == "place" else self.full_value
        return to_sympy(term, self.bound.integers, self.bound.positive)

    def _full(self, term: Term) -> Term:
        return replace_terms(term, {var(name).key: body for name, body in self.names.items()})


@dataclass(frozen=True, repr=False)
class NoOptimum(Shown):
    """A bound whose infimum no admissible value of the parameter attains, or of which nothing is known.

    The verdict is that of the lemma `text`: the bound is everywhere above the infimum, and for every t > 0
    some admissible value has a bound less than t above it. `way` is the verdict on the bound falling (or
    rising) strictly in the parameter. Where nothing was proved, there is no infimum.
    """

    bound: Bound
    parameter: str
    infimum: Term | None
    towards: str
    assumed: tuple[Relation, ...]
    verdict: Verdict
    way: Verdict
    falls: bool
    text: str = ""


def optimize(
    library: TheoryLibrary, name: str, over: str, *, form: str | None = None,
    certificates: Certificates | None = None,
) -> Optimum | NoOptimum:  # fmt: skip
    """The optimum of a statement's bound over a parameter; raises BadInput where it has none such.

    >>> from .library import load_library
    >>> found = optimize(load_library(), "wu2015.theorem21", "lam", form="sharp")
    >>> print_term(found.place), print_term(found.value), found.verdict.status
    ('rho/R*sqrt(b)', 'rho*R*sqrt(b)', 'proved')
    """
    certificates = certificates or Certificates()
    bound = read_bound(library, library.get(name), form)
    found = _optimum(library, bound, over, certificates)
    in_vain = isinstance(certificates, Tried) and certificates.in_vain
    if found.verdict.status != PROVED and certificates.recalled and certificates.search and not in_vain:
        certificates.forget()  # what is recorded does not bear out
        found = _optimum(library, bound, over, certificates)
    return found


def _optimum(
    library: TheoryLibrary, bound: Bound, over: str, certificates: Certificates
) -> Optimum | NoOptimum:
    as_stated = bound
    whole = over in (bound.integers & free_variables(bound.term)) - CONSTANTS.keys()
    if whole:
        bound = relaxed(bound, over)
    _check_parameter(bound, over)
    abbreviations = bound.statement.parameters.abbreviations
    shape = tradeoff(bound.term, over, abbreviations, certificates)
    if shape is None and certificates.recalled:
        certificates.forget()
        shape = tradeoff(bound.term, over, abbreviations, certificates)
    if shape is None:
        needed = f"a bound p/{over} + q + s*{over}, or numbers for all other parameters"
        raise NoClosedForm(f"the bound {print_term(bound.term)}", needed, "--set")
    if num(0) in (shape.p, shape.s):
        # a whole parameter has an end at a whole number, not where real ones end
        return _monotone(library, as_stated, shape, certificates)
    conditions, assumed = _strict(bound, shape, certificates)
    found = None
    for candidate in (least(shape, certificates), raw_least(shape, bound.variables)):
        made = _certified(library, bound, candidate, conditions, assumed, certificates)
        made = replace(made, whole=whole)
        found = found or made
        if made.verdict.status == PROVED:
            return made
    return found or made


def guessed_place(bound: Bound, over: str, certificates: Certificates) -> Term | None:
    """Where a bound is probably least, without a proof; None where it has no such shape. Raises BadInput
    where the parameter cannot be chosen."""
    _check_parameter(bound, over)
    shape = tradeoff(bound.term, over, bound.statement.parameters.abbreviations, certificates)
    if shape is None or num(0) in (shape.p, shape.s):
        return None
    return shape.full(least(shape, certificates).place)


def _check_parameter(bound: Bound, over: str) -> None:
    real = sorted(free_variables(bound.term) - bound.integers)
    if over in bound.integers:
        raise BadInput(f"--over {over}, an integer", "a real parameter", f"dptheory bound --solve-for {over}")
    if over not in real:
        raise BadInput(f"--over {over}", f"a parameter of {bound.form.name}: {', '.join(real)}", "--over lam")
    if over in bound.fillable:
        words = bound.statement.parameters.least[over]
        raise BadInput(f"--over {over}, which is {words}", "a parameter that is chosen", "--over lam")
    fixed = next((c for c in bound.conditions if c.op == "=" and over in c.variables()), None)
    if fixed is not None:
        raise BadInput(
            f"{bound.form.name}, where {fixed.text}", f"a form with {over} free", "--form corrected"
        )


def _strict(
    bound: Bound, shape: Tradeoff, certificates: Certificates
) -> tuple[tuple[Relation, ...], tuple[Relation, ...]]:
    """The conditions with v >= 0 made v > 0 where one of the two terms vanishes with v."""
    assumed, kept = [], []
    for c in bound.conditions:
        op, left, right = c.oriented
        if op == ">=" and left.op == "var" and right == num(0):
            name, parts = str(left.value), (shape.full(shape.p), shape.full(shape.s))
            vanish = partial(_vanishing, name, parts)
            if terms_of(certificates, f"vanishing {name}", parts, vanish) is not None:
                c = Relation(">", left, right)
                assumed.append(c)
        kept.append(c)
    return tuple(kept), tuple(assumed)


def _vanishing(name: str, terms: Sequence[Term]) -> tuple[Term, ...] | None:
    """The first term that seems to be 0 where the variable is, if there is one."""
    from .symbols import to_sympy

    for term in terms:
        made = to_sympy(term)
        if made.subs({s: 0 for s in made.free_symbols if s.name == name}) == 0:
            return (term,)
    return None


def _certified(
    library: TheoryLibrary, bound: Bound, candidate: Least, conditions: tuple[Relation, ...],
    assumed: tuple[Relation, ...], certificates: Certificates,
) -> Optimum:  # fmt: skip
    shape = candidate.tradeoff
    text = tradeoff_text(bound, candidate, conditions, points_of(certificates))
    name = optimum_id(bound, shape.parameter)
    result = verified_text(library, text, name, certificates)
    return Optimum(
        bound, shape.parameter, candidate.place, candidate.value, shape.names, conditions, assumed,
        result.forms[0].verdict, result, text,
    )  # fmt: skip


def _monotone(
    library: TheoryLibrary, bound: Bound, shape: Tradeoff, certificates: Certificates
) -> Optimum | NoOptimum:
    """The bound is q + p/x or q + s*x with one of these positive: an end of what is admissible is best."""
    falls = shape.s == num(0)
    part = replace(shape, s=shape.p) if falls else replace(shape, p=shape.s)
    conditions, assumed = _strict(bound, part, certificates)
    moving = Moving(bound, shape, conditions, certificates)
    found = best_end(library, moving)
    if found is None:
        nothing = unproved(moving)
        return NoOptimum(bound, shape.parameter, None, "", assumed, nothing, nothing, falls)
    if found.attained and found.place is not None:
        return Optimum(
            bound, shape.parameter, found.place, found.value, {}, conditions, assumed, found.verdict,
            found.result, found.text, at_end=True,
        )  # fmt: skip
    towards = BEYOND if found.place is None else print_term(found.place)
    way = moves(moving)
    return NoOptimum(
        bound, shape.parameter, found.value, towards, assumed, found.verdict, way, falls, found.text
    )


def at_its_best(optimum: Optimum) -> Bound:
    """The best value as a bound in what is left: wherever some value of the parameter is admissible."""
    over, bound = optimum.parameter, optimum.bound
    kept = [c for c in optimum.conditions if over not in c.variables()]
    if optimum.at_end:  # the end is admissible wherever anything is; a stationary place is by the rest alone
        images = {over: optimum.full_place}
        kept += [c.substituted(images) for c in optimum.conditions if over in c.variables()]
    return replace(bound, term=optimum.full_value, conditions=tuple(kept))
