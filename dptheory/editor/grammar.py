"""The TextMate grammar for editors, from the language's own words.

``python -m dptheory.editor.grammar > editors/vscode/syntaxes/thm.tmLanguage.json`` writes it again.
"""

from __future__ import annotations

import json

from .colours import (
    BEGINNING,
    BUILT,
    CONNECTED,
    HEADS,
    LABEL,
    NUMBER,
    OPERATORS,
    REASON,
    SENTENCES,
    SORTS,
    WITHIN,
)

SCOPE = "source.thm"


def textmate() -> dict[str, object]:
    """The grammar as editors read it."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "dptheory statements",
        "scopeName": SCOPE,
        "fileTypes": ["thm"],
        "patterns": [
            _whole(r"^\s*#.*$", "comment.line.number-sign"),
            _parts(rf"^({HEADS})\s+([\w.-]+)", "keyword.declaration", "entity.name.type"),
            _parts(rf"^\s+({SENTENCES})\b(.*)$", "keyword.control", "string.unquoted"),
            _parts(rf"^\s+({BEGINNING})\s+({LABEL}):(?=\s)", "keyword.control", "entity.name.tag"),
            _parts(rf"^\s+({BEGINNING})\b", "keyword.control"),
            _parts(rf"^\s+({LABEL}):(?=\s)", "entity.name.tag"),
            _parts(rf"\b(by)\s+({REASON})", "keyword.control", "entity.name.function"),
            _whole(rf"\b{WITHIN}\b", "keyword.control"),
            _whole(rf"\b{CONNECTED}\b", "keyword.operator.logical"),
            _whole(rf"\b{SORTS}\b", "storage.type"),
            _whole(rf"\b{BUILT}\b(?=[\[(])", "support.function"),
            _whole(NUMBER, "constant.numeric"),
            _whole(OPERATORS, "keyword.operator"),
        ],
    }


def _whole(pattern: str, name: str) -> dict[str, object]:
    return {"match": pattern, "name": f"{name}.thm"}


def _parts(pattern: str, *names: str) -> dict[str, object]:
    captures = {str(place): {"name": f"{name}.thm"} for place, name in enumerate(names, 1)}
    return {"match": pattern, "captures": captures}


def text() -> str:
    """The file of the grammar."""
    return json.dumps(textmate(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
