"""Goals on one side of 0, where a variable is never positive: y = -x takes its place, and even and odd
functions lose their signs, so that cos(x) for x <= 0 is decided as cos(y) for y >= 0 is."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dptheory.kernel.real import Relation, Term, rational_value, substitute, subterms, var

from ..goals.goal import Goal, Proof, fresh_name
from ..goals.obligations import Prover
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .change import Change, renamed

EVEN: Final = frozenset({"cos", "cosh", "abs"})
ODD: Final = frozenset({"sin", "sinh", "tan", "tanh", "erf", "asin", "atan"})
SAID: Final = frozenset({"sin", "cos", "erf"})
"""Functions of which a lemma says that they are even or odd; of others that follows from their definition."""

Signed = tuple[int, Term]


@tactic(
    "a variable is never positive, and functions of it are even or odd",
    MODERATE,
    "tanh(x) >= x | tanh(x) > x | x <= 0",
)
def by_parity(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in y = -x, where x is at most 0 and an even or odd function of it becomes simpler."""
    goal = start.goal
    for x in sorted(goal.relation.variables()):
        if not goal.sequent.variables[x] and _never_positive(goal, x):
            proof = _turned(prover, start, x)
            if proof is not None:
                return start.close(proof)
    return None


def _never_positive(goal: Goal, x: str) -> bool:
    """Whether an upper end of a variable's range is seen that is a number, at most 0."""
    ends = [v for t in bases(goal, x, "above") if (v := rational_value(t)) is not None]
    return bool(ends) and min(ends) <= 0 and sampled_signs(var(x), goal.samples).high <= 0


def _turned(prover: Prover, start: ProofState, x: str) -> Proof | None:
    name = fresh_name(start.goal)
    mirror = Mirror(x, name)
    wanted = mirror.relation(start.goal.relation)
    if not mirror.simpler:
        return None
    back = {name: -var(x)}
    state = ProofState(prover, start.goal, start.depth)
    there = wanted.substituted(back)
    if state.define(there.left, there.right) is None:
        return None
    known = state.goal.sequent.knowing(there.left, there.right)
    inner = ProofState(prover, state.goal.where(known.showing(there)), start.depth)
    for h in start.goal.visible:
        if x in h.variables():
            inner.have(Mirror(x, name).relation(h).substituted(back), depth=1)
    change = Change(x, name, -var(x), -var(name), "")
    if state.have(there, inner.close(renamed(prover, inner.goal, start.depth, change))) is None:
        return None
    for op, old, new in mirror.simpler:
        core = substitute(new, back)
        if op in SAID and state.congruence(op, (core,), (-old,)) is not None:
            state.fact(f"{op}-neg", old)
    last = replace(state.goal, hidden=start.goal.hidden)
    return state.close(prover.prove(last, 2))


class Mirror:
    """Terms with -y for a variable, signs drawn out of products, powers, even and odd functions; `simpler`
    has the functions out of which a sign was drawn, with their arguments before and after."""

    def __init__(self, x: str, y: str) -> None:
        self.x, self.y = x, y
        self.simpler: list[tuple[str, Term, Term]] = []

    def relation(self, r: Relation) -> Relation:
        return Relation(r.op, self.term(r.left), self.term(r.right))

    def term(self, root: Term) -> Term:
        """The term at x = -y.

        >>> from dptheory.kernel.real.grammar import parse_term, print_term
        >>> print_term(Mirror("x", "y").term(parse_term("1 + 2/pi*x - x**3*cos(2*x) + sin(x)")))
        '1 - 2/pi*y + y**3*cos(2*y) - sin(y)'
        """
        done: dict[bytes, Signed] = {}
        for t in subterms(root):
            done[t.key] = self._signed(t, [done[a.key] for a in t.args])
        return _plain(done[root.key])

    def _signed(self, t: Term, args: list[Signed]) -> Signed:
        if t == var(self.x):
            return -1, var(self.y)
        if t.op == "neg":
            return -args[0][0], args[0][1]
        if t.op in ("mul", "div"):
            return args[0][0] * args[1][0], Term(t.op, (args[0][1], args[1][1]))
        if t.op in ("add", "sub"):
            return _sum(t.op, *args)
        if t.op == "pow":
            return _power(t, args)
        if t.op in EVEN | ODD and args[0][0] < 0:
            self.simpler.append((t.op, t.args[0], args[0][1]))
            return -1 if t.op in ODD else 1, Term(t.op, (args[0][1],))
        return 1, Term(t.op, tuple(map(_plain, args)), t.value) if args else t


def _plain(signed: Signed) -> Term:
    return signed[1] if signed[0] > 0 else -signed[1]


def _sum(op: str, left: Signed, right: Signed) -> Signed:
    """A sum or difference, with one sign before it only if both its parts have one."""
    sign = right[0] if op == "add" else -right[0]
    if left[0] < 0 and sign < 0:
        return -1, left[1] + right[1]
    return 1, _plain(left) + right[1] if sign > 0 else left[1] - right[1]


def _power(t: Term, args: list[Signed]) -> Signed:
    exponent = rational_value(t.args[1])
    if args[0][0] < 0 and exponent is not None and exponent.q == 1:
        return (-1 if exponent.p % 2 else 1), args[0][1] ** _plain(args[1])
    return 1, _plain(args[0]) ** _plain(args[1])
