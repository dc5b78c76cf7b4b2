"""Sums of reciprocals against a logarithm: one tangent of the logarithm between any two neighbours."""

from __future__ import annotations

from itertools import pairwise

from flint import fmpq

from dptheory.kernel.real import Field, Term, free_variables, subterms

from ..arithmetic.sums import by_sum
from ..goals.goal import Proof
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

MOST = 24


@tactic(
    "the goal has a logarithm, and divisors that differ from its argument by numbers",
    MODERATE,
    "1/(x + 1) + 1/(x + 2) >= log((x + 3)/(x + 1)) | 1/(x + 2) + 1/(x + 3) >= log((x + 3)/(x + 1)) | x >= 0",
)
def by_telescope(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal with a logarithm, and divisors that differ by numbers from its argument, from
    log(b) - log(a) <= (b - a)/a and (b - a)/b <= log(b) - log(a) for neighbours a < b."""
    r = start.goal.relation
    logs = [t for t in subterms(r.left, r.right) if t.op == "log" and free_variables(t)]
    divisors = [t.args[1] for t in subterms(r.left, r.right) if t.op == "div" and free_variables(t.args[1])]
    if not logs or len(divisors) < 2:
        return None
    ends = [a for t in logs for a in (t.args[0].args if t.args[0].op == "div" else t.args)]
    for row in _rows(start, [*ends, *divisors]):
        if not 3 <= len(row) <= MOST or sum(a in row for a in ends) < 2:
            continue
        state = ProofState(prover, start.goal, start.depth)
        for t in logs:
            if t.args[0].op == "div":
                state.fact("log-quotient", *t.args[0].args)
        for a, b in pairwise(row):
            state.fact("log-tangent", a, b)
            state.fact("log-tangent", b, a)
        proof = by_sum(prover, state)
        if proof is not None:
            return proof
    return None


def _rows(start: ProofState, terms: list[Term]) -> list[list[Term]]:
    """Terms that differ from one another by numbers, the least first."""
    rows: list[dict[fmpq, Term]] = []
    firsts: list[Term] = []
    for t in terms:
        if not start.goal.samples or not _positive(start, t):
            continue
        for row, first in zip(rows, firsts, strict=True):
            field = Field([t, first])
            distance = field.add(field[t], field.scale(field[first], fmpq(-1))).constant
            if distance is not None:
                row.setdefault(distance, t)
                break
        else:
            rows.append({fmpq(0): t})
            firsts.append(t)
    return [[row[d] for d in sorted(row)] for row in rows]


def _positive(start: ProofState, t: Term) -> bool:
    program = compiled(t)
    values = [program(p) for p in start.goal.samples[:8]]
    return all(v is not None and to_float(v) > 0 for v in values)
