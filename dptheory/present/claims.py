"""What was found about a claim: as lines for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..kernel.real.claims import Claim
from ..kernel.verdicts import PROVED, REFUTED
from .formulas import UNICODE, write_claim

if TYPE_CHECKING:
    from ..prover import Outcome

LABEL = 12
"""Columns of the labels at the left."""


def labelled(label: str, text: str) -> str:
    """A line with its label at the left."""
    return f"{label:<{LABEL}}{text}".rstrip()


def outcome_lines(claim: Claim, outcome: Outcome, style: str = UNICODE) -> list[str]:
    """The verdict on a claim, what it rests on, and how long it took."""
    verdict = outcome.verdict.status
    lines = [labelled(verdict, write_claim(claim, style))]
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


def outcome_json(claim: Claim, outcome: Outcome, path: str | None) -> dict[str, object]:
    """The same as JSON; `path` is where the certificate was written."""
    witness = outcome.witness
    return {
        **claim.to_json(),
        "verdict": outcome.verdict.status,
        "witness": None if witness is None else {name: str(x) for name, x in sorted(witness.items())},
        "certificate": path,
        "checker": outcome.checker,
        "seconds": round(outcome.seconds, 6),
        "reason": outcome.reason,
    }


def ablation_lines(found: Iterable[tuple[str, Outcome]]) -> list[str]:
    """Which conditions a proved claim needs."""
    words = {PROVED: "not needed", REFUTED: "needed"}
    return [
        labelled("without", f"{condition}: {words.get(o.verdict.status, 'undecided')} ({o.reason})")
        for condition, o in found
    ]


def explain(certificate: Mapping[str, object]) -> list[str]:
    """The proof in a certificate as numbered, indented lines: the rule of each node and what it says."""
    lines = ["proof"]
    point = certificate.get("domain_point")
    if isinstance(point, dict):
        lines.append(
            "  a point of the domain: "
            + (", ".join(f"{k} = {v}" for k, v in point.items()) or "no variables")
        )
    for part in ("lemmas", "defined", "proof"):
        nodes = certificate.get(part)
        if nodes:
            lines.append(f"  {part}:" if part != "defined" else "  both sides are defined:")
            _nodes(nodes, 2, lines)
    return lines


def _nodes(value: object, depth: int, lines: list[str]) -> None:
    """Nodes one under another; the parts of a node one step further in. Depth is bounded by the format."""
    stack: list[tuple[object, int, str]] = [(value, depth, "")]
    while stack:
        node, level, name = stack.pop()
        if isinstance(node, list):
            stack.extend((inner, level, name) for inner in reversed(node))
        elif isinstance(node, dict):
            label = f"{name}: " if name not in ("", "then") else ""
            lines.append("  " * level + label + _said(node))
            inner = [(v, level + 1 if k != "then" else level, k) for k, v in node.items() if _is_proof(v)]
            stack.extend(reversed(inner))


def _is_proof(value: object) -> bool:
    """Whether a field holds a node or nodes."""
    if isinstance(value, list):
        return any(map(_is_proof, value))
    return isinstance(value, dict) and ("rule" in value or "proof" in value)


def _said(node: Mapping[str, object]) -> str:
    """The rule of a node and its fields that are no proofs."""
    fields = [
        f"{k} {_plain(v)}"
        for k, v in node.items()
        if k != "rule" and not _is_proof(v) and v not in ([], "", {})
    ]
    rule = str(node.get("rule", "claim"))
    return f"{rule}  {'; '.join(fields)}".rstrip()


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {_plain(v)}" for k, v in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value)
