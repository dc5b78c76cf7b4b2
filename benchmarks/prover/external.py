"""Problems that others wrote (external.json, hard.json), in two halves: one to work on, one held back.

    python benchmarks/prover/external.py                 the open half, a table a group and what is undecided
    python benchmarks/prover/external.py --sample 120    the first 120 of it, in the order of their digests
    python benchmarks/prover/external.py --half held     the half held back: figures only, no claim is shown
    python benchmarks/prover/external.py --half both     all of them
    python benchmarks/prover/external.py --only hard     only problems whose id or group begins so
    python benchmarks/prover/external.py --z3            z3 beside, on the algebraic (pip install z3-solver)
    python benchmarks/prover/external.py --cvc5          cvc5 beside, on all of which it has words
    python benchmarks/prover/external.py --record FILE   where answers are kept, to go on later

The files are not part of the project; `--bench DIR` says where they are (a shared/bench beside the project
or above it, if there is one). A problem's half is a bit of the digest of SEED and its id, so nobody chose it.
A problem is algebraic when z3's language has words for it. What was recorded counts while no source of the
prover and the kernel has changed (`--stale` takes it nevertheless), a solver's while the solver is the same.
others.py writes what was recorded of both halves into RESULTS.md.
Exit status 0 when no verdict is wrong, 1 when one is, 2 without the files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TextIO

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import solvers  # noqa: E402
from run import EMPTY, VERDICT, decide, median, peak  # noqa: E402

from dptheory.defaults import EFFORT  # noqa: E402
from dptheory.kernel import KernelError, SyntaxProblem
from dptheory.kernel.real import Claim, parse_claim

SEED = "dptheory, halves of what others wrote, 1"
FILES = ("external.json", "hard.json")
SOLVERS = ("z3", "cvc5")
DISPUTED = {
    "ineqcomp:comp2_100:comp_p67": "divides by 0 at a = b = c = 1",
    "ineqcomp:cauchy_type2:cauchy_p58": "19/6 >= 25/2 at x = y = 3/4, z = 1",
}
"""Problems that their source calls true, and where they are not: points that the kernel has checked."""


@dataclass(frozen=True)
class Problem:
    """One problem: its text, what its source says of it, and the half that it is in."""

    name: str
    group: str
    claim: str
    where: str
    truth: bool

    @property
    def digest(self) -> str:
        return hashlib.sha256(f"{SEED}: {self.name}".encode()).hexdigest()

    @property
    def half(self) -> str:
        return "held" if int(self.digest, 16) % 2 else "open"


def problems(bench: Path) -> list[Problem]:
    """All problems of the files that are there, in the order of their digests."""
    found = []
    for name in FILES:
        if (bench / name).exists():
            for e in json.loads((bench / name).read_text(encoding="utf-8")):
                group = e.get("group", Path(name).stem)
                truth = bool(e["truth"]) and e["id"] not in DISPUTED
                found.append(Problem(e["id"], group, e["claim"], e.get("where", ""), truth))
    return sorted(found, key=lambda p: p.digest)


def where_they_are() -> Path:
    """The nearest shared/bench beside the project or above it."""
    places = [above / "shared" / "bench" for above in ROOT.parents]
    return next((p for p in places if p.is_dir()), places[0])


@dataclass(frozen=True)
class Answer:
    """What became of a problem: a verdict or `refused`, what it cost and in which time it was checked again,
    why nothing was found; whether it is algebraic, and what z3 and cvc5 said of it in how many seconds; which
    tactics took part in the proof."""

    status: str
    seconds: float = 0.0
    effort: int = 0
    checking: float | None = None
    reason: str = ""
    algebraic: bool = False
    z3: str = ""
    z3_seconds: float = 0.0
    cvc5: str = ""
    cvc5_seconds: float = 0.0
    tactics: Sequence[str] = ()

    def right(self, truth: bool) -> bool:
        return self.status == VERDICT[truth] or (truth and self.status == EMPTY)

    def wrong(self, truth: bool) -> bool:
        return self.status == VERDICT[not truth] or (not truth and self.status == EMPTY)

    def said(self, solver: str, truth: bool) -> bool:
        """Whether z3 or cvc5 said that the claim is true, or that it is false."""
        return getattr(self, solver) == str(truth).lower()


Limits = dict[str, float]
"""The solvers that are asked as well, with the seconds that each has."""


def ask(p: Problem, effort: int, limits: Limits, before: Answer | None) -> Answer:
    """What becomes of a problem. What was answered before is not asked again."""
    try:
        claim = parse_claim(p.claim, p.where)
    except (SyntaxProblem, KernelError) as error:
        return Answer("refused", reason=f"refused: {error}")
    found = before
    if found is None or found.effort == 0:
        row = decide(p.name, claim, p.truth, False, effort)
        found = Answer(row.status, row.seconds, row.effort, row.checking, row.reason, algebraic(claim))
        found = replace(found, tactics=row.tactics)
        if before is not None:
            kept = {name: value for name, value in asdict(before).items() if name.startswith(SOLVERS)}
            found = replace(found, **kept)
    for solver, seconds in limits.items():
        if not getattr(found, solver) and (solver != "z3" or found.algebraic):
            said = solvers.run(solver, claim, seconds)
            found = replace(found, **{solver: said.status, f"{solver}_seconds": said.seconds})
    return found


def algebraic(claim: Claim) -> bool:
    """Whether z3's language, which has no function but roots, has words for a claim."""
    try:
        solvers.script(claim, exp=False)
    except solvers.NotExpressible:
        return False
    return True


class Record:
    """The answers of a file, kept as they come."""

    def __init__(self, path: Path | None, effort: int, limits: Limits, stale: bool) -> None:
        self.path = path
        self.head: dict[str, Any] = {"sources": sources(), "effort": effort}
        self.answers: dict[str, dict[str, Any]] = {}
        before = {"head": dict[str, Any](), "answers": {}}
        if path is not None and path.exists():
            before = json.loads(path.read_text(encoding="utf-8"))
        self.before: dict[str, Any] = before["head"]
        self.head["peak MB"] = self.before.get("peak MB", 0)
        same = stale or all(before["head"].get(k) == self.head[k] for k in ("sources", "effort"))
        again = {} if same else {"effort": 0}
        for solver in SOLVERS:
            keys = (solver, f"{solver} s")
            now = (solvers.versions().get(solver), limits[solver]) if solver in limits else None
            then = tuple(before["head"].get(k) for k in keys)
            self.head |= dict(zip(keys, now or then, strict=True))
            again |= {} if now in (None, then) else {solver: ""}
        self.answers = {name: {**answer, **again} for name, answer in before["answers"].items()}

    def of(self, p: Problem) -> Answer | None:
        """What is recorded of a problem; an effort of 0 where it is to be asked again."""
        return Answer(**self.answers[p.name]) if p.name in self.answers else None

    def keep(self, p: Problem, answer: Answer) -> None:
        """Write the file with one more answer."""
        if self.path is not None:
            self.answers[p.name] = asdict(answer)
            self.head["peak MB"] = max(self.head.get("peak MB", 0), round(peak()))
            whole = {"head": self.head, "answers": self.answers}
            beside = self.path.with_name(self.path.name + ".part")
            beside.write_text(json.dumps(whole, indent=0, sort_keys=True) + "\n", encoding="utf-8")
            beside.replace(self.path)


def sources() -> str:
    """A digest of the sources of the prover and the kernel."""
    found = hashlib.sha256()
    for room in ("kernel", "prover"):
        for path in sorted((ROOT / "dptheory" / room).rglob("*.py")):
            found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


Found = list[tuple[Problem, Answer]]

HEAD = (
    f"{'':<18} {'claims':>6} {'refused':>7} {'decided':>7} {'empty':>5} {'wrong':>5} {'%':>6} "
    f"{'median s':>8} {'max s':>6} {'check s':>7} {'max s':>6}   "
    f"{'algebraic':>9} {'decided':>7} {'z3':>5} {'wrong':>5} {'cvc5':>5} {'wrong':>5} {'of':>5}"
)


def line(title: str, found: Found) -> str:
    """One line of the table: `empty` are those decided whose conditions were proved to exclude each other;
    sources call what follows true. Medians are of what is decided, `check s` of the kernel's time."""
    decided = [(p, a) for p, a in found if a.right(p.truth)]
    wrong = sum(a.wrong(p.truth) for p, a in found)
    plain = [(p, a) for p, a in found if a.algebraic]
    refused, empty = (sum(a.status == word for _, a in found) for word in ("refused", EMPTY))
    times = [a.seconds for _, a in decided]
    checks = [a.checking for _, a in decided if a.checking is not None]
    text = (
        f"{title:<18} {len(found):>6} {refused:>7} {len(decided):>7} {empty:>5} {wrong:>5} "
        f"{100 * len(decided) / max(1, len(found)):>6.1f} {median(times):>8.3f} "
        f"{max(times, default=0):>6.2f} {median(checks):>7.4f} {max(checks, default=0):>6.3f}   "
        f"{len(plain):>9} {sum(a.right(p.truth) for p, a in plain):>7}"
    )
    for solver, asked in (("z3", plain), ("cvc5", found)):
        heard = [(p, a) for p, a in asked if getattr(a, solver) not in ("", "not expressible")]
        right, other = (sum(a.said(solver, p.truth == same) for p, a in heard) for same in (True, False))
        shown = f" {right:>5} {other:>5}" + ("" if solver == "z3" else f" {len(heard):>5}")
        text += shown if any(getattr(a, solver) for _, a in asked) else " " * len(shown)
    return text


def table(found: Found) -> list[str]:
    """One line a group, then all together, and what was true and false among them."""
    groups: dict[str, Found] = defaultdict(list)
    for p, a in found:
        groups[p.group].append((p, a))
    lines = [HEAD, *(line(group, groups[group]) for group in sorted(groups))]
    parts = [("all", found), ("all but hard", [x for x in found if x[0].group != "hard"])]
    parts += [(str(truth).lower(), [x for x in found if x[0].truth == truth]) for truth in (True, False)]
    parts.append(("hard, true", [x for x in groups["hard"] if x[0].truth]))
    lines += [line(title, part) for title, part in parts if part]
    against = [f"against its source: {p.name} ({DISPUTED[p.name]})" for p, _ in found if p.name in DISPUTED]
    return [*lines, f"peak memory: {peak():.0f} MB", *against]


def run(chosen: Iterable[Problem], record: Record, limits: Limits, shown: TextIO | None) -> Found:
    """What became of the problems; `shown` receives a line for each as it is done."""
    found: Found = []
    for number, p in enumerate(chosen, 1):
        answer = ask(p, int(record.head["effort"]), limits, record.of(p))
        record.keep(p, answer)
        found.append((p, answer))
        if shown is None:
            print(f"\r{number}", end="", file=sys.stderr, flush=True)
            continue
        mark = "WRONG" if answer.wrong(p.truth) else "ok" if answer.right(p.truth) else "--"
        text = f"{mark:<5} {answer.seconds:7.2f} {answer.effort:>9} {p.group:<18} {p.name} "
        text += f"({str(p.truth).lower()}): {p.claim} where {p.where}"
        print(text + ("" if mark == "ok" else f"  | {answer.reason}"), file=shown, flush=True)
    return found


def main() -> int:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bench", type=Path, default=where_they_are(), metavar="DIR")
    parser.add_argument("--half", choices=("open", "held", "both"), default="open")
    parser.add_argument("--sample", type=int, metavar="N", help="no more than the first N")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="without the first N")
    parser.add_argument("--only", nargs="+", metavar="PREFIX", help="ids or groups that begin so")
    parser.add_argument("--z3", action="store_true", help="z3 beside, on what is algebraic")
    parser.add_argument("--cvc5", action="store_true", help="cvc5 beside")
    parser.add_argument("--solver-timeout", type=float, default=solvers.SECONDS, help="seconds for each (10)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where answers are kept")
    parser.add_argument("--stale", action="store_true", help="answers of other sources count as well")
    parser.add_argument("--effort", type=int, default=EFFORT, help=f"steps of search for a claim ({EFFORT})")
    args = parser.parse_args()
    chosen = [p for p in problems(args.bench) if args.half in (p.half, "both")]
    if not chosen:
        print(f"no {' or '.join(FILES)} in {args.bench}; say where they are with --bench", file=sys.stderr)
        return 2
    if args.only:
        chosen = [p for p in chosen if p.name.startswith(tuple(args.only)) or p.group in args.only]
    chosen = chosen[args.skip :][: args.sample]
    limits = {solver: args.solver_timeout for solver in SOLVERS if getattr(args, solver)}
    record = Record(args.record, args.effort, limits, args.stale)
    found = run(chosen, record, limits, sys.stdout if args.half == "open" else None)
    print("\n" + "\n".join(text.rstrip() for text in table(found)))
    return 1 if any(a.wrong(p.truth) for p, a in found) else 0


if __name__ == "__main__":
    sys.exit(main())
