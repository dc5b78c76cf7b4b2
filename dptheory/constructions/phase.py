"""Wang, Lei and Fienberg 2016, Proposition 33 and Figure 4: what a decay rate of delta(n) allows, today.

For a sequence delta(n) -> 0 let Delta be all sequences at most delta. Is every learnable problem
Delta-approximately privately learnable (Definition 28: for some eps < oo), or some not? Which statement of
the library answers for which rates, and beside which rates a rate is seen to be one of these, is said by its
line `answers`. The comparisons are growth claims with certificates of the kernel; the statements are proved
or cited, and their hypotheses are read there (`told`). One answers by an argument in words, which a remark
there has and nothing checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from flint import arb, fmpq

from dptheory.errors import BadInput
from dptheory.kernel import KernelError, SyntaxProblem, recheck
from dptheory.kernel.real import (
    Term,
    enclose,
    free_variables,
    parse_claim,
    parse_term,
    print_term,
    rational_value,
)

if TYPE_CHECKING:
    from dptheory.theory.statements import Statement

ALL, SOME, ARGUED, UNKNOWN = "all", "some not", "some not (in words)", "unknown"
ANSWERS: Final = {
    "all": ALL, "some-not": SOME, "some-not-in-words": ARGUED, "which-classes": "which classes"
}  # fmt: skip
"""What a statement may answer, by the words of its line."""
ABOVE, BELOW, AT_MOST = COMPARED = ("above", "below", "at most")
"""How a rate is compared: it is at least of the order of another, at most, or at most that from some n on."""
DOMAIN: Final = "n >= 3, n integer"

Grow = Callable[[Term, Term], dict[str, object] | None]
"""Gives a certificate that the first function is O(the second) as n grows, or None."""


@dataclass(frozen=True)
class Result:
    """A theorem that answers for a range of rates: the statement of the library that it is, and the rates
    beside which a rate is seen to be in the range."""

    answer: str
    range: str
    source: str
    compared: tuple[tuple[str, str], ...] = ()

    def told(self, statement: Statement) -> Told:
        """What its statement says and needs, and how much of a cited work was seen; read from its remarks."""
        return Told(*(_remark(statement, word) for word in ("Says", "Needs", "Seen")))

    def placed(self, rate: str, grow: Grow) -> tuple[str, dict[str, object]] | None:
        """The first comparison that is certified, as a sentence, with its certificate."""
        for word, border in self.compared:
            left, right = (border, rate) if word == ABOVE else (rate, border)
            found = _bounded(grow, left, right)
            if found is not None and (word != AT_MOST or _at_most(found, 1)):
                return f"{left} <= {right}" if word == AT_MOST else f"{left} = O({right})", found
        return None


def results_of(statements: Iterable[Statement]) -> tuple[Result, ...]:
    """The answers of statements, in the order of `ANSWERS`; those of what is cited come last.

    >>> from dptheory.theory.library import load_library
    >>> [found.answer for found in results_of([load_library().get("wang2016.section6.subsample")])]
    ['all']
    """
    found = [
        (list(ANSWERS.values()).index(line.answer), bool(statement.best.cited), line)
        for statement in statements
        for line in statement.beside
        if isinstance(line, Result)
    ]
    return tuple(line for _, _, line in sorted(found, key=lambda one: one[:2]))


@dataclass(frozen=True)
class Told:
    """What a statement says for a phase, what it needs, and how much of a cited work was seen."""

    says: str
    needs: str
    seen: str


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
    from dptheory.prover.growth.comparison import growth

    return growth(left, right, "n", parse_claim("0 <= 0", DOMAIN), effort=4_000_000).certificate


def classify(rate: str, results: Sequence[Result], grow: Grow = search) -> Phase:
    """What the rate delta(n) allows by results; the rate is a text in n.

    Errors: BadInput for a text that is no function of n, one that is not above 0 (0 itself is allowed), or
    one that is shown to stay above a number: what is answered is said of rates that tend to 0.

    >>> slow = Result(ALL, "n δ(n) → ∞", "a.b", (("above", "n**(-1/2)"),))
    >>> classify("0", [slow]).answer, classify("n**(-1/3)", [slow]).answer
    ('unknown', 'all')
    """
    term = rate_of(rate)
    shown = print_term(term)
    if rational_value(term) == 0:
        below = tuple(r for r in results if r.answer == SOME)
        return Phase(shown, SOME if below else UNKNOWN, below)
    if _bounded(grow, "1", shown) is not None:
        raise BadInput(f"the rate {shown!r}, which does not tend to 0", "delta(n) -> 0", "1/sqrt(n)")
    for answer in (ALL, SOME, ARGUED):
        mine = [(r, hit) for r in results if r.answer == answer and (hit := r.placed(shown, grow))]
        if mine:
            return Phase(shown, answer, tuple(r for r, _ in mine), tuple(hit for _, hit in mine))
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


def rate_of(text: str) -> Term:
    """A rate, from its text in n; BadInput where it is none, or is not seen to be 0 or above."""
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
