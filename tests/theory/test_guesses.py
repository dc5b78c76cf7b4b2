"""What is recorded for questions about a statement: used where it bears out, and never believed."""

import pytest

from dptheory.commands.store import answers
from dptheory.commands.supplements import worked_out
from dptheory.kernel import PROVED
from dptheory.kernel.real import print_term
from dptheory.theory.certificates import Certificates
from dptheory.theory.guesses import GUESS
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.optima import Optimum, optimize

from ..sharing import PROOFS

NAME, OVER, FORM = "wu2015.theorem21", "lam", "sharp"
Held = dict[str, object]


@pytest.fixture(scope="module")
def held() -> Held:
    return dict(answers(PROOFS, NAME))


@pytest.fixture(scope="module")
def searched(library: TheoryLibrary) -> Optimum:
    return best(library, {})


def best(library: TheoryLibrary, known: Held, *, search: bool = True) -> Optimum:
    certificates = Certificates(known, search=search)
    found = optimize(library, NAME, OVER, form=FORM, certificates=certificates)
    assert isinstance(found, Optimum)
    return found


def test_what_is_recorded_is_all_that_an_optimum_needs(
    library: TheoryLibrary, held: Held, searched: Optimum
) -> None:
    found = best(library, held, search=False)
    assert found.verdict.status == PROVED and found.text == searched.text
    assert print_term(found.place) == print_term(searched.place)
    assert best(library, {}, search=False).verdict.status != PROVED


@pytest.mark.parametrize("wrong", [{"terms": ["rho/R"]}, {"terms": ["1", "2"]}, {"terms": None}, {}, 7])
def test_a_guess_that_is_tampered_with_is_not_believed(
    library: TheoryLibrary, held: Held, searched: Optimum, wrong: object
) -> None:
    tampered = {key: wrong if key.startswith(GUESS) else kept for key, kept in held.items()}
    found = best(library, tampered)
    assert found.verdict.status == PROVED and found.text == searched.text


def test_a_certificate_that_is_tampered_with_is_not_believed(
    library: TheoryLibrary, held: Held, searched: Optimum
) -> None:
    certificates = [kept for key, kept in held.items() if not key.startswith(GUESS)]
    moved = dict(zip((k for k in held if not k.startswith(GUESS)), reversed(certificates), strict=True))
    assert best(library, {**held, **moved}, search=False).verdict.status != PROVED
    found = best(library, {**held, **moved})
    assert found.verdict.status == PROVED and found.text == searched.text


def test_nothing_is_worked_out_where_the_source_chooses_nothing(library: TheoryLibrary) -> None:
    assert worked_out(library, library.get("wu2015.lemma12"), {}) == {}
