"""Samples and the privacy that they amplify: exact laws, exact worst cases, refusals with their worlds."""

from __future__ import annotations

from itertools import product

import pytest
from flint import fmpq

from dptheory.errors import BadInput
from dptheory.finite import QUANTITIES, Lemma, amplified, counterexample, setting, study, worst_case, worst_of
from dptheory.finite.refusals import INSTEAD, SAMPLINGS, SOUND
from dptheory.finite.sampling import Poisson, Sampling, WithoutReplacement, WithReplacement
from dptheory.finite.subsampling import Subsampled, amplification, remainder
from dptheory.kernel import judge_worst
from dptheory.kernel.finite import ADD_REMOVE, ADJACENCIES, REPLACE_ONE
from dptheory.kernel.real import exact, num, parse_term, print_term, substitute
from dptheory.prover import prove

from .runs import lemma34_in_order, run_quotient

COMBINATIONS = list(product(SAMPLINGS, ADJACENCIES, ADJACENCIES))
G, R = fmpq(1, 3), fmpq(5, 2)


@pytest.mark.parametrize(
    "sampling",
    [WithoutReplacement(2), WithoutReplacement(2, ordered=True), WithReplacement(3), Poisson(fmpq(1, 3))],
)
def test_laws_add_up_to_one_and_have_their_rate(sampling: Sampling) -> None:
    law = sampling.law((0, 1, 1, 1))
    assert sum(law.values(), fmpq(0)) == 1
    assert sum((p for z, p in law.items() if 0 in z), fmpq(0)) == sampling.rate(4)
    assert all(len(z) in sampling.sizes(4) for z in law)


def test_a_sample_in_order_keeps_it() -> None:
    assert WithoutReplacement(2, ordered=True).law((1, 0, 1)) == {
        (0, 1): fmpq(1, 3),
        (1, 0): fmpq(1, 3),
        (1, 1): fmpq(1, 3),
    }


@pytest.mark.parametrize(
    ("sampling", "entries", "base", "target", "expected"),
    [
        (WithoutReplacement(1), 3, REPLACE_ONE, REPLACE_ONE, 1 + G * (R - 1)),
        (WithoutReplacement(1), 3, REPLACE_ONE, ADD_REMOVE, 1 + G * (R - 1)),
        (WithoutReplacement(1), 3, ADD_REMOVE, ADD_REMOVE, 1 + G * (R**2 - 1)),
        (WithoutReplacement(1), 3, ADD_REMOVE, REPLACE_ONE, 1 + G * (R**2 - 1)),
        (Poisson(G), 3, ADD_REMOVE, ADD_REMOVE, 1 + G * (R - 1)),
        (Poisson(G), 3, ADD_REMOVE, REPLACE_ONE, (1 + G * (R - 1)) / (1 - G * (1 - 1 / R))),
        (Poisson(G), 3, REPLACE_ONE, REPLACE_ONE, R),
        (Poisson(G), 3, REPLACE_ONE, ADD_REMOVE, None),
        (WithReplacement(2), 3, REPLACE_ONE, REPLACE_ONE, (1 + (R - 1) / 3) ** 2),
        (WithReplacement(3), 2, REPLACE_ONE, REPLACE_ONE, (1 + (R - 1) / 2) ** 3),
    ],
)
def test_exact_amplification(
    sampling: Sampling, entries: int, base: str, target: str, expected: fmpq | None
) -> None:
    s = Subsampled(sampling, entries, ratio=R, base=base, target=target)
    assert worst_of(map(worst_case, amplification(s))).value == expected


@pytest.mark.parametrize("which", sorted(SOUND))
def test_what_is_sound_has_the_standard_delta(which: tuple[str, str, str]) -> None:
    kind, base, target = which
    sampling: Sampling = Poisson(G) if kind == "poisson" else WithoutReplacement(1)
    s = Subsampled(sampling, 3, ratio=R, delta=fmpq(1, 5), base=base, target=target)
    found = worst_of(map(worst_case, remainder(s, 1 + G * (R - 1))))
    assert found.value == G * fmpq(1, 5)
    assert amplified(*which).delta == "gam*delta"


@pytest.mark.parametrize("which", COMBINATIONS)
def test_each_combination_is_sound_or_refused_with_its_world(which: tuple[str, str, str]) -> None:
    if which in SOUND:
        assert amplified(*which).eps == "log(1 + gam*(exp(eps) - 1))"
        with pytest.raises(BadInput, match="not sound"):
            counterexample(*which)
        return
    found = counterexample(*which)
    assert found.verdict.status == "refuted"
    assert found.worst.value is None or found.worst.value > found.standard
    with pytest.raises(BadInput, match=r"a mechanism reaches .*; try: (poisson )?sampling"):
        amplified(*which)


@pytest.mark.parametrize("which", INSTEAD)
@pytest.mark.parametrize("ratio", [fmpq(3, 2), fmpq(3)])
def test_what_holds_instead_is_exact(which: tuple[str, str, str], ratio: fmpq) -> None:
    kind, base, target = which
    sampling: Sampling = Poisson(fmpq(1, 4))
    if kind != "poisson":
        sampling = WithReplacement(3) if kind == "with replacement" else WithoutReplacement(2)
    gam = fmpq(1, 4) if kind == "poisson" else fmpq(2, 3)
    point = {"r": ratio, "gam": gam, "n": fmpq(3), "m": fmpq(3)}
    s = Subsampled(sampling, 3, ratio=ratio, base=base, target=target)
    worst = worst_of(map(worst_case, amplification(s)))
    numbers = {name: num(x) for name, x in point.items()}
    form = print_term(substitute(parse_term(INSTEAD[which]), numbers))
    assert worst.value == exact(parse_term(form), {})
    assert judge_worst(worst.question, worst.certificate, form).status == "checked"
    assert judge_worst(worst.question, worst.certificate, f"99/100*({form})").status == "refuted"


def test_names_are_checked() -> None:
    with pytest.raises(BadInput, match="one of: without replacement"):
        amplified("bernoulli")
    with pytest.raises(BadInput, match="replace-one or add/remove"):
        amplified("poisson", base="hamming")
    with pytest.raises(BadInput, match="at most the 1 entries"):
        WithoutReplacement(2).law((0,))


def test_with_replacement_can_lose_privacy() -> None:
    """Four draws of five entries: A' is less private than A."""
    s = Subsampled(WithReplacement(4), 5, ratio=fmpq(2))
    assert worst_of(map(worst_case, amplification(s))).value == fmpq(6, 5) ** 4 > 2


def test_in_order_the_sharp_form_fails_and_the_printed_one_holds_here() -> None:
    s = setting(entries=3, size=2, outcomes=2, ordered=True)
    printed, sharp = "1 + gam*r*(r - 1)", "1 + gam*(r - 1)"
    found = study(Lemma(QUANTITIES["amplification"], {"printed": printed}), s)
    assert found.verdict.status == "checked"
    assert found.worst.value == fmpq(7, 4) > 1 + fmpq(2, 3)
    slack = Lemma(QUANTITIES["slack-of-a-sample"], {"sharp": "gam*delta"}, level=sharp)
    assert study(slack, s).verdict.status == "refuted"


@pytest.mark.parametrize(("entries", "size", "records"), [(3, 2, 2), (4, 3, 2), (4, 2, 3)])
def test_the_run_mechanism_is_the_worst_where_there_are_enough_records(
    entries: int, size: int, records: int
) -> None:
    s = Subsampled(WithoutReplacement(size, ordered=True), entries, records)
    assert worst_of(map(worst_case, amplification(s))).value == run_quotient(entries, size, 2)


@pytest.mark.parametrize(("entries", "size"), [(4, 2), (5, 3), (6, 4)])
def test_the_run_quotient_by_enumeration(entries: int, size: int) -> None:
    names = tuple(range(entries))
    quotient = []
    for first in (0, entries):
        law = WithoutReplacement(size, ordered=True).law((first, *names[1:]))
        quotient.append(
            sum(
                (p * 3 ** sum(a == b for a, b in zip(z, names, strict=False)) for z, p in law.items()),
                fmpq(0),
            )
        )
    assert quotient[0] / quotient[1] == run_quotient(entries, size, 3)


def test_lemma34_fails_in_order_for_large_data_sets() -> None:
    assert prove(lemma34_in_order(500, 24, 32), effort=20_000_000).verdict.status == "refuted"
    assert prove(lemma34_in_order(100, 5, 32), effort=20_000_000).verdict.status == "proved"
