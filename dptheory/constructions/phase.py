"""Wang, Lei and Fienberg 2016, Proposition 33 and Figure 4: what a decay rate of delta(n) allows, today.

For a sequence delta(n) -> 0 let Delta be all sequences at most delta. Is every learnable problem
Delta-approximately privately learnable (Definition 28: for some eps < oo), or some not? The comparisons of
delta(n) with the borders are growth claims with certificates of the kernel; the theorems are statements of
this library, proved or cited, whose hypotheses are read there (`told`).

    n delta(n) -> oo                              all: any algorithm on floor(n delta) random records
    delta(n) e^(n eps) -> 0 for every eps         some not: thresholds on [0, 1], by group privacy
    delta(n) = o(1/n^2)                           some not: thresholds, cited
    delta(n) <= 1/(97 n)                          some not: the mean in a unit ball, cited
    delta(n) = O(1/n)                             some not, by an argument in words; nothing of it is checked

The argument for C/n, any C: let A be (eps, C/n)-private on n records and estimate the mean in the unit ball
of a Hilbert space. Replace every record by 0 but for probability q, each for itself, and run A. By
amplification that is (eps, qC/n)-private, below 1/(96 n) for q < 1/(96 C); on records from D it sees records
from (1 - q) 0 + q D, whose mean is q times that of D. So A's answer over q estimates the mean of D, with the
squared error of A over q^2, and the cited theorem keeps that from 0. Together: all if n delta(n) -> oo, else
some not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from flint import arb, fmpq

from dptheory.errors import BadInput
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.real.enclose import enclose
from dptheory.kernel.real.families import recheck
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.terms import Term, free_variables, rational_value
from dptheory.kernel.syntax import SyntaxProblem

if TYPE_CHECKING:
    from dptheory.theory.statements import Statement

ALL, SOME, ARGUED, UNKNOWN = "all", "some not", "some not (in words)", "unknown"
DOMAIN: Final = "n >= 3, n integer"

Grow = Callable[[Term, Term], dict[str, object] | None]
"""Gives a certificate that the first function is O(the second) as n grows, or None."""


@dataclass(frozen=True)
class Result:
    """A theorem that answers for a range of rates, and the statement of the library that it is."""

    answer: str
    range: str
    source: str

    def told(self, statement: Statement) -> Told:
        """What its statement says and needs, and how much of a cited work was seen; read from its remarks.

        >>> from dptheory.theory.library import load_library
        >>> LITTLESTONE.told(load_library().get(INTERIOR.source)).needs[:40]
        'ε ≤ 1/4 constant and δ(n) ≤ 1/(50n²); pr'
        """
        return Told(*(_remark(statement, word) for word in ("Says", "Needs", "Seen")))


@dataclass(frozen=True)
class Told:
    """What a statement says for a phase, what it needs, and how much of a cited work was seen."""

    says: str
    needs: str
    seen: str


SUBSAMPLE: Final = Result(ALL, "n δ(n) → ∞", "wang2016.section6.subsample")
GROUP: Final = Result(SOME, "δ(n) e^(nε) → 0 for every ε", "wang2016.proposition33.learnable")
INTERIOR: Final = Result(SOME, "δ(n) = o(1/n²)", "later.bun2015.interior")
LITTLESTONE: Final = Result(SOME, "δ(n) = o(1/(n² log n))", "later.alon2019.theorem1")
MEAN: Final = Result(SOME, "δ(n) ≤ 1/(97n), or o(1/n)", "later.kamath2020.theorem3_3")
PADDED: Final = Result(ARGUED, "δ(n) = O(1/n)", "later.kamath2020.theorem3_3")
CLASSES: Final = Result("which classes", "δ negligible", "later.bun2020.theorem")
RESULTS: Final = (SUBSAMPLE, GROUP, INTERIOR, LITTLESTONE, MEAN, PADDED, CLASSES)

_GROWS: Final = ("n**(-1/10)", "n**(-1/2)", "n**(-9/10)", "n**(-99/100)", "log(n)/n", "log(log(n))/n")
_FAST: Final = ("exp(-n)", "exp(-sqrt(n))")
_DECAYS: Final = (
    (GROUP, ("exp(-n**2)", "exp(-n**(11/10))", "exp(-n*log(n))")),
    (INTERIOR, (*_FAST, "n**(-3)", "n**(-21/10)", "n**(-2)/log(n)")),
    (LITTLESTONE, (*_FAST, "n**(-3)", "n**(-21/10)", "n**(-2)/log(n)**2")),
    (MEAN, (*_FAST, "n**(-3/2)", "n**(-11/10)", "1/(n*log(n))", "1/(n*log(log(n)))")),
)
_SMALL: Final = "1/(97*n)"


@dataclass(frozen=True)
class Phase:
    """The answer for one rate: the results that give it, and the growth claims that place the rate.

    *some not (in words)* says that the rate is certified to be O(1/n), where the cited theorem applies after
    a reduction that is not checked; *unknown* that no comparison was certified. `placed` are sentences such
    as "n**(-3/2) = O(delta)" with their certificates; for delta = 0 none is needed.
    """

    rate: str
    answer: str
    results: tuple[Result, ...]
    placed: tuple[tuple[str, dict[str, object]], ...] = ()

    @property
    def basis(self) -> str:
        """The statement that gives the answer; the first where there are several."""
        return self.results[0].source if self.results else "no comparison was certified"


def search(left: Term, right: Term) -> dict[str, object] | None:
    """A growth certificate that the prover finds, or None."""
    from dptheory.prover.growth.comparing import growth

    return growth(left, right, "n", _domain(), effort=4_000_000).certificate


def classify(rate: str, grow: Grow = search) -> Phase:
    """What the rate delta(n) allows; the rate is a text in n.

    Errors: BadInput for a text that is no function of n, one that is not above 0 (0 itself is allowed), or
    one that is shown to stay above a number: what is answered is said of rates that tend to 0.

    >>> classify("0").answer, classify("n**(-1/2)").answer
    ('some not', 'all')
    """
    term = _rate(rate)
    shown = print_term(term)
    if rational_value(term) == 0:
        return Phase(shown, SOME, (GROUP, INTERIOR, LITTLESTONE, MEAN))
    bounded = partial(_bounded, grow)
    if bounded("1", shown) is not None:
        raise BadInput(f"the rate {shown!r}, which does not tend to 0", "delta(n) -> 0", "1/sqrt(n)")
    for border in _GROWS:
        found = bounded(border, shown)
        if found is not None:
            return Phase(shown, ALL, (SUBSAMPLE,), ((f"{border} = O({shown})", found),))
    results, placed = [], []
    for result, borders in _DECAYS:
        hit = next(((b, c) for b in borders if (c := bounded(shown, b)) is not None), None)
        if hit is not None:
            results.append(result)
            placed.append((f"{shown} = O({hit[0]})", hit[1]))
    if results:
        return Phase(shown, SOME, tuple(results), tuple(placed))
    small = bounded(shown, _SMALL)
    if small is not None and _at_most(small, 1):
        return Phase(shown, SOME, (MEAN,), ((f"{shown} <= {_SMALL}", small),))
    inverse = bounded(shown, "1/n")
    if inverse is not None:
        return Phase(shown, ARGUED, (PADDED,), ((f"{shown} = O(1/n)", inverse),))
    return Phase(shown, UNKNOWN, ())


def _at_most(certificate: dict[str, object], most: int) -> bool:
    """Whether the constant of a certificate, which holds for all n from some n on, is at most a number."""
    constant = rational_value(parse_term(str(certificate.get("constant"))))
    return constant is not None and constant <= most


def _remark(statement: Statement, word: str) -> str:
    """The remark of a statement that begins with a word and a colon."""
    starts = f"{word}: "
    return next((r.removeprefix(starts) for r in statement.remarks if r.startswith(starts)), "")


def _bounded(grow: Grow, left: str, right: str) -> dict[str, object] | None:
    """A certificate of left = O(right), if the kernel accepts it as one; not looked for where the quotient
    is seen to grow (a guess, which can only miss a certificate)."""
    if not _level(parse_term(f"({left})/({right})")):
        return None
    first, second = parse_term(left), parse_term(right)
    found = grow(first, second)
    asked = {"left": print_term(first), "right": print_term(second), "growing": "n", "where": DOMAIN}
    if found is None or found.get("answer") != "bounded" or any(found.get(k) != v for k, v in asked.items()):
        return None
    try:
        recheck(found)
    except KernelError:
        return None
    return found


def _level(quotient: Term) -> bool:
    """Whether a quotient does not seem to grow: its enclosures at a few large n do not increase."""
    places = [fmpq(10**digits) for digits in (3, 6, 12, 24, 200, 1400)]
    seen = [enclose(quotient, {"n": (n, n)}, 256) for n in places]
    return all(not (early * arb("1.001") < late) for early, late in pairwise(seen))


def _domain() -> Claim:
    return parse_claim("0 <= 0", DOMAIN)


def _rate(text: str) -> Term:
    try:
        term = parse_term(text)
    except SyntaxProblem as error:
        raise BadInput(f"the rate {text!r} ({error})", "a function of n", "n**(-3/2)") from None
    if free_variables(term) - {"n"}:
        raise BadInput(f"the rate {text!r}", "a function of n alone", "n**(-3/2)")
    value = rational_value(term)
    if value != 0:
        _positive(term, text)
    return term


def _positive(term: Term, text: str) -> None:
    """Refuse a rate that is not seen to be above 0, or to have a value, at a few n."""
    for n in (*map(fmpq, range(3, 13)), *(fmpq(10**digits) for digits in (2, 3, 6, 12))):
        found = enclose(term, {"n": (n, n)}, 256)
        if not bool(found > 0):
            what = "not above 0" if bool(found <= 0) else "not known to be above 0"
            raise BadInput(f"the rate {text!r}, {what} at n = {n}", "a rate above 0 for n >= 3", "1/n**2")
