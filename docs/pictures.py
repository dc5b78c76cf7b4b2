"""The pictures of the README and of the documentation, each drawn from what the program answers.

python docs/pictures.py [DIR]        # default: docs/pictures
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from sklearn.datasets import load_diabetes

import dptheory
from dptheory.files import write_whole
from dptheory.lab.perinstance.drawing import draw, rendered

SOURCES = ("wu2015", "chaudhuri2020", "wang2016", "wang2019")
KINDS = {
    "refuted": ("false as printed", "#b2182b"),
    "hidden-hypothesis": ("lack a condition", "#ef8a62"),
    "broken-proof": ("a false step in the proof", "#fddbc7"),
    "loose": ("could be sharper", "#67a9cf"),
}


def answered(*argv: str) -> Any:
    """What a command answers as JSON."""
    command = [sys.executable, "-m", "dptheory", *argv]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def canvas(width: float, height: float) -> tuple[Figure, Any]:
    """A figure with axes of its own, without pyplot and its state."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def findings() -> Figure:
    """What was found in each source."""
    figure, axes = canvas(6.4, 2.6)
    left = Counter[str]()
    letters = {source: answered("report", source, "--format", "json") for source in SOURCES}
    sound = [len(letters[source]["sound"]) for source in SOURCES]
    axes.barh(SOURCES, sound, color="#1b7837", label="hold as printed")
    left.update(dict(zip(SOURCES, sound, strict=True)))
    for kind, (label, colour) in KINDS.items():
        counts = [
            sum(f["kind"] == kind for one in letters[source]["statements"] for f in one["findings"])
            for source in SOURCES
        ]
        axes.barh(SOURCES, counts, left=[left[source] for source in SOURCES], color=colour, label=label)
        left.update(dict(zip(SOURCES, counts, strict=True)))
    axes.invert_yaxis()
    axes.set_xlabel("statements, and remarks on them")
    axes.legend(fontsize=7, ncols=3, loc="upper center", bbox_to_anchor=(0.45, 1.3))
    return figure


def optimum() -> Figure:
    """A bound over its parameter, with its least value and what the source chooses."""
    figure, axes = canvas(6.4, 3.6)
    dptheory.load("wu2015.theorem21").optimize("lam", form="sharp").plot(axes, n=30_000, eps=1)
    return figure


def exposure() -> Figure:
    """What each record of a data set gives away."""
    features, target = load_diabetes(return_X_y=True)
    scaled = features / max(sum(x * x for x in row) ** 0.5 for row in features)
    score = target / abs(target).max()
    return draw(dptheory.exposure(scaled, score, lam=1, gamma=1, delta="1e-6", bounds=1))


def together() -> Figure:
    """What many releases give away together, by the ways in which it can be bounded."""
    from dptheory.lab.accounting import Composition, account

    figure, axes = canvas(6.4, 2.2)
    account(Composition.of(("gaussian 50", 10_000)), delta="1e-6").plot(axes)
    return figure


BATCH, RECORDS = 256, 60_000


def training() -> Figure:
    """The epsilon of a training run over delta: the interval, and what moments show."""
    figure, axes = canvas(6.4, 3.2)
    exponents = range(3, 13)
    run = (f"gaussian 1.1 at {BATCH}/{RECORDS}", 14_063)
    found = [dptheory.account(run, delta=f"1e-{k}") for k in exponents]
    deltas = [10.0**-k for k in exponents]
    for name in ("moments", "Renyi", "privacy losses"):
        of_name = [next(g for g in one.guarantees if g.name == name) for one in found]
        axes.semilogx(deltas, [float(g.eps) for g in of_name], ".-", label=f"{name}, at most")
    axes.semilogx(
        deltas, [float(one.best.least) for one in found], "k--", linewidth=1, label="some queries: more than"
    )
    axes.set_xlabel("δ")
    axes.set_ylabel("ε")
    axes.legend(fontsize=8)
    return figure


def noise() -> Figure:
    """The least noise over the epochs, for several epsilon."""
    figure, axes = canvas(6.4, 3.2)
    epochs = (1, 4, 15, 60)
    for eps in (1, 3, 8):
        found = [
            dptheory.calibrate(
                "gaussian",
                epsilon=eps,
                delta="1e-5",
                steps=-(-RECORDS * k // BATCH),
                sampling_rate=f"{BATCH}/{RECORDS}",
            )
            for k in epochs
        ]
        axes.semilogx(epochs, [float(one.value) for one in found], ".-", label=f"ε = {eps}: enough")
        axes.semilogx(epochs, [float(one.next) for one in found], "k--", linewidth=1)
    axes.plot([], [], "k--", linewidth=1, label="too little")
    axes.set_xticks(epochs, epochs)
    axes.set_xlabel("epochs")
    axes.set_ylabel("noise multiplier σ")
    axes.legend(fontsize=8)
    return figure


PICTURES = {
    "findings": findings, "optimum": optimum, "exposure": exposure, "account": together, "training": training,
    "noise": noise,
}  # fmt: skip


def main(place: Path) -> None:
    """Draw all of them."""
    place.mkdir(parents=True, exist_ok=True)
    for name, made in PICTURES.items():
        write_whole(place / f"{name}.svg", rendered(made(), "svg"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "pictures")
