"""A small made-up table in the format of the IWPC warfarin data."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np

from dptheory.lab.reproduce.wu2015 import warfarin

HEADER = ["PharmGKB Subject ID", "Gender", *warfarin.COLUMNS, ""]


def rows(count: int = 260, seed: int = 0) -> list[list[str]]:
    """Patients whose dose depends on age, weight and genotype; every tenth has a gap."""
    rng = np.random.default_rng(seed)
    made = []
    for k in range(count):
        decade, vkorc1, cyp2c9 = rng.integers(2, 10), rng.integers(3), rng.integers(6)
        height, weight = 150 + 40 * rng.random(), 50 + 60 * rng.random()
        root = 6.5 - 0.25 * decade + 0.01 * weight - 1.1 * vkorc1 - 0.2 * cyp2c9 + 0.5 * rng.standard_normal()
        age = "90+" if decade == 9 else f"{decade}0 - {decade}9"
        row = {
            warfarin.AGE: age,
            warfarin.HEIGHT: f"{height:.2f}",
            warfarin.WEIGHT: f"{weight:.1f}" if k % 10 else "NA",
            warfarin.RACE: warfarin.RACES[rng.integers(3)],
            warfarin.STABLE: "1",
            warfarin.DOSE: f"{max(root, 1.0) ** 2:.2f}",
            warfarin.VKORC1: warfarin.VKORC1_GENOTYPES[vkorc1],
            warfarin.CYP2C9: warfarin.CYP2C9_GENOTYPES[cyp2c9],
            warfarin.AMIODARONE: str(rng.integers(2)),
            **dict.fromkeys(warfarin.INDUCERS, "NA"),
        }
        row[warfarin.INDUCERS[0]] = str(rng.integers(2))
        made.append([f"P{k}", "NA", *(row[name] for name in warfarin.COLUMNS), ""])
    return made


def table(body: list[list[str]], header: list[str] | None = None) -> bytes:
    """The file, with a byte-order mark and an empty last row, as the real one has."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADER if header is None else header)
    writer.writerows([*body, [""] * len(HEADER)])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def written(folder: Path) -> Path:
    """The table in a file."""
    path = folder / "made.csv"
    path.write_bytes(table(rows()))
    return path


def changed(column: str, row: int, cell: str) -> bytes:
    """The table with one cell replaced."""
    body = rows()
    body[row][HEADER.index(column)] = cell
    return table(body)
