"""Which amplification applies to which sampling, and what is refused."""

import pytest

from dptheory.calculus.queries import query
from dptheory.calculus.sampling import KERNEL, POISSON, REFUTED, Underived, known, table
from dptheory.errors import BadInput
from dptheory.finite.refusals import INSTEAD, SOUND
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.verification import verify


def test_the_table_agrees_with_the_exact_worst_cases() -> None:
    rows = [row for row in table() if row.method != "parallel"]
    assert len(rows) == 16
    assert sum(row.answer == "derived" for row in rows) == 2
    assert sum(row.answer in ("derived", "sound") for row in rows) == len(SOUND)
    for row in rows:
        if row.answer == "refused":
            assert "a mechanism reaches" in row.why
    assert sum("what holds is" in row.why for row in rows) == len(INSTEAD)


def test_what_is_cited_is_in_the_library(library: TheoryLibrary) -> None:
    assert KERNEL in library.statements
    for name in REFUTED.values():
        statement, form = name.split(":")
        result = verify(library, [statement], certificates=Certificates())[0]
        verdict = next(f.verdict for f in result.forms if f.name == name)
        assert verdict.status == "refuted", form


@pytest.mark.parametrize(
    ("given", "goal", "said"),
    [
        ("B: Private(eps, 0)", "poisson(B, g): Private", "e^eps' = 2 > 3/2"),
        ("B: Private(eps, 0)", "with_replacement(B, m): Private", "9/4 > 7/4"),
        ("B: Private(eps, 0)", "subsample_in_order(B, m): Private", "7/4 > 5/3"),
        ("B: Private(eps, 0, add-remove)", "subsample(B, m): Private", "5/2 > 3/2"),
        (
            "B: Private(eps, 0, add-remove)",
            "subsample(B, m): Private(x, 0, add-remove)",
            "chaudhuri2020.theorem3:printed.add-remove",
        ),
        (
            "B: Private(eps, 0, null-record)",
            "subsample(B, m): Private(x, 0, null-record)",
            "chaudhuri2020.theorem3:printed.null-one",
        ),
    ],
)
def test_unsound_combinations_are_refused(library: TheoryLibrary, given: str, goal: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        query(library, [given], goal)
    assert said in str(error.value) and not isinstance(error.value, Underived)


def test_what_is_sound_without_a_statement_is_underived(library: TheoryLibrary) -> None:
    with pytest.raises(Underived, match="finite worlds, proof in words"):
        query(library, ["B: Private(eps, 0)"], "subsample(B, m): Private(x, 0, add-remove)")
    assert known("subsample", "replace-one", "replace-one").answer == "derived"
    assert known("subsample", "replace-one", "add-remove").answer == "sound"


def test_poisson_samples_are_asked_about_by_a_record_that_joins(library: TheoryLibrary) -> None:
    assert known("poisson", "add-remove", "add-remove").why == POISSON and POISSON in library.statements
    with pytest.raises(BadInput, match="a record that joins; try: --given 'PerInstance"):
        query(library, ["B: Private(eps, 0, add-remove)"], "poisson(B, g): Private(x, 0, add-remove)")
