"""From steps that were found to a statement with a written proof, in the library's own grammar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flint import fmpq

from ..kernel.logic import DATA, INT, REAL, RECORD, Expr, Sort, law, show
from ..theory.elaborate.matching import free_variables
from .kinds import SETTING, part
from .queries import PART, Query, for_every_law
from .search import GIVEN, Step

NAME = "chain.derived"
"""The identifier of a derived statement."""
ONE = (PART, "weights", "place")
"""What is 1 in the model of a derivation: everything else is 0 there."""


@dataclass(frozen=True)
class Derivation:
    """A derived property: the steps in order, what it asserts, and its rates."""

    goal: Step
    steps: tuple[Step, ...]
    hypotheses: tuple[Step, ...]
    labels: Mapping[int, str]
    laws: tuple[str, ...]

    @property
    def said(self) -> Expr:
        """The property itself, at one law."""
        step = self.goal
        return step.sources[0].formula if step.by == "intro" else step.formula

    @property
    def rates(self) -> tuple[Expr, ...]:
        """The rates of the property derived."""
        return part(self.said, "rate")

    def label(self, step: Step) -> str:
        """The label of a step."""
        return self.labels[id(step)]


def derivation(end: Step, query: Query, *, everywhere: bool) -> Derivation:
    """The derivation of a property from its last step; said of every law, if it is so everywhere."""
    goal = end if end.by != GIVEN else Step(end.formula, "apply", (end,))
    if everywhere:
        whole = for_every_law(end.formula, query.fresh)
        goal = Step(whole, "intro", (goal,), fixed=(query.fresh,))
    order: list[Step] = []
    _collect(goal, order)
    given = [step for step in order if step.by == GIVEN]
    lines = [step for step in order if step.by != GIVEN]
    labels = {id(step): step.label for step in given}
    labels |= {id(step): str(number) for number, step in enumerate(lines, 1)}
    return Derivation(goal, tuple(lines), tuple(given), labels, (query.fresh,) if everywhere else ())


def _collect(step: Step, order: list[Step]) -> None:
    """The steps that a step rests on, each before those that use it; equal ones once."""
    for source in step.sources:
        _collect(source, order)
    if step not in order:
        order.append(step)


def text(made: Derivation, query: Query, point: Mapping[Expr, fmpq]) -> str:
    """The statement's text: hypotheses, claim, proof, and a world in which all hypotheses hold."""
    formulas = [s.formula for s in (*made.hypotheses, *made.steps)] + [
        v for s in made.steps for _, v in s.values
    ]
    sorts: dict[str, Sort] = {}
    for formula in formulas:
        sorts.update(free_variables(formula))
    fixed = set(made.laws)
    free = {n: s for n, s in sorts.items() if n not in fixed and n not in ("n", "d")}
    lines = [
        f"statement {NAME}",
        "  title  derived by the property calculus",
        "  source this library, by its statements",
        "  quote  none",
    ]
    if free:
        lines.append("  let    " + "; ".join(f"{n}: {s}" for n, s in free.items()))
    lines.append("  form printed")
    for step in made.hypotheses:
        word = "presupposed" if step.presupposed else "given"
        lines.append(f"    {word} {made.label(step)}: {show(step.formula)}")
    lines += [f"    claim {show(made.goal.formula)}", "    proof by statements of the library"]
    bound = [f"{n}: {sorts[n]}" for n in made.laws if n in sorts]
    if bound:
        lines.append(f"      let {'; '.join(bound)}")
    lines += [_line(step, made) for step in made.steps]
    lines.append("    model")
    lines += [f"      {entry}" for entry in model(free, point, query)]
    return "\n".join(lines) + "\n"


def _line(step: Step, made: Derivation) -> str:
    """One line of the proof."""
    line = f"      {made.label(step)}: {show(step.formula)} by {step.by}"
    if step.sources:
        line += " from " + ", ".join(made.label(source) for source in step.sources)
    if step.terms:
        line += " at " + "; ".join(map(show, step.terms))
    if step.values:
        line += " with " + "; ".join(f"{name} := {show(value)}" for name, value in step.values)
    if step.fixed:
        line += " fix " + ", ".join(step.fixed)
    return line


def model(free: Mapping[str, Sort], point: Mapping[Expr, fmpq], query: Query) -> list[str]:
    """A world with one record and one outcome, where every algorithm is constant and every loss is 0; the
    numbers are a point at which the conditions hold."""
    numbers = {term.label: value for term, value in point.items() if term.head == "var"}
    at_places = {_root(term): value for term, value in point.items() if term.head == "apply"}
    entries = [f"n = {numbers.get('n', fmpq(1))}", "records = 0", "outputs = 0"]
    for name, sort in free.items():
        if sort in (REAL, INT):
            entries.append(f"value {name} = {numbers.get(name, fmpq(1))}")
        else:
            entries.append(_entry(name, sort, at_places))
    return [_records(entry, numbers.get("n", fmpq(1))) for entry in entries]


def _root(term: Expr) -> str:
    while term.head == "apply":
        term = term.args[0]
    return term.label


def _entry(name: str, sort: Sort, at_places: Mapping[str, fmpq]) -> str:
    """A constant value of a sort."""
    if sort == law(RECORD):
        return f"law {name} = 0: 1"
    if sort == SETTING["H"]:
        return f"region {name}(x) = x = 0"
    domains = _domains(sort)
    arguments = ", ".join(f"x{'y' * place}" for place in range(len(domains)))
    if _result(sort) == DATA:
        return f"data {name}({arguments}) = 0"
    if _result(sort).name == "law":
        return f"law {name}({arguments}) = 0: 1"
    value = at_places.get(name, fmpq(1 if name in ONE else 0))
    return f"value {name}({arguments}) = {value}"


def _records(entry: str, count: fmpq) -> str:
    """An entry that gives a data set, with as many records as there are."""
    return entry + ", 0" * (int(count) - 1) if entry.startswith("data ") else entry


def _domains(sort: Sort) -> list[Sort]:
    found = []
    while sort.name == "->":
        found.append(sort.args[0])
        sort = sort.args[1]
    return found


def _result(sort: Sort) -> Sort:
    while sort.name == "->":
        sort = sort.args[1]
    return sort
