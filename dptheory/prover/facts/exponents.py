"""Exponentials that depend on one another, as products of powers of a few; even powers, powers of -1."""

from __future__ import annotations

from collections.abc import Hashable

from flint import fmpq

from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    apply,
    is_integer,
    num,
    print_term,
    rational_value,
    subterms,
)

from ..goals.goal import Node
from ..goals.polynomials import fraction_term, poly_key, polynomial_term, tidied
from ..goals.state import ProofState
from .clusters import Member, clusters, common_divisor, common_unit, pieces, rank

MOST_ROOT = 6


def exponentials(state: ProofState, field: Field) -> None:
    """Write dependent exponentials as products of powers of a few."""
    solved = {atom.key for _, atom in state.goal.solved}
    members = []
    for g in field.generators:
        if g.op == "exp" and g.key not in solved:
            members.append(Member(g, pieces(field, field[g.args[0]])))
        elif g.op == "const" and g.value == "E" and g.key not in solved:
            state.solve("exp-one", g)
            members.append(Member(apply("exp", num(1)), {"one": fmpq(1)}))
    for group in clusters(members):
        # in the order of the text: what is charged must not depend on the order of a set
        logs = [k for k in _keys(group) if _piece_term(field, group, k).op == "log"]
        free = [Member(m.atom, {k: fmpq(1)}) for k in logs for m in group[:1]]
        if len(group) < 2:
            _single_exponential(state, field, group[0])
        elif rank(group) == 1:
            _parallel(state, group)
        elif rank(group + free) < len(group + free) or _spanned(field, group):
            _split_exponentials(state, field, group)


def _spanned(field: Field, group: list[Member]) -> bool:
    """Whether the arguments are sums of variables of which some are alone: then as many exponentials of
    single variables do."""
    keys = _keys(group)
    alone = any(len(m.vector) == 1 for m in group)
    return alone and len(keys) <= len(group) and all(_piece_term(field, group, k).op == "var" for k in keys)


def _keys(group: list[Member]) -> list[Hashable]:
    """The pieces that arguments consist of, each once, in the order in which they occur."""
    return list(dict.fromkeys(k for m in group for k in m.vector))


def _single_exponential(state: ProofState, field: Field, member: Member) -> None:
    """exp(0), and exponentials of sums with a multiple of a logarithm."""
    if not member.vector:
        state.solve("exp-zero", member.atom)
        return
    inside = {k: _piece_term(field, [member], k) for k in member.vector}
    for key, t in inside.items():
        others = [f for k, p in inside.items() if k != key for f in subterms(p)]
        if (
            t.op == "log"
            and member.vector[key].q == 2
            and len(inside) == 1
            and abs(member.vector[key].p) == 1
        ):
            state.solve("sqrt-exp", member.atom, num(2) * member.atom.args[0])
            return
        if t.op == "log" and member.vector[key].q == 1 and (t not in others or _alone(state, t.args[0])):
            _split_exponentials(state, field, [member])
            return


def _alone(state: ProofState, t: Term) -> bool:
    """Whether the goal has a variable outside of all functions, and its logarithm as well."""
    target = state.goal.relation
    field = Field([target.left, target.right])
    return t.op == "var" and t in field.generators and apply("log", t) in field.generators


def _parallel(state: ProofState, group: list[Member]) -> None:
    """All arguments are multiples of one: powers of one exponential."""
    key = next(iter(group[0].vector))
    multiples, base = common_unit([m.vector[key] for m in group], group)
    state.fact("exp-positive", base)
    for m, k in zip(group, multiples, strict=True):
        if k != 1:
            state.solve("exp-multiple", m.atom, base, num(k))


def _split_exponentials(state: ProofState, field: Field, group: list[Member]) -> None:
    """Every exponential as a product over the pieces of its argument."""
    keys = _keys(group)
    units = {k: common_divisor(m.vector[k] for m in group if k in m.vector) for k in keys}
    for k in keys:
        if units[k].q == 1 and _piece_term(field, group, k).op == "log":
            units[k] = fmpq(1)  # exp(n*log(u)) is a power of u
    terms = {
        k: t if units[k] == 1 else t * num(units[k]) for k in keys for t in [_piece_term(field, group, k)]
    }
    for t in terms.values():
        state.fact("exp-positive", t)
    for m in group:
        parts = []
        for k, c in m.vector.items():
            multiple = num(c / units[k])
            parts.append((terms[k], multiple))
        _chain(state, m.atom, parts)


def _chain(state: ProofState, atom: Term, parts: list[tuple[Term, Term]]) -> None:
    total: Term | None = None
    steps: list[tuple[Term, Term]] = []
    for t, k in parts:
        piece = k * t
        if total is not None:
            steps.append((total, piece))
        total = piece if total is None else total + piece
    for left, right in reversed(steps):
        whole = apply("exp", left + right)
        state.solve("exp-add", atom if left + right == total else whole, left, right)
    for t, k in parts:
        if k != num(1):
            state.solve("exp-multiple", apply("exp", k * t), t, k)
        if t.op == "log":
            state.solve("exp-log", apply("exp", t), *t.args)


def _piece_term(field: Field, group: list[Member], key: Hashable) -> Term:
    if key == "one":
        return num(1)
    for m in group:
        form = field[m.atom.args[0]]
        for exponents in form.num.monoms():
            if (exponents, poly_key(form.den)) == key:
                top = polynomial_term(field.generators, form.num.context().from_dict({exponents: fmpq(1)}))
                return top if form.den.is_constant() else top / polynomial_term(field.generators, form.den)
    return num(1)


def radicals(state: ProofState, field: Field) -> None:
    """What the q-th powers of exp(p/q*log(u)) are, for 3 <= q <= 6: powers of u."""
    for g in field.generators:
        vector = pieces(field, field[g.args[0]]) if g.op == "exp" else {}
        if len(vector) != 1:
            continue
        ((key, share),) = vector.items()
        inside = _piece_term(field, [Member(g, vector)], key)
        if inside.op != "log" or not 3 <= int(share.q) <= MOST_ROOT or share.p != 1:
            continue
        root, q = num(share) * inside, num(int(share.q))
        if state.fact("exp-multiple", root, q) is not None:
            state.solve("exp-log", apply("exp", inside), *inside.args)


def signed_power(state: ProofState, atom: Term) -> None:
    """An even power of what may be negative is a square; the powers of -1 have the square 1."""
    base, exponent = atom.args
    if rational_value(base) == -1 and is_integer(exponent, state.goal.sequent.integers):
        state.fact("power-product-integer", base, base, exponent)
        state.solve("power-of-one", num(1) ** exponent, exponent)
        return
    field = Field([exponent])
    half = field.scale(field[exponent], fmpq(1, 2))
    if half.den.is_constant() and all(c.q == 1 for c in half.num.coeffs()):
        root = fraction_term(tidied(field), half.num, half.den)
        if is_integer(root, state.goal.sequent.integers):
            state.solve("power-add-integer", atom, base, root, root)
            nonzero_power(state, apply("pow", base, root))


def nonzero_power(state: ProofState, power: Term) -> int | None:
    """An integer power b**n of b != 0 is not 0, since b**n*b**(-n) = b**0 = 1; the hypothesis' number."""
    base, n = power.args
    known = state.goal.index_of(Relation("!=", base, num(0)))
    if known is None or rational_value(n) is not None or not is_integer(n, state.goal.sequent.integers):
        return None
    wanted = Relation("!=", power, num(0))
    inner = ProofState(state.prover, state.goal.where(state.goal.sequent), state.depth)
    if inner.define(power) is None or (product := inner.fact("power-add-integer", base, n, -n)) is None:
        return None
    one = inner.congruence("pow", (base, n + -n), (base, num(0)))
    if one is None:
        return None
    # 1 = b**n*b**(-n), which is 0 where b**n is
    zero = len(inner.goal.hypotheses)
    terms: list[Node] = [
        {"c": "1", "h": []},
        {"c": "1", "h": [one]},
        {"c": "-1", "h": [product[0]]},
        {"c": "-1", "h": [zero], "by": print_term(base ** (-n))},
    ]
    proof = [*inner.nodes, {"rule": "contradiction"}, {"rule": "poly", "times": [], "terms": terms}]
    return state.have(wanted, proof)
