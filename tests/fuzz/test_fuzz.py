"""The short form of the fuzz campaign; `make fuzz` runs the long one."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.rules import numbered_rules
from dptheory.kernel.real import compound, facts, families, pieces
from dptheory.kernel.real.check import RULES, check
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.facts import FACTS
from dptheory.kernel.real.points import check_point, check_witness, defined_at
from dptheory.prover import prove

from ..kernel.logic.models import schemas
from ..kernel.real.real_accepted import ACCEPTED
from . import campaign as registered
from . import derivations, instances, kinds, oracle
from .generate import EMPTY, FALSE, KINDS, TRUE, UNDEFINED, make
from .hostile import faults
from .kinds import REGISTRY, Campaign, register, summary
from .lemmas import IDENTITIES, LEMMAS
from .mutants import Mutator, places

ROUNDS = 12


def test_no_answer_is_unsound() -> None:
    campaign = Campaign("short", mutants=4)
    for index in range(ROUNDS):
        campaign.round(index)
    tally = campaign.tally
    assert not tally.unsound, summary(tally)
    # a campaign in which nothing is decided would show nothing
    assert tally.answers[TRUE, "proved"] > 0
    assert tally.answers[FALSE, "refuted"] > ROUNDS // 2
    assert tally.answers[UNDEFINED, "refuted"] > ROUNDS // 2
    assert tally.answers["powers", "proved"] > 0 and tally.answers["powers", "refuted"] > 0
    assert sum(n for (_, said), n in tally.mutants.items() if said == "rejected") > 0


def test_a_seed_says_everything() -> None:
    """Searches end by counted work: two runs of a seed have the same answers."""
    tallies = []
    for _ in range(2):
        campaign = Campaign("again", mutants=2)
        for index in (1, 2):
            campaign.round(index)
        tallies.append((campaign.tally.answers, campaign.tally.mutants))
    assert tallies[0] == tallies[1]


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
    campaign = Campaign("blind", 4, ("inequalities",))
    true = prove(parse_claim("x**2 >= 0"), effort=1_000_000)
    monkeypatch.setattr(kinds, "prove", lambda claim, effort: true)
    monkeypatch.setattr(kinds, "check", lambda claim, certificate: true)
    campaign.round(1)
    assert sum(line.startswith("proved") for line in campaign.tally.unsound) == len(KINDS) - 1


@pytest.mark.parametrize("kind", ["constants", "growth"])
def test_a_campaign_sees_powers_that_numbers_made_wider(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that shows conditions only after numbers were put in accepts points that are in no domain."""
    monkeypatch.setattr(pieces, "carried", lambda *given: [])
    monkeypatch.setattr(families, "carried", lambda *given: [])
    campaign = Campaign("t", 1, (kind,))
    for index in range(150):
        campaign.round(index)
        if campaign.tally.unsound:
            break
    assert "not in the domain" in campaign.tally.unsound[0]


def test_every_rule_and_every_fact_is_reached() -> None:
    """By certificates made by hand: what a search finds uses a few of them again and again."""
    used: set[object] = set()
    for example in ACCEPTED.values():
        used |= {place.get("rule") for place in _objects(example.certificate())}
    assert used >= RULES.keys()
    for f in instances.SAID:
        (made,) = next(filter(None, (list(instances.instances(f, random.Random(k))) for k in range(20))))
        assert check(made.claim, made.certificate).status == "proved", str(made)
    assert {rule.name for rule, _ in derivations.SCHEMAS} == {rule.name for rule in numbered_rules()}
    assert len(derivations.REACHED) >= 70


def test_a_campaign_sees_a_fact_that_is_false(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tuple(
        replace(f, conclusions=f.conclusions.replace("floor(a) + 1", "floor(a) + 3/4"))
        for f in FACTS
        if f.name == "floor-bounds"
    )
    monkeypatch.setattr(facts, "FACTS", wrong)
    monkeypatch.setattr(instances, "SAID", wrong)
    assert _unsound("facts", 30).startswith("accepted but false")


def test_a_campaign_sees_a_rule_of_the_logic_that_is_false(monkeypatch: pytest.MonkeyPatch) -> None:
    (right,) = (rule for rule in numbered_rules() if rule.name == "prob-both")
    wrong = replace(right, conclusion=right.conclusion.replace(" - 1", " - 1/2"))
    monkeypatch.setattr("dptheory.kernel.logic.derivations.numbered_rules", lambda: (wrong,))
    monkeypatch.setattr(derivations, "SCHEMAS", [(wrong, schema) for _, schema in schemas(wrong)])
    assert _unsound("derivations", 30).startswith("derived but false")


def test_a_campaign_sees_what_is_not_defined_counted_as_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """With cases that take a relation for false where it has no value, a or not a is always true."""
    monkeypatch.setattr(compound, "_ways_to_fail", lambda r, integers: [])
    assert _unsound("compounds", 20).startswith("proved but false")


def _unsound(kind: str, rounds: int) -> str:
    """What a campaign of one kind finds unsound first."""
    campaign = Campaign("wrong", 6, (kind,))
    for index in range(rounds):
        campaign.round(index)
        if campaign.tally.unsound:
            return campaign.tally.unsound[0]
    return ""


def _objects(data: object) -> list[dict[str, object]]:
    found = [box[key] for box, key in places(data)]  # type: ignore[index]
    return [one for one in found if isinstance(one, dict)]


def test_a_kind_has_one_name() -> None:
    known = {"inequalities", "powers", "constants", "growth", "facts", "rules", "derivations", "compounds"}
    assert known <= REGISTRY.keys() and registered.STEP > 0
    with pytest.raises(ValueError, match="two kinds"):
        register("powers")(REGISTRY["powers"])


@pytest.mark.parametrize(
    ("text", "where", "point", "fails"),
    [
        ("x**a >= 0", "a >= 1", {"x": -3, "a": 2}, True),
        ("x**a >= 0", "x**a <= 100", {"x": -3, "a": 2}, False),
        ("x**n >= 0", "n integer", {"x": -3, "n": 2}, False),
        ("x**2 >= 0", "", {"x": -3}, False),
        ("x**(n/2) >= 0", "n integer", {"x": -3, "n": 4}, True),
        ("x**(4/2) >= 0", "", {"x": -3}, False),
        ("x**0 = 1", "", {"x": 0}, True),
        ("-x**2 <= 0", "1/x < oo, x <= 5", {"x": 0}, False),
        ("x > 0", "-oo < x <= 5", {"x": 0}, True),
        ("sqrt(2)**2 = 3", "", {}, True),
        ("exp(x) > 1 + x", "x != 1", {"x": 1}, False),
    ],
)
def test_the_oracle_reads_powers_as_they_are_written(
    text: str, where: str, point: dict[str, int], fails: bool
) -> None:
    place = {name: Fraction(value) for name, value in point.items()}
    assert (oracle.fails(text, where, [place]) is not None) == fails


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
