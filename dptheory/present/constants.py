"""What was found about constants and growth: as lines for the terminal and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.real.claims import Claim
from ..kernel.real.grammar import parse_term
from .claims import duration, labelled
from .formulas import ASCII, UNICODE, write, write_claim

if TYPE_CHECKING:
    from ..prover import Growth, Tightening


def write_text(text: str, style: str) -> str:
    """A term given as text, in a style."""
    return write(parse_term(text), style)


def tightening_lines(claim: Claim, find: str, found: Tightening, style: str = UNICODE) -> list[str]:
    """The best constant, where it is attained, and what was checked."""
    lines = [labelled("claim", write_claim(claim, style))]
    if not found.certified:
        return [
            *lines,
            labelled("unknown", found.reason),
            labelled("searched", duration(found.seconds)),
        ]
    name = write_text(find, style)
    values = [] if found.closed_form is None else [write_text(found.closed_form, style)]
    if found.lower != found.upper:
        values.append(f"between {found.lower} and {found.upper}")
    elif [found.lower] != values:
        values.append(f"which is {found.lower}")
    lines.append(labelled(found.side, f"{name} = {', '.join(values)}"))
    if found.attained_at is not None:
        lines.append(labelled("attained", place(found.attained_at, style) or "everywhere"))
    if found.limit is not None:
        arrow = "->" if style == ASCII else "→"
        lines.append(labelled("limit", ", ".join(f"{k} {arrow} {v}" for k, v in found.limit.items())))
    lines.append(labelled("reason", found.reason))
    return [*lines, labelled("checked", f"{duration(found.seconds)} by certificates")]


def place(point: dict[str, str], style: str = UNICODE) -> str:
    """A point as a list of equations."""
    return ", ".join(f"{write_text(k, style)} = {write_text(v, style)}" for k, v in sorted(point.items()))


def tightening_json(claim: Claim, find: str, found: Tightening, path: str | None) -> dict[str, object]:
    """The same as JSON; `path` is where the certificates were written."""
    return {
        **claim.to_json(),
        "find": find,
        "side": found.side,
        "lower": found.lower,
        "upper": found.upper,
        "closed_form": found.closed_form,
        "attained_at": found.attained_at,
        "limit": found.limit,
        "certified": found.certified,
        "certificate": path,
        "seconds": round(found.seconds, 6),
        "reason": found.reason,
    }


WORDS = {"bounded": "proved", "unbounded": "refuted", "unknown": "unknown"}


def growth_lines(left: str, right: str, growing: str, found: Growth, style: str = UNICODE) -> list[str]:
    """One direction: F = O(G) or not, and why."""
    f, g, n = (write_text(t, style) for t in (left, right, growing))
    arrow, end = ("->", "oo") if style == ASCII else ("→", "∞")
    lines = [labelled(WORDS[found.answer], f"{f} = O({g}) as {n} {arrow} {end}")]
    if found.constant is not None:
        start = "" if found.start is None else f" from {n} = {found.start} on"
        lines.append(labelled("constant", f"C = {found.constant}{start}"))
    if found.point is not None:
        lines.append(labelled("along", f"{place(found.point, style)}: beyond every constant t >= 1"))
    lines.append(labelled("reason", found.reason))
    checked = "searched" if found.certificate is None else "checked"
    by = "" if found.certificate is None else " by certificates"
    return [*lines, labelled(checked, f"{duration(found.seconds)}{by}")]


def growth_json(left: str, right: str, growing: str, where: str, found: Growth) -> dict[str, object]:
    """The same as JSON."""
    return {
        "left": left,
        "right": right,
        "as": f"{growing} -> oo",
        "where": where,
        "relation": "O",
        "verdict": WORDS[found.answer],
        "constant": found.constant,
        "from": found.start,
        "curve": found.point,
        "seconds": round(found.seconds, 6),
        "reason": found.reason,
    }
