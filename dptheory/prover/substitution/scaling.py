"""Homogeneous goals: with t = x/y a common scale y comes out, and one variable less is left."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

from dptheory.kernel.real import (
    Relation,
    Term,
    free_variables,
    gap,
    num,
    print_term,
    rational_value,
    replace_terms,
    restart,
    subterms,
    var,
)

from ..arithmetic.combination import by_combination, denominators
from ..cases.splits import assumed, by_cases
from ..facts.known import know_values
from ..goals.goal import Goal, Proof, fresh_name
from ..goals.numeric import compiled, to_float, to_rational
from ..goals.obligations import Prover, define, tidy
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

MOST = 4
TESTED = 6
CLOSE = 1e-9


@tactic(
    "the goal is homogeneous, and not a polynomial",
    MODERATE,
    "log(x/y)/2 > (x - y)/(x + y) | log(x/y)/2 > (x - y)/y | y > 0, x > y",
)
def by_scale(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal that is homogeneous in some variables with one of them equal to 1."""
    goal = start.goal
    if not _transcendental(goal.relation):
        return None
    names = scaled_variables(goal)
    if not names:
        return None
    unit = names[-1]
    touching = sampled_signs(var(unit), goal.samples)
    if touching.low == 0:
        return by_cases(prover, start, Relation(">", var(unit), num(0)))
    if len(names) == 2 and start.depth > 2 and _exchangeable(goal, *names):
        proof = prover.attempt(partial(_by_the_larger, prover, start, names[0], unit))
        if proof is not None:
            return proof
    return start.close(_scaled(prover, start, names[:-1], unit))


def _by_the_larger(prover: Prover, start: ProofState, x: str, y: str) -> Proof | None:
    """Show a goal in which x and y may change places for either order, the larger being the scale."""
    split = Relation("<=", var(x), var(y))
    branches: list[Proof] = []
    for r, small, large in ((split, x, y), (split.negated(), y, x)):
        state = ProofState(prover, assumed(start.goal, r), start.depth - 1)
        proof = _scaled(prover, state, [small], large)
        if proof is None:
            return None
        branches.append(proof)
    return start.close([{"rule": "cases", "on": split.text, "yes": branches[0], "no": branches[1]}])


def _transcendental(r: Relation) -> bool:
    return any(
        t.op in ("log", "pow") and free_variables(t) and not _whole(t) for t in subterms(r.left, r.right)
    )


def _whole(t: Term) -> bool:
    exponent = rational_value(t.args[1]) if t.op == "pow" else None
    return exponent is not None and exponent.q == 1


def scaled_variables(goal: Goal) -> list[str]:
    """The largest set of positive variables in which the goal looks homogeneous; the unit last."""
    g = gap(goal.relation)
    names = [
        x
        for x in sorted(free_variables(g))
        if not goal.sequent.variables[x] and sampled_signs(var(x), goal.samples).low >= 0
    ]
    for size in range(min(len(names), MOST), 1, -1):
        for chosen in combinations(names, size):
            if _homogeneous(goal, g, chosen):
                return sorted(chosen, key=lambda x: (sampled_signs(var(x), goal.samples).low > 0, x))
    return []


def _exchangeable(goal: Goal, x: str, y: str) -> bool:
    """Whether the goal looks the same with two variables exchanged, of which either may be the larger."""
    order = sampled_signs(var(x) - var(y), goal.samples)
    if not order.low < 0 < order.high:
        return False
    program, tested = compiled(gap(goal.relation)), 0
    for point in goal.samples:
        values = program(point), program({**point, x: point[y], y: point[x]})
        a, b = (None if v is None else to_float(v) for v in values)
        if a is None or b is None or abs(a) < 1e-12 or point[x] == point[y]:
            continue
        if abs(a - b) > CLOSE * abs(a):
            return False
        tested += 1
        if tested == TESTED:
            return True
    return tested > 1


def _homogeneous(goal: Goal, g: Term, chosen: tuple[str, ...]) -> bool:
    program, tested = compiled(g), 0
    for point in goal.samples:
        values = []
        for k in (1, 2, 4):
            scaled = {n: v * k if n in chosen else v for n, v in point.items()}
            value = program(scaled)
            values.append(None if value is None else to_float(value))
        a, b, c = values
        if a is None or b is None or c is None or abs(a) < 1e-12 or not all(point[x] for x in chosen):
            continue
        if abs(b / a - c / b if b else 1) > CLOSE * abs(b / a):
            return False
        tested += 1
        if tested == TESTED:
            return True
    return tested > 1


def _scaled(prover: Prover, start: ProofState, names: list[str], unit: str) -> Proof | None:
    """Show the goal for the ratios and 1, and take the scale out of it."""
    state, y = ProofState(prover, start.goal, start.depth), var(unit)
    if state.have(Relation(">", y, num(0)), depth=1) is None:
        return None
    images: dict[str, Term] = {x: var(x) / y for x in names} | {unit: num(1)}
    given = [i for i in range(len(start.goal.hypotheses)) if i not in start.goal.derived | start.goal.hidden]
    keep = set[int]()
    for x in names:
        low = sampled_signs(var(x), start.goal.samples).low
        sign = state.have(Relation(">" if low > 0 else ">=", images[x], num(0)), depth=2)
        if sign is None:
            return None
        keep.add(sign)
    for i in given:
        h = start.goal.hypotheses[i]
        if len(set(h.variables()) & set(images)) > 1:
            place = state.have(plain(h.substituted(images)), depth=2)
            keep.update(() if place is None else (place,))
    wanted = plain(start.goal.relation.substituted(images))
    defined = state.define(wanted.left, wanted.right)
    if defined is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted))
    proof = generalised(prover, inner, [images[x] for x in names], keep, {*names, unit}, start.depth)
    place = None if proof is None else state.have(wanted, proof)
    if place is None:
        return None
    state.keep([place])
    know_values(state)
    denominators(state)
    return by_combination(prover, state, [1, 2, 3])


def generalised(
    prover: Prover, goal: Goal, terms: list[Term], keep: set[int], old: set[str], depth: int
) -> Proof | None:
    """Name terms and show the goal from what is known of them, if that has no variable of `old`."""
    s, images, samples = goal.sequent, dict[bytes, Term](), goal.samples
    named: list[list[str]] = []
    for t in terms:
        name, program = fresh_name(replace(goal, sequent=s)), compiled(t)
        s, images[t.key] = s.introducing(name), var(name)
        named.append([print_term(t), name])
        samples = tuple({**p, name: to_rational(v)} for p in samples if (v := program(p)) is not None)
    moved = [
        Relation(r.op, replace_terms(r.left, images), replace_terms(r.right, images))
        for r in (s.goal, *s.hypotheses)
    ]
    if set(moved[0].variables()) & old:
        return None
    inner = restart(s.variables, tuple(moved[1:]), moved[0], s.lemmas)
    hidden = {i for i, h in enumerate(inner.hypotheses) if set(h.variables()) & old}
    fresh = Goal(inner, samples, goal.hidden | hidden, (), goal.derived - keep)
    sides = (inner.goal.left, inner.goal.right)
    defined = define(prover, fresh, depth, inner.pending(*sides))
    if defined is None:
        return None
    proof = prover.prove(fresh.where(inner.knowing(*sides)), depth)
    node = {"rule": "generalise", "terms": named, "defined": defined}
    return None if proof is None else [tidy(node), *proof]


def plain(r: Relation) -> Relation:
    """Without factors, divisors and powers of 1."""
    return Relation(r.op, _unit_free(r.left), _unit_free(r.right))


def _unit_free(t: Term) -> Term:
    if not t.args:
        return t
    one, args = num(1), tuple(_unit_free(a) for a in t.args)
    if t.op == "pow" and args[0] == one:
        return one
    if t.op in ("mul", "div", "pow") and args[1] == one:
        return args[0]
    return args[1] if t.op == "mul" and args[0] == one else Term(t.op, args, t.value)
