"""Which line of a mechanism lets too much through: two runs with the same draws, side by side.

Both runs put out the same noisy numbers (`noisy`). The second one's noise absorbs by how much the numbers
that it was added to differ *given all that was put out before*; later steps start from the same noisy
numbers. What a line's draws absorb costs: of Laplace noise of scale b a move by m costs m/b of eps, and
moves add up; of noise exp(-||k||/b) the norm does; of normal noise what its exact profile says; a chance
p that is compared with a uniform draw costs the change of its logarithm. A line is named where the whole
claim does not pay for its draws, where its scale differs, or where one draw would have to absorb two
moves at once. Draws with which no output varies continuously (noise of comparisons, of a noisy maximum)
pay for the largest of their moves alone.

Which sums are put out and which noise is public the code does not say: several readings are tried, and
nothing is named where one of them pays. The trace says where to look, for this pair and these draws. It
proves nothing: whether the claim fails is the audit's verdict, and where that sees no violation nothing
is accused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

import numpy as np

from dptheory.errors import one_line
from dptheory.lab.audit.privacy.absorbing import CLOSE, Absorbed, absorb, moves
from dptheory.lab.audit.privacy.costs import KNOWN, ROUNDING, Moves, lost
from dptheory.lab.audit.privacy.describe import data_of
from dptheory.lab.audit.privacy.draws import recording
from dptheory.lab.audit.privacy.files import shaped
from dptheory.lab.audit.privacy.measuring import measured
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.noisy import MADE, TINY, Key, Log, Step
from dptheory.lab.audit.privacy.ordering import renyi
from dptheory.lab.audit.privacy.report import VIOLATED, AuditResult
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.audit.privacy.traces import Line as Line
from dptheory.lab.audit.privacy.traces import Trace as Trace
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim, RenyiClaim

SHARED: Final = "drawn once, used for several numbers"
UNLESS: Final = ", unless a subsample makes up for it"
MEASURED: Final = 1_000
RUNS: Final = 200
"""So many numbers show the law of noise that is made of other draws; at most so many runs are made for them.
"""


def trace(subject: Subject, pair: Neighbours, claim: PrivacyClaim, seed: int = 0) -> Trace:
    """The trace of a mechanism on two neighbours, one output each.

    >>> from dptheory.lab.audit.privacy.subjects import Plain
    >>> def total(data, size, rng):
    ...     return sum(data) + rng.laplace(scale=1.0, size=size)
    >>> found = trace(Plain(total, "total"), Neighbours([0.0], [2.0]), PrivacyClaim(1.0))
    >>> found.first_wrong.moves, found.first_wrong.wrong
    (2.0, 'moves by 2, eps=1 covers 1')
    """
    try:
        return _Tracer(subject, pair, claim, seed).best()
    except Exception as error:  # the mechanism's own, or of a library that takes no such numbers
        return Trace((), f"not followed: {type(error).__name__}: {one_line(str(error), 100)}")


def traced(found: AuditResult, subject: Subject) -> AuditResult:
    """A report with the trace on its pair; nothing is accused where no violation was seen."""
    sides = [shaped(subject, data_of(side)) for side in (found.first, found.second)]
    made = trace(subject, Neighbours(*sides), found.target, found.seed)
    return replace(found, trace=made if found.verdict == VIOLATED else made.neutral())


@dataclass(frozen=True, eq=False)
class _Tracer:
    subject: Subject
    pair: Neighbours
    claim: PrivacyClaim
    seed: int
    seen: dict[tuple[str, int], FloatArray] = field(default_factory=dict)

    def best(self) -> Trace:
        """The first reading that accuses nothing, else the first."""
        self.subject.sample(self.pair.first, 1, np.random.default_rng(self.seed))  # what is imported is
        scouts, plain = self.scouted()
        if not any(log.draws or log.others for log in scouts):
            return Trace((), "no draw of noise was seen: it comes from elsewhere, or there is none")
        first: Trace | None = None
        for eager in (False, True):
            public: frozenset[str] = frozenset()
            while True:
                found = self.followed(scouts, plain[0], eager, public)
                if first is None or not (found.accuses or found.beside):
                    first = found
                if not first.accuses:
                    return first
                places = [x.place for x in found.lines if x.wrong and x.place not in public]
                if not places:
                    break
                public |= {places[0]}
        assert first is not None
        return first

    def scouted(self) -> tuple[list[Log], list[Any]]:
        """Both runs with nothing put out. Where what was made of noise differs, data entered."""
        bound: frozenset[Step] = frozenset()
        while True:
            scouts = [Log(bound=bound), Log(bound=bound)]
            plain = [self.run(side, log) for side, log in zip((0, 1), scouts, strict=True)]
            pairs = zip_longest(*(log.made for log in scouts))
            data = {side[0] for sides in pairs for side in sides if side and not _same_step(*sides)}
            if data <= bound:
                return scouts, plain
            bound |= data

    def moved(self, absorbed: Absorbed, log: Log, here: list[int]) -> list[Moves]:
        """The moves of some draws; those of uniform draws that are compared with chances cost otherwise."""
        found = moves(absorbed, log, [k for k in here if log.draws[k].law != "random"])
        return [self.measured(one, log) for one in found]

    def measured(self, moved: Moves, log: Log) -> Moves:
        """Moves of noise that was made of other draws, with its law, as many runs show it."""
        if moved.law != MADE:
            return moved
        place = log.draws[moved.draw].place

        def made(run: Log) -> list[Any]:
            return [draw for draw in run.draws if draw.place == place and draw.law == MADE]

        which = [draw.start for draw in made(log)].index(log.draws[moved.draw].start)
        if (place, which) not in self.seen:
            found = [np.zeros(0)]
            for seed in range(1, RUNS + 1):
                again = Log(bound=log.bound)
                self.run(0, again, seed)
                drawn = made(again)[which : which + 1]
                found += [draw.values.ravel() for draw in drawn]
                if sum(map(len, found)) >= MEASURED:
                    break
            self.seen[place, which] = np.concatenate(found)
        return measured(moved, self.seen[place, which])

    def run(self, side: int, log: Log, more: int = 0) -> Any:
        """One output on a side; what was drawn and put out for it goes to the log."""
        with recording(self.seed + more, log) as rng:
            data = self.pair.second if side else self.pair.first
            return np.asarray(self.subject.sample(data, 1, rng), dtype=float)

    def followed(self, scouts: list[Log], plain: Any, eager: bool, public: frozenset[str]) -> Trace:
        """One reading: sums of noise are put out at once (`eager`) or where they go several ways."""
        ways = scouts[0].ways | scouts[1].ways

        def out(key: Key) -> bool:
            return eager or ways[key] > 1

        moved, bound = scouts[0].moved | scouts[1].moved, scouts[0].bound
        one = Log(None, out, public, moved=moved, bound=bound)
        first = self.run(0, one)
        two = Log(one, out, public, moved=moved, bound=bound)
        second = self.run(1, two)
        if not _alike(first, plain):
            return Trace((), "the same draws do not give the same output: not followed")
        if parted := _parted(one, two):
            return Trace((), parted, True)
        absorbed = absorb(one, two)
        lines = self.lines(one, two, absorbed, plain)
        if any(line.wrong for line in lines):
            return Trace(lines)
        if absorbed.early or not _alike(first, second):
            return Trace(lines, *_past(one, two, absorbed))
        together = self.together(one, absorbed, lines, plain)
        return Trace(lines, together, bool(together))

    def lines(self, one: Log, two: Log, absorbed: Absorbed, plain: Any) -> tuple[Line, ...]:
        """The lines that draw, in their order."""
        places = dict.fromkeys(draw.place for draw in one.draws if draw.place not in one.public)
        return tuple(self.line(place, one, two, absorbed, plain) for place in places)

    def line(self, place: str, one: Log, two: Log, absorbed: Absorbed, plain: Any) -> Line:
        """What the draws of one line have to cover."""
        here = [k for k, draw in enumerate(one.draws) if draw.place == place]
        draw, text = one.draws[here[0]], one.draws[here[0]].text
        for k in here:
            unit = TINY if one.draws[k].law == MADE else 1.0
            for found in ((one.draws[k].scale, two.draws[k].scale), absorbed.scaled.get(k, (unit, unit))):
                sides = [np.asarray(side) / unit for side in found]
                if not _alike(*sides):
                    said = [f"{float(np.max(side)):.4g}" for side in sides]
                    wrong = f"its scale is {said[0]} on one data set, {said[1]} on the other"
                    return Line(place, text, 0.0, None, wrong)
        moved = self.moved(absorbed, one, here)
        if draw.law == "random" and not moved:
            return Line(place, text, *_chances(here, one, two, self.claim))
        if bare := [absorbed.bare[k] for k in here if k in absorbed.bare]:
            return Line(place, text, max(bare), None, f"moves by {max(bare):.4g}, beside noise of scale 0")
        largest = max((x.size for x in moved), default=0.0)
        if absorbed.torn.intersection(here):
            return Line(place, text, largest, None, SHARED, len(moved))
        if not moved:
            return Line(place, text, 0.0, 0.0, "")
        whole, told = _joined(moved), f"moves by {largest:.4g}"
        told += f" at {len(moved)} draws, {whole.size:.4g} in all" if len(moved) > 1 else ""
        spends, wrong = whole.judged(self.claim, told)
        if wrong and whole.shifts.size > 1 and not self.comes_out(place, plain, one.bound):
            most = whole.largest
            wrong = most.judged(self.claim, f"moves by {most.size:.4g}")[1]
        spends = spends if all(one.draws[x.draw].law != MADE for x in moved) else None  # measured, not known
        sampled = one.others or _chosen(one)
        wrong += UNLESS if wrong and sampled else ""
        return Line(place, text, largest, spends, wrong, len(moved))

    def comes_out(self, place: str, plain: Any, bound: frozenset[Step]) -> bool:
        """Whether the output varies with the noise of a line that is varied a little."""
        return not np.array_equal(self.run(0, Log(nudged=place, bound=bound)), plain, equal_nan=True)

    def together(self, one: Log, absorbed: Absorbed, lines: Sequence[Line], plain: Any) -> str:
        """What several lines cost together, where it is more than the claim."""
        claim = self.claim
        found = []
        for place in {line.place for line in lines if line.moves}:
            here = [k for k, draw in enumerate(one.draws) if draw.place == place]
            part = self.moved(absorbed, one, here)
            joined = _joined(part) if part else None
            if joined and joined.law in KNOWN and self.comes_out(place, plain, one.bound):
                found.append(joined)
        if len(found) < 2:
            return ""
        names = ", ".join(line.place for line in lines if line.moves)
        if isinstance(claim, RenyiClaim):
            cost = sum(one.diverging(claim) for one in found)
            told, most = f"{claim.symbol} {cost:.4g}, more than {claim.eps:g}", claim.eps
        elif claim.delta == 0 and all(one.law != "normal" for one in found):
            cost = sum(one.spent for one in found)
            told, most = f"eps {cost:.4g}, more than {claim.eps:g}", claim.eps
        else:
            cost = lost(found, claim.eps)
            told, most = f"delta {cost:.3g} at eps={claim.eps:g}", claim.delta
        return f"{names}: together their moves cost {told}" if cost > most * ROUNDING else ""


def _chosen(log: Log) -> bool:
    """Whether uniform draws do something else than to make noise."""
    return any(draw.law == "random" and k not in log.sources for k, draw in enumerate(log.draws))


def _same_step(one: tuple[Step, Any] | None, other: tuple[Step, Any] | None) -> bool:
    return one is not None and other is not None and one[0] == other[0] and _alike(one[1], other[1])


def _joined(found: Sequence[Moves]) -> Moves:
    """The moves of several draws of one law."""
    if len({one.law for one in found}) > 1:
        found = [replace(one, law=MADE) for one in found]
    if found[0].law == "l2laplace":  # of whose vectors the norms add up
        return Moves("laplace", np.array([x.size for x in found]), np.array([x.scales[0] for x in found]))
    shifts, scales = (np.concatenate([getattr(x, name) for x in found]) for name in ("shifts", "scales"))
    return Moves(found[0].law, shifts, scales)


def _parted(one: Log, two: Log) -> str:
    """Where the two runs draw something else."""
    for k in range(max(len(one.draws), len(two.draws))):
        sides = [log.draws[k] if k < len(log.draws) else None for log in (one, two)]
        known = [None if side is None else (side.place, np.shape(side.values)) for side in sides]
        if known[0] != known[1]:
            told = [f"{one[0]} draws {int(np.prod(one[1]))}" if one else "nothing is drawn" for one in known]
            return f"the runs part at draw {k + 1}: {told[0]} on the first data set, {told[1]} on the second"
    return ""


def _past(one: Log, two: Log, absorbed: Absorbed) -> tuple[str, bool]:
    """What is to say where the outputs differ beside the same noisy numbers, and whether it is wrong."""
    others = sorted(one.others | two.others)
    if others and not absorbed.early:
        return f"what {', '.join(others[:3])} draws is not followed", False
    if _chosen(one) and not absorbed.early:
        return "what of the data a chance chooses is not followed", False
    bare = next(iter(absorbed.early.values()), "")
    bare = bare or next((put.place for put in one.puts.values() if put.raw), "")
    if bare:
        said = "the noise is used before data are added to it; what it covers there is not followed"
        return f"{bare}: {said}", False
    return "all noisy values alike, the outputs differ: data come out without noise", True


def _chances(here: Sequence[int], one: Log, two: Log, claim: PrivacyClaim) -> tuple[float, float | None, str]:
    """Of uniform draws that are compared with chances: what they cost, and what is wrong."""
    worst = total = 0.0
    for key, a in one.puts.items():
        b = two.puts.get(key)
        if key[0] not in here or a.against is None or b is None or np.shape(a.against) != np.shape(b.against):
            continue
        p, q = np.clip(a.against, 0, 1), np.clip(b.against, 0, 1)
        if isinstance(claim, RenyiClaim):
            cost = float(np.sum(renyi(np.maximum(p, q), np.minimum(p, q), claim.orders, claim.alpha is None)))
        else:
            with np.errstate(divide="ignore", invalid="ignore"):
                ratios = np.nan_to_num(np.abs([np.log(p / q), np.log((1 - p) / (1 - q))]), nan=0.0)
            cost = float(np.sum(np.max(ratios, axis=0)))
        worst, total = max(worst, cost), total + cost
    if isinstance(claim, RenyiClaim):
        said = f"its chance costs {claim.symbol} {worst:.4g}, more than {claim.eps:g}"
        return worst, None, said if worst > claim.eps * ROUNDING else ""
    wrong = f"its chance moves by the factor {np.exp(worst):.4g}, more than e^{claim.eps:g}"
    return worst, total, wrong if worst > claim.eps * ROUNDING + CLOSE and claim.delta == 0 else ""


def _alike(one: Any, other: Any) -> bool:
    """Whether numbers are the same but for rounding."""
    same = np.shape(one) == np.shape(other)
    return same and bool(np.allclose(one, other, rtol=1e-6, atol=CLOSE, equal_nan=True))
