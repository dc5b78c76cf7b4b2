"""The search: which strategies are tried on a goal, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.enclose import compare
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import Term, free_variables, rational_value, subterms

from .angle import by_angle
from .boxes import MANY_LEAVES, by_box
from .budget import Budget, OutOfEffort, charge
from .coefficients import by_coefficients
from .combination import by_combination, by_contradiction, denominators
from .crossing import by_crossing, has_integrals
from .curvature import by_curvature
from .entropy import by_tangents, by_weights
from .evident import by_evidence
from .expansions import (
    by_excluded,
    by_far_series,
    by_few_series,
    by_magnitude,
    by_restating,
    by_series,
    by_sines,
)
from .faces import by_faces
from .factors import apart, by_factors, identical
from .goals import Desk, Goal, Proof, Prover, screen, touches
from .homogeneous import by_scale
from .integers import by_first_case, by_gap, by_induction
from .isolating import by_isolating
from .ladder import by_descent, by_ladder
from .means import by_means
from .monotone import by_exponential, by_exponents, by_grouped_logarithm, by_logarithm, has_powers
from .pieces import by_pieces
from .polynomials import by_half_line
from .powers import by_bases, by_bernoulli, by_bernoulli_below
from .powersums import by_power_sums
from .reflection import by_reflection
from .rooting import by_rooting
from .separable import by_extremes, by_separation
from .signomials import by_signomials
from .slopes import by_slopes
from .special import by_log_chords, by_pairs, by_special
from .splits import by_bounds, by_cases, pending_cases
from .squares import by_squares
from .squaring import by_squaring
from .stepping import by_stepping
from .substitution import by_pinning, by_power_of_e, by_substitution, by_unlogging, changed, shift_of
from .sums import by_elimination, by_sum
from .telescope import by_telescope
from .tower import climb
from .translation import by_translation
from .values import by_inequalities, by_products, by_roots
from .young import by_young

DEEP = 4
INDIVISIBLE = 500_000
ALGEBRAIC = ("add", "sub", "mul", "div", "neg")

Key = tuple[object, ...]
Strategy = Callable[[Prover, Desk], Proof | None]


class Search:
    """One search under a budget. It remembers what it has proved, and which goals failed with how much fuel
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

    def prove(self, goal: Goal, fuel: int) -> Proof | None:
        """A proof, or None; more fuel allows deeper strategies."""
        charge(20 + 5 * len(goal.hypotheses))
        self.budget.check()
        key = goal.key
        if fuel < 0 or self.failed.get(key, -1) >= fuel or key in self.open:
            return None
        place = goal.place
        if place in self.proved:
            return self.proved[place]
        left, cuts = self.budget.left(), self.cuts
        if self._too_slow(key, fuel, left):
            self.cuts += 1
            return None
        self.open.add(key)
        try:
            proof = self._prove(goal, fuel)
        except (KernelError, ArithmeticError, ValueError):
            # a strategy met a term that is too large, or undefined where it looked at it
            proof = None
        except OutOfEffort:
            self.slow[key] = fuel, left
            raise
        finally:
            self.open.discard(key)
        if proof is not None:
            self.proved[place] = proof
        elif self.cuts > cuts:
            self.slow[key] = fuel, left
        else:
            self.failed[key] = max(fuel, self.failed.get(key, -1))
        return proof

    def _too_slow(self, key: Key, fuel: int, left: int) -> bool:
        """Whether the goal took more effort before than it would have now."""
        before = self.slow.get(key)
        return before is not None and fuel == before[0] and left <= before[1]

    def attempt(self, work: Callable[[], Proof | None]) -> Proof | None:
        """What some work finds within a share of the effort that is left; an error in it finds nothing."""
        whole = self.budget
        self.budget = whole.part(self.share) if whole.left() > INDIVISIBLE else whole
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

    def _first(self, strategies: Iterable[Strategy], desk: Desk) -> Proof | None:
        """What the first of some strategies that succeeds finds."""
        for strategy in strategies:
            proof = self.attempt(partial(strategy, self, desk))
            if proof is not None:
                return proof
        return None

    def _prove(self, goal: Goal, fuel: int) -> Proof | None:
        r = goal.relation
        if r.op == "=":
            return self._both(goal, fuel)
        if not free_variables(r.left, r.right) and compare(r, {}):
            return [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
        seen = screen(gap(r), goal.cloud, stop_below=r.op != "!=")
        if r.op == "!=":
            return self._apart(goal, fuel, positive=seen.low >= 0)
        if seen.seen and (seen.low < 0 or (seen.low == 0 and r.strict and touches(gap(r), goal.cloud))):
            return None
        return self._inequality(goal, fuel)

    def _both(self, goal: Goal, fuel: int) -> Proof | None:
        r = goal.relation
        desk = Desk(self, goal, fuel)
        forms = desk.forms()
        if forms.reduced(forms.target.num).is_zero():
            return desk.poly(forms.node([], []))
        if fuel > 0:
            climb(desk)
            forms = desk.forms()
            if forms.reduced(forms.target.num).is_zero():
                return desk.poly(forms.node([], []))
        halves = [self.prove(goal.showing(Relation(op, r.left, r.right)), fuel) for op in ("<=", ">=")]
        if halves[0] is None or halves[1] is None:
            return None
        return [{"rule": "both", "below": halves[0], "above": halves[1]}]

    def _apart(self, goal: Goal, fuel: int, positive: bool) -> Proof | None:
        r = goal.relation
        op, side = (">", "above") if positive else ("<", "below")
        proof = self.prove(goal.showing(Relation(op, r.left, r.right)), fuel)
        return apart(Desk(self, goal, fuel)) if proof is None else [{"rule": "apart", "side": side}, *proof]

    def _inequality(self, goal: Goal, fuel: int) -> Proof | None:
        desk = Desk(self, goal, fuel)
        proof = self._first([by_bases, by_sum] if fuel > 0 else [by_sum], desk)
        proof = proof or (self._algebraic(goal) if fuel > 0 else None)
        proof = proof or identical(desk) or by_combination(self, desk, [1]) or by_evidence(self, desk)
        if proof is None and fuel > 0:
            proof = self._first(ALONE, desk)
        if proof is None and fuel > 0:
            proof = self._first(WRITTEN if fuel >= 2 else BRIEF, desk)
        if proof is not None or fuel == 0:
            return proof
        rewriting = self._rewriting(desk)
        if rewriting is not None:
            return rewriting()
        proof = self._first(WHOLE, desk) if fuel >= 2 else None
        if proof is None and fuel >= DEEP:
            proof = self._first([by_translation, by_reflection, by_angle], desk)
        if proof is not None:
            return proof
        climb(desk)
        denominators(desk)
        proof = identical(desk) or by_combination(self, desk, [1, 2])
        return self._harder(desk, fuel) if proof is None else proof

    def _algebraic(self, goal: Goal) -> Proof | None:
        """A goal without function values from the hypotheses that have none, where others have some."""
        if _values(goal.relation):
            return None
        others = frozenset(i for i, h in enumerate(goal.hypotheses) if _values(h)) - goal.hidden
        return self.prove(goal.where(goal.sequent, others), 1) if others else None

    def _rewriting(self, desk: Desk) -> Callable[[], Proof | None] | None:
        """Cases to be distinguished, or a change of variable to be made, before anything else is tried."""
        split = pending_cases(desk)
        if split is not None:
            return partial(by_cases, self, desk, split)
        shift = shift_of(desk)
        return None if shift is None else partial(changed, self, desk, shift)

    def _harder(self, desk: Desk, fuel: int) -> Proof | None:
        """What is tried after the goal's function values are known as far as facts go."""
        proof = self._first([by_factors], desk)
        if proof is None and fuel >= 2 and has_powers(desk) and not has_integrals(desk.goal.relation):
            proof = self._first([by_logarithm, by_grouped_logarithm], desk)
        proof = proof or self._first([by_inequalities, by_roots], desk)
        whole: list[Strategy] = [by_coefficients, by_half_line, by_box, by_faces, by_series, by_sines, by_gap]
        proof = proof or self._first(whole, desk)
        if proof is not None or fuel < 2:
            return proof
        strategies: list[Strategy] = [
            by_log_chords,
            by_logarithm,
            by_squaring,
            by_substitution,
            by_ladder,
            by_power_of_e,
        ]
        strategies += [by_exponential, by_tangents, by_grouped_logarithm]
        names = free_variables(desk.goal.relation.left, desk.goal.relation.right)
        if desk.goal.sequent.integers & names:
            # what has a derivative in every variable needs induction least
            strategies.insert(0 if has_powers(desk) else strategies.index(by_power_of_e), by_induction)
            strategies.append(by_first_case)
        if fuel >= DEEP:
            strategies.insert(strategies.index(by_squaring), by_pieces)
        proof = self._first([*strategies, by_products, by_contradiction, by_squares], desk)
        if proof is None:
            cases = pending_cases(desk, hypotheses=True)
            proof = None if cases is None else by_cases(self, desk, cases)
        proof = proof or by_pieces(self, desk, bounded=fuel < DEEP)
        return proof or self._first([by_far_series], desk)

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

    def _inequality(self, goal: Goal, fuel: int) -> Proof | None:
        desk = Desk(self, goal, fuel)
        proof = by_sum(self, desk) or identical(desk) or by_evidence(self, desk)
        if proof is not None or fuel == 0:
            return proof
        climb(desk)
        denominators(desk)
        return identical(desk) or by_combination(self, desk, [1]) or self._harder(desk, fuel)

    def _harder(self, desk: Desk, fuel: int) -> Proof | None:
        return by_factors(self, desk) or by_box(self, desk, MANY_LEAVES) or by_descent(self, desk)

    def narrowed(self) -> Search:
        return self


# what is complete for goals in one variable on an interval, and for what is put together of such
ALONE: tuple[Strategy, ...] = (
    by_few_series,
    by_restating,
    by_excluded,
    by_magnitude,
    by_extremes,
)
# what looks at the goal as it is written, before its function values are known; first with little fuel
BRIEF: tuple[Strategy, ...] = (by_bernoulli, by_special, by_pinning, by_bounds, by_unlogging)
WRITTEN: tuple[Strategy, ...] = (
    by_bernoulli,
    by_special,
    by_crossing,
    by_stepping,
    by_pinning,
    by_bounds,
    by_exponents,
    by_unlogging,
    by_power_sums,
    by_slopes,
)
# what looks at it as a whole, when there are no cases to distinguish
WHOLE: tuple[Strategy, ...] = (
    by_curvature,
    by_elimination,
    by_pairs,
    by_weights,
    by_means,
    by_signomials,
    by_young,
    by_bernoulli_below,
    by_telescope,
    by_separation,
    by_rooting,
    by_isolating,
    by_scale,
)
