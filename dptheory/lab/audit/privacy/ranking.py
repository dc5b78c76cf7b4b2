"""Which pairs of neighbours show most, by the outputs that were drawn so far.

What a data set's outputs are is summed up, and two summaries lie so far apart. Of many pairs the better half
goes on, with twice the outputs; the finalists are compared by the event that they promise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dptheory.lab.audit.privacy.choosing import choose_each
from dptheory.lab.audit.privacy.leaks import LEAST_ROWS
from dptheory.lab.audit.privacy.levels import Goal
from dptheory.lab.audit.privacy.neighbours import Neighbours, table
from dptheory.lab.audit.privacy.pool import Pool, Summary, Yardstick, apart, content, tied, yardstick

FINALISTS: Final = 6
"""Pairs that are compared by the event that they promise."""

JUDGED: Final = 2_000
"""Outputs a side on which their promises are compared, at most."""

DARED: Final = 0.75
ENOUGH_TO_DARE: Final = 400
"""How daring a second judgement of a pair is, and the outputs a side from which it is asked: of many pairs
the best seems better than it is.
"""


@dataclass(eq=False)
class Ranking:
    """Pairs by what they seem to show. `budget` counts outputs on all data sets together, `tried` pairs that
    were looked at, `sizes` the fewest and the most records of a data set.
    """

    pool: Pool
    goal: Goal
    budget: int
    seed: int = 0
    bits: bool = False
    measure: Yardstick | None = None
    summaries: dict[tuple[bytes, int], Summary] = field(default_factory=dict)
    scores: dict[tuple[int, int], float] = field(default_factory=dict)
    tried: int = 0
    sizes: tuple[int, int] = (10**9, 0)

    def left(self, share: float) -> int:
        """The outputs that may be drawn before a share of the budget is used up."""
        return max(0, int(share * self.budget) - self.pool.drawn)

    def draw(self, data_sets: list[Any], rows: int) -> None:
        """Outputs, and at first the yardstick."""
        self.pool.ensure(data_sets, rows)
        sizes = [len(table(data)) for data in data_sets]
        self.sizes = min(self.sizes[0], *sizes), max(self.sizes[1], *sizes)
        if self.measure is None:
            drawn = [found for data in data_sets if (found := self.pool.outputs(data)) is not None]
            if not drawn:
                raise self.pool.refusal()
            self.measure = yardstick(drawn)

    def summary(self, data: Any) -> Summary | None:
        """Of all outputs on a data set so far."""
        outputs = self.pool.outputs(data)
        if outputs is None or self.measure is None:
            return None
        name = content(data), len(outputs)
        if name not in self.summaries:
            self.summaries[name] = self.measure.summary(outputs)
        return self.summaries[name]

    def score(self, pair: Neighbours) -> float:
        """How far apart a pair seems, less what so few outputs may pretend; -1 for one that is refused."""
        one, other = self.summary(pair.first), self.summary(pair.second)
        if one is None or other is None:
            return -1.0
        known = id(one), id(other)  # summaries are kept as long as the search
        if known not in self.scores:
            self.scores[known] = apart(one, other)
        return self.scores[known]

    def ordered(self, pairs: Iterable[Neighbours]) -> list[Neighbours]:
        """Those that seem farthest apart first."""
        return sorted(pairs, key=self.score, reverse=True)

    def coupled(self, pairs: list[Neighbours]) -> bool:
        """Whether the same random numbers gave nearly the same noise on both sides of these pairs."""
        sides = [(self.summary(pair.first), self.summary(pair.second)) for pair in pairs]
        return all(one is not None and other is not None and tied(one, other) for one, other in sides)

    def halve(self, pairs: list[Neighbours], until: float) -> list[Neighbours]:
        """The better half, with twice the outputs, until few are left; the best first."""
        self.tried = max(self.tried, len(pairs))
        best = distinct(self.ordered(pairs))[:32]
        while len(best) > FINALISTS:
            best = best[: max(FINALISTS, len(best) // 2)]
            rows = self.left(until) // (2 * 2 * len(best))
            if rows < LEAST_ROWS // 2:
                break
            self.deepen(best, rows)
            best = self.ordered(best)
        return best[:FINALISTS]

    def deepen(self, pairs: list[Neighbours], more: int) -> None:
        """So many more outputs on every side."""
        sizes = {
            content(side): (side, len(self.pool.found[content(side)]) + more) for side in sides_of(pairs)
        }
        for side, rows in sizes.values():
            self.draw([side], rows)

    def _level(self, pairs: list[Neighbours], room: int) -> None:
        """As many outputs on all sides of some pairs, with so many more in all; no more than are judged."""
        sides = sides_of(pairs)
        have = sorted({content(side): len(self.pool.found[content(side)]) for side in sides}.values())
        levels = [(room + sum(have[:k])) // k for k in range(1, len(have) + 1)]
        self.draw(sides, min(JUDGED, *levels))

    def unlike(self, pairs: list[Neighbours]) -> list[Neighbours]:
        """The pairs without those that seem to have one law up to its place: of pairs on which common noise
        moves equally far the first. More of them would have as many chances to be taken for better than
        they are.
        """
        kept: dict[float | bytes, Neighbours] = {}
        for pair in distinct(pairs):
            alone = content(pair.first) + b" " + content(pair.second)
            kept.setdefault(round(self.score(pair), 6) if self.coupled([pair]) else alone, pair)
        return list(kept.values())

    def promise(self, pair: Neighbours, rows: int) -> float:
        """What the best event promises on so many outputs a side, by careful judgement; on many, by the mean
        of that and a daring one, which on few outputs would believe chance.
        """
        one, other = (self.pool.found[content(side)][:rows] for side in (pair.first, pair.second))
        goals = [self.goal, replace(self.goal, daring=DARED)]
        careful, dared = choose_each(one, other, goals, self.seed, bits=self.bits, slow=False)
        return (careful.promise + dared.promise) / 2 if len(one) >= ENOUGH_TO_DARE else careful.promise

    def best(self, pairs: list[Neighbours]) -> Neighbours:
        """The pair whose event promises most: of many the best third, of few the better half, on more and
        more outputs, as many on each.
        """
        kept = distinct(pairs)
        while len(kept) > 1:
            rounds = math.ceil(math.log2(min(len(kept), FINALISTS)))
            self._level(kept, self.left(1.0) // rounds)
            most = (len(kept) + 2) // 3 if len(kept) > FINALISTS else (len(kept) + 1) // 2
            kept = sorted(kept, key=lambda pair: -self.promise(pair, JUDGED))[:most]
        return kept[0]


def sides_of(pairs: Iterable[Neighbours]) -> list[Any]:
    """The data sets of pairs, pair by pair."""
    return [side for pair in pairs for side in (pair.first, pair.second)]


def distinct(pairs: Iterable[Neighbours]) -> list[Neighbours]:
    """The pairs without those that are there already, whichever side comes first."""
    return list({frozenset(map(content, (pair.first, pair.second))): pair for pair in pairs}.values())
