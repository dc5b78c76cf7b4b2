"""What is asked of all private (or stable) algorithms on finite worlds, by name, and bounds of it.

Bounds are texts in r = e^eps, eps, delta, gam (the sample's share of the data set), xi (a rate of
stability), B (a bound of |loss|), k (the number of records) and n (of entries).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite import Question
from dptheory.kernel.real import Relation, decide, free_variables, parse_term

from . import learning
from .packing import packing
from .sampling import WithoutReplacement
from .settings import Setting
from .stability import loss_stability, stability
from .subsampling import Subsampled, amplification, remainder

ONE = fmpq(1)
BOUND, FACTOR, SLACK = "bound", "factor", "slack"


@dataclass(frozen=True)
class Quantity:
    """What is asked of all mechanisms: `questions` asks for it on the worlds of a setting, at a level e^eps'.

    `reading` is what a form says of it: a number that bounds it, the factor e^eps', or the slack delta' at
    the factor. In an excess over the `rate` of AERM, that letter of a form is 0. `above` and `below` are the
    monomials that a closed form of the worst case is sought in, over `grid`.
    """

    words: str
    questions: Callable[[Setting, fmpq], list[Question]]
    grid: tuple[Setting, ...] = ()
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ("1",)
    reading: str = BOUND
    rate: str = ""


@dataclass(frozen=True)
class Lemma:
    """Bounds of a quantity by the names of the forms that state them, where the conditions hold.

    `level` is the e^eps' at which a slack is asked for, a text like the bounds.
    """

    quantity: Quantity
    bounds: Mapping[str, str]
    where: tuple[Relation, ...] = ()
    level: str = "1"

    @property
    def letters(self) -> frozenset[str]:
        """The letters of the bounds."""
        return free_variables(*map(parse_term, self.bounds.values()))

    def ask(self, s: Setting) -> list[Question]:
        """The questions of a setting; BadInput if the bounds say nothing there."""
        wrong = next((c.text for c in self.where if not decide(c.substituted(s.terms), {})), "")
        if s.delta != 0 and "delta" not in self.letters:
            wrong = "delta = 0"
        if wrong:
            raise BadInput(f"a setting for {self.quantity.words}", wrong, "another setting")
        return self.quantity.questions(s, s.value(self.level))


def _stability(s: Setting, level: fmpq) -> list[Question]:
    return stability(s.entries, s.records, s.outcomes, s.ratio, s.delta)


def _loss(s: Setting, level: fmpq) -> list[Question]:
    return loss_stability(s.entries, s.scale, s.records, s.outcomes, s.ratio, s.delta)


def _subsampled(s: Setting) -> Subsampled:
    sampling = WithoutReplacement(s.size, s.ordered)
    return Subsampled(sampling, s.entries, s.records, s.outcomes, s.ratio, s.delta)


def _amplification(s: Setting, level: fmpq) -> list[Question]:
    return amplification(_subsampled(s))


def _slack(s: Setting, level: fmpq) -> list[Question]:
    return remainder(_subsampled(s), level)


def _exposure(s: Setting, level: fmpq) -> list[Question]:
    return _slack(replace(s, delta=ONE), level)


def _packing(s: Setting, level: fmpq) -> list[Question]:
    return [packing(s.entries, s.records, s.ratio)]


def _every_problem(s: Setting) -> list[learning.Problem]:
    """All problems, for equal chances of all records and for twice the chance of the last."""
    uniform = (fmpq(1, s.records),) * s.records
    skew = (fmpq(1, s.records + 1),) * (s.records - 1) + (fmpq(2, s.records + 1),)
    return [p for law in (uniform, skew) for p in learning.problems(law, s.outcomes)]


def _named(s: Setting) -> list[learning.Problem]:
    return [learning.identify(s.records)]


def _forgiving(s: Setting) -> list[learning.Problem]:
    return [learning.forgiving(s.records)]


_Problems = Callable[[Setting], list[learning.Problem]]
_Asked = Callable[[Setting, fmpq], list[Question]]


def _gap(problems: _Problems) -> _Asked:
    return lambda s, _: [learning.generalisation(p, s.entries, s.ratio, s.delta) for p in problems(s)]


def _excess(problems: _Problems) -> _Asked:
    return lambda s, _: [learning.surplus(p, s.entries, s.ratio) for p in problems(s)]


def _stable_excess(problems: _Problems) -> _Asked:
    return lambda s, _: [learning.stable_surplus(p, s.entries, s.rate) for p in problems(s)]


RATIOS = tuple(fmpq(*pair) for pair in ((3, 2), (2, 1), (3, 1), (5, 1)))
DELTAS = (fmpq(0), fmpq(1, 10), fmpq(1, 3))
SHARES = ((1, 2), (1, 3), (2, 3), (2, 5), (4, 5))
_BASE = Setting(1, 2, 2)
_APPROXIMATE = tuple(replace(_BASE, ratio=r, delta=d) for r in RATIOS for d in DELTAS)
_SAMPLED = tuple(replace(_BASE, ratio=r, size=m, entries=n) for r in RATIOS[:3] for m, n in SHARES)
_SAMPLED_DELTA = tuple(replace(s, delta=d) for s in _SAMPLED for d in DELTAS[1:])
_LOSSES = tuple(replace(s, scale=fmpq(b)) for s in _APPROXIMATE for b in (1, 5))
_FAMILY = tuple(Setting(1, k, ratio=r) for k in (2, 3, 4, 5) for r in RATIOS)
_RATES = tuple(Setting(1, k, rate=fmpq(1, q)) for k in (2, 3, 4, 5) for q in (2, 3, 5))
_IN_R = ("1", "r")
_IN_GAM = ("delta", "gam*delta", "r*delta", "gam*r*delta")
_IN_COUNT = (("1", "r", "k", "k*r"), ("1", "r", "k", "k*r", "k**2"))
_FORGIVING = "where each hypothesis but one names a record and one is always right"

QUANTITIES: Final[Mapping[str, Quantity]] = MappingProxyType({
    "stability": Quantity(
        "the change of an expected loss in [0, 1] where one record is replaced", _stability,
        _APPROXIMATE, ("1", "r", "delta", "delta*r"), _IN_R,
    ),
    "stability-of-losses": Quantity(
        "the change of an expected loss in [-B, B] where one record is replaced", _loss,
        _LOSSES, ("B", "B*r", "B*delta", "B*delta*r"), _IN_R,
    ),
    "amplification": Quantity(
        "e^eps' of a subsample", _amplification, _SAMPLED, ("1", "r", "gam", "gam*r"), _IN_R, reading=FACTOR,
    ),
    "slack-of-a-sample": Quantity(
        "delta' of a subsample", _slack, _SAMPLED_DELTA, _IN_GAM, reading=SLACK,
    ),
    "exposure-of-a-sample": Quantity(
        "delta' of a subsample of any algorithm", _exposure, _SAMPLED[:5], ("1", "gam"), reading=SLACK,
    ),
    "generalisation": Quantity("expected generalisation gap of private algorithms", _gap(_every_problem)),
    "generalisation-of-naming": Quantity(
        "expected generalisation gap where each hypothesis names a record", _gap(_named), _FAMILY, *_IN_COUNT,
    ),
    "excess": Quantity(
        "excess risk above the rate of AERM, private algorithms", _excess(_every_problem), rate="xi",
    ),
    "excess-of-naming": Quantity(
        f"excess risk above the rate of AERM {_FORGIVING}", _excess(_forgiving),
        _FAMILY, *_IN_COUNT, rate="xi",
    ),
    "excess-if-stable": Quantity(
        "excess risk above the rate of AERM, stable algorithms", _stable_excess(_every_problem), rate="xi2",
    ),
    "excess-of-naming-if-stable": Quantity(
        f"excess risk above the rate of AERM, stable algorithms, {_FORGIVING}", _stable_excess(_forgiving),
        _RATES, ("xi", "k*xi", "1", "k"), ("1", "k"), rate="xi2",
    ),
    "disjoint-events": Quantity(
        "k disjoint events, each likely on a data set of equal records: the least of their chances", _packing,
    ),
})  # fmt: skip
"""Every quantity that has finite worlds, by name."""
