"""Other variables: x = 1/y where function values depend on 1/x only, x = y**2 under square roots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.sequents import restart
from dptheory.kernel.real.terms import Term, apply, free_variables, num, replace_terms, subterms, var

from ..cases.splits import more_points
from ..goals.forms import Forms
from ..goals.goal import Goal, Proof, fresh_name
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover, define, tidy
from ..goals.polynomials import coefficients_in, constant_of, occurs
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, MODERATE, tactic

FIXED = 2
SHIFTED = ("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh")


@dataclass(frozen=True)
class Change:
    """A new variable y = `forth`(x), so that x = `back`(y); `sign` is what is known of y."""

    variable: str
    name: str
    forth: Term
    back: Term
    sign: str


@tactic(
    "function values of a variable are simpler in another",
    MODERATE,
    "sqrt(sqrt(n))*log(n) <= 2*sqrt(n) | sqrt(sqrt(n))*log(n) <= 7/5*sqrt(n) | n >= 1",
)
def by_substitution(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in a variable in which its function values are simpler."""
    forms = start.forms()
    for x in sorted(free_variables(start.goal.relation.left, start.goal.relation.right)):
        if start.goal.sequent.variables[x]:
            continue
        for change in _changes(start, forms, x):
            proof = changed(prover, start, change)
            if proof is not None:
                return start.close(proof)
    return None


def _changes(state: ProofState, forms: Forms, x: str) -> Iterator[Change]:
    seen = sampled_signs(var(x), state.goal.samples)
    name = fresh_name(state.goal)
    inside = [g for i, g in enumerate(forms.field.generators) if occurs(forms.target.num, i) and g.args]
    inside = [g for g in inside if x in free_variables(g)]
    if inside and (seen.low > 0 or seen.high < 0) and all(_inverse(g, x) for g in inside):
        yield Change(x, name, 1 / var(x), 1 / var(name), ">" if seen.low > 0 else "<")
    root, order = _deepest_root(state.goal.relation, var(x))
    degrees = dict(zip(forms.field.generators, forms.target.num.degrees(), strict=False))
    mixed = degrees.get(var(x), 0) > 2
    if (len(inside) > 1 or mixed) and seen.low >= 0 and (root in inside or order > 2):
        yield Change(x, name, root, var(name) ** order, ">" if seen.low > 0 else ">=")


def _deepest_root(r: Relation, x: Term) -> tuple[Term, int]:
    """The square root of x, or that of the square root, and so on as far as it occurs, and its order."""
    within = {t.key for t in subterms(r.left, r.right)}
    root, order = apply("sqrt", x), 2
    while (deeper := apply("sqrt", root)).key in within:
        root, order = deeper, 2 * order
    return root, order


@tactic(
    "the goal has exp(x), and logarithms of what depends on it",
    MODERATE,
    "log(exp(x) - 1) <= x - exp(-x) | log(exp(x) - 1) <= x - 2*exp(-x) | x > 0",
)
def by_exp_substitution(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in u = exp(x), where beside x and exp(x) it has logarithms of what depends on exp(x)."""
    forms = start.forms()
    for x in sorted(free_variables(start.goal.relation.left, start.goal.relation.right)):
        power = apply("exp", var(x))
        inside = [g for i, g in enumerate(forms.field.generators) if occurs(forms.target.num, i) and g.args]
        inside = [g for g in inside if x in free_variables(g)]
        if start.goal.sequent.variables[x] or len(inside) < 2 or power not in inside:
            continue
        if all(g == power or _log_of(g, power, x) for g in inside):
            change = Change(x, fresh_name(start.goal), power, apply("log", var(fresh_name(start.goal))), ">")
            proof = changed(prover, start, change)
            if proof is not None:
                return start.close(proof)
    return None


def _log_of(g: Term, power: Term, x: str) -> bool:
    """Whether a function value is a logarithm that depends on x through its exponential only."""
    return g.op == "log" and x not in free_variables(replace_terms(g.args[0], {power.key: num(1)}))


def shift_change(start: ProofState) -> Change | None:
    """y = x - c, where c is a number other than 0 and exponentials and angles depend on x - c."""
    r = start.goal.relation
    field = Field([r.left, r.right])
    for x in sorted(free_variables(r.left, r.right)):
        if start.goal.sequent.variables[x]:
            continue
        centres = {_centre(field, g, x) for g in field.generators if g.op in SHIFTED}
        centres.discard(None)
        if len(centres) == 1 and (c := centres.pop()) is not None and c != 0:
            name = fresh_name(start.goal)
            return Change(x, name, var(x) - num(c), var(name) + num(c), "")
    return None


@tactic(
    "exponentials and angles of a variable are all taken at x - c",
    CHEAP,
    "exp(x - 2) + exp(2 - x) >= 2 | exp(x - 2) + exp(2 - x) > 2 |",
)
def by_shift(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in y = x - c, where exponentials and angles depend on x - c."""
    change = shift_change(start)
    if change is None:
        return None
    start.commit()
    return changed(prover, start, change)


@tactic(
    "a hypothesis bounds the logarithm of a variable",
    MODERATE,
    "x*log(x) <= 2*exp(2) | x*log(x) <= exp(2) | x > 1, log(x) <= 2",
)
def by_log_substitution(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in y = log(x), where a given hypothesis bounds log(x)."""
    change = log_change(start)
    return None if change is None else changed(prover, start, change)


def log_change(start: ProofState) -> Change | None:
    """y = log(x), where a hypothesis that was not derived bounds log(x)."""
    goal = start.goal
    given = [h for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and i not in goal.derived]
    for x in sorted(free_variables(goal.relation.left, goal.relation.right)):
        forth = apply("log", var(x))
        if any(h.op == "=" and forth in (h.left, h.right) for h in goal.hypotheses):
            continue  # it has become a variable before
        if not goal.sequent.variables[x] and any(_bounds_only(h, forth, x) for h in given):
            name = fresh_name(goal)
            return Change(x, name, forth, apply("exp", var(name)), "")
    return None


def _bounds_only(h: Relation, t: Term, x: str) -> bool:
    """Whether a relation speaks of a term, and of the variable in it nowhere else."""
    rest = (replace_terms(side, {t.key: num(0)}) for side in (h.left, h.right))
    return _contains(h, t) and x not in free_variables(*rest)


def _contains(h: Relation, t: Term) -> bool:
    return any(s == t for s in subterms(h.left, h.right))


def _centre(field: Field, g: Term, x: str) -> fmpq | None:
    """The zero of a function's argument, if that is linear in x alone."""
    form = field[g.args[0]]
    if x not in free_variables(g.args[0]) or not form.den.is_constant() or len(free_variables(g.args[0])) > 1:
        return None
    places = [i for i, k in enumerate(form.num.degrees()) if k > 0]
    if len(places) != 1 or field.generators[places[0]] != var(x):
        return None
    parts = coefficients_in(form.num, places[0])
    if max(parts) != 1:
        return None
    return -constant_of(parts[0]) / constant_of(parts[1]) if 0 in parts else fmpq(0)


def _inverse(g: Term, x: str) -> bool:
    """Whether the arguments of a function value depend on x through 1/x only."""
    field = Field(g.args)
    for a in g.args:
        if x not in free_variables(a):
            continue
        form = field[a]
        places = [i for i, inner in enumerate(field.generators) if x in free_variables(inner)]
        if len(places) != 1 or field.generators[places[0]] != var(x):
            return False
        below, above = coefficients_in(form.den, places[0]), coefficients_in(form.num, places[0])
        if len(below) != 1 or min(below) < max(above) or min(below) == 0:
            return False
    return True


def changed(prover: Prover, start: ProofState, change: Change) -> Proof | None:
    """Show the state's goal (without its nodes) in another variable."""
    if change.forth.op == "log":
        proof = renamed(prover, start.goal, start.depth, change)
        if proof is not None or _says_it_all(start.goal, change):
            return proof
    state = ProofState(prover, start.goal, start.depth)
    y, x = var(change.name), var(change.variable)
    defined = state.define(change.forth)
    if defined is None:
        return None
    sequent = state.goal.sequent.introducing(change.name)
    program = compiled(change.forth)
    samples = tuple(
        {**p, change.name: to_rational(v)} for p in state.goal.samples if (v := program(p)) is not None
    )
    state.goal = replace(state.goal, sequent=sequent, samples=samples)
    first = Relation("=", y, change.forth)
    node = {"rule": "let", "name": change.name, "term": print_term(change.forth), "defined": defined}
    state.add(node, first)
    keep = set[int]()
    if change.sign:
        sign = state.have(Relation(change.sign, y, num(0)))
        if sign is None:
            return None
        keep.add(sign)
    drop = _rewritten(state, change, y, keep)
    if change.forth.op == "log":
        state.congruence("exp", (y,), (change.forth,))
        state.fact("exp-log", x)
    if change.forth.op == "exp":
        state.fact("log-exp", x)
        state.congruence("log", (y,), (change.forth,))
        keep.update(_powers_of_bounds(state, x, y))
    equation = state.have(Relation("=", x, change.back))
    if equation is None:
        return None
    state.goal = replace(state.goal, hidden=state.goal.hidden | drop)
    return state.close(replaced(prover, state, change.variable, change.back, equation, keep))


def _powers_of_bounds(state: ProofState, x: Term, y: Term) -> Iterator[int]:
    """Numbers that bound x, said of y = exp(x)."""
    for side, strict, loose in (("below", ">", ">="), ("above", "<", "<=")):
        for a in bases(state.goal, str(x.value), side):
            if free_variables(a):
                continue
            for op in (strict, loose):
                place = state.have(Relation(op, y, num(1) if a == num(0) else apply("exp", a)), depth=1)
                if place is not None:
                    yield place
                    break


def _says_it_all(goal: Goal, change: Change) -> bool:
    """Whether goal and hypotheses speak of the variable through the new one alone, but for its sign."""
    x, images = var(change.variable), {change.forth.key: num(0)}
    relations = [goal.relation, *(h for h in goal.visible if {h.left, h.right} != {x, num(0)})]
    sides = [replace_terms(side, images) for r in relations for side in (r.left, r.right)]
    return change.variable not in free_variables(*sides)


def renamed(prover: Prover, goal: Goal, depth: int, change: Change) -> Proof | None:
    """Name the new variable's term, if the goal has the old variable nowhere else."""
    images = {change.forth.key: var(change.name)}
    s, program = goal.sequent.introducing(change.name), compiled(change.forth)
    moved = [
        Relation(r.op, replace_terms(r.left, images), replace_terms(r.right, images))
        for r in (s.goal, *s.hypotheses)
    ]
    if change.variable in moved[0].variables():
        return None
    inner = restart(s.variables, tuple(moved[1:]), moved[0], s.lemmas)
    samples = tuple({**p, change.name: to_rational(v)} for p in goal.samples if (v := program(p)) is not None)
    hidden = goal.hidden | {i for i, h in enumerate(inner.hypotheses) if change.variable in h.variables()}
    fresh = Goal(inner, samples, hidden, (), goal.derived)
    # where the old variable has no rational value that the new one has: ends of its range
    fresh = replace(fresh, samples=(*more_points(fresh), *samples))
    sides = (inner.goal.left, inner.goal.right)
    defined = define(prover, fresh, depth, inner.pending(*sides))
    if defined is None:
        return None
    proof = prover.prove(fresh.where(inner.knowing(*sides)), depth)
    node = {"rule": "generalise", "terms": [[print_term(change.forth), change.name]], "defined": defined}
    return None if proof is None else [tidy(node), *proof]


def _rewritten(state: ProofState, change: Change, y: Term, keep: set[int]) -> frozenset[int]:
    """Say given hypotheses that contain the new variable's term in the new variable; which they were."""
    if change.forth.op != "log":
        return frozenset()
    goal, images, drop = state.goal, {change.forth.key: y}, set[int]()
    for i, h in enumerate(goal.hypotheses):
        if i in goal.hidden or i in goal.derived or not _contains(h, change.forth):
            continue
        inner = Relation(h.op, replace_terms(h.left, images), replace_terms(h.right, images))
        place = state.have(inner, depth=1)
        if place is not None:
            keep.add(place)
            drop.add(i)
    return frozenset(drop)


def replaced(
    prover: Prover, state: ProofState, variable: str, image: Term, equation: int, keep: set[int]
) -> Proof | None:
    """Show the goal with a variable replaced by what a hypothesis says it equals."""
    goal, images = state.goal, {variable: image}
    s = goal.sequent
    variables = {n: integer for n, integer in s.variables.items() if n != variable}
    hypotheses = tuple(h.substituted(images) for h in s.hypotheses)
    inner = restart(variables, hypotheses, s.goal.substituted(images), s.lemmas)
    kept = keep | {i for i in range(len(hypotheses)) if i not in goal.derived}
    hidden = frozenset(range(len(hypotheses))) - kept | goal.hidden
    program = compiled(image)
    samples = tuple({**p, variable: v} for p in goal.samples if isinstance(v := program(p), fmpq))
    if not samples:
        samples = tuple({n: x for n, x in p.items() if n != variable} for p in goal.samples)
    fresh = Goal(inner, samples, hidden)
    sides = (inner.goal.left, inner.goal.right)
    defined = define(prover, fresh, state.depth, inner.pending(*sides))
    if defined is None:
        return None
    proof = prover.prove(fresh.where(inner.knowing(*sides)), state.depth)
    node = {"rule": "replace", "variable": variable, "equals": equation, "defined": defined}
    return None if proof is None else [tidy(node), *proof]


@tactic(
    "the hypotheses leave a variable one value",
    CHEAP,
    "sqrt(x*y) <= (x + y)/2 | sqrt(x*y) <= (x + y)/3 | x >= 0, y >= 0",
)
def by_fixed_value(prover: Prover, start: ProofState) -> Proof | None:
    """Replace a variable that the hypotheses leave only one value."""
    goal = start.goal
    for x in sorted(free_variables(goal.relation.left, goal.relation.right)):
        values = {p[x] for p in goal.samples}
        if len(values) != 1 or (len(goal.samples) > FIXED and len(goal.sequent.variables) == 1):
            continue
        state = ProofState(prover, goal, 1)
        image = num(values.pop())
        equation = state.have(Relation("=", var(x), image), depth=0)
        if equation is not None:
            state.depth = start.depth
            return start.close(state.close(replaced(prover, state, x, image, equation, set())))
    return None
