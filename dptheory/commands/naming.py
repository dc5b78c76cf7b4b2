"""Which statements a name that a user gave means, and what is said where it means none."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadInput
from ..theory.blocks import Texts
from ..theory.catalogue import UnknownStatement, names_in, near_names, sources_of


def refuse_form(name: str) -> None:
    """Raises BadInput for a form of a statement, as pages name it, where the statement is to be named."""
    statement, colon, form = name.partition(":")
    if colon and Texts().statement(statement) is not None:
        advice = f"{statement}; bound and optimize take --form {form}, show takes {name}"
        raise BadInput(f"the form {name}", "a statement", advice)


def be_there(name: str) -> None:
    """Raises UnknownStatement for what is neither a statement of the library's nor a source."""
    texts = Texts()
    if texts.statement(name) is None and name not in texts.sources():
        selected(names_in(texts), [name])


def selected(there: list[str], names: Iterable[str]) -> list[str]:
    """Identifiers for names of statements or of sources, in their order; raises UnknownStatement."""
    wanted = set[str]()
    given = list(names)
    for name in given:
        of_source = [one for one in there if one.partition(".")[0] == name]
        if not of_source and name not in there:
            raise UnknownStatement(name, near_names(name, [*there, *sources_of(there)]))
        wanted.update(of_source or [name])
    return [one for one in there if one in wanted or not given]
