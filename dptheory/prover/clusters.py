"""Exponentials, logarithms and roots that depend on one another, reduced to independent ones."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from flint import fmpq, fmpq_mat, fmpz

from dptheory.kernel.real.ratfun import Field, Fraction
from dptheory.kernel.real.terms import Term, apply, num, subterms

from .algebra import factored, polynomial_term, product_term
from .goals import Desk, screen

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


def exponentials(desk: Desk, field: Field) -> None:
    """Write dependent exponentials as products of powers of a few."""
    solved = {atom.key for _, atom in desk.goal.solved}
    members = []
    for g in field.generators:
        if g.op == "exp" and g.key not in solved:
            members.append(Member(g, _pieces(field, field[g.args[0]])))
        elif g.op == "const" and g.value == "E" and g.key not in solved:
            desk.solve("exp-one", g)
            members.append(Member(apply("exp", num(1)), {"one": fmpq(1)}))
    for group in clusters(members):
        logs = {k for m in group for k in m.vector if _piece_term(field, group, k).op == "log"}
        free = [Member(m.atom, {k: fmpq(1)}) for k in logs for m in group[:1]]
        if len(group) < 2:
            _single_exponential(desk, field, group[0])
        elif rank(group) == 1:
            _parallel(desk, group)
        elif rank(group + free) < len(group + free):
            _split_exponentials(desk, field, group)


def _single_exponential(desk: Desk, field: Field, member: Member) -> None:
    """exp(0), and exponentials of sums with a multiple of a logarithm."""
    if not member.vector:
        desk.solve("exp-zero", member.atom)
        return
    pieces = {k: _piece_term(field, [member], k) for k in member.vector}
    for key, t in pieces.items():
        others = [f for k, p in pieces.items() if k != key for f in subterms(p)]
        if t.op == "log" and member.vector[key].q == 2 and len(pieces) == 1 and abs(member.vector[key].p) == 1:
            desk.solve("sqrt-exp", member.atom, num(2) * member.atom.args[0])
            return
        if t.op == "log" and member.vector[key].q == 1 and t not in others:
            _split_exponentials(desk, field, [member])
            return


def _pieces(field: Field, form: Fraction) -> Vector:
    """The argument's monomials over its denominator."""
    if form.den.is_constant() and form.num.is_constant():
        return {"one": form.num.leading_coefficient()} if not form.is_zero else {}
    bottom = str(form.den)
    found: Vector = {}
    for exponents, c in form.num.to_dict().items():
        whole = not any(exponents) and form.den.is_constant()
        found["one" if whole else (exponents, bottom)] = c
    return found


def _parallel(desk: Desk, group: list[Member]) -> None:
    """All arguments are multiples of one: powers of one exponential."""
    key = next(iter(group[0].vector))
    multiples, base = _common_unit([m.vector[key] for m in group], group)
    desk.fact("exp-positive", base)
    for m, k in zip(group, multiples, strict=True):
        if k != 1:
            desk.solve("exp-multiple", m.atom, base, num(k))


def _common_unit(scales: list[fmpq], group: list[Member]) -> tuple[list[int], Term]:
    """The multiples of one argument that the members' arguments are, and that argument."""
    unit = common_divisor(scales)
    if sum(s < 0 for s in scales) * 2 > len(scales):
        unit = -unit
    multiples = [int((s / unit).p) for s in scales]
    base = next((m.atom.args[0] for m, k in zip(group, multiples, strict=True) if k == 1), None)
    return multiples, group[0].atom.args[0] / num(multiples[0]) if base is None else base


def _split_exponentials(desk: Desk, field: Field, group: list[Member]) -> None:
    """Every exponential as a product over the pieces of its argument."""
    keys = list(dict.fromkeys(k for m in group for k in m.vector))
    units = {k: common_divisor(m.vector[k] for m in group if k in m.vector) for k in keys}
    terms = {k: t if units[k] == 1 else t * num(units[k]) for k in keys for t in [_piece_term(field, group, k)]}
    for t in terms.values():
        desk.fact("exp-positive", t)
    for m in group:
        parts = []
        for k, c in m.vector.items():
            multiple = num(c / units[k])
            parts.append((terms[k], multiple))
        _chain(desk, m.atom, parts)


def angles(desk: Desk, field: Field) -> None:
    """Write sines and cosines of multiples of an angle by those of the angle."""
    solved = {atom.key for _, atom in desk.goal.solved}
    trigonometric = [g for g in field.generators if g.op in ("sin", "cos", "tan") and g.key not in solved]
    members = {str(field[g.args[0]].key): Member(g, _pieces(field, field[g.args[0]])) for g in trigonometric}
    for group in clusters(m for m in members.values() if m.vector):
        if len(group) < 2 or rank(group) > 1:
            continue
        key = next(iter(group[0].vector))
        multiples, base = _common_unit([m.vector[key] for m in group], group)
        if max(abs(k) for k in multiples) <= MAX_MULTIPLE:
            for k in sorted(set(multiples) - {1}):
                _multiple_angle(desk, base, k)


def _multiple_angle(desk: Desk, base: Term, k: int) -> None:
    whole = num(k) * base
    if k < 0:
        desk.solve("sin-neg", apply("sin", -(num(-k) * base)), num(-k) * base)
        desk.solve("cos-neg", apply("cos", -(num(-k) * base)), num(-k) * base)
        _multiple_angle(desk, base, -k)
    elif k > 1:
        rest = num(k - 1) * base if k > 2 else base
        desk.solve("sin-add", apply("sin", whole), rest, base)
        desk.solve("cos-add", apply("cos", whole), rest, base)
        _multiple_angle(desk, base, k - 1)


def _chain(desk: Desk, atom: Term, parts: list[tuple[Term, Term]]) -> None:
    total: Term | None = None
    steps: list[tuple[Term, Term]] = []
    for t, k in parts:
        piece = k * t
        if total is not None:
            steps.append((total, piece))
        total = piece if total is None else total + piece
    for left, right in reversed(steps):
        whole = apply("exp", left + right)
        desk.solve("exp-add", atom if left + right == total else whole, left, right)
    for t, k in parts:
        if k != num(1):
            desk.solve("exp-multiple", apply("exp", k * t), t, k)
        if t.op == "log":
            desk.solve("exp-log", apply("exp", t), *t.args)


def _piece_term(field: Field, group: list[Member], key: Hashable) -> Term:
    if key == "one":
        return num(1)
    for m in group:
        form = field[m.atom.args[0]]
        for exponents in form.num.to_dict():
            if (exponents, str(form.den)) == key:
                top = polynomial_term(field.generators, form.num.context().from_dict({exponents: fmpq(1)}))
                return top if form.den.is_constant() else top / polynomial_term(field.generators, form.den)
    return num(1)


def logarithms(desk: Desk, field: Field) -> None:
    """Write dependent logarithms, and those of exponentials, as sums over the factors of arguments."""
    solved = {atom.key for _, atom in desk.goal.solved}
    members: list[Member] = []
    terms: dict[Hashable, Term] = {}
    for g in field.generators:
        if g.op == "log" and g.key not in solved:
            members.append(Member(g, _factors(field, field[g.args[0]], terms)))
    for group in clusters(members):
        inside = [terms[k] for m in group for k in m.vector]
        if rank(group) < len(group) or any(t.op in ("exp", "const", "sqrt", "pow") for t in inside):
            for m in group:
                _sum_of_logarithms(desk, m, terms)


def _factors(field: Field, form: Fraction, terms: dict[Hashable, Term]) -> Vector:
    """Irreducible factors and primes of an argument, with multiplicities; their terms by key."""
    found: Vector = {}
    constant = fmpq(1)
    for p, side in ((form.num, 1), (form.den, -1)):
        whole = factored(p)
        constant *= whole.constant**side
        for q, k in whole.factors:
            terms[str(q)] = polynomial_term(field.generators, q)
            found[str(q)] = fmpq(side * k)
    for part, side in ((constant.p, 1), (constant.q, -1)):
        for prime, k in (fmpz(abs(int(part))).factor() if abs(int(part)) < 10**12 else [(part, 1)]):
            terms[int(prime)] = num(int(prime))
            found[int(prime)] = fmpq(side * int(k))
    if constant < 0:
        terms["-1"] = num(-1)
        found["-1"] = fmpq(1)
    return found


def _sum_of_logarithms(desk: Desk, member: Member, terms: Mapping[Hashable, Term]) -> None:
    parts = [(terms[k], int(c.p)) for k, c in member.vector.items()]
    if not parts:
        desk.solve("log-one", member.atom)
        return
    powers = [t if k == 1 else t ** num(k) for t, k in parts]
    total = powers[0]
    steps = []
    for p in powers[1:]:
        steps.append((total, p))
        total = total * p
    for left, right in reversed(steps):
        desk.solve("log-product", apply("log", left * right), left, right)
    for (t, k), p in zip(parts, powers, strict=True):
        if k != 1:
            desk.solve("log-power", apply("log", p), t, num(k))
        if t.op == "exp":
            desk.solve("log-exp", apply("log", t), *t.args)
        elif t.op == "const" and t.value == "E":
            desk.solve("log-e", apply("log", t))
        elif t.op == "sqrt":
            desk.solve("log-sqrt", apply("log", t), *t.args)
        elif t.op == "pow":
            desk.solve("log-power", apply("log", t), *t.args)


def gammas(desk: Desk, field: Field) -> None:
    """Write gamma functions whose orders differ by integers by the one of least order."""
    solved = {atom.key for _, atom in desk.goal.solved}
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
            desk.solve(f"{g.op}-step", g, _lowered(g.args[0], lowest.args[0], max(steps)[0]), *g.args[1:])
        elif g.op == "uppergamma" and order.constant is not None and 1 < order.constant <= MAX_MULTIPLE:
            desk.solve("uppergamma-step", g, num(order.constant - 1), *g.args[1:])


def _lowered(order: Term, lowest: Term, steps: int) -> Term:
    """The order less one, written by the lowest order."""
    return lowest if steps == 1 else lowest + num(steps - 1)


def roots(desk: Desk, field: Field, always: bool = False) -> None:
    """Write dependent square roots (or always) as products of roots of the factors of their arguments."""
    solved = {atom.key for _, atom in desk.goal.solved}
    members: list[Member] = []
    terms: dict[Hashable, Term] = {}
    for g in field.generators:
        if g.op == "sqrt" and g.key not in solved:
            members.append(Member(g, _factors(field, field[g.args[0]], terms)))
    for group in clusters(members):
        dependent = rank(group) < len(group)
        for m in group:
            powers = [abs(c) for k, c in m.vector.items() if not isinstance(k, int)]
            if dependent or max(powers, default=0) > 1 or (always and len(powers) > 1):
                _product_of_roots(desk, m, terms, dependent)


def _product_of_roots(desk: Desk, member: Member, terms: Mapping[Hashable, Term], dependent: bool) -> None:
    top, bottom = list[Term](), list[Term]()
    constant = fmpq(1)
    for key, c in member.vector.items():
        t, k = terms[key], abs(int(c.p))
        if isinstance(key, int) and not dependent:
            constant *= fmpq(key) ** int(c.p)
            continue
        if screen(t, desk.goal.cloud).low < 0 and k % 2:
            return
        (top if c > 0 else bottom).extend([t**2] * (k // 2) + [t] * (k % 2))
    if constant != 1:
        place = next((i for i, t in enumerate(top) if t.op != "pow"), None)
        top = [*top, num(constant)] if place is None else [t if i != place else num(constant) * t for i, t in enumerate(top)]
    above = product_term(top)
    if bottom:
        below = product_term(bottom)
        if not desk.solve("sqrt-quotient", apply("sqrt", above / below), above, below):
            return
        _split_root(desk, bottom)
    _split_root(desk, top)


def _split_root(desk: Desk, factors: list[Term]) -> None:
    """The root of a product as the product of the roots of its factors."""
    for n in range(len(factors), 1, -1):
        left, right = product_term(factors[: n - 1]), factors[n - 1]
        if not desk.solve("sqrt-product", apply("sqrt", left * right), left, right):
            return
    for p in factors:
        if p.op == "pow":
            desk.solve("sqrt-of-square", apply("sqrt", p), p.args[0])
        else:
            desk.fact("sqrt-nonnegative", p)
            desk.fact("sqrt-square", p)
