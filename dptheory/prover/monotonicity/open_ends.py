"""Functions that rise above an open end: g(x) >= 0 because g rises and g(y) >= -K*(y - a) close to a.

For y between a and x, as close to a as one likes, g(x) >= g(y) >= -K*(y - a); so g(x) >= 0 by the
archimedean rule, with t = 1/(y - a).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.real import Relation, Term, gap, num, print_term, substitute, var

from ..arithmetic.signs import NONE, Evidence
from ..goals.forms import forms_of
from ..goals.goal import Goal, Node, Point, Proof, fresh_name
from ..goals.numeric import compiled, to_float, to_rational
from ..goals.obligations import Prover, tidy
from ..goals.segments import Segment
from ..goals.signs import sampled_signs
from ..goals.state import ProofState

NEAR = (fmpq(1, 2), fmpq(1, 64), fmpq(1, 10**6))
LARGEST = 64
MARGIN = 16
DEEP = 4


def increasing_from_open_end(prover: Prover, goal: Goal, x: str, base: Term, depth: int) -> Proof | None:
    """A proof of g(x) >= 0, for a g that rises on x > a and is not defined at a."""
    if goal.relation.op not in ("<=", ">=") or sampled_signs(var(x) - base, goal.samples).low <= 0:
        return None
    if goal.index_of(Relation("<=", var(x), base + 1)) is not None:
        return None  # what is left to show close to the end is not shown in the same way
    t = fresh_name(goal)
    y = fresh_name(goal.where(goal.sequent.introducing(t)))
    near = replace(goal, samples=tuple(_near_points(goal, x, base, t, y)))
    return _OpenEnd(prover, near, x, base, t, y, depth).proof()


def _near_points(goal: Goal, x: str, base: Term, t: str, y: str) -> Iterator[Point]:
    program = compiled(base)
    for point in goal.samples:
        value = program(point)
        if value is None:
            continue
        a = to_rational(value)
        for part in NEAR:
            distance = min(point[x] - a, fmpq(1)) * part
            if distance > 0:
                yield {**point, y: a + distance, t: 1 / distance}


@dataclass(frozen=True)
class _OpenEnd:
    """One use of the archimedean rule, with t and y = a + 1/t."""

    prover: Prover
    goal: Goal
    x: str
    base: Term
    t: str
    y: str
    depth: int

    def proof(self) -> Proof | None:
        """The node and what it leaves to show."""
        g, t, y, x = gap(self.goal.relation), var(self.t), var(self.y), var(self.x)
        later = substitute(g, {self.x: y})
        parts, rest, k = self._remainder(later)
        if k is None:
            return None
        outer, start = ProofState(self.prover, self.goal, self.depth), 1 / (x - self.base)
        defined = outer.define(k, start)
        if defined is None:
            return None
        wanted = Relation(">=", t * g, -k)
        beyond = self.goal.sequent.knowing(k, start).introducing(self.t)
        beyond = beyond.assuming(Relation(">=", t, start), Relation(">=", t, num(1)))
        state = ProofState(
            self.prover, self.goal.where(beyond.knowing(wanted.left, wanted.right).showing(wanted)), 3
        )
        positive, equal = self._named(state)
        if positive is None or not self._moved(state) or state.define(later) is None:
            return None
        low = self._low(state, later, parts, rest, k)
        rise = None if low is None else self._rise(state, g, later)
        if low is None or rise is None:
            return None
        terms: list[Node] = [{"c": "1", "h": [positive, rise]}, {"c": "1", "h": [positive, low]}]
        terms.append({"c": "-1", "h": [equal], "by": print_term(k * t)})
        closed = state.close([{"rule": "poly", "times": [], "terms": terms}])
        node: Node = {"rule": "archimedean", "fresh": self.t, "bound": print_term(k)}
        node |= {"from": print_term(start), "defined": defined}
        return None if closed is None else outer.close([tidy(node), *closed])

    def _remainder(self, later: Term) -> tuple[list[Term], Term, Term | None]:
        """Summands of g(y) that are evidently not negative and small, the rest, and a number K for it."""
        evidence = Evidence(ProofState(self.prover, self._about_y(self.goal), 1))
        summands = _summands(later)
        parts = [u for u in summands if evidence.kind(u) != NONE and self._worst(u) is not None]
        rest = num(0)
        for u in summands:
            rest = rest if u in parts else u if rest == num(0) else rest + u
        worst = self._worst(-rest)
        return parts, rest, None if worst is None else num(MARGIN * (int(worst) + 1))

    def _worst(self, u: Term) -> float | None:
        """The greatest value of u/(y - a), if it is bounded."""
        program, worst = compiled(u / (var(self.y) - self.base)), 0.0
        for point in self.goal.samples:
            value = program(point)
            worst = max(worst, 0.0 if value is None else to_float(value))
        return worst if worst < LARGEST else None

    def _about_y(self, goal: Goal) -> Goal:
        """The goal with what is to be known of y."""
        return goal.where(goal.sequent.introducing(self.y).assuming(Relation(">", var(self.y), self.base)))

    def _named(self, state: ProofState) -> tuple[int | None, int]:
        """Name y, and show a < y <= x and y <= a + 1: the numbers of t > 0 and of y's equation."""
        t, y, x = var(self.t), var(self.y), var(self.x)
        above = len(state.goal.hypotheses) - 2
        positive = state.have(Relation(">", t, num(0)))
        distance = state.have(Relation(">", x - self.base, num(0)))
        image = self.base + 1 / t
        defined = state.define(image)
        if positive is None or distance is None or defined is None:
            return None, 0
        sequent = state.goal.sequent.introducing(self.y)
        state.goal = state.goal.where(sequent)
        equation = Relation("=", y, image)
        let: Node = {"rule": "let", "name": self.y, "term": print_term(image), "defined": defined}
        state.add(let, equation)
        equal = len(state.goal.hypotheses) - 1
        by_equation: Node = {"c": "1", "h": [equal], "by": "1"}
        less: Node = {"c": "-1", "h": [equal], "by": print_term(t)}
        shown = [
            (
                Relation(">", y, self.base),
                [positive],
                [{"c": "1", "h": []}, {**by_equation, "by": print_term(t)}],
            ),
            (Relation("<=", y, x), [positive], [{"c": "1", "h": [distance, above]}, less]),
            (Relation("<=", y, self.base + 1), [positive], [{"c": "1", "h": [above + 1]}, less]),
        ]
        for r, times, terms in shown:
            place = state.have(r, [{"rule": "poly", "times": times, "terms": terms}])
            if place is None:
                return None, 0
            state.keep([place])
        return positive, equal

    def _moved(self, state: ProofState) -> bool:
        """Say of y what is known of x."""
        for i, h in enumerate(self.goal.hypotheses):
            if i in self.goal.hidden or i in self.goal.derived or self.x not in h.variables():
                continue
            place = state.have(h.substituted({self.x: var(self.y)}), depth=1)
            if place is None:
                return False
            state.keep([place])
        return True

    def _low(self, state: ProofState, later: Term, parts: list[Term], rest: Term, k: Term) -> int | None:
        """Show g(y) >= -K*(y - a)."""
        bound = -(k * (var(self.y) - self.base))
        wanted = Relation(">=", rest, bound)
        if state.define(wanted.left) is None:
            return None
        about = {self.x, self.t}
        hide = frozenset(i for i, h in enumerate(state.goal.hypotheses) if about & h.variables())
        sequent = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
        proof = self.prover.prove(state.goal.where(sequent, hide), min(self.depth, DEEP))
        place = None if proof is None else state.have(wanted, proof)
        if place is None:
            return None
        evidence = Evidence(state)
        shown = [evidence.shown(u) for u in parts]
        if None in shown:
            return None
        terms: list[Node] = [{"c": "1", "h": [i]} for i in (place, *shown)]
        return state.have(Relation(">=", later, bound), [{"rule": "poly", "times": [], "terms": terms}])

    def _rise(self, state: ProofState, g: Term, later: Term) -> int | None:
        """Show g(x) >= g(y)."""
        rise = Relation(">=", g, later)
        others = frozenset(i for i, h in enumerate(state.goal.hypotheses) if self.t in h.variables())
        goal = state.goal.where(state.goal.sequent.knowing(g, later).showing(rise), others)
        proof = Segment(self.prover, goal, self.x, var(self.y), "below", self.depth).proof(False)
        return None if proof is None else state.have(rise, proof)


def _summands(t: Term) -> list[Term]:
    """Terms whose sum is t: multiples of its denominator are divided by it, one by one."""
    forms = forms_of(t)
    top, bottom = forms.target.num, forms.target.den
    quotient, rest = divmod(top, bottom)
    context = top.context()
    parts = [forms.term(context.from_dict({e: c})) for e, c in quotient.terms()]
    return parts if rest.is_zero() else [*parts, forms.term(rest) / forms.term(bottom)]
