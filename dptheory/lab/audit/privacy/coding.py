"""An event as a short program that needs NumPy alone: whoever has a report can count with it, and read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Fields = dict[str, Any]

HEAD: Final = '''"""Which outputs, an array of shape (n, d), lie in the event of an audit."""
import numpy as np
from numpy import array, inf, nan
'''

DISTANCES: Final = """def {name}(x):
    z = (x - array({centre})) @ array({whiten})
    to = lambda point: np.sqrt(((z - array(point)) ** 2).sum(axis=1) + 1e-6)
    return {constant} + z @ array({linear}) + {pull} * to({b}) - {push} * to({a})
"""

SIDES: Final = """def {name}(x):
    z = (x - array({centre})) / array({scale})
    to = lambda point: np.sqrt((z - array(point)) ** 2 + 1e-6)
    return {constant} + z @ array({linear}) + to({b}) @ array({pull}) - to({a}) @ array({push})
"""

QUADRATIC: Final = """def {name}(x):
    z = ((x - array({centre})) @ array({whiten})).clip(-1e6, 1e6)
    return {constant} + z @ array({linear}) + ((z @ array({curvature})) * z).sum(axis=1)
"""

HISTOGRAM: Final = """def {name}(x):
    return array({values})[np.searchsorted(array({edges}), x[:, 0])]
"""

DIGITS: Final = """def {name}(x):
    # by what is left over beyond multiples of a step, or by the place of the last bit that is set
    x, step = x[:, int({coordinate})], {step}
    usable = np.abs(x) < 2.0**20
    kept = np.where(usable, x, 0.0)
    if step > 0:
        cell = np.floor(kept / step % 1.0 * 64)
    else:
        mantissa, exponent = np.frexp(kept)
        whole = (np.abs(mantissa) * 2.0**53).astype(np.int64)
        cell = np.log2((whole & -whole).clip(1).astype(float)) + exponent - 53 + 80
        cell = np.where(whole == 0, 63, cell)
    return array({values})[np.where(usable, cell.clip(0, 63), 64).astype(int)]
"""

TREES: Final = """def {name}(x):
    # a row is a node: coordinate (-1 in a leaf), threshold, the nodes for <=, for > and for NaN, the value
    trees = [array(t) for t in {trees}]
    total = np.full(len(x), {base})
    for row, outcome in enumerate(x):
        for nodes in trees:
            at = 0
            while nodes[at, 0] >= 0:
                value = outcome[int(nodes[at, 0])]
                at = int(nodes[at, 4 if np.isnan(value) else 2 if value <= nodes[at, 1] else 3])
            total[row] += nodes[at, 5]
    return total
"""

ATOMS: Final = """def {name}_names(x):
    # equal outcomes have equal names; one that is not finite is named by where it is NaN, inf and -inf
    rows = x + 0.0
    whole = np.isfinite(rows).all(axis=1)
    rows[~whole] = np.where(np.isfinite(rows[~whole]), 0.5, rows[~whole])
    rows[np.isnan(rows)] = nan
    bits = np.ascontiguousarray(rows).view(np.uint64)
    found = np.where(whole, np.uint64(1), np.uint64(2))
    for column in range(bits.shape[1]):
        found = (found ^ bits[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        found = found ^ (found >> np.uint64(29))
    return found


def {name}(x):
    known = dict(zip({names}, {values}))
    score = np.full(len(x), {offset})
    free = np.isfinite(x).all(axis=1)
{other}    return array([known.get(int(n), s) for n, s in zip({name}_names(x), score)])
"""

PRESENCE: Final = """def {name}(x):
    return np.where(np.isnan(x), {absent}, {there}).sum(axis=1)
"""

DESCRIBED: Final = """def {name}(x):
    # the entries (0 behind the end of a sequence, the first NaN), and what describes the sequence
    there, width, half = ~np.isnan(x), x.shape[1], x.shape[1] // 2
    entries = np.nan_to_num(x, nan=0.0, posinf=1e9, neginf=-1e9)
    length = np.where(there.all(axis=1), width, np.argmin(there, axis=1)).astype(float)
    inside = np.arange(width)[None, :] < length[:, None]
    moves = (entries[:, 1:] != entries[:, :-1]) & inside[:, 1:]
    run = np.where(moves.any(axis=1), np.argmax(moves, axis=1) + 1.0, length)
    last = entries[np.arange(len(x)), np.maximum(length - 1, 0).astype(int)]
    kept = np.where(inside, entries, 0.0)
    halves = [kept[:, :half].sum(axis=1), kept[:, half:].sum(axis=1)]
    said = [length, kept.sum(axis=1), run, moves.sum(axis=1), last, *halves]
    return {name}_inner(np.column_stack([entries, *said])[:, {start}:])
"""

PATTERNS: Final = """def {name}(x):
    # the first pattern that a row has: free entries are finite, the others those of the pattern
    score, left = np.full(len(x), {rest}), np.ones(len(x), dtype=bool)
    parts = array({patterns}), array({free}) > 0, {values}, [{inner}]
    for pattern, free, value, inner in zip(*parts):
        equal = (x == pattern) | (np.isnan(x) & np.isnan(pattern))
        fits = left & np.where(free, np.isfinite(x), equal).all(axis=1)
        left &= ~fits
        score[fits] = value + (inner(x[fits][:, free]) if inner else 0)
    return score
"""


def event_code(event: Fields) -> str:
    """The program of an event from `describe.event_data`; its function `event` says which rows lie in it.

    >>> half_line = {"score": {"kind": "Coordinate", "sign": 1.0}, "relation": ">=", "threshold": 0.5}
    >>> print(event_code(half_line).splitlines()[-1].strip())
    return score(x) >= 0.5
    """
    score = _function("score", event["score"])
    body = f"def event(x):\n    return score(x) {event['relation']} {_literal(event['threshold'])}\n"
    return "\n\n".join([HEAD, score, body])


def _function(name: str, fields: Fields) -> str:
    return WRITERS[fields["kind"]](name, fields)


def _literal(value: Any) -> str:
    """Numbers as Python text; those that are not finite were written as text already."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return value if isinstance(value, str) else repr(value)


def _filled(template: str) -> Callable[[str, Fields], str]:
    def written(name: str, fields: Fields) -> str:
        return template.format(**({k: _literal(v) for k, v in fields.items()} | {"name": name}))

    return written


def _near(name: str, fields: Fields) -> str:
    j, centre, sign = int(fields["coordinate"]), _literal(fields["centre"]), _literal(-fields["sign"])
    return f"def {name}(x):\n    return {sign} * np.abs(x[:, {j}] - {centre})\n"


def _with_atoms(name: str, fields: Fields) -> str:
    inner = f"{name}_other"
    other = fields["other"]
    names = [int(atom, 16) for atom in fields["atoms"]["names"]]
    text = ATOMS.format(
        name=name,
        names=names,
        values=_literal(fields["values"][: len(names)]),
        offset=_literal(fields["offset"]),
        other="" if other is None else f"    if free.any():\n        score[free] += {inner}(x[free])\n",
    )
    return text if other is None else "\n\n".join([_function(inner, other), text])


def _described(name: str, fields: Fields) -> str:
    start = "0" if fields["entries"] else "width"
    return "\n\n".join(
        [_function(f"{name}_inner", fields["inner"]), DESCRIBED.format(name=name, start=start)]
    )


def _by_pattern(name: str, fields: Fields) -> str:
    inner = {f"{name}_{k}": score for k, score in enumerate(fields["inner"]) if score is not None}
    called = [f"{name}_{k}" if score is not None else "None" for k, score in enumerate(fields["inner"])]
    said = {key: _literal(fields[key]) for key in ("patterns", "free", "values", "rest")}
    text = PATTERNS.format(name=name, inner=", ".join(called), **said)
    return "\n\n".join([*(_function(*part) for part in inner.items()), text])


def _density(name: str, fields: Fields) -> str:
    return (
        "mechanism = first = second = None  # put here the mechanism and the report's data sets\n\n\n"
        f"def {name}(x):\n"
        "    return np.round(mechanism.log_density(first, x) - mechanism.log_density(second, x), 9)\n"
    )


WRITERS: Final[dict[str, Callable[[str, Fields], str]]] = {
    "Coordinate": _filled("def {name}(x):\n    return {sign} * x[:, 0]\n"),
    "Histogram": _filled(HISTOGRAM),
    "Distances": _filled(DISTANCES),
    "Sides": _filled(SIDES),
    "Quadratic": _filled(QUADRATIC),
    "Digits": _filled(DIGITS),
    "Trees": _filled(TREES),
    "WithAtoms": _with_atoms,
    "Presence": _filled(PRESENCE),
    "Near": _near,
    "Described": _described,
    "ByPattern": _by_pattern,
    "DensityRatio": _density,
}
"""How each kind of score is written."""
