"""Exact parameters of small worlds, and data sets up to relabelling."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite import Data, FiniteWorld
from dptheory.kernel.real import Term, apply, num, parse_term, substitute
from dptheory.kernel.real import exact as exact_value

Exact = int | str | fmpq
ZERO, HALF, ONE, TWO = fmpq(0), fmpq(1, 2), fmpq(1), fmpq(2)


def exact(name: str, value: Exact) -> fmpq:
    """The exact rational that a parameter is given as; BadInput for anything else.

    >>> exact("gam", "2/5")
    2/5
    >>> exact("gam", 0.4)
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given gam = 0.4; needed: an exact rational; try: gam = "2/5" or fmpq(2, 5)
    """
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return fmpq(value)
    if isinstance(value, str):
        top, slash, bottom = value.partition("/")
        digits = top.removeprefix("-")
        below = bottom if slash else "1"
        if all(t.isascii() and t.isdigit() for t in (digits, below)) and int(below) != 0:
            return fmpq(int(top), int(below))
    raise BadInput(f"{name} = {value}", "an exact rational", f'{name} = "2/5" or fmpq(2, 5)')


def at_least_one(name: str, value: fmpq) -> fmpq:
    """A ratio e^eps, which must be at least 1."""
    if value < 1:
        raise BadInput(f"{name} = {value}", "e^eps with eps >= 0, hence at least 1", f"{name} = 2")
    return value


def probability(name: str, value: fmpq) -> fmpq:
    """A number between 0 and 1."""
    if value < 0 or value > 1:
        raise BadInput(f"{name} = {value}", "a number between 0 and 1", f"{name} = 1/10")
    return value


def count(name: str, value: int, low: int, high: int) -> int:
    """An integer in a range; nothing infinite is searched.

    >>> count("k", float("inf"), 2, 6)  # type: ignore[arg-type]
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given k = inf; needed: a finite world: k from 2 to 6; try: k = 6
    """
    if str(value) in ("oo", "inf"):
        raise BadInput(
            f"{name} = {value}", f"a finite world: {name} from {low} to {high}", f"{name} = {high}"
        )
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadInput(f"{name} = {value}", f"an integer from {low} to {high}", f"{name} = {low}")
    return value


@dataclass(frozen=True)
class Setting:
    """The sizes and parameters of the worlds in which a lemma is tried.

    `ratio` is e^eps; `size` the sample of the subsampling lemmas; `rate` the stability of Theorem 35;
    `ordered` says that a sample keeps the data set's order; `scale` the bound of |loss|.
    """

    entries: int = 3
    records: int = 2
    outcomes: int = 3
    ratio: fmpq = TWO
    delta: fmpq = ZERO
    size: int = 1
    rate: fmpq = HALF
    ordered: bool = False
    scale: fmpq = ONE

    @property
    def point(self) -> dict[str, fmpq]:
        """The parameters by the names that bounds use."""
        share = fmpq(self.size, self.entries)
        named = {"r": self.ratio, "delta": self.delta, "gam": share, "xi": self.rate, "B": self.scale}
        return {**named, "k": fmpq(self.records), "m": fmpq(self.size), "n": fmpq(self.entries)}

    @property
    def terms(self) -> dict[str, Term]:
        """The same as terms, with eps = log(r)."""
        return {**{name: num(x) for name, x in self.point.items()}, "eps": apply("log", num(self.ratio))}

    def at(self, text: str) -> Term:
        """A text in the parameters with their numbers."""
        return substitute(parse_term(text), self.terms)

    def value(self, text: str) -> fmpq:
        """The exact value of a text in the parameters; BadInput where it is not evident."""
        found = exact_value(self.at(text), {})
        if found is None:
            raise BadInput(text, "a rational number at the setting", "1 + gam*(r - 1)")
        return found


def setting(
    entries: int = 3,
    records: int = 2,
    outcomes: int = 3,
    ratio: Exact = 2,
    delta: Exact = 0,
    size: int = 1,
    rate: Exact = "1/2",
    ordered: bool = False,
    scale: Exact = 1,
) -> Setting:
    """A setting from integers, texts or exact rationals; BadInput with the domain outside it.

    >>> setting(ratio="3/2").point["r"]
    3/2
    >>> setting(entries=3, size=4)
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given size = 4; needed: an integer from 1 to 3; try: size = 1
    """
    count("entries", entries, 1, 8)
    count("size", size, 1, entries)
    count("records", records, 2, 6)
    count("outcomes", outcomes, 2, 6)
    return Setting(
        entries,
        records,
        outcomes,
        at_least_one("ratio", exact("ratio", ratio)),
        probability("delta", exact("delta", delta)),
        size,
        probability("rate", exact("rate", rate)),
        ordered,
        exact("scale", scale),
    )


def pairs(world: FiniteWorld) -> list[tuple[Data, Data]]:
    """Ordered pairs of neighbours, one for each class under relabelling of the records.

    A relabelling of the records maps mechanisms of the world to mechanisms of the world, private ones to
    private ones, so the worst case of a question about two data sets alone is the same for all pairs of a
    class.

    >>> pairs(FiniteWorld(2, (2,), 2))
    [((0, 0), (0, 1)), ((0, 1), (0, 0))]
    """
    relabellings = list(permutations(range(world.records)))
    found: dict[tuple[Data, Data], None] = {}
    for i, j in world.neighbours:
        first, second = world.data_sets[i], world.data_sets[j]
        found.setdefault(min(_relabelled(first, second, p, world.ordered) for p in relabellings))
    return list(found)


def _relabelled(first: Data, second: Data, names: tuple[int, ...], ordered: bool) -> tuple[Data, Data]:
    left, right = (tuple(names[z] for z in data) for data in (first, second))
    return (left, right) if ordered else (tuple(sorted(left)), tuple(sorted(right)))
