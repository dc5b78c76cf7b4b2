"""A lemma on the worlds of a setting: its exact worst case beside its bound, and their closed form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import fmpq

from dptheory.kernel.finite.check import judge
from dptheory.kernel.finite.questions import Question
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.real.enclose import exact as exact_value
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.terms import substitute
from dptheory.kernel.verdicts import CHECKED, UNKNOWN, Verdict

from .closed import at, closed_form, in_epsilon
from .lemmas import Lemma, lemma
from .settings import Setting
from .solve import WorstCase, worst_case, worst_of


@dataclass(frozen=True)
class Study:
    """A lemma, a setting, the exact worst case there, and the kernel's verdict on the lemma's bound there.

    The verdict is *refuted*, with `worst.mechanism`, or *checked* for the sizes named; never more than that.
    `cases` has the checked answer to every question that the setting asks, `worst` is the worst of them.
    """

    lemma: Lemma
    setting: Setting
    cases: tuple[WorstCase, ...]
    bound: str
    verdict: Verdict

    @property
    def worst(self) -> WorstCase:
        """The worst case; the first of them where several are equally bad."""
        return worst_of(self.cases)

    @property
    def sharp(self) -> str:
        """The sharp form of the bound with the setting's numbers; empty where none is known."""
        return bound_at(self.lemma.sharp, self.setting) if self.lemma.sharp else ""

    @property
    def attains(self) -> bool:
        """Whether the worst case is the sharp bound exactly; both are rational."""
        return bool(self.sharp) and exact_value(parse_term(self.sharp), {}) == self.worst.value is not None

    @property
    def loss(self) -> fmpq | None:
        """Bound / worst case, how loose the bound is here; None unless both are rational and positive."""
        bound = exact_value(parse_term(self.bound), {})
        if bound is None or self.worst.value is None or self.worst.value <= 0:
            return None
        return bound / self.worst.value


def study(name: str, s: Setting, solve: Callable[[Question], WorstCase] = worst_case) -> Study:
    """The exact worst case of a lemma over all mechanisms on the worlds of a setting, judged by the kernel.

    `solve` answers a question; by default it searches.
    Errors: BadInput for a name without finite worlds, or a setting where the lemma says nothing.

    >>> from dptheory.finite.settings import setting
    >>> found = study("wang2016.lemma30", setting(entries=2, ratio=3, delta="1/10"))
    >>> found.worst.value, found.bound, found.verdict.status
    (11/20, '3 - 1 + 1/10', 'checked')
    >>> found.loss
    42/11
    """
    chosen = lemma(name)
    cases = tuple(solve(question) for question in chosen.ask(s))
    bound = bound_at(chosen.bound, s)
    return Study(chosen, s, cases, bound, _judged(cases, bound))


def _judged(cases: tuple[WorstCase, ...], bound: str) -> Verdict:
    """*refuted* by the worst case, or *checked* by the verdicts on every one."""
    worst = worst_of(cases)
    try:
        verdict = judge(worst.question, worst.certificate, bound)
        others = [judge(case.question, case.certificate, bound) for case in cases]
    except KernelError as error:
        return Verdict(UNKNOWN, str(error))
    if verdict.status == CHECKED and all(other.status == CHECKED for other in others):
        return Verdict(CHECKED, f"{len(cases)} questions; the worst: {verdict.reason}")
    return verdict


def bound_at(bound: str, s: Setting) -> str:
    """A bound with the setting's numbers; eps is log(r)."""
    term = substitute(parse_term(bound), {"eps": parse_term("log(r)")})
    return at(print_term(term), s.point)


def suggested(name: str) -> str | None:
    """The closed form, in r, delta, gam, .., of the worst cases over a lemma's grid; None if there is none.

    >>> suggested("wang2016.lemma8")
    '(r - 1)/(r + 1)'
    """
    chosen = lemma(name)
    if not chosen.above:
        return None
    values = [worst_of(map(worst_case, chosen.ask(s))).value for s in chosen.grid]
    known = [(s.point, value) for s, value in zip(chosen.grid, values, strict=True) if value is not None]
    return closed_form([p for p, _ in known], [v for _, v in known], chosen.above, chosen.below)


def comparison(name: str) -> Claim | None:
    """The claim that the suggested closed form is at most the lemma's bound, for the prover; or None.

    >>> comparison("wang2016.lemma8").text
    '(exp(eps) - 1)/(exp(eps) + 1) <= exp(eps) - 1 where eps >= 0'
    """
    form = suggested(name)
    if form is None:
        return None
    chosen = lemma(name)
    return parse_claim(f"{in_epsilon(form)} <= {in_epsilon(chosen.bound)}", chosen.where)
