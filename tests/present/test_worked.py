"""Worlds worked out: every symbol has its value, the claim is written out, and both sides come to numbers."""

from dataclasses import replace

import pytest

from dptheory.commands.recording import _worlds_of
from dptheory.present.blocks import Known, Listing, Paragraph, Text
from dptheory.present.findings import written
from dptheory.present.from_logic import Words
from dptheory.present.model import Math
from dptheory.present.page import Writing
from dptheory.present.spelled import Spelled, conclusions, spelled
from dptheory.present.styles import LATEX, MATHML, UNICODE
from dptheory.present.unicode import unicode
from dptheory.present.worked_examples import WorldText, worked
from dptheory.theory.findings import LOOSE, REFUTED_KIND, Erratum
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.results import WitnessResult

from .harmless import harmless


def of(library: TheoryLibrary, name: str) -> Spelled:
    """The claim of a statement's first form, written out."""
    statement = library.get(name)
    claims = conclusions(statement, statement.forms[0].name)
    return spelled(statement, Words.of(library), (UNICODE, LATEX, MATHML))[claims[""]]


def plain(text: Text) -> str:
    """A text as the terminal shows it."""
    shown = {Math: unicode, Known: lambda piece: piece.texts[UNICODE], str: str}
    return "".join(shown[type(piece)](piece) for piece in text)


def lines(witness: WitnessResult, claim: Spelled | None) -> list[str]:
    steps, end = worked(witness, claim)
    assert isinstance(steps, Listing) and steps.numbered and isinstance(end, Paragraph)
    return [*map(plain, steps.items), plain(end.text)]


PRIVATE = WitnessResult(
    ("records = 0, 1", "law M(S) = S1: 3/4, 1 - S1: 1/4", "value eps = 1", "data S = 0", "value i = 1",
     "value z = 1", "region B(w) = w <= 0"),
    "3/4 > exp(1)*(1/4)",
)  # fmt: skip


def test_a_refuted_privacy_claim_can_be_followed_by_hand(library: TheoryLibrary) -> None:
    said = lines(PRIVATE, of(library, "wu2015.definition6"))
    assert said[0] == "There is n = 1 record."
    assert "With record 1 replaced by 1 the data set becomes S⁽ⁱ⁾ = (1)." in said
    assert any(
        line.startswith("So M(S) is 0 with probability 3/4, 1 with probability 1/4, and M(S⁽ⁱ⁾) is 1 with")
        for line in said
    )
    (claim,) = (line for line in said if line.startswith("The claim says: "))
    assert "≤ e^ε" in claim and "differentially private" not in claim
    assert [line[-17:] for line in said if " side, " in line] == ["B], is 3/4 there.", "s e¹·(1/4) there."]
    assert said[-1].startswith("There the claim would need 3/4 ≤ e¹·(1/4). But 3/4 > e¹·(1/4): the left side")


def test_sides_are_told_only_where_it_is_plain_which_comparison_fails(library: TheoryLibrary) -> None:
    smooth = of(library, "wu2015.section2.2.smooth")
    world = ("value f(w) = w**2", "value g(w) = 2*w", "value bet = 1", "value u = 1", "value v = 0")
    assert len(smooth.compared) == 2
    said = lines(WitnessResult(world, "1 > 1/2"), smooth)
    assert not any(" side, " in line for line in said) and "1 > 1/2" in said[-1]


def test_what_a_world_leaves_unsaid_is_said_where_the_claim_speaks_of_it(library: TheoryLibrary) -> None:
    scale = of(library, "wu2015.section4.2.scale")
    said = lines(WitnessResult(("value lam = 2", "value R = 1", "value eps = 1"), "10 != 12"), scale)
    assert said[0] == "There is n = 1 record." and "Its left side" in " ".join(said)
    assert not any(line.startswith("Vectors") for line in said)


@pytest.mark.parametrize(
    "line",
    [
        "value A(S) = S1/S2",
        "value A(S) = S1 + x",
        "law A(S) = S1: 1/2",
        "value A(S) = log(S2)",
        "value A(S) = (",
    ],
)
def test_a_value_that_is_no_number_is_left_out(line: str) -> None:
    world = WorldText(("n = 2", "data S = 1, 0", "value i = 1", "value z = 2", line))
    said = ["".join(map(str, step)) for step in world.steps()]
    assert len(said) == 1 + (line == "law A(S) = S1: 1/2")


def test_a_world_without_a_replaced_record_has_no_such_step() -> None:
    assert list(WorldText(("data S = 1", "data T = 0", "value i = 1", "value z = 2")).steps()) == []
    assert list(WorldText(("data S = 1", "value i = 5", "value z = 2")).steps()) == []
    assert list(WorldText(("data S = 1", "value i = one", "value z = 2")).steps()) == []


def test_the_record_keeps_the_claim_that_a_page_shows_and_no_other() -> None:
    """Once: printed and corrected claims were kept of every finding, a tenth of the record."""
    out = {text: Spelled({}) for text in ("printed", "corrected")}
    for kind, wanted in ((REFUTED_KIND, "printed"), (LOOSE, "corrected")):
        one = Erratum("a.b", kind, "printed", "corrected", PRIVATE, "")
        assert list(_worlds_of(one, out)) == [wanted]
        assert _worlds_of(replace(one, witness=None), out) == {}


def test_every_claim_of_the_library_is_written_out_and_its_formulas_are_read_again(
    library: TheoryLibrary,
) -> None:
    said, styles = Words.of(library), (LATEX, MATHML)
    for name in library.statements:
        statement = library.get(name)
        for style in styles:
            for formula in written(statement, Writing(style, said)).values():
                harmless({style: formula})
        for one in spelled(statement, said, styles).values():
            sides = [side for compared in one.compared for side in (compared.left, compared.right)]
            for formulas in (one.claim, *one.means, *sides):
                harmless(formulas)
            assert all(compared.relation in ("<=", "<", "=", ">=", ">", "!=") for compared in one.compared)
