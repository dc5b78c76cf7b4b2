"""The search: which strategies are tried on a goal, and in which order."""

from __future__ import annotations

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.enclose import compare
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import free_variables

from .boxes import MANY_LEAVES, by_box
from .budget import Budget
from .coefficients import by_coefficients
from .combination import by_combination, by_contradiction, denominators
from .crossing import by_crossing
from .entropy import by_tangents, by_weights
from .factors import by_factors, identical
from .goals import Desk, Goal, Proof, screen
from .homogeneous import by_scale
from .integers import by_first_case, by_gap, by_induction
from .ladder import by_descent, by_ladder
from .means import by_means
from .monotone import by_exponential, by_grouped_logarithm, by_logarithm, has_powers
from .pieces import by_pieces
from .powers import by_bases, by_bernoulli
from .powersums import by_power_sums
from .products import roots
from .rooting import by_rooting
from .separable import by_separation
from .special import by_log_chords, by_special
from .splits import by_bounds, by_cases, pending_cases
from .squares import by_squares
from .squaring import by_squaring
from .substitution import by_pinning, by_substitution, changed, shift_of, unlogged
from .sums import by_elimination, by_sum
from .telescope import by_telescope
from .tower import atoms, climb, inequalities, new_values

DEEP = 4


class Search:
    """One search under a budget. It remembers which goals failed with how much fuel."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.failed: dict[tuple[object, ...], int] = {}
        self.open: set[tuple[object, ...]] = set()
        self.nearest: str = ""

    def prove(self, goal: Goal, fuel: int) -> Proof | None:
        """A proof, or None; more fuel allows deeper strategies."""
        self.budget.check()
        key = goal.key
        if fuel < 0 or self.failed.get(key, -1) >= fuel or key in self.open:
            return None
        self.open.add(key)
        try:
            proof = self._prove(goal, fuel)
        except (KernelError, ArithmeticError, ValueError):
            # a strategy met a term that is too large, or undefined where it looked at it
            proof = None
        finally:
            self.open.discard(key)
        if proof is None:
            self.failed[key] = max(fuel, self.failed.get(key, -1))
        return proof

    def _prove(self, goal: Goal, fuel: int) -> Proof | None:
        r = goal.relation
        if r.op == "=":
            return self._both(goal, fuel)
        if not free_variables(r.left, r.right) and compare(r, {}):
            return [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
        seen = screen(gap(r), goal.cloud, stop_below=r.op != "!=")
        if r.op == "!=":
            return self._apart(goal, fuel, positive=seen.low >= 0)
        if seen.low < 0 and seen.seen:
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
        return None if proof is None else [{"rule": "apart", "side": side}, *proof]

    def _inequality(self, goal: Goal, fuel: int) -> Proof | None:
        desk = Desk(self, goal, fuel)
        proof = by_bases(self, desk) if fuel > 0 else None
        proof = proof or by_sum(self, desk) or identical(desk) or by_combination(self, desk, [1])
        if proof is None and fuel > 0:
            proof = by_bernoulli(self, desk)
        if proof is not None or fuel == 0:
            return proof
        special = by_special(self, desk)
        if special is None and fuel >= 2:
            special = by_crossing(self, desk)
        if special is not None:
            return special
        pinned = by_pinning(self, desk) or by_bounds(self, desk)
        if pinned is not None:
            return pinned
        logged = unlogged(desk)
        if logged is not None:
            return changed(self, desk, logged)
        sums = by_power_sums(self, desk) if fuel >= 2 else None
        if sums is not None:
            return sums
        split = pending_cases(desk)
        if split is not None:
            return by_cases(self, desk, split)
        shift = shift_of(desk)
        if shift is not None:
            return changed(self, desk, shift)
        proof = by_elimination(self, desk) or by_weights(self, desk) if fuel >= 2 else None
        if proof is not None:
            return proof
        proof = self._whole(desk) if fuel >= 2 else None
        if proof is not None:
            return proof
        climb(desk)
        denominators(desk)
        proof = identical(desk) or by_combination(self, desk, [1, 2])
        if proof is not None:
            return proof
        return self._harder(desk, fuel)

    def _whole(self, desk: Desk) -> Proof | None:
        """What looks at the goal as it is written, before its function values are known."""
        for strategy in (by_means, by_telescope, by_separation, by_rooting, by_scale):
            proof = strategy(self, desk)
            if proof is not None:
                return proof
        return None

    def _harder(self, desk: Desk, fuel: int) -> Proof | None:
        """What is tried after the goal's function values are known as far as facts go."""
        proof = by_factors(self, desk)
        if proof is None and fuel >= 2 and has_powers(desk):
            proof = by_logarithm(self, desk) or by_grouped_logarithm(self, desk)
        proof = proof or self._with_inequalities(desk) or self._with_roots(desk)
        if proof is None:
            proof = by_coefficients(self, desk) or by_box(self, desk) or by_gap(self, desk)
        if proof is not None or fuel < 2:
            return proof
        strategies = [by_log_chords, by_logarithm, by_squaring, by_substitution, by_ladder]
        strategies += [by_exponential, by_tangents, by_grouped_logarithm]
        names = free_variables(desk.goal.relation.left, desk.goal.relation.right)
        if desk.goal.sequent.integers & names:
            # what has a derivative in every variable needs induction least
            strategies.insert(0 if has_powers(desk) else strategies.index(by_ladder) + 1, by_induction)
            strategies.append(by_first_case)
        if fuel >= DEEP:
            strategies.insert(strategies.index(by_squaring), by_pieces)
        for strategy in strategies:
            proof = strategy(self, desk)
            if proof is not None:
                return proof
        proof = by_combination(self, desk, [3]) or by_contradiction(self, desk) or by_squares(self, desk)
        if proof is None:
            cases = pending_cases(desk, hypotheses=True)
            proof = None if cases is None else by_cases(self, desk, cases)
        return proof or by_pieces(self, desk, bounded=fuel < DEEP)

    def narrowed(self) -> Search:
        """A search that tries little: factors, enclosures, and derivatives without divisors."""
        return Narrow(self.budget)

    def _with_inequalities(self, desk: Desk) -> Proof | None:
        """Combine with tangent inequalities of the function values."""
        plain = Desk(self, desk.goal, desk.fuel)
        inequalities(plain)
        first, last = len(desk.goal.hypotheses), len(plain.goal.hypotheses)
        if first == last:
            return None
        proof = by_combination(self, plain, [1, 2])
        if proof is None and new_values(plain, range(first, last)):
            plain.keep(range(first, last))
            climb(plain)
            proof = by_combination(self, plain, [1, 2])
        return desk.close(proof)

    def _with_roots(self, desk: Desk) -> Proof | None:
        """Combine more, or split roots of products into products of roots."""
        split = Desk(self, desk.goal, desk.fuel)
        roots(split, atoms(split), always=True)
        if len(split.goal.solved) == len(desk.goal.solved):
            return None
        proof = by_combination(self, desk, [3]) if desk.fuel >= 2 else None
        if proof is None:
            proof = desk.close(split.close(self.prove(split.goal, desk.fuel)))
        return proof


class Narrow(Search):
    """A search for goals of one variable close to a zero of a known order, or enclosed away from 0."""

    def _inequality(self, goal: Goal, fuel: int) -> Proof | None:
        desk = Desk(self, goal, fuel)
        proof = by_sum(self, desk) or identical(desk)
        if proof is not None or fuel == 0:
            return proof
        climb(desk)
        denominators(desk)
        return identical(desk) or by_combination(self, desk, [1]) or self._harder(desk, fuel)

    def _harder(self, desk: Desk, fuel: int) -> Proof | None:
        return by_factors(self, desk) or by_box(self, desk, MANY_LEAVES) or by_descent(self, desk)

    def narrowed(self) -> Search:
        return self
