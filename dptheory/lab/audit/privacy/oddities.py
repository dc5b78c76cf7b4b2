"""Outputs that are seldom and strange, not finite or far out, and which record brings them about.

A claim with delta > 0 may fail in this way, too: what lies far out hardly moves a centre or a spread, and the
distance by which pairs are ranked does not see it. All outputs of a search's first look are set against each
other: those on data sets where a record is this against those where it is anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dptheory.lab.audit.privacy.coverage import Varied
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.rare import surplus
from dptheory.lab.domain import FloatArray

if TYPE_CHECKING:
    from dptheory.lab.audit.privacy.search import Search

FAR: Final = 20.0
"""So many median deviations from the median an output is strange; none is where half of them agree."""

CLEAR: Final = 4.5
"""Standard errors from which a record brings strange outputs about."""

Counted = dict[bytes, tuple[int, int, Any]]
"""By what a record is: how many strange outputs, of how many, and a data set."""


def strange(outputs: FloatArray) -> int:
    """How many outputs are strange.

    >>> strange(np.array([[0.0], [1.0], [0.5], [0.2], [np.nan], [1e6]]))
    2
    """
    finite = np.isfinite(outputs).all(axis=1)
    kept = outputs[finite]
    if not len(kept):
        return 0 if finite.size == 0 else len(outputs)
    away = np.abs(kept - np.median(kept, axis=0))
    reach = FAR * np.median(away, axis=0)
    return int((~finite).sum() + ((away > reach) & (reach > 0)).any(axis=1).sum())


def odd_pair(search: Search, data: Any, sets: list[tuple[Varied, Any]]) -> list[Neighbours]:
    """The pair whose records bring about strange outputs most and least, if one clearly does."""
    found = [(v, made, search.pool.outputs(made)) for v, made in sets]
    known = [(v, made, strange(out), len(out)) for v, made, out in found if out is not None]
    base = search.pool.outputs(data)
    whole = [(strange(base), len(base))] if base is not None else []
    total = sum(k for _, _, k, _ in known) + sum(k for k, _ in whole)
    size = sum(n for _, _, _, n in known) + sum(n for _, n in whole)
    best: tuple[float, list[Neighbours]] = (CLEAR, [])
    for place in sorted({v.place for v, _, _, _ in known}) if total else ():
        counted = _counted(place, data, known, whole)
        for k, n, most in counted.values():
            errors = float(surplus(np.array([k]), np.array([total - k]), n / size)[0])
            pairs = [(l / m, Neighbours(most, least, "search")) for l, m, least in counted.values()]  # noqa: E741
            pairs = [entry for entry in pairs if search.neighbours(entry[1])]
            if errors > best[0] and pairs:
                best = errors, [min(pairs, key=lambda entry: entry[0])[1]]
    return best[1]


def _counted(place: int, data: Any, known: list[Any], whole: list[tuple[int, int]]) -> Counted:
    """Strange outputs by what the record at a place is; as it is in the data where it was not varied."""
    counted: Counted = {}
    for v, made, k, n in [*known, *((None, data, k, n) for k, n in whole)]:
        own = v is None or v.place != place
        name = b"own" if own else b"none" if v.record is None else v.record.tobytes()
        before = counted.get(name, (0, 0, data if own else made))
        counted[name] = before[0] + k, before[1] + n, before[2]
    return counted
