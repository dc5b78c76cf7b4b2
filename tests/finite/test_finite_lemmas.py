"""Lemmas on finite worlds: known exact values, closed forms beside printed bounds, false twins."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.errors import BadInput
from dptheory.finite import QUANTITIES, Lemma, comparison, setting, study, suggested, worst_case, worst_of
from dptheory.finite.closed import closed_form
from dptheory.finite.learning import Problem, forgiving, generalisation, identify, problems, stable_surplus
from dptheory.finite.stability import stability
from dptheory.kernel import judge_worst
from dptheory.kernel.finite import FiniteWorld, Functional, Privacy, Question
from dptheory.kernel.real import parse_claim, relation
from dptheory.prover import prove
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.worst_cases import lemmas

FORMS = {
    "stability": "(r + 2*delta - 1)/(r + 1)",
    "stability-of-losses": "(2*B*r + 4*B*delta - 2*B)/(r + 1)",
    "amplification": "gam*r + 1 - gam",
    "slack-of-a-sample": "gam*delta",
    "exposure-of-a-sample": "gam",
    "generalisation-of-naming": "(k*r + 1 - r - k)/(k*r + k**2 - k)",
    "excess-of-naming": "(k*r + 1 - r - k)/(k*r + k**2 - k)",
    "excess-of-naming-if-stable": "(k*xi - xi)/k",
}


@pytest.fixture(scope="module")
def stated(library: TheoryLibrary) -> dict[str, Lemma]:
    """The lemmas of the library, with the bounds of their forms."""
    return lemmas(library)


def test_the_values_suggest_a_form_that_is_below_every_bound(stated: dict[str, Lemma]) -> None:
    named = {id(quantity): name for name, quantity in QUANTITIES.items()}
    tried = set[str]()
    for lemma in stated.values():
        name = named[id(lemma.quantity)]
        if not lemma.quantity.above:
            continue
        tried.add(name)
        assert suggested(lemma) == FORMS[name]
        for bound in lemma.bounds:
            claim = comparison(lemma, bound)
            assert claim is not None
            assert prove(claim, effort=30_000_000).verdict.status == "proved", claim.text
    assert tried == FORMS.keys()


def test_every_quantity_is_asked_for(stated: dict[str, Lemma]) -> None:
    assert {id(lemma.quantity) for lemma in stated.values()} == {id(q) for q in QUANTITIES.values()}


@pytest.mark.parametrize("ratio", ["3/2", "5/2"])
def test_every_lemma_holds_on_small_worlds(stated: dict[str, Lemma], ratio: str) -> None:
    for name, lemma in stated.items():
        found = study(lemma, setting(entries=3, ratio=ratio, size=2))
        assert found.verdict.status == "checked", name
        assert found.worst.value is not None
        assert "3" in found.worst.question.world.text or "2" in found.worst.question.world.text


@pytest.mark.parametrize("name", ["stability", "stability-of-losses", "slack-of-a-sample", "amplification"])
def test_sharp_forms_one_percent_smaller_are_refuted(name: str) -> None:
    here = setting(entries=3, ratio=2, size=2, delta=0 if name == "amplification" else "1/5")
    sharp = FORMS[name]
    level = "1 + gam*(r - 1)"
    bounds = {"sharp": sharp, "smaller": f"99/100*({sharp})"}
    found = study(Lemma(QUANTITIES[name], {"sharp": sharp}, level=level), here)
    assert found.attained == ["sharp"] and found.verdict.status == "checked"
    found = study(Lemma(QUANTITIES[name], bounds, level=level), here)
    assert found.attained == ["sharp"] and found.verdict.status == "refuted"
    assert "A(0" in found.worst.table


def test_tanh_of_a_half_is_the_form_of_pure_stability() -> None:
    for bound in ("tanh(eps/2)", "99/100*tanh(eps/2)"):
        claim = parse_claim(f"(exp(eps) - 1)/(exp(eps) + 1) <= {bound}", "eps >= 0")
        assert prove(claim, effort=20_000_000).verdict.status == (
            "proved" if bound.startswith("t") else "refuted"
        )


def test_the_gap_attains_tanh_of_a_quarter() -> None:
    for records, ratio in ((3, 4), (4, 9)):
        found = worst_case(generalisation(identify(records), 1, ratio))
        root = {4: 2, 9: 3}[ratio]
        assert found.value == fmpq(root - 1, root + 1)
        bound = f"(sqrt({ratio}) - 1)/(sqrt({ratio}) + 1)"
        assert judge_worst(found.question, found.certificate, bound).status == "checked"
        assert judge_worst(found.question, found.certificate, f"99/100*tanh(log({ratio})/4)").status == "refuted"
    last = "q*(1 - q)*(s**2 - 1)/(1 + q*(s**2 - 1)) <= (s - 1)/(s + 1)"
    assert prove(parse_claim(last, "0 <= q <= 1, s >= 1"), effort=20_000_000).verdict.status == "proved"


@pytest.mark.parametrize(("ratio", "delta"), [(4, "1/10"), (2, "1/2"), (9, "1/3")])
def test_the_gap_with_delta(ratio: int, delta: str) -> None:
    for entries, records in ((1, 3), (2, 2)):
        stated = Lemma(QUANTITIES["generalisation"], {"printed": "1 - 2*(1 - delta)/(sqrt(r) + 1)"})
        found = study(stated, setting(entries, records, 3, ratio, delta))
        assert found.verdict.status == "checked"
    bound = "1 - 2*(1 - delta)/(sqrt(exp(eps)) + 1)"
    for claim, status in (
        (f"{bound} <= exp(eps) - 1 + delta", "proved"),
        (f"{bound} <= 1 - 2*(1 - delta)/(exp(eps) + 1)", "proved"),
        (f"{bound} <= 99/100*(1 - 2*(1 - delta)/(exp(eps) + 1))", "refuted"),
    ):
        assert (
            prove(parse_claim(claim, "eps >= 0, 0 <= delta <= 1"), effort=20_000_000).verdict.status == status
        )


def test_multisets_and_sequences_have_the_same_worst_case() -> None:
    """The reduction of `FiniteWorld`, for a question that permutations leave alone."""
    problem = identify(2)
    multisets = generalisation(problem, 3, 3)
    world = FiniteWorld(2, (3,), 2, ordered=True)
    terms = []
    for z in world.data_sets:
        for h, risk in enumerate(problem.risks):
            terms.append((z, h, fmpq(1, 8) * (risk - problem.empirical(h, z))))
    sequences = Question("gap of sequences", world, Functional.of(terms), Privacy(fmpq(3)))
    assert worst_case(multisets).value == worst_case(sequences).value


def test_stability_does_not_depend_on_the_world() -> None:
    values = {
        worst_of(map(worst_case, stability(n, k, m, 2, "1/4"))).value
        for n, k, m in ((1, 2, 2), (4, 2, 3), (2, 3, 3), (2, 2, 4))
    }
    assert values == {fmpq(1, 2)}


def test_theorem35_tends_to_its_constant() -> None:
    shares = [worst_case(stable_surplus(forgiving(k), 1, "1/2")).value for k in (2, 3, 4, 5)]
    assert shares == [fmpq(k - 1, 2 * k) for k in (2, 3, 4, 5)]


def test_problems_are_all_there_up_to_relabelling() -> None:
    half = (fmpq(1, 2), fmpq(1, 2))
    assert len(problems(half, 2)) == 7
    skew = (fmpq(1, 3), fmpq(2, 3))
    assert len(problems(skew, 2)) == 10
    optimism = Problem(half, ((fmpq(0), fmpq(1)), (fmpq(1), fmpq(0)))).optimism(1)
    assert optimism == fmpq(1, 2)


def test_forms_are_fitted_exactly_or_not_at_all() -> None:
    points = [{"r": fmpq(r)} for r in range(2, 9)]
    values = [p["r"] / (p["r"] + 3) for p in points]
    assert closed_form(points, values, ["1", "r"], ["1", "r"]) == "r/(r + 3)"
    values[3] += fmpq(1, 10**9)
    assert closed_form(points, values, ["1", "r"], ["1", "r"]) is None
    with pytest.raises(BadInput, match="leave one quotient"):
        closed_form(points, [fmpq(1)] * 7, ["1", "r"], ["1", "r"])
    with pytest.raises(BadInput, match="at least 6"):
        closed_form(points[:5], values[:5], ["1", "r"], ["1", "r"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: setting(entries=0),
        lambda: setting(entries=9),
        lambda: setting(ratio="1/2"),
        lambda: setting(ratio="x"),
        lambda: setting(ratio="1/0"),
        lambda: setting(ratio=1.5),  # type: ignore[arg-type]
        lambda: setting(delta=2),
        lambda: setting(size=4),
        lambda: setting(outcomes=1),
        lambda: setting().value("exp(eps/2)"),
        lambda: study(Lemma(QUANTITIES["stability"], {"printed": "r - 1"}), setting(delta="1/2")),
        lambda: study(
            Lemma(QUANTITIES["stability"], {"p": "2*eps"}, (relation("eps <= 1"),)), setting(ratio=3)
        ),
        lambda: Problem((fmpq(1, 2),), ((fmpq(0),), (fmpq(1),))),
        lambda: Problem((fmpq(1),), ((fmpq(0),), (fmpq(2),))),
    ],
)
def test_bad_input(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match=r"given .*; needed: .*; try: "):
        make()
