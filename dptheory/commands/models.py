"""Models that were found of forms that state none: the search, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..kernel.logic import Definition, Theorem
from ..theory.results import StatementResult


def model_of(theorem: Theorem, definitions: Mapping[str, Definition]) -> tuple[str, ...]:
    """The lines of a model of a theorem, with the effort that `try` has for it; none where none is found. Of
    a theorem without hypotheses every world is one: it has to have a line."""
    from ..worlds.report import model

    shown = model(theorem, definitions).shown
    return () if shown is None else shown.world.entries or ("n = 1",)


def models_found(results: Iterable[StatementResult]) -> list[str]:
    """The models that the texts of these statements leave out, as they may be written down."""
    return [
        f"found: {form.name}, model {'; '.join(form.world)}"
        for result in results
        for form in result.forms
        if form.world
    ]
