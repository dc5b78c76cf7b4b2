"""The corner campaign: the kernel's rules at the corners of their side conditions, one node at a time.

    python -m tests.sampled.corners --count 20000 --seed 1

A rule is called on a node that `making` made; no node below it is looked at. At a point that satisfies the sequent's
hypotheses, if what the children say holds there, then what "then" adds has values and is true, or (of a rule without
such additions) the goal is. A child with new variables holds at a point if it holds for the values of these that are
looked at; an induction is followed from its start to the point. Exit status 1 on a violation, or where a rule has no
points.
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import check as checking
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.claims import relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import Sequent, Task, restart
from dptheory.kernel.syntax import SyntaxProblem

from .enclosures import point
from .judging import GRID, counted, faults, strange, unkept
from .making import Maker, Node
from .nodes import MAKERS, TURNS
from .points import Search, Spot
from .values import HOLDS, NO_VALUE
from .watching import Step, parts

SPOTS: Final = 4
LOOKS: Final = 100
NOTHING: Final = relation("0 <= 0")
CALLS: Final = 24
_WANTED: Final = re.compile(r"expected (\d+) node")
_FIELD: Final = re.compile(r"the field '(\w+)' is missing")


@dataclass(frozen=True)
class Finding:
    """A rule that is not sound at a point."""

    rule: str
    said: str
    sequent: str
    node: str
    point: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.said} where {self.point}\n    {self.sequent}\n    {self.node}"


@dataclass
class Count:
    """What came of the nodes: made, accepted, and with points at which all that is owed holds."""

    nodes: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Count) -> None:
        self.nodes += other.nodes
        self.accepted += other.accepted
        self.reached += other.reached
        self.findings += other.findings


def filled(name: str, s: Sequent, node: Node, maker: Maker) -> Step | None:
    """A rule's answer to a node, the nodes below being whatever it asks for; None where it refuses."""
    raw = copy.deepcopy(node)
    for _ in range(CALLS):
        try:
            following = checking.RULES[name](s, Fields(raw, ""))
        except KernelError as error:
            if not _supplied(raw, error, maker):
                return None
            continue
        return Step(Task(s, raw, ""), name, raw, tuple(following))
    return None


def _supplied(raw: Node, error: KernelError, maker: Maker) -> bool:
    """Whether what the rule missed could be put there: nodes, of which some show an alternative or each place."""
    dummy: object = {"rule": "other", "then": {}} if maker.one_in(3) else {}
    if found := _WANTED.search(error.message):
        return _put(raw, error.place, [copy.deepcopy(dummy) for _ in range(int(found.group(1)))])
    if found := _FIELD.search(error.message):
        place = f"{error.place}.{found.group(1)}" if error.place else found.group(1)
        return found.group(1) not in ("at", "count") and _put(
            raw, place, "each" if found.group(1) == "rule" else {}
        )
    if "expected the rule 'each'" in error.message:
        return _put(raw, error.place, {"rule": "each", "fresh": maker.fresh(f"v{error.place.count('.')}")})
    return False


def _put(raw: Node, place: str, what: object) -> bool:
    """Put something at a place, a path such as ``defined[2].defined``."""
    keys: list[str | int] = [
        int(k[1:-1]) if k.startswith("[") else k for k in re.findall(r"\w+|\[\d+\]", place)
    ]
    box: object = raw
    try:
        for key in keys[:-1]:
            box = box[key]  # type: ignore[index]
        box[keys[-1]] = what  # type: ignore[index]
    except (KeyError, IndexError, TypeError):
        return False
    return True


def spots(s: Sequent, maker: Maker) -> list[Spot]:
    """Points of a sequent, corners rather."""
    found: dict[str, Spot] = {}
    whole = [x for x in GRID if Fraction(x).denominator == 1]
    for _ in range(40):
        if len(found) >= SPOTS:
            break
        at = {
            name: point(maker.chance.choice(whole[:8] if integer else GRID[:12]))
            for name, integer in s.variables.items()
        }
        for name, other, often in (("x", "n", 3), ("y", "m", 4)):
            if name in at and other in at and maker.one_in(often):
                at[name] = at[other]
        spot = Spot(at, s.integers)
        if all(spot.said(h.text) == HOLDS for h in s.hypotheses):
            found.setdefault(str(spot), spot)
    if not found:
        search = Search((h.text for h in s.hypotheses), s.variables)
        search.looks = LOOKS
        found = {str(spot): spot for spot in search.spots(2)}
    return list(found.values())


@dataclass(frozen=True)
class Posed:
    """A node that a maker made, and what the kernel left to show of it; None where it refused."""

    name: str
    maker: Maker
    sequent: Sequent
    done: Step | None


def posed(name: str, seed: str) -> Posed | None:
    """The node of a rule for a seed; None where what was put together is no term."""
    maker = Maker(f"{seed}:{name}")
    try:
        s, node = MAKERS[name](maker)
    except (KernelError, SyntaxProblem):
        return None
    return Posed(name, maker, s, filled(name, s, node, maker))


def looked(p: Posed) -> tuple[bool, list[Finding]]:
    """Whether points were reached of a node that a rule accepted, and what is not sound there."""
    s, done = p.sequent, p.done
    assert done is not None
    written = f"{'; '.join(h.text for h in s.hypotheses)} |- {s.goal.text}"

    def findings(texts: list[str], place: object, name: str = p.name) -> list[Finding]:
        return [Finding(name, text, written, str(done.raw), str(place)) for text in texts]

    if odd := strange(done):
        return True, findings(odd, "all variables")
    assumed = restart(s.variables, s.hypotheses, NOTHING, ())
    reached, known = False, spots(s, p.maker)
    for spot in known:
        wrong = [text for text in parts(assumed) if spot.value(text) == NO_VALUE]
        if wrong:
            return reached, findings([f"{wrong[0]}, counted as defined, has no value"], spot, "assuming")
        taken = (print_term(s.goal.left), print_term(s.goal.right), *parts(s))
        if any(isinstance(spot.value(text), str) for text in taken):
            continue  # what is counted as defined has no value, it may be: then it is no sequent of a proof here
        found = faults(done, spot)
        reached = reached or found is not None
        if found:
            return reached, findings(found, spot)
    for k, spot in below(p, known):
        if found := unkept(done, k, spot):
            return reached, findings(found, spot)
    return reached, []


def below(p: Posed, known: list[Spot]) -> Iterator[tuple[int, Spot]]:
    """Points of the children that count something as defined; `known` are some of the sequent's."""
    assert p.done is not None
    places = {_about(p.sequent): known}
    for k, task in enumerate(p.done.following):
        c = task.sequent
        if counted(c):
            if _about(c) not in places:
                places[_about(c)] = spots(c, p.maker)
            yield from ((k, spot) for spot in places[_about(c)])


def _about(s: Sequent) -> str:
    return "; ".join(h.text for h in s.hypotheses) + str(s.variables)


def round_of(name: str, seed: str, count: Count) -> None:
    """One node of a rule."""
    count.nodes[name] += 1
    p = posed(name, seed)
    if p is None or p.done is None:
        return
    count.accepted[name] += 1
    reached, findings = looked(p)
    count.reached[name] += reached
    count.findings += findings


def work(job: tuple[str, int, int]) -> Count:
    """The rounds from first on, of all rules in turn."""
    seed, first, rounds = job
    count = Count()
    for number in range(first, first + rounds):
        round_of(TURNS[number % len(TURNS)], f"{seed}:{number}", count)
    return count


def smallest(findings: list[Finding]) -> dict[str, Finding]:
    """The shortest finding of each rule."""
    return {f.rule: f for f in sorted(findings, key=lambda f: -len(f.sequent + f.node))}


def summary(count: Count) -> str:
    lines = [f"{'rule':<14} {'nodes':>7} {'accepted':>9} {'reached':>8} {'findings':>9}"]
    findings = Counter(f.rule for f in count.findings)
    for name in (*MAKERS, "assuming"):
        lines.append(
            f"{name:<14} {count.nodes[name]:>7} {count.accepted[name]:>9} {count.reached[name]:>8} {findings[name]:>9}"
        )
    lines += [f"FINDING    {finding}" for finding in smallest(count.findings).values()]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    step, total = 10 * len(TURNS), Count()
    todo = [(args.seed, first, min(step, args.count - first)) for first in range(0, args.count, step)]
    with multiprocessing.get_context("spawn").Pool(args.processes, maxtasksperchild=20) as pool:
        for done, count in enumerate(pool.imap(work, todo), 1):
            total.add(count)
            for finding in smallest(count.findings).values():
                print(f"FINDING    {finding}", file=sys.stderr)
            print(f"{done} of {len(todo)} jobs, findings {len(total.findings)}", file=sys.stderr, flush=True)
    print(summary(total))
    missed = [name for name in MAKERS if not total.reached[name]]
    if missed:
        print(f"without a point: {', '.join(missed)}")
    return 1 if total.findings or missed else 0


if __name__ == "__main__":
    sys.exit(main())
