"""The search for worst cases: floating point finds the active conditions, exact arithmetic solves them again.

Untrusted: what is found is a certificate, and `dptheory.kernel.finite.check` checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel import KernelError, check_worst
from dptheory.kernel.finite import (
    FORMAT,
    VERSION,
    Functional,
    Program,
    Question,
    Row,
    Sparse,
    check_multipliers,
    check_point,
    evaluate,
    sparse,
)
from dptheory.linear import solution

from .highs import INFEASIBLE, OPTIMAL, UNBOUNDED, Guess, approximations

ZERO, ONE = fmpq(0), fmpq(1)
T = TypeVar("T")
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
        return from_certificate(question, data)
    except KernelError as error:
        raise BadInput(
            question.name, "an exact solution that the kernel accepts", f"another size ({error})"
        ) from None


def certificate(
    question: Question, value: fmpq | None, mechanism: list[fmpq], multipliers: dict[int, fmpq]
) -> dict[str, object]:
    """The JSON of a worst case; a value of None says that the quotient has no finite supremum."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "hash": question.hash,
        "value": "oo" if value is None else str(value),
        "mechanism": [str(x) for x in mechanism],
        "multipliers": {str(i): str(y) for i, y in sorted(multipliers.items())},
    }


def from_certificate(question: Question, data: object) -> WorstCase:
    """A worst case from its certificate, checked now; raises KernelError where it does not hold."""
    worst = check_worst(question, data)
    m = question.world.outcomes
    laws = tuple(worst.mechanism[i : i + m] for i in range(0, len(worst.mechanism), m))
    return WorstCase(question, worst.value, laws, data if isinstance(data, dict) else {})


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
    solved = _solve(_scaled(question, question.per), question.name)
    if solved is None:
        return None, _infinite(question, question.per), {}
    x, y = solved
    scale = x[-1]
    mechanism = [value / scale for value in x[:-1]]
    above, below = question.value(mechanism)
    return above / below, mechanism, {i: factor for i, factor in y.items() if i < len(question.rows)}


def _scaled(question: Question, per: Functional) -> Program:
    """The quotient's supremum as one program (Charnes and Cooper 1962): t * mechanism with per = 1, and t.

    The multipliers of its rows but the last bound objective - value * per.
    """
    last = question.program().size
    rows = [Row(sparse([*row.form, (last, -row.bound)]), ZERO, row.equal) for row in question.rows]
    rows.append(Row(question.form(per), ONE, True))
    return Program(last + 1, question.form(question.objective), tuple(rows))


def _infinite(question: Question, per: Functional) -> list[fmpq]:
    """A mechanism with per = 0 and the largest objective."""
    program = question.program()
    rows = (*program.rows, Row(question.form(per), ZERO, True))
    solved = _solve(Program(program.size, program.objective, rows), question.name)
    if solved is None:
        raise BadInput(question.name, "an objective that is bounded", "an objective with finite coefficients")
    return solved[0]


def _solve(program: Program, name: str) -> Solution | None:
    """An exact optimum with its multipliers; None if the program is unbounded."""
    points: dict[fmpq, list[fmpq]] = {}
    bounds: dict[fmpq, dict[int, fmpq]] = {}
    for guess, tolerance in approximations(program):
        if guess.status == INFEASIBLE:
            raise BadInput(name, "conditions that some mechanism satisfies", "weaker limits")
        if guess.status == UNBOUNDED:
            return None
        if guess.status != OPTIMAL:
            break
        _note(points, _primal(program, guess, tolerance), lambda x: check_point(program, x))
        _note(bounds, _dual(program, guess, tolerance), lambda y: check_multipliers(program, y))
        if points and bounds and max(points) == min(bounds):
            return points[max(points)], bounds[max(points)]
    raise BadInput(name, "a vertex that is solved exactly", "other sizes, or e^eps neither huge nor near 1")


def _note(known: dict[fmpq, T], found: T | None, value: Callable[[T], fmpq]) -> None:
    """Keep what is feasible, by its value."""
    if found is not None:
        try:
            known[value(found)] = found
        except KernelError:
            return


def _primal(program: Program, guess: Guess, tolerance: fmpq) -> list[fmpq] | None:
    """The vertex exactly: the positive variables solve the rows that are tight."""
    support = [j for j, v in enumerate(guess.x) if v > tolerance]
    place = {j: k for k, j in enumerate(support)}
    system: dict[Sparse, fmpq] = {}
    for row in program.rows:
        if row.equal or abs(row.bound - evaluate(row.form, guess.x)) <= tolerance:
            form = tuple((place[j], c) for j, c in row.form if j in place)
            if form:
                system[form] = row.bound
    solved = solution(system.items(), len(support))
    if solved is None:
        return None
    x = [ZERO] * program.size
    for j, v in zip(support, solved, strict=True):
        x[j] = v
    return x


def _dual(program: Program, guess: Guess, tolerance: fmpq) -> dict[int, fmpq] | None:
    """The multipliers exactly: those that are not 0 solve the columns whose inequality is tight."""
    support = [i for i, v in guess.y.items() if abs(v) > tolerance]
    reduced = [ZERO] * program.size
    columns: list[list[tuple[int, fmpq]]] = [[] for _ in range(program.size)]
    for k, i in enumerate(support):
        for j, c in program.rows[i].form:
            reduced[j] += guess.y[i] * c
            columns[j].append((k, c))
    wanted = dict(program.objective)
    system = [
        (tuple(columns[j]), wanted.get(j, ZERO))
        for j in range(program.size)
        if columns[j] and abs(reduced[j] - wanted.get(j, ZERO)) <= tolerance
    ]
    solved = solution(system, len(support))
    return None if solved is None else {i: v for i, v in zip(support, solved, strict=True) if v != 0}
