"""How a function grows from m to m + 1, by its derivative between them: a sum beside an integral.

G(m + 1) - G(m) >= f(m + 1) because G' >= f(m + 1) on [m, m + 1], by the mean value theorem with a name for
m + 1. So exponents may be symbols: no power of m is compared with one of m + 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from flint import arb, fmpq

from dptheory.kernel.real import Relation, Term, print_term, restart, substitute, subterms, var

from ..arithmetic.combination import by_combination, denominators
from ..facts.known import know_values
from ..goals.forms import Item
from ..goals.goal import Goal, Node, Proof, fresh_name
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover, define, tidy
from ..goals.segments import Segment
from ..goals.signs import sampled_signs
from ..goals.state import ProofState

DEPTH = 4
CLOSE = 1e-12
MONOTONE = ("power-monotone", "power-antitone")


def by_growth(prover: Prover, goal: Goal, body: Term, growth: Term, m: str, depth: int) -> Proof | None:
    """Show the next case of a bound of a sum of `body` by the growth of a function, from the last
    hypothesis, which is the case before."""
    last, upper = len(goal.hypotheses) - 1, goal.relation.op in ("<=", "<")
    after = var(m) + 1
    grown = substitute(growth, {m: after}) - growth
    added = substitute(body, {m: after})
    wanted = Relation(">=", grown, added) if upper else Relation("<=", grown, added)
    state = ProofState(prover, goal, depth)
    state.goal = replace(goal, hidden=goal.hidden | {last})
    if state.define(wanted.left, wanted.right) is None:
        return None
    known = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    proof = _slope(prover, state.goal.where(known), body, growth, m, depth)
    place = None if proof is None else state.have(wanted, proof)
    if place is None:
        return None
    state.goal = replace(state.goal, hidden=goal.hidden)
    know_values(state)
    forms = state.forms()
    return state.poly(forms.node([], [(Item(forms.one, (i,)), fmpq(1)) for i in (last, place)]))


def _slope(prover: Prover, goal: Goal, body: Term, growth: Term, m: str, depth: int) -> Proof | None:
    """The growth from m to x = m + 1, by the derivative between them."""
    name, after = fresh_name(goal), var(m) + 1
    x, r = var(name), goal.relation
    sequent = goal.sequent.introducing(name, goal.sequent.variables[m])
    samples = tuple({**p, name: p[m] + 1} for p in goal.samples)
    state = ProofState(prover, replace(goal, sequent=sequent, samples=samples), depth)
    state.add({"rule": "let", "name": name, "term": print_term(after)}, Relation("=", x, after))
    equation = len(state.goal.hypotheses) - 1
    rise = substitute(growth, {m: x}) - growth
    line = (x - var(m)) * substitute(body, {m: x})
    between = Relation(r.op, rise, line)
    if state.have(Relation("<=", var(m), x), depth=1) is None or state.define(rise, line) is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(rise, line).showing(between))
    proof = _Beside(prover, inner, m, x, "above", max(depth, DEPTH), body).proof(False)
    if proof is None or state.have(between, proof) is None:
        return None
    images = {name: after}
    s = state.goal.sequent
    variables = {v: integer for v, integer in s.variables.items() if v != name}
    rest = restart(variables, tuple(h.substituted(images) for h in s.hypotheses), r, s.lemmas)
    last = replace(goal, sequent=rest)
    defined = define(prover, last, depth, rest.pending(r.left, r.right))
    if defined is None:
        return None
    node: Node = {"rule": "replace", "variable": name, "equals": equation, "defined": defined}
    terms: list[Node] = [{"c": "1", "h": [len(rest.hypotheses) - 1]}]
    closing: Node = {"rule": "poly", "times": [], "terms": terms}
    return [*state.nodes, tidy(node), closing]


@dataclass(frozen=True)
class _Beside(Segment):
    """Between m and x = m + 1: the derivative of the growth is the body at t, or at t + 1, and is compared
    with the body at x by the order of these places alone."""

    body: Term

    def _slope(self, goal: Goal, fresh: str) -> Proof | None:
        t, x, m = var(fresh), self.base, self.variable
        state = ProofState(self.prover, goal, self.depth)
        there, slope = substitute(self.body, {m: x}), goal.relation.left
        for y, op in ((t, "<="), (t + 1, ">=")):
            here = substitute(self.body, {m: y})
            rest = compiled(slope - here + there), compiled(slope + here - there)
            if not any(all(_is_small(p(point)) for point in goal.samples[:6]) for p in rest):
                continue
            order = state.have(Relation(op, y, x), depth=1)
            sign = "<=" if sampled_signs(there - here, goal.samples).low >= 0 else ">="
            wanted = Relation(sign, here, there)
            if order is None or state.define(here, there) is None:
                return None
            small, large = (y, x) if op == "<=" else (x, y)
            for power in subterms(self.body):
                if power.op == "pow" and power.args[0] == var(m) and m not in power.args[1].names:
                    known_powers = (state.fact(f, small, large, power.args[1]) for f in MONOTONE)
                    state.keep(next((k for k in known_powers if k is not None), []))
            away = frozenset(i for i, h in enumerate(state.goal.hypotheses) if m in h.variables())
            known = state.goal.sequent.knowing(here, there).showing(wanted)
            place = state.goal.index_of(wanted)
            if place is None:
                proof = self.prover.prove(state.goal.where(known, away), max(self.depth, DEPTH))
                place = None if proof is None else state.have(wanted, proof)
            if place is None:
                return None
            state.keep([place])
            _join(state, slope, here)
            know_values(state)
            denominators(state)
            return by_combination(self.prover, state, [1])
        return super()._slope(goal, fresh)


def _join(state: ProofState, slope: Term, here: Term) -> None:
    """Say which exponentials are the same, written otherwise: exp(-(sqrt(a)*t)**2) and exp(-a*t**2)."""
    own, other = ([t for t in subterms(side) if t.op == "exp"] for side in (slope, here))
    for a, b in product(own, other):
        program = compiled(a.args[0] - b.args[0])
        if a != b and all(_is_small(program(point)) for point in state.goal.samples[:6]):
            state.define_by(state.congruence("exp", a.args, b.args), a)


def _is_small(value: object) -> bool:
    return isinstance(value, fmpq | arb) and abs(to_float(value)) < CLOSE
