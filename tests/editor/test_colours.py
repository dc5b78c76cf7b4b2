"""The lexer and the grammar know every word of the language; neither can fall behind."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Operator, String

from dptheory.editor.grammar import text, textmate
from dptheory.editor.lexer import StatementLexer
from dptheory.kernel.logic import BASE, CONNECTIVES, DRAWS, OPERATIONS
from dptheory.theory.blocks import PAPERS
from dptheory.theory.grammar import REASON, TEXT, WITHIN, places, rules

ROOT = Path(__file__).resolve().parents[2]
BEGIN = sorted(
    {rule.word for place in places() if place not in (TEXT, WITHIN, REASON) for rule in rules(place).values()}
    - {"", "by", "all"}
)


def kinds(line: str) -> dict[str, object]:
    return {said: kind for kind, said in StatementLexer().get_tokens(line)}


@pytest.mark.parametrize("word", BEGIN)
def test_a_word_at_the_beginning_of_a_line_is_a_keyword(word: str) -> None:
    assert kinds(f"  {word} x\n")[word] in Keyword
    assert kinds(f"  {word}x y\n").get(word) is None  # and no other word that begins so


def test_words_within_lines_and_names_that_are_built_in() -> None:
    found = kinds("      1: f(x) <= norm(v) and x in H by calc from h at t with x := y fix u\n")
    assert found["1"] in Name.Label and found["norm"] in Name.Builtin and found["calc"] in Name.Function
    assert all(found[word] in Keyword for word in ("by", "from", "at", "with", "fix"))
    assert found["and"] in Operator.Word and found["in"] in Operator.Word
    assert kinds("# a remark\n")["# a remark"] in Comment
    assert kinds("  quote a bound by all\n")[" a bound by all"] in String
    for name in (*OPERATIONS, *DRAWS):
        assert kinds(f"    claim {name}(x)\n")[name] in Name.Builtin, name
    for word in (*BASE, "set", "law"):
        assert kinds(f"  let x: {word}\n")[word] in Keyword.Type, word
    for word in CONNECTIVES:
        assert kinds(f"    claim a {word} b\n")[word] in Operator.Word, word
    joining, reasons = {*rules(WITHIN), "all"}, {*rules(REASON)}
    assert len(joining) > 8 and len(reasons) > 9
    assert joining == {word for word in joining if kinds(f"      1: a {word} b\n")[word] in Keyword}
    assert reasons == {word for word in reasons if kinds(f"      1: a by {word}\n")[word] in Name.Function}


def test_the_whole_library_has_colours() -> None:
    for path in sorted(PAPERS.rglob("*.thm"))[::4]:
        assert all(
            kind is not Error for kind, _ in StatementLexer().get_tokens(path.read_text(encoding="utf-8"))
        )


def test_pygments_finds_the_lexer() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    given = project["entry-points"]["pygments.lexers"]["dptheory"]
    assert EntryPoint("dptheory", given, "pygments.lexers").load() is StatementLexer


def test_the_grammar_of_the_editor_is_made_from_the_words() -> None:
    file = ROOT / "editors" / "vscode" / "syntaxes" / "thm.tmLanguage.json"
    assert file.read_text(encoding="utf-8") == text(), "write it again: python -m dptheory.editor.grammar"


def test_the_patterns_of_the_grammar_tell_words_apart() -> None:
    patterns = textmate()["patterns"]
    assert isinstance(patterns, list)

    def scope(line: str, word: str) -> str:
        for pattern in patterns:
            for match in re.finditer(pattern["match"], line):
                if match[0] == word and "name" in pattern:
                    return str(pattern["name"])
                for place, group in enumerate(match.groups(), 1):
                    if group == word and str(place) in pattern.get("captures", {}):
                        return str(pattern["captures"][str(place)]["name"])
        return ""

    assert all(scope(f"  {word} x", word) == "keyword.control.thm" for word in BEGIN)
    assert scope("statement a.b", "a.b") == "entity.name.type.thm"
    assert scope("      1: x <= y by calc", "calc") == "entity.name.function.thm"
    assert scope("    claim norm(v) <= 1", "norm") == "support.function.thm"
