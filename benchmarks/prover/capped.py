"""prove, tighten and growth as a user types them, each with a cap of processor time, and z3 and cvc5 beside.

    python benchmarks/prover/capped.py RECORD                    ask what RECORD does not have yet, then print
    python benchmarks/prover/capped.py RECORD --only named       only sets that begin so
    python benchmarks/prover/capped.py RECORD --solvers z3 cvc5  these as well, the same cap each
    python benchmarks/prover/capped.py RECORD --table --write    no question: put the tables into RESULTS.md

The problems are those of named.json, which is part of the project, and the files of `--bench`, which are not.
Each is run in a process of its own, by the arguments of the command line at its default effort; one that
reaches the cap counts as unknown. Of external.json the first part in the order of the digests is taken.
Exit status 0 when no verdict is wrong, else 1.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import solvers  # noqa: E402
from external import DISPUTED, problems, sources, where_they_are  # noqa: E402
from pages import CAPPED, RESULTS, block, put  # noqa: E402
from run import median  # noqa: E402

from dptheory import cli  # noqa: E402
from dptheory.errors import BadInput
from dptheory.kernel import KernelError, SyntaxProblem
from dptheory.kernel.real import parse_claim

CAP = 20
"""Seconds of processor time that a problem has."""
SETS = ("named", "researcher_prove", "researcher_tighten", "researcher_growth", "inequalities", "hard")
CLOSE = 1e-8
"""By how much, relatively, a best constant may differ from the source's, where that is not rounded."""


@dataclass(frozen=True)
class Problem:
    """The words of a command line, and the answer that is right: a verdict, or a number for `tighten`."""

    name: str
    kind: str
    words: tuple[str, ...]
    right: str

    @property
    def command(self) -> str:
        return self.words[0]


@dataclass(frozen=True)
class Answer:
    """What a command answered: proved, refuted, unknown, certified, refused; its certificate in bytes."""

    status: str
    seconds: float
    size: int = 0
    said: str = ""
    z3: str = ""
    cvc5: str = ""
    sources: str = ""

    def good(self, p: Problem) -> bool:
        return self.status == p.right or (self.status == "certified" and near(self.said, p.right))

    def wrong(self, p: Problem) -> bool:
        return self.status in ("proved", "refuted", "certified") and not self.good(p)


def near(said: str, right: str) -> bool:
    """Whether bounds of a constant, or what it is in closed form, agree with a source's number.

    >>> near("[1.718281, 1.718282] E - 1", "E - 1"), near("[1.33, 1.34]", "1.3"), near("[1.7, 1.8]", "2")
    (True, True, False)
    """
    from sympy import LambertW, sympify

    number = float(sympify(right, locals={"W": LambertW}).evalf(20))
    low, high = (float(end) for end in said[1 : said.index("]")].split(","))
    digits = len(right.partition(".")[2]) if right.replace(".", "").isdigit() else 20
    slack = max(CLOSE * max(1.0, abs(number)), 10.0**-digits if "." in right else 0)
    return low - slack <= number <= high + slack


def read(e: dict[str, Any], kind: str) -> Problem:
    """A problem of one of the files."""
    command = e.get("task", "prove")
    where = ["--where", e["where"]] if e.get("where") else []
    if command == "growth":
        words = ["growth", " " + e["f"], " " + e["g"], "--as", e["as"], "--relation", e["relation"], *where]
    elif command == "tighten":
        words = ["tighten", " " + e["claim"], "--find", e["find"], *where]
    else:
        words = [command, " " + e["claim"], *where]
    truth = e["truth"] if e["id"] not in DISPUTED else False
    right = {True: "proved", False: "refuted"}[truth] if isinstance(truth, bool) else str(truth)
    right = right.removesuffix(")").rpartition("(")[2] if "(W(" in right else right
    return Problem(e["id"], kind, tuple(words), right if "(W(" not in str(truth) else "W(1/E)")


def chosen(bench: Path, part: float) -> list[Problem]:
    """All problems, set after set."""
    found = []
    for name in SETS:
        path = (HERE if name == "named" else bench) / f"{name}.json"
        if path.exists():
            found += [read(e, name) for e in json.loads(path.read_text(encoding="utf-8"))]
    others = [p for p in problems(bench) if p.group != "hard"]
    for p in others[: round(part * len(others))]:
        found.append(read({"id": p.name, "claim": p.claim, "where": p.where, "truth": p.truth}, "external"))
    return found


def ask(p: Problem, cap: int) -> Answer:
    """Run one command in a process of its own, which the system ends at the cap."""
    with tempfile.TemporaryDirectory() as folder:
        certificate, out = Path(folder, "certificate.json"), Path(folder, "out.json")
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (cap, cap))
            _answer_into(p, certificate, out)
        _, status, used = os.wait4(child, 0)
        seconds = used.ru_utime + used.ru_stime
        text = out.read_text(encoding="utf-8") if out.exists() else ""
        size = certificate.stat().st_size if certificate.exists() else 0
    if os.WIFSIGNALED(status):
        return Answer("unknown", seconds, said=f"ended after {cap} s")
    return _read_answer(text, os.WEXITSTATUS(status), seconds, size)


def _answer_into(p: Problem, certificate: Path, out: Path) -> None:
    """In the child: the command's answer into a file; the exit status is the command's."""
    said, error, code = io.StringIO(), io.StringIO(), 99
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(error):
            words = [*p.words, "--json"]
            code = cli.main(words if "--with" in words else [*words, "--write", str(certificate)])
    except SystemExit as left:
        code = int(left.code or 0)
    except BadInput as bad:
        error.write(str(bad))
        code = 64
    finally:
        out.write_text(said.getvalue() or error.getvalue(), encoding="utf-8")
        os._exit(code if isinstance(code, int) else 99)


def _read_answer(text: str, code: int, seconds: float, size: int) -> Answer:
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        return Answer("refused" if code == 64 else f"exit status {code}", seconds, said=text.strip()[:300])
    if "certified" in found:
        form = found["closed_form"] or ""
        said = f"[{found['lower']}, {found['upper']}] {form}"
        return Answer("certified" if found["certified"] else "unknown", seconds, size, said)
    status, reason = found["verdict"], str(found.get("reason", ""))
    if reason.startswith("the conditions exclude each other"):
        status = "empty"
    shown = ", ".join(f"{k} = {v}" for k, v in (found.get("witness") or {}).items())
    return Answer(status, seconds, size, shown or reason[:300])


def solved(p: Problem, a: Answer, asked: Sequence[str], cap: int) -> Answer:
    """With what solvers say, of a claim to prove; each is asked once."""
    asked = [name for name in asked if not getattr(a, name)]
    if p.command != "prove" or not asked:
        return a
    where = p.words[3] if len(p.words) > 3 else ""
    try:
        claim = parse_claim(p.words[1], where)
    except (SyntaxProblem, KernelError):
        return a
    if not hasattr(claim, "relation"):
        return a
    told = {name: solvers.run(name, claim, cap).status for name in asked}
    return Answer(**(asdict(a) | told))


HEAD = (
    f"{'':<20} {'items':>6} {'proved':>6} {'refuted':>7} {'constants':>9} {'empty':>5} {'unknown':>7} "
    f"{'refused':>7} {'wrong':>5} {'median s':>8} {'bytes':>7} {'most':>9}   "
    f"{'z3':>4} {'wrong':>5} {'of':>4} {'cvc5':>4} {'wrong':>5} {'of':>4}"
)
Found = list[tuple[Problem, Answer]]


def line(title: str, found: Found) -> str:
    """One line: verdicts, wrong ones, seconds of all, bytes of certificates, what the solvers decide."""
    count = {
        status: sum(a.status == status for _, a in found)
        for status in ("proved", "refuted", "certified", "empty", "unknown", "refused")
    }
    sizes = [a.size for _, a in found if a.size]
    text = f"{title:<20} {len(found):>6} " + " ".join(
        f"{n:>{w}}" for n, w in zip(count.values(), (6, 7, 9, 5, 7, 7), strict=True)
    )
    text += f" {sum(a.wrong(p) for p, a in found):>5} {median(a.seconds for _, a in found):>8.2f}"
    text += f" {median(sizes):>7.0f} {max(sizes, default=0):>9} "
    for solver in ("z3", "cvc5"):
        heard = [(p, getattr(a, solver)) for p, a in found]
        heard = [(p, said) for p, said in heard if said not in ("", "not expressible", "not installed")]
        right = {"proved": "true", "refuted": "false"}
        good = sum(said == right.get(p.right) for p, said in heard)
        bad = sum(said in right.values() and said != right.get(p.right) for p, said in heard)
        text += f" {good:>5} {bad:>5} {len(heard):>4}" if heard else " " * 17
    return text


def words(p: Problem) -> str:
    """A command as it is shown."""
    claim, *rest = (word.strip() for word in p.words[1:])
    quoted = [f'"{word}"' if " " in word or "<" in word or ">" in word else word for word in rest]
    return " ".join([p.command, f'"{claim}"', *quoted])


def section(found: Found, bench: Path, part: float, cap: int) -> str:
    """The part of RESULTS.md."""
    kinds = list(dict.fromkeys(p.kind for p, _ in found))
    table = [HEAD, *(line(kind, [x for x in found if x[0].kind == kind]) for kind in kinds)]
    table += [line(f"prove, {kind}", [x for x in found if x[0].kind == "researcher_prove"
              and x[0].name.startswith(kind)]) for kind in sorted({p.name.split("-")[0] for p, _ in found
              if p.kind == "researcher_prove"})]  # fmt: skip
    whole = sum(p.group != "hard" for p in problems(bench))
    asked = sum(p.kind == "external" for p, _ in found)
    named = [
        f"{a.status:<9} {a.seconds:6.2f}  {words(p)}  {a.said[:120]}" for p, a in found if p.kind == "named"
    ]
    left = [
        f"{p.kind}: {p.name} ({p.right}; {a.status}) {words(p)}"
        for p, a in found
        if p.kind != "named" and not a.good(p) and a.status != "empty"
    ]
    states = Counter(a.sources or "unnamed" for _, a in found)
    made = ", ".join(f"{n} of {state}" for state, n in sorted(states.items()))
    wrong = [f"WRONG {p.name}: {a.status}, {p.right}: {words(p)}" for p, a in found if a.wrong(p)]
    return "\n\n".join(
        [
            CAPPED,
            f"""Written by `python benchmarks/prover/capped.py` from what it recorded. Each command line runs in
a process of its own at its default effort and has {cap} s of processor time; what is not done by then is
unknown. The sets are somebody else's, but for *named*, which is named.json. Of external.json {asked} of
{whole} problems were asked, the first in the order of their digests. `constants` are certified best
constants; `bytes` the median size of certificates, `most` the largest. z3 and cvc5 are shown for what each
has words for, as far as they were asked (`of`), with the same cap. Other work ran on the machine; times are of the processor. Answers by
the digest of the sources of prover and kernel: {made}.""",
            block([*table, *wrong]),
            "### The named examples",
            block(named),
            "### Not decided within the cap",
            block(left or ["none"]),
        ]
    )


def collect(every: Iterable[Problem], record: Path, args: argparse.Namespace) -> Found:
    """Ask what is not recorded, and keep each answer as it comes."""
    before = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    found: Found = []
    digest = sources()[:8]
    for p in every:
        key = json.dumps(p.words)
        if key not in before and args.table:
            continue
        a = Answer(**before[key]) if key in before else replace(ask(p, args.cap), sources=digest)
        a = a if args.table else solved(p, a, args.solvers, args.cap)
        found.append((p, a))
        if before.get(key) != asdict(a):
            before[key] = asdict(a)
            part = record.with_suffix(".part")
            part.write_text(json.dumps(before, indent=0) + "\n", encoding="utf-8")
            part.replace(record)
            mark = "WRONG" if a.wrong(p) else "ok" if a.good(p) else "--"
            print(f"{mark:<5} {a.seconds:6.2f} {a.status:<9} {p.name} {a.said[:90]}", flush=True)
    return found


def main() -> int:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("record", type=Path, help="where answers are kept, to go on later")
    parser.add_argument("--bench", type=Path, default=where_they_are(), metavar="DIR")
    parser.add_argument("--only", nargs="+", metavar="SET", help="sets or problems that begin so")
    parser.add_argument("--part", type=float, default=1 / 3, help="how much of external.json (1/3)")
    parser.add_argument("--cap", type=int, default=CAP, metavar="SECONDS")
    parser.add_argument("--solvers", nargs="+", choices=("z3", "cvc5"), default=(), help="beside")
    parser.add_argument("--table", action="store_true", help="only what is recorded")
    parser.add_argument("--write", action="store_true", help="put the tables into RESULTS.md")
    args = parser.parse_args()
    every = chosen(args.bench, args.part)
    if args.only:
        begins = tuple(args.only)
        every = [p for p in every if p.kind.startswith(begins) or p.name.startswith(begins)]
    found = collect(every, args.record, args)
    text = section(found, args.bench, args.part, args.cap)
    if args.write:
        RESULTS.write_text(put(RESULTS.read_text(encoding="utf-8"), CAPPED, text), encoding="utf-8")
    print(f"\n{text}")
    return 1 if any(a.wrong(p) for p, a in found) else 0


if __name__ == "__main__":
    sys.exit(main())
