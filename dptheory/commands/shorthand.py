"""The nodes of certificates as they are written down: without what most of them have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

HEAD: Final[Mapping[str, str]] = {
    "have": "relation", "fact": "name", "apart": "side", "cases": "on", "extreme": "term", "domain": "term",
    "replace": "variable", "let": "name", "generalise": "terms", "congruence": "op", "mvt": "variable",
    "sturm": "use", "forget": "keep", "poly": "terms", "box": "boxes",
}  # fmt: skip
"""The part of a node that is written as the value of its rule's name."""
USUAL: Final[Mapping[str, Mapping[str, object]]] = {
    "poly": {"times": []},
    "box": {"boxes": {}, "tree": ["leaf"]},
}
"""The parts of a node that are not written where they are as here."""
INDEX: Final = re.compile("[0-9]{1,9}")
"""The number of a hypothesis."""
MARK: Final = "."
"""What a node that is written as a text begins with; no term does."""


def shortened(data: object) -> object:
    """Data whose nodes are written short; `lengthened` has them again, if no text there begins with the mark.

    >>> shortened([{"rule": "have", "relation": "x > 0", "proof": [
    ...     {"rule": "poly", "terms": [{"c": "2", "h": [0, 3]}, {"c": "1", "h": []}], "times": []}]}])
    [{'have': 'x > 0', 'proof': ['.poly 2 0 3, 1']}]
    >>> shortened([{"rule": "exact"}, {"rule": "poly", "terms": [{"c": "1", "h": [7]}], "times": [2]}])
    ['.exact', {'poly': ['1 7'], 'times': [2]}]
    """
    return _everywhere(data, lambda one: _short(one) if "rule" in one else one)


def lengthened(data: object) -> object:
    """The data again. What is no node is left as it stands: the kernel refuses it.

    >>> lengthened([".box", {"apart": "above"}])
    [{'rule': 'box', 'boxes': {}, 'tree': ['leaf']}, {'rule': 'apart', 'side': 'above'}]
    """
    return _everywhere(data, _long, _read)


def point_text(at: Mapping[str, object]) -> str:
    """A point as one text: a name alone is at 1. Empty for what is no point by numbers.

    >>> point_text({"n": "1", "x": "1/2"}), point_of("n x=1/2")
    ('n x=1/2', {'n': '1', 'x': '1/2'})
    """
    plain = all(isinstance(one, str) and one and " " not in one for one in at.values())
    return " ".join(name if one == "1" else f"{name}={one}" for name, one in at.items()) if plain else ""


def point_of(text: str) -> dict[str, str]:
    """The point again."""
    return {name: one or "1" for name, _, one in (part.partition("=") for part in text.split())}


def _everywhere(
    data: object, change: Callable[[dict[str, Any]], object], of_text: Callable[[str], object] = str
) -> object:
    """Data with every object changed, those inside it first, and every text in a list."""
    if isinstance(data, dict):
        return change({key: _everywhere(one, change, of_text) for key, one in data.items()})
    if isinstance(data, list):
        return [of_text(one) if isinstance(one, str) else _everywhere(one, change, of_text) for one in data]
    return data


def _short(node: dict[str, Any]) -> object:
    rule = node.pop("rule")
    usual = USUAL.get(rule, {})
    head = HEAD.get(rule, "")
    parts = {key: one for key, one in node.items() if key not in usual or one != usual[key]}
    if head not in parts:
        return {"rule": rule, **parts} if parts else MARK + rule
    value = parts.pop(head)
    if rule == "poly":
        value = [_sum(term) for term in value]
        if value and not parts and all(isinstance(term, str) for term in value):
            return f"{MARK}poly {', '.join(value)}"
    return {rule: value, **parts}


def _sum(term: dict[str, Any]) -> object:
    """A term of a combination: its coefficient and the numbers of the hypotheses in its product."""
    return " ".join(map(str, (term["c"], *term["h"]))) if term.keys() == {"c", "h"} else term


def _read(text: str) -> object:
    """A text of a list: a node, if it has the mark."""
    if not text.startswith(MARK):
        return text
    rule, _, rest = text.removeprefix(MARK).partition(" ")
    return _long({rule: rest.split(", ")} if rest else {"rule": rule})


def _long(one: dict[str, Any]) -> dict[str, Any]:
    rule = one.get("rule") or next((name for name in HEAD if name in one), None)
    if not isinstance(rule, str):
        return one
    node = {key: value for key, value in one.items() if key not in ("rule", rule)}
    if rule in HEAD and rule in one:
        value = one[rule]
        terms = rule == "poly" and isinstance(value, list)
        node[HEAD[rule]] = [_term(term) for term in value] if terms else value
    return {"rule": rule, **USUAL.get(rule, {}), **node}


def _term(term: object) -> object:
    c, *h = term.split(" ") if isinstance(term, str) else ("", "")
    return {"c": c, "h": [int(i) for i in h]} if all(map(INDEX.fullmatch, h)) else term
