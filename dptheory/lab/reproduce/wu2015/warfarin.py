"""The IWPC warfarin data: reading the file, choosing patients, encoding.

Wu et al. 2015, section 5.1, refer to IWPC 2009 and Fredrikson et al. 2014 for the preprocessing. What that
leaves open is decided in `choices`.
"""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from dptheory.errors import BadInput, one_line
from dptheory.lab.domain import FloatArray
from dptheory.lab.reproduce.wu2015.choices import FIXED, PATIENTS, Choices
from dptheory.lab.reproduce.wu2015.study import Attribute, Study, assemble

AGE, HEIGHT, WEIGHT, RACE = "Age", "Height (cm)", "Weight (kg)", "Race"
STABLE, DOSE = "Subject Reached Stable Dose of Warfarin", "Therapeutic Dose of Warfarin"
VKORC1, CYP2C9 = "VKORC1 -1639 consensus", "CYP2C9 consensus"
AMIODARONE: Final = "Amiodarone (Cordarone)"
INDUCERS: Final = ("Carbamazepine (Tegretol)", "Phenytoin (Dilantin)", "Rifampin or Rifampicin")
COLUMNS: Final = (AGE, HEIGHT, WEIGHT, RACE, STABLE, DOSE, VKORC1, CYP2C9, AMIODARONE, *INDUCERS)
"""The columns that are read."""

RACES: Final = ("White", "Asian", "Black or African American")
VKORC1_GENOTYPES: Final = ("G/G", "A/G", "A/A")
CYP2C9_GENOTYPES: Final = ("*1/*1", "*1/*2", "*1/*3", "*2/*2", "*2/*3", "*3/*3")
ABSENT: Final = ("", "NA")
EXAMPLE: Final = "--data FILE with the IWPC warfarin table"


@dataclass(frozen=True)
class Patient:
    """A patient without gaps."""

    age: float
    height: float
    weight: float
    race: int
    amiodarone: int
    inducer: int
    vkorc1: int
    cyp2c9: int
    dose: float


def read(path: Path) -> list[dict[str, str]]:
    """The rows of the table that are not empty, by column; `BadInput` in one line for anything that is not a
    table with these columns.
    """
    shown = one_line(str(path), 120)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise BadInput(f"--data {shown} ({reason})", "a readable CSV file", EXAMPLE) from None
    except UnicodeDecodeError:
        raise BadInput(f"--data {shown} (not UTF-8 text)", "a CSV file", EXAMPLE) from None
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise BadInput(f"--data {shown} ({one_line(str(error), 80)})", "a CSV file", EXAMPLE) from None
    if not table:
        raise BadInput(f"--data {shown}, which is empty", "a header and one row a patient", EXAMPLE)
    return [row for row in _rows(shown, table) if any(row.values())]


def _rows(shown: str, table: list[list[str]]) -> list[dict[str, str]]:
    header = [name.strip() for name in table[0]]
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        given = f"--data {shown} without the column '{missing[0]}'"
        raise BadInput(given, "the columns of the IWPC table", EXAMPLE)
    places = {name: header.index(name) for name in COLUMNS}
    rows = []
    for number, row in enumerate(table[1:], start=2):
        if row and len(row) != len(header):
            given = f"--data {shown}, where row {number} has {len(row)} fields and the header {len(header)}"
            raise BadInput(given, "as many fields in every row", EXAMPLE)
        if row:
            rows.append({name: row[place].strip() for name, place in places.items()} | {"": str(number)})
    return [row if any(row[name] for name in COLUMNS) else {} for row in rows]


def _number(row: dict[str, str], name: str) -> float | None:
    """The cell as a positive number, None where absent."""
    text = row[name]
    if text in ABSENT:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        given = f"row {row['']}, column '{name}': {one_line(text, 40)}"
        raise BadInput(given, "a positive number, NA or nothing", EXAMPLE)
    return value


def _flag(row: dict[str, str], name: str) -> int:
    """1 for yes, 0 for no and for what is not reported."""
    if row[name] not in ("0", "1", *ABSENT):
        given = f"row {row['']}, column '{name}': {one_line(row[name], 40)}"
        raise BadInput(given, "0, 1, NA or nothing", EXAMPLE)
    return int(row[name] == "1")


def _decade(row: dict[str, str]) -> float | None:
    """``60 - 69`` and ``90+`` as 6 and 9."""
    text = row[AGE]
    if text in ABSENT:
        return None
    first = text.removesuffix("+").split("-")[0].strip()
    if not first.isdecimal():
        given = f"row {row['']}, column '{AGE}': {one_line(text, 40)}"
        raise BadInput(given, "a decade such as 60 - 69", EXAMPLE)
    return int(first) // 10


def patient(row: dict[str, str]) -> Patient | None:
    """The row as a patient, None where something that is needed is absent."""
    numbers = [_number(row, name) for name in (HEIGHT, WEIGHT, DOSE)]
    flags = [_flag(row, name) for name in (STABLE, AMIODARONE, *INDUCERS)]
    age = _decade(row)
    height, weight, dose = numbers
    known = row[RACE] in RACES and row[VKORC1] in VKORC1_GENOTYPES and row[CYP2C9] in CYP2C9_GENOTYPES
    if not flags[0] or not known or None in (age, height, weight, dose):
        return None
    return Patient(
        age or 0.0,
        height or 0.0,
        weight or 0.0,
        RACES.index(row[RACE]),
        flags[1],
        max(flags[2:]),
        VKORC1_GENOTYPES.index(row[VKORC1]),
        CYP2C9_GENOTYPES.index(row[CYP2C9]),
        dose or 0.0,
    )


def patients(path: Path) -> tuple[list[Patient], int]:
    """The patients without gaps, and how many rows there were."""
    rows = read(path)
    found = [p for p in map(patient, rows) if p is not None]
    return found, len(rows)


def study(path: Path, choices: Choices) -> Study:
    """The warfarin data, encoded and scaled as chosen."""
    found, rows = patients(path)
    if not found:
        shown = one_line(str(path), 120)
        raise BadInput(f"--data {shown} without a complete patient", "at least 100", EXAMPLE)
    numeric = [
        Attribute(name, _ranged(np.array([[getattr(p, name)] for p in found])), demographic=True)
        for name in ("age", "height", "weight")
    ]
    attributes = (
        *numeric,
        _nominal("race", [p.race for p in found], len(RACES), demographic=True),
        _nominal("amiodarone", [p.amiodarone for p in found], 2),
        _nominal("inducer", [p.inducer for p in found], 2),
        _nominal("VKORC1", [p.vkorc1 for p in found], len(VKORC1_GENOTYPES)),
        _nominal("CYP2C9", [p.cyp2c9 for p in found], len(CYP2C9_GENOTYPES)),
    )
    notes = (f"{len(found)} of {rows} patients are complete.", *PATIENTS, *FIXED)
    dose = np.array([p.dose for p in found])
    measure = "(mg/week)" if choices.target == "sqrt" else "(mg/week)^2"
    return assemble("warfarin", attributes, "VKORC1", VKORC1_GENOTYPES, dose, measure, choices, notes)


def _ranged(column: FloatArray) -> FloatArray:
    """From its range onto [-1, 1]; a constant column becomes 0."""
    low, high = float(column.min()), float(column.max())
    if low == high:
        return np.zeros_like(column)
    return np.asarray((2 * column - high - low) / (high - low))


def _nominal(name: str, which: list[int], count: int, *, demographic: bool = False) -> Attribute:
    """Indicators of all values but the first."""
    values = np.eye(count)[:, 1:]
    index = np.array(which, dtype=np.int64)
    return Attribute(name, values[index], values, index, demographic)
