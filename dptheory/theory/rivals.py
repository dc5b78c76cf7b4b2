"""The forms of a statement that bound the same quantity: which of them are sharper, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from ..errors import BadInput
from ..kernel import PROVED, PROVED_GIVEN, REFUTED, KernelError, Verdict, check_witness
from ..kernel.logic import Expr, normal
from ..kernel.real import Claim, Relation, claim_of
from .bounds import Bound, read_bound
from .certificates import Certificates
from .guesses import failing, point_in
from .least_values import filled
from .library import TheoryLibrary
from .quantities import Bounded, bounded, first_readings
from .side_claims import prove_claim
from .statements import KINDS, PRINTED

HOLDS = (PROVED, PROVED_GIVEN)
BEST = "best"
"""The form that is asked for where the sharpest proved one is."""


@dataclass(frozen=True)
class Stated:
    """A bound with what it is a bound of, how its form stands, and what else bounds the same quantity.

    `printed` is what the printed form is about where its draws are others: another mechanism, other noise.
    The form was `chosen` for that reason, where the sharpest one was asked for.
    """

    bound: Bound
    what: Bounded
    verdict: Verdict
    rivals: tuple[Rival, ...] = ()
    printed: Bounded | None = None
    chosen: str = ""


@dataclass(frozen=True)
class Rival:
    """A bound of the same quantity by another form of the statement: whether it is for the same draws (data
    and mechanism with its noise), what its form assumes further, and whether the bound is proved to be
    nowhere larger, where the conditions of both hold."""

    bound: Bound
    verdict: Verdict
    what: Bounded
    same_draws: bool
    further: tuple[Expr, ...] = ()
    nowhere_larger: bool = False

    @property
    def holds(self) -> bool:
        """Whether the form is proved."""
        return self.verdict.status in HOLDS

    @property
    def short(self) -> str:
        """The form's name within its statement."""
        return self.bound.form.name.partition(":")[2]


def alike(library: TheoryLibrary, bound: Bound) -> list[Bound]:
    """The bounds of the same quantity by the statement's other forms that are not said to be refuted."""
    found = []
    for form in bound.statement.forms:
        if form.name == bound.form.name or form.refutation is not None:
            continue
        try:
            other = read_bound(library, bound.statement, form.name.partition(":")[2])
        except BadInput:
            continue
        if other.form.name == form.name and other.quantity == bound.quantity:
            found.append(other)
    return found


def rivals(
    library: TheoryLibrary, bound: Bound, verdicts: Mapping[str, Verdict], certificates: Certificates
) -> list[Rival]:
    """The same with their verdicts, compared with the bound."""
    laws = bounded(bound, library.definitions).laws(library.definitions)
    made = []
    for other in alike(library, bound):
        what = bounded(other, library.definitions)
        same = what.laws(library.definitions) == laws
        lower = nowhere_larger(other, bound, certificates)
        further = _further(library, other, bound)
        made.append(Rival(other, verdicts[other.form.name], what, same, further, lower))
    return made


def _further(library: TheoryLibrary, one: Bound, other: Bound) -> tuple[Expr, ...]:
    """The hypotheses of one form, part by part, that the other does not have."""
    has = {normal(part, library.definitions) for _, part in other.assumed}
    return tuple(part for _, part in one.assumed if normal(part, library.definitions) not in has)


def nowhere_larger(one: Bound, other: Bound, certificates: Certificates) -> bool:
    """Whether it is proved that a bound is at most another wherever the conditions of both hold."""
    if one.term == other.term:
        return True
    claim = compared(one, other)
    point = point_in(certificates.known.get(failing(claim)))
    if point is not None and _certainly_fails(claim, point):
        return False  # no proof need be looked for
    return prove_claim(claim, certificates).status == PROVED


def compared(one: Bound, other: Bound) -> Claim:
    """The claim that a bound is at most another, where the conditions of both hold."""
    conditions = tuple(dict.fromkeys((*one.conditions, *other.conditions)))
    return claim_of(conditions, Relation("<=", one.term, other.term), one.integers | other.integers)


def _certainly_fails(claim: Claim, point: Mapping[str, fmpq]) -> bool:
    try:
        return check_witness(claim, point).status == REFUTED
    except KernelError:
        return False


def sharpest(
    bounds: Sequence[Bound], verdicts: Mapping[str, Verdict], certificates: Certificates,
    values: Mapping[str, fmpq] | None = None,
) -> tuple[Bound, str]:  # fmt: skip
    """Of bounds of one quantity the sharpest one that is proved, and in which sense it is; raises BadInput
    where none is proved. At a setting the least value counts, of those whose conditions hold there."""
    proved = [b for b in bounds if verdicts[b.form.name].status in HOLDS]
    if not proved:
        raise BadInput(f"--form {BEST}", "a form with a bound that is proved", "dptheory show")
    there = [(b, value) for b in proved if (value := value_there(b, values)) is not None] if values else []
    if there:
        best, least = there[0]
        for b, value in there[1:]:
            if bool(value < least):
                best, least = b, value
        if all(b is best or bool(least <= value) for b, value in there):
            return best, f"no larger than any other proved form here{_open(proved, values or {})}"
    for b in proved:
        if all(o is b or nowhere_larger(b, o, certificates) for o in proved):
            alone = "the only proved form" if len(proved) == 1 else ""
            return b, alone or "proved to be nowhere larger than any other proved form"
    return max(proved, key=lambda b: KINDS.index(b.form.kind)), "of the sharpest kind; not compared in value"


def _open(proved: Sequence[Bound], values: Mapping[str, fmpq]) -> str:
    """Forms that may give less: those with a number that is left to be chosen."""
    found = list[str]()
    for b in proved:
        free = sorted(b.variables - b.fillable - values.keys())
        if free:
            found.append(f"{b.form.name.partition(':')[2]} (--over {free[0]})")
    return f"; for others a number is to be chosen, and may give less: {', '.join(found)}" if found else ""


def value_there(bound: Bound, values: Mapping[str, fmpq]) -> arb | fmpq | None:
    """The bound at values, where they are all there, its conditions hold, and it has a value."""
    try:
        own = filled(bound, {k: v for k, v in values.items() if k in bound.variables})
        bound.complete(own)
        return bound.value(own)
    except BadInput:
        return None


def printed_otherwise(library: TheoryLibrary, bound: Bound) -> Bounded | None:
    """What the printed form bounds, where that is the same quantity for other draws; None elsewhere."""
    definitions, mine = library.definitions, bounded(bound, library.definitions)
    for form in bound.statement.forms:
        if form.kind != PRINTED or form.name == bound.form.name:
            continue
        for other in first_readings(form, definitions):
            same = normal(other.quantity, definitions) == normal(mine.quantity, definitions)
            if same and other.laws(definitions) != mine.laws(definitions):
                return other
    return None
