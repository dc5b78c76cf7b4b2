"""Questions to the calculus over one library, with the recorded certificates and no others: what a question is
answered does not depend on those that were asked before it."""

from collections.abc import Callable

import pytest

from dptheory.calculus import Answer, answer
from dptheory.calculus.answers import Known
from dptheory.kernel.logic import show
from dptheory.theory.library import TheoryLibrary

Ask = Callable[..., Answer]


@pytest.fixture(scope="session")
def ask(library: TheoryLibrary, certificates: dict[str, object]) -> Ask:
    def put(given: tuple[str, ...], goal: str, where: str = "", *, sharp: bool = False) -> Answer:
        known = Known(certificates)
        return answer(library, given, goal, where=where, sharp=sharp, known=known, effort=10_000_000)

    return put


def rates(found: Answer) -> list[str]:
    """The rates of the derivations, each of them proved."""
    assert all(one.holds and one.verdict.status == "proved" for one in found.found)
    return [", ".join(map(show, one.derivation.rates)) for one in found.found]
