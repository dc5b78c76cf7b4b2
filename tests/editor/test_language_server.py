"""What an editor is told by ``dptheory lsp``, in the protocol itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dptheory import extras
from dptheory.cli import main

from .conftest import Client

MEANS = (Path(__file__).resolve().parents[2] / "examples" / "tutorial" / "means.thm").read_text(
    encoding="utf-8"
)


def place(text: str, words: str, after: int = 0) -> dict[str, int]:
    """Where words stand, counted from 0."""
    start = text.index(words) + after
    line = text.count("\n", 0, start)
    return {"line": line, "character": start - (text.rfind("\n", 0, start) + 1)}


def opened(client: Client, path: Path, text: str) -> dict[str, str]:
    path.write_text(text, encoding="utf-8")
    document = {"uri": path.as_uri(), "languageId": "thm", "version": 1, "text": text}
    client.send("textDocument/didOpen", {"textDocument": document})
    return {"uri": path.as_uri()}


def changed(client: Client, document: dict[str, str], text: str) -> list[dict[str, Any]]:
    there = {**document, "version": 2}
    client.send("textDocument/didChange", {"textDocument": there, "contentChanges": [{"text": text}]})
    return client.diagnostics()


def test_a_sound_file_a_misspelt_word_and_a_false_claim(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "means.thm"
    document = opened(client, path, MEANS)
    assert client.diagnostics() == [] and client.diagnostics() == []
    (wrong,) = changed(client, document, MEANS.replace("    claim 2*x*y", "    claim 2*x*q", 1))
    assert wrong["range"]["start"] == place(MEANS, "2*x*y", 4) and "unknown name 'q'" in wrong["message"]
    assert changed(client, document, MEANS) == []
    false = MEANS.replace("(x + y)/2\n", "99/200*(x + y)\n")
    assert false != MEANS
    path.write_text(false, encoding="utf-8")
    assert changed(client, document, false) == []  # it reads well; the proof is checked when it is saved
    client.send("textDocument/didSave", {"textDocument": document})
    assert client.diagnostics() == []
    told = client.diagnostics()
    assert told and all(one["source"] == "dptheory" for one in told)
    assert told[0]["range"]["start"]["line"] >= place(false, "proof")["line"]


def test_what_a_word_means_and_what_may_follow(client: Client, tmp_path: Path) -> None:
    document = opened(client, tmp_path / "means.thm", MEANS)
    client.diagnostics()

    def hover(words: str, after: int = 0) -> str:
        found = client.ask(
            "textDocument/hover", {"textDocument": document, "position": place(MEANS, words, after)}
        )
        return "" if found is None else str(found["contents"]["value"])

    def complete(text: str) -> set[str]:
        there = {"line": text.count("\n"), "character": len(text) - (text.rfind("\n") + 1)}
        changed(client, document, text)
        found = client.ask("textDocument/completion", {"textDocument": document, "position": there})
        return {one["label"] for one in found}

    assert "a hypothesis that the source states" in hover("    given", 5)
    assert "certificate" in hover("by calc", 4)
    assert hover("statement", 2).startswith("one result")
    assert hover("  title", 3) and not hover("given", -3)
    lines = MEANS.partition("    proof")[0]
    assert {"calc", "linearity", "congruence", "triangle", "wu2015.theorem14"} <= complete(
        lines + "    proof\n      1: x <= y by "
    )
    assert {"claim", "given", "model"} <= complete(lines + "    ")
    assert "outputs" in complete(lines + "    model\n      ")
    assert {"x", "y", "lipschitz", "norm"} <= complete(lines + "    claim x + ")
    (label,) = [
        line.split(":")[0].split()[-1] for line in MEANS.splitlines() if line.startswith("    given")
    ][:1]
    assert {label, "facts"} <= complete(lines + "    proof\n      1: x <= y by calc from ")


def test_without_pygls_the_extra_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(extras, "import_module", absent)
    assert main(["lsp"]) == 64
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "pip install 'dptheory[editor]'" in said
