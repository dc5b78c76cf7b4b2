"""Running the experiments that statements name, against the bounds that their forms state.

A line ``experiment NAME FORM`` in a statement names an experiment of ``audit.catalog`` and the form
whose bound it tries. The bound is read off the form; nothing is typed twice.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from flint import fmpq

from ..audit.catalog import experiments as catalog
from ..audit.records import Experiment, ExperimentResult, Size
from ..extras import MissingExtra
from ..kernel.logic import walk
from ..kernel.real import Term, free_variables
from .bounds import pick_form, read_bound, value_of
from .filled import Filling
from .library import TheoryLibrary
from .readings import read
from .results import ExperimentSummary
from .statements import Form, Statement

SEED = 20150
_NAMES = {"del": "delta", "eps'": "eps2"}


Trials = dict[tuple[object, ...], ExperimentResult]
"""Results by what they depend on: the experiment, the terms that it was given, size and seed."""


def run_experiments(
    library: TheoryLibrary, statement: Statement, size: Size, seed: int = SEED, seen: Trials | None = None
) -> tuple[ExperimentSummary, ...]:
    """Every experiment that a statement names, run once; the same seed gives the same result, so that trials
    that were `seen` before, on the same terms of another statement, are not repeated."""
    known = {experiment.name: experiment for experiment in catalog()}
    found = []
    for line in statement.experiments:
        name, _, kind = line.partition(" ")
        if name not in known:
            raise KeyError(f"{statement.id} names the experiment {name!r}; there are {', '.join(known)}")
        trials = {} if seen is None else seen
        with suppress(MissingExtra):  # no data installed; what was not run is said to be so
            stated = kind.strip() or None
            found.append(_run(library, statement, known[name], line, stated, size, seed, trials))
    return tuple(found)


def _run(
    library: TheoryLibrary,
    statement: Statement,
    experiment: Experiment,
    line: str,
    kind: str | None,
    size: Size,
    seed: int,
    seen: Trials,
) -> ExperimentSummary:
    terms: list[Term] = []
    filling = Filling(read_bound(library, statement, kind)) if statement.parameters.least else None

    def function(term: Term) -> Callable[..., float]:
        terms.append(term)
        return bound_function(term, filling)

    stated = read(library, statement, kind, experiment.reading, function)
    key = experiment.name, *terms, size, seed
    if key not in seen:
        seen[key] = experiment.run(seed, stated, size)
    result = seen[key]
    twin = result.twin
    note = "; ".join(part for part in (result.note, f"twin: {twin.name}") if part)
    return ExperimentSummary(
        line, result.verdict, result.ratio, result.confidence, result.samples, seed, twin.rejected, note
    )


def why_untried(statement: Statement) -> str:
    """Why no experiment tries a statement; nothing where one does, or where no reason is given."""
    if statement.experiments or statement.untried:
        return statement.untried
    if statement.kind == "definition":
        return "it is a definition"
    return "" if _random_or_on_data(statement) else "it speaks of no data set and of no random draw"


def _random_or_on_data(statement: Statement) -> bool:
    """Whether some form has a data set or a law in it, and so may speak of a mechanism."""
    for form in statement.forms:
        theorem = form.theorem
        sorts = [str(sort) for sort in theorem.variables.values()]
        for formula in (theorem.conclusion, *(hypothesis for _, hypothesis in theorem.hypotheses)):
            sorts += [str(node.sort) for node in walk(formula)]
        if any(word in sort for sort in set(sorts) for word in ("data", "law")):
            return True
    return False


def form_of(statement: Statement, line: str) -> Form:
    """The form whose bound an experiment's line tries."""
    return pick_form(statement, line.partition(" ")[2].strip() or None)


def bound_function(term: Term, filling: Filling | None = None) -> Callable[..., float]:
    """A bound as a function of the parameters that an experiment offers; every other one is 1, but for those
    that the others determine.

    >>> from ..kernel.real.grammar import parse_term
    >>> bound_function(parse_term("2*rho/(lam*n)"))(rho=1.0, lam=0.5, n=8, d=2)
    0.5
    """
    open_ = filling.bound.fillable if filling else frozenset[str]()
    determined = filling.bound.needed() if filling and free_variables(term) & open_ else frozenset[str]()
    variables = (free_variables(term) | determined) - open_

    def bound(**values: float) -> float:
        exact = {name: _exact(values.get(_NAMES.get(name, name), 1.0)) for name in sorted(variables)}
        return float(value_of(term, filling(exact) if filling else exact))

    return bound


def _exact(value: float) -> fmpq:
    """The rational that a number is."""
    numerator, denominator = float(value).as_integer_ratio()
    return fmpq(numerator, denominator)
