"""Problems that others wrote (external.json, hard.json), in two halves: one to work on, one held back.

    python benchmarks/prover/external.py                 the open half, a table a group and what is undecided
    python benchmarks/prover/external.py --sample 120    the first 120 of it, in the order of their digests
    python benchmarks/prover/external.py --half held     the half held back: figures only, no claim is shown
    python benchmarks/prover/external.py --half both     all of them
    python benchmarks/prover/external.py --only hard     only problems whose id or group begins so
    python benchmarks/prover/external.py --z3            z3 beside, on the algebraic (pip install z3-solver)
    python benchmarks/prover/external.py --record FILE   where answers are kept, to go on later

The files are not part of the project; `--bench DIR` says where they are (a shared/bench beside the project
or above it, if there is one). A problem's half is a bit of the digest of SEED and its id, so nobody chose it.
A problem is algebraic when z3's language has words for it. What was recorded counts while no source of the
prover and the kernel has changed (`--stale` takes it nevertheless), z3's answers while z3 is the same.
Exit status 0 when no verdict is wrong, 1 when one is, 2 without the files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import solvers  # noqa: E402
from run import EMPTY, VERDICT, decide, median, peak  # noqa: E402

from dptheory.defaults import EFFORT  # noqa: E402
from dptheory.kernel.limits import KernelError  # noqa: E402
from dptheory.kernel.real.claims import Claim, parse_claim  # noqa: E402
from dptheory.kernel.syntax import SyntaxProblem  # noqa: E402

SEED = "dptheory, halves of what others wrote, 1"
FILES = ("external.json", "hard.json")
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
    why nothing was found; whether it is algebraic, and what z3 said of it in how many seconds."""

    status: str
    seconds: float = 0.0
    effort: int = 0
    checking: float | None = None
    reason: str = ""
    algebraic: bool = False
    z3: str = ""
    z3_seconds: float = 0.0

    def right(self, truth: bool) -> bool:
        return self.status == VERDICT[truth] or (truth and self.status == EMPTY)

    def wrong(self, truth: bool) -> bool:
        return self.status == VERDICT[not truth] or (not truth and self.status == EMPTY)

    def z3_right(self, truth: bool) -> bool:
        return self.z3 == str(truth).lower()

    def z3_wrong(self, truth: bool) -> bool:
        return self.z3 == str(not truth).lower()


def ask(p: Problem, effort: int, z3: float | None, before: Answer | None) -> Answer:
    """What becomes of a problem; z3 has that many seconds. What was answered before is not asked again."""
    try:
        claim = parse_claim(p.claim, p.where)
    except (SyntaxProblem, KernelError) as error:
        return Answer("refused", reason=f"refused: {error}")
    found = before
    if found is None or found.effort == 0:
        row = decide(p.name, claim, p.truth, False, effort)
        found = Answer(row.status, row.seconds, row.effort, row.checking, row.reason, algebraic(claim))
        if before is not None:
            found = Answer(**{**asdict(found), "z3": before.z3, "z3_seconds": before.z3_seconds})
    if z3 is None or found.z3 or not found.algebraic:
        return found
    said = solvers.run("z3", claim, z3)
    return Answer(**{**asdict(found), "z3": said.status, "z3_seconds": said.seconds})


def algebraic(claim: Claim) -> bool:
    """Whether z3's language, which has no function but roots, has words for a claim."""
    try:
        solvers.script(claim, exp=False)
    except solvers.NotExpressible:
        return False
    return True


class Record:
    """The answers of a file, kept as they come."""

    def __init__(self, path: Path | None, effort: int, z3: float | None, stale: bool) -> None:
        self.path = path
        self.head = {"sources": sources(), "effort": effort, "z3": solvers.versions().get("z3"), "z3 s": z3}
        self.answers: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            before = json.loads(path.read_text(encoding="utf-8"))
            same = stale or all(before["head"][k] == self.head[k] for k in ("sources", "effort"))
            z3s = z3 is None or all(before["head"][k] == self.head[k] for k in ("z3", "z3 s"))
            for name, answer in before["answers"].items():
                kept = answer if same else {**answer, "effort": 0}
                self.answers[name] = kept if z3s else {**kept, "z3": ""}

    def of(self, p: Problem) -> Answer | None:
        """What is recorded of a problem; an effort of 0 where it is to be asked again."""
        return Answer(**self.answers[p.name]) if p.name in self.answers else None

    def keep(self, p: Problem, answer: Answer) -> None:
        """Write the file with one more answer."""
        if self.path is not None:
            self.answers[p.name] = asdict(answer)
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
    f"{'algebraic':>9} {'decided':>7} {'z3':>5} {'wrong':>5}"
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
    if any(a.z3 for _, a in plain):
        right, other = (sum(f(a, p.truth) for p, a in plain) for f in (Answer.z3_right, Answer.z3_wrong))
        text += f" {right:>5} {other:>5}"
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


def run(chosen: Iterable[Problem], record: Record, z3: float | None, shown: TextIO | None) -> Found:
    """What became of the problems; `shown` receives a line for each as it is done."""
    found: Found = []
    for number, p in enumerate(chosen, 1):
        answer = ask(p, int(record.head["effort"] or 0), z3, record.of(p))
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
    parser.add_argument("--solver-timeout", type=float, default=solvers.SECONDS, help="seconds for z3 (10)")
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
    z3 = args.solver_timeout if args.z3 else None
    record = Record(args.record, args.effort, z3, args.stale)
    found = run(chosen, record, z3, sys.stdout if args.half == "open" else None)
    print("\n" + "\n".join(text.rstrip() for text in table(found)))
    return 1 if any(a.wrong(p.truth) for p, a in found) else 0


if __name__ == "__main__":
    sys.exit(main())
