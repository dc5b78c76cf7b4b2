"""Figure 4 of Wang, Lei and Fienberg 2016, as it looks today: SVG and PNG, the same bytes each time.

    python examples/phase_transition.py --out figures

Rates of delta(n) from slow to fast; the colour says whether every learnable problem is approximately
privately learnable, or some is not, by a statement or by an argument in words. The answers come from
`classify`, with growth certificates that the kernel checked; `dptheory show wang2016.proposition33` prints
the same table.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from dptheory.constructions.phase import ALL, ARGUED, SOME, Phase, classify, results_of
from dptheory.theory.blocks import Texts
from dptheory.theory.library import load_library

RATES = (
    "1/log(n)", "n**(-1/2)", "log(n)/n", "2/n", "1/(100*n)", "1/(n*log(n))", "n**(-3/2)", "n**(-3)",
    "exp(-n)", "exp(-n**2)", "0",
)  # fmt: skip
COLOURS = {ALL: "#2b7a4b", ARGUED: "#d9a441", SOME: "#a33b3b"}
WORDS = {
    ALL: "all learnable problems are",
    ARGUED: "some is not, by an argument in words",
    SOME: "some learnable problem is not",
}


def rests(found: Phase) -> str:
    """The statement that gives an answer, and the work that it is cited from."""
    if not found.results:
        return found.basis
    cited = load_library().get(found.basis).best.cited
    return f"{found.basis} ({'cited: ' + cited if cited else 'statement'})"


def draw(phases: list[Phase], out: Path) -> list[Path]:
    """Write the figure as SVG and PNG; the paths."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams.update(
        {"svg.hashsalt": "phases", "svg.fonttype": "none", "font.family": "DejaVu Sans"}
    )
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 4.6), dpi=150)
    for row, found in enumerate(phases):
        axes.barh(row, 1, color=COLOURS.get(found.answer, "#888888"), height=0.86)
        axes.text(-0.02, row, found.rate, ha="right", va="center", family="monospace")
        axes.text(0.02, row, rests(found), va="center", color="white", fontsize=8)
    axes.set(xlim=(0, 1), ylim=(len(phases) - 0.4, -0.6), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    handles = [plt.Rectangle((0, 0), 1, 1, color=COLOURS[answer]) for answer in WORDS]
    axes.legend(
        handles, list(WORDS.values()), loc="upper center", bbox_to_anchor=(0.5, -0.02), ncols=3, frameon=False
    )
    axes.set_title(
        "Is every learnable problem approximately privately learnable, δ(n) at most ...?", fontsize=11
    )
    figure.subplots_adjust(left=0.16, right=0.98, top=0.92, bottom=0.1)
    out.mkdir(parents=True, exist_ok=True)
    made = [out / "phase_transition.svg", out / "phase_transition.png"]
    figure.savefig(made[0], metadata={"Date": None, "Creator": "dptheory"})
    figure.savefig(made[1], metadata={"Software": "dptheory"})
    plt.close(figure)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="where the figure goes")
    out = parser.parse_args().out
    results = results_of(map(load_library().get, Texts().with_line("answers")))
    phases = [classify(rate, results) for rate in RATES]
    for found in phases:
        print(f"{found.rate:<14} {found.answer:<20} {rests(found)}")
    for path in draw(phases, out):
        print(f"written: {path.name}")


if __name__ == "__main__":
    main()
