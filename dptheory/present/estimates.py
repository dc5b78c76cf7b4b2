"""The worst case of a claim about points, as lines and as data: what was recognised, what was checked."""

from __future__ import annotations

from collections.abc import Iterator

from ..kernel.logic import show
from ..kernel.real import Term, num, print_term
from ..worlds.estimation.bounds import SECANT
from ..worlds.estimation.estimate import Estimate, left_side
from ..worlds.estimation.problem import DISTANCE
from ..worlds.symbolic import polished
from .found_worlds import world_lines
from .styles import labelled

IDENTITY = "this one, in which x1, x2, ... are values and inner products, and that no factor is negative"

UNCHECKED = (
    "by the kernel: that what is 0 or more follows from the hypotheses named, which the program read off"
    " their shapes; so the worst case is argued for, and no proof of it was made."
    " What becomes of it without an inequality is recognised from floating point."
)


def estimate_lines(name: str, find: str, found: Estimate, factor: Term | None) -> list[str]:
    """The worst case, the constant that was asked for, the argument, a world, what each inequality does."""
    left, bound = left_side(found), show(found.problem.bound)
    sure = ", in any dimension" if found.checked else "; recognised from floating point, and not argued for"
    made = [name, labelled("worst", f"{left} = {print_term(found.worst)}{sure}")]
    if found.problem.distance is not None:
        made.append(labelled("where", f"{DISTANCE} is {show(found.problem.distance)}, and not 0"))
    if factor is not None:
        what = find if find in found.problem.bound.names else f"{find} before the whole bound {bound}"
        label = "candidate" if not found.checked else "best" if found.world else "enough"
        made.append(labelled(label, f"{print_term(factor)} for {what}"))
    made.append(labelled("argument", _argument(found)))
    made += [f"{'':12}{text}" for text in _terms(found)]
    if found.identity:
        checked = f"the kernel checked {IDENTITY}:" if found.checked else "the kernel has not checked:"
        made.append(labelled("identity", f"{checked} {found.identity}"))
    if found.checked:
        made.append(labelled("unchecked", UNCHECKED))
    if found.world is None:
        made.append(labelled("attained", "no world was found in which it is"))
    else:
        made.append(labelled("attained", "in this world, as the kernel checked:"))
        made += [f"{'':12}{line}" for line in world_lines(found.world)]
    for label, value in found.without:
        made.append(labelled("without", f"{label}: {value}"))
    unused = dict.fromkeys(found.problem.strange)
    return [*made, *([labelled("not used", ", ".join(unused))] if unused else [])]


def _argument(found: Estimate) -> str:
    if not found.multipliers:
        return "no multipliers were recognised"
    power = "the squares of the two differ" if found.problem.squares else "the two differ"
    return f"{power} by this sum, of what is 0 or more by the hypotheses, and of squares:"


def _terms(found: Estimate) -> Iterator[str]:
    """The parts of the sum, one on a line."""
    for bound, factor in found.multipliers:
        owed = [] if found.checked else [print_term(one) for one in bound.owed if one.names]
        where = f", where {' and '.join(f'{one} >= 0' for one in owed)}" if owed else ""
        sign = "0" if bound.equal else "0 or more"
        yield f"{print_term(factor)} times what is {sign} by {bound.label}{where}"
    for one in found.squares:
        parts = [_part(vector, factor, found.origin) for vector, factor in one.parts.items()]
        yield f"{print_term(one.factor)} times norm({' + '.join(parts)})**2"


def _part(vector: str, factor: Term, origin: str) -> str:
    """A multiple of a vector; of a point from the one that is the origin."""
    said = vector if vector.startswith(SECANT) or not origin else f"({vector} - {origin})"
    return said if factor == num(1) else f"({print_term(polished(factor))})*{said}"


def estimate_json(name: str, find: str, found: Estimate, factor: Term | None) -> dict[str, object]:
    """The same as data."""
    return {
        "form": name,
        "find": find,
        "closed_form": None if factor is None else print_term(factor),
        "worst": print_term(found.worst),
        "bounded": left_side(found),
        "bound": show(found.problem.bound),
        "distance": None if found.problem.distance is None else show(found.problem.distance),
        "multipliers": [
            {"by": bound.label, "equal": bound.equal, "factor": print_term(factor)}
            for bound, factor in found.multipliers
        ],
        "squares": [
            {"factor": print_term(one.factor), "parts": {v: print_term(t) for v, t in one.parts.items()}}
            for one in found.squares
        ],
        "identity": found.identity,
        "checked": found.checked,
        "attained": None if found.world is None else list(found.world.world.entries),
        "without": [{"left_out": label, "then": value} for label, value in found.without],
        "not_used": list(dict.fromkeys(found.problem.strange)),
    }
