"""Mutant kernels: for each side condition a kernel without it, which the corner campaign has to find.

    python -m tests.sampled.mutants [--count 6000] [--seed 1] [--sample 8] [NAME...]

`mutants.txt` lists them, as texts of the kernel that are to be replaced. Each mutant is imported afresh in a process of
its own and asked for its answers to the campaign's nodes; those that differ from the kernel's are looked at, up to the
first that is not sound at a point. (Where the answers are the same so is what the campaign says of them.) The nodes
that found a mutant are then looked at with the kernel's own answers, which have to be sound. Exit status 1 if a mutant
is not found that is not listed as such (`?`), or if the kernel is not sound; one that is found though it is listed so
is told.

This module imports nothing of the kernel: its processes are forked before that.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import multiprocessing
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .corners import Posed

HERE: Final = Path(__file__).resolve().parent
TABLE: Final = HERE / "mutants.txt"
REAL: Final = HERE.parents[1] / "dptheory" / "kernel" / "real"
COUNT: Final = 6_000
"""The ordinary length of the campaign."""
FIRST: Final = 300
"""With so many nodes is begun."""


@dataclass(frozen=True)
class Mutant:
    """A kernel without one condition: `changes` are texts of a function of a file, and what stands in their place."""

    name: str
    file: str
    function: str
    rules: tuple[str, ...]
    changes: tuple[tuple[str, str], ...]
    why: str = ""
    """Why it is not found, of one that is not."""


def mutants(text: str) -> list[Mutant]:
    """The table: under [file function rules] each has its name, lines that go (-), lines that come (+), and, of one
    that is not found, the reason (?).

    >>> found = mutants("[poly.py poly]\\na strict goal\\n- kind == \\n+ False and kind ==\\n")[0]
    >>> found.rules, found.changes
    (('poly',), (('kind ==', 'False and kind =='),))
    """
    found: list[Mutant] = []
    head: list[str] = []
    for block in re.split(r"\n+(?=[^\s+?-])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip()):
        first, *lines = block.split("\n")
        if first.startswith("["):
            head = first.strip("[]").split()
            continue
        changes: list[list[str]] = []
        why, last = "", ""
        for line in lines:
            sign, said = line[:1], line[2:].rstrip()
            if sign == "?":
                why = f"{why} {said}".strip()
            elif sign == "-" and last != "-":
                changes.append([said, ""])
            elif sign in "-+" and said:
                place = "-+".index(sign)
                changes[-1][place] += ("\n" if changes[-1][place] else "") + said
            last = sign
        file, function, *rules = head
        pairs = tuple((old, new) for old, new in changes)
        found.append(Mutant(first, file, function, tuple(rules or [function]), pairs, why))
    return found


def changed(m: Mutant) -> str:
    """The text of the file without the condition; ValueError if a text is not there just once."""
    text = (REAL / m.file).read_text(encoding="utf-8")
    start, end = _extent(text, m.function)
    body = text[start:end]
    for old, new in m.changes:
        if body.count(old) != 1:
            raise ValueError(f"{m.name}: {body.count(old)} times in {m.function} of {m.file}: {old}")
        body = body.replace(old, new)
    result = text[:start] + body + text[end:]
    compile(result, m.file, "exec")
    return result


def _extent(text: str, function: str) -> tuple[int, int]:
    """Where a function or a class, or a table, stands in a file; the whole of it for "*"."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        names = [getattr(node, "name", "")]
        if isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [t.id for t in targets if isinstance(t, ast.Name)]
        if function in names and isinstance(node, ast.stmt) and node.end_lineno:
            return len("".join(lines[: node.lineno - 1])), len("".join(lines[: node.end_lineno]))
    raise ValueError(f"no {function}")


class Changed(SourceFileLoader, MetaPathFinder):
    """Imports one module of the kernel from another text, and leaves no compiled file."""

    def __init__(self, m: Mutant) -> None:
        self.source, self.module = changed(m), f"dptheory.kernel.real.{Path(m.file).stem}"
        super().__init__(self.module, str(REAL / m.file))

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.module else None

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec")


def nodes(rules: frozenset[str], some: range) -> Iterator[tuple[int, str]]:
    """Of some of the campaign's nodes those of some rules (`any`: of all): number and rule."""
    from .nodes import TURNS

    for number in some:
        name = TURNS[number % len(TURNS)]
        if name in rules or "any" in rules:
            yield number, name


def asked(name: str, seed: str, number: int) -> Posed | None:
    """A node with the kernel's answer; a mutant that fails refuses."""
    from .corners import posed

    try:
        return posed(name, f"{seed}:{number}")
    except Exception:
        return None


def answer(p: Posed | None) -> bytes:
    """A digest of what the kernel made of a node."""
    if p is None or p.done is None:
        return b""
    said: list[object] = [str(p.done.raw)]
    for s in (p.sequent, *(t.sequent for t in p.done.following)):
        relations = [(r.op, r.left.key, r.right.key) for r in (s.goal, *s.hypotheses)]
        said += [relations, sorted(s.variables.items()), sorted(s.defined)]
    return hashlib.blake2b(repr(said).encode(), digest_size=8).digest()


def baseline(rules: frozenset[str], some: range, seed: str) -> dict[int, bytes]:
    """The kernel's answers to some nodes."""
    return {number: answer(asked(name, seed, number)) for number, name in nodes(rules, some)}


@dataclass(frozen=True)
class Found:
    """What was found of a mutant first: at which node, of which rule; no rule if nothing was found."""

    mutant: Mutant
    number: int
    rule: str
    said: str
    other: int
    """How many of the answers were others."""


def hunt(m: Mutant, some: range, seed: str, known: dict[int, bytes]) -> Found:
    """The first of some of the campaign's nodes at which a mutant is not sound."""
    sys.meta_path.insert(0, Changed(m))
    from .corners import looked

    other = 0
    for number, name in nodes(frozenset(m.rules), some):
        p = asked(name, seed, number)
        if p is None or p.done is None or answer(p) == known[number]:
            continue
        other += 1
        try:
            findings = looked(p)[1]
        except Exception as error:
            findings = []
            print(f"{m.name}: {error!r} at node {number}", file=sys.stderr)
        if findings:
            return Found(m, number, name, str(findings[0]).partition("\n")[0], other)
    return Found(m, some.stop, "", "", other)


def sound(found: list[tuple[int, str]], seed: str) -> list[str]:
    """What the kernel itself does that is not sound at these nodes."""
    from .corners import looked

    result = []
    for number, name in found:
        p = asked(name, seed, number)
        if p is not None and p.done is not None:
            result += [f"THE KERNEL ITSELF: {finding}" for finding in looked(p)[1]]
    return result


def hunted(chosen: list[Mutant], seed: str, count: int, processes: int) -> Iterator[Found]:
    """What is found of each, in stages, each with those that are left and with more nodes than all before."""
    fork, left, other, first = multiprocessing.get_context("fork"), chosen, Counter[str](), 0
    while left and first < count:
        some = range(first, min(count, 3 * first or FIRST))
        rules = frozenset(rule for m in left for rule in m.rules)
        found = []
        with fork.Pool(processes, maxtasksperchild=1) as pool:
            known = pool.apply(baseline, (rules, some, seed))
            for one in pool.imap(partial(hunt, some=some, seed=seed, known=known), left, chunksize=1):
                found.append(one)
                if one.rule:
                    yield one
        other.update({one.mutant.name: one.other for one in found})
        left, first = [one.mutant for one in found if not one.rule], some.stop
    yield from (Found(m, count, "", "", other[m.name]) for m in left)


def told(one: Found) -> str:
    if one.rule:
        return f"found after {one.number + 1:>4} nodes: {one.mutant.name}\n    by {one.said}"
    return f"NOT FOUND, {one.other} other answers: {one.mutant.name}" + (
        f"\n    {one.mutant.why}" * bool(one.mutant.why)
    )


def run(chosen: list[Mutant], seed: str, count: int, processes: int) -> int:
    """Hunt for each; 1 if one is missed, or the kernel itself is not sound."""
    found = []
    for one in hunted(chosen, seed, count, processes):
        found.append(one)
        print(told(one), flush=True)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        faults = pool.apply(sound, (sorted({(f.number, f.rule) for f in found if f.rule}), seed))
    print("".join(f"{fault}\n" for fault in faults), end="")
    missed = [f.mutant.name for f in found if not f.rule and not f.mutant.why]
    gone = [f.mutant.name for f in found if f.rule and f.mutant.why]
    print(
        f"{sum(bool(f.rule) for f in found)} of {len(found)} found, with the seed {seed} within {count} nodes"
    )
    print(
        "".join(f"not found: {name}\n" for name in missed)
        + "".join(f"found, though not expected: {name}\n" for name in gone),
        end="",
    )
    return 1 if missed or faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="parts of names; all mutants, if there are none")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--sample", type=int, default=0, help="so many, drawn by the seed, of those that are found"
    )
    parser.add_argument("--expected", action="store_true", help="only those that the table says are found")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    chosen = [
        m for m in mutants(TABLE.read_text(encoding="utf-8")) if any(n in m.name for n in args.names or [""])
    ]
    expected = [m for m in chosen if not m.why]
    if args.expected:
        chosen = expected
    if args.sample:
        chosen = random.Random(args.seed).sample(expected, min(args.sample, len(expected)))
    return run(chosen, args.seed, args.count, args.processes)


if __name__ == "__main__":
    sys.exit(main())
