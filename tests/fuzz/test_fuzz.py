"""The short form of the fuzz campaign; `make fuzz` runs the long one."""

from __future__ import annotations

import json
import random

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.points import check_point, check_witness, defined_at
from dptheory.prover import prove

from .campaign import Campaign, summary
from .generate import EMPTY, FALSE, KINDS, TRUE, UNDEFINED, make
from .hostile import faults
from .lemmas import IDENTITIES, LEMMAS
from .mutants import Mutator

ROUNDS = 60


def test_no_answer_is_unsound() -> None:
    campaign = Campaign("short", effort=200_000, mutants=12)
    for index in range(ROUNDS):
        campaign.round(index)
    tally = campaign.tally
    assert not tally.unsound, summary(tally)
    assert sum(tally.answers.values()) == ROUNDS * len(KINDS)
    # a campaign in which nothing is decided would show nothing
    assert tally.answers[TRUE, "proved"] > ROUNDS // 4
    assert tally.answers[FALSE, "refuted"] > ROUNDS // 4
    assert tally.answers[UNDEFINED, "refuted"] > ROUNDS // 4
    assert sum(n for name, n in tally.mutants.items() if "rejected" in name) > ROUNDS


@pytest.mark.parametrize("kind", ["refused", "answered"])
def test_hostile_texts(kind: str) -> None:
    assert faults(kind) == []


@pytest.mark.parametrize("index", range(40))
def test_what_is_said_of_generated_claims_is_so(index: int) -> None:
    """The generator against the kernel: the point is in the domain, and the claim does there what is said."""
    for kind in (FALSE, UNDEFINED):
        made = make(f"generator:{index}", kind)
        claim = parse_claim(made.claim, made.where)
        point = {name: _flint(x) for name, x in (made.point or {}).items()}
        check_point(claim, {v.name: point.get(v.name, _flint(0)) for v in claim.variables})
        if kind == UNDEFINED:
            sides = [claim.relation.left, claim.relation.right]
            assert defined_at(sides, point, claim.integers) is not True, str(made)
        else:
            try:
                assert check_witness(claim, point).status == "refuted"
            except KernelError:
                # equality of transcendental numbers at the point: at least it does not hold for sure
                assert "strict" in made.recipe, str(made)


def test_the_four_kinds_of_a_seed_are_different_claims() -> None:
    for index in range(20):
        texts = {(m.claim, m.where) for m in (make(f"kinds:{index}", kind) for kind in KINDS)}
        assert len(texts) == len(KINDS)


def test_a_campaign_sees_an_unsound_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a kernel that believes everything, the campaign must complain."""
    campaign = Campaign("blind", effort=200_000, mutants=4)
    true = prove(parse_claim("x**2 >= 0"), effort=1_000_000)
    monkeypatch.setitem(campaign._ask.__func__.__globals__, "prove", lambda claim, effort: true)
    campaign.round(0)
    assert sum(line.startswith("proved") for line in campaign.tally.unsound) == len(KINDS) - 1


def test_mutants_differ_and_are_sealed() -> None:
    claim = parse_claim("(a+b)/2 >= sqrt(a*b)", "a >= 0, b >= 0")
    certificate = prove(claim, effort=2_000_000).certificate
    assert certificate is not None
    mutator, texts = Mutator(1), set()
    mutator.learn(certificate["proof"])
    rejected = 0
    for _ in range(150):
        mutant = mutator.mutant(certificate, claim, claim)
        texts.add(json.dumps(mutant["proof"], sort_keys=True))
        try:
            check(claim, mutant)
        except KernelError as error:
            rejected += 1
            assert "sealed" not in str(error)
    assert len(texts) > 20 and rejected > 10


def test_lemmas_are_distinct() -> None:
    rows = [row[:2] for row in (*LEMMAS, *IDENTITIES)]
    assert len(rows) == len(set(rows)) > 40


def _flint(x: object) -> object:
    from flint import fmpq

    return fmpq(x.numerator, x.denominator) if hasattr(x, "numerator") else fmpq(0)


def test_emptiness_is_checked_on_many_points() -> None:
    """No random point satisfies the conditions that are said to exclude each other."""
    chance = random.Random(5)
    for index in range(30):
        made = make(f"empty:{index}", EMPTY)
        claim = parse_claim(made.claim, made.where)
        for _ in range(5):
            point = {v.name: _flint(chance.choice((0, 1, -1, 2, 5, 7))) for v in claim.variables}
            with pytest.raises(KernelError):
                check_point(claim, point)
