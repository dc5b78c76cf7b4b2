"""How grave a finding is, read off the verdicts and off what the claim is about."""

from __future__ import annotations

from ..kernel.logic import Expr, conjuncts, walk
from .findings import Severity
from .statements import Form, Statement

PRIVATE = "private"
"""Definitions that say that privacy is kept have this word in their names."""


def of_false_claim(statement: Statement, form: Form) -> Severity:
    """The level of a printed claim that fails in every reading: by what it says, or by what is declared.

    >>> from .library import load_library
    >>> statement = load_library().get("wu2015.algorithm3")
    >>> print(of_false_claim(statement, statement.forms[0]))
    privacy is not kept
    """
    if statement.about:
        return Severity[statement.about.upper()]
    return Severity.PRIVACY if says_private(form.theorem.conclusion) else Severity.FALSE


def of_disputed_claim(statement: Statement, form: Form) -> Severity:
    """The level of a printed claim that fails in one reading, and in another holds or is open."""
    grave = of_false_claim(statement, form)
    return Severity.READING if grave is Severity.FALSE else grave


def says_private(claim: Expr) -> bool:
    """Whether a claim, in each of its parts, says that an algorithm keeps privacy."""
    return all(
        any(node.head == "defined" and PRIVATE in node.label.split("_") for node in walk(part))
        for part in conjuncts(claim)
    )
