"""What an experiment is, what it takes, and what it returns."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

SAMPLED: Final = "sampled"
VIOLATED: Final = "violated"
UNDECIDED: Final = "unknown"

Size: TypeAlias = Literal["quick", "full"]
SIZES: Final = ("quick", "full")


@dataclass(frozen=True)
class Noisy:
    """A bound on a mechanism whose noise a statement names: the scale of the noise, and the bound itself.

    Both are numbers or functions of the parameters that they name.
    """

    scale: float | Callable[..., float]
    bound: float | Callable[..., float]


Bound: TypeAlias = float | Callable[..., float] | Noisy
"""A number, or a function of the parameters that it names, such as ``lambda rho, lam, n: 2 * rho / (lam *
n)``; with the scale of the noise where that is the statement's too.
"""


@dataclass(frozen=True)
class Twin:
    """The same experiment with a bound that is false; `rejected` if that came out as violated."""

    name: str
    rejected: bool
    ratio: float

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {"name": self.name, "rejected": self.rejected, "ratio": self.ratio}


@dataclass(frozen=True)
class ExperimentResult:
    """What one run found.

    `verdict` is ``sampled`` when the observations are consistent with the bound, ``violated`` when they
    contradict it with the stated simultaneous `confidence`, ``unknown`` when `samples` were too few to say.
    `ratio` is observed / bound at the place where it is largest; `observed` and `bound` are the two numbers
    there.
    """

    name: str
    verdict: str
    ratio: float
    confidence: float
    samples: int
    seed: int
    observed: float
    bound: float
    twin: Twin
    note: str = ""

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        plain: dict[str, object] = {
            key: getattr(self, key) for key in self.__dataclass_fields__ if key != "twin"
        }
        return {**plain, "twin": self.twin.to_dict()}


@dataclass(frozen=True)
class Experiment:
    """A reproducible trial of a bound; `trial` names a function of a module here, loaded when it runs.

    `reading` is what is read off a form: its ``bound``, the ``shape`` of its Gamma law, or its noise together
    with the ``eps`` of `private`, the ``risk`` that it bounds, the rate of `strongly_stable` (``stable``), or
    the exponent of a conclusion ... <= exp(r), or ... <= exp(r) times a chance (``rate``); the eps of
    per-instance privacy, where `Delta` is a norm (``instance``), or the rate of `generalises`, where `mean`
    is an expectation.
    """

    name: str
    trial: str
    reading: str = "bound"

    def run(self, rng_seed: int, bound: Bound, size: Size = "quick") -> ExperimentResult:
        """Run with a seed; quick takes about a second, full up to minutes. The same arguments give the same
        result.
        """
        if isinstance(rng_seed, bool) or not isinstance(rng_seed, int) or rng_seed < 0:
            raise ValueError(f"rng_seed is {rng_seed!r}; needed: an integer >= 0")
        if size not in SIZES:
            raise ValueError(f"size is {size!r}; needed: one of {', '.join(SIZES)}")
        for part in (bound.scale, bound.bound) if isinstance(bound, Noisy) else (bound,):
            if not callable(part):
                evaluate(part, {})
        module, _, function = self.trial.partition(".")
        run = import_module("dptheory.lab.audit.harness").ExperimentRun(self.name, rng_seed, bound, size)
        result: ExperimentResult = getattr(import_module(f"dptheory.lab.audit.{module}"), function)(run)
        return result


def evaluate(bound: Bound, values: dict[str, Any]) -> float:
    """The bound at these values: a positive finite number, else `ValueError`.

    >>> evaluate(lambda rho, lam, n: 2 * rho / (lam * n), {"rho": 1.0, "lam": 0.5, "n": 8, "d": 3})
    0.5
    """
    if isinstance(bound, Noisy):
        bound = bound.bound
    answer = bound(**_taken(bound, values)) if callable(bound) else bound
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not 0 < answer < math.inf:
        raise ValueError(f"the bound is {answer!r} at {values}; needed: a finite number > 0")
    return float(answer)


def _taken(bound: Callable[..., float], values: dict[str, Any]) -> dict[str, Any]:
    """The values that a bound names, or all of them where it takes any."""
    parameters = inspect.signature(bound).parameters.values()
    if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
        return values
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    names = [p.name for p in parameters if p.kind in kinds]
    foreign = [name for name in names if name not in values]
    if foreign:
        raise ValueError(f"the bound takes {', '.join(foreign)}; there are {', '.join(values)}")
    return {name: values[name] for name in names}
