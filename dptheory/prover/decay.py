"""Functions that fall to 0 at infinity: g(x) >= 0 because g falls and t*g(t) >= -K for large t.

For x below every large t, g(x) >= g(t) >= -K/t; so g(x) >= 0 by the archimedean rule. And g(x) > 0 where g
falls strictly, for g(x + 1) >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from flint import fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import Term, num, substitute, var

from .far import far_bounds, far_value
from .goals import Desk, Goal, Node, Point, Proof, Prover, fresh_name, screen, tidy
from .numeric import compiled, to_float
from .segments import Segment, bases

FAR = (fmpq(1), fmpq(2), fmpq(16), fmpq(10**6))


def falling(
    prover: Prover, goal: Goal, x: str, fuel: int, segment: Callable[..., Segment] = Segment
) -> Proof | None:
    """A proof of g(x) >= 0 (or > 0), for a g that falls on an unbounded range."""
    if goal.relation.op in ("=", "!=") or bases(goal, x, "above"):
        return None
    fresh = fresh_name(goal)
    cloud = tuple(_far_points(goal, x, fresh))
    g = substitute(gap(goal.relation), {x: var(fresh)})
    if not _vanishes(g, cloud):
        return None
    if goal.sequent.goal.strict:
        return _strictly(prover, goal, x, fuel, segment)
    for bound in far_bounds(g, fresh, cloud):
        proof = _with_bound(prover, replace(goal, cloud=cloud), x, fresh, bound, fuel, segment)
        if proof is not None:
            return proof
    return None


def _strictly(prover: Prover, goal: Goal, x: str, fuel: int, segment: Callable[..., Segment]) -> Proof | None:
    """g(x) > g(x + 1) >= 0."""
    name, after = fresh_name(goal), var(x) + 1
    y, g = var(name), gap(goal.relation)
    later = substitute(g, {x: y})
    cloud = tuple({**p, name: p[x] + 1} for p in goal.cloud)
    if screen(later, cloud, stop_below=True).low < 0:
        return None
    start = replace(goal, sequent=goal.sequent.introducing(name, goal.sequent.variables[x]), cloud=cloud)
    desk = Desk(prover, start, fuel)
    desk.add({"rule": "let", "name": name, "term": print_term(after)}, Relation("=", y, after))
    moved = set[int]()
    for i, h in enumerate(goal.hypotheses):
        if i not in goal.hidden and i not in goal.derived and x in h.variables():
            place = desk.have(h.substituted({x: y}), fuel=1)
            if place is None:
                return None
            moved.add(i)
            desk.keep([place])
    if desk.have(Relation("<", var(x), y), fuel=0) is None or desk.define(later) is None:
        return None
    wanted = Relation(">=", later, num(0))
    beyond = desk.goal.where(desk.goal.sequent.knowing(later).showing(wanted))
    about = (i for i, h in enumerate(beyond.hypotheses) if x in h.variables())
    proof = falling(prover, replace(beyond, hidden=beyond.hidden | frozenset(about)), name, fuel, segment)
    if proof is None or desk.have(wanted, proof) is None:
        return None
    return desk.close(segment(prover, desk.goal, x, y, "above", fuel).proof(False))


def _far_points(goal: Goal, x: str, fresh: str) -> Iterator[Point]:
    for point in goal.cloud[:40]:
        start = max(point[x], fmpq(1))
        for factor in FAR:
            yield {**point, fresh: start * factor}


def _vanishes(g: Term, cloud: tuple[Point, ...]) -> bool:
    """Whether g looks much smaller at the far points than at the near ones."""
    program = compiled(g)
    values = [program(p) for p in cloud]
    pairs = zip(values[0 :: len(FAR)], values[len(FAR) - 1 :: len(FAR)], strict=True)
    found = [(abs(to_float(a)), abs(to_float(b))) for a, b in pairs if a is not None and b is not None]
    return all(b <= max(1e-4 * a, 1e-6) for a, b in found)


def _with_bound(
    prover: Prover,
    goal: Goal,
    x: str,
    fresh: str,
    bound: Term,
    fuel: int,
    segment: Callable[..., Segment],
) -> Proof | None:
    s, t, g = goal.sequent, var(fresh), gap(goal.relation)
    outer = Desk(prover, goal, fuel)
    defined = outer.define(bound)
    if defined is None:
        return None
    far = s.introducing(fresh).assuming(Relation(">=", t, var(x)), Relation(">=", t, num(1)))
    wanted = Relation(">=", t * g, -bound)
    desk = Desk(prover, goal.where(far.knowing(wanted.left, wanted.right).showing(wanted)), fuel)
    one = len(desk.goal.hypotheses) - 1
    g_far = substitute(g, {x: t})
    if desk.define(g_far) is None:
        return None
    fall = Relation(">=", g, g_far)
    known = desk.goal.sequent.knowing(g, g_far).showing(fall)
    proof = segment(prover, desk.goal.where(known), x, t, "above", fuel).proof(False)
    falls = None if proof is None else desk.have(fall, proof)
    low = None if falls is None else far_value(desk, x, t, g_far, bound)
    if falls is None or low is None:
        return None
    terms: list[Node] = [{"c": "1", "h": [one, falls]}, {"c": "1", "h": [falls]}, {"c": "1", "h": [low]}]
    node: Node = {"rule": "archimedean", "fresh": fresh, "bound": print_term(bound), "from": x}
    closed = desk.close([{"rule": "poly", "times": [], "terms": terms}])
    return outer.close([tidy({**node, "defined": defined}), *(closed or [])])
