"""What was found about a claim: as lines for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..kernel import PROVED, REFUTED
from ..kernel.real import Claim, Compound, print_term, subterms
from .formulas import chain_text, write, write_claims
from .styles import UNICODE, labelled

if TYPE_CHECKING:
    from ..prover import Ablation, Conventional, Outcome, WhereDefined


def outcome_lines(claims: Sequence[Claim | Compound], outcome: Outcome, style: str = UNICODE) -> list[str]:
    """The verdict on a claim or on a chain of them, what it rests on, and how long it took."""
    verdict = outcome.verdict.status
    lines = [labelled(verdict, write_claims(claims, style))]
    for one in outcome.links:
        if isinstance(one.claim, Claim):
            lines.append(labelled("", f"{write(one.claim.relation, style)}: {one.verdict.status}"))
    if outcome.witness is not None:
        lines.append(
            labelled(
                "witness",
                ", ".join(f"{k} = {v}" for k, v in sorted(outcome.witness.items())) or "none needed",
            )
        )
    lines.append(labelled("reason", outcome.reason))
    checker = f" by {outcome.checker}" if outcome.checker else ""
    lines.append(
        labelled(
            "checked" if verdict in (PROVED, REFUTED) else "searched", f"{duration(outcome.seconds)}{checker}"
        )
    )
    return lines


def defined_lines(found: WhereDefined, claim: Claim | Compound | None) -> list[str]:
    """What is said first of a claim that fails for want of a value."""
    status = found.outcome.verdict.status
    points = "; ".join(", ".join(f"{k} = {v}" for k, v in sorted(point.items())) for point in found.without)
    said = "holds" if status == PROVED else "undecided"
    lines = [labelled(said, f"wherever both sides have a value ({status}); no value at {points}")]
    lines.append(labelled("", f"they have values where {', '.join(found.added)}"))
    names = ", ".join(sorted(real_exponents(found, claim))) if isinstance(claim, Claim) else ""
    if names:
        said = "powers of negative numbers have values for integers alone"
        lines.append(labelled("", f"{said}: add {names} integer, if that is meant"))
    return lines


def real_exponents(found: WhereDefined, claim: Claim) -> frozenset[str]:
    """The variables, not said to be integers, of exponents of powers that have no value for that."""
    powers = [t for t in subterms(claim.relation.left, claim.relation.right) if t.op == "pow"]
    owing = (t for t in powers if any(print_term(t.args[0]) in one for one in found.added))
    return frozenset().union(*(t.args[1].names for t in owing)) - claim.integers


def defined_json(found: WhereDefined) -> dict[str, object]:
    """The same as JSON."""
    points = [{name: str(x) for name, x in sorted(point.items())} for point in found.without]
    return {"verdict": found.outcome.verdict.status, "conditions": list(found.added), "no_value_at": points}


def conventional_lines(found: Sequence[Conventional], style: str = UNICODE) -> list[str]:
    """What is said first of a claim under conventions: what was proved in its place, claim by claim."""
    fails = any(one.fails is not None for one in found)
    holds = all(one.holds for one in found)
    said = ", ".join(dict.fromkeys(text for one in found for text in one.said))
    verdict = "refuted" if fails else "proved" if all(one.proved for one in found) else "undecided"
    where = ""
    if verdict == "undecided" and holds:
        verdict, where = "holds", "wherever both sides have a value then (proved), "
    lines = [labelled(verdict, f"{where}with {said}, by cases: these claims, each by itself")]
    lines += [line for one in found for line in case_lines(one, style)]
    return [*lines, labelled("without", "the convention:")]


def case_lines(found: Conventional, style: str = UNICODE) -> list[str]:
    """Every case with what came of it, and that there are no others."""
    cases = [labelled("case", _decided(part, style)) for part in found.cases]
    return [*cases, labelled("covered", _decided(found.cover, style))]


def _decided(part: Outcome, style: str) -> str:
    """A claim with what came of it."""
    text = "" if part.claim is None else write_claims([part.claim], style)
    if part.excluded:
        return f"{text}: no such point (certificate)"
    why = "" if part.proved else f": {part.reason}"
    return f"{text}: {part.verdict.status}{why}"


def conventional_json(found: Sequence[Conventional]) -> dict[str, object]:
    """The same as JSON."""
    fails = any(one.fails is not None for one in found)
    parts = [part for one in found for part in one.parts if part.claim is not None]
    return {
        "conventions": list(dict.fromkeys(text for one in found for text in one.said)),
        "verdict": PROVED if all(one.proved for one in found) else REFUTED if fails else "unknown",
        "holds_where_defined": all(one.holds for one in found),
        "claims": [
            outcome_json([part.claim], part, None) | {"no_such_point": bool(part.excluded)}
            for part in parts if part.claim is not None
        ],
    }  # fmt: skip


def duration(seconds: float) -> str:
    """A time with its unit.

    >>> duration(0.00042), duration(2.25)
    ('0.42 ms', '2.2 s')
    """
    return (
        f"{1000 * seconds:.2g} ms"
        if seconds < 0.0995
        else f"{seconds:.2g} s"
        if seconds < 99
        else f"{seconds:.0f} s"
    )


def outcome_json(claims: Sequence[Claim | Compound], outcome: Outcome, path: str | None) -> dict[str, object]:
    """The same as JSON; `path` is where the certificate was written. Of a chain, also every link."""
    witness = outcome.witness
    record: dict[str, object] = {
        "claim": chain_text(claims),
        "where": claims[0].where,
        "verdict": outcome.verdict.status,
        "witness": None if witness is None else {name: str(x) for name, x in sorted(witness.items())},
        "certificate": path,
        "checker": outcome.checker,
        "seconds": round(outcome.seconds, 6),
        "effort": outcome.effort,
        "reason": outcome.reason,
    }
    if outcome.links:
        record["links"] = [
            outcome_json([one.claim], one, None) for one in outcome.links if isinstance(one.claim, Claim)
        ]
    return record


def ablation_lines(found: Iterable[Ablation]) -> list[str]:
    """Which conditions a proved claim needs."""
    words = {False: "not needed", True: "needed", None: "undecided"}
    return [labelled("without", f"{a.condition}: {words[a.needed]} ({a.outcome.reason})") for a in found]


def ablation_json(found: Ablation) -> dict[str, object]:
    """The same of one condition as JSON."""
    witness = found.outcome.witness
    return {
        "condition": found.condition,
        "without": found.outcome.verdict.status,
        "needed": found.needed,
        "witness": None if witness is None else {name: str(x) for name, x in sorted(witness.items())},
        "reason": found.outcome.reason,
    }
