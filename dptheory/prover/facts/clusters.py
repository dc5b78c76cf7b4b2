"""Function values whose arguments depend on one another; angles and orders reduced to the least."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from flint import fmpq, fmpq_mat, fmpz

from dptheory.kernel.real import Field, Fraction, Term, apply, num

from ..goals.polynomials import poly_key
from ..goals.state import ProofState

Vector = dict[Hashable, fmpq]
MAX_MULTIPLE = 6


@dataclass(frozen=True)
class Member:
    """A function value with its argument as a combination of pieces."""

    atom: Term
    vector: Vector


def clusters(members: Iterable[Member]) -> list[list[Member]]:
    """Members grouped so that different groups share no piece."""
    groups: list[tuple[set[Hashable], list[Member]]] = []
    for m in members:
        keys, group = set(m.vector), [m]
        rest = []
        for other_keys, other in groups:
            if keys & other_keys:
                keys |= other_keys
                group = other + group
            else:
                rest.append((other_keys, other))
        groups = [*rest, (keys, group)]
    return [g for _, g in groups]


def rank(group: list[Member]) -> int:
    """The rank of the members' vectors."""
    keys = list(dict.fromkeys(k for m in group for k in m.vector))
    if not keys:
        return 0
    return int(fmpq_mat([[m.vector.get(k, fmpq(0)) for k in keys] for m in group]).rank())


def common_divisor(values: Iterable[fmpq]) -> fmpq:
    """The largest rational of which all values are integer multiples."""
    top, bottom = fmpz(0), fmpz(1)
    for v in values:
        top, bottom = (top * v.q).gcd(v.p * bottom), bottom * v.q
        shared = top.gcd(bottom)
        top, bottom = top // shared, bottom // shared
    return fmpq(top, bottom)


def pieces(field: Field, form: Fraction) -> Vector:
    """The argument's monomials over its denominator."""
    if form.den.is_constant() and form.num.is_constant():
        return {"one": form.num.leading_coefficient()} if not form.is_zero else {}
    bottom = poly_key(form.den)
    found: Vector = {}
    for exponents, c in form.num.terms():
        whole = not any(exponents) and form.den.is_constant()
        found["one" if whole else (exponents, bottom)] = c
    return found


def common_unit(scales: list[fmpq], group: list[Member]) -> tuple[list[int], Term]:
    """The multiples of one argument that the members' arguments are, and that argument."""
    unit = common_divisor(scales)
    if sum(s < 0 for s in scales) * 2 > len(scales):
        unit = -unit
    multiples = [int((s / unit).p) for s in scales]
    base = next((m.atom.args[0] for m, k in zip(group, multiples, strict=True) if k == 1), None)
    return multiples, group[0].atom.args[0] / num(multiples[0]) if base is None else base


def angles(state: ProofState, field: Field) -> None:
    """Write sines and cosines of multiples of an angle by those of the angle."""
    solved = {atom.key for _, atom in state.goal.solved}
    trigonometric = [g for g in field.generators if g.op in ("sin", "cos", "tan") and g.key not in solved]
    members = {field[g.args[0]].key: Member(g, pieces(field, field[g.args[0]])) for g in trigonometric}
    for group in clusters(m for m in members.values() if m.vector):
        if len(group) < 2 or rank(group) > 1:
            continue
        key = next(iter(group[0].vector))
        multiples, base = common_unit([m.vector[key] for m in group], group)
        if max(abs(k) for k in multiples) <= MAX_MULTIPLE:
            for k in sorted(set(multiples) - {1}):
                _multiple_angle(state, base, k)


def _multiple_angle(state: ProofState, base: Term, k: int) -> None:
    whole = num(k) * base
    if k < 0:
        state.solve("sin-neg", apply("sin", -(num(-k) * base)), num(-k) * base)
        state.solve("cos-neg", apply("cos", -(num(-k) * base)), num(-k) * base)
        _multiple_angle(state, base, -k)
    elif k > 1:
        rest = num(k - 1) * base if k > 2 else base
        state.solve("sin-add", apply("sin", whole), rest, base)
        state.solve("cos-add", apply("cos", whole), rest, base)
        _multiple_angle(state, base, k - 1)


def gammas(state: ProofState, field: Field) -> None:
    """Write gamma functions whose orders differ by integers by the one of least order."""
    solved = {atom.key for _, atom in state.goal.solved}
    found = [g for g in field.generators if g.op in ("gamma", "uppergamma") and g.key not in solved]
    for g in found:
        order = field[g.args[0]]
        rest = [field[a].key for a in g.args[1:]]
        steps = [
            (int(gap.p), h)
            for h in found
            if h.op == g.op and [field[a].key for a in h.args[1:]] == rest
            for gap in [field.add(order, field.scale(field[h.args[0]], fmpq(-1))).constant]
            if gap is not None and gap.q == 1 and 0 < gap <= MAX_MULTIPLE
        ]
        if steps:
            _, lowest = max(steps, key=lambda step: step[0])
            state.solve(f"{g.op}-step", g, _lowered(g.args[0], lowest.args[0], max(steps)[0]), *g.args[1:])
        elif g.op == "uppergamma" and order.constant is not None and 1 < order.constant <= MAX_MULTIPLE:
            state.solve("uppergamma-step", g, num(order.constant - 1), *g.args[1:])


def _lowered(order: Term, lowest: Term, steps: int) -> Term:
    """The order less one, written by the lowest order."""
    return lowest if steps == 1 else lowest + num(steps - 1)
