"""Divergences of two outcomes: one tangent of the logarithm for each weight.

A goal p*log(u) + (1 - p)*log(v) + r >= 0 with 0 < p < 1 follows from log(u) >= 1 - 1/u, log(v) >= 1 - 1/v
when what is left is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, Term, apply, num

from ..arithmetic.factors import shape_of
from ..goals.forms import Forms, Item
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, product_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

MAX_POWER = 3


@tactic(
    "the goal is linear in a variable p, with logarithms whose weights are p and 1 - p",
    MODERATE,
    "p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= (sqrt(p) - sqrt(q))**2 + (sqrt(1-p) - sqrt(1-q))**2 | "
    "p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 3*((sqrt(p) - sqrt(q))**2 + (sqrt(1-p) - sqrt(1-q))**2) | "
    "0 < p < 1, 0 < q < 1",
)
def by_weighted_tangents(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal p*K + (1 - p)*L >= 0 from the tangents of the logarithms, where K and L are
    sums of multiples of logarithms and of terms of which the goal has exponentials.

    Where K = log(u) + .. and the goal has square roots, also from log(u) = 2*log(sqrt(u)).
    """
    forms = start.forms()
    p = shape_of(forms).irreducible
    if p is None or start.goal.relation.op not in ("<=", ">="):
        return None
    for place, g in enumerate(forms.field.generators):
        if g.op != "var" or p.degrees()[place] != 1:
            continue
        seen = [sampled_signs(t, start.goal.samples).low for t in (g, 1 - g)]
        parts = coefficients_in(p, place)
        if min(seen) <= 0 or set(parts) != {0, 1}:
            continue
        inverses = [_exponent_of(forms, q) for q in (parts[0] + parts[1], parts[0])]
        if None in inverses:
            continue
        for proof in _weighted(prover, start, forms, g, [t for t in inverses if t is not None]):
            return start.close(proof)
    return None


def _weighted(
    prover: Prover, start: ProofState, forms: Forms, g: Term, inverses: list[Term]
) -> Iterator[Proof]:
    rooted = any(u.op == "sqrt" for u in forms.field.generators)
    given = [u for u in forms.field.generators if u.op == "log"]
    for arguments in [inverses] + [[_root(t) for t in inverses]] * rooted:
        state = ProofState(prover, start.goal, start.depth)
        prover.budget.check()
        if any(state.have(Relation(">", u.args[0], num(0)), depth=1) is None for u in given):
            continue
        weights = [state.have(Relation(">", w, num(0)), depth=1) for w in (g, 1 - g)]
        if any(not expand(state, t) for t in (*(u.args[0] for u in given), *arguments)):
            continue
        tangents = [state.fact("log-upper", t) for t in arguments]
        chosen = [
            (w, t[0]) for w, t in zip(weights, tangents, strict=True) if w is not None and t is not None
        ]
        if len(chosen) == len(weights):
            scale = fmpq(1) if arguments is inverses else fmpq(2)
            now = state.forms()
            proof = state.poly(now.node([], [(Item(now.one, pair), scale) for pair in chosen]))
            if proof is not None:
                yield proof


def _root(t: Term) -> Term:
    """The square root, written with roots of factors."""
    if t.op in ("mul", "div"):
        a, b = (_root(u) for u in t.args)
        return a * b if t.op == "mul" else a / b
    return t if t == num(1) else apply("sqrt", t)


def expand(state: ProofState, t: Term) -> bool:
    """Write the logarithm of a positive term as a sum over its factors, by facts."""
    log = apply("log", t)
    if t.op == "exp":
        return state.fact("exp-positive", *t.args) is not None and state.solve("log-exp", log, *t.args)
    if t == num(1):
        return state.solve("log-one", log)
    if t.op in ("mul", "div"):
        parts = all(expand(state, u) for u in t.args)
        return parts and state.solve("log-product" if t.op == "mul" else "log-quotient", log, *t.args)
    if t.op == "pow":
        a, e = t.args
        return expand(state, a) and state.solve("log-power", log, a, e)
    if t.op == "sqrt":
        return (
            state.have(Relation(">", t.args[0], num(0)), depth=1) is not None
            and state.fact("sqrt-positive", *t.args) is not None
            and state.fact("sqrt-square", *t.args) is not None
            and state.solve("log-sqrt", log, *t.args)
        )
    return state.have(Relation(">", t, num(0)), depth=1) is not None


def _exponent_of(forms: Forms, q: fmpq_mpoly) -> Term | None:
    """exp(-q), for a sum of multiples of logarithms and of exponents in the goal; their number is what
    makes it worth a tangent."""
    exponents = {g.args[0].key for g in forms.field.generators if g.op == "exp"}
    top, bottom = list[Term](), list[Term]()
    logs = 0
    for e, c in q.terms():
        inside = [g for g, k in zip(forms.generators, e, strict=False) if k]
        if len(inside) != 1 or sum(e) != 1:
            continue
        if inside[0].op == "log" and c.q == 1 and abs(c.p) <= MAX_POWER:
            (a,) = inside[0].args
            logs += 1
        elif inside[0].key in exponents and abs(c) == 1:
            a = apply("exp", inside[0])
        else:
            continue
        power = a if abs(c) == 1 else a ** num(abs(c))
        (bottom if c > 0 else top).append(power)
    below = product_term(bottom)
    if not logs:
        return None
    return product_term(top) if below == num(1) else product_term(top) / below
