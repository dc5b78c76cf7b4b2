"""Derivations of forms, whole, for those who check them elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache, partial

from ..kernel import UNKNOWN, Verdict
from ..kernel.logic import Expr, Judged, Library, Line, Theorem
from .elaborate.completion import completed
from .graph import dependency_graph, dependency_order
from .library import TheoryLibrary
from .statements import Form

Derived = tuple[Theorem, Callable[[bool], tuple[Line, ...]], Mapping[str, Expr]]
"""A theorem, its lines with what was left out filled in where that is plain, or looked for in every line, and
its abbreviations."""


def derived(
    library: TheoryLibrary, names: Sequence[str], certified: Container[str]
) -> tuple[dict[str, Derived], Library]:
    """Forms by name and all that they cite, each after what it cites; and the library that they speak of.

    >>> from .library import load_library
    >>> list(derived(load_library(), ["wu2015.theorem14:sharp"], ())[0])
    ['wu2015.lemma13:printed', 'wu2015.theorem14:sharp']
    """
    order = dependency_order(dependency_graph(library, names), list(names))
    found = {name: known[1] for name in order if (known := library.form(name)) is not None}
    unknown = Verdict(UNKNOWN, "not asked")
    kernel = Library(library.definitions, {name: Judged(one.theorem, unknown) for name, one in found.items()})

    def lines(form: Form, every: bool) -> tuple[Line, ...]:
        return completed(form.theorem, form.steps, kernel, lambda claim: claim.hash in certified, every)

    return {
        name: (one.theorem, cache(partial(lines, one)), {**one.where, **one.proof.where})
        for name, one in found.items()
    }, kernel
