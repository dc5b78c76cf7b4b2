"""The whole rerun: from choices to the contents of all files that it writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from dptheory.lab.reproduce.wang2019 import efficiency, figures, report
from dptheory.lab.reproduce.wang2019.choices import Choices
from dptheory.lab.reproduce.wang2019.claims import claims
from dptheory.lab.reproduce.wang2019.experiments import EXPERIMENTS, curve
from dptheory.lab.reproduce.wang2019.report import Found
from dptheory.lab.reproduce.wang2019.studies import studies


def rerun(
    data: Path | None, choices: Choices, repetitions: int, seed: int, tell: Callable[[str], None]
) -> Found:
    """Both experiments on every data set, and the errors of AdaOPS. `tell` gets what is done."""
    found = studies(data, choices, seed)
    curves = tuple(
        curve(study, number, mechanism, choices, tell) for study in found for number, mechanism in EXPERIMENTS
    )
    delta, rows = float(choices.delta), []
    for n in efficiency.SIZES:
        tell(f"AdaOPS, n = {n}")
        rows.append(efficiency.synthetic(n, delta, repetitions, seed))
    rows += [efficiency.real(study, delta, repetitions, seed) for study in found if study.name != "synthetic"]
    return Found(choices, seed, repetitions, curves, tuple(rows), claims(curves, tuple(rows)))


def files(found: Found) -> dict[str, bytes]:
    """Every file by name."""
    text = json.dumps(report.record(found), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return {
        "results.json": text.encode(),
        "table.md": report.markdown(found).encode(),
        **figures.files(found.curves),
    }
