"""How close audits come to an oracle, how often they cry wolf, how long they take, how much memory they need.

    python benchmarks/audit/run.py [--runs 100] [--part search|rights|...]

The oracle knows the best event and reports exact binomial limits at 97.5 % on each of its two counts, on as
many outputs a side as the audit has in all. Each run draws a new disguise, a new audit and a new oracle.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).parent))

from guesses import guesses, one_run
from possible import possible
from searching import SIZES as SEARCHED
from searching import fresh, grammar, minimised, rights, search
from seeds import RIGHT, STANDING, TRACE, alarm_rows, code, newest, read, reports, table_rows
from subjects import PAIR, Subject, disguise, level_sets, true_eps
from variates import SOLVED, needed

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.report import VIOLATED
from dptheory.lab.mechanisms.claims import PrivacyClaim

KINDS = ("laplace", "exponential", "l2laplace")
SIZES = (10_000, 100_000, 1_000_000)
BATCH = 65_536
SAMPLED_AT_ONCE = 250_000
"""Releases in one call, where samplers alone are measured."""
CLAIM = PrivacyClaim(1.0)
PUBLIC = {
    "laplace": (1.844, 1.944, 1.981),
    "exponential": (1.463, 1.538, 1.550),
    "l2laplace": (1.12, 1.43, 1.61),
}
"""The best of four public auditors, as they were measured on the same mechanisms."""
NEEDED = {"black": (0.85, 0.93, 0.97), "white": (0.97, 0.99, 0.995)}
"""Shares of the oracle's limit."""


def make(kind: str, noise: float, seed: int) -> Subject:
    """A disguised mechanism."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(9,)))
    return Subject(kind, noise, disguise(5 if kind == "l2laplace" else 1, rng))


def one(subject: Subject, n: int, seed: int, white: bool) -> tuple[float, bool]:
    """The limit of one audit, and whether it convicts."""
    plan = Plan(n, 0.95, seed, look_at_density=white)
    found = audit(subject, CLAIM, pairs=[Neighbours(*PAIR)], plan=plan)
    return found.eps_lower, found.verdict == VIOLATED


def oracle(p: np.ndarray, q: np.ndarray, n: int) -> Callable[[np.random.Generator], float]:
    """Draws of the oracle's limit, on the event whose expected counts give the best one."""

    def limit(k: float, m: float) -> float:
        low = lower_limit(round(k), n, 0.025)
        return float(np.log(low / upper_limit(round(m), n, 0.025))) if low > 0 else 0.0

    best = max(range(len(p)), key=lambda i: limit(p[i] * n, q[i] * n))
    return lambda rng: limit(rng.binomial(n, p[best]), rng.binomial(n, q[best]))


def power(runs: int, sizes: tuple[int, ...]) -> Iterator[dict[str, object]]:
    """Median limits on halved noise."""
    for n in sizes:
        for kind in KINDS:
            p, q = level_sets(kind, 0.5, np.random.default_rng(1))
            draw = oracle(p, q, n)
            rng = np.random.default_rng(2)
            best = float(np.median([draw(rng) for _ in range(max(runs, 100))]))
            row: dict[str, object] = {"mechanism": kind, "N": n, "runs": runs, "true": true_eps(kind, 0.5)}
            row["oracle"] = best
            for box in ("black", "white"):
                seen = [one(make(kind, 0.5, s), n, s, box == "white")[0] for s in range(runs)]
                row[box] = float(np.median(seen))
                row[f"{box} / oracle"] = float(np.median(seen)) / best
                row[f"{box} needed"] = NEEDED[box][SIZES.index(n)]
            public = PUBLIC[kind][SIZES.index(n)]
            beaten = row["black"] > public or row["black"] >= 0.99 * best  # type: ignore[operator]
            row["public"] = public
            row["reached"] = bool(
                beaten and all(row[f"{b} / oracle"] >= row[f"{b} needed"] for b in ("black", "white"))  # type: ignore[operator]
            )
            yield row


def alarms(runs: int, boxes: list[str], n: int = 10_000) -> Iterator[dict[str, object]]:
    """How often mechanisms that keep their claim are convicted; two of the three have nothing to spare."""
    for box in boxes:
        for kind in KINDS:
            false = sum(one(make(kind, 1.0, s), n, s, box == "white")[1] for s in range(runs))
            low = lower_limit(false, runs, 0.01)
            row = {"mechanism": kind, "box": box, "true": true_eps(kind, 1.0), "N": n, "runs": runs}
            yield row | {"alarms": false, "lower limit": low, "reached": low < 0.05}


def speed(runs: int, n: int = 1_000_000) -> Iterator[dict[str, object]]:
    """Median seconds of processor time of a black-box audit beyond sampling; others may use the machine."""
    for kind in KINDS:
        beyond = []
        for seed in range(runs):
            subject = make(kind, 0.5, seed)
            start = time.process_time()
            one(subject, n, seed, False)
            whole = time.process_time() - start
            beyond.append(whole - timed(lambda rng, s=subject: [s.sample(d, BATCH, rng) for d in PAIR], n))
        seconds = float(np.median(beyond))
        yield {"mechanism": kind, "N": n, "seconds beyond sampling": seconds, "reached": seconds < 3.0}


def sampling(runs: int, n: int = 1_000_000) -> Iterator[dict[str, object]]:
    """The speed of the library's samplers as a share of NumPy's at the underlying variates; medians."""
    registry = import_module("dptheory.lab.mechanisms.registry")
    for name in registry.names():
        mechanism, draw = registry.get(name), needed(name)
        data = mechanism.worst_pair().first
        shares = []
        for _ in range(runs):
            bare = timed(lambda rng, f=draw: f(SAMPLED_AT_ONCE, rng), n, SAMPLED_AT_ONCE)
            whole = timed(
                lambda rng, m=mechanism, d=data: m.sample(d, SAMPLED_AT_ONCE, rng), n, SAMPLED_AT_ONCE
            )
            shares.append(bare / whole)
        share = float(np.median(shares))
        kind = "minimises an objective per draw" if name.removesuffix(".printed") in SOLVED else ""
        row = {"mechanism": name, "share of NumPy's speed": share, "note": kind}
        yield {**row, "reached": share >= 0.7}


def timed(work: Callable[[np.random.Generator], object], n: int, batch: int = BATCH) -> float:
    """Seconds of processor time for n outputs a side, in batches."""
    rng = np.random.default_rng(0)
    with threadpool_limits(1):  # as in audits
        start = time.process_time()
        for _ in range(0, n, batch):
            work(rng)
        return time.process_time() - start


def memory(n: int = 100_000_000) -> Iterator[dict[str, object]]:
    """The largest resident memory of an audit that streams."""
    start = time.perf_counter()
    limit, _ = one(make("laplace", 0.5, 0), n, 0, False)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    seconds = time.perf_counter() - start
    yield {"N": n, "limit": limit, "GB": peak, "seconds": seconds, "reached": peak < 1.0}


def table(rows: list[dict[str, object]]) -> str:
    """Rows as Markdown."""
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + " --- |" * len(names)]
    for row in rows:
        cells = [f"{row[n]:.4g}" if isinstance(row[n], float) else str(row[n]) for n in names]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[dict[str, object]]]] = {
    "memory": lambda a: memory(a.largest),
    "power": lambda a: power(a.runs, tuple(n for n in SIZES if a.least <= n <= a.most)),
    "alarms": lambda a: alarms(a.null_runs, a.box),
    "search": lambda a: search(a.search_runs, tuple(n for n in SEARCHED if a.least <= n <= a.most), a.only),
    "possible": lambda a: possible(4 * a.search_runs),
    "minimised": lambda a: minimised(a.search_runs),
    "grammar": lambda a: grammar(a.drawn),
    "fresh": lambda a: fresh(a.drawn),
    "rights": lambda a: rights(a.null_runs // 10, only=a.only),
    "guesses": lambda a: guesses(),
    "onerun": lambda a: one_run(a.null_runs),
    "speed": lambda a: speed(a.speed_runs),
    "sampling": lambda a: sampling(a.speed_runs),
}


TITLES = {
    "power": "Limits on halved noise, claimed eps 1: medians, and shares of the oracle's",
    "alarms": "False alarms at 95 %: counts, and their one-sided 99 % lower limit, which 5 % must exceed",
    "search": "Mechanisms with a mistake: limits with the pair given and searched for, and how many are caught",
    "possible": "Chances that Gaussian noise a quarter too small is convicted at 95 %: of any audit, of the best"
    " event; and how often it was",
    "minimised": "Output perturbation, the pair searched for: by outputs alone, and with the minimiser given",
    "grammar": "Mechanisms drawn from a grammar of mistakes, neighbours searched for, at 95 %: how many are caught",
    "fresh": "Mechanisms of the same grammar, drawn anew with another seed and never looked at before",
    "rights": "False alarms at 95 % with neighbours searched for",
    "guesses": "Limits that the same right guesses of one run show at 95 %, by two theorems; the second speaks of mu too",
    "onerun": "One run at 95 %: how often it convicts what keeps its claim, and what does not",
    "speed": "Seconds of a black-box audit beyond sampling; at most 3",
    "sampling": "Samplers against NumPy's own variates; at least 0.7",
    "memory": "An audit of many outputs; at most 1 GB",
}


SEEDED = {
    "seeds": "Mistakes under up to ten seeds, at 99.9 %, with one data set and with the pair given: the lower limits of"
    " eps, beside the oracle's (two separate limits of the best event's expected counts) and those of DP-Sniper's"
    " method, which is given the pair",
    "right ones": "Right mechanisms, at 99.9 %, neighbours searched for: alarms",
    "traces": "Mistakes in published packages: the line that the trace of an audit names",
    "reports": "Where the mistakes were reported",
}


def seeded_rows(runs: list[dict[str, object]]) -> dict[str, list[dict[str, object]]]:
    """The tables of the runs of `seeds.py`."""
    traced = [{k: v for k, v in run.items() if k not in ("how", "seed")} for run in runs if run["how"] == TRACE]
    rights = [run for run in runs if run["how"] == RIGHT]
    rows = [table_rows(runs), alarm_rows(rights), traced, reports()] if runs else [[], [], [], []]
    return dict(zip(SEEDED, rows, strict=True))


def report(files: list[Path], standing: tuple[str, ...] = ()) -> str:
    """What runs with ``--json`` found, and those of `seeds.py` (their files end in .jsonl), as one page, and
    which parts were not run."""
    runs = newest([run for file in files if file.suffix == ".jsonl" for run in read(file)], standing)
    found: dict[str, list[dict[str, object]]] = {k: rows for k, rows in seeded_rows(runs).items() if rows}
    for file in files:
        if file.suffix == ".jsonl":
            continue
        for part, rows in json.loads(file.read_text(encoding="utf-8")).items():
            found.setdefault(part, []).extend(rows)
    head = (
        "# Audits: what was measured\n\nWritten by `benchmarks/audit/run.py --report` from its own runs and those of `seeds.py` alone.\n"
        f"The auditor's sources are now `{code()}`; a row's `code` says of which ones it is.\n"
    )
    if standing:
        told = ", ".join(f"`{name}`" for name in standing)
        head += f"Runs of {told} stand beside the newest: what has changed since touches none of them.\n"
    missing = "".join(f"- {title} (`--part {part}`)\n" for part, title in TITLES.items() if part not in found)
    titles = SEEDED | TITLES
    tables = [f"## {title}\n\n{table(found[part])}\n" for part, title in titles.items() if part in found]
    return "\n".join([head, *tables, f"## Not run with these sources\n\n{missing}"])


def main() -> int:
    """Run the parts asked for; 1 if something is not reached."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--null-runs", type=int, default=1_000)
    parser.add_argument("--box", nargs="+", default=["black", "white"], help="of the alarms part")
    parser.add_argument("--search-runs", type=int, default=5)
    parser.add_argument("--drawn", type=int, default=180, help="mechanisms of the parts grammar and fresh")
    parser.add_argument("--speed-runs", type=int, default=9)
    parser.add_argument(
        "--least", type=int, default=SIZES[0], help="the smallest N of the parts power and search"
    )
    parser.add_argument(
        "--most", type=int, default=SIZES[-1], help="the largest N of the parts power and search"
    )
    parser.add_argument("--largest", type=int, default=100_000_000, help="the N of the memory part")
    parser.add_argument(
        "--only", default="", help="of the parts search and rights: mechanisms with this in their name"
    )
    parser.add_argument("--part", choices=tuple(PARTS), action="append")
    parser.add_argument("--json", type=Path, help="write what was found there")
    parser.add_argument(
        "--report", type=Path, nargs="+", help="write RESULTS.md from such files; run nothing"
    )
    parser.add_argument("--standing", nargs="+", default=[], help=f"for --report: {STANDING}")
    args = parser.parse_args()
    if args.report:
        page = Path(__file__).parent / "RESULTS.md"
        page.write_text(report(args.report, tuple(args.standing)), encoding="utf-8")
        return 0
    found: dict[str, list[dict[str, object]]] = {}
    state = code()
    for part in args.part or PARTS:
        found[part] = []
        for row in PARTS[part](args):
            found[part].append(row | {"code": state})
            print(part, json.dumps(row), file=sys.stderr, flush=True)
            if args.json:
                args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(f"\n## {part}\n\n{table(found[part])}")
    return 0 if all(row["reached"] for rows in found.values() for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
