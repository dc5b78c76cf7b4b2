"""A function value with an inverse, in which all others of a variable lie, as a variable itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flint import fmpq

from dptheory.decimals import outward
from dptheory.kernel.real import (
    FUNCTIONS,
    Field,
    Relation,
    Term,
    apply,
    num,
    replace_terms,
    substitute,
    subterms,
    var,
)

from ..arithmetic.rooting import simple
from ..facts.replacement import by_equation, linear_part, without
from ..goals.goal import Proof
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, constant_of
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .scaling import generalised

NAMED = 4
SHARE = 0.6
"""The part of the effort that goes into the goal with the new variable."""
DIGITS = 3


@tactic(
    "all function values of a variable lie within the root of a logarithm, beside which it may stand",
    MODERATE,
    "erfc(sqrt(2*log(5/(4*d)))/sqrt(2)) <= 4/5*d | erfc(sqrt(2*log(5/(4*d)))/sqrt(2)) <= d/4 | 0 < d, d <= 1",
)
def by_inner_value(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in y = t(x), where x is a term of y, and functions are applied to x within t alone."""
    r = start.goal.relation
    for x in sorted(start.goal.unknowns - start.goal.sequent.integers):
        t = _inner(r, x)
        if t is None:
            continue
        state = ProofState(prover, start.goal, start.depth)
        back = _inverse(state, t, x)
        if back is None:
            continue
        keep = set(bounds_of_root(state, t, x))
        wanted = Relation(r.op, *(_outside(side, t, x, back) for side in (r.left, r.right)))
        if state.define(wanted.left, wanted.right) is None:
            return None
        inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted))
        work = partial(generalised, prover, inner, [t], keep, {x}, max(start.depth, NAMED))
        proof = prover.attempt(work, SHARE)
        place = None if proof is None else state.have(wanted, proof)
        if place is not None:
            return start.close(by_equation(state, place, Relation("=", var(x), back)))
    return None


def _inner(r: Relation, x: str) -> Term | None:
    """The largest root of a logarithm of x alone in which all function values of x lie."""
    found = [t for t in subterms(r.left, r.right) if t.op in FUNCTIONS and t.names == {x}]
    nested = [t for t in found if t.op == "sqrt" and any(u.op == "log" and x in u.names for u in subterms(t))]
    for t in nested[-1:]:
        rest = subterms(*(replace_terms(side, {t.key: num(1)}) for side in (r.left, r.right)))
        if not any(x in u.names and (u.op in FUNCTIONS or (u.op == "pow" and u.args[1].names)) for u in rest):
            return t
    return None


def _inverse(state: ProofState, t: Term, x: str) -> Term | None:
    """What the variable is by the root t of a*log(v) + b, v = (p*x + q)/(r*x + s), once that is shown."""
    (u,) = t.args
    field = Field([u])
    logs = [i for i, g in enumerate(field.generators) if g.op == "log" and x in g.names]
    part = linear_part(field[u], logs[0]) if len(logs) == 1 else None
    rest = None if part is None else without(field[u], logs).constant
    if part is None or part.constant is None or rest is None:
        return None
    log = field.generators[logs[0]]
    (v,) = log.args
    exponent = (t**2 - num(rest) if rest else t**2) / num(part.constant)
    back = _solved(v, x, apply("exp", exponent))
    if back is None or state.fact("sqrt-square", u) is None:
        return None
    if state.have(Relation("=", log, exponent)) is None or state.fact("exp-log", v) is None:
        return None
    if state.congruence("exp", (log,), (exponent,)) is None:
        return None
    if state.have(Relation("=", v, apply("exp", exponent))) is None:
        return None
    return None if state.have(Relation("=", var(x), back)) is None else back


def _solved(v: Term, x: str, value: Term) -> Term | None:
    """The variable by the value of a quotient v of linear terms in it."""
    field = Field([v])
    form = field[v]
    places = [i for i, g in enumerate(field.generators) if x in g.names]
    if len(field.generators) != 1 or len(places) != 1 or field.generators[0] != var(x):
        return None
    (q, p), (s, r) = (
        [constant_of(parts[k]) if k in parts else fmpq(0) for k in (0, 1)]
        for parts in (coefficients_in(form.num, 0), coefficients_in(form.den, 0))
    )
    if max(form.num.degrees()[0], form.den.degrees()[0]) > 1:
        return None
    return simple((num(q) - num(s) * value) / (num(r) * value - num(p)))


def _outside(side: Term, t: Term, x: str, back: Term) -> Term:
    """A side with a term for the variable where that does not stand within t."""
    if side == t or x not in side.names:
        return side
    parts = tuple(_outside(a, t, x, back) for a in side.args)
    return back if side == var(x) else Term(side.op, parts, side.value)


def bounds_of_root(state: ProofState, t: Term, x: str) -> Iterator[int]:
    """That the root is not negative, and what bounds of the variable say of it, by short numbers."""
    (u,) = t.args
    (v,) = next(g for g in subterms(u) if g.op == "log" and x in g.names).args
    yield from state.fact("sqrt-nonnegative", u) or ()
    for side in ("below", "above"):
        for a in bases(state.goal, x, side):
            value = None if a.names else compiled(substitute(t, {x: a}))({})
            seen = None if value is None else sampled_signs(t - num(to_rational(value)), state.goal.samples)
            if value is None or seen is None or not seen.seen or seen.low < 0 < seen.high:
                continue
            up, ends = seen.low >= 0, {w.key: substitute(w, {x: a}) for w in (t, u, v)}
            bound = num(outward(to_rational(value), DIGITS, up=not up))
            for name, w in (("log-monotone", v), ("sqrt-monotone", u)):
                small, large = (ends[w.key], w) if up else (w, ends[w.key])
                if state.have(Relation("<=", small, large), depth=1) is not None:
                    state.fact(name, small, large)
            state.have(Relation(">=" if up else "<=", ends[t.key], bound), depth=0)
            place = state.have(Relation(">=" if up else "<=", t, bound), depth=0)
            if place is not None:
                yield place
