"""Objects of other classes, and lemmas that nobody checked: false claims that were proved, true ones refuted."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import check as checking
from dptheory.kernel.real import facts
from dptheory.kernel.real.certificates import rational
from dptheory.kernel.real.check import check, check_failure, check_lemma
from dptheory.kernel.real.claims import Relation, parse_claim, relation
from dptheory.kernel.real.compound import COMPOUND_FORMAT, Compound, check_compound
from dptheory.kernel.real.families import GROWTH, recheck
from dptheory.kernel.real.formulas import Formula
from dptheory.prover.certificates import certificate

from .real_accepted import combine, product

EXACT = {"rule": "exact"}


class Lying(Formula):
    """``not 1 <= 0``, which calls itself ``1 <= 0``."""

    text = "1 <= 0"

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Formula.__hash__


class Moody(str):
    """A text that is equal to whatever it is first compared with, and then to nothing."""

    seen = 0

    def __eq__(self, other: object) -> bool:
        self.seen += 1
        return self.seen == 1

    __hash__ = str.__hash__


class Hiding(dict[str, object]):
    """An object that shows plain texts to who goes through it."""

    def __getitem__(self, name: str) -> object:
        found = super().__getitem__(name)
        return Moody(found) if name == "strict" else found


def strictly(node: type[dict[str, object]], strict: str) -> dict[str, object]:
    """x > 0 from x >= 0 by the mean value theorem, strict by nothing."""
    shown = {"order": combine(product(0)), "slope": EXACT, "at_base": EXACT}
    return node(rule="mvt", variable="x", fresh="t", base="0", side="below", strict=strict, **shown)


def test_a_compound_claim_of_another_class_called_itself_what_it_is_not() -> None:
    with pytest.raises(KernelError):
        c = Compound((), (), Lying("not", (relation("1 <= 0"),)))
        stated: dict[str, object] = {"format": COMPOUND_FORMAT, "claim": c.said, "where": c.where, "hash": c.hash}
        part = {"show": 0, "cases": [{"proof": EXACT}]}
        check_compound(c, {**stated, "domain": 0, "domain_point": {}, "with": {}, "parts": [part]})


class Otherwise(str):
    """``and`` wherever it is read, and ``or`` where a formula is taken apart."""

    def __eq__(self, other: object) -> bool:
        return sys._getframe(1).f_code.co_name != "_distributed" and str.__eq__(self, str(other))

    __hash__ = str.__hash__


def test_a_formula_whose_operation_is_of_another_class_was_taken_apart_otherwise() -> None:
    with pytest.raises(KernelError):
        said = Formula(Otherwise("and"), (relation("1 <= 0"), relation("0 <= 1")))
        c = Compound((), (), said)
        stated: dict[str, object] = {"format": COMPOUND_FORMAT, "claim": c.said, "where": c.where, "hash": c.hash}
        part = {"show": 1, "cases": [{"proof": EXACT}]}
        check_compound(c, {**stated, "domain": 0, "domain_point": {}, "with": {}, "parts": [part]})


def test_a_text_of_another_class_made_a_strict_goal_hold_by_nothing() -> None:
    made = [
        {"rule": "let", "name": "x", "term": "0"},
        {"rule": "have", "relation": "x >= 0", "proof": combine(product(0))},
        {"rule": "have", "relation": "x > 0", "proof": strictly(dict, Moody("base"))},
        {"rule": "contradiction"},
        combine(product(2), product(0, c="-1")),
    ]
    made[2]["proof"]["order"] = combine(product(1))  # type: ignore[index]
    with pytest.raises(KernelError):
        check_failure(parse_claim("1 >= 0"), {"at": {}, "fails": made})


def test_a_certificate_of_another_class_showed_a_text_and_gave_another() -> None:
    claim = parse_claim("x > 0", "x >= 0")
    with pytest.raises(KernelError):
        check(claim, certificate(claim, {"x": fmpq(1)}, strictly(Hiding, "base")))


@pytest.fixture
def file_of_lemmas(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    loose = [{"rule": "let", "name": "x", "term": "0"}, combine(product(0, c="-1"))]
    gap = [{"rule": "fact", "name": "integer-gap", "args": ["0", "n"]}, combine(product(1), product(2))]
    entries: list[tuple[str, str, str, str, list[object]]] = [
        ("bare", "", "", "1 <= 0", []),
        ("loose", "", "", "x <= 0", [{"proof": loose}]),
        ("above", "n:int a", "n > 0; a >= n", "a >= 1", [{"proof": gap}]),
    ]
    found = {one[0]: facts._lemma(*one[:4], "", one[4]) for one in entries}
    for module in (facts, checking):
        monkeypatch.setattr(module, "lemmas", lambda: found)
    check_lemma.cache_clear()
    yield
    check_lemma.cache_clear()


@pytest.mark.usefixtures("file_of_lemmas")
@pytest.mark.parametrize(("name", "said"), [("bare", "1 <= 0"), ("loose", "x <= 0")])
def test_a_lemma_without_certificates_or_about_no_argument_was_believed(name: str, said: str) -> None:
    claim = parse_claim(said)
    assert isinstance(claim.relation, Relation)
    proof = [{"rule": "fact", "name": name, "args": []}, combine(product(0))]
    point = {v.name: fmpq(0) for v in claim.variables}
    with pytest.raises(KernelError):
        check(claim, certificate(claim, point, proof))


@pytest.mark.usefixtures("file_of_lemmas")
def test_an_integer_of_a_lemma_that_its_conclusion_does_not_mention_became_one_half() -> None:
    assert check_lemma("above") > 0
    claim = parse_claim("x >= 1", "x >= 1/2")
    use = {"rule": "fact", "name": "above", "args": ["1/2", "x"], "sides": [EXACT]}
    with pytest.raises(KernelError):
        check(claim, certificate(claim, {"x": fmpq(1)}, [use, combine(product(1))]))


class Changing(Moody):
    """A text that is equal to the first two that it is compared with, not to the third, and to the fourth."""

    def __eq__(self, other: object) -> bool:
        self.seen += 1
        return self.seen in (1, 2, 4)

    __hash__ = str.__hash__


def test_an_answer_of_another_class_was_checked_as_one_and_told_as_another() -> None:
    def shown(text: str, proof: object) -> object:
        claim = parse_claim(text, "t >= 1")
        return certificate(claim, {"t": fmpq(1)}, proof)

    proofs = [shown("t >= t", combine()), shown("1 > 1/2*1", EXACT), shown("1 > -(1/2*1)", EXACT)]
    said = {"left": "1", "right": "1", "growing": "n", "where": "", "sign": "+", "parameter": "t"}
    given = {"answer": Changing("not smaller"), "until": "", "point": {"n": "t"}, "constant": "1/2"}
    with pytest.raises(KernelError):
        recheck({"format": GROWTH, **said, **given, "proofs": proofs})


@pytest.mark.parametrize("text", ["١", "1/٢", "１", "-²"])
def test_digits_of_other_scripts_are_no_rational(text: str) -> None:
    """They were read as the numbers that they stand for, and the page of certificates says ASCII."""
    with pytest.raises(KernelError, match="expected a rational"):
        rational(text, "")
    assert rational("-3/2", "") == fmpq(-3, 2)
