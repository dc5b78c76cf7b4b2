"""How long reading takes: processor and wall seconds of commands from a cold start, and in a large library.

    python benchmarks/reading/run.py                 medians, printed and written to RESULTS.md
    python benchmarks/reading/run.py --dry           the same, nothing is written
    python benchmarks/reading/run.py --proofs DIR    with another record than the checkout's

The record has to be fresh. The large library is a copy of the package in a temporary folder with made-up
sources, whose record the program's own functions make. Machines are shared and noisy: nothing here decides a
test.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUNS = 5
LARGE = 10_000
EACH = 500
"""Statements in one made-up source."""
SETTING = ("n=3000", "d=14", "R=1", "eps=1", "rho=4", "delta=0.05")
GIVEN = ("--given", "Private(eps, 0)", "--given", "AERM(xi, uniform)")
JOBS: dict[str, tuple[float, tuple[str, ...]]] = {
    "show": (0.4, ("show", "wu2015.theorem14")),
    "errata": (0.4, ("errata",)),
    "sound": (0.4, ("sound",)),
    "graph": (0.4, ("graph",)),
    "axioms": (0.4, ("axioms", "wu2015.theorem21")),
    "list": (0.4, ("list",)),
    "search": (0.4, ("search", "stability")),
    "bound": (0.4, ("bound", "wu2015.theorem21", "--set", *SETTING, "lam=1")),
    "optimize": (1.0, ("optimize", "wu2015.theorem21", "--over", "lam", "--set", *SETTING)),
    "optimize, Wang 2016": (1.0, ("optimize", "wang2016.theorem19", "--over", "eps")),
    "chain": (1.0, ("chain", *GIVEN, "--goal", "Consistent")),
    "show, unknown identifier": (0.3, ("show", "wu2015.theorem99")),
    "graph, unknown identifier": (0.3, ("graph", "wu2015.theorem99")),
    "optimize, unknown identifier": (0.3, ("optimize", "wu2015.theorem99", "--over", "lam")),
}
SYNTHETIC = """statement {name}
  title  a sum of positive numbers
  kind   lemma
  source made for a benchmark
  quote  none
  let    x, y: real
  form printed
    given x: x > {k}
    given y: y > {k}
    claim x + y > {k}
    proof by adding
      1: x + y > {k} by calc from x, y
    model
      value x = {next}
      value y = {next}
"""


IN_BOTH: dict[str, tuple[str, ...]] = {
    "show": ("show", "wu2015.theorem14"),
    "axioms": ("axioms", "wu2015.theorem21"),
    "bound": ("bound", "wu2015.theorem21", "--set", *SETTING, "lam=1"),
}
"""What is asked about one statement, in today's library and in the large one."""


def seconds(words: Sequence[str], tree: Path) -> tuple[float, float]:
    """Processor and wall seconds of a command in a source tree; its bytecode is kept outside."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "dptheory", *words], cwd=tree, capture_output=True, check=False,
        env=environment(tree),
    )  # fmt: skip
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, wall


def environment(tree: Path) -> dict[str, str]:
    """That of a command in a tree, as after an installation: bytecode is there once anything ran."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    bytecode = Path(tempfile.gettempdir()) / "dptheory-reading-bytecode"
    return {**kept, "PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": str(bytecode)}


def medians(words: Sequence[str], tree: Path, runs: int) -> tuple[float, float]:
    """The medians of both, after a run that does not count."""
    seconds(words, tree)
    found = [seconds(words, tree) for _ in range(runs)]
    return statistics.median(cpu for cpu, _ in found), statistics.median(wall for _, wall in found)


def commands(runs: int, record: Sequence[str]) -> Iterator[str]:
    """One line for each command."""
    cpu, wall = medians(("--version",), ROOT, runs)
    yield f"{'--version':34} {cpu:9.2f} {wall:7.2f}"
    yield f"{'':34} {'processor':>9} {'wall':>7} {'limit':>6}"
    for name, (limit, words) in JOBS.items():
        cpu, wall = medians((*words, *record), ROOT, runs)
        yield f"{name:34} {cpu:9.2f} {wall:7.2f} {limit:6.1f}"


WHOLE = """
import gc, time
gc.set_threshold(100_000, 50, 100)  # as the command line has it
from dptheory.theory.library import load_library
start = time.process_time()
statements = list(load_library().statements.values())
print(time.process_time() - start)
lines = sum(len(form.steps) for statement in statements for form in statement.forms)
print(time.process_time() - start)
"""


def whole(runs: int) -> Iterator[str]:
    """Processor seconds of reading every statement of the library, and its proofs too, without imports."""
    found = []
    for _ in range(runs):
        said = subprocess.run(
            [sys.executable, "-c", WHOLE], cwd=ROOT, capture_output=True, check=True, text=True,
            env=environment(ROOT),
        )  # fmt: skip
        found.append([float(one) for one in said.stdout.split()])
    heads, proofs = (statistics.median(times) for times in zip(*found, strict=True))
    yield f"{'every statement, read':34} {heads:9.2f} {'':7} {1.0:6.1f}"
    yield f"{'every statement with its proofs':34} {proofs:9.2f}"


def large(runs: int, count: int, proofs: Path) -> Iterator[str]:
    """Questions about one statement in today's library, and in one of so many statements."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        shutil.copytree(ROOT / "dptheory", tree / "dptheory", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(proofs, tree / "proofs")
        there = len(list((tree / "proofs").glob("*.record")))
        size = there + synthetic(tree, max(count - there, 0))
        yield f"{'processor seconds in a library of':34} {there:9} {size:7}   ratio"
        for name, words in IN_BOTH.items():
            here, _ = medians((*words, "--proofs", str(proofs)), ROOT, runs)
            more, _ = medians((*words, "--proofs", str(tree / "proofs")), tree, runs)
            yield f"{name:34} {here:9.2f} {more:7.2f}   {more / here:5.2f}"
        last, _ = medians(("show", f"made0.lemma{EACH - 1}"), tree, runs)
        yield f"{'show, a made-up statement':34} {'':9} {last:7.2f}"


def synthetic(tree: Path, count: int) -> int:
    """Made-up sources with so many statements in a copy of the package, and their entries in its record."""
    sys.path.insert(0, str(ROOT))
    from dptheory.commands.recording import known_of, recorded_data
    from dptheory.present.from_logic import Words
    from dptheory.theory.blocks import STATEMENT, Texts
    from dptheory.theory.library import extended, load_library
    from dptheory.theory.record import ENGINE_FILE, SUFFIX, entry_of, parsed
    from dptheory.theory.verification import verify

    library, papers = load_library(), tree / "dptheory" / "papers"
    listed, entries = [], {}
    for start in range(0, count, EACH):
        source = f"made{start // EACH}"
        names = [f"{source}.lemma{k}" for k in range(start, min(start + EACH, count))]
        text = "\n".join(SYNTHETIC.format(name=name, k=0, next=1) for name in names)
        (papers / source).mkdir()
        (papers / source / "lemmas.thm").write_text(text, encoding="utf-8")
        listed.append(f'"{source}/lemmas"')
        more = extended(library, SYNTHETIC.format(name=names[0], k=0, next=1), source)
        (result,) = verify(more, [names[0]])
        known = known_of(more.get(names[0]), result, Words.of(more))
        written, texts = json.dumps(recorded_data(known)), Texts(papers)
        for name in names:
            block = texts.block(STATEMENT, name, f"{source}/lemmas.thm")
            if block is not None:
                shown = known.shown.replace(names[0], name)
                data = json.loads(written.replace(names[0], name))
                data["shown"] = sha256(shown.encode()).hexdigest()
                entries[name] = entry_of(block, (), {}, data)
                (tree / "proofs" / f"{name}.txt").write_text(shown, encoding="utf-8")
    place = tree / "dptheory" / "theory" / "catalogue.py"
    code = place.read_text(encoding="utf-8")
    last = '    "calculus/properties",\n'
    code = code.replace(last, last + "".join(f"    {one},\n" for one in listed))
    place.write_text(code, encoding="utf-8")
    engine = "from dptheory.theory.record import Record; print(Record(None).engine)"
    found = subprocess.run(
        [sys.executable, "-c", engine], cwd=tree, capture_output=True, check=True, text=True,
        env=environment(tree),
    )  # fmt: skip
    (tree / "proofs" / ENGINE_FILE).write_text(found.stdout, encoding="utf-8")
    for path in (tree / "proofs").glob(f"*{SUFFIX}"):
        if (entry := parsed(path.read_text(encoding="utf-8"))) is not None:
            entries[path.name.removesuffix(SUFFIX)] = entry
    for name, entry in entries.items():
        text = entry.text(found.stdout.strip())
        (tree / "proofs" / f"{name}{SUFFIX}").write_text(text, encoding="utf-8")
    return count


def main() -> None:
    """Measure, print, and write."""
    words = argparse.ArgumentParser()
    words.add_argument("--dry", action="store_true")
    words.add_argument("--runs", type=int, default=RUNS)
    words.add_argument("--proofs", type=Path, default=ROOT / "proofs", help="a fresh record")
    words.add_argument("--large", type=int, default=LARGE, help="statements in the large library; 0: none")
    asked = words.parse_args()
    lines = []
    record = ("--proofs", str(asked.proofs.resolve()))
    more = large(asked.runs, asked.large, asked.proofs.resolve()) if asked.large else ()
    for part in (commands(asked.runs, record), whole(asked.runs), more):
        for line in part:
            print(line, flush=True)
            lines.append(line)
    if not asked.dry:
        text = (
            "# Reading\n\nWritten by `python benchmarks/reading/run.py`: processor and wall seconds of cold"
            f" processes, medians of {asked.runs}; `limit` is for a quiet machine. {os.cpu_count()} cores,"
            f" load {os.getloadavg()[0]:.1f} at the end.\n\n```text\n"
            + "\n".join(lines) + "\n```\n"
        )  # fmt: skip
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
