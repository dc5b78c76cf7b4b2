"""Bounds that the restatements of the sources found are forms of the library, and no form called sharp is beaten."""

import random
from collections.abc import Iterator

import pytest
from flint import arb, fmpq

from dptheory.kernel.logic import normal
from dptheory.theory.bounds import Bound, read_bound
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.numerical_optima import seek
from dptheory.theory.rivals import alike, value_there
from dptheory.theory.statements import SHARP

HERE = {"n": 3000, "d": 14, "eps": 1, "del": fmpq(1, 20), "rho": 4}
REALS = [
    fmpq(1, 1000),
    fmpq(1, 20),
    fmpq(1, 4),
    fmpq(1, 2),
    fmpq(9, 10),
    fmpq(1),
    fmpq(2),
    fmpq(5),
    fmpq(100),
]
NEAR = 1 + arb(10) ** -9
"""A quantile that is filled in is rounded up."""
WHOLE = [fmpq(1), fmpq(2), fmpq(3), fmpq(20)]


ABOVE = {
    ("wang2016.theorem32:sharp", "wang2016.theorem32:sharp.stable"),
    ("wu2015.theorem21:sharp", "wu2015.theorem21:sharp.split"),
    ("wu2015.theorem21:sharp", "wu2015.theorem21:sharp.laurent-massart"),
}
"""Where the other is less at some places: tanh(ε/2) + 2δ/(e^ε + 1) at large δ; a split of δ that is not in halves
(Theorem 21's form is called improved, not sharp)."""


@pytest.fixture(scope="module")
def library() -> TheoryLibrary:
    return load_library()


@pytest.mark.parametrize(
    ("name", "form", "more", "value"),
    [
        ("wu2015.theorem20", "sharp", {"lam": 1}, 0.6636),
        ("wu2015.theorem20", "sharp.leave-one-out", {"lam": 1, "gam": fmpq(1, 40)}, 0.4503),
        ("wu2015.theorem20", "sharp.leave-one-out", {"lam": 1, "gam": fmpq(7182, 10**6)}, 0.3889),
        (
            "wu2015.theorem21",
            "sharp.laurent-massart",
            {"lam": fmpq(6, 5), "R": 1, "gam": fmpq(1, 40)},
            1.2031,
        ),
    ],
)
def test_a_better_bound_of_the_restatements_is_a_form(
    library: TheoryLibrary, name: str, form: str, more: dict[str, fmpq], value: float
) -> None:
    bound = read_bound(library, library.get(name), form)
    assert float(arb(value_there(bound, {**HERE, **more}))) == pytest.approx(value, abs=1e-4)


def test_a_split_of_delta_is_looked_for_where_no_closed_form_is_known(library: TheoryLibrary) -> None:
    bound = read_bound(library, library.get("wu2015.theorem20"), "sharp.laurent-massart")
    named = {**HERE, "lam": fmpq(1)}
    found = seek(bound, "gam", named)
    half = value_there(bound, {**named, "gam": fmpq(1, 40)})
    assert bool(arb(found.value) < arb(half)) and 0.005 < float(found.values["gam"]) < 0.01


def _sharp(library: TheoryLibrary) -> Iterator[tuple[Bound, Bound]]:
    """Bounds by forms called sharp, with those of the same quantity that assume nothing further."""
    for statement in map(library.get, library.statements):
        if not any(form.kind == SHARP for form in statement.forms):
            continue
        try:
            bound = read_bound(library, statement, "sharp")
        except ValueError:
            continue
        if bound.form.name != f"{statement.id}:sharp":
            continue
        has = {normal(part, library.definitions) for part in bound.premises}
        for other in alike(library, bound):
            if {normal(part, library.definitions) for part in other.premises} <= has:
                yield bound, other


def _values(name: str, bound: Bound) -> list[fmpq]:
    return WHOLE if name in bound.integers else REALS[:4] if name in ("del", "gam") else REALS


def test_no_form_that_is_called_sharp_proves_more_than_it_need(library: TheoryLibrary) -> None:
    draw, compared = random.Random(5), 0
    for bound, other in _sharp(library):
        if (bound.form.name, other.form.name) in ABOVE:
            continue
        names = sorted((bound.variables | other.variables) - bound.fillable)
        for _ in range(4 if bound.fillable else 30):
            there = {name: draw.choice(_values(name, bound)) for name in names}
            first, second = value_there(bound, there), value_there(other, there)
            if first is None or second is None:
                continue
            compared += 1
            assert not bool(arb(second) * NEAR < arb(first)), (bound.form.name, other.form.name, there)
    assert compared > 10
