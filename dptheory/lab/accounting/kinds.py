"""The mechanisms by the names that the command line, Python's words and JSON have for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ...errors import BadInput
from ...exact import Number
from .exponential import ExponentialMoments
from .lattice import DiscreteGaussianMoments, DiscreteLaplaceMoments, Mixed, TwoLaws
from .moments import (
    Concentrated,
    GaussianMoments,
    LaplaceMoments,
    MomentsFunction,
    Release,
    ResponseMoments,
)


@dataclass(frozen=True)
class Kind:
    """A mechanism with one parameter; `rises` says that more of the parameter is more noise, `pure` that the
    privacy loss is bounded. In words it may be `written` otherwise than by the parameter. `additive` noise
    goes on a query that may be a sum of clipped records.
    """

    parameter: str
    made: Callable[[Number], MomentsFunction]
    rises: bool
    pure: bool
    written: Callable[[str], MomentsFunction] | None = None
    additive: bool = False


def response(text: str) -> MomentsFunction:
    """Randomised response as it is written: ``3/4``, ``eps=1``, or ``3/4,5``: the truth of 5 answers with
    probability 3/4, each other one equally often. Raises BadInput.

    >>> response("3/4,5").words
    'randomised response of 5 answers, true with 3/4'
    """
    text, comma, answers = text.partition(",")
    name, sign, eps = text.partition("=")
    if comma and not sign:
        return TwoLaws.response(text, answers)
    if sign and (comma or name.strip() != "eps"):
        raise BadInput(
            f"--randomised-response {text}",
            "P, or P,K of K answers, or eps=EPS",
            "--randomised-response eps=1",
        )
    return ResponseMoments.with_epsilon(eps) if sign else ResponseMoments.of(text)


KINDS: Final = {
    "gaussian": Kind("sigma", GaussianMoments.of, rises=True, pure=False, additive=True),
    "laplace": Kind("scale", LaplaceMoments.of, rises=True, pure=True, additive=True),
    "randomised-response": Kind(
        "eps", ResponseMoments.with_epsilon, rises=False, pure=True, written=response
    ),
    "exponential": Kind("eps", ExponentialMoments.of, rises=False, pure=True),
    "exponential-monotone": Kind("eps", ExponentialMoments.of_monotone, rises=False, pure=True),
    "discrete-gaussian": Kind("sigma", DiscreteGaussianMoments.of, rises=True, pure=False),
    "discrete-laplace": Kind("scale", DiscreteLaplaceMoments.of, rises=True, pure=True),
    "zcdp": Kind("rho", Concentrated.of, rises=False, pure=False),
}
"""What there is. Names that mean the same are in `OTHER_NAMES`."""
OTHER_NAMES: Final = {"randomized-response": "randomised-response", "geometric": "discrete-laplace"}


def mixture(text: str) -> MomentsFunction:
    """Releases with the chances of a public draw: ``1/4 gaussian 1 + 3/4 laplace 2``; raises BadInput.

    >>> mixture("1/2 laplace 1 + 1/2 laplace 2").pure()
    1.00000000000000
    """
    found = []
    for part in text.split("+"):
        chance, _, words = part.strip().partition(" ")
        if not words or " at " in words:
            needed = "chances and releases about all records"
            raise BadInput(f"--mixture {text}", needed, "--mixture '1/4 gaussian 1 + 3/4 laplace 2'")
        found.append((chance, moments_of(words)))
    return Mixed.of(found)


WRITTEN: Final[dict[str, Callable[[str], MomentsFunction]]] = {"laws": TwoLaws.written, "mixture": mixture}
"""Releases that have no one parameter, by how they are written."""


def kind_of(name: str) -> Kind:
    """The mechanism of a name; raises BadInput."""
    found = KINDS.get(OTHER_NAMES.get(name, name))
    if found is None:
        raise BadInput(f"the mechanism {name[:40]!r}", f"one of {', '.join(KINDS)}", "gaussian")
    return found


def moments_of(release: Release) -> MomentsFunction:
    """The moments function of a release about all records; raises BadInput where it is not known.

    >>> moments_of("laplace 2").words
    'Laplace noise of scale 2, l1-sensitivity 1'
    """
    if isinstance(release, MomentsFunction):
        return release
    if isinstance(release, str):
        name, _, parameter = release.strip().partition(" ")
        if name in WRITTEN:
            return WRITTEN[name](parameter)
        kind = kind_of(name)
        return (kind.written or kind.made)(parameter)
    found = getattr(release, "moments", None)
    if not isinstance(found, MomentsFunction):
        needed = "a mechanism whose moments function is known"
        raise BadInput(f"the release {type(release).__name__}", needed, '"gaussian 1"')
    return found
