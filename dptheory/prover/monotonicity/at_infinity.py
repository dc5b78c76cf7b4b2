"""Values far out: t*g(t) >= -K for large t, from what is known of error functions, exponentials and
incomplete gamma functions there."""

from __future__ import annotations

from collections.abc import Iterator

from dptheory.kernel.real import (
    PI,
    Field,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    print_term,
    subterms,
    var,
)

from ..arithmetic.combination import by_combination, denominators
from ..facts.known import know_values
from ..facts.replacement import eliminate_value, linear_part
from ..goals.goal import Node, Point, Proof
from ..goals.numeric import compiled, to_float
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState

LARGEST = 64
MARGIN = 4
SPECIAL = ("erf", "erfc", "uppergamma", "lowergamma")
ENOUGH = 3
"""The least depth for values far out of such functions, which fall faster than what they are compared to."""
SIMPLE = 15


def bounds_beyond(g: Term, fresh: str, samples: tuple[Point, ...]) -> Iterator[Term]:
    """Terms K without the far variable for which t*g(t) >= -K may hold."""
    program, worst = compiled(var(fresh) * g), 0.0
    for point in samples:
        value = program(point)
        if value is not None:
            worst = max(worst, -to_float(value))
    for t in subterms(g):
        if t.op in ("uppergamma", "lowergamma") and t.args[1] == var(fresh):
            yield apply("gamma", t.args[0] + 1)
    if worst < LARGEST:
        yield num(MARGIN) if worst <= 1 else num(MARGIN * int(worst + 1))


def bound_beyond(state: ProofState, x: str, t: Term, g_beyond: Term, bound: Term) -> int | None:
    """Show t*g(t) >= -K from what is known of x, said of t."""
    inner = ProofState(state.prover, state.goal, state.depth)
    goal = state.goal
    wanted = Relation(">=", t * g_beyond, -bound)
    hide = []
    for i, h in enumerate(goal.hypotheses):
        if i in goal.hidden or x not in h.variables() or i in goal.derived:
            continue
        hide.append(i)
        if t != h.left and h.left.size + h.right.size <= SIMPLE:
            inner.have(h.substituted({x: t}), depth=1)
    for f in subterms(g_beyond):
        if f.op == "uppergamma" and f.args[1] == t:
            inner.keep(inner.fact("uppergamma-moment", f.args[0], t) or [])
    shown = inner.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    hidden = frozenset(hide) | frozenset(i for i, h in enumerate(inner.goal.hypotheses) if x in h.variables())
    inner.goal = inner.goal.where(shown, hidden)
    least = ENOUGH if any(f.op in SPECIAL for f in subterms(g_beyond)) else 0
    proof = _without_tail(inner, t, g_beyond) or _by_limits(inner, t, g_beyond)
    proof = proof or inner.prover.prove(inner.goal, max(inner.depth - 1, least))
    whole = inner.close(proof)
    return None if whole is None else state.have(wanted, whole)


def _without_tail(start: ProofState, t: Term, g: Term) -> Proof | None:
    """With 0 or exp(-u**2) in the place of the only erfc(u) beside what is elementary."""
    tails = [f for f in subterms(g) if f.op in SPECIAL]
    if len(tails) != 1 or tails[0].op != "erfc" or not any(f.op == "exp" for f in subterms(g)):
        return None
    (a,) = tails[0].args
    for name in ("erfc-positive", "erfc-chernoff"):
        state = ProofState(start.prover, start.goal, max(start.depth, ENOUGH))
        if (name == "erfc-positive") != (linear_sign(g, tails[0], state) > 0):
            continue
        found = state.fact(name, a)
        for f in subterms(g):
            if f.op == "exp" and sampled_signs(f.args[0], state.goal.samples).high <= 0:
                for fact in ("exp-upper", "exp-positive"):
                    state.keep(state.fact(fact, *f.args) or [])
        if found is not None:
            return eliminate_value(start.prover, state, found[0], ("erfc",), tails[0])
    return None


def linear_sign(g: Term, value: Term, state: ProofState) -> int:
    """The sign of what a value is multiplied by, as far as points show; 0 where it changes."""
    field = Field([g])
    part = linear_part(field[g], next(i for i, u in enumerate(field.generators) if u == value))
    if part is None:
        return 0
    seen = sampled_signs(fraction_term(tidied(field), part.num, part.den), state.goal.samples)
    return 1 if seen.low > 0 else -1 if seen.high < 0 else 0


def _by_limits(start: ProofState, t: Term, g: Term) -> Proof | None:
    """By bounds of t times each function value that falls to 0."""
    state = ProofState(start.prover, start.goal, start.depth)
    for f in subterms(g):
        if str(t.value) in free_variables(f):
            _limit(state, t, f)
    know_values(state)
    denominators(state)
    return by_combination(state.prover, state, [1, 2, 3])


def _limit(state: ProofState, t: Term, f: Term) -> None:
    """What is known of one function value far out."""
    samples = state.goal.samples
    if f.op in ("erf", "erfc") and sampled_signs(f.args[0] - t, samples).low >= 0:
        _tail(state, f.args[0])
    elif f.op == "exp" and sampled_signs(f.args[0], samples).high < 0:
        _exponential(state, t, f)
    elif f.op == "pow" and str(t.value) not in free_variables(f.args[1]):
        base, exponent = f.args
        if free_variables(exponent) and sampled_signs(exponent - 1, samples).low >= 0:
            state.fact("bernoulli", base - 1, exponent)
    elif f.op in ("uppergamma", "lowergamma"):
        state.fact("gamma-step", f.args[0])


def _tail(state: ProofState, a: Term) -> None:
    """a*erfc(a) <= 1 for a >= 0, because a*erfc(a)*sqrt(pi) < exp(-a**2), and exp(-a**2)*(1 + a**2) <= 1."""
    inner, root = ProofState(state.prover, state.goal, 2), apply("sqrt", PI)
    wanted = Relation("<=", a * apply("erfc", a), num(1))
    if inner.define(wanted.left) is None:
        return
    names = (("erfc-tail", a), ("erfc-positive", a), ("exp-upper", -(a**2)), ("exp-positive", -(a**2)))
    shown = [inner.fact(*name) for name in names]
    leaf: Proof = [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
    signs = [inner.have(Relation(">=", a, num(0))), inner.have(Relation(">=", root, num(1)), leaf)]
    uses = [found[0] for found in shown if found] + [k for k in signs if k is not None]
    if len(uses) < 6:
        return
    tail, positive, upper, exponential, sign, large = uses
    terms: list[Node] = [{"c": "1", "h": [upper]}, {"c": "1", "h": [exponential], "sq": [print_term(a)]}]
    terms += [{"c": "1", "h": [tail]}, {"c": "1", "h": [positive, sign, large]}]
    _kept(state, inner, wanted, terms)


def _exponential(state: ProofState, t: Term, f: Term) -> None:
    """t*exp(u) <= m with a number m, because exp(u)*(1 - u) <= 1 and t <= m*(1 - u)."""
    (u,), worst = f.args, 0.0
    program = compiled(t / (1 - u))
    for point in state.goal.samples:
        value = program(point)
        worst = max(worst, 0.0 if value is None else to_float(value))
    if worst > LARGEST:
        return
    m = num(int(worst) + 1)
    wanted = Relation("<=", t * f, m)
    inner = ProofState(state.prover, state.goal, 3)
    if inner.define(wanted.left) is None or inner.have(Relation("<=", t, m * (1 - u))) is None:
        return
    below = len(inner.goal.hypotheses) - 1
    upper, positive = inner.fact("exp-upper", u), inner.fact("exp-positive", u)
    if upper is not None and positive is not None:
        terms: list[Node] = [{"c": "1", "h": [below, *positive]}, {"c": str(int(worst) + 1), "h": upper}]
        _kept(state, inner, wanted, terms)


def _kept(state: ProofState, inner: ProofState, wanted: Relation, terms: list[Node]) -> None:
    """Add to the state what a combination of the inner one's hypotheses gives."""
    state.have(wanted, inner.close([{"rule": "poly", "times": [], "terms": terms}]))
