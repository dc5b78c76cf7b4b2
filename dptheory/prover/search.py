"""The search: a goal, the state of its proof, and one tactic after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.enclose import compare
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import Term, free_variables, rational_value, subterms

from .arithmetic.combination import by_combination, by_contradiction, denominators
from .arithmetic.factors import apart, by_factors, identical
from .arithmetic.powers import by_bases
from .arithmetic.signs import by_written_signs
from .arithmetic.squares import by_squares
from .arithmetic.squaring import by_squaring
from .arithmetic.sums import by_sum
from .budget import Budget, OutOfEffort, charge
from .derivatives.crossing import has_integrals
from .derivatives.descent import by_descent
from .enclosures.boxes import MANY_LEAVES, by_box
from .enclosures.far import by_far_series
from .enclosures.intervals import by_pieces
from .enclosures.lines import by_line
from .enclosures.series import (
    by_excluded,
)
from .enclosures.shadows import by_shadow
from .facts.known import know_values
from .functions.evaluated import by_known_values
from .functions.logarithms import by_grouped_logarithm, by_logarithm, has_powers
from .functions.tangents import by_inequalities, by_products, by_roots
from .goals.relevance import relevant
from .goals.segments import fails_at_end
from .goals.splits import assumed, by_cases, pending_cases
from .goals.state import Goal, Proof, ProofState, sampled_signs, touches
from .integers.induction import by_first_case, by_induction
from .integers.summation import by_summation, has_sums
from .substitution.arcs import by_angle
from .substitution.changes import by_power_of_e, changed, shift_of
from .substitution.reflection import by_reflection
from .substitution.separable import by_separation
from .substitution.translation import by_translation
from .tactics import ALONE, BRIEF, HARDER, KNOWN, POLYNOMIAL, TOGETHER, WHOLE, WRITTEN, Tactic
from .tried import Tried

DEEP = 4
INDIVISIBLE = 500_000
SHARE = 8
ALGEBRAIC = ("add", "sub", "mul", "div", "neg")

Key = tuple[object, ...]


class Search:
    """One search under a budget. It remembers what it has proved, and which goals failed with how much depth
    and effort."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.failed: dict[Key, int] = {}
        self.cuts = 0
        self.share = 1.0
        self.slow: dict[Key, tuple[int, int]] = {}
        self.proved: dict[Key, Proof] = {}
        self.futile: set[Key] = set()
        self.open: set[Key] = set()
        self.tried: dict[int, tuple[int, Relation]] = {}
        self.effort = Tried()

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

    def _first(self, tactics: Iterable[Tactic], state: ProofState) -> Proof | None:
        """What the first of some tactics that succeeds finds."""
        for tactic in tactics:
            work = partial(self.attempt, partial(tactic, self, state))
            proof = self.effort.count(getattr(tactic, "__name__", ""), self.budget, work)
            if proof is not None:
                return proof
        return None

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
        return None if fails_at_end(goal) else self._inequality(goal, depth)

    def _both(self, goal: Goal, depth: int) -> Proof | None:
        r = goal.relation
        state = ProofState(self, goal, depth)
        forms = state.forms()
        if forms.reduced(forms.target.num).is_zero():
            return state.poly(forms.node([], []))
        if depth > 0:
            know_values(state)
            forms = state.forms()
            if forms.reduced(forms.target.num).is_zero():
                return state.poly(forms.node([], []))
            line = self._first([by_line], state)
            if line is not None:
                return line
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
        state = ProofState(self, goal, depth)
        proof = self._first([lambda _, s: apart(s), by_excluded, *([by_line] if depth > 0 else [])], state)
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

    def _inequality(self, goal: Goal, depth: int) -> Proof | None:
        state = ProofState(self, goal, depth)
        proof = self._first([by_bases, by_sum] if depth > 0 else [by_sum], state)
        if proof is None and depth > 0 and has_sums(goal.relation.left, goal.relation.right):
            proof = self._first([by_summation], state)
        proof = proof or (self._algebraic(goal) if depth > 0 else None)
        proof = proof or identical(state) or by_combination(self, state, [1]) or by_written_signs(self, state)
        if proof is None and depth > 0:
            one = len(free_variables(goal.relation.left, goal.relation.right)) == 1
            first: list[Tactic] = (
                [by_known_values, by_line] if one else [by_known_values, by_line, by_separation]
            )
            if not _values(goal.relation):
                first.insert(2, by_shadow)
            if not one and not _values(goal.relation):
                first += POLYNOMIAL
            proof = self._first([*first, *(ALONE if one else TOGETHER)], state)
        if proof is None and depth > 0:
            proof = self._first(WRITTEN if depth >= 2 else BRIEF, state)
        if proof is not None or depth == 0:
            return proof
        rewriting = self._rewriting(state)
        if rewriting is not None:
            return rewriting()
        proof = self._first(WHOLE, state) if depth >= 2 else None
        if proof is None and depth >= DEEP:
            proof = self._first([by_translation, by_reflection, by_angle], state)
        if proof is not None:
            return proof
        know_values(state)
        denominators(state)
        proof = identical(state) or by_combination(self, state, [1, 2])
        return self._harder(state, depth) if proof is None else proof

    def _algebraic(self, goal: Goal) -> Proof | None:
        """A goal without function values from the hypotheses that have none, where others have some."""
        if _values(goal.relation):
            return None
        others = frozenset(i for i, h in enumerate(goal.hypotheses) if _values(h)) - goal.hidden
        return self.prove(goal.where(goal.sequent, others), 1) if others else None

    def _rewriting(self, state: ProofState) -> Callable[[], Proof | None] | None:
        """Cases to be distinguished, or a change of variable to be made, before anything else is tried."""
        split = pending_cases(state)
        if split is not None:
            return partial(by_cases, self, state, split)
        shift = shift_of(state)
        return None if shift is None else partial(changed, self, state, shift)

    def _harder(self, state: ProofState, depth: int) -> Proof | None:
        """What is tried after the goal's function values are known as far as facts go."""
        proof = self._first([by_factors], state)
        if proof is None and depth >= 2 and has_powers(state) and not has_integrals(state.goal.relation):
            proof = self._first([by_logarithm, by_grouped_logarithm], state)
        proof = proof or self._first([by_inequalities, by_roots], state)
        proof = proof or self._first(KNOWN, state)
        if proof is not None or depth < 2:
            return proof
        tactics = list(HARDER)
        names = free_variables(state.goal.relation.left, state.goal.relation.right)
        if state.goal.sequent.integers & names:
            # what has a derivative in every variable needs induction least
            tactics.insert(0 if has_powers(state) else tactics.index(by_power_of_e), by_induction)
            tactics.append(by_first_case)
        if depth >= DEEP:
            tactics.insert(tactics.index(by_squaring), by_pieces)
        proof = self._first([*tactics, by_products, by_contradiction, by_squares], state)
        if proof is None:
            cases = pending_cases(state, hypotheses=True)
            proof = None if cases is None else by_cases(self, state, cases)
        proof = proof or by_pieces(self, state, bounded=depth < DEEP)
        return proof or self._first([by_far_series], state)

    def narrowed(self) -> Search:
        """A search that tries little: factors, enclosures, and derivatives without divisors."""
        narrow = Narrow(self.budget)
        narrow.share = self.share
        return narrow


def _values(r: Relation) -> bool:
    """Whether a relation has values of functions, or powers with variables that are not whole numbers."""
    return any(
        t.args and t.op not in ALGEBRAIC and (t.op != "pow" or not is_whole(t.args[1]))
        for t in subterms(r.left, r.right)
    )


def is_whole(t: Term) -> bool:
    """Whether a term is a whole number."""
    value = rational_value(t)
    return value is not None and value.q == 1


class Narrow(Search):
    """A search for goals of one variable close to a zero of a known order, or enclosed away from 0."""

    def _inequality(self, goal: Goal, depth: int) -> Proof | None:
        state = ProofState(self, goal, depth)
        proof = by_sum(self, state) or identical(state) or by_written_signs(self, state)
        if proof is not None or depth == 0:
            return proof
        know_values(state)
        denominators(state)
        return identical(state) or by_combination(self, state, [1]) or self._harder(state, depth)

    def _harder(self, state: ProofState, depth: int) -> Proof | None:
        return by_factors(self, state) or by_box(self, state, MANY_LEAVES) or by_descent(self, state)

    def narrowed(self) -> Search:
        return self
