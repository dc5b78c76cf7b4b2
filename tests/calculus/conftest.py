"""Questions to the calculus over one library, with the certificates that are recorded or that earlier
questions needed."""

from collections.abc import Callable

import pytest

from dptheory.calculus import Answer, answer
from dptheory.commands import store
from dptheory.kernel.logic.printing import show
from dptheory.theory.library import TheoryLibrary

Ask = Callable[..., Answer]


@pytest.fixture(scope="session")
def ask(library: TheoryLibrary) -> Ask:
    known: dict[str, object] = dict(store.recorded(store.folder(None)).certificates)

    def put(given: tuple[str, ...], goal: str, where: str = "", *, sharp: bool = False) -> Answer:
        found = answer(library, given, goal, where=where, sharp=sharp, known=known, timeout=10)
        for one in (*found.found, *found.missing.best):
            known.update(one.certificates)
        return found

    return put


def rates(found: Answer) -> list[str]:
    """The rates of the derivations, each of them proved."""
    assert all(one.holds and one.verdict.status == "proved" for one in found.found)
    return [", ".join(map(show, one.derivation.rates)) for one in found.found]
