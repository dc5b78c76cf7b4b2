"""Signs that terms show by how they are written: sums, products and roots of what is not negative.

Most obligations (a divisor, a radicand) are of this kind, and need no search.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq

from dptheory.kernel.real import Relation, Term, num, print_term, rational_value

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

NONE, NONNEGATIVE, POSITIVE = 0, 1, 2
LARGEST = 200
SMALL = 9
SIMPLE = 40


@tactic(
    "the goal compares with 0 a term whose parts have signs that are evident",
    CHEAP,
    "x*y*z + 1 > 0 | x*y*z - 1 > 0 | x >= 0, y >= 0, z >= 0",
)
def by_written_signs(prover: Prover, start: ProofState) -> Proof | None:
    """Show t > 0, t >= 0 or t != 0 by the signs of the parts of t.

    >>> from dptheory.kernel.real.claims import relation
    >>> from dptheory.kernel.real.sequents import restart
    >>> from ..goals.goal import Goal
    >>> goal = Goal(restart({"x": False}, (), relation("x**2 + pi > 0"), ()), ())
    >>> [node["rule"] for node in by_written_signs(None, ProofState(None, goal, 0))]
    ['have', 'have', 'poly']
    """
    op, t, zero = start.goal.relation.oriented
    if op == "=" or zero != num(0) or t.size > LARGEST:
        return None
    state = ProofState(prover, start.goal, start.depth)
    evidence = Evidence(state)
    kind = evidence.kind(t)
    if kind == NONE or (kind == NONNEGATIVE and op != ">="):
        return None
    proof = evidence.argument(t)
    before: Proof = [{"rule": "apart", "side": "above"}] if op == "!=" else []
    return None if proof is None else start.close(state.close([*before, *proof]))


@dataclass(frozen=True)
class Evidence:
    """What the hypotheses and the way they are written say of the signs of terms."""

    state: ProofState
    kinds: dict[bytes, int] = field(default_factory=dict)
    sources: dict[bytes, tuple[int, Term]] = field(default_factory=dict)

    def kind(self, t: Term) -> int:
        """Whether a term is seen to be positive, or not to be negative."""
        known = self.kinds.get(t.key)
        if known is None:
            self.kinds[t.key] = NONE  # what is asked for while it is looked at is not known
            known, (place, stated, small) = self._written(t), self._stated(t)
            if stated > known:
                self.sources[t.key] = place, small
            known = self.kinds[t.key] = max(known, stated)
        return known

    def _stated(self, t: Term) -> tuple[int, int, Term]:
        """The best of the hypotheses t > s, t >= s with a simple s >= 0: its number, what it
        says of t, and s."""
        best = (-1, NONE, t)
        for i, h in enumerate(self.state.goal.hypotheses):
            op, large, small = h.oriented
            if op not in (">", ">=") or large != t or small.size > SIMPLE:
                continue
            kind = self.kind(small)
            kind = POSITIVE if kind and op == ">" else kind
            if kind > best[1]:
                best = (i, kind, small)
        return best

    def _written(self, t: Term) -> int:
        value = rational_value(t)
        if value is not None:
            return POSITIVE if value > 0 else NONNEGATIVE if value == 0 else NONE
        if t.op in ("exp", "erfc", "const", "gamma"):  # what has a value of gamma is positive, and so is that
            return POSITIVE
        if t.op in ("add", "mul"):
            a, b = (self.kind(u) for u in t.args)
            return min(a, b) if t.op == "mul" or not a or not b else max(a, b)
        if t.op == "div":
            a, b = (self.kind(u) for u in t.args)
            return a if b == POSITIVE else NONE
        if t.op == "sqrt":
            return self.kind(t.args[0])
        if t.op == "log" and (self.state.goal.unknown is None or _is_plain(t.args[0])):
            seen = sampled_signs(t.args[0] - 1, self.state.goal.samples, stop_below=True)
            return NONE if seen.low < 0 or not seen.seen else POSITIVE if seen.low > 0 else NONNEGATIVE
        if t.op == "sub":
            part = _past_one(t)
            return NONE if part is None else self.kind(part[0])
        return self._power(t) if t.op == "pow" else NONE

    def _power(self, t: Term) -> int:
        base, exponent = t.args
        e, kind = rational_value(exponent), self.kind(base)
        if kind == POSITIVE or e is None or e.q != 1 or e <= 0:
            return kind if kind == POSITIVE else NONE
        return NONNEGATIVE if e.p % 2 == 0 else kind

    def shown(self, t: Term) -> int | None:
        """Show the sign that a term was seen to have; the hypothesis' number."""
        kind = self.kind(t)
        wanted = Relation(">" if kind == POSITIVE else ">=", t, num(0))
        known = self.state.goal.index_of(wanted)
        if known is not None or kind == NONE:
            return known
        proof = self.argument(t)
        return None if proof is None else self.state.have(wanted, proof)

    def argument(self, t: Term) -> Proof | None:
        """The last node of a proof of the sign, what it rests on having been shown."""
        source = self.sources.get(t.key)
        if source is None:
            return self._proof(t, self.kind(t))
        place, small = source
        above = self._factor(small)
        parts = [_summand(fmpq(1), [place])]
        parts += [] if above is None or above[0] == 0 else [_summand(*above)]
        return None if above is None else [_combined(parts)]

    def _proof(self, t: Term, kind: int) -> Proof | None:
        """A proof of the sign by the signs of the parts, which are shown first."""
        if rational_value(t) is not None:
            return [{"rule": "exact"}]
        if t.op == "const":
            return [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
        if t.op in ("add", "mul", "div"):
            return self._arithmetic(t)
        if t.op == "pow" and kind == NONNEGATIVE:
            return self._squared(t)
        if t.op == "sub":
            return self._beyond_one(t)
        if t.op == "sqrt" and self.shown(t.args[0]) is None:
            return None
        beyond = Relation(">" if kind == POSITIVE else ">=", t.args[0], num(1)) if t.op == "log" else None
        if beyond is not None and self.state.have(beyond, depth=0) is None:
            return None
        place = self.shown(t.args[0]) if t.op == "pow" else None
        if t.op == "pow" and place is None:
            return None
        times = rational_value(t.args[1]) if t.op == "pow" else None
        if place is not None and times is not None and times.q == 1 and 0 < times < SMALL:
            return [_combined([_summand(fmpq(1), [place] * int(times))])]
        names = {"exp": "exp-positive", "erfc": "erfc-positive", "pow": "power-positive"}
        name = names.get(t.op) or f"{t.op}-{'positive' if kind == POSITIVE else 'nonnegative'}"
        found = self.state.fact(name, *t.args)
        return None if found is None else [_combined([_summand(fmpq(1), found[:1])])]

    def _factor(self, t: Term) -> tuple[fmpq, list[int]] | None:
        """A number, or a hypothesis that has the term as its difference."""
        value = rational_value(t)
        if value is not None:
            return value, []
        place = self.shown(t)
        return None if place is None else (fmpq(1), [place])

    def _arithmetic(self, t: Term) -> Proof | None:
        a, b = (self._factor(u) for u in t.args)
        if a is None or b is None:
            return None
        if t.op == "add":
            return [_combined([_summand(*part) for part in (a, b) if part[0]])]
        scale = a[0] / b[0] if t.op == "div" else a[0] * b[0]
        uses = a[1] if t.op == "div" else a[1] + b[1]
        return [_combined([_summand(scale, uses)] if scale else [], b[1] if t.op == "div" else [])]

    def _beyond_one(self, t: Term) -> Proof | None:
        """exp(v) - 1 >= v, and 1 - exp(-v) >= v*exp(-v)."""
        part = _past_one(t)
        place = None if part is None else self.shown(part[0])
        if part is None or place is None:
            return None
        if t.args[0].op == "exp":
            lower = self.state.fact("exp-lower", part[1])
            return (
                None if lower is None else [_combined([_summand(fmpq(1), lower), _summand(fmpq(1), [place])])]
            )
        upper, positive = (self.state.fact(name, part[1]) for name in ("exp-upper", "exp-positive"))
        if upper is None or positive is None:
            return None
        return [_combined([_summand(fmpq(1), upper), _summand(fmpq(1), [place, *positive])])]

    def _squared(self, t: Term) -> Proof | None:
        """A power with a whole exponent, as a square, times its base if that is odd."""
        base, exponent = t.args
        e = rational_value(exponent)
        odd = e is not None and e.p % 2 == 1
        place = self.shown(base) if odd else None
        if e is None or (odd and place is None):
            return None
        if e == 1:
            return [_combined([_summand(fmpq(1), [place] if place is not None else [])])]
        root = base if e < 4 else base ** num(fmpq(int(e.p) // 2))
        node: Node = {**_summand(fmpq(1), [] if place is None else [place]), "sq": [print_term(root)]}
        defined = self.state.define(root)
        last = _combined([node])
        return None if defined is None else [{**last, "defined": defined} if defined else last]


def _is_plain(t: Term) -> bool:
    """Whether it costs little to see on which side of 1 a term is: a variable, c over one, a logarithm."""
    return t.op in ("var", "log") or (
        t.op == "div" and rational_value(t.args[0]) is not None and t.args[1].op == "var"
    )


def _past_one(t: Term) -> tuple[Term, Term] | None:
    """(v, u) for exp(u) - 1 with v = u, and for 1 - exp(u) with v = -u, if u is written with a minus."""
    a, b = t.args
    if a.op == "exp" and b == num(1):
        return a.args[0], a.args[0]
    u = b.args[0] if b.op == "exp" and a == num(1) else None
    v = None if u is None else _negated(u)
    return None if u is None or v is None else (v, u)


def _negated(t: Term) -> Term | None:
    """The term without the minus that it begins with."""
    if t.op == "neg":
        return t.args[0]
    first = _negated(t.args[0]) if t.op in ("mul", "div") else None
    return None if first is None else Term(t.op, (first, t.args[1]))


def _summand(scale: fmpq, uses: list[int]) -> Node:
    return {"c": str(scale), "h": uses}


def _combined(parts: list[Node], times: list[int] | None = None) -> Node:
    return {"rule": "poly", "times": times or [], "terms": parts}
