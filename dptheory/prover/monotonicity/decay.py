"""Functions that fall to 0 at infinity: g(x) >= 0 because g falls and t*g(t) >= -K for large t.

For x below every large t, g(x) >= g(t) >= -K/t; so g(x) >= 0 by the archimedean rule. And g(x) > 0 where g
falls strictly, for g(x + 1) >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from flint import fmpq

from dptheory.kernel.real import Relation, Term, gap, num, print_term, substitute, var

from ..goals.goal import Goal, Node, Point, Proof, fresh_name
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover, tidy
from ..goals.segments import Segment, bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from .at_infinity import bound_beyond, bounds_beyond

FACTORS = (fmpq(1), fmpq(2), fmpq(16), fmpq(10**6))


def decreasing_to_zero(
    prover: Prover, goal: Goal, x: str, depth: int, segment: Callable[..., Segment] = Segment
) -> Proof | None:
    """A proof of g(x) >= 0 (or > 0), for a g that falls on an unbounded range."""
    if goal.relation.op in ("=", "!=") or bases(goal, x, "above"):
        return None
    fresh = fresh_name(goal)
    samples = tuple(_large_points(goal, x, fresh))
    g = substitute(gap(goal.relation), {x: var(fresh)})
    if not _vanishes(g, samples):
        return None
    if goal.sequent.goal.strict:
        return _strictly(prover, goal, x, depth, segment)
    for bound in bounds_beyond(g, fresh, samples):
        proof = _with_bound(prover, replace(goal, samples=samples), x, fresh, bound, depth, segment)
        if proof is not None:
            return proof
    return None


def _strictly(
    prover: Prover, goal: Goal, x: str, depth: int, segment: Callable[..., Segment]
) -> Proof | None:
    """g(x) > g(x + 1) >= 0."""
    name, after = fresh_name(goal), var(x) + 1
    y, g = var(name), gap(goal.relation)
    later = substitute(g, {x: y})
    samples = tuple({**p, name: p[x] + 1} for p in goal.samples)
    if sampled_signs(later, samples, stop_below=True).low < 0:
        return None
    start = replace(goal, sequent=goal.sequent.introducing(name, goal.sequent.variables[x]), samples=samples)
    state = ProofState(prover, start, depth)
    state.add({"rule": "let", "name": name, "term": print_term(after)}, Relation("=", y, after))
    moved = set[int]()
    for i, h in enumerate(goal.hypotheses):
        if i not in goal.hidden and i not in goal.derived and x in h.variables():
            place = state.have(h.substituted({x: y}), depth=1)
            if place is None:
                return None
            moved.add(i)
            state.keep([place])
    if state.have(Relation("<", var(x), y), depth=0) is None or state.define(later) is None:
        return None
    wanted = Relation(">=", later, num(0))
    beyond = state.goal.where(state.goal.sequent.knowing(later).showing(wanted))
    about = (i for i, h in enumerate(beyond.hypotheses) if x in h.variables())
    proof = decreasing_to_zero(
        prover, replace(beyond, hidden=beyond.hidden | frozenset(about)), name, depth, segment
    )
    if proof is None or state.have(wanted, proof) is None:
        return None
    return state.close(segment(prover, state.goal, x, y, "above", depth).proof(False))


def _large_points(goal: Goal, x: str, fresh: str) -> Iterator[Point]:
    for point in goal.samples[:40]:
        start = max(point[x], fmpq(1))
        for factor in FACTORS:
            yield {**point, fresh: start * factor}


def _vanishes(g: Term, samples: tuple[Point, ...]) -> bool:
    """Whether g looks much smaller at the large points than at the small ones."""
    program = compiled(g)
    values = [program(p) for p in samples]
    pairs = zip(values[0 :: len(FACTORS)], values[len(FACTORS) - 1 :: len(FACTORS)], strict=True)
    found = [(abs(to_float(a)), abs(to_float(b))) for a, b in pairs if a is not None and b is not None]
    return all(b <= max(1e-4 * a, 1e-6) for a, b in found)


def _with_bound(
    prover: Prover,
    goal: Goal,
    x: str,
    fresh: str,
    bound: Term,
    depth: int,
    segment: Callable[..., Segment],
) -> Proof | None:
    s, t, g = goal.sequent, var(fresh), gap(goal.relation)
    outer = ProofState(prover, goal, depth)
    defined = outer.define(bound)
    if defined is None:
        return None
    beyond = s.introducing(fresh).assuming(Relation(">=", t, var(x)), Relation(">=", t, num(1)))
    wanted = Relation(">=", t * g, -bound)
    state = ProofState(prover, goal.where(beyond.knowing(wanted.left, wanted.right).showing(wanted)), depth)
    one = len(state.goal.hypotheses) - 1
    g_beyond = substitute(g, {x: t})
    if state.define(g_beyond) is None:
        return None
    fall = Relation(">=", g, g_beyond)
    known = state.goal.sequent.knowing(g, g_beyond).showing(fall)
    proof = segment(prover, state.goal.where(known), x, t, "above", depth).proof(False)
    falls = None if proof is None else state.have(fall, proof)
    low = None if falls is None else bound_beyond(state, x, t, g_beyond, bound)
    if falls is None or low is None:
        return None
    terms: list[Node] = [{"c": "1", "h": [one, falls]}, {"c": "1", "h": [falls]}, {"c": "1", "h": [low]}]
    node: Node = {"rule": "archimedean", "fresh": fresh, "bound": print_term(bound), "from": x}
    closed = state.close([{"rule": "poly", "times": [], "terms": terms}])
    return outer.close([tidy({**node, "defined": defined}), *(closed or [])])
