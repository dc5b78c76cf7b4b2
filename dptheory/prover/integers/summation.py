"""Sums and integrals between two ends: by their terms, one after the other.

With m for the last index, a sum S(m) with terms f is compared with G(m), a function that grows from m to
m + 1 as much as S does, or at least (at most) as much: S(m) <= S(k) + G(m) - G(k) by induction. Guesses of G
are a sum in closed form, and antiderivatives of f between the terms (f is convex or concave, falls or rises).
An integral is compared with an antiderivative in the same way, by the mean value theorem, not by induction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    BINDERS,
    Field,
    Relation,
    Term,
    free_variables,
    instance,
    is_integer,
    num,
    print_term,
    replace_terms,
    restart,
    substitute,
    subterms,
    var,
)

from ..arithmetic.combination import by_combination
from ..arithmetic.factors import by_identity
from ..arithmetic.sums import by_sum
from ..facts.known import know_values
from ..facts.summation import FEW, length
from ..functions.antiderivatives import antiderivative
from ..goals.goal import Goal, Node, Proof, fresh_name
from ..goals.numeric import compiled
from ..goals.obligations import Prover, define, tidy
from ..goals.segments import Segment
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, tactic
from .antidifferences import antidifference
from .guesses import Guess, along, anchors, grows, growths, side_of, suffices
from .induction import by_first_case, stepwise
from .integrands import bounding, simple
from .potentials import by_potential
from .steps import by_growth

ANCHORS = 8
MOST = 3
BESIDE = 5
MONOTONE = 2
"""Guesses that need no more than that the terms fall or rise."""


def has_sums(*terms: Term) -> bool:
    """Whether a sum, a product or an integral occurs."""
    return any(t.op in BINDERS for t in subterms(*terms))


@tactic(
    "the goal has sums, products or integrals",
    DEAR,
    "sum(j, j, 1, n) <= n**2 | sum(j, j, 1, n) <= n**2/2 | n integer, n >= 1",
)
def by_summation(prover: Prover, start: ProofState) -> Proof | None:
    """Show an inequality with sums, products and integrals."""
    r, s = start.goal.relation, start.goal.sequent
    found = [t for t in subterms(r.left, r.right) if t.op in BINDERS]
    if not found or _in_step(start.goal):
        return None
    if all(t.op in ("sum", "prod") and _is_short(t) for t in found):
        return _written(prover, start)
    tries: list[tuple[Callable[[], Proof | None], float]] = [
        (partial(_by_ends, prover, start, found, brief=True), 0.25)
    ]
    for t in found:
        if t.op == "sum" and _is_even(t):
            tries.append((partial(_halved, prover, start, t), 0.5))
        if t.op != "prod":
            tries.append((partial(_closed, prover, start, t), 0.5))
        if t.op == "sum" and is_integer(t.args[1], s.integers):
            tries.append((partial(_bounded, prover, start, t), 0.5))
        if t.op == "integral":
            tries.append((partial(_beside, prover, start, t), 0.5))
    tries += [(partial(by_potential, prover, start, t), 0.6) for t in found if t.op != "integral"]
    tries.append((partial(_by_ends, prover, start, found, brief=False), 1.0))
    return next((proof for work, part in tries if (proof := prover.attempt(work, part)) is not None), None)


def _is_short(t: Term) -> bool:
    count = length(Field(t.args[:2]), t)
    return count is not None and count <= FEW


def _in_step(goal: Goal) -> bool:
    """Whether a hypothesis has a sum with a body that the goal's have, too: the step of an induction."""
    r = goal.relation
    bodies = {t.value for t in subterms(r.left, r.right) if t.op in BINDERS}
    said = [side for h in goal.visible if h.op != "=" for side in (h.left, h.right)]
    return any(t.op in BINDERS and t.value in bodies for t in subterms(*said))


def _written(prover: Prover, start: ProofState) -> Proof | None:
    """Sums of few terms, written out."""
    r = start.goal.relation
    state = ProofState(prover, start.goal, start.depth)
    know_values(state)
    forms = state.forms()
    rest = forms.fraction_term(forms.expanded(forms.target))
    if has_sums(rest):
        return None
    return _from(prover, start, state, Relation(">" if r.strict else ">=", rest, num(0)))


def _from(prover: Prover, start: ProofState, state: ProofState, wanted: Relation) -> Proof | None:
    """The goal from another one, which is the same but for what the state has found."""
    if state.define(wanted.left, wanted.right) is None:
        return None
    hide = frozenset(range(len(start.goal.hypotheses), len(state.goal.hypotheses)))
    inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted), hide)
    proof = prover.prove(inner, start.depth)
    if proof is None or state.have(wanted, proof) is None:
        return None
    return start.close(by_sum(prover, state) or by_combination(prover, state, [1, 2]))


def _by_ends(prover: Prover, start: ProofState, found: list[Term], brief: bool) -> Proof | None:
    """Induction on an integer in an end of a sum or a product."""
    goal = start.goal
    ends = free_variables(*(a for t in found if t.op != "integral" for a in t.args[:2]))
    for i, h in enumerate(goal.hypotheses):
        op, n, k = h.oriented
        name = str(n.value)
        if op != ">=" or n.op != "var" or not goal.sequent.integers & ends & {name} or i in goal.hidden:
            continue
        if name not in k.names and is_integer(k, goal.sequent.integers):
            proof = stepwise(prover, start, name, k, i, brief)
            if proof is not None:
                return start.close(proof)
    return None


def _is_even(t: Term) -> bool:
    """Whether a sum goes from -n to n, for a variable n, and its terms at j and -j are the same."""
    at = var("p0")  # no name of a part of a body
    field = Field([t.args[0], t.args[1], instance(t, at), instance(t, -at)])
    ends, bodies = field.generators, (field[instance(t, at)], field[instance(t, -at)])
    return (
        t.args[1] in ends
        and t.args[1].op == "var"
        and field.add(field[t.args[0]], field[t.args[1]]).is_zero
        and field.add(bodies[0], field.scale(bodies[1], fmpq(-1))).is_zero
    )


def _halved(prover: Prover, start: ProofState, t: Term) -> Proof | None:
    """The goal with twice the sum from 1 on, and the term at 0, in place of an even sum, by induction."""
    n, r = t.args[1], start.goal.relation
    whole = simple(instance(t, num(0))) + 2 * Term(t.op, (num(1), *t.args[1:]), t.value)
    wanted = Relation("=", t, whole)
    state = ProofState(prover, start.goal, max(start.depth, 3))
    if state.define(t, whole) is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(t, whole).showing(wanted))
    step = partial(_exactly, prover, depth=state.depth)
    for i, h in enumerate(inner.hypotheses):
        op, large, k = h.oriented
        if op == ">=" and large == n and is_integer(k, frozenset()):
            proof = stepwise(prover, ProofState(prover, inner, 3), str(n.value), k, i, following=step)
            if proof is None or state.have(wanted, proof) is None:
                return None
            image = {t.key: whole}
            return _from(
                prover, start, state, Relation(r.op, *(replace_terms(a, image) for a in (r.left, r.right)))
            )
    return None


def _closed(prover: Prover, start: ProofState, t: Term) -> Proof | None:
    """By what a sum or an integral is, in closed form."""
    m = fresh_name(start.goal)
    body = instance(t, var(m))
    growth = antiderivative(body, m) if t.op == "integral" else antidifference(body, m)
    if growth is None:
        return None
    if t.op == "integral":
        return _compared(prover, start, t, Guess("=", growth, m, t.args[0]), num(0))
    return next(
        (p for k, base in anchors(t, 1) if (p := _at(prover, start, t, growth, m, k, base)) is not None),
        None,
    )


def _beside(prover: Prover, start: ProofState, t: Term) -> Proof | None:
    """By a bound of the integrand that has an antiderivative."""
    for guess in islice(bounding(start, t, fresh_name(start.goal)), MOST):
        proof = prover.attempt(partial(_compared, prover, start, t, guess, num(0)), 0.5)
        if proof is not None:
            return proof
    return None


def _at(
    prover: Prover, start: ProofState, t: Term, growth: Term, m: str, k: Term, base: Term
) -> Proof | None:
    program = compiled(substitute(growth, {m: k}))
    if all(program(p) is None for p in start.goal.samples[:6]):
        return None
    return _compared(prover, start, t, Guess("=", growth, m, k), base)


def _bounded(prover: Prover, start: ProofState, t: Term) -> Proof | None:
    """By an antiderivative of the terms, from one of the first indices on."""
    side = side_of(start, t)
    m = fresh_name(start.goal)
    body = instance(t, var(m))
    whole = antiderivative(body, m) if side else None
    if whole is None:
        return None
    later: list[tuple[Guess, Term]] = []
    for offset, (k, base) in enumerate(anchors(t, ANCHORS)):
        for i, growth in enumerate(growths(body, whole, m)):
            guess = Guess(side, growth, m, k)
            if not grows(start.goal, body, growth, m, k, side):
                continue
            if not suffices(start.goal, t, guess, base, k):
                continue
            if offset > 1 and not _reached(start.goal, t, k):
                found = _first_of(prover, start, t, later)
                return found if found is not None else by_first_case(prover, start)
            if i < MONOTONE:
                proof = _compared(prover, start, t, guess, base)
                return proof if proof is not None else _first_of(prover, start, t, later)
            later.append((guess, base))
    return _first_of(prover, start, t, later)


def _first_of(prover: Prover, start: ProofState, t: Term, guesses: list[tuple[Guess, Term]]) -> Proof | None:
    """The goal by one of some guesses, the first of which there is a proof."""
    proofs = (_compared(prover, start, t, guess, base) for guess, base in guesses[:MOST])
    return next((p for p in proofs if p is not None), None)


def _reached(goal: Goal, t: Term, k: Term) -> bool:
    """Whether a sum is seen to go as far as k everywhere."""
    return sampled_signs(t.args[1] - k, goal.samples, stop_below=True).low >= 0


def _compared(prover: Prover, start: ProofState, t: Term, guess: Guess, base: Term) -> Proof | None:
    """The goal with the guess in place of a sum or an integral."""
    state = ProofState(prover, start.goal, start.depth)
    m, whole = guess.end, t.op != "integral"
    sequent, end = state.goal.sequent, t.args[1]
    program = compiled(end)
    samples = tuple({**p, m: v} for p in start.goal.samples if isinstance(v := program(p), fmpq))
    if state.define(end) is None:
        return None
    integer = is_integer(end, sequent.integers)
    state.goal = replace(state.goal, sequent=sequent.introducing(m, integer), samples=samples)
    state.add({"rule": "let", "name": m, "term": print_term(end)}, Relation("=", var(m), end))
    named = Term(t.op, (t.args[0], var(m), *t.args[2:]), t.value)
    wanted = Relation(guess.op, named, guess.bound(t, base, var(m)))
    low = state.have(Relation(">=", var(m), guess.first), depth=2)
    if low is None or state.define(wanted.left, wanted.right) is None:
        return None
    known = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    varied = tuple(along(start.goal.samples[:20], m, guess.first))
    inner = replace(state.goal.where(known), samples=varied if whole else samples)
    proof = None
    if whole:
        step = partial(
            by_growth, prover, body=instance(t, var(m)), growth=guess.growth, m=m, depth=start.depth
        )
        following = partial(_exactly, prover, depth=start.depth) if guess.op == "=" else step
        at_start = ProofState(prover, inner, start.depth)
        proof = stepwise(prover, at_start, m, guess.first, low, following=following)
    if not whole and guess.op == "=":
        proof = _between(prover, inner, m, t.args[0], start.depth)
    elif not whole:
        proof = Segment(prover, inner, m, t.args[0], "below", max(start.depth, BESIDE)).proof(False)
    if proof is None or state.have(wanted, proof) is None:
        return None
    return _without(prover, start, state, t, m, wanted)


def _exactly(prover: Prover, goal: Goal, depth: int) -> Proof | None:
    """The next case of an equation from the last hypothesis, which gives the sum up to the case before."""
    last, state = len(goal.hypotheses) - 1, ProofState(prover, goal, max(depth, 2))
    know_values(state)
    state.define_by(last, goal.hypotheses[last].left)
    return by_identity(prover, state)


def _between(prover: Prover, goal: Goal, m: str, base: Term, depth: int) -> Proof | None:
    """An equation between an integral and an antiderivative, by the mean value theorem both ways."""
    halves: list[Proof] = []
    for op in ("<=", ">="):
        side = goal.showing(Relation(op, goal.relation.left, goal.relation.right))
        proof = Segment(prover, side, m, base, "below", depth).proof(False)
        if proof is None:
            return None
        halves.append(proof)
    return [{"rule": "both", "below": halves[0], "above": halves[1]}]


def _without(
    prover: Prover, start: ProofState, state: ProofState, t: Term, m: str, found: Relation
) -> Proof | None:
    """Go on with the end itself in place of its name, and with the bound in place of the sum."""
    s, equation = state.goal.sequent, len(start.goal.hypotheses)
    images = {m: t.args[1]}
    variables = {name: integer for name, integer in s.variables.items() if name != m}
    hypotheses = tuple(h.substituted(images) for h in s.hypotheses)
    inner = restart(variables, hypotheses, s.goal, s.lemmas)
    goal = replace(state.goal, sequent=inner, samples=start.goal.samples)
    defined = define(prover, goal, start.depth, inner.pending(s.goal.left, s.goal.right))
    if defined is None:
        return None
    node: Node = {"rule": "replace", "variable": m, "equals": equation, "defined": defined}
    state.nodes.append(tidy(node))
    state.goal = goal.where(inner.knowing(s.goal.left, s.goal.right))
    bound = found.substituted(images).right
    r = start.goal.relation
    wanted = Relation(r.op, *(replace_terms(side, {t.key: bound}) for side in (r.left, r.right)))
    try:
        return _from(prover, start, state, wanted)
    except KernelError:
        return None
