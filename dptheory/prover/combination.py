"""Goals that follow from the hypotheses by a combination of their products."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import num

from .algebra import Factored, factored
from .budget import OutOfEffort
from .combine import Combiner
from .forms import Forms
from .goals import Desk, Goal, Proof, Prover, screen


def by_combination(prover: Prover, desk: Desk, degrees: Iterable[int], effort: int = 500_000) -> Proof | None:
    """Show the desk's goal by `poly`, trying products of rising degree."""
    if desk.goal.relation.op in ("=", "!="):
        return None
    combiner: Combiner | None = None
    for degree in degrees:
        key = ("combination", degree, *desk.goal.data)
        if key in prover.futile:
            continue
        combiner = combiner or Combiner(desk.forms())
        try:
            found = combiner.search(degree, prover.budget.part(1.0, effort))
        except OutOfEffort:
            prover.budget.check()
            prover.futile.add(key)
            return None
        if found is None:
            prover.futile.add(key)
        if found is not None:
            proof = desk.poly(found.identity, found.negated)
            if proof is not None:
                return proof
    return None


def denominators(desk: Desk) -> None:
    """Add to the desk the signs of the factors of denominators."""
    forms = desk.forms()
    for p in forms.unknown_factors():
        desk.sign(forms.term(p), strict=True)


def by_contradiction(prover: Prover, start: Desk) -> Proof | None:
    """Assume the negated goal, divide hypotheses by factors that are then positive, and combine."""
    goal = start.goal
    if goal.relation.op in ("=", "!=") or not goal.cloud:
        return None
    absurd = goal.sequent.assuming(goal.relation.negated()).showing(Relation(">", num(0), num(0)))
    desk = Desk(prover, replace(goal, sequent=absurd, cloud=()), start.fuel)
    forms = desk.forms()
    found = False
    for i, form in forms.forms.items():
        r = forms.relations[i]
        whole = factored(form.num)
        if r.op in ("=", "!=") or form.is_zero or len(whole.factors) < 2:
            continue
        found = _divided(desk, goal, forms, whole, r.strict) or found
    if not found:
        return None
    return start.close(_prefixed(by_combination(prover, desk, [1, 2])))


def _divided(desk: Desk, goal: Goal, forms: Forms, whole: Factored, strict: bool) -> bool:
    """Add what a hypothesis says of its largest factor, if the others are positive."""
    *others, (largest, power) = whole.factors
    if power % 2 == 0:
        return False
    positive = whole.constant > 0
    for p, k in others:
        t = forms.term(p)
        op = ">" if screen(t, goal.cloud).high > 0 else "<"
        wanted = Relation(op, t, num(0))
        if desk.have(wanted, fuel=0) is None and desk.have(wanted, fuel=2) is None:
            return False
        positive = positive == (op == ">" or k % 2 == 0)
    side = ">" if positive else "<"
    wanted = Relation(side if strict else side + "=", forms.term(largest), num(0))
    return desk.have(wanted, fuel=0) is not None or desk.have(wanted, fuel=1) is not None


def _prefixed(proof: Proof | None) -> Proof | None:
    return None if proof is None else [{"rule": "contradiction"}, *proof]
