"""Goals that follow in one unknown from polynomials in it and from what linear conditions leave it.

The conditions that are linear, and the negated goal if it is, say of an unknown that it lies between two
numbers (elimination of all others by Fourier and Motzkin, which is complete). With these, the polynomials in
this unknown alone, the negated goal among them if it is one, are decided on the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.real import Field, Relation, Term, num

from ..budget import charge
from ..goals.goal import Goal, Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .univariate import by_univariate

MAX_LINEAR = 24
MAX_ROWS = 120

Row = dict[Term, fmpq]


@dataclass(frozen=True)
class Linear:
    """sum of coefficients times unknowns, plus a number, is >= 0 (> 0 if strict)."""

    parts: Mapping[Term, fmpq]
    constant: fmpq
    strict: bool

    def without(self, other: Linear, x: Term) -> Linear:
        """The positive combination of two in which an unknown does not occur."""
        a, b = abs(self.parts[x]), abs(other.parts[x])
        names = dict.fromkeys([*self.parts, *other.parts])
        sums = {y: self.parts.get(y, fmpq(0)) * b + other.parts.get(y, fmpq(0)) * a for y in names}
        rest = {y: c for y, c in sums.items() if c != 0}
        return Linear(rest, self.constant * b + other.constant * a, self.strict or other.strict)


@tactic(
    "all conditions but those in one unknown are linear",
    MODERATE,
    "x**2 <= 9 | x**2 <= 4 | x + y <= 3, y >= 0, x - y >= -3",
)
def by_fourier_motzkin(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal by what its negation and the linear conditions leave of one unknown."""
    goal = start.goal
    key = ("shadow", *goal.data)
    if key in prover.futile:
        return None
    negated = goal.relation.negated()
    linear, curved = _sorted_out([*goal.visible, negated])
    if not curved or len(linear) > MAX_LINEAR:
        return None
    for x in curved:
        if not any(x in row.parts and len(row.parts) > 1 for row in linear):
            continue
        bounds = list(_bounds(linear, x))
        proof = _closed(prover, goal, negated, bounds) if bounds else None
        if proof is not None:
            return [*start.nodes, {"rule": "contradiction"}, *proof]
    prover.futile.add(key)
    return None


def _sorted_out(relations: Sequence[Relation]) -> tuple[list[Linear], list[Term]]:
    """The linear inequalities among some relations, and the unknowns of which others speak alone."""
    linear: list[Linear] = []
    curved: dict[Term, None] = {}
    for r in relations:
        field = Field([r.left, r.right])
        d = field.difference(r)
        used = [i for p in (d.num, d.den) for i, k in enumerate(p.degrees()) if k > 0]
        charge(20 + len(d.num))
        if d.den.is_constant() and d.num.total_degree() == 1 and r.op != "!=":
            scale = 1 / fmpq(d.den.leading_coefficient())
            linear += _rows(r, {e: fmpq(c) * scale for e, c in d.num.terms()}, field.generators)
        elif len(set(used)) == 1 and d.num.total_degree() > 1:
            curved[field.generators[used[0]]] = None
    return linear, list(curved)


def _rows(r: Relation, terms: Mapping[tuple[int, ...], fmpq], generators: Sequence[Term]) -> Iterator[Linear]:
    parts = {generators[e.index(1)]: c for e, c in terms.items() if sum(e)}
    constant = next((c for e, c in terms.items() if not sum(e)), fmpq(0))
    yield Linear(parts, constant, r.strict)
    if r.op == "=":
        yield Linear({x: -c for x, c in parts.items()}, -constant, False)


def _bounds(linear: Sequence[Linear], x: Term) -> Iterator[Relation]:
    """The closest bounds of an unknown, by eliminating all others."""
    rows = list(linear)
    while others := {y: None for row in rows for y in row.parts if y != x}:
        counts = {y: (_with(rows, y, 1), _with(rows, y, -1)) for y in others}
        y, (above, below) = min(counts.items(), key=lambda item: len(item[1][0]) * len(item[1][1]))
        charge(10 + 10 * len(above) * len(below))
        rows = [row for row in rows if y not in row.parts]
        rows += [a.without(b, y) for a in above for b in below]
        if len(rows) > MAX_ROWS:
            return
    for sign, op in ((1, ">"), (-1, "<")):
        ends = [(-row.constant / row.parts[x], row.strict) for row in _with(rows, x, sign)]
        if ends:
            end, strict = max(ends, key=lambda e: (sign * e[0], e[1]))
            yield Relation(op if strict else f"{op}=", x, num(end))


def _with(rows: Sequence[Linear], x: Term, sign: int) -> list[Linear]:
    return [row for row in rows if row.parts.get(x, fmpq(0)) * sign > 0]


def _closed(prover: Prover, goal: Goal, negated: Relation, bounds: Sequence[Relation]) -> Proof | None:
    """0 > 0 from the goal's negation, with bounds that follow from it and from the linear conditions."""
    nothing = Relation(">", num(0), num(0))
    inner = replace(goal, sequent=goal.sequent.assuming(negated).showing(nothing), samples=())
    state = ProofState(prover, inner, 0)
    if any(state.have(r, depth=0) is None for r in bounds):
        return None
    return by_univariate(prover, state)
