"""Lemmas about all private algorithms, by name: what they bound, the printed bound, finite worlds.

A bound is a text in r = e^eps, eps, delta, gam (the sample's share of the data set), xi (a rate of
stability), B (a bound of |loss|) and k (the number of records).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite.questions import Question
from dptheory.kernel.real.claims import relation
from dptheory.kernel.real.points import decide

from . import learning
from .packing import packing
from .sampling import WithoutReplacement
from .settings import Setting
from .stability import loss_stability, stability
from .subsampling import Subsampled, amplification, remainder

ONE = fmpq(1)


@dataclass(frozen=True)
class Lemma:
    """A bound on a quantity of all mechanisms: `questions` asks for the quantity on the worlds of a setting.

    `bound` is a text in r, eps, delta, gam, xi; `where` are its conditions; `needs` says what else a
    setting must be. `sharp` is a bound in the same letters that some worlds attain (the tests name them),
    empty where none is known. `above` and `below` are the monomials that a closed form of the worst case is
    sought in, over `grid`.
    """

    name: str
    title: str
    bound: str
    where: str
    questions: Callable[[Setting], list[Question]]
    sharp: str = ""
    needs: Callable[[Setting], str] = lambda s: ""
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ("1",)
    grid: tuple[Setting, ...] = ()

    def ask(self, s: Setting) -> list[Question]:
        """The questions of a setting; BadInput if the lemma says nothing there."""
        wrong = self.needs(s)
        if wrong:
            raise BadInput(f"a setting for {self.name}", wrong, "another setting")
        return self.questions(s)


def _pure(s: Setting) -> str:
    return "" if s.delta == 0 else "delta = 0"


def _small(s: Setting) -> str:
    return _pure(s) or ("" if decide(relation(f"{s.ratio} <= E"), {}) else "eps <= 1, hence e^eps at most e")


def _stability(s: Setting) -> list[Question]:
    return stability(s.entries, s.records, s.outcomes, s.ratio, s.delta)


def _subsampled(s: Setting) -> Subsampled:
    sampling = WithoutReplacement(s.size, s.ordered)
    return Subsampled(sampling, s.entries, s.records, s.outcomes, s.ratio, s.delta)


def _amplification(s: Setting) -> list[Question]:
    return amplification(_subsampled(s))


def _laws(records: int) -> list[tuple[fmpq, ...]]:
    """The uniform law, and one under which the last record is twice as likely as each other."""
    uniform = (fmpq(1, records),) * records
    skew = (fmpq(1, records + 1),) * (records - 1) + (fmpq(2, records + 1),)
    return [uniform, skew]


def _every_problem(s: Setting) -> list[learning.Problem]:
    return [p for law in _laws(s.records) for p in learning.problems(law, s.outcomes)]


def _corollary9(s: Setting) -> list[Question]:
    return [learning.surplus(p, s.entries, s.ratio) for p in _every_problem(s)]


def _gap(s: Setting) -> list[Question]:
    return [learning.generalisation(p, s.entries, s.ratio, s.delta) for p in _every_problem(s)]


def _theorem35(s: Setting) -> list[Question]:
    return [learning.stable_surplus(p, s.entries, s.rate) for p in _every_problem(s)]


def _loss(s: Setting) -> list[Question]:
    return loss_stability(s.entries, s.scale, s.records, s.outcomes, s.ratio, s.delta)


def _level(form: Callable[[fmpq, fmpq], fmpq]) -> Callable[[Setting], list[Question]]:
    """delta' at the level e^eps' that a form in gam and r gives."""
    return lambda s: remainder(_subsampled(s), form(s.point["gam"], s.ratio))


RATIOS = tuple(fmpq(*pair) for pair in ((3, 2), (2, 1), (3, 1), (5, 1)))
DELTAS = (fmpq(0), fmpq(1, 10), fmpq(1, 3))
SHARES = ((1, 2), (1, 3), (2, 3), (2, 5), (4, 5))
_BASE = Setting(1, 2, 2)
_PURE = tuple(replace(_BASE, ratio=r) for r in (*RATIOS, fmpq(7), fmpq(9)))
_SMALL = tuple(replace(_BASE, ratio=fmpq(r, 10)) for r in (11, 13, 15, 20, 24, 27))
_APPROXIMATE = tuple(replace(_BASE, ratio=r, delta=d) for r in RATIOS for d in DELTAS)
_SAMPLED = tuple(replace(_BASE, ratio=r, size=m, entries=n) for r in RATIOS[:3] for m, n in SHARES)
_SAMPLED_DELTA = tuple(replace(s, delta=d) for s in _SAMPLED for d in DELTAS[1:])
_LOSSES = tuple(replace(s, scale=fmpq(b)) for s in _APPROXIMATE for b in (1, 5))
_FAMILY = tuple(Setting(1, k, ratio=r) for k in (2, 3, 4, 5) for r in RATIOS)
_RATES = tuple(Setting(1, k, rate=fmpq(1, q)) for k in (2, 3, 4, 5) for q in (2, 3, 5))
_IN_R = (("1", "r"), ("1", "r"))
_IN_GAM = ("delta", "gam*delta", "r*delta", "gam*r*delta")
_IN_BOTH = (("1", "r", "gam", "gam*r"), ("1", "r"))
_IN_COUNT = (("1", "r", "k", "k*r"), ("1", "r", "k", "k*r", "k**2"))

_PURE_SHARP, _SLACK_SHARP = "(r - 1)/(r + 1)", "(r - 1 + 2*delta)/(r + 1)"
_AMPLIFIED = "1 + gam*(r - 1)"
_GAP = "(sqrt(r) - 1)/(sqrt(r) + 1)"
_SLACK, _SUBSAMPLE = "eps >= 0, 0 <= delta <= 1", "eps >= 0, 0 < gam <= 1"
_SUBSAMPLE_SLACK = "eps >= 0, 0 <= delta <= 1, 0 < gam <= 1"

_ALL = (
    Lemma(
        "wang2016.lemma8", "privacy implies stability",
        "r - 1", "eps >= 0", _stability, _PURE_SHARP, _pure, *_IN_R, _PURE,
    ),
    Lemma(
        "wang2016.lemma8.small", "privacy implies stability, eps at most 1",
        "2*eps", "eps >= 0, eps <= 1", _stability, _PURE_SHARP, _small, *_IN_R, _SMALL,
    ),
    Lemma(
        "wang2016.lemma29", "delta' of a subsample with eps' = 0, for every algorithm",
        "gam", "0 < gam <= 1", lambda s: remainder(replace(_subsampled(s), delta=ONE), 1), "gam",
        above=("1", "gam"), grid=_SAMPLED[:5],
    ),
    Lemma(
        "wang2016.lemma30", "stability of (eps, delta)-DP",
        "r - 1 + delta", _SLACK, _stability, _SLACK_SHARP,
        above=("1", "r", "delta", "delta*r"), below=("1", "r"), grid=_APPROXIMATE,
    ),
    Lemma(
        "sharp.loss",
        "stability of (eps, delta)-DP for |loss| <= B, sharp; 2*B*tanh(eps/2) where delta = 0",
        f"2*B*{_SLACK_SHARP}", f"{_SLACK}, B >= 0", _loss, f"2*B*{_SLACK_SHARP}",
        above=("B", "B*r", "B*delta", "B*delta*r"), below=("1", "r"), grid=_LOSSES,
    ),
    Lemma(
        "wang2016.lemma31",
        "delta' of a subsample at the printed eps' = log(1 + gam*e^eps*(e^eps - 1))",
        "gam*r*delta", _SUBSAMPLE_SLACK, _level(lambda g, r: 1 + g * r * (r - 1)), "gam*delta",
        above=_IN_GAM, grid=_SAMPLED_DELTA,
    ),
    Lemma(
        "wang2016.lemma31.pure", "e^eps' of a subsample where delta = 0",
        "1 + gam*r*(r - 1)", _SUBSAMPLE, _amplification, _AMPLIFIED, _pure, *_IN_BOTH, _SAMPLED,
    ),
    Lemma(
        "sharp.subsampling", "delta' of a subsample at eps' = log(1 + gam*(e^eps - 1))",
        "gam*delta", _SUBSAMPLE_SLACK, _level(lambda g, r: 1 + g * (r - 1)), "gam*delta",
        above=_IN_GAM, grid=_SAMPLED_DELTA,
    ),
    Lemma(
        "wang2016.lemma34", "e^eps' of a subsample",
        "exp(2*gam*(r - 1/r))", _SUBSAMPLE, _amplification, _AMPLIFIED, _pure, *_IN_BOTH, _SAMPLED,
    ),
    Lemma(
        "wang2016.corollary9", "excess risk above the rate of AERM, private algorithms",
        "r - 1", "eps >= 0", _corollary9, _GAP, _pure,
    ),
    Lemma(
        "sharp.corollary9",
        "expected generalisation gap of private algorithms; tanh(eps/4) where delta = 0",
        "1 - 2*(1 - delta)/(sqrt(r) + 1)", _SLACK, _gap,
    ),
    Lemma(
        "sharp.corollary9.identify",
        "expected generalisation gap where each hypothesis names a record, k records of a uniform law",
        _GAP, "eps >= 0, k >= 2",
        lambda s: [learning.generalisation(learning.identify(s.records), s.entries, s.ratio)], "",
        _pure, *_IN_COUNT, _FAMILY,
    ),
    Lemma(
        "wang2016.corollary9.forgiving",
        "Corollary 9 where each hypothesis but one names a record and one is always right",
        "r - 1", "eps >= 0, k >= 2",
        lambda s: [learning.surplus(learning.forgiving(s.records), s.entries, s.ratio)], _GAP,
        _pure, *_IN_COUNT, _FAMILY,
    ),
    Lemma(
        "wang2016.theorem35.forgiving",
        "Theorem 35 where each hypothesis but one names a record and one is always right",
        "xi", "0 <= xi <= 1, k >= 2",
        lambda s: [learning.stable_surplus(learning.forgiving(s.records), s.entries, s.rate)],
        above=("xi", "k*xi", "1", "k"), below=("1", "k"), grid=_RATES,
    ),
    Lemma(
        "wang2016.section3.3.packing",
        "k disjoint events, each likely on a data set of equal records: the least of their chances",
        "r**n/(k - 1 + r**n)", "eps >= 0, k >= 2",
        lambda s: [packing(s.entries, s.records, s.ratio)], "r**n/(k - 1 + r**n)", _pure,
    ),
    Lemma(
        "wang2016.theorem35", "excess risk above the rate of AERM, stable algorithms",
        "xi", "0 <= xi <= 1", _theorem35, "xi",
    ),
)  # fmt: skip

LEMMAS: Mapping[str, Lemma] = MappingProxyType({lemma.name: lemma for lemma in _ALL})
"""Every lemma that has finite worlds, by name."""


def lemma(name: str) -> Lemma:
    """A lemma by name; BadInput with the names there are."""
    if name not in LEMMAS:
        raise BadInput(name, f"one of {', '.join(LEMMAS)}", "wang2016.lemma31")
    return LEMMAS[name]
