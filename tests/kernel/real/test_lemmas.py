"""Lemmas: facts that nobody has to trust. Each is shown by its certificates, and by nothing that rests on it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Protocol

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import check, facts
from dptheory.kernel.real.check import check_lemma
from dptheory.kernel.real.facts import FACTS, Fact, lemmas

from ...fuzz.mutants import Mutator

TRUSTED = """
exp-one sqrt-square sqrt-nonnegative abs-of-nonnegative abs-of-nonpositive
power-nonnegative power-of-zero power-add-integer power-product-integer
floor-bounds ceil-bounds integer-gap sin-half-pi sin-positive tan-ratio
gamma-half uppergamma-positive gamma-at-zero gamma-log-convex gamma-between uppergamma-chernoff uppergamma-union
"""
EVIDENT = {"rule": "poly", "times": [], "terms": []}
CHANGES = 8
ALL = dict(lemmas())


class Made(Protocol):
    """Puts other lemmas in the place of those that there are."""

    def __call__(self, *entries: dict[str, object]) -> None: ...


def entry(name: str, conclusions: str, *proofs: object, args: str = "", sides: str = "") -> dict[str, object]:
    certificates = [{"defined": [], "proof": proof} for proof in proofs]
    said = {"name": name, "args": args, "sides": sides, "conclusions": conclusions, "proof": ""}
    return {**said, "certificates": certificates}


def by(name: str, *args: str) -> list[object]:
    """By a fact's only conclusion."""
    return [{"rule": "fact", "name": name, "args": [*args]}, {**EVIDENT, "terms": [{"c": "1", "h": [0]}]}]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    def replaced(*entries: dict[str, object]) -> None:
        check_lemma.cache_clear()
        found = [facts._lemma(**one) for one in entries]  # type: ignore[arg-type]
        mapping = MappingProxyType({f.name: f for f in found})
        for module in (facts, check):
            monkeypatch.setattr(module, "lemmas", lambda: mapping)

    yield replaced
    check_lemma.cache_clear()


def test_few_facts_are_trusted() -> None:
    """Whoever adds to this list adds to what everyone has to believe."""
    assert [f.name for f in FACTS] == TRUSTED.split()
    names = [*TRUSTED.split(), *lemmas()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", lemmas())
def test_a_lemma_has_certificates_that_show_it(name: str) -> None:
    check_lemma.cache_clear()
    assert check_lemma(name) >= len(lemmas()[name].written()[1])


def test_a_lemma_may_use_facts_and_lemmas_before_it(made: Made) -> None:
    first = entry("first", "x + 0 = x", EVIDENT, args="x")
    second = entry("second", "abs(2) = 2; 1 + 0 = 1", by("abs-of-nonnegative", "2"), by("first", "1"))
    second["certificates"][0]["proof"][0]["sides"] = [{"rule": "exact"}]  # type: ignore[index]
    made(first, second)
    assert check_lemma("second") == 5


def test_a_false_lemma_is_refused(made: Made) -> None:
    made(entry("false", "x + 1 = x", EVIDENT, args="x"))
    with pytest.raises(KernelError, match="not the goal"):
        check_lemma("false")


def test_a_lemma_may_not_use_itself_or_a_later_one(made: Made) -> None:
    made(
        entry("own", "1 = 2", by("own")),
        entry("first", "1 = 2", by("second")),
        entry("second", "1 = 2", by("first")),
    )
    for name in ("own", "first"):
        with pytest.raises(KernelError, match="does not come before"):
            check_lemma(name)
    with pytest.raises(KernelError, match="first rests on second"):
        check_lemma("second")


def test_a_lemma_may_not_use_itself_under_another_rule(made: Made) -> None:
    hidden = {
        "rule": "both",
        "below": by("own"),
        "above": [{"rule": "cases", "on": "1 > 0", "yes": by("own")}],
    }
    made(entry("own", "1 = 2", hidden))
    with pytest.raises(KernelError, match="own rests on own"):
        check_lemma("own")


@pytest.mark.parametrize("side", ["log(x) <= 0", "1/x > 0", "x**n >= 0"])
def test_the_sides_of_a_lemma_have_values_everywhere(side: str, made: Made) -> None:
    made(entry("open", "x + 0 = x", EVIDENT, args="x n", sides=side))
    with pytest.raises(KernelError, match="sides that may have no values"):
        check_lemma("open")


def test_a_lemma_says_nothing_of_what_may_have_no_value(made: Made) -> None:
    made(entry("part", "x/x = 1, where defined", EVIDENT, args="x"))
    with pytest.raises(KernelError, match="values"):
        check_lemma("part")
    made(entry("whole", "x/x = 1", EVIDENT, args="x"))
    with pytest.raises(KernelError, match="expected 1 node"):
        check_lemma("whole")


def test_every_conclusion_of_a_lemma_has_its_certificate(made: Made) -> None:
    made(entry("two", "1 = 1; 1 = 2", EVIDENT), entry("one", "1 = 1", EVIDENT, EVIDENT))
    for name in ("two", "one"):
        with pytest.raises(KernelError, match="a certificate for each conclusion"):
            check_lemma(name)
    made(entry("none", "1 = 2"))
    with pytest.raises(KernelError):
        check_lemma("none")


@pytest.mark.parametrize("lemma", lemmas().values(), ids=lambda f: f.name)
def test_no_certificate_shows_the_opposite(lemma: Fact, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither as it is nor changed in some places; changed, it is refused or shows the lemma all the same."""
    mutator, certificates, refused = Mutator(lemma.name), list(lemma.certificates), 0
    opposite = "; ".join(r.negated().text for r in lemma.written()[1])

    def shows(conclusions: str) -> bool:
        changed = replace(lemma, conclusions=conclusions, certificates=tuple(certificates))
        others = MappingProxyType({**ALL, lemma.name: changed})
        for module in (facts, check):
            monkeypatch.setattr(module, "lemmas", lambda: others)
        try:
            return check_lemma.__wrapped__(lemma.name) > 0  # what it uses is not checked again
        except KernelError:
            return False

    assert shows(lemma.conclusions)
    for _ in range(CHANGES):
        assert not shows(opposite)
        certificates = copy.deepcopy(certificates)
        mutator.change(certificates)
        if not shows(lemma.conclusions):
            refused, certificates = refused + 1, list(lemma.certificates)
    assert refused
