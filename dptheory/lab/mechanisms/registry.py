"""The built-in mechanisms by name, with parameters at which the claim is tight where that is known.

A name without suffix is the form that the proofs here support; `.printed` is the source's own scale or
claim, which may be wasteful, or wrong. Which of the two it is is not written here: audits and
`Mechanism.worst_pair` say it. What each name is stands in the statement that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from dptheory.errors import BadInput
from dptheory.lab.mechanisms.additive import Gaussian, L2LaplaceSum, Laplace
from dptheory.lab.mechanisms.descent import NoisyDescent
from dptheory.lab.mechanisms.finite import Exponential, ExponentialERM
from dptheory.lab.mechanisms.functional import Functional
from dptheory.lab.mechanisms.interface import Mechanism
from dptheory.lab.mechanisms.kinked import Hinge
from dptheory.lab.mechanisms.losses import HuberHinge, Linear, Regularised
from dptheory.lab.mechanisms.objective import ObjectivePerturbation
from dptheory.lab.mechanisms.output import Algorithm1, Algorithm2, Algorithm4, LectureAlgorithm1
from dptheory.lab.mechanisms.posterior import AdaptivePosteriorSample, PosteriorSample
from dptheory.lab.mechanisms.subsample import Subsampled
from dptheory.lab.mechanisms.tuning import Tuning

Made = Callable[[], Mechanism[Any]]


def _algorithm5(printed: bool = False) -> Tuning:
    radii = (0.25, 0.1)
    candidates = tuple(Algorithm4(lam=1.0, eps=1.0, radius=r, tight=not printed) for r in radii)
    return Tuning(eps=1.0, candidates=candidates, printed=printed)


def _posterior_sample() -> PosteriorSample:
    # the record contradicts the others, and is most of its direction
    x = ((0.6, 0.0), (0.0, 0.8), (0.5, 0.5), (0.7, -0.7))
    return PosteriorSample(x=x, y=(0.6, 0.4, 0.5, -1.0), lam=0.5, gamma=2.0, delta=0.05)


# slope n lam R: the two minimisers are the ends of the ball, which attains 2 rho / (lam (n + 1))
_algorithm1 = partial(Algorithm1, loss=Regularised(Linear(4.0), 1.0), eps=1.0, radius=1.0, n=4)
_algorithm2 = partial(Algorithm2, loss=Hinge(), lam=1.0, eps=1.0, radius=1.0, n=4)
_algorithm4 = partial(Algorithm4, lam=10.0, eps=1.0, radius=0.1, n=10)
_lecture1 = partial(LectureAlgorithm1, loss=Hinge(), lam=2.0, eps=1.0, n=4)
_perturbed = partial(ObjectivePerturbation, eps=1.0, lam=1.0, n=4, loss=HuberHinge(0.5))
_in_ball = partial(_perturbed, radius=2.0, width=1)
# so curved that eps' <= 0, where the source's regulariser is lost
_curved = partial(_in_ball, n=2, loss=HuberHinge(0.25))
_theorem3 = partial(Subsampled, base=Laplace(eps=0.9), n=8, m=2)
_descent = partial(NoisyDescent, loss=Linear(1.0), eps=0.9, n=8, batch=2, steps=3)
_drawn = partial(_descent, scheme="subsample")
_functional = partial(Functional, eps=1.0, width=1)
_erm = partial(ExponentialERM, eps=1.0, penalty=(0.0,) * 8)
_adaptive = partial(AdaptivePosteriorSample, eps=1.0, delta=0.01)

_ENTRIES: Final[dict[str, Made]] = {
    "laplace": partial(Laplace, eps=1.0),
    "l2laplace": partial(L2LaplaceSum, eps=1.0, width=5),
    "gaussian": partial(Gaussian, eps=1.0, delta=0.05),
    "gaussian.classical": partial(Gaussian, eps=0.9, delta=0.05, calibration="classical"),
    "exponential": partial(Exponential, eps=1.0),
    "wu2015.algorithm1": partial(_algorithm1, tight=True),
    "wu2015.algorithm1.printed": partial(_algorithm1, tight=False),
    "wu2015.algorithm2": partial(_algorithm2, tight=True),
    "wu2015.algorithm2.printed": partial(_algorithm2, tight=False),
    "wu2015.algorithm3": _in_ball,
    "wu2015.algorithm3.printed": partial(_curved, form="wu2015"),
    "wu2015.algorithm4": partial(_algorithm4, tight=True),
    "wu2015.algorithm4.printed": partial(_algorithm4, tight=False),
    "wu2015.algorithm5": _algorithm5,
    "wu2015.algorithm5.printed": partial(_algorithm5, printed=True),
    "chaudhuri2020.algorithm1": partial(_lecture1, tight=True),
    "chaudhuri2020.algorithm1.printed": partial(_lecture1, tight=False),
    "chaudhuri2020.theorem2": partial(_perturbed, form="tight"),
    "chaudhuri2020.theorem2.printed": partial(_perturbed, form="chaudhuri2020"),
    "chaudhuri2020.theorem3": partial(_theorem3, printed=False),
    "chaudhuri2020.theorem3.printed": partial(_theorem3, printed=True),
    "chaudhuri2020.section2.1": _descent,
    "chaudhuri2020.section2.2": _drawn,
    "chaudhuri2020.section2.2.printed": partial(_drawn, printed=True),
    # so many records that the two logarithms, one of which is not needed, leave nearly all of eps
    "chaudhuri2011.algorithm2": partial(_perturbed, n=20, form="chaudhuri2011"),
    "zhang2012.functional": _functional,
    "zhang2012.functional.printed": partial(_functional, printed=True),
    "wang2016.algorithm1": _erm,
    "wang2016.algorithm1.printed": partial(_erm, printed=True),
    "wang2019.ops": _posterior_sample,
    "wang2019.adaops": _adaptive,
    "wang2019.adaops.simple": partial(_adaptive, form="simple"),
}

ENTRIES: Final[Mapping[str, Made]] = MappingProxyType(_ENTRIES)
"""How each is made, by name, in the order of the sources."""


def names() -> tuple[str, ...]:
    """Every name, in order."""
    return tuple(ENTRIES)


def get(name: str) -> Mechanism[Any]:
    """The mechanism of that name; `BadInput` with the nearest names otherwise.

    >>> str(get("wu2015.algorithm1").claim)
    'eps=1, replace-one'
    >>> try:
    ...     get("laplce")
    ... except BadInput as error:
    ...     print(error)
    given mechanism laplce; needed: a built-in name or MODULE:FUNCTION; try: laplace, l2laplace
    """
    if name in ENTRIES:
        return ENTRIES[name]()
    near = get_close_matches(name, ENTRIES, n=3) or [
        "laplace",
        "wu2015.algorithm2",
        "wu2015.algorithm2.printed",
    ]
    raise BadInput(f"mechanism {name}", "a built-in name or MODULE:FUNCTION", ", ".join(near))
