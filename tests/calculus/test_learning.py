"""Empirical risk minimisation of strongly convex losses: its stability, its privacy with noise, its risk."""

import pytest

from dptheory.calculus.answers import verify_text
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary

from .conftest import Ask, rates

LOSSES = ("StronglyConvex(lam)", "Lipschitz(rho)")
SIGNS = "lam > 0, rho > 0"
NOISE = "noisy(best, s): Private"
LEARNS = "best: Learns(del, D)"

FOLLOWS = [
    (LOSSES, "best: NormStable", "lam > 0", "4*rho/(lam*n)", "2*rho/(lam*(n + 1))"),
    (LOSSES, NOISE, f"{SIGNS}, s > 0", "4*rho/(lam*n)/s", "2*rho/(lam*(n + 1))/s"),
    (
        (*LOSSES, "Attained(D)"),
        LEARNS,
        f"{SIGNS}, del > 0",
        "4*rho**2/(del*lam*n)",
        "rho**2*(2*n + 1)/(2*del*lam*(n + 1)**2)",
    ),
]


@pytest.mark.parametrize(("given", "goal", "where", "printed", "sharp"), FOLLOWS)
def test_rates_that_follow(
    ask: Ask, given: tuple[str, ...], goal: str, where: str, printed: str, sharp: str
) -> None:
    assert rates(ask(given, goal, where)) == [printed]
    assert rates(ask(given, goal, where, sharp=True)) == [sharp]
    for place in range(len(given)):
        assert not ask((*given[:place], *given[place + 1 :]), goal, where).found
    assert not ask(given, goal, where.replace("lam > 0", "lam >= 0")).found


def test_whatever_minimises_the_empirical_risk_is_norm_stable(ask: Ask) -> None:
    found = ask(("f: Minimises", *LOSSES), "f: NormStable", "lam > 0")
    assert rates(found) == ["2*rho/(lam*(n + 1))"]
    assert not ask(LOSSES, "f: NormStable", "lam > 0").found


ROOT = "subsample(B, m): AERM(2*xi, always)"
ON_SAMPLES = ("B: Consistent(xi, uniform)", "B: Unordered", "B: Proper")


def test_consistency_under_every_law_gives_a_small_empirical_risk(ask: Ask) -> None:
    """Lemma 10: a premise that speaks of every law is not satisfied by what is said of one."""
    sizes = "1 <= m, m*m <= n"
    assert rates(ask(ON_SAMPLES, ROOT, sizes)) == ["2*xi"]
    for place in range(len(ON_SAMPLES)):
        assert not ask((*ON_SAMPLES[:place], *ON_SAMPLES[place + 1 :]), ROOT, sizes).found
    assert not ask(("B: Consistent(xi, D)", *ON_SAMPLES[1:]), ROOT, sizes).found
    assert not ask(ON_SAMPLES, ROOT, "1 <= m, m <= n").found
    assert not ask(ON_SAMPLES, "subsample(B, m): AERM(xi, always)", sizes).found


def test_a_smaller_risk_is_rejected(ask: Ask, library: TheoryLibrary) -> None:
    found = ask((*LOSSES, "Attained(D)"), LEARNS, f"{SIGNS}, del > 0").found[0]
    rate = "4*rho**2/(del*lam*n)"
    assert rate in found.text
    changed = found.text.replace(rate, f"19/100*({rate})")
    result = verify_text(library, changed, Certificates(dict(found.certificates)))[1]
    assert result.forms[0].verdict.status == "unknown"
