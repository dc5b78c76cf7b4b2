"""The mean value theorem applied between a base and a variable, and bases that hypotheses offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.real import (
    Relation,
    Term,
    derivative,
    free_variables,
    gap,
    is_integer,
    num,
    print_term,
    rational_value,
    substitute,
    var,
)

from .forms import forms_of
from .goal import Goal, Node, Point, Proof, fresh_name
from .numeric import compiled, sign, to_rational
from .obligations import Prover, define, tidy
from .polynomials import coefficients_in
from .state import ProofState

PLACES = (fmpq(1, 2), fmpq(1, 16), fmpq(15, 16))
CROWD = 240
ENDS = 8
NEAR = fmpq(1, 2**40)


def bases(goal: Goal, x: str, side: str) -> list[Term]:
    """Terms without x that hypotheses show to lie below (or above) x; numbers first, of these the closest."""
    found: dict[bytes, Term] = {}
    for h in goal.visible:
        if x not in h.variables() or h.op in ("=", "!="):
            continue
        bound = linear_bound(h, x)
        if bound is not None and bound[1] == side:
            found.setdefault(bound[0].key, bound[0])
    outward = -1 if side == "below" else 1

    def order(t: Term) -> tuple[int, fmpq]:
        value = rational_value(t)
        return (t.size, fmpq(0)) if value is None else (0, outward * value)

    return sorted(found.values(), key=order)


def linear_bound(h: Relation, x: str) -> tuple[Term, str] | None:
    """(term, "below" or "above") if a relation bounds a variable by a term without it."""
    for t, other in ((h.left, h.right), (h.right, h.left)):
        if t == var(x) and x not in free_variables(other):
            greater = h.oriented[1] == t
            return other, "below" if greater else "above"
    found = power_bound(h, x)
    return None if found is None or found[2] != 1 else found[:2]


def power_bound(h: Relation, x: str) -> tuple[Term, str, int] | None:
    """(term, "below" or "above", k) if a relation bounds x**k by a term without x."""
    forms = forms_of(gap(h))
    p = forms.target.num
    if not forms.target.den.is_constant():
        return None
    places = [i for i, g in enumerate(forms.field.generators) if x in free_variables(g)]
    if len(places) != 1 or forms.field.generators[places[0]].op != "var":
        return None
    parts = coefficients_in(p, places[0])
    powers = [k for k in parts if k]
    if len(powers) != 1 or not parts[powers[0]].is_constant():
        return None
    c = parts[powers[0]].leading_coefficient()
    rest = parts.get(0, forms.one * 0)
    return forms.term(rest * (-1 / c)), "below" if c > 0 else "above", powers[0]


def fails_at_end(goal: Goal) -> bool:
    """Whether a goal x > c (or x < c) is seen to fail at x = c, a number where all hypotheses about x hold: a
    place that is no sample where c is not rational."""
    r, x = goal.relation, goal.unknown
    if r.op not in ("<", ">") or x is None:
        return False
    wanted = linear_bound(r, x)
    if wanted is None or free_variables(wanted[0]):
        return False
    if goal.sequent.variables.get(x) and not is_integer(wanted[0], frozenset()):
        return False
    return all(_holds_at(h, x, wanted[0]) for h in goal.hypotheses if x in h.variables())


def _holds_at(h: Relation, x: str, c: Term) -> bool:
    """Whether a hypothesis about one variable is seen to hold at a number."""
    if h.variables() != {x}:
        return False
    bound = None if h.op in ("=", "!=") else linear_bound(h, x)
    if bound is not None and not free_variables(bound[0]):
        form = forms_of(c - bound[0]).raw_target
        if form.is_zero:
            return not h.strict
    place = compiled(c)({})
    found = None if place is None else compiled(gap(h))({x: to_rational(place)})
    if found is None:
        return False
    value = to_rational(found)
    if h.op in ("=", "!="):
        return bool(abs(value) < NEAR) == (h.op == "=")
    return bool(value > NEAR if h.strict else value + NEAR > 0)


@dataclass(frozen=True)
class Segment:
    """The mean value theorem applied between a base and a variable."""

    prover: Prover
    goal: Goal
    variable: str
    base: Term
    side: str
    depth: int

    def proof(self, base_strict: bool) -> Proof | None:
        """The `mvt` node with its subproofs."""
        s = self.goal.sequent
        strict = ("base" if base_strict else "slope") if s.goal.strict else ""
        fresh = fresh_name(self.goal)
        t, x = var(fresh), var(self.variable)
        low, high = (self.base, x) if self.side == "below" else (x, self.base)
        inside = substitute(gap(s.goal), {self.variable: t})
        slope = derivative(inside, fresh)
        based, between = s.knowing(self.base), s.introducing(fresh).knowing(self.base)
        closed = between.assuming(Relation("<=", low, t), Relation("<=", t, high))
        opened = between.assuming(Relation("<", low, t), Relation("<", t, high)).knowing(inside)
        increasing = (">" if self.side == "below" else "<") + ("" if strict == "slope" else "=")
        start = substitute(inside, {fresh: self.base})
        samples = tuple(self._between(fresh))
        at_base = based.knowing(start).showing(Relation(">" if strict == "base" else ">=", start, num(0)))
        order = based.showing(Relation("<" if strict == "slope" else "<=", low, high))
        inner = replace(self.goal, samples=samples)
        ended = replace(self.goal, samples=(*samples, *self._at_base(fresh)))
        steps: dict[str, Callable[[], list[object] | Proof | None]] = {
            "order": lambda: self.prover.prove(self.goal.where(order), self.depth - 1),
            "at_base": lambda: self.prover.prove(self.goal.where(at_base), self.depth - 1),
            "slope": lambda: self._slope(
                inner.where(opened.knowing(slope).showing(Relation(increasing, slope, num(0)))), fresh
            ),
            "base_defined": lambda: define(self.prover, self.goal, self.depth, s.pending(self.base)),
            "defined": lambda: self._defined(ended.where(closed), inside, t),
            "smooth": lambda: self._defined(inner.where(opened), slope, t),
        }
        node: Node = {"rule": "mvt", "variable": self.variable, "fresh": fresh, "base": print_term(self.base)}
        node["side"] = self.side
        if strict:
            node["strict"] = strict
        for name, step in steps.items():
            found = step()
            if found is None:
                return None
            if found or name in ("order", "at_base", "slope"):
                node[name] = found
        return [tidy(node)]

    def _defined(self, goal: Goal, inside: Term, t: Term) -> list[object] | None:
        """Proofs that a term is defined between base and variable, where t has the range of x."""
        proofs: list[object] = []
        for o in goal.sequent.pending(inside):
            sequent = goal.sequent.knowing(o.relation.left, o.relation.right).showing(o.relation)
            state = ProofState(self.prover, goal.where(sequent), self.depth)
            self._known(state, t)
            proof = self.prover.prove(state.goal, self.depth - 1) if state.nodes else None
            plainly = define(self.prover, goal, self.depth, [o]) if proof is None else None
            if proof is None and plainly is None:
                return None
            proofs += [state.close(proof)] if plainly is None else plainly
        return proofs

    def _known(self, state: ProofState, t: Term) -> None:
        """Say of t, before terms are shown to be defined, what is known of x; nothing where that is easy."""

    def _between(self, fresh: str) -> Iterator[Point]:
        """The samples's points with the new variable between base and variable, at one place each if the
        points are many already."""
        program = compiled(self.base)
        for i, point in enumerate(self.goal.samples[:CROWD]):
            value = program(point)
            if value is None:
                continue
            a = to_rational(value)
            b = point[self.variable]
            if sign(b - a):
                few = len(self.goal.samples) * len(PLACES) <= CROWD
                for place in PLACES if few else (PLACES[i % len(PLACES)],):
                    yield {**point, fresh: a + (b - a) * place}

    def _at_base(self, fresh: str) -> Iterator[Point]:
        """Some of the samples's points with the new variable at the base."""
        program = compiled(self.base)
        for point in self.goal.samples[:ENDS]:
            value = program(point)
            if isinstance(value, fmpq):
                yield {**point, fresh: value}

    def _moved(self, state: ProofState, moved: Relation, near: set[int]) -> int | None:
        """Show a hypothesis for t; at first from what says how t lies, alone."""
        goal = state.goal
        others = frozenset(range(len(goal.hypotheses))) - near
        sequent = goal.sequent.knowing(moved.left, moved.right).showing(moved)
        proof = self.prover.prove(goal.where(sequent, others), 0)
        return state.have(moved, proof) if proof is not None else state.have(moved, depth=1)

    def _slope(self, goal: Goal, fresh: str) -> Proof | None:
        """Carry over to t what is known of x, forget x, and show the sign of the derivative."""
        state = ProofState(self.prover, goal, self.depth)
        x, t = self.variable, var(fresh)
        mentioned = [i for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and x in h.variables()]
        carried = True
        links = [i for i, h in enumerate(goal.hypotheses) if fresh in h.variables()]
        for i in mentioned:
            h = goal.hypotheses[i]
            if fresh in h.variables() or i in goal.derived:
                continue
            moved = h.substituted({x: t})
            place = state.goal.index_of(moved)
            place = self._moved(state, moved, {i, *links}) if place is None else place
            if place is None:
                carried = False
            else:
                state.keep([place])
        hide = frozenset(mentioned) if carried else frozenset()
        state.goal = state.goal.where(state.goal.sequent, hide)
        return state.close(self._shown(state))

    def _shown(self, state: ProofState) -> Proof | None:
        """The sign of the derivative, everything being said of t."""
        return self.prover.prove(state.goal, self.depth - 1)
