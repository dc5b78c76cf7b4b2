"""The best value of a parameter of a bound: closed form, certificate, and what the source's choices cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from flint import arb, fmpq

from ..errors import BadInput
from ..kernel.logic.signature import CONSTANTS
from ..kernel.real.claims import Claim, Relation, claim_of
from ..kernel.real.grammar import print_term
from ..kernel.real.terms import Term, free_variables, num, replace_terms, substitute, var
from ..kernel.verdicts import PROVED, UNKNOWN, Verdict
from ..shown import Drawn, Shown
from .bounds import Bound, holds, number_of, read_bound
from .certificates import Certificates
from .checked import prove_claim, verified_text
from .closed_forms import Least, Tradeoff, least, raw_least, threshold, tradeoff
from .ends import BEYOND, Moving, best_end, moves, unproved
from .filled import filled
from .guesses import Tried, points_of, terms_of
from .library import TheoryLibrary, extended
from .optimum_text import closed_conditions, optimum_id, tradeoff_text
from .parameters import Setting
from .results import StatementResult
from .whole import relaxed

if TYPE_CHECKING:
    import sympy


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


@dataclass(frozen=True)
class ChoiceValue:
    """A choice of the source at a setting: its value, the bound there, and that by the best bound."""

    name: str
    value: arb | fmpq
    bound: arb | fmpq
    ratio: arb
    admissible: bool


@dataclass(frozen=True)
class Evaluation:
    """An optimum at a setting."""

    values: Mapping[str, fmpq]
    place: arb | fmpq
    value: arb | fmpq
    choices: tuple[ChoiceValue, ...]
    trivial: arb | fmpq | None
    admissible: bool

    @property
    def vacuous(self) -> bool:
        """Whether the best bound is certainly not below what holds anyway."""
        return self.says_nothing(self.value)

    @property
    def says_something(self) -> bool:
        """Whether the best bound is certainly below what holds anyway."""
        return self.trivial is not None and bool(arb(self.value) < arb(self.trivial))

    def says_nothing(self, value: arb | fmpq) -> bool:
        """Whether a bound is certainly not below what holds anyway."""
        return self.trivial is not None and bool(arb(value) >= arb(self.trivial))


@dataclass(frozen=True)
class Vacuous:
    """When the best bound is not below what holds anyway: a condition, and whether that is proved to be
    exactly then. That the `level` holds anyway is what the words say, not the verdict."""

    condition: Relation
    verdict: Verdict
    level: Term
    words: str


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
        raise BadInput(
            f"the bound {print_term(bound.term)}", f"a bound p/{over} + q + s*{over}", "dptheory bound"
        )
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


def optimum_library(library: TheoryLibrary, name: str, over: str, form: str | None = None) -> TheoryLibrary:
    """The library with the statements that say what the optimum is, to be verified like any other."""
    found = optimize(library, name, over, form=form)
    return (
        extended(library, found.text, optimum_id(found.bound, over))
        if isinstance(found, Optimum)
        else library
    )


@dataclass
class _Listening(Certificates):
    """Certificates that remember the claims for which they were asked."""

    asked: dict[str, Claim] = field(default_factory=dict)

    def get(self, claim: Claim) -> object | None:
        """As `Certificates.get`."""
        self.asked[claim.hash] = claim
        return super().get(claim)


def optimum_claims(library: TheoryLibrary, name: str, over: str, form: str | None = None) -> list[Claim]:
    """The claims about real numbers on which the certificate of an optimum rests."""
    listening = _Listening()
    optimize(library, name, over, form=form, certificates=listening)
    return list(listening.asked.values())


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


def source_setting(
    bound: Bound, given: Mapping[str, object], over: str
) -> tuple[dict[str, fmpq], Setting | None]:
    """The given values, completed from the source's first setting where some are missing."""
    values = bound.named(given)
    needed = bound.variables - bound.fillable - {over}
    if needed <= values.keys() or not bound.statement.parameters.settings:
        return values, None
    setting = bound.statement.parameters.settings[0]
    return setting.completed(values, needed), setting


def evaluate(optimum: Optimum, given: Mapping[str, object]) -> Evaluation:
    """The optimum at a setting, beside the choices of the source; raises BadInput for a bad setting."""
    bound, over = optimum.bound, optimum.parameter
    values = filled(bound, given, [over])
    if over in values:
        raise BadInput(
            f"{over}={values[over]}", f"no value of {over}, which is what is looked for", "bound --set"
        )
    bound.complete(values, free=[over])
    for condition in optimum.assumed:
        if not holds(condition, values):
            raise BadInput(f"values with {condition.negated().text}", condition.text, f"another {over}")
    proved = optimum.verdict.status == PROVED
    # what is not certified is not the bound there: the bound itself is
    there = optimum.full_value if proved else substitute(bound.term, {over: optimum.full_place})
    value = number_of(there, values)
    choices = tuple(_choices(optimum, values, value))
    trivial = bound.statement.parameters.trivial
    place = number_of(optimum.full_place, values)
    return Evaluation(
        values, place, value, choices, None if trivial is None else number_of(trivial.value, values),
        proved or _admissible(bound, over, optimum.full_place, values),
    )  # fmt: skip


def _choices(optimum: Optimum, values: Mapping[str, fmpq], best: arb | fmpq) -> Iterator[ChoiceValue]:
    bound, over = optimum.bound, optimum.parameter
    for choice in bound.statement.parameters.choices:
        if choice.parameter == over and free_variables(choice.value) <= values.keys():
            there = number_of(replace_terms(bound.term, {var(over).key: choice.value}), values)
            admissible = _admissible(bound, over, choice.value, values)
            yield ChoiceValue(
                choice.name, number_of(choice.value, values), there, arb(there) / arb(best), admissible
            )


def _admissible(bound: Bound, over: str, place: Term, values: Mapping[str, fmpq]) -> bool:
    """Whether all conditions on the parameter certainly hold at a place; not where a number is not given."""
    there = [c.substituted({over: place}) for c in bound.conditions if over in c.variables()]
    return all(c.variables() <= values.keys() and holds(c, values) for c in there)


def vacuous_when(optimum: Optimum, certificates: Certificates | None = None) -> Vacuous | None:
    """When the best bound is not below what holds anyway: a threshold of the one abbreviation, certified
    from both sides, or else the inequality itself; None where nothing is known to hold anyway, or where it is
    not proved which bound is best."""
    trivial = optimum.bound.statement.parameters.trivial
    if trivial is None or optimum.verdict.status != PROVED:
        return None
    certificates = certificates or Certificates()
    plain = Relation(">=", optimum.value, trivial.value)
    if len(optimum.names) == 1:
        (name,) = optimum.names
        edges = terms_of(
            certificates, f"threshold {name}", (optimum.value, trivial.value),
            lambda: None if (t := threshold(optimum.value, trivial.value, name)) is None else (t,),
        )  # fmt: skip
        for edge in edges or ():
            shape = Tradeoff(optimum.parameter, num(0), num(0), num(0), optimum.names)
            known = closed_conditions(Least(shape, optimum.value, trivial.value), optimum.conditions)
            beyond = Relation(">=", var(name), edge)
            claims = [
                claim_of([*known, beyond], plain),
                claim_of([*known, beyond.negated()], plain.negated()),
            ]
            verdicts = [prove_claim(claim, certificates) for claim in claims]
            if all(v.status == PROVED for v in verdicts):
                return Vacuous(beyond, verdicts[0], trivial.value, trivial.words)
    reason = "the inequality itself; no closed form"
    return Vacuous(plain, Verdict(UNKNOWN, reason), trivial.value, trivial.words)
