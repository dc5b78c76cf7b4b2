"""Audits that are not told where to look: against an oracle, and on mechanisms that keep their claim."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from grammar import KINDS, Drawn, drawn
from mistakes import (
    PURE,
    Mistake,
    labelled,
    logistic,
    logistic_minimiser,
    mistakes,
    ridge,
    ridge_minimiser,
)
from mistakes import (
    box as records,
)
from oracles import ORACLES
from rights import RIGHTS

from dptheory.errors import BadInput
from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.privacy.report import VIOLATED

NEEDED_SEARCHED, NEEDED_SEQUENCES = 0.8, 0.85
"""Shares of the oracle's limit that a median must reach."""


def expected_limit(name: str, n: int, delta: float) -> float:
    """The oracle's limit at the counts expected on its best event, each at 97.5 %."""

    def limit(p: float, q: float) -> float:
        low = lower_limit(round(p * n), n, 0.025) - delta
        return float(np.log(low / upper_limit(round(q * n), n, 0.025))) if low > 0 else 0.0

    return max(limit(p, q) for p, q in zip(*ORACLES[name](), strict=True))


SIZES = (100_000, 1_000_000)
"""Outputs a side; beyond the first only claims with delta, whose leaks are seldom, and no pair is given."""


def search(runs: int, sizes: tuple[int, ...] = SIZES, only: str = "") -> Iterator[dict[str, object]]:
    """Mechanisms with a mistake, the pair given and with one data set alone: medians, shares of the oracle's,
    and how many are caught.
    """
    for n in sizes:
        for mistake in mistakes():
            if only not in mistake.name or (n > SIZES[0] and mistake.claim.delta == 0):
                continue
            oracle = expected_limit(mistake.name, n, mistake.claim.delta)
            row: dict[str, object] = {"mechanism": mistake.name, "N": n, "runs": runs, "oracle": oracle}
            for how in ("given", "searched"):
                if how == "given" and n > SIZES[0]:
                    row |= {"eps, pair given": "-", "violated, pair given": "-"}
                    continue
                found = [_one(mistake, how, n, seed) for seed in range(runs)]
                row[f"eps, pair {how}"] = float(np.median([eps for eps, _ in found]))
                row[f"violated, pair {how}"] = sum(violated for _, violated in found)
            share = float(row["eps, pair searched"]) / oracle  # type: ignore[arg-type]
            needed = NEEDED_SEQUENCES if mistake.name.startswith("sparse") else NEEDED_SEARCHED
            caught = runs if mistake.claim.delta == 0 or n > SIZES[0] else -(-4 * runs // 5)
            if oracle < mistake.claim.eps:  # what it shows does not convict: only by luck, see `possible`
                caught = 0
            row |= {"searched / oracle": share, "needed": needed, "violated needed": caught}
            yield row | {"reached": share >= needed and int(row["violated, pair searched"]) >= caught}  # type: ignore[call-overload]


def _one(mistake: Mistake, how: str, n: int, seed: int) -> tuple[float, bool]:
    if how == "given":
        found = audit(
            mistake.mechanism, mistake.claim, pairs=[Neighbours(*mistake.pair)], plan=Plan(n, 0.95, seed)
        )
    else:
        plan = Plan(n, 0.95, seed, box=mistake.box)
        data = mistake.data(np.random.default_rng(seed))
        found = audit(mistake.mechanism, mistake.claim, data=data, plan=plan)
    return found.eps_lower, found.verdict == VIOLATED


MINIMISED = (
    ("ridge, sensitivity / 2", ridge(2.0), ridge_minimiser, records),
    ("logistic, sensitivity / 2", logistic(2.0), logistic_minimiser, labelled),
)
"""Output perturbation with half of the noise; the auditor was never tuned on the second."""


def minimised(runs: int, sizes: tuple[int, ...] = (10_000, 100_000)) -> Iterator[dict[str, object]]:
    """Medians, and how many are caught, by outputs alone and with the minimiser that a mechanism gives."""
    for name, mechanism, minimiser, data in MINIMISED:
        for n in sizes:
            row: dict[str, object] = {"mechanism": name, "N": n, "runs": runs, "true": 2.0}
            for how in ("outputs", "minimiser"):
                subject = SimpleNamespace(__name__=name, sample=mechanism)
                if how == "minimiser":
                    subject.minimiser = minimiser
                plans = [(Plan(n, 0.95, s), data(np.random.default_rng(s))) for s in range(runs)]
                found = [audit(subject, PURE, data=rows, plan=plan) for plan, rows in plans]
                row[f"eps, {how}"] = float(np.median([one.eps_lower for one in found]))
                row[f"violated, {how}"] = sum(one.verdict == VIOLATED for one in found)
            yield row | {"reached": row["violated, minimiser"] == runs}


def rights(runs: int, n: int = 2_000, only: str = "") -> Iterator[dict[str, object]]:
    """How often mechanisms that keep their claim are convicted when neighbours are searched."""
    total = 0
    for name, mechanism, claim, data, box in RIGHTS:
        if only not in name:
            continue
        false = 0
        for seed in range(runs):
            rows = data(np.random.default_rng(seed + 1000))
            found = audit(mechanism, claim, data=rows, plan=Plan(n, 0.95, seed, box=box))
            false += found.verdict == VIOLATED
        total += false
        low = lower_limit(false, runs, 0.01)
        row = {"mechanism": name, "N": n, "runs": runs, "alarms": false, "lower limit": low}
        yield row | {"reached": low < 0.05}
    if only:
        return
    low = lower_limit(total, runs * len(RIGHTS), 0.01)
    whole = {"mechanism": "all", "N": n, "runs": runs * len(RIGHTS), "alarms": total, "lower limit": low}
    yield whole | {"reached": low < 0.05}


FRESH = 577215
"""A seed of the grammar that nothing was tuned on."""


def fresh(number: int, n: int = 100_000) -> Iterator[dict[str, object]]:
    """The same of mechanisms drawn with the seed `FRESH`, with n outputs a side; and what was not caught."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for k in range(number):
        made = drawn(k, FRESH)
        found[made.kind].append("" if _caught(made, k, n) else f"{made.query} {k}")
    for kind, missed in found.items():
        caught, size = missed.count(""), len(missed)
        row: dict[str, object] = {"mistake": kind, "seed": FRESH, "N": n, "caught": caught, "of": size}
        row["not caught"] = ", ".join(name for name in missed if name) if kind != KINDS[0] else "-"
        yield row | {"reached": caught <= 0.2 * size if kind == KINDS[0] else caught >= 0.8 * size}


def _caught(made: Drawn, seed: int, n: int) -> bool:
    """A mechanism that is refused, because it is not random, counts as caught."""
    try:
        found = audit(made.mechanism, made.claim, data=made.data, plan=Plan(n, 0.95, seed))
    except BadInput:
        return True
    return found.verdict == VIOLATED


def grammar(number: int, n: int = 20_000, seldom: int = 100_000) -> Iterator[dict[str, object]]:
    """So many mechanisms drawn at random, by what is wrong: how many are caught, held back or not.
    A right one must not be convicted. Claims with delta, whose leaks are seldom, get `seldom` outputs.
    """
    found: dict[str, dict[str, list[float]]] = {kind: {"seen": [], "held back": []} for kind in KINDS}
    for k in range(number):
        made = drawn(k)
        size = n if made.claim.delta == 0 else seldom
        found[made.kind]["held back" if made.held_back else "seen"].append(float(_caught(made, k, size)))
    for kind, parts in found.items():
        row: dict[str, object] = {"mistake": kind, "N": seldom if kind.startswith("raw") else n}
        for part, results in parts.items():
            row |= {f"{part}, caught": int(sum(results)), f"{part}, of": len(results)}
        held, size = int(sum(parts["held back"])), len(parts["held back"])
        yield row | {"reached": held <= 0.2 * size if kind == KINDS[0] else held >= 0.8 * size}
