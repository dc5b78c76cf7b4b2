"""Goals that are the same at x and at 2*c - x: half of the range of x is enough.

In the other half y = 2*c - x takes the place of x; so the goal is shown twice, but on ranges on which its
derivatives keep their signs.
"""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from dptheory.kernel.real import (
    Relation,
    Term,
    apply,
    free_variables,
    gap,
    num,
    print_term,
    rational_value,
    subterms,
    var,
)

from ..cases.splits import assumed
from ..goals.goal import Goal, Proof, fresh_name
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..monotonicity.derivatives import derivatives_first
from ..registry import DEAR, tactic
from .change import Change, changed, replaced

TESTED = 6
CLOSE = 1e-9
CURVED = ("log", "sqrt")


@tactic(
    "the goal has logarithms or roots, and does not change when x becomes 2*c - x",
    DEAR,
    "log(1 + exp(x)) <= log(2) + x/2 + x**2/8 | log(1 + exp(x)) <= log(2) + x/2 + x**2/9 |",
)
def by_reflection(prover: Prover, start: ProofState) -> Proof | None:
    """Split a goal that does not change when x becomes 2*c - x at x = c."""
    found = mirror(start.goal)
    if found is None:
        return None
    x, centre = found
    known = [h for h in start.goal.visible if x in h.variables()]
    by = _by_size if centre == 0 and not known else _halves
    return start.close(by(prover, start, x, num(centre)))


def mirror(goal: Goal) -> tuple[str, fmpq] | None:
    """A variable, and the number about which a goal with logarithms or roots of it looks symmetric."""
    r = goal.relation
    curved = [t for t in subterms(r.left, r.right) if t.op in CURVED and free_variables(t)]
    if not curved:
        return None
    for x in sorted(free_variables(r.left, r.right)):
        centre = None if goal.sequent.variables[x] else _centre(goal, x)
        if centre is not None and _symmetric(goal, gap(r), x, centre):
            return x, centre
    return None


def _centre(goal: Goal, x: str) -> fmpq | None:
    """The middle of a variable's range, 0 where it has no ends; None if one end is missing or no number."""
    ends = [[rational_value(t) for t in bases(goal, x, side)] for side in ("below", "above")]
    lows, highs = ([v for v in found if v is not None] for found in ends)
    if [len(lows), len(highs)] != [len(found) for found in ends] or bool(lows) != bool(highs):
        return None
    centre = (max(lows) + min(highs)) / 2 if lows else fmpq(0)
    seen = sampled_signs(var(x) - num(centre), goal.samples)
    return centre if seen.low < 0 < seen.high else None


def _symmetric(goal: Goal, g: Term, x: str, centre: fmpq) -> bool:
    """Whether a function looks the same at x and at its mirror image."""
    program, tested = compiled(g), 0
    for point in goal.samples:
        values = program(point), program({**point, x: 2 * centre - point[x]})
        a, b = (None if v is None else to_float(v) for v in values)
        if a is None or b is None or abs(a) < CLOSE or point[x] == centre:
            continue
        if not abs(a - b) <= CLOSE * abs(a):
            return False
        tested += 1
        if tested == TESTED:
            break
    return tested > 1


def _halves(prover: Prover, start: ProofState, x: str, centre: Term) -> Proof | None:
    """The goal above the centre, below it in the mirror image of the variable, and at the centre."""
    higher, lower = Relation(">", var(x), centre), Relation("<", var(x), centre)
    rest = assumed(start.goal, higher.negated())
    middle = _at(prover, ProofState(prover, assumed(rest, lower.negated()), start.depth), x, centre)
    upper = ProofState(prover, assumed(start.goal, higher), start.depth)
    above = (
        None if middle is None else derivatives_first(prover, upper) or prover.prove(upper.goal, start.depth)
    )
    if above is None:
        return None
    other = ProofState(prover, assumed(rest, lower), start.depth)
    below = derivatives_first(prover, other) or changed(prover, other, _mirrored(other.goal, x, centre))
    if below is None:
        return None
    halves = {"rule": "cases", "on": lower.text, "yes": below, "no": middle}
    return [{"rule": "cases", "on": higher.text, "yes": above, "no": [halves]}]


def _by_size(prover: Prover, start: ProofState, x: str, centre: Term) -> Proof | None:
    """The goal for y = abs(x), once, and then for x = y and for x = -y."""
    state, name = ProofState(prover, start.goal, start.depth), fresh_name(start.goal)
    size, y = apply("abs", var(x)), var(name)
    sequent = state.goal.sequent.introducing(name)
    samples = tuple({**p, name: abs(p[x])} for p in state.goal.samples)
    state.goal = replace(state.goal, sequent=sequent, samples=samples)
    state.add({"rule": "let", "name": name, "term": print_term(size)}, Relation("=", y, size))
    state.fact("abs-nonnegative", var(x))
    sign = state.have(Relation(">=", y, centre), depth=0)
    wanted = start.goal.relation.substituted({x: y})
    defined = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    if sign is None:
        return None
    state.keep([sign])
    away = {i for i, h in enumerate(state.goal.hypotheses) if x in h.variables()}
    inner = state.goal.where(defined, frozenset(away))
    place = state.have(wanted, _from_centre(prover, inner, name, centre, start.depth))
    if place is None:
        return None
    split, proofs = Relation(">=", var(x), centre), list[Proof]()
    for r, image, fact in ((split, y, "abs-of-nonnegative"), (split.negated(), -y, "abs-of-nonpositive")):
        case = ProofState(prover, assumed(state.goal, r), start.depth)
        equal = case.fact(fact, var(x)) and case.have(Relation("=", var(x), image), depth=1)
        proof = equal and case.close(replaced(prover, case, x, image, equal, {sign, place}))
        if not proof:
            return None
        proofs.append(proof)
    return state.close([{"rule": "cases", "on": split.text, "yes": proofs[0], "no": proofs[1]}])


def _from_centre(prover: Prover, goal: Goal, x: str, centre: Term, depth: int) -> Proof | None:
    """The goal where a variable is at least the centre: at the centre, and above it."""
    higher = Relation(">", var(x), centre)
    at = _at(prover, ProofState(prover, assumed(goal, higher.negated()), depth), x, centre)
    above = None if at is None else prover.prove(assumed(goal, higher), depth)
    if at is None or above is None:
        return None
    return [{"rule": "cases", "on": higher.text, "yes": above, "no": at}]


def _at(prover: Prover, state: ProofState, x: str, centre: Term) -> Proof | None:
    """The goal where the variable is at the centre."""
    equation = state.have(Relation("=", var(x), centre), depth=0)
    if equation is None:
        return None
    return state.close(replaced(prover, state, x, centre, equation, set()))


def _mirrored(goal: Goal, x: str, centre: Term) -> Change:
    """y = 2*centre - x."""
    twice, y = 2 * (rational_value(centre) or fmpq(0)), var(fresh_name(goal))
    if twice == 0:
        return Change(x, str(y.value), -var(x), -y, "")
    return Change(x, str(y.value), num(twice) - var(x), num(twice) - y, "")
