"""Functions that rise and then fall: g(x) >= 0 where g is >= 0 at the base and vanishes at infinity.

Say that q crosses down if q(v) >= 0 gives q(u) >= 0 for all u between the base and v. If g' is a positive
multiple of such a q, then g(x) >= 0: where q(x) >= 0, g rises from the base to x; where q(x) < 0, q is
<= 0 from x on, so g falls from x to infinity. And q crosses down if it falls, or if q is >= 0 at the base
and q' is a positive multiple of a function that crosses down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Relation,
    Term,
    derivative,
    free_variables,
    gap,
    num,
    substitute,
    subterms,
    var,
)

from ..arithmetic.factors import by_factors, shape_of
from ..cases.splits import assumed, by_cases
from ..goals.forms import forms_of
from ..goals.goal import Goal, Node, Proof
from ..goals.numeric import compiled
from ..goals.obligations import Prover
from ..goals.points import holds
from ..goals.segments import Segment, bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .decay import decreasing_to_zero
from .divisors import descents

LEVELS = 3
DEPTH = 4
INTEGRALS = ("erf", "erfc", "uppergamma", "lowergamma")


@dataclass(frozen=True)
class Level:
    """A factor of a derivative that crosses down once it is divided by something positive."""

    variable: str
    base: Term
    factor: Term
    divisor: Term | None
    quotient: Term
    below: Level | None  # what crosses down in the quotient's derivative; None: the quotient falls

    def at(self, t: Term, which: str = "quotient") -> Term:
        """The quotient, factor or divisor at another place."""
        return substitute(getattr(self, which), {self.variable: t})


def has_integrals(r: Relation) -> bool:
    """Whether a relation has function values whose derivatives are simpler than they are."""
    return any(t.op in INTEGRALS and free_variables(t) for t in subterms(r.left, r.right))


@tactic(
    "the goal has an error or gamma function, and a variable without an upper bound",
    CHEAP,
    "erf(x)**2 >= 1 - exp(-x**2) | erf(x)**2 >= 1 - exp(-3*x**2/2) | x >= 0",
    said="signs of derivatives that cross once",
)
def by_crossing(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in a variable without an upper bound by a chain of derivatives that cross down; tried
    where function values have derivatives without them."""
    goal = start.goal
    r = goal.relation
    simpler = [t for t in subterms(r.left, r.right) if t.op in INTEGRALS and free_variables(t)]
    if r.op not in ("<=", ">=") or not simpler:
        return None
    for x in sorted(free_variables(*simpler)):
        low = bases(goal, x, "below")
        if not low or bases(goal, x, "above") or goal.sequent.variables[x]:
            continue
        if sampled_signs(substitute(gap(r), {x: low[0]}), goal.samples, stop_below=True).low < 0:
            continue
        slope = _slope(gap(r), x)
        level = None if slope is None else _level(goal, x, low[0], slope, LEVELS)
        proof = None if level is None else _rise_and_fall(prover, start, level)
        if proof is not None:
            return start.close(proof)
        if slope is not None and level is None and _level(_above(goal, x, low[0]), x, low[0], slope, LEVELS):
            split = Relation(">", var(x), low[0])
            return by_cases(prover, ProofState(prover, goal, max(start.depth, DEPTH)), split)
    return None


def _above(goal: Goal, x: str, base: Term) -> Goal:
    """The goal over the points that are not at the base."""
    program = compiled(var(x) - base)
    return replace(goal, samples=tuple(p for p in goal.samples if holds(">", program(p))))


def _slope(g: Term, x: str) -> Term | None:
    try:
        return derivative(g, x)
    except KernelError:  # an order of a gamma function
        return None


def _level(goal: Goal, x: str, base: Term, slope: Term, depth: int) -> Level | None:
    """The level of a derivative whose sign changes, as far as the samples show."""
    if depth == 0:
        return None
    forms = forms_of(slope)
    shape = shape_of(forms)
    side, mixed = 1 if shape.top.constant > 0 else -1, []
    for p, k in (*shape.top.factors, *shape.bottom.factors):
        seen = sampled_signs(forms.term(p), goal.samples)
        if seen.low < 0 < seen.high and k % 2:
            mixed.append(p)
        elif seen.high <= 0 and k % 2:
            side = -side
    if len(mixed) != 1:
        return None
    p = mixed[0] * side
    f = forms.term(p)
    own = [r for r in descents(goal, forms, p, f) if r.variable == x]
    for descent in sorted(own, key=lambda r: (r.seen.high > 0, r.cost)):
        if descent.seen.high <= 0:
            return Level(x, base, f, descent.divisor, descent.quotient, None)
        start = sampled_signs(substitute(descent.quotient, {x: base}), goal.samples, stop_below=True)
        below = _level(goal, x, base, descent.slope, depth - 1) if descent.turns and start.low >= 0 else None
        if below is not None:
            return Level(x, base, f, descent.divisor, descent.quotient, below)
    return None


def _rise_and_fall(prover: Prover, start: ProofState, level: Level) -> Proof | None:
    goal, x, depth = start.goal, level.variable, max(start.depth, DEPTH)
    split = Relation(">=", level.quotient, num(0))
    defined = ProofState(prover, goal, depth).define(level.quotient)
    if defined is None:
        return None
    yes, no = (assumed(goal, r) for r in (split, split.negated()))

    def fall(prover: Prover, goal: Goal, name: str, base: Term, side: str, depth: int) -> Segment:
        return Crossing(prover, goal, name, base, side, depth, lambda d, t: _after(d, level, var(x), t))

    def before(state: ProofState, t: Term) -> bool:
        return _before(state, level, t, var(x))

    increasing = Crossing(prover, yes, x, level.base, "below", depth, before).proof(False)
    falls = None if increasing is None else decreasing_to_zero(prover, no, x, depth, fall)
    if increasing is None or falls is None:
        return None
    node: Node = {"rule": "cases", "on": split.text, "yes": increasing, "no": falls}
    return [{**node, "defined": defined} if defined else node]


@dataclass(frozen=True)
class Crossing(Segment):
    """A segment on which the sign of the derivative's crossing factor is shown by a step."""

    sign: Callable[[ProofState, Term], bool] = field(default=lambda state, t: False)

    def _slope(self, goal: Goal, fresh: str) -> Proof | None:
        state = ProofState(self.prover, goal, self.depth)
        if not self.sign(state, var(fresh)):
            return None
        # other hypotheses may contradict each other, and need not guide what is left
        known = state.goal.hypotheses[-1]
        program = compiled(known.left)
        samples = tuple(p for p in goal.samples if holds(known.op, program(p)))
        last = ProofState(self.prover, replace(state.goal, samples=samples), 2)
        return state.close(by_factors(self.prover, last) or self.prover.prove(last.goal, 2))


def _before(state: ProofState, level: Level, u: Term, v: Term) -> bool:
    """Show that the factor is >= 0 at u, the quotient being >= 0 at v, later."""
    proof = _crossed(state, level, u, v)
    if proof is None or state.have(Relation(">=", level.at(u), num(0)), proof) is None:
        return False
    return _times(state, level, u, ">=")


def _after(state: ProofState, level: Level, u: Term, v: Term) -> bool:
    """Show that the factor is <= 0 at v, the quotient being < 0 at u, before: else it were >= 0 there."""
    wanted = Relation("<=", level.at(v), num(0))
    if state.define(wanted.left) is None:
        return False
    known = state.goal.sequent.knowing(wanted.left)
    inner = state.goal.where(known.assuming(wanted.negated()).showing(Relation(">", num(0), num(0))))
    inside = ProofState(state.prover, inner, state.depth)
    negative = inside.goal.index_of(Relation("<", level.at(u), num(0)))
    weaker: Node = {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [len(inner.hypotheses) - 1]}]}
    later = inside.have(Relation(">=", level.at(v), num(0)), [weaker])
    proof = None if later is None or negative is None else _crossed(inside, level, u, v)
    positive = None if proof is None else inside.have(Relation(">=", level.at(u), num(0)), proof)
    if positive is None:
        return False
    terms: list[Node] = [{"c": "1", "h": [positive]}, {"c": "1", "h": [negative]}]
    closed = inside.close([{"rule": "poly", "times": [], "terms": terms}])
    if closed is None or state.have(wanted, [{"rule": "contradiction"}, *closed]) is None:
        return False
    return _times(state, level, v, "<=")


def _times(state: ProofState, level: Level, t: Term, op: str) -> bool:
    """From the sign of the quotient to that of the factor."""
    if level.divisor is None:
        return True
    known = state.goal.index_of(Relation(op, level.at(t), num(0)))
    positive = state.have(Relation(">", level.at(t, "divisor"), num(0)), depth=2)
    if known is None or positive is None:
        return False
    terms: list[Node] = [{"c": "1", "h": [known, positive]}]
    product: Node = {"rule": "poly", "times": [], "terms": terms}
    return state.have(Relation(op, level.at(t, "factor"), num(0)), [product]) is not None


def _crossed(state: ProofState, level: Level, u: Term, v: Term) -> Proof | None:
    """A proof that the quotient is >= 0 at u from the same at v, later."""
    goal = state.goal.where(
        state.goal.sequent.knowing(level.at(u)).showing(Relation(">=", level.at(u), num(0)))
    )
    goal = replace(goal, hidden=goal.hidden | _involved(goal))
    inner = ProofState(state.prover, goal, state.depth)
    if level.below is None:
        return _falls(inner, level, u, v, None)
    split = Relation(">=", level.below.at(u), num(0))
    defined = inner.define(split.left)
    if defined is None:
        return None
    deeper, known = level.below, goal.sequent.knowing(split.left)
    yes, no = (goal.where(known.assuming(r)) for r in (split, split.negated()))
    increasing = Crossing(
        state.prover,
        yes,
        str(u.value),
        level.base,
        "below",
        state.depth,
        lambda d, t: _before(d, deeper, t, u),
    ).proof(False)
    later = ProofState(state.prover, no, state.depth)
    falls = None if increasing is None else _falls(later, level, u, v, lambda d, t: _after(d, deeper, u, t))
    if increasing is None or falls is None:
        return None
    node: Node = {"rule": "cases", "on": split.text, "yes": increasing, "no": falls}
    return [{**node, "defined": defined} if defined else node]


def _involved(goal: Goal) -> frozenset[int]:
    """Hypotheses that compare more than variables and numbers: derivatives need not look at them."""
    sides = ((i, t) for i, h in enumerate(goal.hypotheses) for t in (h.left, h.right))
    return frozenset(i for i, t in sides if t.op != "var" and free_variables(t))


def _falls(
    state: ProofState, level: Level, u: Term, v: Term, sign: Callable[[ProofState, Term], bool] | None
) -> Proof | None:
    """The quotient at u is at least that at v, because it falls between them."""
    fall = Relation(">=", level.at(u), level.at(v))
    if state.define(fall.left, fall.right) is None:
        return None
    goal = state.goal.where(state.goal.sequent.knowing(fall.left, fall.right).showing(fall))
    where = (state.prover, goal, str(u.value), v, "above", state.depth)
    segment = Segment(*where) if sign is None else Crossing(*where, sign)
    proof = segment.proof(False)
    fallen = None if proof is None else state.have(fall, proof)
    later = state.goal.index_of(Relation(">=", level.at(v), num(0)))
    if fallen is None or later is None:
        return None
    terms: list[Node] = [{"c": "1", "h": [fallen]}, {"c": "1", "h": [later]}]
    return state.close([{"rule": "poly", "times": [], "terms": terms}])
