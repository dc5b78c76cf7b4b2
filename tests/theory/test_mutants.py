"""Statements whose text was changed a little: what no longer follows must not be proved."""

from __future__ import annotations

from importlib.resources import files

import pytest

from dptheory.kernel import PROVED, UNKNOWN
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read
from dptheory.theory.verification import verify

STABILITY = (files("dptheory") / "papers" / "wu2015" / "stability.thm").read_text(encoding="utf-8")
DEFINITIONS = (files("dptheory") / "papers" / "wu2015" / "definitions.thm").read_text(encoding="utf-8")


def mutated(*changes: tuple[str, str]) -> TheoryLibrary:
    text = STABILITY
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    known = read(DEFINITIONS, {}).definitions
    document = read(text, known)
    return TheoryLibrary({s.id: s for s in document.statements}, document.definitions, document.says)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("wu2015.theorem14", "4*rho/(lam*n)", "1*rho/(lam*n)"),
        (
            "wu2015.theorem14",
            "by calc from n >= 1, positive, constant, 1, 7, norm(u - v) >= 0",
            "by calc from n >= 1, constant, 1, 7, norm(u - v) >= 0",
        ),
        ("wu2015.lemma13", "by limit from all a. a implies 3", "by limit from 3"),
        ("wu2015.lemma13", "by limit from all a. a implies 3", "by limit from all lam. a implies 3"),
        (
            "wu2015.lemma12",
            "by sum-replace from place, n <= n\n      2:",
            "by sum-replace from n <= n\n      2:",
        ),
        ("wu2015.lemma12", "by apply from 5, rule(S) at v", "by apply from 5 at v"),
        ("wu2015.lemma5", "; convex: convex(g, H)", "; convex: convex(f, H)"),
    ],
)
def test_a_changed_statement_is_not_proved(name, old, new, certificates):
    """What is recorded serves the lines that are as they were; for the others is searched."""
    found = verify(mutated((old, new)), [name], certificates=Certificates(certificates, effort=1_000_000))
    assert found[0].forms[0].verdict.status != PROVED


def test_a_statement_without_a_model_is_unknown():
    start = STABILITY.index("    model n = 1;")
    end = STABILITY.index("statement wu2015.lemma12", start)  # the twin's world is written like the model
    found = verify(mutated((STABILITY[start:end], "\n")), ["wu2015.lemma5"])
    form = found[0].forms[0]
    assert form.verdict.status == UNKNOWN and "no model" in form.verdict.reason


def test_a_model_that_breaks_a_hypothesis_is_no_model():
    change = ("model n = 1; f(w) = w**2/2; g(w) = w;", "model n = 1; f(w) = w**2/2; g(w) = -w**2;")
    found = verify(mutated(change), ["wu2015.lemma5"], certificates=Certificates(effort=1_000_000))
    assert found[0].forms[0].verdict.status == UNKNOWN


def test_a_twin_that_is_true_is_not_refuted(certificates):
    change = ("claim norm_stable(A, 99/100*(2*rho/(lam*n)))", "claim norm_stable(A, 101/100*(2*rho/(lam*n)))")
    found = verify(
        mutated(change), ["wu2015.theorem14"], certificates=Certificates(certificates, effort=5_000_000)
    )
    assert all(twin.verdict.status == UNKNOWN for twin in found[0].twins)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\tstatement x", "tab"),
        ("theorem x", "expected 'define' or 'statement'"),
        ("statement x\n  title t", "needs a form"),
        ("statement x\n  form best\n    claim 0 <= 1", "a form is one of"),
        ("statement x\n  form printed\n    given h: 0 <= 1", "needs a claim"),
        ("statement x\n  let a: real\n  form printed\n    claim a <=", "expected an operand"),
        ("statement x\n  let a: real\n  form printed\n    claim b <= a", "unknown name 'b'"),
        ("statement x\n  form printed\n    claim __import__('os')", "unexpected character"),
        ("statement x\n  form printed\n    claim " + "(" * 5000 + "1", "nesting deeper"),
        ("define f(x: real) := y", "unknown name"),
        ("statement x\n  let a: reel\n  form printed\n    claim 0 <= 1", "unknown sort"),
    ],
)
def test_a_text_that_is_not_understood_is_refused_with_its_line(text, said):
    with pytest.raises(OutlineError, match=".*") as problem:
        read(text, {})
    assert said in str(problem.value)
    assert "line" in str(problem.value) or ":" in str(problem.value)


def test_a_statement_cannot_be_defined_twice(tmp_path):
    path = tmp_path / "again.thm"
    path.write_text(
        "statement wu2015.lemma5\n  title t\n  form printed\n    claim 0 <= 1\n", encoding="utf-8"
    )
    with pytest.raises(OutlineError, match="there already"):
        load_library(path)
