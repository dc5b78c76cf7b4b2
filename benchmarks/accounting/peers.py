"""The accountant beside dp-accounting, prv-accountant and autodp on a grid; plain text, and PEERS.md.

    python benchmarks/accounting/peers.py PYTHON          writes PEERS.md
    python benchmarks/accounting/peers.py PYTHON --few    the same for a twelfth of the questions
    python benchmarks/accounting/peers.py PYTHON --dry    nothing is written

PYTHON is the interpreter of an environment that has these three; this project needs none of them. Each
question is asked once in each library, the cold ones in processes of their own. Exit status 1 where a number
of a peer is on the forbidden side of an end here: a bound below what some queries give away, or an end from
below that is above what is affirmed to be enough.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FIRST = ("0.01", "1", 1000, "1e-5"), ("256/60000", "1.1", 14_063, "1e-5")
GRID = (
    ("1e-4", "1e-3", "1e-2", "0.05", "0.2", "0.5", "1"),
    ("0.5", "0.7", "1", "2", "4", "8", "20"),
    (1, 10, 100, 1000, 10_000, 100_000),
    ("1e-3", "1e-5", "1e-8", "1e-12"),
)
"""Sampling rates, noise multipliers, steps, deltas."""
DRAWN, FEW, SEED = 38, 8, 33
"""So many questions are drawn from the grid, with --few, and the seed."""
RUNS = 3
PATIENCE = 8.0
"""Seconds of processor time that a peer has for a question."""
WIDE = 1e-3
"""An interval this wide, absolutely or as a share, is as narrow as is asked for."""


def timed(action: Callable[[], Any]) -> tuple[Any, float]:
    """What comes out, or the name of the error, and the seconds of processor time."""
    start = time.process_time()
    try:
        found = action()
    except Exception as error:  # a peer's failure is a row of the table
        found = type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return found, time.process_time() - start


def _stop(*_: object) -> None:
    raise TimeoutError


def number(text: str) -> float:
    """A decimal or a quotient of two."""
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def dp_pld(q: str, sigma: str, steps: int, delta: str) -> list[float]:
    """Connect-the-dots, pessimistic, at its own discretisation."""
    import dp_accounting as dp
    from dp_accounting.pld import PLDAccountant

    one = PLDAccountant()
    event = dp.PoissonSampledDpEvent(number(q), dp.GaussianDpEvent(number(sigma)))
    one.compose(event if number(q) < 1 else event.event, steps)
    return [one.get_epsilon(float(delta))]


def dp_rdp(q: str, sigma: str, steps: int, delta: str) -> list[float]:
    """Renyi bounds."""
    import dp_accounting as dp
    from dp_accounting.rdp import RdpAccountant

    one = RdpAccountant()
    event = dp.PoissonSampledDpEvent(number(q), dp.GaussianDpEvent(number(sigma)))
    one.compose(event if number(q) < 1 else event.event, steps)
    return [one.get_epsilon(float(delta))]


def prv(q: str, sigma: str, steps: int, delta: str) -> list[float]:
    """Its end from above and its end from below, at an error of a twentieth."""
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    law = PoissonSubsampledGaussianMechanism(sampling_probability=number(q), noise_multiplier=number(sigma))
    one = PRVAccountant(
        prvs=[law], max_self_compositions=[steps], eps_error=0.05, delta_error=float(delta) / 1000
    )
    low, _, high = one.compute_epsilon(float(delta), num_self_compositions=[steps])
    return [float(high), float(low)]


def autodp(q: str, sigma: str, steps: int, delta: str) -> list[float]:
    """Renyi bounds of a sampled mechanism, composed."""
    from autodp.mechanism_zoo import GaussianMechanism
    from autodp.transformer_zoo import AmplificationBySampling, Composition

    noise = GaussianMechanism(number(sigma))
    noise.replace_one = False
    sample = AmplificationBySampling(PoissonSampling=True)(noise, number(q), improved_bound_flag=True)
    return [float(Composition()([sample if number(q) < 1 else noise], [steps]).get_approxDP(float(delta)))]


PEERS = {"dp-accounting PLD": dp_pld, "dp-accounting RDP": dp_rdp, "prv-accountant": prv, "autodp": autodp}


def ask_peers() -> None:
    """In the peers' environment: each question of standard input, a line of JSON for each."""
    signal.signal(signal.SIGPROF, _stop)
    for name, peer in PEERS.items():
        timed(lambda peer=peer: peer("0.1", "4", 2, "1e-5"))  # its imports
        for question in json.loads(sys.argv[2]):
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            found, seconds = timed(lambda peer=peer, question=question: peer(*question))
            print(json.dumps([name, question, found, seconds]), flush=True)
            print(name, *question, found, f"{seconds:.1f}", file=sys.stderr)


def ours(q: str, sigma: str, steps: int, delta: str) -> tuple[float, float]:
    """The two ends, equal where the number is exact."""
    from dptheory.lab.accounting import Composition, account, sampled

    best = account(Composition.of((sampled(f"gaussian {sigma}", q), steps)), delta=delta).best
    high = float(best.eps)
    return (high if best.kind == "exact" else 0.0 if best.least is None else float(best.least)), high


def seconds_of(command: list[str]) -> float:
    """Seconds of processor time of a process, its imports counted; the median of some runs."""
    found = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(found)


def cold(python: str) -> tuple[float, float]:
    """The question of training, cold: here from the command line, there its PLD accountant."""
    asked = ["account", "--gaussian", "1", "--sampling-rate", "0.01", "--steps", "1000", "--delta", "1e-5"]
    here = seconds_of([sys.executable, "-m", "dptheory", *asked])
    there = f"import sys; sys.path.insert(0, {str(HERE)!r}); import peers; "
    there += "peers.dp_pld('0.01', '1', 1000, '1e-5')"
    return here, seconds_of([python, "-c", there])


def cell(found: Any, low: float, high: float) -> tuple[str, bool]:
    """A peer's answer as a cell, and whether it is on the forbidden side."""
    if not isinstance(found, list):
        return f"{found}", False
    slack = 1e-5 * high + 1e-9  # decimals here have six digits, theirs are binary
    wrong = found[0] < low - slack or (len(found) > 1 and found[1] > high + slack)
    text = f"{found[0]:.6g}" if len(found) == 1 else f"{found[1]:.6g} ... {found[0]:.6g}"
    return (f"**{text}**" if wrong else text), wrong


def _order(question: tuple[str, str, int, str]) -> tuple[float, ...]:
    return tuple(number(str(part)) for part in question)


def by_inversion(q: str, sigma: str, steps: int, eps: float, places: int = 2001) -> float:
    """delta(eps) with the record against without it, by another way, in floating point: the integral over
    all real u of exp(-s eps) M(s)^steps/(2 pi s (s + 1)) at s = t + i u, any t > 0, here near the saddle
    point. M(s) = E exp(s L) of one step. No law of losses is rounded to a grid.
    """
    import numpy as np

    rate, shift = number(q), 1 / number(sigma)
    x = np.linspace(-40, 40 + shift, places)
    loss = np.logaddexp(np.log1p(-rate), np.log(rate) + shift * x - shift**2 / 2)
    law = loss - x * x / 2 - np.log(2 * np.pi) / 2 + np.log(x[1] - x[0])

    def log_moment(t: float) -> float:
        return float(np.logaddexp.reduce(law + t * loss))

    def size(t: float) -> float:
        return steps * log_moment(t) - t * eps - math.log(t * (t + 1))

    t = min((10 ** (k / 100) for k in range(-300, 300)), key=size)
    bend = steps * (log_moment(1.001 * t) - 2 * log_moment(t) + log_moment(0.999 * t)) / (0.001 * t) ** 2
    u = np.linspace(0, 200 / math.sqrt(bend), 8 * places)
    weights = np.exp(law + t * loss - log_moment(t))
    turned = np.array([(weights @ np.exp(1j * one * loss)) ** steps * np.exp(-1j * one * eps) for one in u])
    values = (turned * t * (t + 1) / ((t + 1j * u) * (t + 1 + 1j * u))).real
    return math.exp(size(t)) * float(values[0] / 2 + values[1:].sum()) * float(u[1]) / math.pi


def notes(name: str, question: tuple[str, str, int, str], found: list[float], low: float, high: float) -> str:
    """Which number is wrong, and why."""
    asked = ", ".join(map(str, question))
    if found[0] >= low:
        return f"- {name} at {asked}: at least {found[1]:.6g}, but {high:.6g} is affirmed to be enough."
    there, here = (by_inversion(*question[:3], eps) for eps in (found[0], high))
    return (
        f"- {name} at {asked}: {found[0]:.7g} is too small: some queries surely give away more than\n"
        f"  {low:.7g}. By a way that shares nothing with either, the inverse Fourier integral of the\n"
        f"  moments (`by_inversion`), delta is {there:.5g} there, and {here:.5g} at {high:.7g}."
    )


def report(python: str, few: bool) -> tuple[str, int]:
    """The page, and how many numbers are on the forbidden side."""
    everything = list(itertools.product(*GRID))
    questions = [*FIRST, *sorted(random.Random(SEED).sample(everything, FEW if few else DRAWN), key=_order)]
    here = {}
    for question in questions:
        here[question] = timed(lambda question=question: ours(*question))
        print("here", *question, *here[question], file=sys.stderr)
    command = [python, __file__, "--ask", json.dumps(questions)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    answers = [json.loads(line) for line in lines if line.startswith("[")]
    there = {(name, tuple(question)): (found, seconds) for name, question, found, seconds in answers}
    rows, wrong, wide, told_wrong = [], 0, 0, []
    for question in questions:
        (low, high), _ = here[question]
        wide += high - low > WIDE * max(1.0, high)
        cells = [cell(there[name, question][0], low, high) for name in PEERS]
        wrong += sum(bad for _, bad in cells)
        told_wrong += [
            notes(name, question, there[name, question][0], low, high)
            for name, (_, bad) in zip(PEERS, cells, strict=True)
            if bad
        ]
        mine = f"{high:.6g}" if low == high else f"[{low:.6g}, {high:.6g}]"
        told = [*map(str, question), mine, *(text for text, _ in cells)]
        rows.append("| " + " | ".join(told) + " |")
    times = [statistics.median(seconds for _, seconds in here.values())]
    times += [statistics.median(there[name, question][1] for question in questions) for name in PEERS]
    tighter = sum(
        here[q][0][1] <= found[0] + 10.0 ** (math.floor(math.log10(found[0] or 1)) - 5)
        for q in questions
        if isinstance(found := there["dp-accounting PLD", q][0], list)
    )
    first = cold(python)
    asked = len(questions)
    page = [
        "# The accountant beside its peers",
        "",
        "Times are processor time, medians, on a shared machine: their ratios within this run mean more than",
        "they do.",
        "",
        f"Written by `benchmarks/accounting/peers.py`, one run{' with --few' * few}: the least eps of",
        f"sampled Gaussians, add-remove: two questions of training, and {asked - 2} drawn from a grid of",
        f"{len(everything)} with the seed {SEED}. Here an interval, or one number where it is exact; of",
        "prv-accountant both ends, of the others one from above. In bold: on the forbidden side of an end,",
        f"{wrong} of {asked * 4}; what is wrong is said below the table. A peer that needs more than",
        f"{PATIENCE:g} s, or fails, has the error's name.",
        f"Intervals wider than {WIDE:g} and than that share of eps: {wide} of {asked}. The end from above is",
        f"at most dp-accounting's (to one unit in the sixth digit) in {tighter} of {asked}.",
        "",
        "| q | sigma | steps | delta | here | " + " | ".join(PEERS) + " |",
        "| --- " * (5 + len(PEERS)) + "|",
        *rows,
        "| seconds, median |  |  |  | " + " | ".join(f"{one:.2f}" for one in times) + " |",
        "",
        f"Cold, imports counted, q = 0.01, sigma = 1, 1,000 steps, delta = 1e-5: {first[0]:.2f} s here,",
        f"{first[1]:.2f} s in dp-accounting's PLD accountant (medians of {RUNS}, processor time).",
        *([""] * bool(told_wrong)),
        *told_wrong,
    ]
    return "\n".join(page) + "\n", wrong


def main() -> int:
    """Print the page; write it unless --dry."""
    if sys.argv[1:2] == ["--ask"]:
        ask_peers()
        return 0
    sys.path.insert(0, str(HERE.parents[1]))
    page, wrong = report(sys.argv[1], "--few" in sys.argv[2:])
    print(page)
    if "--dry" not in sys.argv[2:]:
        (HERE / "PEERS.md").write_text(page, encoding="utf-8")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
