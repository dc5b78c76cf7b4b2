"""A variable at the bound that a condition gives: where both sides move with it in the ways that help.

Complete for goals that are put together of sums, products, quotients of what is not negative and increasing
functions, in which a variable moves the smaller side and the larger one apart all the way from the bound, and
which are shown at that bound: n >= 2*log(m/d) is used as n = 2*log(m/d).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dptheory.kernel.real import Field, Relation, Term, num, substitute, subterms, var

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.segments import linear_bound
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

INCREASING = {"exp": "exp-monotone", "log": "log-monotone", "sqrt": "sqrt-monotone"}
LINEAR = frozenset(("add", "sub", "neg", "mul", "var", "num"))
LARGEST = 120


@tactic(
    "a condition bounds a variable by a term, and the goal is weakest there, as its parts show",
    MODERATE,
    "log(2 + x*sqrt(y*log(y)/n)) <= x + log(2) | log(2 + x*sqrt(y*log(y)/n)) <= x/4 + log(2) | "
    "n >= y*log(y), y >= 2, x > 0",
    said="a variable at its bound",
)
def by_value_at_bound(prover: Prover, start: ProofState) -> Proof | None:
    """Show large >= small from what it is where a variable is the term by which a condition bounds it."""
    goal, (op, large, small) = start.goal, start.goal.relation.oriented
    if op not in (">", ">=") or large.size + small.size > LARGEST:
        return None
    for x in sorted(_inside(large, small) - goal.sequent.integers):
        for i, h in enumerate(goal.hypotheses):
            found = linear_bound(h, x) if i not in goal.hidden and x in h.variables() else None
            if found is not None and _is_bent(found[0]) and h.op not in ("=", "!="):
                proof = _from(prover, start, x, found[0], i)
                if proof is not None:
                    return proof
    return None


def _inside(*sides: Term) -> set[str]:
    """The variables of function values, powers and denominators: in others a goal is linear."""
    parts = [t.args[1:] if t.op == "div" else (t,) for t in subterms(*sides) if t.op not in LINEAR]
    return {name for part in parts for t in part for name in t.names}


def _is_bent(bound: Term) -> bool:
    """Whether a bound is not linear: ends of a range, and orders of variables, are for other tactics."""
    parts = list(subterms(bound))
    return any(t.op not in LINEAR or (t.op == "mul" and all(a.names for a in t.args)) for t in parts)


def _from(prover: Prover, start: ProofState, x: str, bound: Term, place: int) -> Proof | None:
    """The goal from what it says at the bound."""
    op, large, small = start.goal.relation.oriented
    there = Relation(op, *(_tidy(substitute(t, {x: bound})) for t in (large, small)))
    if sampled_signs(there.left - there.right, start.goal.samples, stop_below=True).low < 0:
        return None
    state = ProofState(prover, start.goal, start.depth)
    moved = Moved(state, x, bound, place)
    if not (moved.way(small) in (0, 1) and moved.way(large) in (0, -1)):
        return None
    sides = [moved.shown(t) for t in (small, large) if x in t.names]
    last = None if None in sides else state.have(there, depth=start.depth)
    if last is None:
        return None
    return start.close(state.combined([], [_sum(last), *(_sum(i) for i in sides if i is not None)]))


def _tidy(t: Term) -> Term:
    """The term with its arguments in normal form, in which the bound may cancel."""
    made = Field([t])
    form = made[t]
    return fraction_term(tidied(made), form.num, form.den)


def _sum(*places: int) -> Node:
    return {"c": "1", "h": list(places)}


@dataclass
class Moved:
    """What terms are at the bound of a variable, compared with what they are."""

    state: ProofState
    x: str
    bound: Term
    place: int
    known: dict[bytes, int | None] = field(default_factory=dict)

    def there(self, t: Term) -> Term:
        """The term at the bound."""
        return substitute(t, {self.x: self.bound})

    def way(self, t: Term) -> int | None:
        """1 or -1 where the term is seen to be larger, or smaller, at the bound, as its parts say; 0 where
        it does not move; else None."""
        if self.x not in t.names:
            return 0
        seen = sampled_signs(self.there(t) - t, self.state.goal.samples)
        own = None if not seen.seen or seen.low < 0 < seen.high else 1 if seen.high > 0 else -1
        parts = [self.way(a) for a in t.args]
        if None in parts or own is None:
            return None
        if t.op in ("sub", "div"):
            parts[1] = -parts[1]  # type: ignore[operator]
        agrees = t.op not in ("add", "sub", "mul", "div") or len({*parts} - {0}) == 1
        return own if agrees else None

    def shown(self, t: Term) -> int | None:
        """Show how the term moves; the hypothesis' number."""
        if t == var(self.x):
            return self.place
        if t.key not in self.known:
            self.known[t.key] = self._new(t)
        return self.known[t.key]

    def _new(self, t: Term) -> int | None:
        low, high = (t, self.there(t)) if self.way(t) == 1 else (self.there(t), t)
        parts = [None if self.x not in a.names else self.shown(a) for a in t.args]
        if any(p is None and self.x in a.names for p, a in zip(parts, t.args, strict=True)):
            return None
        if t.op in INCREASING:
            found = self.state.fact(INCREASING[t.op], low.args[0], high.args[0])
            return None if found is None else found[0]
        wanted = Relation("<=", low, high)
        if t.op not in ("add", "sub", "neg", "mul", "div"):
            return self.state.have(wanted, depth=1)
        return self._arithmetic(t, wanted, parts)

    def _arithmetic(self, t: Term, wanted: Relation, parts: list[int | None]) -> int | None:
        """The same of a sum; of a product, or quotient, whose factors are not negative where others move."""
        terms, times = [_sum(p) for p in parts if p is not None], list[int | None]()
        if t.op in ("mul", "div"):
            (a, b), (_, b_there) = t.args, self.there(t).args
            times = [] if t.op == "mul" else [self._sign(">", b), self._sign(">", b_there)]
            beside = (None if parts[0] is None else times[0] if times else self._sign(">=", b_there),
                      None if parts[1] is None else self._sign(">=", a))  # fmt: skip
            pairs = [(p, sign) for p, sign in zip(parts, beside, strict=True) if p is not None]
            terms = [_sum(p, sign) for p, sign in pairs if sign is not None]
            if len(terms) < len(pairs):
                return None
        if None in times or self.state.define(wanted.left, wanted.right) is None:
            return None
        known = self.state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
        inner = ProofState(self.state.prover, self.state.goal.where(known), 1)
        return self.state.have(wanted, inner.combined([p for p in times if p is not None], terms))

    def _sign(self, op: str, t: Term) -> int | None:
        return self.state.have(Relation(op, t, num(0)), depth=1)
