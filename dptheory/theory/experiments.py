"""Running the experiments that statements name, against the bounds that their forms state.

A line ``experiment NAME FORM`` in a statement names an experiment of ``audit.catalog`` and the form
whose bound it tries. The bound is read off the form; nothing is typed twice.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable

from flint import fmpq

from ..audit.catalog import experiments as catalog
from ..audit.records import Experiment, Size
from ..kernel.logic.terms import Expr, normal, walk
from ..kernel.real.terms import Term, free_variables
from .bounds import pick_form, read_bound, real_term, value_of
from .library import TheoryLibrary
from .results import ExperimentSummary
from .statements import Statement

SEED = 20150
_NAMES = {"del": "delta"}


def run_experiments(
    library: TheoryLibrary, statement: Statement, size: Size, seed: int = SEED
) -> tuple[ExperimentSummary, ...]:
    """Every experiment that a statement names, run once; the same seed gives the same result."""
    known = {experiment.name: experiment for experiment in catalog()}
    found = []
    for line in statement.experiments:
        name, _, kind = line.partition(" ")
        if name not in known:
            raise KeyError(f"{statement.id} names the experiment {name!r}; there are {', '.join(known)}")
        found.append(_run(library, statement, known[name], line, kind.strip() or None, size, seed))
    return tuple(found)


def _run(
    library: TheoryLibrary,
    statement: Statement,
    experiment: Experiment,
    line: str,
    kind: str | None,
    size: Size,
    seed: int,
) -> ExperimentSummary:
    if experiment.name == "noise-law":
        term = _shape(statement, kind)
    elif experiment.name.startswith(("privacy-", "moments-")):
        term = _rate(library, statement, kind)
    else:
        term = read_bound(library, statement, kind).term
    result = experiment.run(seed, bound_function(term, experiment.parameters), size)
    twin = result.twin
    note = "; ".join(part for part in (result.note, f"twin: {twin.name}") if part)
    return ExperimentSummary(
        line, result.verdict, result.ratio, result.confidence, result.samples, seed, twin.rejected, note
    )


def bound_function(term: Term, offered: Iterable[str]) -> Callable[..., float]:
    """A bound as a function of the parameters that an experiment offers; every other one is 1.

    >>> from ..kernel.real.grammar import parse_term
    >>> bound_function(parse_term("2*rho/(lam*n)"), ("rho", "lam", "n"))(rho=1.0, lam=0.5, n=8)
    0.5
    """
    variables = sorted(free_variables(term))
    taken = [name for name in variables if _NAMES.get(name, name) in set(offered)]

    def bound(**values: float) -> float:
        exact = {name: fmpq(1) for name in variables}
        for name in taken:
            numerator, denominator = float(values[_NAMES.get(name, name)]).as_integer_ratio()
            exact[name] = fmpq(numerator, denominator)
        return float(value_of(term, exact))

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(_NAMES.get(name, name), keyword) for name in taken]
    bound.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return bound


def _shape(statement: Statement, kind: str | None) -> Term:
    """The shape of the Gamma law in a conclusion."""
    conclusion: Expr = pick_form(statement, kind).theorem.conclusion
    laws = [node for node, _ in walk(conclusion) if node.head == "gammalaw"]
    term = real_term(laws[0].args[0]) if laws else None
    if term is None:
        raise KeyError(f"{statement.id} speaks of no Gamma law")
    return term


def _rate(library: TheoryLibrary, statement: Statement, kind: str | None) -> Term:
    """r in a conclusion that says ... <= exp(r), or ... <= exp(r) times something."""
    conclusion = normal(pick_form(statement, kind).theorem.conclusion, library.definitions)
    for node, _ in walk(conclusion):
        if node.head == "le":
            right = node.args[1]
            factor = right.args[0] if right.head == "mul" else right
            term = real_term(factor.args[0]) if factor.head == "exp" else None
            if term is not None:
                return term
    raise KeyError(f"{statement.id} states no rate")
