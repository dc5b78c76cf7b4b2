"""The search for worst cases: floating point finds the active conditions, exact arithmetic solves them again.

Untrusted: what is found is a certificate, and `dptheory.kernel.finite.check` checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite.check import certificate, check_worst
from dptheory.kernel.finite.linear import Program, Row, sparse
from dptheory.kernel.finite.questions import Question
from dptheory.kernel.limits import KernelError

ZERO, ONE = fmpq(0), fmpq(1)
TOLERANCES = (1e-9, 1e-7, 1e-11)
Solution = tuple[list[fmpq], dict[int, fmpq]]


@dataclass(frozen=True)
class WorstCase:
    """A question with its exact, checked worst case over all mechanisms.

    `value` is None where a quotient has no finite supremum; `mechanism` gives each data set, in the world's
    order, the probabilities of the outcomes; `certificate` is what the kernel checked.
    """

    question: Question
    value: fmpq | None
    mechanism: tuple[tuple[fmpq, ...], ...]
    certificate: dict[str, object]

    @property
    def sizes(self) -> str:
        """What was searched, in words."""
        world = self.question.world
        places = f"{len(world.data_sets)} data sets, {len(world.neighbours)} ordered pairs of neighbours"
        return f"{world.text}; {places}"

    @property
    def table(self) -> str:
        """The mechanism, one line for each data set."""
        rows = zip(self.question.world.data_sets, self.mechanism, strict=True)
        return "\n".join(f"A({', '.join(map(str, z))}) = ({', '.join(map(str, law))})" for z, law in rows)


def worst_case(question: Question) -> WorstCase:
    """The exact worst case of a question over all its mechanisms, with a mechanism that attains it.

    Errors: BadInput if no mechanism satisfies the question's conditions, or if no exact solution was found.

    >>> from dptheory.finite.stability import stability
    >>> found = worst_case(stability(entries=1, records=2, outcomes=2, ratio=3)[0])
    >>> found.value
    1/2
    >>> print(found.table)
    A(0) = (3/4, 1/4)
    A(1) = (1/4, 3/4)
    """
    value, mechanism, multipliers = _search(question)
    data = certificate(question, value, mechanism, multipliers)
    try:
        worst = check_worst(question, data)
    except KernelError as error:
        raise BadInput(
            question.name, "an exact solution that the kernel accepts", f"another size ({error})"
        ) from None
    m = question.world.outcomes
    laws = tuple(tuple(mechanism[i : i + m]) for i in range(0, len(mechanism), m))
    return WorstCase(question, worst.value, laws, data)


def worst_of(cases: Iterable[WorstCase]) -> WorstCase:
    """The worst of several cases; the first of them where several are equally bad."""
    best: WorstCase | None = None
    for found in cases:
        if found.value is None:
            return found
        if best is None or best.value is None or found.value > best.value:
            best = found
    if best is None:
        raise BadInput("no case", "at least one question", "a world with at least two neighbours")
    return best


def _search(question: Question) -> tuple[fmpq | None, list[fmpq], dict[int, fmpq]]:
    if question.per is None:
        program = question.program()
        solved = _solve(program, question.name)
        if solved is None:
            raise BadInput(
                question.name, "an objective that is bounded", "an objective with finite coefficients"
            )
        x, y = solved
        return question.value(x)[0], x, y
    solved = _solve(_scaled(question), question.name)
    if solved is None:
        return None, _infinite(question), {}
    x, y = solved
    scale = x[-1]
    mechanism = [value / scale for value in x[:-1]]
    above, below = question.value(mechanism)
    return above / below, mechanism, {i: factor for i, factor in y.items() if i < len(question.rows)}


def _scaled(question: Question) -> Program:
    """The quotient's supremum as one program (Charnes and Cooper 1962): t * mechanism with per = 1, and t.

    The multipliers of its rows but the last bound objective - value * per.
    """
    last = question.program().size
    rows = [Row(sparse([*row.form, (last, -row.bound)]), ZERO, row.equal) for row in question.rows]
    assert question.per is not None
    rows.append(Row(question.form(question.per), ONE, True))
    return Program(last + 1, question.form(question.objective), tuple(rows))


def _infinite(question: Question) -> list[fmpq]:
    """A mechanism with per = 0 and the largest objective."""
    assert question.per is not None
    program = question.program()
    rows = (*program.rows, Row(question.form(question.per), ZERO, True))
    solved = _solve(Program(program.size, program.objective, rows), question.name)
    if solved is None:
        raise BadInput(question.name, "an objective that is bounded", "an objective with finite coefficients")
    return solved[0]


def _solve(program: Program, name: str) -> Solution | None:
    """An exact optimum with its multipliers; None if the program is unbounded."""
    found = _highs(program)
    if found.status == 2:
        raise BadInput(name, "conditions that some mechanism satisfies", "weaker limits")
    if found.status == 3:
        return None
    if found.status != 0:
        raise BadInput(name, "a linear program that is solved", f"another size ({found.message})")
    for tolerance in TOLERANCES:
        x = _primal(program, found, tolerance)
        y = _dual(program, found, tolerance)
        if x is not None and y is not None:
            return x, y
    raise BadInput(name, "a vertex that is solved exactly", "other sizes or parameters")


def _highs(program: Program) -> Any:
    """The optimum in floating point, by the dual simplex method of HiGHS (a vertex)."""
    import numpy
    from scipy.optimize import linprog

    cost = numpy.zeros(program.size)
    for j, c in program.objective:
        cost[j] = -_float(c)
    upper = [i for i, row in enumerate(program.rows) if not row.equal]
    equal = [i for i, row in enumerate(program.rows) if row.equal]
    a, b = _matrix(program, upper)
    c, d = _matrix(program, equal)
    found = linprog(cost, A_ub=a, b_ub=b, A_eq=c, b_eq=d, method="highs-ds")
    if found.status == 0:
        found.y = {}
        found.tight = set(equal)
        if upper:
            found.y |= {i: -float(v) for i, v in zip(upper, found.ineqlin.marginals, strict=True)}
            found.gap = {i: float(v) for i, v in zip(upper, found.ineqlin.residual, strict=True)}
        if equal:
            found.y |= {i: -float(v) for i, v in zip(equal, found.eqlin.marginals, strict=True)}
    return found


def _matrix(program: Program, rows: Sequence[int]) -> tuple[Any, Any]:
    from scipy.sparse import csr_matrix

    if not rows:
        return None, None
    values, at, column = [], [], []
    for k, i in enumerate(rows):
        for j, c in program.rows[i].form:
            values.append(_float(c))
            at.append(k)
            column.append(j)
    matrix = csr_matrix((values, (at, column)), shape=(len(rows), program.size))
    return matrix, [_float(program.rows[i].bound) for i in rows]


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)


def _primal(program: Program, found: Any, tolerance: float) -> list[fmpq] | None:
    """The vertex exactly: the positive variables solve the rows that are tight."""
    support = [j for j, v in enumerate(found.x) if v > tolerance]
    tight = [i for i in range(len(program.rows)) if i in found.tight or abs(found.gap[i]) <= tolerance]
    place = {j: k for k, j in enumerate(support)}
    system: dict[tuple[tuple[int, fmpq], ...], fmpq] = {}
    for i in tight:
        row = program.rows[i]
        form = tuple((place[j], c) for j, c in row.form if j in place)
        if form:
            system[form] = row.bound
    solved = _linear(list(system.items()), len(support))
    if solved is None or any(v < 0 for v in solved):
        return None
    x = [ZERO] * program.size
    for j, v in zip(support, solved, strict=True):
        x[j] = v
    return x


def _dual(program: Program, found: Any, tolerance: float) -> dict[int, fmpq] | None:
    """The multipliers exactly: those that are not 0 solve the columns whose inequality is tight."""
    support = [i for i, v in found.y.items() if abs(v) > tolerance]
    reduced = [0.0] * program.size
    columns: list[list[tuple[int, fmpq]]] = [[] for _ in range(program.size)]
    for k, i in enumerate(support):
        for j, c in program.rows[i].form:
            reduced[j] += found.y[i] * _float(c)
            columns[j].append((k, c))
    wanted = dict(program.objective)
    system = [
        (tuple(columns[j]), wanted.get(j, ZERO))
        for j in range(program.size)
        if columns[j] and abs(reduced[j] - _float(wanted.get(j, ZERO))) <= tolerance
    ]
    solved = _linear(system, len(support))
    return None if solved is None else {i: v for i, v in zip(support, solved, strict=True) if v != 0}


def _linear(system: Sequence[tuple[tuple[tuple[int, fmpq], ...], fmpq]], size: int) -> list[fmpq] | None:
    """The exact solution of sparse equations (free variables 0), by elimination; None if there is none."""
    pivots: dict[int, tuple[dict[int, fmpq], fmpq]] = {}
    for form, bound in sorted(system, key=lambda item: len(item[0])):
        row, right = dict(form), bound
        while row:
            lead = min(row)
            if lead not in pivots:
                scale = row[lead]
                pivots[lead] = ({j: c / scale for j, c in row.items()}, right / scale)
                break
            other, amount = pivots[lead]
            factor = row[lead]
            for j, c in other.items():
                new = row.get(j, ZERO) - factor * c
                if new == 0:
                    row.pop(j, None)
                else:
                    row[j] = new
            right -= factor * amount
        else:
            if right != 0:
                return None
    solution = [ZERO] * size
    for lead in sorted(pivots, reverse=True):
        row, right = pivots[lead]
        solution[lead] = right - sum((c * solution[j] for j, c in row.items() if j != lead), ZERO)
    return solution
