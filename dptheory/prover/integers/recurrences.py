"""Gamma functions by their functional equation: Q(x) >= 1 because Q(x) >= Q(x + 1), and Q tends to 1.

For a whole number n with y = x + n >= t: Q(x) >= Q(y) by induction, and y*(Q(y) - 1) >= -K; so
t*(Q(x) - 1) >= -K for all large t, and Q(x) >= 1 by the archimedean rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from flint import fmpq

from dptheory.kernel.real import (
    Field,
    Relation,
    Sequent,
    Term,
    apply,
    free_variables,
    num,
    print_term,
    replace_terms,
    restart,
    substitute,
    subterms,
    var,
)

from ..goals.goal import Goal, Node, Point, Proof, fresh_name
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover, define, tidy
from ..goals.restriction import restricted
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

FACTORS = (fmpq(1), fmpq(1000), fmpq(10**6))
DEPTH = 3
MARGIN = 4


@tactic(
    "the goal has gamma functions of a variable, and holds far out",
    CHEAP,
    "gamma(x + 1)/gamma(x + 1/2) >= sqrt(x + 1/4) | gamma(x + 1)/gamma(x + 1/2) >= sqrt(x + 1/3) | x > 0",
)
def by_recurrence(prover: Prover, start: ProofState) -> Proof | None:
    """Show A >= B > 0, with gamma functions of x, from x to x + 1."""
    op, large, small = start.goal.relation.oriented
    found = [t for t in subterms(large, small) if t.op == "gamma" and free_variables(t)]
    if op != ">=" or not found or sampled_signs(small, start.goal.samples).low <= 0:
        return None
    if related_already([t.args[0] for t in found]):
        return None
    quotient = large / small
    for x in sorted(free_variables(*found)):
        following = substitute(quotient, {x: var(x) + 1})
        if start.goal.sequent.variables[x] or sampled_signs(quotient - following, start.goal.samples).low < 0:
            continue
        bound = _bound(quotient, x, start.goal.samples)
        proof = None if bound is None else _by_recurrence(prover, start, x, quotient, bound)
        if proof is not None:
            return proof
    return None


def related_already(orders: list[Term]) -> bool:
    """Whether two orders differ by a whole number: then the functional equation leaves one of them."""
    field = Field(orders)
    for a, b in combinations(orders, 2):
        distance = field.add(field[a], field.scale(field[b], fmpq(-1))).constant
        if distance is not None and distance.q == 1 and distance != 0:
            return True
    return False


def _bound(quotient: Term, x: str, samples: tuple[Point, ...]) -> Term | None:
    """A number K for which t*(Q(t) - 1) >= -K may hold, if Q tends to 1."""
    program, worst = compiled(var(x) * (quotient - 1)), 0.0
    for point in samples[:20]:
        for factor in FACTORS:
            value = program({**point, x: max(point[x], fmpq(1)) * factor})
            worst = max(worst, 0.0 if value is None else abs(to_float(value)))
    return num(MARGIN * (int(worst) + 1)) if worst < 100 else None


def _by_recurrence(prover: Prover, start: ProofState, x: str, quotient: Term, bound: Term) -> Proof | None:
    state = ProofState(prover, start.goal, DEPTH)
    _, _, small = start.goal.relation.oriented
    positive = state.have(Relation(">", small, num(0)))
    wanted = Relation(">=", quotient, num(1))
    if positive is None or state.define(quotient) is None:
        return None
    known = state.goal.sequent.knowing(quotient).showing(wanted)
    proof = _Recurrence(prover, state.goal.where(known), x, quotient, bound).proof()
    place = None if proof is None else state.have(wanted, proof)
    if place is None:
        return None
    terms: list[Node] = [{"c": "1", "h": [positive, place]}]
    return start.close(state.close([{"rule": "poly", "times": [], "terms": terms}]))


@dataclass(frozen=True)
class _Recurrence:
    """One use of the archimedean rule for Q(x) >= 1."""

    prover: Prover
    goal: Goal
    x: str
    quotient: Term
    bound: Term

    def at(self, t: Term) -> Term:
        """The quotient at another place."""
        return substitute(self.quotient, {self.x: t})

    def proof(self) -> Proof | None:
        """The node and what it leaves to show."""
        t, x = fresh_name(self.goal), var(self.x)
        goal, big = self.goal, var(t)
        wanted = Relation(">=", big * (self.quotient - 1), -self.bound)
        later = goal.sequent.introducing(t).assuming(Relation(">=", big, x), Relation(">=", big, num(1)))
        samples = tuple({**p, t: max(p[self.x], fmpq(1)) + k} for p in goal.samples for k in (0, 1, 30))
        inner = replace(goal, samples=samples).where(later.knowing(wanted.left, wanted.right).showing(wanted))
        state = ProofState(self.prover, inner, DEPTH)
        n = fresh_name(inner)
        whole = apply("ceil", big - x)
        if state.fact("ceil-bounds", big - x) is None:
            return None
        named = state.goal.sequent.introducing(n, integer=True)
        points = tuple({**p, n: fmpq((p[t] - p[self.x]).ceil())} for p in samples)
        state.goal = replace(state.goal, sequent=named, samples=points)
        state.add({"rule": "let", "name": n, "term": print_term(whole)}, Relation("=", var(n), whole))
        y = x + var(n)
        above = state.have(Relation(">=", y, big))
        natural = state.have(Relation(">=", var(n), num(0)))
        signs = [state.have(Relation(">", u, num(0))) for u in (big, y)]
        if above is None or natural is None or signs[0] is None or signs[1] is None:
            return None
        low, rise = self._low(state, y), self._rise(state, n, natural)
        if low is None or rise is None:
            return None
        terms: list[Node] = [{"c": "1", "h": [signs[0], signs[1], rise]}, {"c": "1", "h": [signs[0], low]}]
        terms.append({"c": print_term(self.bound), "h": [above]})
        closed = state.close([{"rule": "poly", "times": [signs[1]], "terms": terms}])
        node: Node = {"rule": "archimedean", "fresh": t, "bound": print_term(self.bound), "from": self.x}
        return None if closed is None else [node, *closed]

    def _given(self, goal: Goal) -> Iterator[int]:
        """Hypotheses that the goal started with."""
        given = len(self.goal.hypotheses)
        return (i for i in range(given) if i not in goal.hidden and i not in goal.derived)

    def _low(self, state: ProofState, y: Term) -> int | None:
        """Show y*(Q(y) - 1) >= -K, with a name for y and what is known of x said of it."""
        wanted = Relation(">=", y * (self.at(y) - 1), -self.bound)
        kept = [state.have(Relation(">=", y, num(1)))]
        for i in self._given(state.goal):
            h = state.goal.hypotheses[i]
            if self.x in h.variables():
                kept.append(state.have(h.substituted({self.x: y}), depth=2))
        if None in kept or state.define(wanted.left) is None:
            return None
        keep = [k for k in kept if k is not None]
        keep += [i for i in self._given(state.goal) if self.x not in state.goal.hypotheses[i].variables()]
        rest = restricted(self.prover, state.goal, keep, wanted, DEPTH)
        if rest is None:
            return None
        name, program = fresh_name(state.goal), compiled(y)
        image = {y.key: var(name)}
        moved = [_renamed(r, image) for r in (wanted, *rest.goal.hypotheses)]
        wider = rest.goal.sequent.introducing(name).variables
        general = restart(wider, tuple(moved[1:]), moved[0], rest.goal.sequent.lemmas)
        samples = tuple({**p, name: v} for p in state.goal.samples if isinstance(v := program(p), fmpq))
        fresh = Goal(general, samples)
        again = define(self.prover, fresh, DEPTH, general.pending(moved[0].left))
        if again is None:
            return None
        proof = self.prover.prove(fresh.where(general.knowing(moved[0].left, moved[0].right)), DEPTH)
        if proof is None:
            return None
        node: Node = {"rule": "generalise", "terms": [[print_term(y), name]], "defined": again}
        return state.have(wanted, [rest.node, tidy(node), *proof])

    def _rise(self, state: ProofState, n: str, natural: int) -> int | None:
        """Show Q(x) >= Q(x + n) by induction."""
        x = var(self.x)
        wanted = Relation(">=", self.quotient, self.at(x + var(n)))
        if state.define(wanted.right) is None:
            return None
        s, keep = state.goal.sequent, [*self._given(state.goal), natural]
        rest = restricted(self.prover, state.goal, keep, wanted, DEPTH)
        if rest is None:
            return None
        fresh, known = rest.goal, rest.known
        first, following = (wanted.substituted({n: t}) for t in (num(0), var(n) + 1))
        variables = {v: integer for v, integer in s.variables.items() if v != n}
        at_zero = tuple(h.substituted({n: num(0)}) for h in fresh.hypotheses)
        base = Sequent(variables, at_zero, first, known.defined, s.lemmas).knowing(first.left, first.right)
        step = known.assuming(wanted).knowing(following.left, following.right).showing(following)
        at_base = self.prover.prove(replace(fresh, sequent=base), DEPTH)
        later = None if at_base is None else self._step(replace(fresh, sequent=step))
        if at_base is None or later is None:
            return None
        node: Node = {"rule": "induction", "variable": n, "from": len(keep) - 1}
        return state.have(wanted, [rest.node, {**node, "at_base": at_base, "step": later}])

    def _step(self, goal: Goal) -> Proof | None:
        """Q(x) >= Q(x + n) >= Q(x + (n + 1))."""
        last = len(goal.hypotheses) - 1
        _, _, following = goal.relation.oriented
        _, _, before = goal.hypotheses[last].oriented
        state = ProofState(self.prover, replace(goal, hidden=goal.hidden | {last}), DEPTH)
        place = state.have(Relation(">=", before, following), depth=DEPTH)
        if place is None:
            return None
        terms: list[Node] = [{"c": "1", "h": [last]}, {"c": "1", "h": [place]}]
        return state.close([{"rule": "poly", "times": [], "terms": terms}])


def _renamed(r: Relation, image: dict[bytes, Term]) -> Relation:
    return Relation(r.op, replace_terms(r.left, image), replace_terms(r.right, image))
