"""How two products grow from n to n + 1: their quotient as a product of powers, compared by its logarithm.

Powers with variable exponents, exponentials, gamma functions and binomials of n and n + 1 are taken apart
into powers of irreducible factors; gamma functions whose orders differ by whole numbers cancel. What is left
is a sum of multiples of logarithms of polynomials.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import isqrt, lcm

from flint import fmpq, fmpz

from dptheory.kernel import KernelError
from dptheory.kernel.real import E, Field, Relation, Term, apply, num, rational_value, subterms

from ..arithmetic.factors import by_identity
from ..facts.clusters import gammas
from ..facts.exponents import exponentials
from ..facts.known import atoms
from ..functions.logarithms import by_exponential, expanded_logarithm
from ..functions.pairs import joined
from ..goals.goal import Goal, Node
from ..goals.obligations import Prover
from ..goals.polynomials import factored, polynomial_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from .rests import tidy_or

MOST_STEPS = 40
LARGEST = 10**12


@dataclass
class Powers:
    """A product of powers of positive terms, as exponents by atoms, times exp(rest)."""

    goal: Goal
    found: dict[bytes, tuple[Term, Term]] = field(default_factory=dict)
    rest: Term = field(default_factory=lambda: num(0))

    def times(self, t: Term, k: Term) -> bool:
        """Multiply by t**k; whether that could be read."""
        value = rational_value(t)
        if value is not None:
            return self._number(value, k)
        if t == E or t.op == "exp":
            self.rest = self.rest + (k if t == E else k * t.args[0])
            return True
        if t.op in ("mul", "div"):
            return self.times(t.args[0], k) and self.times(t.args[1], k if t.op == "mul" else -k)
        if t.op in ("pow", "sqrt"):
            return self.times(t.args[0], k * t.args[1] if t.op == "pow" else k / 2)
        return self._gamma(t, k) if t.op == "gamma" else self._factors(t, k)

    def _number(self, value: fmpq, k: Term) -> bool:
        if value <= 0 or max(value.p, value.q) > LARGEST:
            return False
        for part, e in ((value.p, k), (value.q, -k)):
            for prime, m in fmpz(part).factor():
                self._add(num(fmpq(prime)), e * num(m))
        return True

    def _gamma(self, t: Term, k: Term) -> bool:
        """A gamma function by one whose order is a whole number less, or more."""
        (order,) = t.args
        for other, _ in list(self.found.values()):
            if other.op != "gamma":
                continue
            steps = Field([order - other.args[0]])[order - other.args[0]].constant
            if steps is not None and steps.q == 1 and abs(steps) <= MOST_STEPS:
                self._add(other, k)
                low, sign = (other.args[0], k) if steps > 0 else (order, -k)
                return all(self._factors(low + num(i), sign) for i in range(abs(int(steps.p))))
        return self._add(t, k)

    def _factors(self, t: Term, k: Term) -> bool:
        fraction = Field([t])
        form = fraction[t]
        if any(g.op != "var" for g in fraction.generators):
            return self._add(t, k)
        for polynomial, sign in ((form.num, k), (form.den, -k)):
            whole = factored(polynomial)
            constant = whole.constant
            for p, m in whole.factors:
                unit = fmpq(lcm(*(int(c.q) for c in p.coeffs())))
                if sampled_signs(polynomial_term(fraction.generators, p), self.goal.samples).high < 0:
                    unit = -unit
                factor, constant = polynomial_term(fraction.generators, p * unit), constant / unit**m
                self._add(factor, sign * num(m))
            if not self._number(constant, sign):
                return False
        return True

    def _add(self, atom: Term, k: Term) -> bool:
        before = self.found.get(atom.key)
        self.found[atom.key] = atom, k if before is None else before[1] + k
        return True

    def sides(self) -> tuple[Term, Term]:
        """Two products of which the one over the other is this one; exponents are >= 0 where that is seen."""
        large, small = list[Term](), list[Term]()
        for atom, k in self._tidied():
            below = sampled_signs(k, self.goal.samples).high < 0
            (small if below else large).extend(_powers(atom, tidy_or(-k) if below else k))
        large.extend(apply("exp", e) for e in self._exponents())
        return _product(small), _product(large)

    def _exponents(self) -> Iterator[Term]:
        """What the exponentials are of: their sum, where it is no quotient, else each."""
        whole = tidy_or(self.rest)
        field = Field([whole])
        apart = [] if field[whole].den.is_constant() else list(summands(self.rest))
        yield from (e for t in apart or [whole] if (e := tidy_or(t)) != num(0))

    def _tidied(self) -> Iterator[tuple[Term, Term]]:
        for atom, k in self.found.values():
            e = tidy_or(k)
            if e != num(0):
                yield atom, e

    def is_numeric(self) -> bool:
        """Whether all exponents are numbers."""
        return all(not k.names for _, k in self._tidied())


def summands(t: Term, sign: int = 1) -> Iterator[Term]:
    """What a term is the sum of.

    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> [print_term(one) for one in summands(parse_term("1/n - (x + -1*y)"))]
    ['1/n', '-x', '-(-1*y)']
    """
    if t.op in ("add", "sub"):
        yield from summands(t.args[0], sign)
        yield from summands(t.args[1], sign if t.op == "add" else -sign)
    elif t.op == "neg":
        yield from summands(t.args[0], -sign)
    else:
        yield t if sign > 0 else -t


def _powers(atom: Term, e: Term) -> list[Term]:
    """A power; a half in its exponent as a root, which is how roots are known."""
    whole, rest = Field([e])[e], e - num(fmpq(1, 2))
    constant = whole.num.to_dict().get((0,) * len(whole.num.degrees()), fmpq(0))
    if not whole.den.is_constant() or constant.q != 2:
        return [atom if e == num(1) else atom**e]
    rest = tidy_or(rest)
    return [*([] if rest == num(0) else _powers(atom, rest)), apply("sqrt", atom)]


def _product(parts: list[Term]) -> Term:
    result = num(1)
    for p in parts:
        result = p if result == num(1) else result * p
    return result


Shows = Callable[[ProofState, Relation, bool], int | None]
"""What shows a comparison of logarithms, knowing whether their multiples are numbers."""


def grown(prover: Prover, state: ProofState, small: Term, large: Term, depth: int) -> int | None:
    """Show small <= large, positive products that the state has, by what is left of their quotient; the
    hypothesis' number."""
    return by_logarithms(prover, state, small, large, partial(_logarithms, prover, depth))


def by_logarithms(prover: Prover, state: ProofState, small: Term, large: Term, shown: Shows) -> int | None:
    """The same, where something shows the comparison of the logarithms."""
    quotient = Powers(state.goal)
    try:
        if not (quotient.times(large, num(1)) and quotient.times(small, num(-1))):
            return None
    except KernelError:
        return None
    u, v = quotient.sides()
    logs = Relation("<=", expanded_logarithm(u), expanded_logarithm(v))
    seen = sampled_signs(logs.right - logs.left, state.goal.samples, stop_below=True)
    if not seen.seen or seen.low < 0:
        return None
    place = shown(state, logs, quotient.is_numeric())
    found = None if place is None else state.fact("exp-monotone", logs.left, logs.right)
    if found is None or not (undone(state, u) and undone(state, v)):
        return None
    order = state.have(Relation("<=", u, v), depth=1)
    same = _identity(prover, state, Relation("=", small * v, large * u))
    signs = [state.have(Relation(">", t, num(0)), depth=2) for t in (v, large)]
    if order is None or same is None or signs[0] is None or signs[1] is None:
        return None
    wanted = Relation("<=", small, large)
    terms: list[Node] = [{"c": "1", "h": [order, signs[1]]}, {"c": "-1", "h": [same]}]
    known = state.goal.sequent.knowing(small, large).showing(wanted)
    inner = ProofState(prover, state.goal.where(known), state.depth)
    proof = inner.combined([signs[0]], terms)
    return None if proof is None else state.have(wanted, proof)


def _logarithms(prover: Prover, depth: int, state: ProofState, wanted: Relation, numeric: bool) -> int | None:
    """Show the comparison of the logarithms; where their multiples are numbers, that of the products."""
    if state.define(wanted.left, wanted.right) is None:
        return None
    known = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    inner = ProofState(prover, state.goal.where(known), depth)
    proof = by_exponential(prover, inner) if numeric else joined(prover, inner)
    return state.have(wanted, proof, depth)


def _identity(prover: Prover, state: ProofState, wanted: Relation) -> int | None:
    """Show an equation between products of powers, each taken apart by itself."""
    if state.define(wanted.left, wanted.right) is None:
        return None
    known = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    inner = ProofState(prover, state.goal.where(known, state.goal.derived), 2)
    for t in subterms(wanted.left, wanted.right):
        if t.op == "pow" and rational_value(t.args[1]) is None:
            _split(inner, *t.args)
        elif t.op == "sqrt":
            _rooted(inner, t)
    for cluster in (gammas, gammas, gammas, exponentials):  # each time by one step
        cluster(inner, atoms(inner))
    proof = by_identity(prover, inner)
    return None if proof is None else state.have(wanted, proof)


def _rooted(state: ProofState, root: Term) -> None:
    """Say what the root of a product or quotient is by the roots of its parts, and that of a square."""
    (t,) = root.args
    name = {"mul": "sqrt-product", "div": "sqrt-quotient"}.get(t.op)
    value = rational_value(t)
    whole = fmpq(isqrt(int(value.p)), isqrt(int(value.q))) if value is not None and value > 0 else fmpq(0)
    if name is not None and state.solve(name, root, *t.args):
        for part in t.args:
            _rooted(state, apply("sqrt", part))
    elif value is not None and whole**2 == value:
        state.define_by(state.have(Relation("=", root, num(whole))), root)
    else:
        state.fact("sqrt-square", t)


def _split(state: ProofState, b: Term, e: Term) -> None:
    """Say what a power is by powers of the parts of its base and exponent."""
    if rational_value(e) is not None:
        return
    if b == E:
        state.solve("e-power", b**e, e)
    elif b.op in ("mul", "div") and state.solve(
        "power-product" if b.op == "mul" else "power-quotient", b**e, *b.args, e
    ):
        for part in b.args:
            _split(state, part, e)
    elif e.op == "neg":
        state.solve("power-neg", b**e, b, *e.args)
    elif e.op == "add":
        if state.solve("power-add", b**e, b, *e.args):
            for part in e.args:
                _split(state, b, part)
    elif e.op == "sub":
        total = e.args[0] + -e.args[1]
        if state.define_by(state.congruence("pow", (b, e), (b, total)), b**e):
            _split(state, b, total)


def undone(state: ProofState, t: Term) -> bool:
    """Say what the exponential of an expanded logarithm is."""
    if t.op == "exp" or t == num(1):
        return True
    if t.op in ("mul", "div"):
        name, sides = ("exp-add" if t.op == "mul" else "exp-sub"), [expanded_logarithm(a) for a in t.args]
        whole = apply("exp", expanded_logarithm(t))
        return all(undone(state, a) for a in t.args) and state.solve(name, whole, *sides)
    if t.op == "pow":
        return state.solve("power-as-exp", apply("exp", expanded_logarithm(t)), *t.args)
    return state.solve("exp-log", apply("exp", apply("log", t)), t)
