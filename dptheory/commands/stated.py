"""Which bound a command speaks of, what it is a bound of, and how its form stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flint import fmpq

from ..theory.bounds import Bound, read_bound
from ..theory.certificates import Certificates
from ..theory.guesses import Tried
from ..theory.library import TheoryLibrary
from ..theory.quantities import bounded
from ..theory.rivals import (
    BEST,
    Rival,
    Stated,
    alike,
    nowhere_larger,
    printed_otherwise,
    rivals,
    sharpest,
)
from .standing import verdicts
from .store import Recorded

COMPARING: Final = 3_000_000
"""Steps of search for a proof that one bound is nowhere larger than another."""
LEAST: Final = 5_000_000
"""Steps of search for each calculation that says where a bound is least."""


def chosen(library: TheoryLibrary, name: str, form: str | None) -> Bound:
    """The bound of the form that was asked for, or of the one to start from where the best one was."""
    return read_bound(library, library.get(name), None if form == BEST else form)


def stated(
    library: TheoryLibrary, bound: Bound, known: Recorded, certificates: Certificates, *,
    best: bool = False, over: str | None = None, values: Mapping[str, fmpq] | None = None,
) -> Stated:  # fmt: skip
    """The bound, or the sharpest proved one of the same quantity, with everything that is said of it.

    Only bounds in which the parameter `over` can be chosen are candidates, where one is named.
    """
    others = alike(library, bound)
    compared = Tried(certificates.known, effort=COMPARING)
    standing = verdicts(library, [b.form.name for b in (bound, *others)], known)
    why = ""
    if best:
        candidates = [b for b in (bound, *others) if over is None or _free(b, over)]
        bound, why = sharpest(candidates, standing, compared, values)
    return Stated(
        bound, bounded(bound, library.definitions), standing[bound.form.name],
        tuple(r for r in rivals(library, bound, standing, compared) if not _same(r, bound, compared)),
        printed_otherwise(library, bound), why,
    )  # fmt: skip


def _same(rival: Rival, bound: Bound, certificates: Certificates) -> bool:
    """Whether another form has the very bound, for the same draws and from no other hypotheses."""
    comparable = rival.nowhere_larger and rival.same_draws and not rival.further
    return comparable and nowhere_larger(bound, rival.bound, certificates)


def _free(bound: Bound, over: str) -> bool:
    """Whether a parameter occurs in the bound and no condition fixes it."""
    return over in bound.variables and not any(
        c.op == "=" and over in c.variables() for c in bound.conditions
    )
