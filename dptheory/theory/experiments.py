"""Which statements are tried on real mechanisms, by which form, and why the others are not."""

from __future__ import annotations

from ..kernel.logic import walk
from .bounds import pick_form
from .statements import Form, Statement


def why_untried(statement: Statement) -> str:
    """Why no experiment tries a statement; nothing where one does, or where no reason is given."""
    if statement.experiments or statement.untried:
        return statement.untried
    if statement.kind == "definition":
        return "it is a definition"
    return "" if _random_or_on_data(statement) else "it speaks of no data set and of no random draw"


def _random_or_on_data(statement: Statement) -> bool:
    """Whether some form has a data set or a law in it, and so may speak of a mechanism."""
    for form in statement.forms:
        theorem = form.theorem
        sorts = [str(sort) for sort in theorem.variables.values()]
        for formula in (theorem.conclusion, *(hypothesis for _, hypothesis in theorem.hypotheses)):
            sorts += [str(node.sort) for node in walk(formula)]
        if any(word in sort for sort in set(sorts) for word in ("data", "law")):
            return True
    return False


def form_of(statement: Statement, line: str) -> Form:
    """The form whose bound an experiment's line tries."""
    return pick_form(statement, line.partition(" ")[2].strip() or None)
