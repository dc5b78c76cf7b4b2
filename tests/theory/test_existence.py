"""Claims that an algorithm exists: what is proved is said of one that is built, or tied by what the source says of it.

A statement that says "there exists an algorithm" says nothing where any constant serves. So no proved form asserts a bare
existence, and a function or a law that a proved claim speaks of stands in a hypothesis of its form: else it may be any, a
constant too, and the claim is about all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from dptheory.kernel import PROVED, PROVED_GIVEN
from dptheory.kernel.logic import Expr
from dptheory.theory.elaborate.matching import free_variables
from dptheory.theory.library import load_library
from dptheory.theory.reader import read
from dptheory.theory.statements import PRINTED, Form, Statement

EXISTS = re.compile(
    r"\b(there (exists|is|are)|then there|exists an?)\b.{0,160}\b(algorithms?|rules?|distributions?)\b", re.I
)
SOURCES = ("wu2015", "chaudhuri2020", "wang2016")


@cache
def saying() -> list[tuple[Statement, Form]]:
    """The printed forms of statements that say so: read here, since every process collects the tests."""
    library = load_library()
    return [
        (statement, form)
        for statement in map(library.get, library.statements)
        if statement.id.partition(".")[0] in SOURCES
        and not statement.source.is_own
        and EXISTS.search(statement.source.quote)
        for form in statement.forms
        if form.kind == PRINTED
    ]


def heads(term: object) -> Iterator[str]:
    if isinstance(term, Expr):
        yield term.head
        for part in term.args:
            yield from heads(part)


def is_bare(form: Form) -> bool:
    """Whether the claim asserts an existence, or speaks of a rule of which no hypothesis says anything."""
    claim = form.theorem.conclusion
    said = [h for _, h in form.theorem.hypotheses]
    while claim.head == "implies":
        said, claim = [*said, claim.args[0]], claim.args[1]
    tied = set().union(*map(free_variables, said))
    rules = {name for name, sort in free_variables(claim).items() if "->" in str(sort)}
    return "exists" in set(heads(claim)) or not rules <= tied


def test_what_is_proved_is_said_of_a_rule_that_is_built_or_tied(results) -> None:
    for statement, form in saying():
        status = next(one.verdict.status for one in results[statement.id].forms if one.name == form.name)
        assert not (status in (PROVED, PROVED_GIVEN) and is_bare(form)), form.name


def test_there_are_such_statements() -> None:
    assert {statement.id for statement, _ in saying()} >= {
        "wang2016.lemma4", "wang2016.lemma10", "wang2016.lemma14", "wang2016.theorem7", "wang2016.theorem15",
        "wang2016.theorem32", "wang2016.section2.3.stable",
    }  # fmt: skip


TEXT = """statement example.existence
  title  some algorithm is stable
  source Example, Lemma 1
  quote  There exists an algorithm that moves by at most r.
  let    A: data -> vec; r: real
  form printed
    presupposed scale: r >= 0{more}
    claim {claim}
"""


@pytest.mark.parametrize(
    ("more", "claim", "bare"),
    [
        ("", "forall S: data. norm(A(S) - A(S)) <= r", True),
        ("", "exists B: data -> vec. forall S: data. norm(B(S) - B(S)) <= r", True),
        ("\n    given runs: forall S: data. A(S) = zero", "forall S: data. norm(A(S) - A(S)) <= r", False),
    ],
)
def test_a_bare_existence_is_found(more: str, claim: str, bare: bool) -> None:
    (form,) = read(TEXT.format(more=more, claim=claim), {}).statements[0].forms
    assert is_bare(form) is bare
