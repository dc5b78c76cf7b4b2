"""Texts that could be read in two ways, or that do more than they say: refused with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.theory.blocks import blocks, read_after
from dptheory.theory.library import TheoryLibrary, extended, load_library, with_files
from dptheory.theory.outline import OutlineError, outline
from dptheory.theory.reader import read

NOTHING = TheoryLibrary({}, {}, {})
FORM = "\n  form printed\n    claim 0 <= 1\n"
WORD = "define private(x: real) := x >= 0\n"


def refused(text: str, said: str) -> None:
    with pytest.raises(OutlineError, match=said):
        extended(NOTHING, text, "mine.thm")


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "../evil", "a/b", "wu2015.th\u0435orem4", "attack:printed.x", "a b", "a..b", ".a", "a.", "-a",
        "a" * 121, "a\u00adb", "\uff41.one", "C:evil",
    ],
)  # fmt: skip
def test_identifiers_are_ascii_words(name: str) -> None:
    """A Cyrillic letter made a second `wu2015.theorem4`, `../evil` a file elsewhere, none a traceback."""
    refused(f"statement {name}{FORM}", "statement SOURCE.NAME|not seen|expected 'statement")


@pytest.mark.parametrize(
    "label", ["printed.x:printed", "printed..x", "printed.\u0445", "printed.", "printed/x"]
)
def test_forms_cannot_be_named_like_other_forms(label: str) -> None:
    refused(f"statement a.one\n  form {label}\n    claim 0 <= 1\n", "a form is one of|expected 'form")


def test_identifiers_that_differ_in_case_alone() -> None:
    refused(f"statement a.one{FORM}statement A.One{FORM}", "mine.thm:4: the statement A.One is there already")


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x85", "\r"])
def test_only_newlines_end_a_line(end: str) -> None:
    """U+2028 ended a comment: what an editor shows inside it was a line of the statement."""
    refused(f"# a remark{end}statement a.one{FORM}", "not seen")


@pytest.mark.parametrize("letter", ["\u202e", "\u200b", "\u2066", "\u00ad", "\x00"])
def test_letters_that_are_not_seen(letter: str) -> None:
    refused(f"statement a.one\n  title  t{letter}{FORM}", "not seen")


def test_other_blanks_do_not_indent() -> None:
    refused("statement a.one\n\u00a0\u00a0form printed\n    claim 0 <= 1\n", "spaces")


def test_marks_of_editors_and_of_windows_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.thm"
    path.write_bytes(b"\xef\xbb\xbf" + f"statement a.one{FORM}".replace("\n", "\r\n").encode())
    assert list(with_files(NOTHING, [path]).statements) == ["a.one"]
    assert [entry.text for entry in outline("\ufeffa\r\n  b\r\n")] == ["a"]


def test_the_first_statement_of_a_file_with_the_mark_of_an_editor_is_a_block() -> None:
    """It was none: its file was read in the wrong order, and a change of it was not seen by ``--watch``."""
    text = f"{WORD}statement a.one{FORM}"
    marked = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert list(blocks(marked, "mine.thm")) == list(blocks(text.encode(), "mine.thm")) != []
    assert read_after(
        {
            "a": blocks(b"statement a.one\n  form printed\n    claim private(1)\n", "a"),
            "b": blocks(marked, "b"),
        }
    ) == ["b", "a"]


@pytest.mark.parametrize(
    "text",
    [
        "statement a.one\n  let x: real\n  where private := fun y: real. y <= 0\n  form printed\n    claim x <= x\n",
        "statement a.one\n  let private: real\n  form printed\n    claim 0 <= 1\n",
        "statement a.one\n  form printed\n    let private: real\n    claim 0 <= 1\n",
        "statement a.one\n  form printed\n    constant private\n    claim 0 <= 1\n",
        "statement a.one\n  form printed\n    claim forall private: real. 0 <= 1\n",
        "statement a.one\n  form printed\n    claim sum[private, 1, 2](1) <= 2\n",
        "statement a.one\n  form printed\n    claim P[private ~ explaw(1)](private <= 1) <= 1\n",
        "statement a.one\n  form printed\n    claim 0 <= 1\n    proof\n      let private: real\n      1: 0 <= 1 by calc\n",
        "define other(private: real) := private\n",
        "define private(x: real) := x <= 0\n",
    ],
)  # fmt: skip
def test_a_word_of_the_definitions_is_not_shadowed(text: str) -> None:
    """``where private := ...`` gave the word another meaning in the forms below it."""
    refused(WORD + text, "private")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  let x: real\n  let x: int\n  form printed\n    claim x <= x\n", "of sort real"),
        ("  let x: real\n  form printed\n    let x: int\n    claim x <= x\n", "of sort real"),
        ("  let x: real\n  where x := 2\n  form printed\n    claim x <= x\n", "is a variable"),
        ("  where x := 2\n  where x := 3\n  form printed\n    claim x <= 2\n", "already"),
        (
            "  let C: int\n  form printed\n    constant C\n    claim 0 <= C\n",
            "C is a variable of sort int already, in line 2",
        ),
        ("  form printed\n    constant 2C\n    claim 0 <= 1\n", "constant C"),
    ],
)
def test_a_name_has_one_meaning(text: str, said: str) -> None:
    refused(f"statement a.one\n{text}", said)


def test_a_law_without_weights_is_told_with_its_line() -> None:
    """It ended in an error of the program itself."""
    refused(f"statement a.one{FORM}    model\n      law D = 0\n", "mine.thm:4: expected laws such as")


def test_labels_are_ascii() -> None:
    refused("statement a.one\n  form printed\n    given \u0445: 0 <= 1\n    claim 0 <= 1\n", "label")
    assert read(f"statement a.one{FORM}", {}).statements[0].id == "a.one"


PLAIN = "statement a.one\n  let x: real\n  where v := x - x\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"statement a.one\n  let x: real; x: int{FORM}", "x is declared twice"),
        (f"{PLAIN}  let v: real{FORM}", "v abbreviates a term already, in line 3"),
        (f"{PLAIN}  form printed\n    let v: real\n    claim v <= 0\n", "v abbreviates a term already, in line 3"),
        (f"{PLAIN}  form printed\n    constant v\n    claim v <= 0\n", "v abbreviates a term already, in line 3"),
        (f"statement a.one\n  title one\n  title two{FORM}", "a statement has one title"),
        (f"statement a.one\n  quote one\n  quote two{FORM}", "a statement has one quote"),
        (
            f"statement a.one{FORM}  twin of printed: two\n    claim 0 <= -1\n    claim 0 <= -2\n    world\n      n = 1\n",
            "a twin has one claim",
        ),
        (
            f"statement a.one{FORM}  twin of printed: two\n    world\n      n = 1\n    world\n      n = 2\n",
            "a twin has one world",
        ),
        (
            f"statement a.one{FORM}  twin of printed: two\n    given h: 0 < 1\n    given h: 0 < 2\n",
            "h labels a hypothesis already, in line 5",
        ),
    ],
)  # fmt: skip
def test_what_is_said_twice_is_not_half_of_it_ignored(text: str, said: str) -> None:
    """The last of two lines won in silence, and a variable called like an abbreviation was read as that."""
    refused(text, said)


def test_a_title_does_not_deny_what_its_printed_forms_claim() -> None:
    """Once: "refuted   privacy alone gives no consistency", of the claim that it gives consistency."""
    for statement in load_library().statements.values():
        printed = [form for form in statement.forms if form.kind == "printed"]
        if printed and all(form.refutation is not None for form in printed):
            words = set(statement.title.split())
            assert not words & {"no", "not", "cannot", "never", "nothing"}, statement.id
