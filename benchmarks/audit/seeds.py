"""Every mechanism with a mistake under ten seeds, one data set or the pair given; every right one, often.

    python benchmarks/audit/seeds.py runs.jsonl [--only NAME ...] [--seeds 10] [--rights 1000]

Each run is written as it ends, so that it can be broken off: what was run with the same sources is not run
again. All audits are at the confidence that is the default, 99.9 %.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from mistakes import mistakes
from oracles import ORACLES, level_sets_of
from published import traces
from queries import Chances, Mechanism
from reported import reported
from rights import RIGHTS
from unseen import unseen

import dptheory
from dptheory.errors import BadInput
from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.privacy.report import VIOLATED
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim

LEVEL = 0.0005
"""Of either count of the oracle, at a confidence of 0.999."""

CAUGHT, CLEARLY, SHARE, ALARMS = 0.9, 1.15, 0.85, 0.005
"""Of the seeds, where the oracle's limit is so many times the claim; of the oracle's limit, the median; and
of the runs of right mechanisms those that may be alarms."""

SEEDS = 10
DATA, PAIR, SNIPER, RIGHT, TRACE = "data", "pair", "DP-Sniper", "right", "trace"


@dataclass(frozen=True, eq=False)
class Case:
    """A mechanism with a mistake, where it was reported, and what an oracle knows of it on each pair."""

    name: str
    address: str
    mechanism: Mechanism
    claim: PrivacyClaim
    data: Callable[[np.random.Generator], FloatArray]
    pairs: tuple[tuple[Any, Any], ...]
    chances: Callable[[Any, Any], Chances]
    box: tuple[Any, Any] | None = None
    samples: int = 20_000

    @property
    def bits(self) -> bool:
        """Whether the mistake shows in the last bits alone."""
        return self.name == "last bits"

    def oracle(self) -> tuple[float, tuple[Any, Any]]:
        """The largest limit that the expected counts of an event give, with its pair."""
        return max(((self.known(*pair), pair) for pair in self.pairs), key=lambda found: found[0])

    def known(self, one: Any, other: Any) -> float:
        """The oracle's limit on a pair."""
        n, delta = self.samples, self.claim.delta
        p, q = self.chances(one, other)
        return max(limit(round(a * n), round(b * n), n, delta) for a, b in zip(p, q, strict=True))


def limit(k: int, m: int, n: int, delta: float) -> float:
    """The limit of eps that two counts of n show."""
    low = lower_limit(k, n, LEVEL) - delta
    return max(0.0, float(np.log(low / upper_limit(m, n, LEVEL)))) if low > 0 else 0.0


def cases() -> list[Case]:
    """The table's mechanisms: the mistakes that were reported, then those of `mistakes`."""
    found = []
    for told in [*reported(), *unseen()]:

        def chances(one: Any, other: Any, law: Any = told.law) -> Chances:
            sides = [level_sets_of(*law(*pair)) for pair in ((one, other), (other, one))]
            return np.concatenate([s[0] for s in sides]), np.concatenate([s[1] for s in sides])

        found.append(
            Case(told.name, told.address, told.wrong, told.claim, told.data, told.pairs, chances, told.box)
        )
    for made in mistakes():

        def known(one: Any, other: Any, name: str = made.name) -> Chances:
            return ORACLES[name]()

        rest = (made.data, (made.pair,), known, made.box, 100_000)
        found.append(Case(made.name, "", made.mechanism, made.claim, *rest))
    return found


def run(case: Case, how: str, seed: int) -> tuple[float, bool]:
    """The limit of one audit, and whether it convicts."""
    pair = case.oracle()[1] if how != DATA else (None, None)
    if how == SNIPER:
        found = sniper(case, pair, seed)
        return found, found > case.claim.eps
    plan = Plan(case.samples, seed=seed, box=case.box, bits=case.bits)
    if how == PAIR:
        result = audit(case.mechanism, case.claim, pairs=[Neighbours(*pair)], plan=plan)
    else:
        data = case.data(np.random.default_rng(seed))
        result = audit(case.mechanism, case.claim, data=data, plan=plan)
    return result.eps_lower, result.verdict == VIOLATED


def sniper(case: Case, pair: tuple[Any, Any], seed: int, least: float = 0.01) -> float:
    """DP-Sniper's method (Bichsel et al. 2021), the pair given: a logistic regression on a tenth of the
    outputs, and the event that takes a hundredth of the second side's.
    """
    from sklearn.linear_model import LogisticRegression

    limits, n = [], case.samples
    for one, other in (pair, pair[::-1]):
        rng = np.random.default_rng(seed)
        made = [np.asarray(case.mechanism(data, n, rng), dtype=float) for data in (one, other)]
        sides = [side.reshape(n, -1) for side in made]
        features = [np.hstack([np.nan_to_num(x), np.isnan(x), np.nan_to_num(x) ** 2]) for x in sides]
        few = n // 10
        x = np.vstack([f[:few] for f in features])
        scale = x.std(axis=0) + 1e-12
        fitted = LogisticRegression(max_iter=300).fit(x / scale, np.repeat([1, 0], few))
        scores = [fitted.decision_function(f / scale) for f in features]
        level = np.quantile(scores[1][:few], 1 - least)
        k, m = (int((score[few:] > level).sum()) for score in scores)
        limits.append(limit(k, m, n - few, case.claim.delta))
    return max(limits)


Right = tuple[str, Mechanism, PrivacyClaim, Callable[[np.random.Generator], FloatArray], Any]


def right_ones() -> list[Right]:
    """The right twins of what was reported, and ten others with little to spare."""
    twins = [(f"right twin: {m.name}", m.right, m.claim, m.data, m.box) for m in [*reported(), *unseen()]]
    return [*twins, *RIGHTS]


def alarm(right: Right, seed: int, n: int) -> tuple[float, bool]:
    """The limit of an audit of a right mechanism, neighbours searched for, and whether it is an alarm."""
    name, mechanism, claim, data, box = right
    rows, bits = data(np.random.default_rng(seed + 1000)), name.endswith("last bits")
    result = audit(mechanism, claim, data=rows, plan=Plan(n, seed=seed, box=box, bits=bits))
    return result.eps_lower, result.verdict == VIOLATED


TRACED = ("tracing", "traces", "noisy", "draws", "absorbing", "costs", "measuring", "standing")
TOLD = ("coding", "confirming", "describe", "report", "files")
"""Sources that no audit's counts depend on: of traces, and of what is told and read back."""


def code() -> str:
    """A name of the auditor's sources, which tells what was measured with the same code."""
    root, made = Path(dptheory.__file__).parent / "lab" / "audit", sha256()
    for path in [root / "binomial.py", *sorted((root / "privacy").rglob("*.py"))]:
        if path.stem not in (*TRACED, *TOLD):
            made.update(path.read_bytes())
    return made.hexdigest()[:8]


def read(file: Path) -> list[dict[str, Any]]:
    """The runs that a file holds."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


STANDING = "names of earlier sources whose runs stand: what has changed since touches none of them"


def newest(runs: list[dict[str, Any]], standing: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Of each mechanism and way those that were run with the sources with which it was run last, or with some
    that stand.
    """
    last = {(r["mechanism"], r["how"]): r["code"] for r in runs}
    return [r for r in runs if r["code"] in (last[r["mechanism"], r["how"]], *standing)]


def asked(only: list[str], name: str) -> bool:
    """Whether a mechanism is wanted."""
    return not only or any(word in name for word in only)


def jobs(only: list[str], hows: list[str], seeds: int, rights: int, n: int) -> Iterator[tuple[Any, ...]]:
    """What to run: a name, how, a seed, the number of outputs, and the call that does it."""
    wanted = [case for case in cases() if asked(only, case.name)]
    for seed in range(seeds):
        for case in wanted:
            for how in hows:
                rest = (case, how, seed)
                yield case.name, how, seed, case.samples, lambda rest=rest: run(*rest)
    every = right_ones()
    for seed in range(-(-rights // len(every))):
        for right in every:
            if asked(only, right[0]):
                yield right[0], RIGHT, seed, n, lambda one=right, seed=seed: alarm(one, seed, n)


def table_rows(runs: list[dict[str, Any]]) -> list[dict[str, object]]:
    """The table of the mistakes, from runs."""
    rows = []
    for case in cases():
        best, claim = case.oracle()[0], case.claim
        row: dict[str, object] = {"mechanism": case.name, "N": case.samples, "claim": f"{claim}"}
        row |= {"oracle": best}
        reached = True
        for how in (DATA, PAIR, SNIPER):
            made = _of(runs, case.name, how)
            median = float(np.median([r["eps"] for r in made.values()])) if made else None
            caught = sum(r["violated"] for r in made.values())
            row[f"caught, {how}"] = f"{caught} of {len(made)}" if made else "-"
            row |= {f"median, {how}": "-", f"share, {how}": "-"}
            if median is not None:
                row |= {f"median, {how}": median, f"share, {how}": median / best}
                needed = CAUGHT * len(made) if best > CLEARLY * claim.eps else 0
                reached &= how == SNIPER or (median >= SHARE * best and caught >= needed)
        few = any(len(_of(runs, case.name, how)) < SEEDS for how in (DATA, PAIR))
        told = "too few runs" if few and reached else reached
        mine = {how: list(_of(runs, case.name, how).values()) for how in (DATA, PAIR)}
        codes = {f"code, {how}": _codes(found, case.name) for how, found in mine.items()}
        rows.append(row | {"reached": told} | codes)
    return rows


def _of(runs: list[dict[str, Any]], name: str, how: str) -> dict[int, dict[str, Any]]:
    """The runs of a mechanism in one way, by their seeds."""
    return {r["seed"]: r for r in runs if r["mechanism"] == name and r["how"] == how}


def _codes(runs: list[dict[str, Any]], name: str) -> str:
    """With which sources a mechanism was run."""
    return " ".join(sorted({r["code"] for r in runs if name in (r["mechanism"], "all")}))


def alarm_rows(runs: list[dict[str, Any]]) -> list[dict[str, object]]:
    """The runs of right mechanisms, how many are alarms, and how many were refused: too few outputs."""
    found = {(r["mechanism"], r["seed"]): r for r in runs if r["how"] == RIGHT}
    names = [right[0] for right in right_ones()]
    rows: list[dict[str, object]] = []
    for name in [*names, "all"]:
        mine = [r for (which, _), r in found.items() if name in (which, "all")] or None
        mine = list(found.values()) if name == "all" else mine
        if not mine:
            continue
        alarms, refused = sum(r["violated"] for r in mine), sum("refused" in r for r in mine)
        row: dict[str, object] = {"mechanism": name, "N": mine[0]["N"], "runs": len(mine), "alarms": alarms}
        row |= {"refused": refused, "reached": alarms <= max(1, ALARMS * len(mine))}
        rows.append(row | {"code": _codes(list(mine), name)})
    return rows


def reports() -> list[dict[str, object]]:
    """The mistakes that were reported, with the addresses."""
    return [{"mechanism": m.name, "report": m.address} for m in reported() if m.address]


def main() -> None:
    """Run what is missing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", nargs="+", default=[], help="mechanisms with one of these in their name")
    parser.add_argument("--how", nargs="+", default=[DATA, PAIR, SNIPER], choices=(DATA, PAIR, SNIPER))
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--rights", type=int, default=0, help="runs of right mechanisms, at least")
    parser.add_argument("--traces", action="store_true", help="audit published packages, and trace them")
    parser.add_argument("--standing", nargs="+", default=[], help=STANDING)
    parser.add_argument("--outputs", type=int, default=2_000, help="a side, for right mechanisms")
    args = parser.parse_args()
    state, runs = code(), read(args.file)
    for row in traces() if args.traces else ():
        with args.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row | {"how": TRACE, "code": state}) + "\n")
    done = {(r["mechanism"], r["how"], r.get("seed")) for r in runs if r["code"] in (state, *args.standing)}
    for name, how, seed, n, work in jobs(args.only, args.how, args.seeds, args.rights, args.outputs):
        if (name, how, seed) in done:
            continue
        start = time.perf_counter()
        row = {"mechanism": name, "how": how, "seed": seed, "N": n}
        try:
            eps, violated = work()
        except BadInput as error:
            eps, violated = 0.0, False
            row["refused"] = str(error)
        row |= {"eps": eps, "violated": bool(violated), "seconds": round(time.perf_counter() - start, 2)}
        with args.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row | {"code": state}) + "\n")


if __name__ == "__main__":
    main()
