"""Running the experiments that statements name, against the bounds that their forms state.

A line ``experiment NAME FORM`` in a statement names an experiment of `catalog` and the form
whose bound it tries. The bound is read off the form; nothing is typed twice.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from flint import fmpq

from ...extras import MissingExtra
from ...kernel.logic import normal
from ...kernel.real import Term, free_variables
from ...theory.bounds import pick_form, read_bound
from ...theory.least_values import Filling
from ...theory.library import TheoryLibrary
from ...theory.numbers import value_of
from ...theory.readings import argument, found, noise_scale, rate, replaced
from ...theory.results import ExperimentSummary
from ...theory.statements import Statement
from .catalog import experiments as catalog
from .records import Bound, Experiment, ExperimentResult, Noisy, Size

SEED = 20150
_NAMES = {"del": "delta", "eps'": "eps2"}

Made = Callable[[Term], Callable[..., float]]
"""How a term becomes a function of the parameters that an experiment offers."""

Trials = dict[tuple[object, ...], ExperimentResult]
"""Results by what they depend on: the experiment, the terms that it was given, size and seed."""


def run_experiments(
    library: TheoryLibrary, statement: Statement, size: Size, seed: int = SEED, seen: Trials | None = None
) -> tuple[ExperimentSummary, ...]:
    """Every experiment that a statement names, run once; the same seed gives the same result, so that trials
    that were `seen` before, on the same terms of another statement, are not repeated."""
    known = {experiment.name: experiment for experiment in catalog()}
    made = []
    for line in statement.experiments:
        name, _, kind = line.partition(" ")
        if name not in known:
            raise KeyError(f"{statement.id} names the experiment {name!r}; there are {', '.join(known)}")
        trials = {} if seen is None else seen
        with suppress(MissingExtra):  # no data installed; what was not run is said to be so
            stated = kind.strip() or None
            made.append(_run(library, statement, known[name], line, stated, size, seed, trials))
    return tuple(made)


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


def read(library: TheoryLibrary, statement: Statement, kind: str | None, reading: str, made: Made) -> Bound:
    """What a form states, as an experiment with that `reading` takes it; `BadInput` where it states none.

    >>> from dptheory.theory.library import load_library
    >>> library = load_library()
    >>> found = read(library, library.get("wu2015.theorem15"), "sharp", "eps", lambda term: lambda: term)
    >>> from dptheory.kernel.real.grammar import print_term
    >>> print_term(found.scale()), print_term(found.bound())
    ('2*rho/(lam*(n + 1)*eps)', 'eps')
    """
    theorem = pick_form(statement, kind).theorem
    conclusion = theorem.conclusion
    if reading == "bound":
        return made(read_bound(library, statement, kind).term)
    if reading == "shape":
        return made(found(argument(conclusion, "gammalaw", 0), statement, "a Gamma law"))
    if reading == "stable":
        return made(found(argument(conclusion, "strongly_stable", 2), statement, "a rate of stability"))
    if reading == "instance":
        said = replaced(conclusion, "norm", "Delta")
        term = argument(said, "instance_private", 2) or argument(said, "instance", 1)
        return made(found(term, statement, "a parameter of per-instance privacy"))
    if reading == "generalises":
        term = argument(replaced(conclusion, "E", "mean"), "generalises", 3)
        return made(found(term, statement, "a rate of generalisation"))
    if reading == "rate":
        return made(found(rate(normal(conclusion, library.definitions)), statement, "a rate"))
    formulas = (conclusion, *(hypothesis for _, hypothesis in theorem.hypotheses))
    scale = made(found(noise_scale(formulas), statement, "noise of a scale that it names"))
    if reading == "risk":
        return Noisy(scale, made(read_bound(library, statement, kind).term))
    return Noisy(scale, made(found(argument(conclusion, "private", 1), statement, "a privacy parameter")))


def bound_function(term: Term, filling: Filling | None = None) -> Callable[..., float]:
    """A bound as a function of the parameters that an experiment offers; every other one is 1, but for those
    that the others determine.

    >>> from dptheory.kernel.real.grammar import parse_term
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
