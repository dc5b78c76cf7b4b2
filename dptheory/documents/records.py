"""A link with what came out, as JSON."""

from __future__ import annotations

from .context import Under
from .results import Result
from .source import Place


def result_json(one: Result) -> dict[str, object]:
    """A link as JSON."""
    answer, read = one.answer, one.stated
    return {
        "place": place_json(one.place),
        "latex": read.link.latex,
        "class": read.kind,
        "claim": read.claim or read.raw or None,
        "where": ", ".join(text for text, _, _ in one.under),
        "definitions": list(read.definitions),
        "conditions": _under_json(one.under),
        "elsewhere": _under_json(one.elsewhere),
        "verdict": one.verdict or None,
        "holds_where_defined": bool(answer and answer.where_defined),
        "witness": dict(answer.witness) if answer and answer.witness else None,
        "reason": answer.reason if answer else read.problem or None,
        "assumed": list(answer.assumed) if answer else [],
        "nearest": answer.nearest or None if answer else None,
        "needs": answer.needs or None if answer else None,
        "told": list(read.told),
        "remark": (read.remark or None) if answer is None else None,
    }


def _under_json(conditions: Under) -> list[dict[str, object]]:
    return [{"text": text, "said": said, "place": at and place_json(at)} for text, said, at in conditions]


def place_json(place: Place) -> dict[str, int]:
    """A place as JSON."""
    return {"line": place.line, "column": place.column}
