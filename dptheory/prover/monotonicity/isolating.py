"""A power of a variable against a product of function values: A >= x**k follows from A**(1/k) >= x.

What is left has x alone on one side, so that its derivative there is a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import mul

from flint import fmpq

from dptheory.kernel.real import Field, Relation, Term, free_variables, num, print_term

from ..arithmetic.combination import by_combination, denominators
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .derivatives import derivatives_first

LARGEST = 6
DEEP = 3


@dataclass(frozen=True)
class Isolated:
    """x**k on the smaller (or greater) side, and powers of other function values, with c, on the other."""

    x: Term
    k: int
    smaller: bool
    c: fmpq
    powers: tuple[tuple[Term, int], ...]


@tactic(
    "the goal has a power of a variable beside powers of function values",
    CHEAP,
    "sinh(x)**3 >= x**3*cosh(x) | sinh(x)**3 >= 2*x**3*cosh(x) | x > 0",
)
def by_isolating(prover: Prover, start: ProofState) -> Proof | None:
    """Show that c*f**i*g**j >= x**k (or <=) for function values f, g > 0 of x > 0, k >= 2."""
    for found in _isolated(start):
        proof = _rooted(prover, start, found)
        if proof is not None:
            return start.close(proof)
    return None


def _isolated(start: ProofState) -> Iterator[Isolated]:
    r = start.goal.relation
    field = Field([r.left, r.right])
    whole = field.difference(r)
    parts = sorted(whole.num.terms(), key=lambda part: part[1] < 0)
    if len(parts) != 2 or not parts[0][1] > 0 > parts[1][1]:
        return
    (above, c), (below, d) = parts
    net = [int(a) - int(b) for a, b in zip(above, below, strict=True)]
    powers = [(g, k) for g, k in zip(field.generators, net, strict=False) if k]
    for x, k in powers:
        others = tuple((g, j) for g, j in powers if g != x)
        # powers that roots of the same degree leave whole were looked at before
        if x.op != "var" or not 2 <= abs(k) <= LARGEST or all(j % k == 0 for _, j in others):
            continue
        if not all(free_variables(x) <= free_variables(g) for g, _ in others) or len(others) < 2:
            continue
        if any(sampled_signs(t, start.goal.samples).low <= 0 for t in (x, *(g for g, _ in others))):
            continue
        if k < 0:
            yield Isolated(x, -k, True, c / -d, others)
        else:
            yield Isolated(x, k, False, -d / c, tuple((g, -j) for g, j in others))


def _rooted(prover: Prover, start: ProofState, found: Isolated) -> Proof | None:
    state = ProofState(prover, start.goal, start.depth)
    x, k = found.x, found.k
    if any(state.have(Relation(">", t, num(0)), depth=2) is None for t in (x, *(g for g, _ in found.powers))):
        return None
    bases = [(g, fmpq(j)) for g, j in found.powers]
    if found.c != 1:
        bases.append((num(found.c), fmpq(1)))
    factors = [g ** num(j / k) if j != k else g for g, j in bases]
    root, strict = _product(factors), start.goal.relation.strict
    low, high = (x, root) if found.smaller else (root, x)
    between = _compared(prover, state, Relation("<" if strict else "<=", low, high))
    if between is None or state.have(Relation(">=", low, num(0)), depth=2) is None:
        return None
    raised = state.fact("power-strict" if strict else "power-monotone-zero", low, high, num(k))
    equal = None if raised is None else _powers(state, bases, factors, k)
    if raised is None or equal is None:
        return None
    # low**k <= high**k, where the root's power is what it is the root of
    whole = _product([g ** num(j) for g, j in bases])
    sides = (x ** num(k), whole) if found.smaller else (whole, x ** num(k))
    sign = "-1" if found.smaller else "1"
    nodes: list[Node] = [{"c": "1", "h": raised}]
    nodes += [{"c": sign, "h": [i], "by": print_term(t)} for i, t in equal]
    relation = Relation("<" if strict else "<=", *sides)
    if state.have(relation, [{"rule": "poly", "times": [], "terms": nodes}]) is None:
        return None
    denominators(state)
    return by_combination(prover, state, [1, 2])


def _compared(prover: Prover, state: ProofState, wanted: Relation) -> int | None:
    """The roots compared: the derivative of the variable is a number, so by that before anything else."""
    if state.define(wanted.left, wanted.right) is None:
        return None
    sequent = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    inner = ProofState(prover, state.goal.where(sequent), max(state.depth, DEEP))
    return state.have(wanted, derivatives_first(prover, inner))


def _product(factors: Sequence[Term]) -> Term:
    return reduce(mul, factors)


def _powers(
    state: ProofState, bases: list[tuple[Term, fmpq]], factors: list[Term], k: int
) -> list[tuple[int, Term]] | None:
    """Equations, with multipliers, that add up to: the k-th power of the product of factors is that of
    the bases' powers."""
    found: list[tuple[int, Term]] = []
    raised, powers = [f ** num(k) for f in factors], [g ** num(j) for g, j in bases]
    for i, (g, j) in enumerate(bases):
        part = num(j / k)
        if (j / k).q == 1:
            continue
        first = state.fact("power-power", g, part, num(k))
        second = state.congruence("pow", (g, part * num(k)), (g, num(j)))
        if first is None or second is None:
            return None
        by = _product([num(1), *powers[:i], *raised[i + 1 :]])
        found += [(first[0], by), (second, by)]
    return found
