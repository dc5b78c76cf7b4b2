"""Vectors of two coordinates: what holds on the line may fail in the plane.

They are complex numbers to numpy, whose sums, multiples and absolute values are those of vectors. The
kernel's worlds are on the line: what is found here is found in floating point, and told as not decided.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import Final

import numpy as np
from flint import fmpq

from ..kernel.logic import DATA, INT, RECORD, Definition, Sort, Theorem, walk
from ..kernel.real import print_term
from .catalogue import frames, sketches
from .climb import VIOLATED, Search
from .metering import Meter, Spent
from .questions import Question, failures_of
from .sketches import Making, Sketch, arguments, letters
from .values import Planar, Unsupported
from .writing import Found, rounded, shown

PLAIN: Final = frozenset({"real", "int", "record", "data", "record -> real"})
COORDINATES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "vec": (("{r}", "{r}"), ("1", "0"), ("0", "1")),
    "record -> vec": (("{r} + {r}*[z]", "{r} + {r}*[z]"), ("[z]", "1 - [z]")),
    "data -> vec": (("{r} + {r}*[m]", "{r} + {r}*[m]"), ("{r}*[a]", "{r}*[b]")),
    "int -> vec": (("{r} + {r}*[i]", "{r} + {r}*[i]"),),
}  # fmt: skip
"""The two coordinates of vectors, with m for the mean of data, a and b for their first and last record."""
KNOWN: Final = frozenset({
    "le", "lt", "ge", "gt", "eq", "ne", "and", "or", "not", "implies", "forall", "lam", "var", "bound", "num",
    "apply", "item", "replace", "sum", "norm", "vadd", "vsub", "vscale", "zero", "add", "sub", "mul", "div",
    "neg", "pow", "sqrt", "abs", "min", "max", "exp", "log", "const", "P", "E",
    "l2laplace", "gaussian", "image",
})  # fmt: skip
"""What means for vectors of two coordinates what it does for complex numbers: no laws but noise, no
projections."""
CLEAR: Final = 1e-3
ROUGH: Final = 0.2
"""By how much the sides have to be apart, the wrong way round; by more where noise is cut into parts."""
SKETCHES: Final = 6
LINE: Final = (1, (fmpq(0),), ())
ROUNDS: Final = 12
START: Final = 60


def flat(question: Question) -> bool:
    """Whether what a question speaks of is known in the plane: vectors, functions that give some, and no
    hypothesis about all numbers or vectors, which would be tried at a few of them; no mean of an exponential,
    which noise far out would decide."""
    sorts = [str(sort) for sort in question.variables.values()]
    known = all(sort in PLAIN or sort in COORDINATES for sort in sorts)
    assumed = {n.sort.args[0] for f in question.goal.conditions for n in walk(f) if n.head == "lam"}
    heads = {n.head for f in question.formulas for n in walk(f)}
    steep = any(
        part.head == "exp" for f in question.formulas for n in walk(f) if n.head == "E" for part in walk(n)
    )
    return known and assumed <= {INT, RECORD, DATA} and "norm" in heads and heads <= KNOWN and not steep


def in_plane(
    theorem: Theorem, definitions: Mapping[str, Definition], seed: int, effort: int
) -> tuple[str, ...]:
    """A world with vectors of two coordinates in which hypotheses hold and a claim fails, in floating point,
    as lines; none where none was found."""
    for question in failures_of(theorem, definitions):
        if question.goal.claim is None or not flat(question):
            continue
        digest = hashlib.sha256(f"{seed} plane {theorem.name}".encode()).digest()
        clear = ROUGH if any(n.head in ("P", "E") for f in question.formulas for n in walk(f)) else CLEAR
        rng, meter = np.random.default_rng(int.from_bytes(digest[:8], "big")), Meter(effort)
        try:
            with np.errstate(all="ignore"):
                for sketch in _planar(question):
                    search = Search(sketch, question.goal, rng, meter)
                    count, rounds = (START, ROUNDS) if search.parameters else (1, 0)
                    herd = search.climb(search.start(count), rounds, enough=VIOLATED)
                    if herd.scores[0] > clear and (found := rounded(search, herd, clear)) is not None:
                        return _lines(found, question.variables)
        except (Spent, Unsupported):
            continue
    return ()


def _planar(question: Question) -> Iterator[Sketch]:
    plain = {name: sort for name, sort in question.variables.items() if str(sort) in PLAIN}
    vectors = {name: sort for name, sort in question.variables.items() if name not in plain}
    known = [COORDINATES[str(sort)] for sort in vectors.values()]
    for frame in frames(question.about_data, False) if question.about_records else [LINE]:
        for sketch in sketches(plain, {}, frame, SKETCHES, True):
            for chosen in islice(product(*known), SKETCHES):
                making = Making(*frame, True, list(sketch.parameters))
                pairs = zip(vectors.items(), chosen, strict=True)
                symbols = {name: _coordinates(sort, forms, making) for (name, sort), forms in pairs}
                yield replace(
                    sketch, symbols={**sketch.symbols, **symbols}, parameters=tuple(making.parameters),
                    dimension=2,
                )  # fmt: skip


def _coordinates(sort: Sort, forms: tuple[str, str], making: Making) -> Planar:
    names = letters(arguments(sort)[0])
    items = [f"S{k}" for k in range(1, making.size + 1)]
    stands = {"z": "z", "i": "i", "m": f"({' + '.join(items)})/{making.size}", "a": items[0], "b": items[-1]}
    return Planar(names, (making.text(forms[0], stands), making.text(forms[1], stands)))


def _lines(found: Found, variables: Mapping[str, Sort]) -> tuple[str, ...]:
    made = [f"n = {found.sketch.size}"] if any("data" in str(s) for s in variables.values()) else []
    for name in variables:
        value = found.sketch.symbols.get(name)
        if isinstance(value, Planar):
            of = f"({', '.join(value.names)})" if value.names else ""
            x, y = (shown(part, found.numbers, value.names) for part in value.parts)
            made.append(f"{name}{of} = ({x}, {y})")
        elif name in found.numbers:
            made.append(f"{name} = {print_term(found.numbers[name])}")
    return tuple(made) or ("d = 2",)
