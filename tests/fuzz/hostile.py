"""Hostile texts: what must be refused at once, and what must be answered within its time."""

from __future__ import annotations

import contextlib
import io
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 500 * 1024 * 1024
EFFORT = 300_000


def refused() -> Iterator[tuple[str, str, str]]:
    """(name, claim, conditions): beyond the limits, or no claim at all."""
    yield "a 1 MB formula", "+".join(["x"] * 500_000) + " >= 0", ""
    yield "1 MB of conditions", "x >= 0", ", ".join(["x > 0"] * 150_000)
    yield "1 MB of open brackets", "(" * 1_000_000, ""
    yield "1 MB of digits", "x <= " + "9" * 1_000_000, ""
    yield "1 MB without meaning", "\x00\xff)(" * 250_000, ""
    yield "deep brackets", "(" * 5_000 + "x" + ")" * 5_000 + " >= 0", ""
    yield "deep functions", "exp(" * 5_000 + "x" + ")" * 5_000 + " >= 0", ""
    yield "deep powers", "**".join(["x"] * 5_000) + " >= 0", ""
    yield "deep minus signs", "-" * 30_000 + "x <= 0", ""
    yield "a long chain of divisions", "/".join(["x"] * 20_000) + " >= 0", ""
    yield "thousands of variables", "+".join(f"x{i}" for i in range(5_000)) + " >= 0", ""
    yield "thousands of conditions", "x >= 0", ", ".join(f"x{i} > 0" for i in range(6_000))
    yield "100 variables", "+".join(f"x{i}" for i in range(100)) + " >= 0", ""
    yield "a numeral with a huge exponent", "x <= 1e999999999", ""
    yield "a numeral with a huge negative exponent", "x <= 1e-999999999", ""
    yield "an unknown function", "__import__(x) >= 0", ""
    yield "code", "__import__('os').system('true') >= 0", ""
    yield "an attribute", "x.__class__ >= 0", ""
    yield "a lambda", "(lambda: 0)() >= 0", ""
    yield "nothing", "", ""
    yield "blanks", " \t\n ", ""
    yield "no relation", "x + 1", ""
    yield "a chain with a gap", "0 < < 1", ""
    yield "not equal", "x =! 1", ""
    yield "an unclosed bracket", "log(1 + x <= x", "x > 0"
    yield "two operators", "x */ 2 <= 1", ""
    yield "an end too many", "x <= 1)", ""
    yield "infinity as a number", "x <= oo", ""
    yield "infinity in a product", "0*oo <= x", ""
    yield "nan", "x <= nan", ""
    yield "a function as a name", "exp <= 1", ""
    yield "two arguments", "exp(x, y) <= 1", ""
    yield "no argument", "max() <= 1", ""
    yield "a condition that is none", "x <= 1", "x"
    yield "an empty condition", "x <= 1", "x > 0,, x < 1"
    yield "a closed end at infinity", "x <= 1", "x <= oo"
    yield "other letters", "х <= 1", ""
    yield "other signs", "x ≲ 1", ""


def answered() -> Iterator[tuple[str, str, str, bool]]:
    """(name, claim, conditions, truth): within the limits, but tempting to endless work."""
    yield "a huge exponent", "x**1000000 >= 0", "", True
    yield "a huge power of a sum", "(1 + x)**100000 >= 1", "x >= 0", True
    yield "a huge power of a long sum", "(x+y+z+u+v+w)**999 >= 0", "x>0, y>0, z>0, u>0, v>0, w>0", True
    yield "a tower of numerals", "9**9**9**9 >= 1", "", True
    yield "a tower in an exponent", "2**(2**(2**(2**x))) >= 1", "", True
    yield "a tower of exponentials", "exp(exp(exp(exp(exp(exp(x)))))) >= 1", "", True
    yield "a tower of logarithms", "log(log(log(log(x)))) <= x", "x > 10**1000", True
    yield "a huge factorial", "gamma(10**9) >= 1", "", True
    yield "a numeral at the limit", "x <= " + "9" * 1_999, "x <= 1", True
    yield "64 variables", "+".join(f"x{i}**2" for i in range(64)) + " >= 0", "", True
    yield "a product of 60 factors", "*".join(f"(1+x{i})" for i in range(60)) + " >= 0", "", False
    yield "a determinant-like product", "*".join(f"(x+{i}*y-z)" for i in range(40)) + " <= 10**400", "", False
    yield "60 absolute values", "+".join(f"abs(x-{i})" for i in range(60)) + " >= 0", "", True
    yield "60 maxima", "+".join(f"max(x-{i}, y)" for i in range(60)) + " >= 60*y", "", True
    yield "200 conditions", "x <= 10", ", ".join(f"x*y{i % 60} <= {i}" for i in range(200)), False
    yield "a nearly true identity", "exp(pi*sqrt(163)) >= 262537412640768744", "", False
    yield "an equality of numbers", "sqrt(2)+sqrt(3) = sqrt(5+2*sqrt(6))", "", True
    yield "tiny differences", "exp(1e-300) > 1", "", True
    yield "tinier differences", "exp(10**(-1900)) > 1", "", True
    yield "fast oscillation", "sin(10**100*x) <= 1", "", True
    yield "an exponent with large numerator", "x**(999/1000) <= 1 + x", "x >= 0", True
    yield "a deep nest", "(" * 150 + "x" + "+1)" * 150 + " >= x", "", True
    yield "sums of sums of one number", _nested("sum", 60, "1/j0"), "", True
    yield "sums of sums of all indices", _nested("sum", 40, "/".join(f"j{i}" for i in range(40))), "", True
    yield "integrals of one number", _nested("integral", 40, "log(1 + j0)"), "", True
    yield (
        "integrals of all variables",
        _nested("integral", 8, "log(1+" + "*".join(f"j{i}" for i in range(8)) + ")"),
        "",
        True,
    )
    yield "sums that are ends of sums", "sum(j, j, 1, " * 100 + "2" + ")" * 100 + " >= 0", "", True
    yield "a sum of very many terms", "sum(1/j, j, 1, 10**1900) >= 1", "", True
    yield "sums of many terms", "sum(sum(1/(i + j), i, 1, 4000), j, 1, 4000) >= 1", "", True
    yield "a product of many powers", "prod(j**j, j, 1, 900) >= 1", "", True
    yield (
        "60 sums",
        "+".join(f"sum(x**j/{i}, j, 0, n)" for i in range(1, 61)) + " >= 0",
        "x > 0, n integer, n >= 0",
        True,
    )
    yield "an integral that oscillates", "integral(sin(1/t), t, 1/1000, 1) >= -1", "", True
    yield "long but flat", "+".join(["x**2"] * 8_000) + " >= 0", "", True


def _nested(op: str, depth: int, body: str) -> str:
    """A claim about sums, products or integrals within each other, for j0, j1, ... from 1 to 9."""
    return f"{op}(" * depth + body + "".join(f", j{i}, 1, 9)" for i in range(depth)) + " >= 0"


def ask(claim: str, where: str, effort: int) -> tuple[int, str]:
    """Exit status and what was said by the command."""
    from dptheory.cli import main

    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        # a space in front: a formula that begins with a minus sign is no option
        status = main(["prove", f" {claim}", "--where", where, "--effort", str(effort), "--json"])
    return status, said.getvalue()


def report(kind: str) -> list[dict[str, object]]:
    """What became of every hostile text, in this process."""
    made = []
    ask("x <= x", "", EFFORT)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    texts = [(*t, None) for t in refused()] if kind == "refused" else list(answered())
    for name, claim, where, truth in texts:
        status, said = ask(claim, where, EFFORT)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        made.append({"name": name, "truth": truth, "status": status, "said": said, "grown": grown})
    return made


def faults(kind: str) -> list[str]:
    """What is wrong with the treatment of one kind of texts, seen in a process of bounded memory."""
    command = [sys.executable, "-m", "tests.fuzz.hostile", kind]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3_000, check=False)
    if run.returncode != 0:
        return [f"the process ended with status {run.returncode}: {run.stderr[-500:]}"]
    return [f"{kind}: {d['name']}: {fault}" for d in json.loads(run.stdout) for fault in _faults(kind, d)]


def _faults(kind: str, d: dict[str, Any]) -> Iterator[str]:
    allowed = (64,) if kind == "refused" else (2, 64, 0 if d["truth"] else 1)
    if d["status"] not in allowed:
        yield f"exit status {d['status']}, not one of {allowed}: {d['said'][:200]}"
    spent = json.loads(d["said"])["effort"] if d["said"].startswith("{") else 0
    if spent > 1.1 * EFFORT + 100_000:
        yield f"took an effort of {spent}"
    if d["grown"] * 1024 > MEMORY:
        yield f"memory grew by {d['grown'] // 1024} MB"
    if d["status"] == 64 and not (d["said"].startswith("error: ") and d["said"].count("\n") == 1):
        yield f"a refusal is one line: {d['said'][:200]!r}"
    if len(d["said"]) > 300_000:
        yield f"an answer of {len(d['said'])} characters"


if __name__ == "__main__":
    # a bounded address space: what needs more fails here instead of on the machine
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))
    print(json.dumps(report(sys.argv[1])))
