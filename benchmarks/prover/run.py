"""What the prover decides, how fast, and beside it z3 and cvc5: one script, plain text, and RESULTS.md.

    python benchmarks/prover/run.py                  all of claims.json, and variants of the given ones
    python benchmarks/prover/run.py --solvers        z3 and cvc5 as well (pip install '.[bench]'), 10 s each
    python benchmarks/prover/run.py --only dp-2 cl-  only claims whose name begins so; nothing is written

Exit status 0 when no verdict is wrong, else 1.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import solvers  # noqa: E402
from pages import CAPPED, OTHERS, RESULTS, TACTICS, block, part  # noqa: E402
from variants import VARIANTS, truth  # noqa: E402

from dptheory.defaults import EFFORT  # noqa: E402
from dptheory.kernel import check, check_empty, check_failure
from dptheory.kernel.real import Claim, compound_of, parse_claim
from dptheory.prover import prove  # noqa: E402

RECORDED = HERE / "solvers.json"
VERDICT = {True: "proved", False: "refuted"}
EMPTY = "empty"
"""No point satisfies the conditions, by a certificate: the prover does not call such a claim proved."""


@dataclass(frozen=True)
class Row:
    """One claim and what became of it; `checking` is the kernel's time for the certificate alone,
    `grown` the megabytes by which it raised the peak of the memory."""

    name: str
    claim: Claim
    truth: bool
    given: bool
    status: str
    seconds: float
    effort: int
    checking: float | None
    grown: float
    reason: str = ""
    tactics: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        return self.status == VERDICT[self.truth] or (self.truth and self.status == EMPTY)

    @property
    def wrong(self) -> bool:
        return self.status == VERDICT[not self.truth] or (not self.truth and self.status == EMPTY)


def decide(name: str, claim: Claim, stated: bool, given: bool, effort: int) -> Row:
    """Prove or refute one claim, and check the certificate again after a round trip through JSON."""
    before, start = peak(), time.process_time()
    outcome = prove(claim, effort=effort)
    seconds = time.process_time() - start
    checking = None
    if outcome.certificate is not None:
        again = json.loads(json.dumps(outcome.certificate))
        start = time.process_time()
        check(claim, again)
        checking = time.process_time() - start
    if outcome.failure is not None:
        start = time.process_time()
        check_failure(claim, json.loads(json.dumps(outcome.failure)))
        checking = time.process_time() - start
    if outcome.excluded is not None:
        again = json.loads(json.dumps(outcome.excluded))
        start = time.process_time()
        check_empty(compound_of(claim.conditions, claim.relation, claim.integers), again)
        checking = time.process_time() - start
    status = EMPTY if outcome.excluded is not None else outcome.verdict.status
    spent, why, by = outcome.effort, outcome.reason, outcome.tactics
    return Row(name, claim, stated, given, status, seconds, spent, checking, peak() - before, why, by)


def peak() -> float:
    """The largest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def median(values: Iterable[float]) -> float:
    found = list(values)
    return statistics.median(found) if found else 0.0


def counts(title: str, rows: list[Row]) -> str:
    """One line of the table of decided, undecided and wrong."""
    right, wrong = sum(r.right for r in rows), sum(r.wrong for r in rows)
    checks = [r.checking for r in rows if r.checking is not None]
    times = [r.seconds for r in rows]
    return (
        f"{title:<34} {len(rows):>6} {right:>8} {len(rows) - right - wrong:>10} {wrong:>6} "
        f"{100 * right / max(1, len(rows)):>7.1f} {median(times):>8.3f} {max(times, default=0):>8.2f} "
        f"{median(checks):>8.4f} {max(checks, default=0):>8.3f}"
    )


HEAD = (
    f"{'':<34} {'claims':>6} {'decided':>8} {'undecided':>10} {'wrong':>6} {'%':>7} "
    f"{'median s':>8} {'max s':>8} {'check s':>8} {'max s':>8}"
)


def coverage(rows: list[Row], variants: dict[str, list[Row]]) -> list[str]:
    """The table of what is decided."""
    given, further = [r for r in rows if r.given], [r for r in rows if not r.given]
    lines = [HEAD, counts("the given ones", given), counts("further ones", further)]
    lines.append(counts("further ones, true", [r for r in further if r.truth]))
    lines.append(counts("further ones, false", [r for r in further if not r.truth]))
    lines += [counts(f"the given ones, {name}", found) for name, found in variants.items()]
    return lines


def unit(rows: list[Row]) -> str:
    """What a step of effort costs: microseconds of the processor, over claims that take some time."""
    cost = sorted(1e6 * r.seconds / r.effort for r in rows if r.effort > 20_000)
    low, middle, high = (cost[int(len(cost) * part)] for part in (0.05, 0.5, 0.95)) if cost else (0.0,) * 3
    return f"a step of effort: median {middle:.2f} us, from {low:.2f} to {high:.2f} us for nine claims of ten"


def undecided(rows: Iterable[Row]) -> list[str]:
    """Every claim without the right verdict."""
    return [
        f"{'WRONG: ' if r.wrong else ''}{r.name:<8} ({str(r.truth).lower()}) {r.claim.text}"
        for r in rows
        if not r.right
    ]


def side_by_side(rows: list[Row], answers: dict[str, dict[str, Any]]) -> list[str]:
    """The prover, z3 and cvc5 on the same claims."""
    lines = [
        f"{'':<10} {'decided':>8} {'undecided':>10} {'wrong':>6} {'not expressible':>16} "
        f"{'median s':>9} {'max s':>7}"
    ]
    mine = Counter("right" if r.right else "wrong" if r.wrong else "unknown" for r in rows)
    times = [r.seconds for r in rows if r.right]
    lines.append(_solver_line("dptheory", mine, times))
    alone: list[str] = []
    for name in ("z3", "cvc5"):
        found = Counter[str]()
        times = []
        for r in rows:
            a = answers.get(name, {}).get(r.claim.hash, {"status": "not installed", "seconds": 0.0})
            kind = {"true": "right", "false": "wrong"} if r.truth else {"true": "wrong", "false": "right"}
            status = kind.get(a["status"], a["status"])
            found[status] += 1
            if status == "right":
                times.append(a["seconds"])
                if not r.right:
                    alone.append(f"decided by {name} alone: {r.name} {r.claim.text}")
            if status == "wrong":
                alone.append(f"wrong answer of {name} ({a['status']}): {r.name} {r.claim.text}")
        lines.append(_solver_line(name, found, times))
    return lines + alone


def _solver_line(name: str, found: Counter[str], times: list[float]) -> str:
    return (
        f"{name:<10} {found['right']:>8} {found['unknown']:>10} {found['wrong']:>6} "
        f"{found['not expressible']:>16} "
        f"{median(times):>9.3f} {max(times, default=0):>7.2f}"
        + ("  (not installed)" if found["not installed"] else "")
    )


def each(rows: list[Row], answers: dict[str, dict[str, Any]]) -> list[str]:
    """One line a claim."""
    lines = [
        f"{'':<8} {'truth':<6} {'dptheory':<9} {'s':>7} {'effort':>9}   "
        f"{'z3':<16} {'s':>6}   {'cvc5':<16} {'s':>6}"
    ]
    for r in rows:
        line = f"{r.name:<8} {str(r.truth).lower():<6} {r.status:<9} {r.seconds:>7.3f} {r.effort:>9}"
        for name in ("z3", "cvc5"):
            a = answers.get(name, {}).get(r.claim.hash)
            line += f"   {a['status']:<16} {a['seconds']:>6.2f}" if a else f"   {'not run':<16} {'':>6}"
        lines.append(line)
    return lines


def command(rows: list[Row]) -> str:
    """The command line, with starting the interpreter, on the given claims."""
    times = []
    for r in rows:
        words = [
            sys.executable,
            "-m",
            "dptheory",
            "prove",
            f" {r.claim.relation.text}",
            "--where",
            r.claim.where,
        ]
        start = time.perf_counter()
        subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
    return f"the command, with start-up: median {median(times):.2f} s, maximum {max(times, default=0):.2f} s"


def ask_solvers(claims: list[Claim], seconds: float) -> dict[str, Any]:
    """z3 and cvc5 on every claim, one after another. What the same versions answered within the same
    limit before is not asked again, so a run that was interrupted goes on."""
    answers: dict[str, Any] = {"versions": solvers.versions(), "seconds": seconds, "z3": {}, "cvc5": {}}
    before = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    if [before.get(k) for k in ("versions", "seconds")] == [answers["versions"], seconds]:
        answers = before
    for number, claim in enumerate(claims, 1):
        for name in ("z3", "cvc5"):
            if claim.hash not in answers[name]:
                answers[name][claim.hash] = asdict(solvers.run(name, claim, seconds))
        RECORDED.write_text(json.dumps(answers, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        progress(f"solvers {number}/{len(claims)}")
    return answers


def progress(text: str) -> None:
    print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)


def report(
    rows: list[Row],
    variants: dict[str, list[Row]],
    answers: dict[str, Any],
    notes: list[str],
    kept: list[str],
) -> str:
    """RESULTS.md; `kept` are the parts that other scripts wrote, which stay as they are."""
    all_rows = [*rows, *(r for found in variants.values() for r in found)]
    hungry = sorted(all_rows, key=lambda r: -r.grown)[:3]
    memory = f"peak memory: {peak():.0f} MB; most of it for " + ", ".join(
        f"{r.name} ({r.grown:.0f} MB)" for r in hungry
    )
    parts = [
        "# The prover's benchmark",
        "Written by `python benchmarks/prover/run.py`, on 2 cores, one of them used. Times are of one "
        "process, in processor time; `check s` is the kernel's time for a certificate alone. A claim is "
        "decided when its verdict is the right one.",
        block([*coverage(rows, variants), "", unit(all_rows), memory, *notes]),
        "## Undecided",
        block(undecided(all_rows) or ["none"]),
    ]
    if answers:
        versions = ", ".join(f"{k} {v}" for k, v in answers["versions"].items())
        parts += [
            "## Beside z3 and cvc5",
            f"{versions}; {answers['seconds']:g} s a claim. The solvers get the negation of the claim: that "
            "somewhere in the domain a side is undefined or the relation fails. z3 has no exp, log or "
            "trigonometric functions.",
            block(side_by_side(rows, answers)),
        ]
    parts += [*kept, "## Every claim", block(each(rows, answers))]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--only", nargs="+", metavar="PREFIX", help="claims whose name begins so; writes nothing"
    )
    parser.add_argument("--effort", type=int, default=EFFORT, help=f"steps of search for a claim ({EFFORT})")
    parser.add_argument(
        "--solvers", action="store_true", help="run z3 and cvc5; else their recorded answers are shown"
    )
    parser.add_argument("--solver-timeout", type=float, default=solvers.SECONDS, help="seconds for each (10)")
    args = parser.parse_args()
    entries = json.loads((HERE / "claims.json").read_text(encoding="utf-8"))
    entries = [e for e in entries if not args.only or e["id"].startswith(tuple(args.only))]
    answers = {}
    if args.solvers:
        answers = ask_solvers([parse_claim(e["claim"], e["where"]) for e in entries], args.solver_timeout)
    elif RECORDED.exists():
        answers = json.loads(RECORDED.read_text(encoding="utf-8"))
    rows: list[Row] = []
    variants: dict[str, list[Row]] = {name: [] for name in VARIANTS}
    for number, e in enumerate(entries, 1):
        claim = parse_claim(e["claim"], e["where"])
        rows.append(decide(e["id"], claim, e["truth"], e["given"], args.effort))
        progress(f"claims {number}/{len(entries)}, undecided {sum(not r.right for r in rows)}")
    given = [r for r in rows if r.given]
    for name, change in VARIANTS.items():
        for r in given:
            other = change(r.claim)
            variants[name].append(
                decide(f"{r.name}, {name}", other, truth(name, other, r.truth), True, args.effort)
            )
        progress(f"variants: {name}")
    page = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    kept = [text for title in (TACTICS, CAPPED, OTHERS) if (text := part(page, title))]
    text = report(rows, variants, answers, [command(given)], kept)
    progress("")
    print(f"\n{text}")
    if not args.only:
        RESULTS.write_text(text, encoding="utf-8")
    return 1 if any(r.wrong for r in [*rows, *(r for found in variants.values() for r in found)]) else 0


if __name__ == "__main__":
    sys.exit(main())
