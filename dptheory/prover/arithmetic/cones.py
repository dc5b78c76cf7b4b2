"""Polynomials on a cone or simplex that hypotheses bound: all coefficients in its edges non-negative.

With as many independent linear hypotheses l_i >= 0 as unknowns (and 1 > 0, or one hypothesis more), a
polynomial is one in the l_i; if no coefficient is negative, neither is it. Where one is, the cone is halved
by l_i <= l_j, where l_j - l_i takes the place of l_j, and so on (successive differences): every polynomial
that is positive on the cone but for its corner is shown in this way, and many that touch 0 where cones have
an edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import factorial, prod

from flint import Ordering, fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx

from dptheory.kernel.real import FUNCTIONS, Relation, num, subterms

from ..budget import charge
from ..goals.forms import Forms, Item
from ..goals.goal import Node, Proof
from ..goals.numeric import compiled
from ..goals.obligations import Prover, tidy
from ..goals.polynomials import poly_key
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, tactic
from .factors import shape_of

MAX_UNKNOWNS = 6
MAX_DEGREE = 16
MAX_TERMS = 400
MAX_FORMS = 9
CHOICES = 3
LEAVES = 160
DEPTH = 16
BOUNDED = ("sqrt", "log", "abs")


@dataclass(frozen=True)
class Edge:
    """A linear form that is >= 0 (> 0 if strict): a multiple of a hypothesis, or (None) a positive number."""

    form: fmpq_mpoly
    index: int | None
    strict: bool


@dataclass(frozen=True)
class Cone:
    """The polynomial in the edges, what they are, and where it is 0 (in the edges)."""

    poly: fmpq_mpoly
    edges: tuple[Edge, ...]
    zeros: tuple[tuple[fmpq, ...], ...]

    def half(self, low: int, high: int, new: Edge) -> Cone:
        """The part in which one edge is at most another: their difference takes the place of that."""
        edges = tuple(new if k == high else e for k, e in enumerate(self.edges))
        moved = [tuple(z - u[low] if k == high else z for k, z in enumerate(u)) for u in self.zeros]
        return Cone(_moved(self.poly, low, high), edges, tuple(u for u in moved if min(u) >= 0))


@tactic(
    "the goal comes to one polynomial, on a cone or simplex that linear hypotheses bound",
    DEAR,
    "x**3 - sqrt(2)*x + log(3) > 0 | x**3 - sqrt(5)*x + log(2) > 0 | x >= 0",
    said="coefficients in the edges of a cone",
)
def by_cones(prover: Prover, start: ProofState) -> Proof | None:
    """Show that the goal's only factor has a sign on a cone, halved as often as needed."""
    terms = subterms(start.goal.relation.left, start.goal.relation.right)
    if any(t.op in FUNCTIONS and t.op not in BOUNDED for t in terms):
        return None  # what is known of other functions is more than a sign
    start = _signed(start)
    forms = start.forms()
    if forms.reduced(forms.target.num).is_zero():
        return None
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or len(p) > MAX_TERMS or not 2 <= p.total_degree() <= MAX_DEGREE:
        return None
    names = [i for i, k in enumerate(p.degrees()) if k > 0]
    key = ("cones", *start.goal.data)
    if not 2 <= len(names) <= MAX_UNKNOWNS or key in prover.futile:
        return None
    prover.futile.add(key)
    for edges in _choices(start, forms, names):
        search = _Halving(start, abs(shape.top.constant), LEAVES)
        inner = ProofState(prover, start.goal, start.depth)
        proof = search.shown(inner, _cone(p, names, edges), DEPTH)
        if proof is not None:
            return start.close(proof)
    return None


def _signed(start: ProofState) -> ProofState:
    """The state with the function values in the goal said to be positive that are."""
    state = ProofState(start.prover, start.goal, start.depth)
    forms = start.forms()
    target = forms.target.num
    for g, k in zip(forms.field.generators, target.degrees(), strict=False):
        if k > 0 and g.op not in ("var", "const") and sampled_signs(g, start.goal.samples).low > 0:
            state.have(Relation(">", g, num(0)), depth=1)
    state.nodes[:0] = start.nodes
    return state


def _choices(start: ProofState, forms: Forms, names: list[int]) -> Iterator[list[Edge]]:
    """Edges of cones that contain the domain: hypotheses, and first the number 1 among them."""
    found: dict[object, Edge] = {}
    for i, form in forms.forms.items():
        r = forms.relations[i]
        if r.op in ("=", "!=") or not form.den.is_constant():
            continue
        q = forms.reduced(form.num * (1 / form.den.leading_coefficient()))
        if q.total_degree() == 1 and all(k <= 0 or j in names for j, k in enumerate(q.degrees())):
            lead = abs(q.leading_coefficient())
            key = poly_key(q * (1 / lead))
            if key not in found or (r.strict and not found[key].strict):
                found[key] = Edge(q, i, r.strict)
    own = sorted(found.values(), key=lambda e: (len(e.form), e.index or 0))[:MAX_FORMS]
    ranked = []
    for number, chosen in enumerate(combinations([Edge(forms.one, None, True), *own], len(names) + 1)):
        charge(20 * len(names) ** 2)
        inverse = _inverse(list(chosen), names)
        if inverse is not None:
            # how many hypotheses do not follow: none of the domain's own edges should be lost
            rest = fmpq_mat([_row(e, names) for e in own]) * inverse
            lost = sum(any(rest[i, j] < 0 for j in range(len(names) + 1)) for i in range(len(own)))
            ranked.append((lost, number, list(chosen)))
    for _, _, edges in sorted(ranked, key=lambda entry: entry[:2])[:CHOICES]:
        yield _scaled(start, forms, edges)


def _scaled(start: ProofState, forms: Forms, edges: list[Edge]) -> list[Edge]:
    """Edges that are equal where both sides of the goal are, if that is seen at a point."""
    target = compiled(start.goal.relation.left - start.goal.relation.right)
    programs = [compiled(forms.term(e.form)) for e in edges]
    for point in start.goal.samples:
        value = target(point)
        if not isinstance(value, fmpq) or value != 0:
            continue
        sizes = [program(point) for program in programs]
        exact = [v for v in sizes if isinstance(v, fmpq) and v > 0]
        if len(exact) == len(edges):
            return [replace(e, form=e.form * (1 / v)) for e, v in zip(edges, exact, strict=True)]
    return edges


def _inverse(edges: list[Edge], names: list[int]) -> fmpq_mat | None:
    """The unknowns and 1 in terms of the edges: one column for each unknown, then one for 1."""
    matrix = fmpq_mat([_row(e, names) for e in edges])
    return None if matrix.det() == 0 else matrix.inv()


def _row(e: Edge, names: list[int]) -> list[fmpq]:
    """The coefficients of an edge at the unknowns, and its number."""
    width = len(e.form.degrees())
    return [e.form[tuple(int(j == i) for j in range(width))] for i in [*names, width]]


def _cone(p: fmpq_mpoly, names: list[int], edges: list[Edge]) -> Cone:
    """The polynomial in the edges, made homogeneous by 1 as a combination of them."""
    inverse = fmpq_mat([_row(e, names) for e in edges]).inv()
    ring = fmpq_mpoly_ctx.get([f"l{i}" for i in range(len(edges))], Ordering.degrevlex)
    gens = ring.gens()
    zero, degree = ring.constant(0), p.total_degree()
    images = [sum((g * inverse[k, j] for j, g in enumerate(gens)), zero) for k in range(len(edges))]
    total = zero
    powers = [[image**k for k in range(degree + 1)] for image in images]
    for exponents, c in p.terms():
        own = [exponents[i] for i in names]
        charge(20 + len(total) // 4)
        piece = powers[-1][degree - sum(own)] * c
        for row, k in zip(powers, own, strict=False):
            if k:
                piece = piece * row[k]
        total = total + piece
    return Cone(total, tuple(edges), tuple(_zeros(total)))


def _zeros(q: fmpq_mpoly) -> Iterator[tuple[fmpq, ...]]:
    """Where a polynomial is 0 among the sums of the unit vectors."""
    used = [i for i, k in enumerate(q.degrees()) if k > 0]
    for size in range(len(used), 1, -1):
        for chosen in combinations(used, size):
            point = [fmpq(int(i in chosen)) for i in range(len(q.degrees()))]
            charge(5 + len(q))
            if q(*point) == 0:
                yield tuple(point)


@dataclass
class _Halving:
    """A search for halvings of a cone that leave no negative coefficient."""

    start: ProofState
    scale: fmpq
    leaves: int

    def shown(self, state: ProofState, cone: Cone, depth: int) -> Proof | None:
        """A proof on a cone, from the state in which its edges are known."""
        self.leaves -= 1
        charge(50 + 10 * len(cone.poly))
        state.prover.budget.check()
        leaf = self._leaf(state, cone)
        if leaf is not None:
            return leaf
        if depth == 0 or self.leaves <= 0 or _corner(cone):
            return None
        pair = _pair(cone)
        return None if pair is None else self._halved(state, cone, pair, depth)

    def _leaf(self, state: ProofState, cone: Cone) -> Proof | None:
        terms = cone.poly.to_dict()
        if any(c < 0 for c in terms.values()):
            return None
        forms, chosen = state.forms(), list[tuple[Item, fmpq]]()
        positive = not state.goal.relation.strict
        for exponents, c in terms.items():
            uses: list[int] = []
            for e, k in zip(cone.edges, exponents, strict=True):
                if e.index is None:
                    c = c * e.form.leading_coefficient() ** k
                else:
                    uses += [e.index] * k
                    c = c * _ratio(e, forms) ** k
            positive = positive or all(e.strict for e, k in zip(cone.edges, exponents, strict=True) if k)
            chosen.append((Item(forms.one, tuple(uses)), c * self.scale))
        return state.poly(forms.node([], chosen)) if positive else None

    def _halved(self, state: ProofState, cone: Cone, pair: tuple[int, int], depth: int) -> Proof | None:
        i, j = pair
        forms = state.forms()
        a, b = cone.edges[i], cone.edges[j]
        split = Relation("<=", forms.term(a.form), forms.term(b.form))
        defined = state.define(split.left, split.right)
        if defined is None:
            return None
        node: Node = {"rule": "cases", "on": split.text, "defined": defined}
        for name, r, low, high in (("yes", split, i, j), ("no", split.negated(), j, i)):
            goal = state.goal.where(state.goal.sequent.knowing(r.left, r.right).assuming(r))
            inner = ProofState(state.prover, goal, state.depth)
            # the forms' generators stay: the split adds none
            difference = cone.edges[high].form - cone.edges[low].form
            new = Edge(difference, len(goal.hypotheses) - 1, r.strict)
            proof = self.shown(inner, cone.half(low, high, new), depth - 1)
            if proof is None:
                return None
            node[name] = proof
        return [tidy(node)]


def _ratio(e: Edge, forms: Forms) -> fmpq:
    """What an edge is of the hypothesis that states it."""
    form = forms.forms[e.index or 0]
    own = forms.reduced(form.num * (1 / form.den.leading_coefficient()))
    return e.form.leading_coefficient() / own.leading_coefficient()


def _moved(p: fmpq_mpoly, low: int, high: int) -> fmpq_mpoly:
    """The polynomial with the difference of two edges in place of the greater one."""
    gens = list(p.context().gens())
    charge(10 + len(p) * 6)
    gens[high] = gens[high] + gens[low]
    return p.compose(*gens, ctx=p.context())


def _corner(cone: Cone) -> bool:
    """Whether the polynomial is negative at an edge of the cone."""
    degree = cone.poly.total_degree()
    return any(c < 0 and max(e) == degree for e, c in cone.poly.terms())


def _pair(cone: Cone) -> tuple[int, int] | None:
    """The two edges to halve between: towards a zero that is no corner yet, or to leave least negative."""
    used = [i for i, k in enumerate(cone.poly.degrees()) if k > 0]
    for u in cone.zeros:
        inside = [i for i in used if u[i] > 0]
        if len(inside) >= 2:
            return inside[0], inside[1]

    def left(pair: tuple[int, int]) -> fmpq:
        return sum((_negative(_moved(cone.poly, *ends)) for ends in (pair, pair[::-1])), fmpq(0))

    return min(combinations(used, 2), key=left, default=None)


def _negative(p: fmpq_mpoly) -> fmpq:
    """The sum of the negative coefficients, each by its share of a power of the sum of the edges."""
    top = factorial(p.total_degree())
    charge(10 + 4 * len(p))
    return sum((-c * prod(factorial(k) for k in e) / top for e, c in p.terms() if c < 0), fmpq(0))
