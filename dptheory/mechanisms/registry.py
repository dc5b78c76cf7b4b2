"""The built-in mechanisms by name, with parameters at which the claim is tight where that is known.

A name without suffix is the form that the proofs here support; `.printed` is the source's own scale or
claim, which may be wasteful, or wrong. Which of the two it is is not written here: audits and
`Mechanism.worst_pair` say it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final

from dptheory.errors import BadInput
from dptheory.mechanisms.additive import Gaussian, L2LaplaceSum, Laplace
from dptheory.mechanisms.descent import NoisyDescent
from dptheory.mechanisms.finite import Exponential, ExponentialERM
from dptheory.mechanisms.functional import Functional
from dptheory.mechanisms.interface import Mechanism
from dptheory.mechanisms.kinked import Hinge
from dptheory.mechanisms.losses import HuberHinge, Linear, Regularised
from dptheory.mechanisms.objective import ObjectivePerturbation
from dptheory.mechanisms.output import Algorithm1, Algorithm2, Algorithm4, LectureAlgorithm1
from dptheory.mechanisms.posterior import AdaptivePosteriorSample, PosteriorSample
from dptheory.mechanisms.subsample import Subsampled
from dptheory.mechanisms.tuning import Tuning


@dataclass(frozen=True)
class Entry:
    """A named mechanism: what it is, where it is from, and how to make it."""

    name: str
    title: str
    source: str
    make: Callable[[], Mechanism[Any]]


def _algorithm1(tight: bool) -> Algorithm1:
    # slope n lam R: the two minimisers are the ends of the ball, which attains 2 rho / (lam (n + 1))
    return Algorithm1(loss=Regularised(Linear(4.0), 1.0), eps=1.0, radius=1.0, n=4, tight=tight)


def _algorithm2(tight: bool) -> Algorithm2:
    return Algorithm2(loss=Hinge(), lam=1.0, eps=1.0, radius=1.0, n=4, tight=tight)


def _algorithm4(tight: bool) -> Algorithm4:
    return Algorithm4(lam=10.0, eps=1.0, radius=0.1, n=10, tight=tight)


def _algorithm5(printed: bool) -> Tuning:
    radii = (0.25, 0.1)
    candidates = tuple(Algorithm4(lam=1.0, eps=1.0, radius=r, tight=not printed) for r in radii)
    return Tuning(eps=1.0, candidates=candidates, printed=printed)


def _algorithm3() -> ObjectivePerturbation:
    return ObjectivePerturbation(eps=1.0, lam=1.0, n=4, loss=HuberHinge(0.5), radius=2.0, width=1)


def _algorithm3_printed() -> ObjectivePerturbation:
    loss = HuberHinge(0.25)  # so curved that eps' <= 0, where the source's regulariser is lost
    return ObjectivePerturbation(eps=1.0, lam=1.0, n=2, loss=loss, radius=2.0, width=1, form="wu2015")


def _theorem2(printed: bool) -> ObjectivePerturbation:
    form: Any = "chaudhuri2020" if printed else "tight"
    return ObjectivePerturbation(eps=1.0, lam=1.0, n=4, loss=HuberHinge(0.5), form=form)


def _chaudhuri2011() -> ObjectivePerturbation:
    # so many records that the two logarithms, one of which is not needed, leave nearly all of eps
    return ObjectivePerturbation(eps=1.0, lam=1.0, n=20, loss=HuberHinge(0.5), form="chaudhuri2011")


def _lecture1(tight: bool) -> LectureAlgorithm1:
    return LectureAlgorithm1(loss=Hinge(), lam=2.0, eps=1.0, n=4, tight=tight)


def _theorem3(printed: bool) -> Subsampled:
    return Subsampled(base=Laplace(eps=0.9), n=8, m=2, printed=printed)


def _descent(**more: Any) -> NoisyDescent:
    settings: dict[str, Any] = {"loss": Linear(1.0), "eps": 0.9, "n": 8, "batch": 2, "steps": 3}
    return NoisyDescent(**{**settings, **more})


def _posterior_sample() -> PosteriorSample:
    # the record contradicts the others, and is most of its direction
    x = ((0.6, 0.0), (0.0, 0.8), (0.5, 0.5), (0.7, -0.7))
    return PosteriorSample(x=x, y=(0.6, 0.4, 0.5, -1.0), lam=0.5, gamma=2.0, delta=0.05)


_ENTRIES: Final = (
    Entry("laplace", "Laplace noise on a bounded sum", "Dwork et al. 2006", lambda: Laplace(eps=1.0)),
    Entry(
        "l2laplace",
        "noise exp(-||k||/s) on a sum in the unit ball, d = 5",
        "Wu et al. 2015, Theorem 8",
        lambda: L2LaplaceSum(eps=1.0, width=5),
    ),
    Entry(
        "gaussian",
        "Gaussian noise, least scale",
        "Balle and Wang 2018, Algorithm 1",
        lambda: Gaussian(eps=1.0, delta=0.05),
    ),
    Entry(
        "gaussian.classical",
        "Gaussian noise, classical scale",
        "Dwork and Roth 2014, Theorem A.1",
        lambda: Gaussian(eps=0.9, delta=0.05, calibration="classical"),
    ),
    Entry(
        "exponential",
        "exponential mechanism over five outcomes",
        "McSherry and Talwar 2007",
        lambda: Exponential(eps=1.0),
    ),
    Entry(
        "wu2015.algorithm1",
        "output perturbation, strongly convex loss",
        "sensitivity 2 rho / (lam (n + 1))",
        lambda: _algorithm1(True),
    ),
    Entry(
        "wu2015.algorithm1.printed",
        "the same as printed",
        "Wu et al. 2015, Algorithm 1",
        lambda: _algorithm1(False),
    ),
    Entry(
        "wu2015.algorithm2",
        "output perturbation, convex loss",
        "sensitivity D / (lam n), mechanisms.output",
        lambda: _algorithm2(True),
    ),
    Entry(
        "wu2015.algorithm2.printed",
        "the same as printed",
        "Wu et al. 2015, Algorithm 2",
        lambda: _algorithm2(False),
    ),
    Entry(
        "wu2015.algorithm3",
        "objective perturbation over a ball",
        "mechanisms.objective, its proof",
        _algorithm3,
    ),
    Entry(
        "wu2015.algorithm3.printed", "the same as printed", "Wu et al. 2015, Algorithm 3", _algorithm3_printed
    ),
    Entry(
        "wu2015.algorithm4",
        "output perturbation, squared loss",
        "sensitivity (2R + 4) / (lam n)",
        lambda: _algorithm4(True),
    ),
    Entry(
        "wu2015.algorithm4.printed",
        "the same as printed",
        "Wu et al. 2015, Algorithm 4",
        lambda: _algorithm4(False),
    ),
    Entry(
        "wu2015.algorithm5",
        "private tuning, projected candidates",
        "mechanisms.tuning, its proof",
        lambda: _algorithm5(False),
    ),
    Entry(
        "wu2015.algorithm5.printed",
        "the same as printed",
        "Wu et al. 2015, Algorithm 5",
        lambda: _algorithm5(True),
    ),
    Entry(
        "chaudhuri2020.algorithm1",
        "output perturbation over R^d",
        "Chaudhuri 2020, Theorem 1",
        lambda: _lecture1(True),
    ),
    Entry(
        "chaudhuri2020.algorithm1.printed",
        "the same as printed",
        "Chaudhuri 2020, Algorithm 1",
        lambda: _lecture1(False),
    ),
    Entry(
        "chaudhuri2020.theorem2",
        "objective perturbation over R^d",
        "mechanisms.objective, its proof",
        lambda: _theorem2(False),
    ),
    Entry(
        "chaudhuri2020.theorem2.printed",
        "the same as printed",
        "Chaudhuri 2020, Theorem 2",
        lambda: _theorem2(True),
    ),
    Entry(
        "chaudhuri2020.theorem3",
        "Laplace on a random quarter of the records",
        "Balle, Barthe and Gaboardi 2018, Theorem 9",
        lambda: _theorem3(False),
    ),
    Entry(
        "chaudhuri2020.theorem3.printed",
        "the same with the printed claim",
        "Chaudhuri 2020, Theorem 3",
        lambda: _theorem3(True),
    ),
    Entry(
        "chaudhuri2020.section2.1",
        "gradient descent, disjoint batches, one pass",
        "Chaudhuri 2020, section 2.1",
        _descent,
    ),
    Entry(
        "chaudhuri2020.section2.2",
        "gradient descent, drawn batches",
        "amplification and composition",
        lambda: _descent(scheme="subsample"),
    ),
    Entry(
        "chaudhuri2020.section2.2.printed",
        "the same with the printed claim",
        "Chaudhuri 2020, section 2.2",
        lambda: _descent(scheme="subsample", printed=True),
    ),
    Entry(
        "chaudhuri2011.algorithm2",
        "objective perturbation as its authors print it",
        "Chaudhuri, Monteleoni and Sarwate 2011",
        _chaudhuri2011,
    ),
    Entry(
        "zhang2012.functional",
        "functional mechanism, the coefficients",
        "mechanisms.functional, its bound",
        lambda: Functional(eps=1.0, width=1),
    ),
    Entry(
        "zhang2012.functional.printed",
        "the same as printed",
        "Zhang et al. 2012, section 4",
        lambda: Functional(eps=1.0, width=1, printed=True),
    ),
    Entry(
        "wang2016.algorithm1",
        "exponential mechanism on a penalised risk",
        "sensitivity 1/n",
        lambda: ExponentialERM(eps=1.0, penalty=(0.0,) * 8),
    ),
    Entry(
        "wang2016.algorithm1.printed",
        "the same as printed",
        "Wang, Lei and Fienberg 2016, Algorithm 1",
        lambda: ExponentialERM(eps=1.0, penalty=(0.0,) * 8, printed=True),
    ),
    Entry(
        "wang2019.ops",
        "one posterior sample, one data set and record",
        "perinstance.pairs: exact",
        _posterior_sample,
    ),
    Entry(
        "wang2019.adaops",
        "AdaOPS, Renyi calibration",
        "mechanisms.posterior, its proof",
        lambda: AdaptivePosteriorSample(eps=1.0, delta=0.01),
    ),
    Entry(
        "wang2019.adaops.simple",
        "AdaOPS, a third of eps each step",
        "mechanisms.posterior, its proof",
        lambda: AdaptivePosteriorSample(eps=1.0, delta=0.01, form="simple"),
    ),
)

ENTRIES: Final[Mapping[str, Entry]] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
"""All entries by name, in the order of the sources."""


def names() -> tuple[str, ...]:
    """Every name, in order."""
    return tuple(ENTRIES)


def entry(name: str) -> Entry:
    """The entry of that name; `BadInput` with the nearest names otherwise.

    >>> entry("laplace").source
    'Dwork et al. 2006'
    >>> try:
    ...     entry("laplce")
    ... except BadInput as error:
    ...     print(error)
    given mechanism laplce; needed: a built-in name or MODULE:FUNCTION; try: laplace, l2laplace
    """
    if name in ENTRIES:
        return ENTRIES[name]
    near = get_close_matches(name, ENTRIES, n=3) or [
        "laplace",
        "wu2015.algorithm2",
        "wu2015.algorithm2.printed",
    ]
    raise BadInput(f"mechanism {name}", "a built-in name or MODULE:FUNCTION", ", ".join(near))


def get(name: str) -> Mechanism[Any]:
    """The mechanism of that name.

    >>> str(get("wu2015.algorithm1").claim)
    'eps=1, replace-one'
    """
    return entry(name).make()
