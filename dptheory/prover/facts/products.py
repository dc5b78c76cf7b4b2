"""Logarithms and square roots that depend on one another, over the factors of their arguments."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from flint import fmpq, fmpz

from dptheory.kernel.real import Field, Fraction, Term, apply, num

from ..goals.polynomials import factored, poly_key, polynomial_term, product_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from .clusters import Member, Vector, clusters, rank


def logarithms(state: ProofState, field: Field) -> None:
    """Write dependent logarithms, and those of exponentials, as sums over the factors of arguments."""
    terms: dict[Hashable, Term] = {}
    for group in clusters(_members(state, field, "log", terms)):
        inside = [terms[k] for m in group for k in m.vector]
        known = any(t.op in ("exp", "const", "sqrt", "pow") for t in inside)
        if known or rank(group) < len(group) or any(_of_power(state, m, terms) for m in group):
            for m in group:
                _sum_of_logarithms(state, m, terms)


def _of_power(state: ProofState, member: Member, terms: Mapping[Hashable, Term]) -> bool:
    """Whether the argument is a power of a positive term."""
    ((key, k), *more) = [*member.vector.items(), (0, fmpq(0))]
    alone = len(more) == 1 and not isinstance(key, int)
    return alone and abs(k) > 1 and sampled_signs(terms[key], state.goal.samples).low > 0


def _members(state: ProofState, field: Field, op: str, terms: dict[Hashable, Term]) -> list[Member]:
    """The values of a function that no equation gives yet, by the factors of their arguments."""
    solved = {atom.key for _, atom in state.goal.solved}
    found = [g for g in field.generators if g.op == op and g.key not in solved]
    return [Member(g, _factors(field, field[g.args[0]], terms)) for g in found]


def _factors(field: Field, form: Fraction, terms: dict[Hashable, Term]) -> Vector:
    """Irreducible factors and primes of an argument, with multiplicities; their terms by key."""
    found: Vector = {}
    constant = fmpq(1)
    for p, side in ((form.num, 1), (form.den, -1)):
        whole = factored(p)
        constant *= whole.constant**side
        for q, k in whole.factors:
            terms[poly_key(q)] = polynomial_term(field.generators, q)
            found[poly_key(q)] = fmpq(side * k)
    for part, side in ((constant.p, 1), (constant.q, -1)):
        for prime, k in fmpz(abs(int(part))).factor() if abs(int(part)) < 10**12 else [(part, 1)]:
            terms[int(prime)] = num(int(prime))
            found[int(prime)] = fmpq(side * int(k))
    if constant < 0:
        terms["-1"] = num(-1)
        found["-1"] = fmpq(1)
    return found


def _sum_of_logarithms(state: ProofState, member: Member, terms: Mapping[Hashable, Term]) -> None:
    parts = [(terms[k], int(c.p)) for k, c in member.vector.items()]
    if not parts:
        state.solve("log-one", member.atom)
        return
    powers = [t if k == 1 else t ** num(k) for t, k in parts]
    total = powers[0]
    steps = []
    for p in powers[1:]:
        steps.append((total, p))
        total = total * p
    for left, right in reversed(steps):
        state.solve("log-product", apply("log", left * right), left, right)
    for (t, k), p in zip(parts, powers, strict=True):
        if k != 1:
            state.solve("log-power", apply("log", p), t, num(k))
        if t.op == "exp":
            state.solve("log-exp", apply("log", t), *t.args)
        elif t.op == "const" and t.value == "E":
            state.solve("log-e", apply("log", t))
        elif t.op == "sqrt":
            state.solve("log-sqrt", apply("log", t), *t.args)
        elif t.op == "pow":
            state.solve("log-power", apply("log", t), *t.args)


def roots(state: ProofState, field: Field, always: bool = False) -> None:
    """Write dependent square roots (or always) as products of roots of the factors of their arguments."""
    terms: dict[Hashable, Term] = {}
    for group in clusters(_members(state, field, "sqrt", terms)):
        dependent = rank(group) < len(group)
        for m in group:
            powers = [abs(c) for k, c in m.vector.items() if not isinstance(k, int)]
            if dependent or max(powers, default=0) > 1 or (always and len(powers) > 1):
                _product_of_roots(state, m, terms, dependent)


def _product_of_roots(
    state: ProofState, member: Member, terms: Mapping[Hashable, Term], dependent: bool
) -> None:
    top, bottom = list[Term](), list[Term]()
    constant = fmpq(1)
    for key, c in member.vector.items():
        t, k = terms[key], abs(int(c.p))
        if isinstance(key, int) and not dependent:
            constant *= fmpq(key) ** int(c.p)
            continue
        if sampled_signs(t, state.goal.samples).low < 0 and k % 2:
            return
        (top if c > 0 else bottom).extend([t**2] * (k // 2) + [t] * (k % 2))
    if constant != 1:
        place = next((i for i, t in enumerate(top) if t.op != "pow"), len(top))
        top[place : place + 1] = [num(constant) * t for t in top[place : place + 1]] or [num(constant)]
    above = product_term(top)
    if bottom:
        below = product_term(bottom)
        if not state.solve("sqrt-quotient", apply("sqrt", above / below), above, below):
            return
        _split_root(state, bottom)
    _split_root(state, top)


def _split_root(state: ProofState, factors: list[Term]) -> None:
    """The root of a product as the product of the roots of its factors."""
    for n in range(len(factors), 1, -1):
        left, right = product_term(factors[: n - 1]), factors[n - 1]
        if not state.solve("sqrt-product", apply("sqrt", left * right), left, right):
            return
    for p in factors:
        if p.op == "pow":
            state.solve("sqrt-of-square", apply("sqrt", p), p.args[0])
        else:
            state.fact("sqrt-nonnegative", p)
            state.fact("sqrt-square", p)
