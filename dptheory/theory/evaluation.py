"""An optimum at a setting: its numbers, the cost of the choices that a source makes, when it says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flint import arb, fmpq

from ..errors import BadInput
from ..kernel import PROVED, UNKNOWN, Verdict
from ..kernel.real import Relation, Term, claim_of, free_variables, num, replace_terms, substitute, var
from .bounds import Bound
from .certificates import Certificates
from .closed_forms import Least, Tradeoff, threshold
from .guesses import terms_of
from .least_values import filled
from .numbers import holds, number_of
from .optima import Optimum
from .optimum_text import closed_conditions
from .parameters import Setting
from .relations import stands
from .side_claims import prove_claim


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
        (proved or _admissible(bound, over, optimum.full_place, values))
        and _among(bound, over, place, values),
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


def _among(bound: Bound, over: str, place: arb | fmpq, values: Mapping[str, fmpq]) -> bool:
    """Whether the alternatives that are assumed of the parameter hold at a place, if there are any."""
    known = [(names - {over}, premise) for names, premise in bound.alternatives if over in names]
    return not known or (
        isinstance(place, fmpq)
        and all(others <= values.keys() and stands(p, {**values, over: place}) for others, p in known)
    )


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
