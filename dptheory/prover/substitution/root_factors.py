"""Roots of products as products of roots, each of which becomes a variable."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dptheory.kernel.real import FUNCTIONS, Relation, Term, apply, num, rational_value, subterms

from ..arithmetic.combination import by_combination
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .inner import bounds_of_root
from .scaling import generalised
from .whole_powers import bounds_of_power

LEAST = 2
SHARE = 0.6
DEPTH = 4

Parts = list[tuple[Term, int]]
"""Factors with their exponents."""


@tactic(
    "the goal has other function values beside roots of products of variables, logarithms and exponentials",
    MODERATE,
    "log(1 + sqrt(exp(x)*log(4/d))/sqrt(n)) <= exp(x/2)*sqrt(log(4/d)/n) | "
    "log(1 + sqrt(exp(x)*log(4/d))/sqrt(n)) <= exp(x/2)*sqrt(log(4/d)/n)/2 | x >= 0, 0 < d, d <= 1, n >= 1",
)
def by_root_factors(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in the roots of the factors of what it has roots of."""
    r = start.goal.relation
    roots = [t for t in subterms(r.left, r.right) if t.op == "sqrt" and t.names]
    others = [t for t in subterms(r.left, r.right) if t.op in FUNCTIONS and t.op != "sqrt" and t.names]
    split = {t.key: parts for t in roots if (parts := _factors(t.args[0], start)) is not None}
    if not LEAST <= len(roots) == len(split) or not any(u.op == "sqrt" for t in others for u in subterms(t)):
        return None
    units = _units(r, split)
    state = ProofState(prover, start.goal, start.depth)
    for t in roots:
        _write_out(state, t.args[0])
    wanted = _written(state, r, units) if units else None
    if wanted is None:
        return None
    keep = {k for unit in units.values() for k in _bounds(state, unit)}
    if state.define(wanted.left, wanted.right) is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted))
    old = frozenset().union(*(u.names for u in units.values()))
    work = partial(generalised, prover, inner, list(units.values()), keep, set(old), max(start.depth, DEPTH))
    proof = prover.attempt(work, SHARE)
    if proof is None or state.have(wanted, proof) is None:
        return None
    return start.close(by_combination(prover, state, [1]))


def _factors(t: Term, start: ProofState, exponent: int = 1) -> Parts | None:
    """What a product of numbers, exponentials, and positive variables and logarithms is made of."""
    if t.op in ("mul", "div"):
        a = _factors(t.args[0], start, exponent)
        b = _factors(t.args[1], start, exponent if t.op == "mul" else -exponent)
        return None if a is None or b is None else [*a, *b]
    value = rational_value(t)
    plain = value > 0 if value is not None else t.op == "exp"
    named = t.op in ("var", "log") and sampled_signs(t, start.goal.samples).low > 0
    return [(t, exponent)] if plain or named else None


def _units(r: Relation, split: dict[bytes, Parts]) -> dict[bytes, Term]:
    """For each variable and logarithm its root, or 1 by that where it is a divisor everywhere."""
    whole = {t.key: t for parts in split.values() for t, _ in parts if t.op in ("var", "log")}
    seen: dict[bytes, set[int]] = {key: set() for key in whole}

    def walk(t: Term, side: int) -> None:
        """Whether what stands in a term is multiplied or divided by."""
        if t.key in split:
            for part, exponent in split[t.key]:
                seen.get(part.key, set()).add(exponent * side)
        elif t.key in whole:
            seen[t.key].add(side)
        elif t.names:
            for i, a in enumerate(t.args):
                walk(a, 1 if t.op in FUNCTIONS else -side if t.op == "div" and i else side)

    walk(r.left, 1)
    walk(r.right, 1)
    root = {key: apply("sqrt", t) for key, t in whole.items()}
    return {key: 1 / root[key] if seen[key] == {-1} else root[key] for key in whole}


def _root(t: Term, units: dict[bytes, Term]) -> Term:
    """The root of a product, by the units."""
    if t.key in units:
        unit = units[t.key]
        return 1 / unit if unit.op == "div" else unit
    if t.op in ("mul", "div"):
        a, b = (_root(part, units) for part in t.args)
        if t.op == "mul":
            return a * b
        return a * b.args[1] if b.op == "div" and b.args[0] == num(1) else a / b
    return apply("exp", t.args[0] / 2) if t.op == "exp" else apply("sqrt", t)


def _write_out(state: ProofState, t: Term) -> None:
    """Say what the root of a product is by those of its factors."""
    if t.op in ("mul", "div"):
        root, (a, b) = apply("sqrt", t), (apply("sqrt", part) for part in t.args)
        if t.op == "mul":
            state.solve("sqrt-product", root, *t.args)
        elif state.fact("sqrt-quotient", *t.args) is not None:
            state.define_by(state.have(Relation("=", root, a / b)), root)
        for part in t.args:
            _write_out(state, part)
    elif t.op == "exp":
        state.solve("sqrt-exp", apply("sqrt", t), *t.args)
    elif t.op in ("var", "log"):
        state.solve("sqrt-square", t, t)
        state.fact("sqrt-positive", t)


def _written(state: ProofState, r: Relation, units: dict[bytes, Term]) -> Relation | None:
    """The goal by the units, once each function value is shown to be that of what is written for its
    arguments."""
    done: dict[bytes, Term] = {}
    for t in subterms(r.left, r.right):
        args = tuple(done[a.key] for a in t.args)
        if t.op == "sqrt" and t.names:
            done[t.key] = _root(t.args[0], units)
        elif t.key in units:
            unit = units[t.key]
            done[t.key] = 1 / unit**2 if unit.op == "div" else unit**2
        else:
            done[t.key] = Term(t.op, args, t.value) if args else t
            same = t.op not in FUNCTIONS or args == t.args
            if not same and not state.define_by(state.congruence(t.op, t.args, args), t):
                return None
    return Relation(r.op, done[r.left.key], done[r.right.key])


def _bounds(state: ProofState, unit: Term) -> Iterator[int]:
    """That a unit is positive, and what bounds of its one variable say of it."""
    if (place := state.sign(unit, strict=True, depth=2)) is not None:
        yield place
    x = min(unit.names) if len(unit.names) == 1 else None
    if x is not None and unit.op == "sqrt" and unit.args[0].op == "log":
        yield from bounds_of_root(state, unit, x)
    elif x is not None:
        yield from bounds_of_power(state, x, unit)
