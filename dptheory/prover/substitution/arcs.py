"""Arcs: with y = asin(x) or y = acos(x) a goal in x, y and sqrt(1 - x**2) is one in y, sin(y) and cos(y)."""

from __future__ import annotations

from dataclasses import replace

from dptheory.kernel.real import Field, Relation, Term, apply, num, print_term, replace_terms, subterms, var

from ..arithmetic.combination import by_combination, denominators
from ..goals.goal import Proof, fresh_name
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

# the function that an arc undoes, and the one that the root of 1 - x**2 is
UNDONE = {"asin": ("sin", "cos"), "acos": ("cos", "sin")}


@tactic(
    "the goal has the arc sine, cosine or tangent of a variable",
    CHEAP,
    "asin(x) <= pi/2*x | asin(x) <= x | 0 <= x <= 1",
)
def by_angle(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal that has the arc of a variable in the arc itself."""
    r = start.goal.relation
    for arc in subterms(r.left, r.right):
        if arc.op in UNDONE and arc.args[0].op == "var" and r.op not in ("=", "!="):
            return start.close(_in_angle(prover, start, arc))
    return None


def _in_angle(prover: Prover, start: ProofState, arc: Term) -> Proof | None:
    state, (x,) = ProofState(prover, start.goal, start.depth), arc.args
    bounds = _bounds(state, arc)
    y = _named(state, arc)
    if y is None:
        return None
    plain, other = (apply(op, y) for op in UNDONE[arc.op])
    seen = [state.have(Relation(b.op, y, b.right), depth=1) for b in bounds]
    kept = [i for i in seen if i is not None]
    state.keep(kept)
    state.congruence(plain.op, (y,), (arc,))
    if not state.define_by(state.have(Relation("=", plain, x), depth=1), plain):
        return None
    images = {arc.key: y, x.key: plain, **_roots(state, x, y, other)}
    r = start.goal.relation
    wanted = Relation(r.op, *(replace_terms(side, images) for side in (r.left, r.right)))
    if state.define(wanted.left, wanted.right) is None:
        return None
    old = frozenset(range(len(state.goal.hypotheses))) - frozenset(kept)
    inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted), old)
    inner = replace(inner, solved=(), derived=inner.derived - frozenset(kept))
    if state.have(wanted, prover.prove(inner, start.depth)) is None:
        return None
    denominators(state)
    return by_combination(prover, state, [1, 2])


def _bounds(state: ProofState, arc: Term) -> list[Relation]:
    """The range of the arc, and its sign where that is known."""
    found = state.fact(arc.op, *arc.args) or []
    sign = sampled_signs(arc, state.goal.samples)
    if arc.op == "asin" and sign.seen and not sign.low < 0 < sign.high:
        found = [*found, *(i for i in [state.sign(arc, strict=False)] if i is not None)]
    return [h for i in found if (h := state.goal.hypotheses[i]).left == arc]


def _named(state: ProofState, arc: Term) -> Term | None:
    """A variable for the arc."""
    name, program, defined = fresh_name(state.goal), compiled(arc), state.define(arc)
    if defined is None:
        return None
    sequent = state.goal.sequent.introducing(name)
    samples = tuple({**p, name: to_rational(v)} for p in state.goal.samples if (v := program(p)) is not None)
    state.goal = replace(state.goal, sequent=sequent, samples=samples)
    node = {"rule": "let", "name": name, "term": print_term(arc), "defined": defined}
    state.add(node, Relation("=", var(name), arc))
    state.define_by(len(state.goal.hypotheses) - 1, arc)
    return var(name)


def _roots(state: ProofState, x: Term, y: Term, other: Term) -> dict[bytes, Term]:
    """The goal's roots of 1 - x**2, as the other function of the angle."""
    r, images = state.goal.relation, dict[bytes, Term]()
    for t in subterms(r.left, r.right):
        if t.op != "sqrt":
            continue
        field = Field([t.args[0], 1 - x ** num(2)])
        if field[t.args[0]] != field[1 - x ** num(2)]:
            continue
        square = other ** num(2)
        state.fact("sin-cos-square", y)
        if (
            state.have(Relation(">=", other, num(0))) is None
            or state.fact("abs-of-nonnegative", other) is None
        ):
            return {}
        state.fact("sqrt-of-square", other)
        state.congruence("sqrt", t.args, (square,))
        if state.define_by(state.have(Relation("=", t, other), depth=1), t):
            images[t.key] = other
    return images
