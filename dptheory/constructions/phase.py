"""Wang, Lei and Fienberg 2016, Proposition 33 and Figure 4: what a decay rate of delta(n) allows, today.

For a sequence delta(n) -> 0 let Delta be all sequences at most delta. Is every learnable problem
Delta-approximately privately learnable (Definition 28: for some eps < oo), or some not? The comparisons of
delta(n) with the borders are growth claims with certificates of the kernel; the theorems are statements of
this library, or results that are only cited, each with its hypotheses.

    n delta(n) -> oo                              all: any algorithm on floor(n delta) random records
    delta(n) e^(n eps) -> 0 for every eps         some not: thresholds on [0, 1], by group privacy
    delta(n) = o(1/n^2)                           some not: thresholds, cited
    delta(n) = o(1/n)                             some not: convex problems in all dimensions, cited
    else                                          open, for what is derived or cited here

Between o(1/n) and n delta(n) -> oo lies, for example, C/n. An argument in words (docs/restatements would say
the same of any C): estimate the mean of records in {-1, 1}^d under the squared distance divided by 4d, for
all d at once; a private algorithm with small error has, by the fingerprinting identity E[f sum_i (x_i - p)] =
E[2 g(p) p] for each coordinate, a correlation of nearly 2d/3 with its records, privacy allows n(e^eps sqrt(d)
+ 2 d delta), and d is free: n delta >= 1/3 in the limit. Records of no information beside s times fewer
informative ones divide C by s. Nothing of this is checked here, so the answer stays *open*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from flint import arb, fmpq

from dptheory.errors import BadInput
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.real.enclose import enclose
from dptheory.kernel.real.families import recheck
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.terms import Term, free_variables, rational_value
from dptheory.kernel.syntax import SyntaxProblem

ALL, SOME, OPEN, UNKNOWN = "all", "some not", "open", "unknown"
STATEMENT, CITED = "statement", "cited"
DOMAIN: Final = "n >= 3, n integer"

Grow = Callable[[Term, Term], dict[str, object] | None]
"""Gives a certificate that the first function is O(the second) as n grows, or None."""


@dataclass(frozen=True)
class Result:
    """A theorem that answers for a range of rates: what it needs, what it says, on what it rests.

    `source` is a statement of the library, or a work; `seen` says how much of a cited work was compared.
    """

    answer: str
    range: str
    needs: str
    says: str
    kind: str
    source: str
    seen: str = ""


SUBSAMPLE: Final = Result(
    ALL,
    "n δ(n) → ∞",
    "δ(n) → 0; the problem is learnable with some rate ξ, by algorithms for every n",
    "the algorithm on ⌊nδ(n)⌋ random records is (0, δ(n))-private, with rate ξ(⌊nδ(n)⌋)",
    STATEMENT,
    "wang2016.section6.subsample",
)
GROUP: Final = Result(
    SOME,
    "δ(n) e^(nε) → 0 for every ε",
    "proper learning: the output is a threshold; every ε < ∞; replace-one",
    "thresholds on [0, 1] are not: the risk on some data set is at least (1 − δ(e^(nε) − 1)/(e^ε − 1))/2",
    STATEMENT,
    "wang2016.section6.threshold",
)
INTERIOR: Final = Result(
    SOME,
    "δ(n) = o(1/n²)",
    "ε < 1/4 constant and δ(n) ≤ 1/(50n²) (a larger ε is brought below 1/4 by a fixed share of the"
    " records, which o(1/n²) allows); proper learning over an ordered domain X",
    "an interior point needs Ω(log*|X|) records, and so does proper learning of thresholds: impossible on"
    " [0, 1]",
    CITED,
    "Bun, Nissim, Stemmer and Vadhan 2015, FOCS (lower bounds for the interior point problem and thresholds)",
    "abstract read; ε, δ recalled",
)
LITTLESTONE: Final = Result(
    SOME,
    "δ(n) = O(1/(n² log n))",
    "binary classification, improper learning too; (1/16, 1/16)-accurate, ε = 0.1, δ = O(1/(n² log n))",
    "a class of Littlestone dimension d needs Ω(log* d) records: thresholds over an infinite domain cannot"
    " be learned",
    CITED,
    "Alon, Livni, Malliaris and Moran 2019, STOC, Theorem 1 and Corollary 2",
    "abstract read; constants recalled",
)
CONVEX: Final = Result(
    SOME,
    "δ(n) = o(1/n)",
    "ε = O(1), δ = o(1/n); convex Lipschitz losses on the unit ball of R^d, every d; excess empirical risk",
    "the excess is at least a constant once √d ≥ εn, while without privacy the rate is free of d",
    CITED,
    "Bassily, Smith and Thakurta 2014, FOCS (lower bound for (ε, δ)-private convex empirical risk)",
    "abstract read; δ = o(1/n) recalled",
)
CLASSES: Final = Result(
    "which classes",
    "δ negligible",
    "binary classification, realizable, improper; any ε, δ > 0",
    "a class is (ε, δ)-privately learnable if (and by Alon et al. only if) its Littlestone dimension is"
    " finite, with a number of records that depends on the dimension and on log(1/δ)/ε",
    CITED,
    "Bun, Livni and Moran 2020, FOCS, Theorem 1",
    "abstract read; the dependence recalled",
)
RESULTS: Final = (SUBSAMPLE, GROUP, INTERIOR, LITTLESTONE, CONVEX, CLASSES)

_GROWS: Final = ("n**(-1/10)", "n**(-1/2)", "n**(-9/10)", "n**(-99/100)", "log(n)/n", "log(log(n))/n")
_FAST: Final = ("exp(-n)", "exp(-sqrt(n))")
_DECAYS: Final = (
    (GROUP, ("exp(-n**2)", "exp(-n**(11/10))", "exp(-n*log(n))")),
    (INTERIOR, (*_FAST, "n**(-3)", "n**(-21/10)", "n**(-2)/log(n)")),
    (LITTLESTONE, (*_FAST, "n**(-3)", "n**(-2)/log(n)")),
    (CONVEX, (*_FAST, "n**(-3/2)", "n**(-11/10)", "1/(n*log(n))", "1/(n*log(log(n)))")),
)


@dataclass(frozen=True)
class Phase:
    """The answer for one rate: the results that give it, and the growth claims that place the rate.

    *open* says that the rate is certified to be of the order of 1/n, where no result here applies; *unknown*
    that no comparison was certified. `placed` are sentences such as "n**(-3/2) = O(delta)" with their
    certificates; for delta = 0 none is needed.
    """

    rate: str
    answer: str
    results: tuple[Result, ...]
    placed: tuple[tuple[str, dict[str, object]], ...] = ()

    @property
    def basis(self) -> str:
        """The statement or work that gives the answer; the first where there are several."""
        if self.results:
            return self.results[0].source
        return (
            "no result derived or cited here applies"
            if self.answer == OPEN
            else "no comparison was certified"
        )

    @property
    def kind(self) -> str:
        """Whether that is a statement of the library or cited; *open* or *unknown* where there is none."""
        return self.results[0].kind if self.results else self.answer


def search(left: Term, right: Term) -> dict[str, object] | None:
    """A growth certificate that the prover finds, or None."""
    from dptheory.prover.asymptotics import growth

    return growth(left, right, "n", _domain(), timeout=6).certificate


def classify(rate: str, grow: Grow = search) -> Phase:
    """What the rate delta(n) allows; the rate is a text in n.

    Errors: BadInput for a text that is no function of n, or one that is not above 0 (0 itself is allowed).

    >>> classify("0").answer, classify("n**(-1/2)").answer
    ('some not', 'all')
    """
    term = _rate(rate)
    shown = print_term(term)
    if rational_value(term) == 0:
        return Phase(shown, SOME, (GROUP, INTERIOR, LITTLESTONE, CONVEX))
    bounded = partial(_bounded, grow)
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
    beside = (bounded("1/n", shown), bounded(shown, "1/n"))
    if all(beside):
        sentences = (f"1/n = O({shown})", f"{shown} = O(1/n)")
        return Phase(shown, OPEN, (), tuple((t, c) for t, c in zip(sentences, beside, strict=True) if c))
    return Phase(shown, UNKNOWN, ())


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
    if value is not None and value < 0:
        raise BadInput(f"the rate {text!r}", "a rate that is not negative", "0")
    return term
