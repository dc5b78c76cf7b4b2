"""The search for the pair of neighbours that shows most, on a small part of the outputs.

Screening: on few outputs each, data sets in which one record after the other is varied; any two that differ
in the same record are neighbours. Halving: twice the outputs for the better half, several times. Climbing:
one part of a record, or of the records that both share, is moved, and what shows more is kept. The pairs that
are left are compared by the event that they promise. All these outputs are set aside, so that however many
pairs were looked at, the confidence of the counts that follow is what it says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.choosing import choose_each
from dptheory.lab.audit.privacy.coverage import Coverage, Found, Varied, coverage, plan_of_variations
from dptheory.lab.audit.privacy.digits import bits_apart
from dptheory.lab.audit.privacy.farthest import Climb, minimisers
from dptheory.lab.audit.privacy.leaks import LEAST_ROWS, Leaks, odd_pair
from dptheory.lab.audit.privacy.levels import Goal
from dptheory.lab.audit.privacy.moves import ends_of, extremes, near
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours, rebuilt, table
from dptheory.lab.audit.privacy.pool import COUPLED, Pool, Summary, Yardstick, apart, content, tied, yardstick
from dptheory.lab.audit.privacy.varying import Domain, domain_of, features_of
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE

SHARE: Final = 0.2
LARGEST_SHARE: Final = 0.25
ENOUGH: Final = 12_000
MOST: Final = 150_000
"""A search may take the first part of all outputs a side; of few outputs the second, up to `ENOUGH`; never
more than `MOST`."""

SCREENED: Final = 0.3
CHAMPIONS: Final = 0.15
HALVED: Final = 0.15
CLIMBED: Final = 0.35
"""Parts of a search's outputs: for a first look at all pairs, for extreme ones; and of what is left, by the
end of halving and by the end of climbing. The others compare finalists. Where delta > 0 the first look is
longer."""

FINALISTS: Final = 6
CLIMBERS: Final = 3
"""Pairs that are compared by the event that they promise; and of those that a climb reached, where there are
others."""

JUDGED: Final = 2_000
"""Outputs a side on which their promises are compared, at most."""

WIDENED: Final = 0.1
CLEARLY: Final = 0.4
"""The part of a search that looks beyond the box of the data; and how much more must be promised there, or by
another pair where a leak was seen."""

DARED: Final = 0.75
ENOUGH_TO_DARE: Final = 400
"""How daring a second judgement of a pair is, and the outputs a side from which it is asked: of many pairs
the best seems better than it is.
"""

CLIMBS: Final = 5
MANY_CLIMBS: Final = 150
"""Rounds of climbing, without and with common random numbers."""

PATIENCE: Final = 25
BETTER: Final = 1.001
"""So many rounds end it of which none showed more than by such a factor."""


@dataclass(eq=False)
class Search:
    """One search. `budget` counts outputs on all data sets together."""

    pool: Pool
    adjacency: str
    goal: Goal
    eps: float
    rng: np.random.Generator
    budget: int
    accepts: Callable[[Neighbours], bool]
    seed: int = 0
    measure: Yardstick | None = None
    summaries: dict[tuple[bytes, int], Summary] = field(default_factory=dict)
    scores: dict[tuple[int, int], float] = field(default_factory=dict)
    tried: int = 0
    at: bool = False
    bits: bool = False
    widening: bool = False
    sizes: tuple[int, int] = (10**9, 0)

    def left(self, share: float) -> int:
        """The outputs that may be drawn before a share of the budget is used up."""
        return max(0, int(share * self.budget) - self.pool.drawn)

    def around(self, data: Any, domain: Domain) -> Found:
        """The best pair near one data set."""
        rows = table(data)
        # seldom events need many outputs
        share, most = (SCREENED, 400) if self.goal.delta == 0 else (0.45, 10_000)
        room = max(8, int(share * self.budget / LEAST_ROWS))
        chosen = plan_of_variations(rows, domain, self.adjacency, self.rng, room)
        sets = [(v, made) for v in chosen if (made := self.made(data, rows, v)) is not None]
        if not sets:
            raise BadInput(
                "a data set whose records cannot be varied (they are all equal, or no other is accepted)",
                "another record that a data set may hold",
                f"--pair, or {_proposed(domain)} for the numbers that a record may hold",
            )
        each = int(np.clip(share * self.budget / (len(sets) + 1), LEAST_ROWS, most))
        self.draw([data, *(made for _, made in sets)], each)
        usable = [(v, made) for v, made in sets if self.summary(made) is not None]
        if not usable or self.summary(data) is None:
            trouble = next(iter(self.pool.refused.values()))
            raise trouble.error()
        pairs = [pair for pair in self._grouped(data, usable) if self.neighbours(pair)]
        if self.at:
            pairs = [pair for pair in pairs if content(data) in (content(pair.first), content(pair.second))]
            best = self.halve(pairs, 0.9)
        else:
            pairs = [*self._farthest(data, pairs, domain), *pairs]
            best = Leaks(self, data, domain).best(usable)
            best = best or (odd_pair(self, data, usable) if self.goal.delta > 0 else [])
            apart = self._champions(data, domain)
            if best:  # a leak was seen on many outputs; it need not show on as few as all are judged by
                rival = self.best(apart) if apart else None
                seen = max(self.eps, self.promise(best[0], MOST))
                best = [rival] if rival and self.promise(rival, JUDGED) > seen + CLEARLY else best
                apart = []
            else:
                spent = self.pool.drawn / self.budget
                best = self.halve([*pairs, *apart], spent + HALVED * (1 - spent))
                slopes = self._slopes(data, usable, domain)
                best = self.climb(best, domain, spent + CLIMBED * (1 - spent), slopes)
            best = [*self.unlike([*best[:CLIMBERS], *apart]), *self._by_bits(pairs)]
        chosen = [varied for varied, _ in usable]
        told = coverage(chosen, rows, domain, len(self.pool.calls), len(self.pool.refused))
        found = self.decide(best, replace(told, sizes=self.sizes, at=self.at))
        wider = domain.beyond() if self.widening and self.adjacency == REPLACE_ONE else None
        return self._beyond(data, rows, found, wider) if wider is not None else found

    def _beyond(
        self, data: Any, rows: FloatArray, found: Found, wider: tuple[FloatArray, FloatArray]
    ) -> Found:
        """The same, with a wider box proposed where a pair with a record from there promises to violate the
        claim, and clearly more than the best of the data's own box. What lies beyond is never counted: it
        may lie beyond the claim.
        """
        places = [
            [self.made(data, rows, Varied(place, end)) for end in wider] for place in (0, len(rows) - 1)
        ]
        moved = [[data, *(other for other in made if other is not None)] for made in places]
        sides = [other for made in moved for other in made[1:]]
        pairs = [Neighbours(*two, "search") for made in moved for two in combinations(made, 2)]
        room = int(WIDENED * self.budget) // (2 * len(sides) + 1)
        if not pairs or room < LEAST_ROWS or found.coverage is None:
            return found
        inside = self.promise(found.pair, room)
        self.draw([data, *sides], room)
        usable = [pair for pair in pairs if self.score(pair) >= 0]
        promised = max((self.promise(pair, room) for pair in usable), default=0.0)
        spent = -(-self.pool.drawn // 2)
        if promised <= max(self.eps, inside) + CLEARLY:
            return replace(found, spent=spent)
        ends = f"{float(min(wider[0])):.6g}", f"{float(max(wider[1])):.6g}"
        return replace(found, spent=spent, coverage=replace(found.coverage, wider=ends))

    def _champions(self, data: Any, domain: Domain) -> list[Neighbours]:
        """Of each family of extreme pairs the one that seems farthest apart: what seems so is not always what
        shows most, so each of them is judged in the end, whatever the others are.
        """
        found = extremes(data, domain, self.adjacency, self.rng)
        families = [
            [pair for pair in pairs if self.neighbours(pair) and self.accepts(pair)]
            for pairs in found.values()
        ]
        most = int(0.25 * self.budget) // (2 * LEAST_ROWS * len(families))
        families = [pairs[:most] for pairs in families if pairs[:most]]
        sides = [side for pairs in families for pair in pairs for side in (pair.first, pair.second)]
        names = len({content(side) for side in sides})
        if names:
            self.draw(sides, int(np.clip(CHAMPIONS * self.budget / names, LEAST_ROWS, 400)))
        self.tried += sum(map(len, families))
        champions = [max(pairs, key=self.score) for pairs in families]
        return [pair for pair in champions if self.score(pair) >= 0]

    def _by_bits(self, pairs: list[Neighbours]) -> list[Neighbours]:
        """Where last bits count, the pair of the screened ones that they tell apart best: no distance of laws
        sees them.
        """
        found = [self.pool.outputs(side) for pair in pairs for side in (pair.first, pair.second)]
        sides = zip(found[::2], found[1::2], strict=True)
        seen = [
            (bits_apart(one, other), place)
            for place, (one, other) in enumerate(sides)
            if one is not None and other is not None
        ]
        return [pairs[max(seen)[1]]] if self.bits and seen else []

    def among(self, pairs: list[Neighbours], climbing: bool) -> Found:
        """The best of some pairs; with climbing, also of pairs near them."""
        each = int(np.clip(0.4 * self.budget / (2 * len(pairs)), LEAST_ROWS, 900))
        self.draw([side for pair in pairs for side in (pair.first, pair.second)], each)
        usable = [pair for pair in pairs if self.score(pair) >= 0]
        if not usable:
            raise next(iter(self.pool.refused.values())).error()
        best = self.halve(usable, 0.6)
        if climbing:
            rows = np.concatenate([table(best[0].first), table(best[0].second)])
            domain = domain_of(rows, features=features_of(best[0].first, rows))
            best = self.climb(best, domain, 0.8, [])
        return self.decide(best, None)

    def made(self, data: Any, rows: FloatArray, varied: Varied) -> Any:
        """The data set that a variation makes; None where that is the data set itself or is not accepted."""
        if varied.record is None:
            other = np.delete(rows, varied.place, axis=0)
        elif varied.place == len(rows):
            other = np.vstack([rows, varied.record])
        else:
            if np.array_equal(rows[varied.place], varied.record, equal_nan=True):
                return None
            other = rows.copy()
            other[varied.place] = varied.record
        try:
            made = rebuilt(data, other)
        except (ValueError, IndexError):
            return None
        return made if self.accepts(Neighbours(made, made)) else None

    def draw(self, data_sets: list[Any], rows: int) -> None:
        """Outputs, and at first the yardstick."""
        self.pool.ensure(data_sets, rows)
        sizes = [len(table(data)) for data in data_sets]
        self.sizes = min(self.sizes[0], *sizes), max(self.sizes[1], *sizes)
        if self.measure is None:
            drawn = [found for data in data_sets if (found := self.pool.outputs(data)) is not None]
            if not drawn:
                raise next(iter(self.pool.refused.values())).error()
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

    def neighbours(self, pair: Neighbours) -> bool:
        """Whether the two differ as neighbours do."""
        try:
            check_neighbours(pair, self.adjacency)
        except BadInput:
            return False
        return True

    def _farthest(self, data: Any, pairs: list[Neighbours], domain: Domain) -> list[Neighbours]:
        """Pairs on which the mechanism's minimiser moves farthest, where it gives one; drawn on a little."""
        pool = minimisers(self.pool, data)
        if pool is None or self.measure is None:
            return []
        climb = Climb(
            pool,
            domain,
            self.rng,
            lambda pair: self.neighbours(pair) and self.accepts(pair),
            self.measure.whiten,
        )
        found = climb.best(pairs)
        self.draw([side for pair in found for side in (pair.first, pair.second)], LEAST_ROWS)
        self.tried += len(pool.calls) // 2
        return found

    def _grouped(self, data: Any, sets: list[tuple[Varied, Any]]) -> Iterator[Neighbours]:
        """The pairs of data sets that differ in the same record; of each record only the farthest few."""
        places: dict[int, list[tuple[Varied, Any]]] = {}
        for varied, made in sets:
            places.setdefault(varied.place, []).append((varied, made))
        for group in places.values():
            pairs = [Neighbours(*sides, "search") for sides in self._partners(data, group)]
            self.tried += len(pairs)
            yield from sorted(pairs, key=self.score, reverse=True)[:4]

    def _partners(self, data: Any, group: list[tuple[Varied, Any]]) -> Iterator[tuple[Any, Any]]:
        gone = [made for varied, made in group if varied.record is None]
        changed = [data, *(made for varied, made in group if varied.record is not None)]
        if gone:
            return ((gone[0], other) for other in changed)
        if self.adjacency == REPLACE_ONE:
            return ((one, other) for i, one in enumerate(changed) for other in changed[:i])
        return ((data, other) for other in changed[1:])

    def halve(self, pairs: list[Neighbours], until: float) -> list[Neighbours]:
        """The better half, with twice the outputs, until few are left; the best first."""
        self.tried = max(self.tried, len(pairs))
        best = distinct(sorted(pairs, key=self.score, reverse=True))[:32]
        while len(best) > FINALISTS:
            best = best[: max(FINALISTS, len(best) // 2)]
            rows = self.left(until) // (2 * 2 * len(best))
            if rows < LEAST_ROWS // 2:
                break
            self._deepen(best, rows)
            best.sort(key=self.score, reverse=True)
        return best[:FINALISTS]

    def _deepen(self, pairs: list[Neighbours], more: int) -> None:
        sizes: dict[bytes, tuple[Any, int]] = {}
        for pair in pairs:
            for side in (pair.first, pair.second):
                sizes[content(side)] = side, len(self.pool.found[content(side)]) + more
        for side, rows in sizes.values():
            self.draw([side], rows)

    def _level(self, pairs: list[Neighbours], room: int) -> None:
        """As many outputs on all sides of some pairs, with so many more in all; no more than are judged."""
        sides = [side for pair in pairs for side in (pair.first, pair.second)]
        have = sorted({content(side): len(self.pool.found[content(side)]) for side in sides}.values())
        levels = [(room + sum(have[:k])) // k for k in range(1, len(have) + 1)]
        self.draw(sides, min(JUDGED, *levels))

    def _slopes(self, data: Any, sets: list[tuple[Varied, Any]], domain: Domain) -> list[FloatArray]:
        """Records at which a linear fit of the outputs' centres on the record is extreme, the two ends of
        each direction one after the other.
        """
        known = [(v.record, s) for v, made in sets if v.record is not None and (s := self.summary(made))]
        if len(known) < domain.rows.shape[1] + 2:
            return []
        x = np.nan_to_num(np.array([record for record, _ in known]))
        y = np.array([s.centre for _, s in known])
        with np.errstate(over="ignore", invalid="ignore"):
            size = np.maximum(x.max(axis=0) - x.min(axis=0), 1e-300)
            design = np.column_stack([np.ones(len(x)), (x - x.mean(axis=0)) / size])
        if not np.isfinite(design).all():
            return []
        slopes = np.linalg.lstsq(design, np.clip(y, -1e6, 1e6), rcond=None)[0][1:]
        directions = np.linalg.svd(slopes)[0].T[:3]
        return [domain.along(sign * direction / size) for direction in directions for sign in (1.0, -1.0)]

    def climb(
        self, best: list[Neighbours], domain: Domain, until: float, ends: list[FloatArray]
    ) -> list[Neighbours]:
        """Pairs near the best; each round keeps what shows most.

        Where the same random numbers give the same noise on all data sets, a few outputs show how far two
        laws lie apart, and there are many rounds; elsewhere there are few, with more outputs each.
        """
        kept = list(best)
        tight = self.coupled(kept)
        rounds = MANY_CLIMBS if tight else CLIMBS
        stuck = 0
        for step in range(rounds):
            if stuck == PATIENCE:
                break
            reached = self.score(kept[0])
            room = self.left(until) // (1 if tight else rounds - step)
            fresh = [*ends_of(kept[0], ends if step == 0 else []), *near(kept[0], domain, self.rng, tight)]
            fresh = [pair for pair in fresh if self.neighbours(pair) and self.accepts(pair)]
            least = COUPLED if tight else LEAST_ROWS
            fresh = fresh[: max(1, room // (2 * 2 * least))]
            if not fresh or room < 4 * least:
                break
            rows = least if tight else max(least, room // (4 * len(fresh)))
            self.draw([side for pair in fresh for side in (pair.first, pair.second)], rows)
            self.tried += len(fresh)
            promising = sorted((p for p in fresh if self.score(p) >= 0), key=self.score, reverse=True)[:3]
            kept = distinct(sorted([*promising, *kept], key=self.score, reverse=True))[: 2 * FINALISTS]
            if not tight:
                self._deepen(kept[:3], room // 8)
                kept.sort(key=self.score, reverse=True)
            stuck = stuck + 1 if self.score(kept[0]) <= BETTER * reached else 0
        return kept[:FINALISTS]

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

    def coupled(self, pairs: list[Neighbours]) -> bool:
        """Whether the same random numbers gave nearly the same noise on both sides of these pairs."""
        sides = [(self.summary(pair.first), self.summary(pair.second)) for pair in pairs]
        return all(one is not None and other is not None and tied(one, other) for one, other in sides)

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

    def decide(self, pairs: list[Neighbours], coverage: Coverage | None) -> Found:
        """The pair whose event promises most."""
        best = self.best(pairs)
        tried, spent = max(self.tried, len(pairs)), -(-self.pool.drawn // 2)
        one, other = (self.pool.found[content(side)][COUPLED:] for side in (best.first, best.second))
        return Found(best, tried, spent, coverage, (one, other))


def searched(samples: int) -> int:
    """Outputs a side that a search may take.

    >>> searched(2_000), searched(20_000), searched(100_000), searched(10**7)
    (500, 5000, 20000, 150000)
    """
    return min(int(LARGEST_SHARE * samples), max(ENOUGH, int(SHARE * samples)), MOST)


def distinct(pairs: Iterable[Neighbours]) -> list[Neighbours]:
    """The pairs without those that are there already, whichever side comes first."""
    return list({frozenset(map(content, (pair.first, pair.second))): pair for pair in pairs}.values())


def _proposed(domain: Domain) -> str:
    wider = domain.beyond()
    return "--box LOW HIGH" if wider is None else f"--box {min(wider[0]):.6g} {max(wider[1]):.6g}"
