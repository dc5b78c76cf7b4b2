"""The search: a goal, the state of its proof, and one tactic after another, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from dptheory.kernel import KernelError
from dptheory.kernel.real import Relation, compare, free_variables, gap

from .budget import Budget, OutOfEffort, charge
from .cases.splits import assumed
from .credit import Credit
from .effort_spent import Tried
from .goals.goal import Goal, Proof
from .goals.relevance import relevant
from .goals.segments import fails_at_end
from .goals.signs import sampled_signs, touches
from .goals.state import ProofState
from .phase import Phase
from .phases import DISTINCT, EQUALITY, INEQUALITY, NARROW
from .registry import TACTICS, Tries, is_omitted, name_of

INDIVISIBLE = 500_000
SHARE = 8

Key = tuple[object, ...]


class Search:
    """One search under a budget. It remembers what it has proved, and which goals failed with how much depth
    and effort."""

    def __init__(self, budget: Budget, phases: tuple[Phase, ...] = INEQUALITY) -> None:
        self.budget = budget
        self.phases = phases
        self.failed: dict[Key, int] = {}
        self.cuts = 0
        self.share = 1.0
        self.slow: dict[Key, tuple[int, int]] = {}
        self.proved: dict[Key, Proof] = {}
        self.futile: set[Key] = set()
        self.open: set[Key] = set()
        self.tried: dict[int, tuple[int, Relation]] = {}
        self.effort = Tried()
        self.credit = Credit()

    def prove(self, goal: Goal, depth: int) -> Proof | None:
        """A proof, or None; more depth allows deeper tactics."""
        charge(20 + 5 * len(goal.hypotheses))
        self.budget.check()
        goal = relevant(goal)
        key = goal.key
        if depth < 0 or self.failed.get(key, -1) >= depth or key in self.open:
            return None
        place = goal.place
        if place in self.proved:
            return self.proved[place]
        left, cuts = self.budget.left(), self.cuts
        if self._too_slow(key, depth, left):
            self.cuts += 1
            return None
        self.open.add(key)
        try:
            proof = self._prove(goal, depth)
        except (KernelError, ArithmeticError, ValueError):
            # a tactic met a term that is too large, or undefined where it looked at it
            proof = None
        except OutOfEffort:
            self.slow[key] = depth, left
            self._note(goal, len(self.open) - 1, left)
            raise
        finally:
            self.open.discard(key)
        if proof is None:
            self._note(goal, len(self.open), left)
        if proof is not None:
            self.proved[place] = proof
        elif self.cuts > cuts:
            self.slow[key] = depth, left
        else:
            self.failed[key] = max(depth, self.failed.get(key, -1))
        return proof

    def _note(self, goal: Goal, within: int, before: int) -> None:
        """Remember a goal without a proof, if none took more effort within as many others."""
        spent = before - self.budget.left()
        if within not in self.tried or spent > self.tried[within][0]:
            self.tried[within] = spent, goal.relation

    def hardest(self, asked: Relation, longest: int) -> Relation | None:
        """The goal farthest within others that took a good part of the effort and was not proved; none that
        is what was asked, or too long to be read."""
        whole = max((spent for spent, _ in self.tried.values()), default=0)
        large = {k: r for k, (spent, r) in self.tried.items() if k and spent * SHARE > whole and r != asked}
        return large[max(found)] if (found := [k for k in large if len(large[k].text) <= longest]) else None

    def _too_slow(self, key: Key, depth: int, left: int) -> bool:
        """Whether the goal took more effort before than it would have now."""
        before = self.slow.get(key)
        return before is not None and depth == before[0] and left <= before[1]

    def attempt(self, work: Callable[[], Proof | None], part: float = 1.0) -> Proof | None:
        """What some work finds within a share of the effort that is left; an error in it finds nothing."""
        whole = self.budget
        share = self.share if whole.left() > INDIVISIBLE else 1.0
        self.budget = whole.part(min(part, share)) if min(part, share) < 1 else whole
        try:
            return work()
        except (KernelError, ArithmeticError, ValueError):
            return None
        except OutOfEffort:
            whole.check()
            self.cuts += 1
            return None
        finally:
            self.budget = whole

    def _through(self, phases: Iterable[Phase], state: ProofState) -> Proof | None:
        """One phase after another, in each one tactic after another, until one of them finds a proof."""
        for phase in phases:
            if not phase.applies(state):
                continue
            for prepare in phase.prepare:
                prepare(state)
            for run in phase.tactics:
                proof = self._try(run, state, phase.attempted)
                if proof is not None or state.committed:
                    return proof
        return None

    def _try(self, run: Tries, state: ProofState, attempted: bool) -> Proof | None:
        """What a tactic finds; if asked, with its share of the effort, which is counted for it."""
        name, work, given = name_of(run), partial(run, self, state), len(state.nodes)
        if is_omitted(name):
            return None
        if attempted:
            proof = self.effort.count(TACTICS[name].said, self.budget, partial(self.attempt, work))
        else:
            proof = work()
        if proof is not None:
            self.credit.give(name, proof[given:])
        return proof

    def _prove(self, goal: Goal, depth: int) -> Proof | None:
        r = goal.relation
        if r.op == "=":
            return self._both(goal, depth)
        if not free_variables(r.left, r.right) and compare(r, {}):
            return [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
        seen = sampled_signs(gap(r), goal.samples, stop_below=r.op != "!=")
        if r.op == "!=":
            return self._apart(goal, depth, positive=seen.low >= 0)
        if seen.seen and (seen.low < 0 or (seen.low == 0 and r.strict and touches(gap(r), goal.samples))):
            return None
        return None if fails_at_end(goal) else self._through(self.phases, ProofState(self, goal, depth))

    def _both(self, goal: Goal, depth: int) -> Proof | None:
        r = goal.relation
        state = ProofState(self, goal, depth)
        proof = self._through(EQUALITY, state)
        if proof is not None or state.committed:
            return proof
        halves = [self.prove(goal.showing(Relation(op, r.left, r.right)), depth) for op in ("<=", ">=")]
        if halves[0] is None or halves[1] is None:
            return None
        return [{"rule": "both", "below": halves[0], "above": halves[1]}]

    def _apart(self, goal: Goal, depth: int, positive: bool) -> Proof | None:
        r = goal.relation
        op, side = (">", "above") if positive else ("<", "below")
        proof = self.prove(goal.showing(Relation(op, r.left, r.right)), depth)
        if proof is not None:
            return [{"rule": "apart", "side": side}, *proof]
        proof = self._through(DISTINCT, ProofState(self, goal, depth))
        return self._either_side(goal, depth) if proof is None and depth > 0 else proof

    def _either_side(self, goal: Goal, depth: int) -> Proof | None:
        """a != b, since a < b wherever a > b is not the case."""
        r = goal.relation
        above, below = (Relation(op, r.left, r.right) for op in (">", "<"))
        rest = assumed(goal, above.negated())
        proof = self.prove(rest.where(rest.sequent.showing(below)), depth)
        if proof is None:
            return None
        given = assumed(goal, above)
        last = self.prove(given.where(given.sequent.showing(above)), 0)
        sides = {
            "yes": [{"rule": "apart", "side": "above"}, *(last or [])],
            "no": [{"rule": "apart", "side": "below"}, *proof],
        }
        return None if last is None else [{"rule": "cases", "on": above.text, **sides}]

    def narrowed(self) -> Search:
        """A search that tries little: factors, enclosures, and derivatives without divisors."""
        if self.phases is NARROW:
            return self
        narrow = Search(self.budget, NARROW)
        narrow.share, narrow.credit = self.share, self.credit
        return narrow
