"""Goals in one unknown and its roots: polynomials in a root, and so decided on the line.

With y = x**(1/n) for the least n for which all roots are powers of y, x is y**n.
"""

from __future__ import annotations

from dataclasses import replace
from math import lcm

from flint import fmpq

from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    apply,
    num,
    print_term,
    rational_value,
    replace_terms,
    var,
)

from ..arithmetic.combination import by_combination
from ..arithmetic.univariate import by_univariate
from ..goals.goal import Node, Proof, fresh_name
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

MAX_ORDER = 12


@tactic(
    "the goal is made of one variable and its roots",
    CHEAP,
    "x + 1 >= 2*sqrt(x) | x + 1 > 2*sqrt(x) | x >= 0",
)
def by_radicals(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one unknown x >= 0 and its roots by a polynomial in one of them."""
    name = start.goal.unknown
    if name is None:
        return None
    x = var(name)
    field = Field([start.goal.relation.left, start.goal.relation.right])
    roots = {g: e for g in field.generators if g != x and (e := _exponent(g, x)) is not None}
    whole = all(g == x or g in roots for g in field.generators)
    if not whole or not roots or start.goal.sequent.variables[str(x.value)]:
        return None
    if sampled_signs(x, start.goal.samples).low < 0:
        return None
    order = lcm(*(int(e.q) for e in roots.values()))
    key = ("radicals", *start.goal.data)
    if order > MAX_ORDER or key in prover.futile:
        return None
    proof = _in_root(prover, start, x, roots, order)
    if proof is None:
        prover.futile.add(key)
    return start.close(proof)


def _exponent(g: Term, x: Term) -> fmpq | None:
    """e if a term is x**e, for e > 0."""
    if g.op == "sqrt" and g.args[0] == x:
        return fmpq(1, 2)
    e = rational_value(g.args[1]) if g.op == "pow" and g.args[0] == x else None
    return e if e is not None and e > 0 else None


def _in_root(prover: Prover, start: ProofState, x: Term, roots: dict[Term, fmpq], order: int) -> Proof | None:
    state = ProofState(prover, start.goal, start.depth)
    if state.have(Relation(">=", x, num(0)), depth=1) is None:
        return None
    y = var(fresh_name(state.goal))
    forth = apply("sqrt", x) if all(g.op == "sqrt" for g in roots) else x ** num(fmpq(1, order))
    images = {g.key: y ** num(e * order) for g, e in roots.items()}
    if not _named(state, y, forth) or not _solved(state, x, y, forth, roots, order):
        return None
    wanted = _moved(start.goal.relation, images, x, y**order)
    if wanted is None:
        return None
    for h in start.goal.visible:
        r = _moved(h, images, x, y**order) if h.variables() == {str(x.value)} else None
        if r is not None and r.left != r.right:
            state.have(r, depth=0)  # what is not shown at once is left aside
    own = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    defined = state.define(wanted.left, wanted.right)
    if defined is None:
        return None
    proof = by_univariate(prover, ProofState(prover, state.goal.where(own), 0))
    if proof is None or state.have(wanted, proof) is None:
        return None
    return by_combination(prover, state, [1])


def _moved(r: Relation, images: dict[bytes, Term], x: Term, power: Term) -> Relation | None:
    """A relation in the root, if it has nothing else."""
    sides = [replace_terms(t, {**images, x.key: power}) for t in (r.left, r.right)]
    found = Relation(r.op, *sides)
    return None if x.value in found.variables() or len(found.variables()) > 1 else found


def _named(state: ProofState, y: Term, forth: Term) -> bool:
    """Introduce a root as a variable that is not negative."""
    defined = state.define(forth)
    if defined is None:
        return False
    goal, program = state.goal, compiled(forth)
    samples = tuple(
        {**p, str(y.value): to_rational(v)} for p in goal.samples if (v := program(p)) is not None
    )
    state.goal = replace(goal, sequent=goal.sequent.introducing(str(y.value)), samples=samples)
    node: Node = {"rule": "let", "name": y.value, "term": print_term(forth), "defined": defined}
    state.add(node, Relation("=", y, forth))
    return True


def _solved(state: ProofState, x: Term, y: Term, forth: Term, roots: dict[Term, fmpq], order: int) -> bool:
    """Show that y >= 0, that x is a power of y, and so are its roots."""
    if forth.op == "sqrt":
        known = state.fact("sqrt-nonnegative", x) and state.fact("sqrt-square", x)
    else:
        least = forth.args[1]
        known = state.fact("power-nonnegative", x, least) and state.fact(
            "power-power-zero", x, least, num(order)
        )
    if not known or state.have(Relation(">=", y, num(0)), depth=0) is None:
        return False
    if not state.define_by(state.have(Relation("=", x, y**order), depth=0), x):
        return False
    return all(_root_is_power(state, x, y, forth, g, e * order) for g, e in roots.items())


def _root_is_power(state: ProofState, x: Term, y: Term, forth: Term, g: Term, k: fmpq) -> bool:
    if g != forth:
        least = forth.args[1]
        if state.fact("power-power-zero", x, least, num(k)) is None:
            return False
        if g.op == "sqrt" and state.fact("sqrt-power", x) is None:
            return False
        exponent = num(fmpq(1, 2)) if g.op == "sqrt" else g.args[1]
        if state.congruence("pow", (x, least * num(k)), (x, exponent)) is None:
            return False
    return state.define_by(state.have(Relation("=", g, y ** num(k)), depth=1), g)
