"""Privacy losses on a grid, rounded upwards and downwards: two laws between which a pair's curve lies.

For a pair (P, Q) with losses L, delta(eps) = E max(0, 1 - exp(eps - L)) under P, where an infinite loss
counts 1. Of several pairs the losses add up, so delta of a product rises with every loss and with every
mass. *Cell* k has the losses between its edges e_k and e_{k+1}, w = e_{k+1} - e_k, which are on a grid; of
it are known P_k, Q_k, its *surplus* U_k = P_k - exp(e_k) Q_k and its *deficit* D_k = exp(e_{k+1}) Q_k -
P_k, both >= 0.

**Upwards.** Every loss l of a cell is split between the cell's two edges so that its P- and its Q-mass are
kept: of a loss l the share that goes up is (1 - exp(e_k - l))/(1 - exp(-w)). Both edges then have the ratio
exp(e_k), exp(e_{k+1}) of their masses, and who forgets at which edge an outcome was put has the old outcome
back: (P, Q) is an image of the new pair, and a product of such pairs is an image of the product of the new
ones. So the new pair dominates, under any composition. Its masses are U_k/(1 - exp(-w)) above and D_k/
(exp(w) - 1) below: this "connects the dots" of the curve. Losses beyond the last edge b are split in the
same way between b and infinity, those below the first edge a between a and minus infinity, where P has
nothing.

**Downwards.** A random map sends the outcomes of cell k to e_{k+1} with chance t_{k+1}, else to e_k. What is
at e_k then comes from the cells k - 1 and k, with P-mass t_k P_{k-1} + (1 - t_{k+1}) P_k, and its loss, log
of the ratio of its masses, is at least e_k where t_k D_{k-1} <= (1 - t_{k+1}) U_k. The image of a pair gives
away no more than the pair, also in a product, and putting e_k in the place of a larger loss lowers delta;
so does what is left out. The chances are near the balance t_k = U_k/(U_k + D_{k-1}), which makes the means of
the losses right up to the order h^2, and each is affirmed to obey the inequality.

For finite laws both are proved statements of the library: accounting.rounding.up, accounting.rounding.down.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import Final

from flint import arb, fmpq

from .pairs import Atom, Length, Pair

NEAR: Final = 50
"""Bits to which atoms are put near the points of a grid."""
FARTHEST: Final = 200.0
"""Losses of one release beyond which no end of the grid is looked for."""


@dataclass(frozen=True)
class Grid:
    """Multiples of a step beyond a `shift`, of which those in `edges`, rising, part the losses into cells.
    Where there are atoms the shift is 0, or such that all are near points.
    """

    step: Length
    edges: Sequence[int]
    shift: fmpq = field(default_factory=fmpq)
    window: range | None = None
    """Where losses are frequent: outside of it all edges are multiples of its step, a power of two."""

    def at(self, k: int) -> arb:
        """The k-th of them."""
        return self.step.enclosed() * k + arb(self.shift)

    def place(self, atom: Atom) -> arb:
        """Where an atom is, counted in steps; a whole number where it is known to be one."""
        known = None if atom.loss is None or self.shift != 0 else atom.loss.over(self.step)
        if known is not None:
            return arb(known)
        return ((atom.p / atom.q).log() - arb(self.shift)) / self.step.enclosed()


@dataclass
class Masses:
    """P-masses at multiples of the step, with what is at an infinite loss."""

    at: dict[int, arb] = field(default_factory=dict)
    infinite: arb = field(default_factory=lambda: arb(0))

    def add(self, k: int, mass: arb) -> None:
        """More at k."""
        self.at[k] = self.at[k] + mass if k in self.at else mass


@dataclass(frozen=True)
class Cells:
    """P-mass, surplus and deficit of each cell."""

    mass: list[arb]
    surplus: list[arb]
    deficit: list[arb]


def ends(pair: Pair, within: Callable[[arb, arb], bool]) -> tuple[float, float] | None:
    """About the losses between which the pair has what matters: `within(t, p)` says whether a P-mass p
    beyond t may be left to an end. None where there are none within reach. Decides nothing.
    """
    lowest = _end(lambda t: within(arb(t), pair.below(arb(t))[0]), -1)
    highest = _end(lambda t: within(arb(t), pair.above(arb(t))[0]), 1)
    if lowest is None or highest is None:
        return None
    losses = [float((atom.p / atom.q).log().mid()) for atom in pair.atoms() if atom.p > 0 and atom.q > 0]
    if any(abs(loss) > FARTHEST for loss in losses):
        return None
    return min([lowest, *losses]), max([highest, *losses])


def _end(good: Callable[[float], bool], sign: int) -> float | None:
    """About the place nearest to 0 on one side from which on it is good."""
    far = 2.0**-20
    while not good(sign * far):
        far *= 2
        if far > FARTHEST:
            return None
    near = 0.0
    for _ in range(8):
        middle = (near + far) / 2
        near, far = (near, middle) if good(sign * middle) else (middle, far)
    return sign * far


def cells(pair: Pair, grid: Grid) -> Cells:
    """The part without atoms, cell by cell, enclosed."""
    mass, surplus, deficit = [], [], []
    place = grid.at(grid.edges[0])
    ratio, (p, q) = place.exp(), pair.above(place)
    for edge in grid.edges[1:]:
        place = grid.at(edge)
        next_p, next_q = pair.above(place)
        cell_p, cell_q = (p - next_p).max(arb(0)), (q - next_q).max(arb(0))
        mass.append(cell_p)
        surplus.append((cell_p - ratio * cell_q).max(arb(0)))
        ratio = place.exp()
        deficit.append((ratio * cell_q - cell_p).max(arb(0)))
        p, q = next_p, next_q
    return Cells(mass, surplus, deficit)


def upwards(pair: Pair, grid: Grid, found: Cells) -> Masses:
    """The dominating law on the grid; its masses are to be rounded up. The proof stands with the module."""
    step, made = grid.step.enclosed(), Masses()

    @cache
    def shares(width: int) -> tuple[arb, arb]:
        return 1 / -(-step * width).expm1(), 1 / (step * width).expm1()

    for k, (surplus, deficit) in enumerate(zip(found.surplus, found.deficit, strict=True)):
        low, high = grid.edges[k], grid.edges[k + 1]
        up, down = shares(high - low)
        made.add(high, surplus * up)
        made.add(low, deficit * down)
    first, last = grid.edges[0], grid.edges[-1]
    over, beyond = pair.above(grid.at(last))
    at_last = beyond * grid.at(last).exp()
    made.add(last, at_last.min(over))
    made.add(first, pair.below(grid.at(first))[0])
    made.infinite = (over - at_last).max(arb(0)) + pair.rest()[0]
    for atom in pair.atoms():
        _atom_up(atom, grid, step, made)
    return made


def _atom_up(atom: Atom, grid: Grid, step: arb, made: Masses) -> None:
    """An atom, split between the ends of a cell whose upper end is surely not below it."""
    if atom.p.is_zero():
        return  # a loss of minus infinity
    if not (atom.p > 0 and atom.q > 0):
        made.infinite += atom.p
        return
    place = grid.place(atom)
    if place.is_integer():
        made.add(int(place.fmpq()), atom.p)
        return
    k = int(place.upper().ceil().fmpq()) - 1
    made.add(k + 1, ((atom.p - grid.at(k).exp() * atom.q) / -(-step).expm1()).max(arb(0)))
    made.add(k, ((grid.at(k + 1).exp() * atom.q - atom.p) / step.expm1()).max(arb(0)))


def downwards(pair: Pair, grid: Grid, found: Cells) -> Masses:
    """A dominated law on the grid; its masses are to be rounded down. The proof stands with the module."""
    made = Masses()
    rough = _with_atoms(pair, grid, found, made)
    ratios = [0.0, *(_ratio(d, u) for d, u in zip(rough.deficit, rough.surplus[1:], strict=False))]
    chances = [arb(t) for t in _chances(ratios, [float(u.mid()) for u in rough.surplus])]
    before, owed = arb(0), arb(0)
    for j, (mass, surplus, deficit) in enumerate(zip(rough.mass, rough.surplus, rough.deficit, strict=True)):
        down, up = chances[j], chances[j + 1]
        made.add(grid.edges[j], (1 - up) * mass)
        if not down.is_zero():  # what does not fit stays where it was
            fits = owed.is_zero() or owed <= (1 - up) * surplus
            made.add(grid.edges[j if fits else j - 1], down * before)
        before, owed = mass, up * deficit
    return made


def _chances(ratios: Sequence[float], size: Sequence[float]) -> list[float]:
    """The chances t_k: equality in t_k r_k <= 1 - t_{k+1}, r_k = D_{k-1}/U_k, from both ends, and where the
    two fit best they meet. From the left errors shrink as long as masses rise, from the right as long as
    they fall. Where equality leaves what is possible, the balance 1/(1 + r_k) is taken, at a cost. Decides
    nothing.
    """
    count = len(ratios)
    left, right, spent, owing = ([0.0] * (count + 1) for _ in range(4))
    for k in range(count - 1):
        t, r = 1 - left[k] * ratios[k] if left[k] else 1.0, ratios[k + 1]
        left[k + 1] = t if t * r <= 1 else 1 / (1 + r)
        spent[k + 1] = spent[k] + size[k] * (t - left[k + 1])
    for k in range(count - 1, 0, -1):
        r, room = ratios[k], 1 - right[k + 1]
        right[k] = room / r if r > 0 and room <= r else 1 / (1 + r)
        owing[k] = owing[k + 1] + (0 if room <= r else size[k] * (room - r / (1 + r)))

    def waste(k: int) -> float:
        return spent[k] + owing[k + 1] + size[k] * abs(1 - right[k + 1] - (left[k] and left[k] * ratios[k]))

    top = min(range(count), key=waste)
    if left[top] and left[top] * ratios[top] > 1 - right[top + 1]:
        left[top] = (1 - right[top + 1]) / ratios[top]
    return [t * (1 - 2.0**-44) for t in (*left[: top + 1], *right[top + 1 :])]


def _ratio(deficit: arb, surplus: arb) -> float:
    """About a quotient; infinite where the divisor is not known to be positive."""
    return float((deficit / surplus).mid()) if surplus > 0 else inf


def near_point(place: arb, k: int) -> bool:
    """Whether a place is k, or above it by next to nothing."""
    return bool(place - k < arb(2) ** (16 - NEAR))


def _with_atoms(pair: Pair, grid: Grid, found: Cells, into: Masses) -> Cells:
    """The cells with those atoms that are near no point of the grid; the others go `into` their points."""
    mass, surplus, deficit = list(found.mass), list(found.surplus), list(found.deficit)
    for atom in pair.atoms():
        if atom.q.is_zero():
            into.infinite += atom.p
        if not (atom.p > 0 and atom.q > 0):
            continue
        place = grid.place(atom)
        k = int(place.lower().floor().fmpq())  # surely not above it
        if near_point(place, k):
            into.add(k, atom.p)
            continue
        j = bisect_right(grid.edges, k) - 1
        if 0 <= j < len(mass):
            mass[j] += atom.p
            surplus[j] += (atom.p - grid.at(grid.edges[j]).exp() * atom.q).max(arb(0))
            deficit[j] += (grid.at(grid.edges[j + 1]).exp() * atom.q - atom.p).max(arb(0))
        else:
            into.add(k, atom.p)
    return Cells(mass, surplus, deficit)
