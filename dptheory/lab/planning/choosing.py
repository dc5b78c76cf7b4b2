"""The plan: of the theorems that apply the one with the least bound, its best lambda, the noise there.

Nothing here looks at a record: n, d, eps, delta, the radius R, the confidence and the loss decide everything.
Output perturbation is planned, since the library bounds the excess risk of no other mechanism of its sources.
With noise of density exp(-||k||/s) the bound is a theorem's, as the kernel proved it. With normal noise, for
delta > 0, three things are put together here, and the plan says so: `sharp.confidence` (proved: the exact
minimiser has an excess of at most (2 rho^2/(lam n)) (2/beta) + (lam/2) R^2 with probability 1 - beta/2), the
least sigma for a sensitivity of 1 (`accounting.calibrate`), and the quantile q of the norm of a normal vector
(the chi law, enclosed by Arb):

    excess <= (2 rho^2/(lam n)) (2/beta + sigma q) + (lam/2) R^2.

It is least at lam = (2 rho/R) sqrt((2/beta + sigma q)/n), and there 2 rho R sqrt((2/beta + sigma q)/n).

A minimiser is computed to within a share t (`tolerance`) of 2 rho/(lam n), so that two are no further apart
than 1 + 2t times this: the noise is larger by that factor, and the bound has the noise that is added, what
the solver may miss, and what rounding to the grid may cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, log2
from typing import Final

from flint import arb, fmpq

from ...decimals import outward
from ...errors import BadInput
from ...kernel import PROVED, Verdict
from ...theory.bounds import Bound
from ...theory.certificates import Certificates
from ...theory.evaluation import evaluate
from ...theory.inverses import Target, solve_for
from ...theory.numbers import number_of
from ...theory.optima import Optimum, at_its_best
from ..accounting.calibration import calibrate
from ..accounting.numbers import sharpen
from ..special import special
from .asked import Asked

LAPLACE: Final = "l2laplace"
GAUSSIAN: Final = "gaussian"
PRIVATE: Final = "wu2015.algorithm2:sharp"
PROJECTING: Final = "calculus.post-processing:printed"
STABLE: Final = "wu2015.theorem14:sharp"
CITED: Final = "Balle and Wang 2018, Theorem 8"
CONFIDENCE: Final = "sharp.confidence:printed"
DIGITS: Final = 6
QUANTILE: Final = 12
TOLERANCE: Final = fmpq(1, 10**4)
GRID: Final = 20
"""Weights are rounded to a power of two below the spread of the noise, over two to this power."""


def tolerance(n: int) -> fmpq:
    """The share of the sensitivity that the solver may miss: rounding of n terms is more of it as n grows.

    >>> tolerance(1000), float(tolerance(10**6)) < 0.001
    (1/10000, True)
    """
    return max(TOLERANCE, fmpq(n) ** 2 / 2**51)


@dataclass(frozen=True)
class Applicable:
    """A theorem that may apply: the form whose optimum says which lambda, the form whose bound it is, whether
    it needs a loss that is Lipschitz everywhere; else its output is projected onto the ball."""

    optimum: str
    bound: str
    everywhere: bool


THEOREMS: Final = (
    Applicable("wu2015.theorem21:sharp", "wu2015.theorem21:sharp", True),
    Applicable("wu2015.theorem21:sharp.closed", "wu2015.theorem21.projected:printed", False),
)


@dataclass(frozen=True)
class Known:
    """A theorem with its optimum and its bound, and how all that is used with it stands."""

    theorem: Applicable
    optimum: Optimum
    bound: Bound
    proofs: Mapping[str, Verdict]


@dataclass(frozen=True)
class Plan:
    """lambda, the noise and the bound for n records of d features. `spread` is the scale or the standard
    deviation of the noise, `far` what its norm exceeds with probability beta/2 at most. From `enough` records
    on the theorem's bound is below what the model 0 has; None where that was not found."""

    asked: Asked
    n: int
    d: int
    law: str
    theorem: str
    projected: bool
    proofs: Mapping[str, Verdict]
    lam: fmpq
    bound: arb | fmpq
    spread: arb | fmpq
    far: arb | fmpq
    enough: int | None = None
    beside: tuple[tuple[str, arb | fmpq], ...] = ()

    @property
    def sensitivity(self) -> fmpq:
        """How far one record moves the minimiser at most: 2 rho/(lam n)."""
        return 2 * self.asked.rho / (self.lam * self.n)

    @property
    def more(self) -> fmpq:
        """By which factor the noise is larger for the solver."""
        return 1 + 2 * tolerance(self.n)

    @property
    def grid(self) -> fmpq:
        """To whose multiples the weights are rounded."""
        return fmpq(2) ** (floor(log2(float(arb(self.spread)))) - GRID)

    @property
    def slack(self) -> arb:
        """What the solver and the grid may add to the loss."""
        return self.asked.rho * (tolerance(self.n) * self.sensitivity + arb(self.d).sqrt() * self.grid / 2)

    @property
    def says_something(self) -> bool:
        """Whether the bound is certainly less than what the model w = 0 has."""
        return bool(arb(self.bound) < arb(number_of(self.asked.nothing, {})))

    @property
    def private(self) -> tuple[str, ...]:
        """What the privacy rests on."""
        return (PRIVATE, *([PROJECTING] if self.projected else [])) if self.proved else (STABLE, CITED)

    @property
    def proved(self) -> bool:
        """Whether privacy and bound are theorems of the library."""
        return self.law == LAPLACE


def plan(asked: Asked, n: int, d: int, known: Sequence[Known], certificates: Certificates) -> Plan:
    """The plan with the least bound, of theorems that are proved; raises BadInput where none is."""
    fit = [one for one in known if asked.of_loss.everywhere or not one.theorem.everywhere]
    holding = [one for one in fit if all(v.status == PROVED for v in one.proofs.values())]
    if not holding:
        raise BadInput("a library in which no bound for this loss is proved", "one", "dptheory verify --all")
    made = [_proved(asked, n, d, one) for one in holding]
    if asked.delta > 0:
        made.append(_normal(asked, n, d, made[-1]))
    best = made[0]
    for other in made[1:]:
        best = other if bool(arb(other.bound) < arb(best.bound)) else best
    beside = tuple((other.theorem, other.bound) for other in made if other is not best)
    enough = best.enough
    if best.proved:
        (chosen,) = (one for one in holding if one.theorem.bound == best.theorem)
        enough = _enough(best, chosen.optimum, certificates)
    return replace(best, bound=best.bound + best.slack, beside=beside, enough=enough)


def _enough(found: Plan, optimum: Optimum, certificates: Certificates) -> int | None:
    """From which n the bound at its best is below what needs no data; proved to fall with n."""
    given = {k: v for k, v in _setting(found.asked, found.n, found.d).items() if k != "n"}
    target = Target(found.asked.nothing, True)
    solved = solve_for(at_its_best(optimum), "n", target, given, certificates)
    return None if solved.low is None or not solved.shape else int(solved.low.inside)


def _setting(asked: Asked, n: int, d: int) -> dict[str, fmpq]:
    """The parameters of the bound, with the noise that is added: that of a little less eps."""
    eps = asked.eps / (1 + 2 * tolerance(n))
    return {"n": fmpq(n), "d": fmpq(d), "R": asked.radius, "rho": asked.rho, "eps": eps, "del": asked.beta}


def _proved(asked: Asked, n: int, d: int, known: Known) -> Plan:
    at = evaluate(known.optimum, _setting(asked, n, d))
    lam = _short(at.place)
    own = {k: v for k, v in at.values.items() if k in known.bound.variables}
    scale = 2 * asked.rho / (lam * n * at.values["eps"])
    quantile = at.values.get("q")
    reach = arb(quantile) if quantile is not None else d * (arb(2 * d) / arb(asked.beta)).log()
    return Plan(
        asked,
        n,
        d,
        LAPLACE,
        known.theorem.bound,
        not known.theorem.everywhere,
        known.proofs,
        lam,
        known.bound.value({**own, "lam": lam}),
        scale,
        arb(scale) * reach,
    )


def _short(value: arb | fmpq) -> fmpq:
    """A decimal of few digits near a number: any lambda > 0 will do, and the bound is flat at the best."""
    middle = value.mid().fmpq() if isinstance(value, arb) else value
    return outward(middle, DIGITS, up=True)


def _normal(asked: Asked, n: int, d: int, beside: Plan) -> Plan:
    """Normal noise; what is proved of the exact minimiser is what `beside` rests on, too."""
    least = calibrate("gaussian", epsilon=str(asked.eps), delta=str(asked.delta)).value
    sigma = least * (1 + 2 * tolerance(n))
    reach = sigma * normal_quantile(d, asked.beta / 2)
    total, rho, radius = 2 / asked.beta + reach, asked.rho, asked.radius
    lam = _short(arb(4 * rho**2 * total / (radius**2 * n)).sqrt())
    moved = 2 * rho / (lam * n)
    edge = sharpen(lambda: arb(4 * rho**2 * radius**2 * total) / arb(number_of(asked.nothing, {})) ** 2)
    return replace(
        beside,
        law=GAUSSIAN,
        theorem="put together",
        projected=not asked.of_loss.everywhere,
        lam=lam,
        bound=rho * moved * total + lam / 2 * radius**2,
        spread=sigma * moved,
        far=reach * moved,
        enough=int(edge.upper().floor().fmpq()) + 1,
    )


def normal_quantile(d: int, chance: fmpq) -> fmpq:
    """A number that the norm of d independent normal numbers exceeds with at most this chance; affirmed.

    >>> float(normal_quantile(1, fmpq(1, 40)))
    2.24140272761
    """
    guess = fmpq(*float(special().chdtri(d, float(chance)) ** 0.5).as_integer_ratio())
    for _ in range(60):
        found = outward(guess, QUANTILE, up=True)
        if bool(arb(found**2 / 2).gamma_upper(arb(fmpq(d, 2)), regularized=1) <= arb(chance)):
            return found
        guess *= 1 + fmpq(1, 10**11)
    raise BadInput(f"d = {d}", "a dimension at which the chi law can be enclosed", "fewer features")
