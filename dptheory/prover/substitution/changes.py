"""Other variables: x = 1/y where function values depend on 1/x only, x = y**2 under square roots, others."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from dptheory.decimals import outward
from dptheory.kernel.real import (
    FUNCTIONS,
    Field,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    rational_value,
    replace_terms,
    subterms,
    var,
)

from ..goals.forms import Forms
from ..goals.goal import Proof, fresh_name
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, constant_of, occurs
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, MODERATE, tactic
from .change import Change, changed, contains, renamed, replaced

FIXED = 2
SHIFTED = ("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh")


@tactic(
    "function values of a variable are simpler in another",
    MODERATE,
    "s*x + (1 - s)*y <= x**s*y**(1 - s) + (1 - s)*(sqrt(x) - sqrt(y))**2 | "
    "s*x + (1 - s)*y <= x**s*y**(1 - s) + (1 - s)*(sqrt(x) - sqrt(y))**2/2 | x > 0, y > 0, 0 <= s <= 1/2",
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


@tactic(
    "the goal has one variable, and other function values beside its square root",
    MODERATE,
    "log(1 + x) <= 5/6*sqrt(x) | log(1 + x) <= 4/5*sqrt(x) | x >= 0",
)
def by_root_of_unknown(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable in its square root, which then is no function value."""
    x, r = start.goal.unknown, start.goal.relation
    if x is None or start.goal.sequent.variables[x]:
        return None
    terms = subterms(r.left, r.right)
    scale = min((c for t in terms if (c := _scale(t, x)) is not None), key=lambda c: c != 1, default=None)
    seen = sampled_signs(var(x), start.goal.samples)
    values = [t for t in terms if t.args and t.op in FUNCTIONS and x in free_variables(t)]
    if scale is None or seen.low < 0 or all(t.op == "sqrt" for t in values):
        return None
    name, sign = fresh_name(start.goal), ">" if seen.low > 0 else ">="
    if scale != 1:
        root, back = apply("sqrt", num(scale) * var(x)), var(name) ** 2 / num(scale)
        return changed(prover, start, Change(x, name, root, back, sign))
    root, order = _deepest_root(r, var(x))
    return changed(prover, start, Change(x, name, root, var(name) ** order, sign))


def _scale(t: Term, x: str) -> fmpq | None:
    """The number c of sqrt(c*x)."""
    if t.op == "sqrt" and t.args[0].op == "mul" and var(x) in t.args[0].args:
        return next((c for a in t.args[0].args if (c := rational_value(a)) is not None and c > 0), None)
    return fmpq(1) if t == apply("sqrt", var(x)) else None


@tactic(
    "the goal has one variable, and powers or other function values of its logarithm",
    MODERATE,
    "log(n)**4 <= 46889*n**(1/10) | log(n)**4 <= 46888*n**(1/10) | n >= 1",
)
def by_log_of_unknown(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable in its logarithm, which then is no function value; one in an integer where
    it has that through its logarithm alone."""
    x, r = start.goal.unknown, start.goal.relation
    if x is None or (log := apply("log", var(x))) not in (terms := subterms(r.left, r.right)):
        return None
    if sampled_signs(var(x), start.goal.samples).low <= 0 or not any(_beyond(t, log) for t in terms):
        return None
    name = fresh_name(start.goal)
    change = Change(x, name, log, apply("exp", var(name)), "")
    state = ProofState(prover, start.goal, start.depth)
    for least in bases(start.goal, x, "below"):
        value = compiled(apply("log", least))({}) if not least.names else None
        bound = None if value is None else num(outward(to_rational(value), 3, up=False))
        if bound is not None and (place := state.have(Relation(">=", log, bound))) is not None:
            state.keep([place])
    proof = renamed(prover, state.goal, start.depth, change)
    alone = start.goal.sequent.variables[x] or any(t.op == "exp" and t.names for t in terms)
    return start.close(state.close(proof if proof is not None or alone else changed(prover, state, change)))


def _beyond(t: Term, inner: Term) -> bool:
    """Whether a term is a power of a logarithm with a number as exponent, or a function value of it that is
    not simpler without it."""
    if t.op == "pow":
        return t.args[0] == inner and not t.args[1].names
    return t != inner and t.op in ("log", "sqrt", "erf", "erfc") and inner in subterms(*t.args)


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
    return contains(h, t) and x not in free_variables(*rest)


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


@tactic(
    "the hypotheses leave a variable one value",
    CHEAP,
    "1 - (1 - q)**n <= n*q | 1 - (1 - q)**n <= n*q/2 | 0 <= q, q <= 1, n >= 1",
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
