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
from dptheory.kernel.real.sequents import Sequent, Task, restart

from .enclosures import Interval, point
from .making import MAKERS, Maker, Node
from .points import Search, Spot
from .values import FALSE, HOLDS, NO_VALUE, UNDECIDED
from .watching import ADDING, MOVING, Step, named, parts

SPOTS: Final = 4
GRID: Final = (
    0,
    1,
    -1,
    2,
    Fraction(1, 2),
    -2,
    Fraction(-1, 2),
    3,
    Fraction(3, 2),
    Fraction(1, 10),
    Fraction(-1, 3),
    5,
    -3,
    4,
    -4,
    6,
    7,
)
FAR: Final = (10, 10**6, 10**18)
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
        return _put(raw, error.place, {"rule": "each", "fresh": f"v{error.place.count('.')}"})
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


def judged(s: Sequent, spot: Spot) -> str:
    """Whether a sequent holds at a point: HOLDS, FALSE or UNDECIDED."""
    answers = [spot.said(h.text) for h in s.hypotheses]
    if FALSE in answers or NO_VALUE in answers:
        return HOLDS
    if UNDECIDED in answers:
        return UNDECIDED
    found = spot.said(s.goal.text)
    return FALSE if found == NO_VALUE else found


def over(s: Sequent, spot: Spot) -> str:
    """Whether a sequent holds at a point for all values of its new variables that are looked at."""
    at = {name: x for name, x in spot.at.items() if name in s.variables}
    new = sorted(s.variables.keys() - at.keys())
    if not new:
        return judged(s, spot if at.keys() == spot.at.keys() else Spot(at, s.integers))
    found = HOLDS
    for other in values(s, at, new):
        answer = judged(s, other)
        if answer == FALSE:
            return FALSE
        found = UNDECIDED if answer == UNDECIDED else found
    return found


def values(s: Sequent, at: dict[str, Interval], new: list[str]) -> Iterator[Spot]:
    """Points with values for new variables: usual ones, and ones between and near known ones."""
    known = sorted({x.lo for x in at.values()} | {Fraction(0), Fraction(1)})
    between = [a + (b - a) * Fraction(k, 4) for a in known for b in known if a < b for k in (1, 2, 3)]
    near = [x + way * Fraction(1, 1000) for x in known for way in (1, -1)]
    for x in dict.fromkeys(map(Fraction, (*GRID, *known, *between, *near, *FAR))):
        if all(not s.variables[name] or x.denominator == 1 for name in new):
            yield Spot({**at, **dict.fromkeys(new, point(x))}, s.integers)


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
        if maker.one_in(3):
            at["x"] = at["n"]
        if maker.one_in(4):
            at["y"] = at["m"]
        spot = Spot(at, s.integers)
        if all(spot.said(h.text) == HOLDS for h in s.hypotheses):
            found.setdefault(str(spot), spot)
    if not found:
        search = Search((h.text for h in s.hypotheses), s.variables)
        search.looks = LOOKS
        found = {str(spot): spot for spot in search.spots(2)}
    return list(found.values())


def owed_holds(done: Step, owed: tuple[Task, ...], spot: Spot) -> str:
    """Whether all children that are owed hold at a point."""
    answers = [_induced(t, done, spot) if done.rule == "induction" else over(t.sequent, spot) for t in owed]
    return FALSE if FALSE in answers else UNDECIDED if UNDECIDED in answers else HOLDS


def _induced(t: Task, done: Step, spot: Spot) -> str:
    """Whether a child of an induction holds at a point's variables, for all n from the start to the point's."""
    if t.place.endswith("at_base"):
        return over(t.sequent, spot)
    start = spot.value(done.task.sequent.hypotheses[0].text.partition(">=")[2])
    assert isinstance(start, Interval)
    found = HOLDS
    for n in range(int(start.lo), int(spot.at["n"].lo) + 1):
        answer = over(t.sequent, Spot({**spot.at, "n": point(n)}, spot.integers))
        if answer == FALSE:
            return FALSE
        found = UNDECIDED if answer == UNDECIDED else found
    return found


def faults(done: Step, spot: Spot) -> list[str] | None:
    """What is not sound at a point; None if that says nothing, because something owed does not hold."""
    s = done.task.sequent
    adding = done.rule in ADDING
    owed = done.following[:-1] if adding else done.following
    if done.rule in MOVING:
        return _moved(done, spot)
    if owed_holds(done, owed, spot) != HOLDS:
        return None
    if not adding:
        return [f"the goal {s.goal.text} does not hold"] if judged(s, spot) == FALSE else []
    then = done.following[-1].sequent
    at = dict(spot.at)
    for name, text in named(done):
        x = spot.value(text)
        if x == NO_VALUE:
            return [f"{text} has no value"]
        if isinstance(x, str) or not x.thin:
            return None
        if then.variables[name] and x.exact and x.lo.denominator != 1:
            return [f"{name} = {text} is no integer"]
        at[name] = x
    inside = Spot(at, then.integers) if at.keys() != spot.at.keys() else spot
    new = [h.text for h in then.hypotheses[len(s.hypotheses) :]]
    found = [f"{text} {inside.said(text)}" for text in new if inside.said(text) in (FALSE, NO_VALUE)]
    counted = [
        f"{text}, counted as defined, has no value" for text in parts(then) if inside.value(text) == NO_VALUE
    ]
    return found + counted


def _moved(done: Step, spot: Spot) -> list[str] | None:
    """Of `replace`, `generalise`, `forget`: hypotheses at the point carried over, and the goal if the new one holds."""
    s, c = done.task.sequent, done.following[-1].sequent
    at = {name: x for name, x in spot.at.items() if name in c.variables}
    for name, text in named(done):
        x = spot.value(text)
        if isinstance(x, str) and x != NO_VALUE:
            return None
        at[name] = point(0) if isinstance(x, str) else x
    inside = Spot(at, c.integers)
    found = [
        f"{h.text} {inside.said(h.text)}" for h in c.hypotheses if inside.said(h.text) in (FALSE, NO_VALUE)
    ]
    if any(over(t.sequent, inside) != HOLDS for t in done.following):
        return found or None
    return found + ([f"the goal {s.goal.text} does not hold"] if judged(s, spot) == FALSE else [])


def round_of(name: str, seed: str, count: Count) -> None:
    """One node of a rule."""
    maker = Maker(f"{seed}:{name}")
    count.nodes[name] += 1
    try:
        s, node = MAKERS[name](maker)
    except KernelError:
        return  # what was put together is no term
    done = filled(name, s, node, maker)
    if done is None:
        return
    count.accepted[name] += 1
    reached = False
    written = f"{'; '.join(h.text for h in s.hypotheses)} |- {s.goal.text}"
    assumed = restart(s.variables, s.hypotheses, NOTHING, ())
    for spot in spots(s, maker):
        counted = [text for text in parts(assumed) if spot.value(text) == NO_VALUE]
        if counted:
            said = f"{counted[0]}, counted as defined, has no value"
            count.findings.append(Finding("assuming", said, written, "", str(spot)))
            break
        if NO_VALUE in (spot.said(s.goal.text), *(spot.value(text) for text in parts(s))):
            continue  # the goal, or what is counted as defined with it, has no value: not a sequent of a proof here
        found = faults(done, spot)
        reached = reached or found is not None
        if found:
            count.findings += [Finding(name, text, written, str(node), str(spot)) for text in found]
            break
    count.reached[name] += reached


def work(job: tuple[str, int, int]) -> Count:
    """The rounds from first on, of all rules in turn."""
    seed, first, rounds = job
    count, rules = Count(), list(MAKERS)
    for index in range(first, first + rounds):
        round_of(rules[index % len(rules)], f"{seed}:{index // len(rules)}", count)
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
    step, total = 10 * len(MAKERS), Count()
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
