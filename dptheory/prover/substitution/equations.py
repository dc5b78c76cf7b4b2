"""Conditions that are equations, solved for a variable: fewer variables, and points that are not rational."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from flint import fmpq, fmpq_mpoly, fmpq_poly

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Claim,
    Field,
    Relation,
    Sequent,
    Term,
    apply,
    claim_of,
    enclose,
    exact,
    gap,
    instances,
    num,
    print_term,
    rational_value,
    restart,
    substitute,
    subterms,
    var,
)

from ..budget import charge
from ..goals.forms import Forms
from ..goals.goal import Goal, Point, Proof
from ..goals.obligations import Prover, define, tidy
from ..goals.polynomials import coefficients_in, constant_of, occurs
from ..goals.state import ProofState

MOST = 12
NOWHERE = Sequent({}, (), Relation("<=", num(0), num(0)), frozenset())
"""What is known before a point is named."""
FUNCTIONS: dict[str, Callable[[Term], list[Term]]] = {
    "sqrt": lambda t: [t**2],
    "exp": lambda t: [apply("log", t)],
    "log": lambda t: [apply("exp", t)],
    "abs": lambda t: [t, -t],
    "sin": lambda t: [apply("asin", t)],
    "tan": lambda t: [apply("atan", t)],
}


@dataclass(frozen=True)
class Solved:
    """A variable, what it equals by an equation, and whether every point of the domain has it so."""

    name: str
    image: Term
    always: bool


@dataclass(frozen=True)
class Reduced:
    """A claim without some of its variables, and what these equal, in the order of their going."""

    claim: Claim
    steps: tuple[Solved, ...]

    @property
    def always(self) -> bool:
        """Whether every point of the domain has the variables so."""
        return all(s.always for s in self.steps)

    def point(self, rest: dict[str, fmpq]) -> dict[str, Term]:
        """Values of all variables, as terms, at a point of the rest."""
        values: dict[str, Term] = {name: num(x) for name, x in rest.items()}
        for step in reversed(self.steps):
            values[step.name] = substitute(step.image, values)
        return values


def reductions(claim: Claim) -> Iterator[Reduced]:
    """Claims with every equation solved that can be; where a sign is open, one for each choice."""
    stack = [Reduced(claim, ())]
    seen = 0
    while stack and seen < MOST:
        here = stack.pop()
        found = _step(here)
        stack.extend(reversed(found))
        if here.steps and not found:
            seen += 1
            yield here


def equations_of(conditions: Sequence[Relation]) -> list[Relation]:
    """The conditions that are equations, and what two say together, as a <= b and b <= a do."""
    weak = [c.oriented[1:] for c in conditions if c.op in ("<=", ">=")]
    sides = {(a.key, b.key) for a, b in weak}
    pins = {b.key: Relation("=", b, a) for a, b in weak if (b.key, a.key) in sides and a.key < b.key}
    return [*(c for c in conditions if c.op == "="), *pins.values()]


def _step(here: Reduced) -> list[Reduced]:
    """The claim with the equation solved that is solved most simply; a list of one for each choice."""
    best: tuple[tuple[int, bool, int, str], list[Solved], Relation] | None = None
    equations = [e for e in equations_of(here.claim.conditions) if e.left != e.right]
    for equation in equations:
        for x in sorted(equation.variables() - here.claim.integers):
            cost, found = _solutions(equation, x, here.claim.conditions)
            rank = cost, not all(s.always for s in found), min((s.image.size for s in found), default=0), x
            if found and (best is None or rank < best[0]):
                best = rank, found, equation
    return [] if best is None else [r for s in best[1] if (r := _replaced(here, s, best[2])) is not None]


def _replaced(here: Reduced, s: Solved, used: Relation) -> Reduced | None:
    """The claim with the variable replaced; instead of the equation, that its radicands are not negative."""
    images = {s.name: s.image}
    moved = [c.substituted(images) for c in here.claim.conditions if c is not used]
    conditions = [c for c in moved if c.strict or c.op == "!=" or c.left != c.right]
    relation = here.claim.relation.substituted(images)
    named = relation.variables().union(*(c.variables() for c in conditions))
    # what says no more than that a variable is there, and its term defined
    moved.append(Relation("=", s.image, s.image))
    conditions += [c for c in moved if c not in conditions and not c.variables() <= named]
    roots = [t.args[0] for t in subterms(s.image) if t.op == "sqrt" or (t == s.image and _root_of(t))]
    conditions += [Relation(">=", t, num(0)) for t in roots if rational_value(t) is None]
    try:
        claim = claim_of(conditions, relation, here.claim.integers)
    except KernelError:
        return None
    return Reduced(claim, (*here.steps, s))


def _solutions(equation: Relation, x: str, conditions: tuple[Relation, ...]) -> tuple[int, list[Solved]]:
    """What an equation says that a variable is, and how simple that is: a definition is simplest."""
    for side, t in ((equation.left, equation.right), (equation.right, equation.left)):
        if side == var(x) and x not in t.names:
            return -1, [Solved(x, t, True)]
    roots = [t for t in subterms(equation.left, equation.right) if t.op == "sqrt" and not t.names]
    forms = Forms([Relation("=", t**2, t.args[0]) for t in roots], Relation("=", gap(equation), num(0)))
    p = forms.reduced(forms.target.num)
    places = [i for i, g in enumerate(forms.field.generators) if x in g.names and occurs(p, i)]
    if len(places) != 1:
        return 9, []
    place, g = places[0], forms.field.generators[places[0]]
    parts = coefficients_in(p, place)
    zero = forms.one * 0
    a, b, c = (forms.term(parts.get(k, zero)) for k in (2, 1, 0))
    lead = parts[max(parts)]
    simple = lead.is_constant()

    def quotient(divisor: Term) -> Term:
        return forms.term(parts.get(0, zero) * (-1 / constant_of(lead))) if simple else -c / divisor

    if set(parts) <= {0, 1}:
        values, cost = [quotient(b)], 0 if simple else 2
    elif set(parts) <= {0, 2}:
        square = quotient(a)
        values, cost = [apply("sqrt", square), -apply("sqrt", square)], 1
    elif set(parts) <= {0, 1, 2}:
        root = apply("sqrt", b**2 - 4 * a * c)
        values, cost = [(-b + root) / (2 * a), (-b - root) / (2 * a)], 4
    elif g.op == "var" and set(parts) <= {0, max(parts)} and simple and _sign(x, conditions) > 0:
        values, cost = [quotient(a) ** num(fmpq(1, max(parts)))], 1
    elif all(q.is_constant() for q in parts.values()):
        values, cost = _roots({k: constant_of(q) for k, q in parts.items()}), 3
    else:
        return 9, []
    if g.op == "var":
        sign = _sign(x, conditions)
        if cost == 1 and sign:
            return cost, [Solved(x, values[0 if sign > 0 else 1], True)]
        nowhere = cost == 2 and _nowhere_zero(parts, forms, conditions)
        return cost, [Solved(x, t, cost == 0 or nowhere) for t in values]
    if g.op not in FUNCTIONS:
        return 9, []
    inner = [Relation("=", g.args[0], t) for v in values for t in FUNCTIONS[g.op](v)]
    found = [s for equation in inner for s in _solutions(equation, x, conditions)[1]]
    return cost + 5, [replace(s, always=False) for s in found]


def _nowhere_zero(parts: dict[int, fmpq_mpoly], forms: Forms, conditions: tuple[Relation, ...]) -> bool:
    """Whether the coefficient b of a + b*x = 0 is seen not to be 0: one of a and b is not, being a number or
    a sum of products of one sign of variables with signs."""

    def apart(p: fmpq_mpoly) -> bool:
        names = [g for g, k in zip(forms.field.generators, p.degrees(), strict=False) if k]
        one_sign = all(c > 0 for _, c in p.terms()) or all(c < 0 for _, c in p.terms())
        return one_sign and all(g.op == "var" and _sign(str(g.value), conditions) > 0 for g in names)

    return any(apart(parts[k]) for k in (0, 1) if k in parts)


def _roots(coefficients: dict[int, fmpq]) -> list[Term]:
    """The real zeros of a polynomial that are rational, or square roots away from that."""
    p = fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients) + 1)])
    charge(100 + 20 * p.degree() ** 2)
    found: list[Term] = []
    for q, _ in p.numer().factor()[1]:
        if q.degree() == 1:
            found.append(num(fmpq(-q[0], q[1])))
        elif q.degree() == 2 and (inner := fmpq(q[1] ** 2 - 4 * q[2] * q[0])) >= 0:
            middle, half = num(fmpq(-q[1], 2 * q[2])), apply("sqrt", num(inner)) / num(abs(2 * fmpq(q[2])))
            found += [middle + half, middle - half]
    return found


def _sign(x: str, conditions: tuple[Relation, ...]) -> int:
    """1 if a condition says that a variable is at least a number >= 0, -1 if at most one <= 0."""
    for h in conditions:
        op, large, small = h.oriented
        if op in (">", ">=") and large == var(x) and not small.names and enclose(small, {}) >= 0:
            return 1
        if op in (">", ">=") and small == var(x) and not large.names and enclose(large, {}) <= 0:
            return -1
    return 0


def simplified(root: Term) -> Term:
    """A term without variables, with numbers for what is rational by inspection and squares of roots undone:
    the same value, where the term has one."""
    done: dict[bytes, Term] = {}
    for t in subterms(root):
        args = tuple(done[a.key] for a in t.args)
        found = Term(t.op, args, t.value) if args else t
        n = rational_value(args[1]) if t.op == "pow" and args[0].op == "sqrt" else None
        if n is not None and n.q == 1 and n >= 2 and n.p % 2 == 0:
            found = args[0].args[0] ** (n / 2) if n > 2 else args[0].args[0]
        value = exact(found, {})
        done[t.key] = found if value is None else num(value)
    return done[root.key]


@dataclass(frozen=True)
class Place:
    """A point of a claim's domain by terms without variables, with what shows that it is one."""

    values: dict[str, Term]
    node: dict[str, object]


def place_of(search: Prover, claim: Claim, values: dict[str, Term], depth: int = 3) -> Place | None:
    """The point at which the variables have the values of terms, if it is shown to be in the domain."""
    goal = Goal(NOWHERE, ({},))
    terms = [t for c in claim.conditions for t in (c.left, c.right)]
    wanted = [*NOWHERE.pending(*values.values()), *instances(terms, claim.integers, values)]
    defined = define(search, goal, depth, wanted)
    if defined is None:
        return None
    conditions, known = _known_at(claim, values)
    proofs = [search.prove(goal.where(known.showing(c)), depth) for c in known.unshown(conditions)]
    if None in proofs:
        return None
    texts = {name: print_term(t) for name, t in sorted(values.items())}
    return Place(values, tidy({"at": texts, "defined": defined, "sides": proofs}))


def failure_of(search: Prover, claim: Claim, place: Place, depth: int = 3) -> dict[str, object] | None:
    """What shows that the claim fails at a place of its domain, as the kernel reads it."""
    known = _known_at(claim, place.values)[1]
    r = claim.relation.substituted(place.values)
    goal = Goal(known, ({},))
    values = define(search, goal, depth, known.pending(r.left, r.right))
    if values is None:
        return None
    fails = search.prove(goal.where(known.knowing(r.left, r.right).showing(r.negated())), depth)
    return None if fails is None else tidy({**place.node, "values": values, "fails": fails})


def _known_at(claim: Claim, values: dict[str, Term]) -> tuple[list[Relation], Sequent]:
    """The conditions at a point, whose terms are known to be defined there."""
    conditions = [c.substituted(values) for c in claim.conditions]
    return conditions, NOWHERE.knowing(*values.values(), *(t for c in conditions for t in (c.left, c.right)))


def _root_of(t: Term) -> int:
    """n for a term a**(1/n) with n >= 3, else 0."""
    e = rational_value(t.args[1]) if t.op == "pow" else None
    return int(e.q) if e is not None and e.p == 1 and e.q > 2 else 0


def _as_root(state: ProofState, step: Solved) -> int | None:
    """Show x = sqrt(t) from x**2 = t and x >= 0, for the root of x**2 is abs(x); so also x = t**(1/n)."""
    x, n = var(step.name), _root_of(step.image)
    if step.image.op == "sqrt":
        size = state.fact("abs-of-nonnegative", x) and state.fact("sqrt-of-square", x)
        equal = size and state.congruence("sqrt", (x**2,), step.image.args)
    elif n:
        e = num(fmpq(1, n))
        power = state.fact("power-power-zero", x, num(n), e)
        equal = power and state.congruence("pow", (x**n, e), (step.image.args[0], e))
    else:
        return None
    return None if equal is None else state.have(Relation("=", x, step.image), depth=0)


def _trivial(h: Relation) -> bool:
    """Whether an equation says nothing, both sides being the same polynomial."""
    try:
        return h.op == "=" and (h.left == h.right or Field([h.left, h.right]).difference(h).is_zero)
    except KernelError:
        return False


def eliminated(
    search: Prover, goal: Goal, steps: Sequence[Solved], samples: tuple[Point, ...], depth: int
) -> Proof | None:
    """Show a goal with variables replaced by what equations say that they are; the samples is of the rest."""
    if not steps:
        return search.prove(replace(goal, samples=samples), depth)
    first, rest = steps[0], steps[1:]
    state = ProofState(search, replace(goal, samples=()), 3)
    equation = _as_root(state, first) or state.have(Relation("=", var(first.name), first.image), depth=3)
    if equation is None:
        return None
    s, images = state.goal.sequent, {first.name: first.image}
    variables = {n: integer for n, integer in s.variables.items() if n != first.name}
    hypotheses = tuple(h.substituted(images) for h in s.hypotheses)
    inner = restart(variables, hypotheses, s.goal.substituted(images), s.lemmas)
    hidden = frozenset(i for i, h in enumerate(hypotheses) if i in state.goal.derived or _trivial(h))
    fresh = Goal(inner, samples if not rest else (), hidden | goal.hidden)
    sides = (inner.goal.left, inner.goal.right)
    defined = define(search, fresh, 3, inner.pending(*sides))
    if defined is None:
        return None
    proof = eliminated(search, fresh.where(inner.knowing(*sides)), rest, samples, depth)
    node = {"rule": "replace", "variable": first.name, "equals": equation, "defined": defined}
    return None if proof is None else [*state.nodes, tidy(node), *proof]


@dataclass(frozen=True)
class Without:
    """A search that first replaces the variables that equations say; the samples are of the rest."""

    search: Prover
    steps: Sequence[Solved]
    rest: tuple[Point, ...]

    def prove(self, goal: Goal, depth: int) -> Proof | None:
        """A proof of a goal: without the variables, or else with them."""
        proof = eliminated(self.search, goal, self.steps, self.rest, depth)
        return self.search.prove(goal, depth) if proof is None else proof
