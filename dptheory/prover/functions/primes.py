"""Logarithms of numbers by those of primes, so that it does not matter how a constant is written."""

from __future__ import annotations

from flint import fmpz

from dptheory.kernel.real import Relation, Term, num, rational_value, replace_terms, subterms

from ..arithmetic.combination import by_combination
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import product_term
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .entropy import expand
from .logarithms import expanded_logarithm

LARGEST = 10**6


@tactic(
    "the goal has variables, and the logarithm of a number that is no prime",
    CHEAP,
    "x*log(4) <= x*log(2) + x**2*log(2) | x*log(4) <= x*log(2) + x**2*log(2)/2 | x >= 1",
)
def by_prime_logarithms(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal with log(2) and log(3) in place of log(4), log(6) and log(2/3)."""
    r = start.goal.relation
    products = {t: p for t in subterms(r.left, r.right) if t.op == "log" and (p := _product(*t.args))}
    if not products or not r.variables():
        return None
    images = {t.key: expanded_logarithm(p) for t, p in products.items()}
    state = ProofState(prover, start.goal, start.depth)
    wanted = Relation(r.op, replace_terms(r.left, images), replace_terms(r.right, images))
    if state.have(wanted, depth=start.depth) is None:
        return None
    for t, p in products.items():
        same = state.congruence("log", t.args, (p,))
        if not state.define_by(same, t) or not expand(state, p):
            return None
    return start.close(by_combination(prover, state, [1]))


def _product(t: Term) -> Term | None:
    """A positive number as a product of powers of primes, unless it is one prime."""
    value = rational_value(t)
    if value is None or value <= 0 or value == 1 or max(value.p, value.q) > LARGEST:
        return None
    above, below = ([_power(int(p), int(k)) for p, k in fmpz(n).factor()] for n in (value.p, value.q))
    if not below and len(above) == 1 and above[0].op == "num":
        return None
    over = product_term(above)
    return over / product_term(below) if below else over


def _power(p: int, k: int) -> Term:
    return num(p) if k == 1 else num(p) ** num(k)
