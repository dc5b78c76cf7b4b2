"""Bounds of a quantity on the worlds of a setting: the exact worst case beside them, and its closed form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dptheory.kernel import CHECKED, UNKNOWN, KernelError, Verdict, judge_worst
from dptheory.kernel.finite import Question
from dptheory.kernel.real import Claim, num, parse_claim, parse_term, print_term, substitute
from dptheory.kernel.real import exact as exact_value

from .closed import closed_form, in_epsilon
from .lemmas import Lemma
from .settings import Setting
from .solve import WorstCase, worst_case, worst_of

DOMAINS = {
    "eps": "eps >= 0", "delta": "0 <= delta <= 1", "gam": "0 < gam <= 1", "xi": "0 <= xi <= 1", "B": "B >= 0",
    "k": "k >= 2",
}  # fmt: skip
"""What the letters of bounds range over, in claims."""


@dataclass(frozen=True)
class Study:
    """A lemma, a setting, the exact worst case there, and the kernel's verdict on the bounds there.

    The verdict is *refuted*, with `worst.mechanism`, or *checked* for the sizes named; never more than that.
    `cases` has the checked answer to every question that the setting asks, `worst` is the worst of them.
    `bounds` are the lemma's with the setting's numbers.
    """

    lemma: Lemma
    setting: Setting
    cases: tuple[WorstCase, ...]
    bounds: Mapping[str, str]
    verdict: Verdict

    @property
    def worst(self) -> WorstCase:
        """The worst case; the first of them where several are equally bad."""
        return worst_of(self.cases)

    @property
    def attained(self) -> list[str]:
        """The bounds that the worst case is exactly."""
        exact = {name: exact_value(parse_term(bound), {}) for name, bound in self.bounds.items()}
        return [name for name, value in exact.items() if value is not None and value == self.worst.value]


def study(lemma: Lemma, s: Setting, solve: Callable[[Question], WorstCase] = worst_case) -> Study:
    """The exact worst case of a lemma over all mechanisms on the worlds of a setting, judged by the kernel.

    `solve` answers a question; by default it searches.
    Errors: BadInput for a setting where the lemma says nothing.

    >>> from dptheory.finite import QUANTITIES, setting
    >>> lemma = Lemma(QUANTITIES["stability"], {"printed": "r - 1 + delta"})
    >>> found = study(lemma, setting(entries=2, ratio=3, delta="1/10"))
    >>> found.worst.value, found.bounds["printed"], found.verdict.status
    (11/20, '3 - 1 + 1/10', 'checked')
    """
    cases = tuple(solve(question) for question in lemma.ask(s))
    bounds = {name: print_term(s.at(bound)) for name, bound in lemma.bounds.items()}
    verdicts = [_judged(cases, bound) for bound in bounds.values()]
    worst = next((verdict for verdict in verdicts if verdict.status != CHECKED), verdicts[0])
    return Study(lemma, s, cases, bounds, worst)


def _judged(cases: tuple[WorstCase, ...], bound: str) -> Verdict:
    """*refuted* by the worst case, or *checked* by the verdicts on every one."""
    worst = worst_of(cases)
    try:
        verdict = judge_worst(worst.question, worst.certificate, bound)
        others = [judge_worst(case.question, case.certificate, bound) for case in cases]
    except KernelError as error:
        return Verdict(UNKNOWN, str(error))
    if verdict.status == CHECKED and all(other.status == CHECKED for other in others):
        return Verdict(CHECKED, f"{len(cases)} questions; the worst: {verdict.reason}")
    return verdict


def suggested(lemma: Lemma) -> str | None:
    """The closed form, in r, delta, gam, .., of a lemma's quantity over its grid; None if there is none.

    >>> from dptheory.finite import QUANTITIES
    >>> suggested(Lemma(QUANTITIES["stability"], {}))
    '(r + 2*delta - 1)/(r + 1)'
    """
    q = lemma.quantity
    if not q.above:
        return None
    values = [worst_of(map(worst_case, q.questions(s, s.value(lemma.level)))).value for s in q.grid]
    known = [(s.point, value) for s, value in zip(q.grid, values, strict=True) if value is not None]
    return closed_form([p for p, _ in known], [v for _, v in known], q.above, q.below)


def comparison(lemma: Lemma, name: str) -> Claim | None:
    """The claim that the suggested closed form is at most a bound of the lemma, for the prover; or None.

    >>> from dptheory.finite import QUANTITIES
    >>> comparison(Lemma(QUANTITIES["stability"], {"printed": "r - 1"}), "printed").text
    '(exp(eps) + 2*0 - 1)/(exp(eps) + 1) <= exp(eps) - 1 where eps >= 0'
    """
    form = suggested(lemma)
    if form is None:
        return None
    term = parse_term(form)
    if "delta" not in lemma.letters:
        term = substitute(term, {"delta": num(0)})
    found = parse_claim(f"{in_epsilon(print_term(term))} <= {in_epsilon(lemma.bounds[name])}")
    names = found.relation.variables()
    own = [c.text for c in lemma.where if c.variables() <= names]
    where = dict.fromkeys([*(DOMAINS[letter] for letter in sorted(names)), *own])
    return parse_claim(found.relation.text, ", ".join(where))
