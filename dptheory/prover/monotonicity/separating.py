"""One variable, near an open end of its range: each summand is bounded there by a number, and the numbers do.

Complete where the difference has a positive limit there, and its summands have limits and are monotone
close to it: then from some place on the numbers are right, which each summand shows by itself; the rest
of the range is closed."""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel.real import Field, Relation, Term, derivative, num, rational_value, var

from ..cases.splits import assumed
from ..enclosures.series import simplest
from ..goals.goal import Goal, Node, Proof
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover
from ..goals.polynomials import constant_of, polynomial_term, tidied
from ..goals.segments import bases
from ..goals.state import ProofState
from ..registry import DEAR, tactic

STEPS = (3, 6, 9, 12, 16)
PLACES = (0, 1, 2, 4, 8, 20, 60)
MOST = 8


@tactic(
    "the goal has one variable, a range with an open end, and is strict there",
    DEAR,
    "-x*log(x) <= x**(3/4) + 1/5 | -x*log(x) <= x**(3/4) + 1/20 | 0 < x, x <= 1",
)
def by_bounded_summands(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable by bounds of its summands near an open end, and apart from that as it
    is."""
    goal, x = start.goal, start.goal.unknown
    op, large, small = goal.relation.oriented
    if x is None or op not in (">", ">=") or goal.sequent.variables[x] or start.depth < 2:
        return None
    if len(goal.sequent.variables) > 1:
        return None  # a part of a claim of which the range is seen otherwise
    summands = _summands(large - small)
    if not 2 <= len(summands) <= MOST:
        return None
    proof = _apart(prover, goal, start.depth, x, summands, ("below", "above"))
    return None if proof is None else start.close(proof)


def _apart(
    prover: Prover, goal: Goal, depth: int, x: str, summands: list[Term], sides: tuple[str, ...]
) -> Proof | None:
    """Near one of the ends by bounds, and on the rest near another one, or as it is."""
    for i, side in enumerate(sides):
        found = _bounds(goal, x, summands, side)
        if found is None:
            continue
        # the rest has its end, so that nothing is open there
        split = Relation("<" if side == "below" else ">", var(x), num(found[0]))
        near = ProofState(prover, assumed(goal, split), depth)
        places = [near.have(Relation(">=", t, num(q))) for t, q in zip(summands, found[1], strict=True)]
        if None in places:
            continue
        rest = assumed(goal, split.negated())
        far = _apart(prover, rest, depth, x, summands, sides[i + 1 :]) or prover.prove(rest, depth)
        if far is None:
            continue
        terms: list[Node] = [{"c": "1", "h": [k]} for k in places]
        last: Node = {"rule": "poly", "times": [], "terms": [*terms, {"c": str(sum(found[1])), "h": []}]}
        return [{"rule": "cases", "on": split.text, "yes": [*near.nodes, last], "no": far}]
    return None


def _summands(t: Term) -> list[Term]:
    """What a term is the sum of: for each product of function values what it is multiplied with."""
    field = Field([t])
    form, generators = field[t], tidied(field)
    if not form.den.is_constant():
        return []
    plain = [g.op == "var" for g in field.generators]
    groups: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    for exponents, c in form.num.terms():
        key = tuple(0 if own else k for k, own in zip(exponents, plain, strict=False))
        rest = tuple(k if own else 0 for k, own in zip(exponents, plain, strict=False))
        groups.setdefault(key, {})[rest] = c / constant_of(form.den)
    ring = form.num.context()
    parts = ((ring.from_dict({key: fmpq(1)}), ring.from_dict(rest)) for key, rest in groups.items())
    return [polynomial_term(generators, p) * polynomial_term(generators, q) for p, q in parts]


def _bounds(goal: Goal, x: str, summands: list[Term], side: str) -> tuple[fmpq, list[fmpq]] | None:
    """A place, and numbers below the summands between it and the end whose sum is positive, as far as is
    seen."""
    ends = [v for t in bases(goal, x, side) if (v := rational_value(t)) is not None]
    end = (max if side == "below" else min)(ends, default=None)
    if end is None or not goal.samples or _closed(goal, x, end):
        return None
    if all(compiled(derivative(t, x))({x: end}) is not None for t in summands if x in t.names):
        return None  # enclosures will do
    sign, programs = 1 if side == "below" else -1, [compiled(t) for t in summands]
    for k in STEPS:
        c = end + fmpq(sign, 2**k)
        if (c - max(p[x] for p in goal.samples)) * sign >= 0 and side == "below":
            continue
        if (c - min(p[x] for p in goal.samples)) * sign >= 0 and side == "above":
            continue
        points = [{x: end + fmpq(sign, 2 ** (k + j))} for j in PLACES]
        values = [[program(p) for p in points] for program in programs]
        least = [min((to_rational(v) for v in row if v is not None), default=None) for row in values]
        if any(v is None for row in values for v in row) or None in least:
            return None
        slack = sum((v for v in least if v is not None), fmpq(0)) / (2 * len(summands))
        if slack > 0:
            return c, [simplest(v - slack, v - slack / 2) for v in least if v is not None]
    return None


def _closed(goal: Goal, x: str, end: fmpq) -> bool:
    """Whether a hypothesis says that the variable may be at the end."""
    strict = [h for h in goal.hypotheses if h.op in ("<", ">") and {h.left, h.right} == {var(x), num(end)}]
    return not strict
