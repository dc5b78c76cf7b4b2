"""What was found about constants and growth: as lines for the terminal and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..kernel.real import Claim, parse_term
from .claims import duration
from .formulas import write, write_claim
from .styles import ASCII, UNICODE, labelled

if TYPE_CHECKING:
    from ..prover import Growth, Tightening


def write_text(text: str, style: str) -> str:
    """A term given as text, in a style; digits that go on stay as they are."""
    return text if text.endswith("...") else write(parse_term(text), style)


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
        # between two numbers the best constant is not known: the point shows that none beyond them will do
        word = "near" if found.closed_form is None else "attained"
        lines.append(labelled(word, place(found.attained_at, style) or "everywhere"))
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
        "effort": found.effort,
        "reason": found.reason,
    }


VERDICTS = {True: "proved", False: "refuted", None: "unknown"}
LETTERS = {"Omega": "Ω", "omega": "ω", "Theta": "Θ"}


@dataclass(frozen=True)
class Question:
    """What was asked about growth, as it was written."""

    left: str
    right: str
    growing: str
    relation: str
    where: str


def growth_lines(asked: Question, found: Growth, style: str = UNICODE) -> list[str]:
    """How F compares with G, and why."""
    f, g, n = (write_text(t, style) for t in (asked.left, asked.right, asked.growing))
    arrow, end = ("->", "oo") if style == ASCII else ("→", "∞")
    letter = asked.relation if style == ASCII else LETTERS.get(asked.relation, asked.relation)
    lines = [labelled(VERDICTS[found.holds], f"{f} = {letter}({g}) as {n} {arrow} {end}")]
    halves = ((f, g, found), (g, f, found.reverse)) if found.reverse is not None else ((f, g, found),)
    for upper, lower, one in halves:
        if found.reverse is not None and not found.holds:  # the half that holds is no reason for the other
            lines.append(labelled("half", f"{upper} = O({lower})"))
        lines += _growth_details(one, n, style)
        lines.append(labelled("reason", one.reason))
    checked = "searched" if found.certificate is None else "checked"
    by = "" if found.certificate is None else " by certificates"
    return [*lines, labelled(checked, f"{duration(found.seconds)}{by}")]


def _growth_details(found: Growth, n: str, style: str) -> list[str]:
    """The constant and from where on it holds, or the curve on which none does."""
    start = "" if found.start is None else f" from {n} = {found.start} on"
    if found.point is not None:
        every = "every constant t >= 1"
        beyond = every if found.constant is None else f"{found.constant} for every t >= 1"
        return [labelled("along", f"{place(found.point, style)}: the ratio is beyond {beyond}")]
    if found.gauge is not None:
        speed = f"{found.constant}/{_bracketed(write_text(found.gauge, style))}"
        return [labelled("ratio", f"at most {speed}{start}")]
    return [] if found.constant is None else [labelled("constant", f"C = {found.constant}{start}")]


def _bracketed(text: str) -> str:
    return text if text.isalnum() or (text[-1] == ")" and "**" not in text) else f"({text})"


def growth_json(asked: Question, found: Growth) -> dict[str, object]:
    """The same as JSON."""
    record: dict[str, object] = {
        "left": asked.left,
        "right": asked.right,
        "as": f"{asked.growing} -> oo",
        "where": asked.where,
        "relation": asked.relation,
        "verdict": VERDICTS[found.holds],
        "constant": found.constant,
        "from": found.start,
        "gauge": found.gauge,
        "curve": found.point,
        "seconds": round(found.seconds, 6),
        "effort": found.effort,
        "reason": found.reason,
    }
    if found.reverse is not None:
        turned = Question(asked.right, asked.left, asked.growing, "O", asked.where)
        record["reverse"] = growth_json(turned, found.reverse)
    return record
