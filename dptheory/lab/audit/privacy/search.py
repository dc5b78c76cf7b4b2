"""The search for the pair of neighbours that shows most, on a small part of the outputs.

Screening: on few outputs each, data sets in which one record after the other is varied; any two that differ
in the same record are neighbours. Halving: twice the outputs for the better half, several times. Climbing:
one part of a record, or of the records that both share, is moved, and what shows more is kept. The pairs that
are left are compared by the event that they promise. All these outputs are set aside, so that however many
pairs were looked at, the confidence of the counts that follow is what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.coverage import Coverage, Found, Varied, coverage, plan_of_variations
from dptheory.lab.audit.privacy.digits import bits_apart
from dptheory.lab.audit.privacy.farthest import Climb, minimisers
from dptheory.lab.audit.privacy.leaks import LEAST_ROWS, Leaks, odd_pair
from dptheory.lab.audit.privacy.moves import ends_of, extremes, near, slopes
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours, rebuilt, table
from dptheory.lab.audit.privacy.plan import MOST_SEARCHED
from dptheory.lab.audit.privacy.pool import COUPLED, content
from dptheory.lab.audit.privacy.ranking import FINALISTS, JUDGED, Ranking, distinct, sides_of
from dptheory.lab.audit.privacy.varying import Domain, domain_of, features_of
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE

SCREENED: Final = 0.3
CHAMPIONS: Final = 0.15
HALVED: Final = 0.15
CLIMBED: Final = 0.35
"""Parts of a search's outputs: for a first look at all pairs, for extreme ones; and of what is left, by the
end of halving and by the end of climbing. The others compare finalists. Where delta > 0 the first look is
longer."""

CLIMBERS: Final = 3
"""Pairs that a climb reached which are compared by the event that they promise, where there are others."""

WIDENED: Final = 0.1
CLEARLY: Final = 0.4
"""The part of a search that looks beyond the box of the data; and how much more must be promised there, or by
another pair where a leak was seen."""

CLIMBS: Final = 5
MANY_CLIMBS: Final = 150
"""Rounds of climbing, without and with common random numbers."""

PATIENCE: Final = 25
BETTER: Final = 1.001
"""So many rounds end it of which none showed more than by such a factor."""


@dataclass(eq=False)
class Search:
    """One search, with the ranking of the pairs that it looked at."""

    ranking: Ranking
    adjacency: str
    eps: float
    rng: np.random.Generator
    accepts: Callable[[Neighbours], bool]
    at: bool = False
    widening: bool = False

    def around(self, data: Any, domain: Domain) -> Found:
        """The best pair near one data set."""
        rows, ranking = table(data), self.ranking
        # seldom events need many outputs
        share, most = (SCREENED, 400) if ranking.goal.delta == 0 else (0.45, 10_000)
        room = max(8, int(share * ranking.budget / LEAST_ROWS))
        chosen = plan_of_variations(rows, domain, self.adjacency, self.rng, room)
        sets = [(v, made) for v in chosen if (made := self.made(data, rows, v)) is not None]
        if not sets:
            raise BadInput(
                "a data set whose records cannot be varied (they are all equal, or no other is accepted)",
                "another record that a data set may hold",
                f"--pair, or {_proposed(domain)} for the numbers that a record may hold",
            )
        each = int(np.clip(share * ranking.budget / (len(sets) + 1), LEAST_ROWS, most))
        ranking.draw([data, *(made for _, made in sets)], each)
        usable = [(v, made) for v, made in sets if ranking.summary(made) is not None]
        if not usable or ranking.summary(data) is None:
            raise ranking.pool.refusal()
        pairs = [pair for pair in self._grouped(data, usable) if self.neighbours(pair)]
        if self.at:
            pairs = [pair for pair in pairs if content(data) in (content(pair.first), content(pair.second))]
            best = ranking.halve(pairs, 0.9)
        else:
            best = self._finalists(data, usable, pairs, domain)
        chosen = [varied for varied, _ in usable]
        told = coverage(chosen, rows, domain, len(ranking.pool.calls), len(ranking.pool.refused))
        found = self.decide(best, replace(told, sizes=ranking.sizes, at=self.at))
        wider = domain.beyond() if self.widening and self.adjacency == REPLACE_ONE else None
        return self._beyond(data, rows, found, wider) if wider is not None else found

    def _finalists(
        self, data: Any, sets: list[tuple[Varied, Any]], screened: list[Neighbours], domain: Domain
    ) -> list[Neighbours]:
        """What is left to be compared of the screened pairs, those near them, and extreme ones; where a leak
        is seen, the pair that shows it, or an extreme one that clearly promises more.
        """
        ranking = self.ranking
        pairs = [*self._farthest(data, screened, domain), *screened]
        best = Leaks(self, data, domain).best(sets)
        best = best or (odd_pair(self, data, sets) if ranking.goal.delta > 0 else [])
        apart = self._champions(data, domain)
        if best:  # a leak was seen on many outputs; it need not show on as few as all are judged by
            rival = ranking.best(apart) if apart else None
            seen = max(self.eps, ranking.promise(best[0], MOST_SEARCHED))
            best = [rival] if rival and ranking.promise(rival, JUDGED) > seen + CLEARLY else best
            apart = []
        else:
            spent = ranking.pool.drawn / ranking.budget
            best = ranking.halve([*pairs, *apart], spent + HALVED * (1 - spent))
            centres = [
                (v.record, s.centre)
                for v, made in sets
                if v.record is not None and (s := ranking.summary(made))
            ]
            best = self.climb(best, domain, spent + CLIMBED * (1 - spent), slopes(centres, domain))
        return [*ranking.unlike([*best[:CLIMBERS], *apart]), *self._by_bits(pairs)]

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
        room = int(WIDENED * self.ranking.budget) // (2 * len(sides) + 1)
        if not pairs or room < LEAST_ROWS or found.coverage is None:
            return found
        inside = self.ranking.promise(found.pair, room)
        self.ranking.draw([data, *sides], room)
        usable = [pair for pair in pairs if self.ranking.score(pair) >= 0]
        promised = max((self.ranking.promise(pair, room) for pair in usable), default=0.0)
        spent = -(-self.ranking.pool.drawn // 2)
        if promised <= max(self.eps, inside) + CLEARLY:
            return replace(found, spent=spent)
        ends = f"{float(min(wider[0])):.6g}", f"{float(max(wider[1])):.6g}"
        return replace(found, spent=spent, coverage=replace(found.coverage, wider=ends))

    def _champions(self, data: Any, domain: Domain) -> list[Neighbours]:
        """Of each family of extreme pairs the one that seems farthest apart: what seems so is not always what
        shows most, so each of them is judged in the end, whatever the others are.
        """
        found = extremes(data, domain, self.adjacency, self.rng)
        families = [[*filter(self.admitted, pairs)] for pairs in found.values()]
        most = int(0.25 * self.ranking.budget) // (2 * LEAST_ROWS * len(families))
        families = [pairs[:most] for pairs in families if pairs[:most]]
        sides = sides_of(pair for pairs in families for pair in pairs)
        names = len({content(side) for side in sides})
        if names:
            self.ranking.draw(sides, int(np.clip(CHAMPIONS * self.ranking.budget / names, LEAST_ROWS, 400)))
        self.ranking.tried += sum(map(len, families))
        champions = [max(pairs, key=self.ranking.score) for pairs in families]
        return [pair for pair in champions if self.ranking.score(pair) >= 0]

    def _by_bits(self, pairs: list[Neighbours]) -> list[Neighbours]:
        """Where last bits count, the pair of the screened ones that they tell apart best: no distance of laws
        sees them.
        """
        found = [self.ranking.pool.outputs(side) for side in sides_of(pairs)]
        sides = zip(found[::2], found[1::2], strict=True)
        seen = [
            (bits_apart(one, other), place)
            for place, (one, other) in enumerate(sides)
            if one is not None and other is not None
        ]
        return [pairs[max(seen)[1]]] if self.ranking.bits and seen else []

    def among(self, pairs: list[Neighbours], climbing: bool) -> Found:
        """The best of some pairs; with climbing, also of pairs near them."""
        each = int(np.clip(0.4 * self.ranking.budget / (2 * len(pairs)), LEAST_ROWS, 900))
        self.ranking.draw(sides_of(pairs), each)
        usable = [pair for pair in pairs if self.ranking.score(pair) >= 0]
        if not usable:
            raise self.ranking.pool.refusal()
        best = self.ranking.halve(usable, 0.6)
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

    def neighbours(self, pair: Neighbours) -> bool:
        """Whether the two differ as neighbours do."""
        try:
            check_neighbours(pair, self.adjacency)
        except BadInput:
            return False
        return True

    def admitted(self, pair: Neighbours) -> bool:
        """Whether they are neighbours whose data the mechanism takes."""
        return self.neighbours(pair) and self.accepts(pair)

    def _farthest(self, data: Any, pairs: list[Neighbours], domain: Domain) -> list[Neighbours]:
        """Pairs on which the mechanism's minimiser moves farthest, where it gives one; drawn on a little."""
        pool = minimisers(self.ranking.pool, data)
        if pool is None or self.ranking.measure is None:
            return []
        found = Climb(pool, domain, self.rng, self.admitted, self.ranking.measure.whiten).best(pairs)
        self.ranking.draw(sides_of(found), LEAST_ROWS)
        self.ranking.tried += len(pool.calls) // 2
        return found

    def _grouped(self, data: Any, sets: list[tuple[Varied, Any]]) -> Iterator[Neighbours]:
        """The pairs of data sets that differ in the same record; of each record only the farthest few."""
        places: dict[int, list[tuple[Varied, Any]]] = {}
        for varied, made in sets:
            places.setdefault(varied.place, []).append((varied, made))
        for group in places.values():
            pairs = [Neighbours(*sides, "search") for sides in self._partners(data, group)]
            self.ranking.tried += len(pairs)
            yield from self.ranking.ordered(pairs)[:4]

    def _partners(self, data: Any, group: list[tuple[Varied, Any]]) -> Iterator[tuple[Any, Any]]:
        gone = [made for varied, made in group if varied.record is None]
        changed = [data, *(made for varied, made in group if varied.record is not None)]
        if gone:
            return ((gone[0], other) for other in changed)
        if self.adjacency == REPLACE_ONE:
            return ((one, other) for i, one in enumerate(changed) for other in changed[:i])
        return ((data, other) for other in changed[1:])

    def climb(
        self, best: list[Neighbours], domain: Domain, until: float, ends: list[FloatArray]
    ) -> list[Neighbours]:
        """Pairs near the best; each round keeps what shows most.

        Where the same random numbers give the same noise on all data sets, a few outputs show how far two
        laws lie apart, and there are many rounds; elsewhere there are few, with more outputs each.
        """
        kept, ranking = list(best), self.ranking
        tight = ranking.coupled(kept)
        rounds = MANY_CLIMBS if tight else CLIMBS
        stuck = 0
        for step in range(rounds):
            if stuck == PATIENCE:
                break
            reached = ranking.score(kept[0])
            room = ranking.left(until) // (1 if tight else rounds - step)
            moved = [*ends_of(kept[0], ends if step == 0 else []), *near(kept[0], domain, self.rng, tight)]
            fresh = [*filter(self.admitted, moved)]
            least = COUPLED if tight else LEAST_ROWS
            fresh = fresh[: max(1, room // (2 * 2 * least))]
            if not fresh or room < 4 * least:
                break
            rows = least if tight else max(least, room // (4 * len(fresh)))
            ranking.draw(sides_of(fresh), rows)
            ranking.tried += len(fresh)
            promising = ranking.ordered(p for p in fresh if ranking.score(p) >= 0)[:3]
            kept = distinct(ranking.ordered([*promising, *kept]))[: 2 * FINALISTS]
            if not tight:
                ranking.deepen(kept[:3], room // 8)
                kept = ranking.ordered(kept)
            stuck = stuck + 1 if ranking.score(kept[0]) <= BETTER * reached else 0
        return kept[:FINALISTS]

    def decide(self, pairs: list[Neighbours], coverage: Coverage | None) -> Found:
        """The pair whose event promises most."""
        best = self.ranking.best(pairs)
        tried, spent = max(self.ranking.tried, len(pairs)), -(-self.ranking.pool.drawn // 2)
        one, other = (self.ranking.pool.found[content(side)][COUPLED:] for side in (best.first, best.second))
        return Found(best, tried, spent, coverage, (one, other))


def _proposed(domain: Domain) -> str:
    wider = domain.beyond()
    return "--box LOW HIGH" if wider is None else f"--box {min(wider[0]):.6g} {max(wider[1]):.6g}"
