"""Names for terms, and variables that give way to what an equation says that they are: everywhere at once."""

from __future__ import annotations

from dataclasses import replace

from dptheory.kernel.real import Relation, Sequent, Term, print_term, replace_terms, restart, var

from ..goals.goal import Goal, Node, Point, Proof, fresh_name
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover, define, tidy
from ..goals.state import ProofState


def named(state: ProofState, t: Term) -> tuple[ProofState, str] | None:
    """The state with a name for a term, wherever hypotheses and goal have it."""
    goal, name, program = state.goal, fresh_name(state.goal), compiled(t)
    s = goal.sequent.introducing(name)
    samples = tuple({**p, name: to_rational(v)} for p in goal.samples if (v := program(p)) is not None)
    inner = _moved(s, {t.key: var(name)}, dict(s.variables))
    found = _next(state, inner, samples, {"rule": "generalise", "terms": [[print_term(t), name]]})
    return None if found is None else (found, name)


def put(state: ProofState, name: str, place: int) -> ProofState | None:
    """The state without a variable, which hypothesis `place` says to equal a term."""
    s, h = state.goal.sequent, state.goal.hypotheses[place]
    image = h.right if h.left == var(name) else h.left
    samples = tuple({n: x for n, x in p.items() if n != name} for p in state.goal.samples)
    rest = {n: integer for n, integer in s.variables.items() if n != name}
    inner = _moved(s, {var(name).key: image}, rest)
    found = _next(state, inner, samples, {"rule": "replace", "variable": name, "equals": place})
    if found is not None:
        found.goal = replace(found.goal, hidden=found.goal.hidden | {place})
    return found


def with_value(prover: Prover, state: ProofState, t: Term, place: int, depth: int) -> Proof | None:
    """Show the state's goal with a term replaced by what equation `place`, t = s, says."""
    found = named(state, t)
    last = None if found is None else put(*found, place)
    return None if last is None else last.close(prover.prove(last.goal, depth))


def _moved(s: Sequent, images: dict[bytes, Term], variables: dict[str, bool]) -> Sequent:
    """A sequent with terms replaced by others everywhere."""
    moved = [
        Relation(r.op, replace_terms(r.left, images), replace_terms(r.right, images))
        for r in (s.goal, *s.hypotheses)
    ]
    return restart(variables, tuple(moved[1:]), moved[0], s.lemmas)


def _next(state: ProofState, inner: Sequent, samples: tuple[Point, ...], node: Node) -> ProofState | None:
    """The state after a node that begins anew with a sequent, whose goal is owed."""
    goal, sides = state.goal, (inner.goal.left, inner.goal.right)
    fresh = Goal(inner, samples, goal.hidden, (), goal.derived)
    defined = define(state.prover, fresh, state.depth, inner.pending(*sides))
    if defined is None:
        return None
    found = ProofState(state.prover, fresh.where(inner.knowing(*sides)), state.depth)
    found.nodes = [*state.nodes, tidy({**node, "defined": defined})]
    return found
