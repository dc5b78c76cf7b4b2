"""What may bound a sum: functions that are seen to grow as it does, or more, at sample points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Term, derivative, num, rational_value, replace_terms, substitute, var

from ..goals.goal import Goal, Point
from ..goals.numeric import compiled, to_float
from ..goals.polynomials import coefficients_in
from ..goals.signs import sampled_signs
from ..goals.state import ProofState, terms_of

OFFSETS = (0, 1, 2, 5, 20, 200)
"""How far beyond the first index a guess is looked at."""


@dataclass(frozen=True)
class Guess:
    """G(m), and S(m) - G(m) as S(k) - G(k): the relation that S has to their sum."""

    op: str
    growth: Term
    end: str
    first: Term

    def bound(self, t: Term, base: Term, m: Term) -> Term:
        """The bound at another end."""
        rest = substitute(self.growth, {self.end: m}) - substitute(self.growth, {self.end: self.first})
        return rest if rational_value(base) == 0 else base + rest


def anchors(t: Term, count: int) -> Iterator[tuple[Term, Term]]:
    """The place before a sum's first index and its first indices, with the sums up to them."""
    for offset in range(-1, count):
        yield _moved(t.args[0], offset), terms_of(t, offset + 1)


def _moved(a: Term, offset: int) -> Term:
    value = rational_value(a)
    return num(value + offset) if value is not None else a + num(offset) if offset else a


def side_of(start: ProofState, t: Term) -> str:
    """The bound of t that the goal needs: "<=" if it falls with t; nothing if it is not linear in t."""
    forms = start.forms()
    place = next((i for i, g in enumerate(forms.field.generators) if g == t), None)
    target = forms.raw_target
    if place is None or target.den.degrees()[place] or target.num.degrees()[place] != 1:
        return ""
    slope = coefficients_in(target.num, place)[1]
    seen = sampled_signs(forms.term(slope) / forms.term(target.den), start.goal.samples)
    return "<=" if seen.high <= 0 else ">=" if seen.low >= 0 else ""


def growths(body: Term, whole: Term, m: str) -> Iterator[Term]:
    """What may grow as the sum does: the simplest first, at last by Euler and Maclaurin's formula."""
    x = var(m)
    yield whole
    yield substitute(whole, {m: x + 1})
    yield substitute(whole, {m: x + num(fmpq(1, 2))})
    yield whole + body / 2
    try:
        yield whole + body / 2 + derivative(body, m) / 12
    except KernelError:
        return


def grows(goal: Goal, body: Term, growth: Term, m: str, k: Term, op: str) -> bool:
    """Whether a growth is seen to be at least (at most) the next term everywhere."""
    following = {m: var(m) + 1}
    gap = substitute(growth, following) - growth - substitute(body, following)
    wanted = num(1 if op == "<=" else -1)
    seen = sampled_signs(wanted * gap, list(along(goal.samples[:6], m, k)), stop_below=True)
    return seen.seen > 0 and seen.low >= 0


def along(samples: tuple[Point, ...], m: str, k: Term) -> Iterator[Point]:
    program = compiled(k)
    for p in samples:
        first = program(p)
        if isinstance(first, fmpq):
            yield from ({**p, m: first + offset} for offset in OFFSETS)


def suffices(goal: Goal, t: Term, guess: Guess, base: Term, k: Term) -> bool:
    """Whether the goal is seen to hold with the bound in place of the sum, from k on."""
    r, end = goal.relation, t.args[1]
    bound = {t.key: guess.bound(t, base, end)}
    _, more, less = r.oriented
    room = compiled(end - k)
    beyond = [p for p in goal.samples[:40] if (left := room(p)) is not None and to_float(left) >= 0]
    seen = sampled_signs(replace_terms(more - less, bound), beyond, stop_below=True)
    return seen.seen > 0 and seen.low >= 0
