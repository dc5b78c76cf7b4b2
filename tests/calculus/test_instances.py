"""Per-instance privacy in the calculus: what follows from it, what does not, and what a changed step does."""

import pytest

from dptheory.calculus.answers import verify_text
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary

from .conftest import Ask, rates

FIRST = "PerInstance(eps, del)"
TWO = ("PerInstance(e1, d1)", "grown(A, 1): PerInstance(e2, d2)")
EACH = ("PerInstanceEach(eps, del)",)

FOLLOWS = [
    ((FIRST,), "hand_on(A, K): PerInstance", "", "eps, del"),
    ((FIRST, "L: PerInstance(mu, nu)"), "follow(A, L): PerInstance", "", "eps + mu, del + nu"),
    ((FIRST,), "Forward", "", "eps, del"),
    ((FIRST,), "Backward", "", "eps, del"),
    (TWO, "group(A, 2): Forward", "", "e2 + e1, d1 + exp(e1)*d2"),
    (TWO, "group(A, 2): Backward", "", "e1 + e2, d2 + exp(e2)*d1"),
    (EACH, "group(A, k): PerInstance", "k >= 1, eps > 0", "k*eps, del*(exp(k*eps) - 1)/(exp(eps) - 1)"),
    (
        (FIRST,),
        "poisson(A, coin, toss): PerInstance",
        "",
        "log(1 + E[z ~ coin](toss(z))*(exp(eps) - 1)), E[z ~ coin](toss(z))*del",
    ),
    (
        (FIRST,),
        "hand_on(poisson(A, coin, toss), K): PerInstance",
        "",
        "log(1 + E[z ~ coin](toss(z))*(exp(eps) - 1)), E[z ~ coin](toss(z))*del",
    ),
    (("PerInstanceOnAverage(m, del, uniform)",), "Generalises", "", "m + 2*del"),
    (("PerInstanceAcross(m, m2, del, uniform)",), "GeneralisesAcross", "", "(m + m2)/2 + 2*del"),
    (("PerInstanceOnAverage(m, del, D)",), "Generalises(m + 2*del, D)", "", "m + 2*del"),
]


@pytest.mark.parametrize(("given", "goal", "where", "expected"), FOLLOWS)
def test_rates_of_per_instance_privacy(
    ask: Ask, given: tuple[str, ...], goal: str, where: str, expected: str
) -> None:
    found = ask(given, goal, where)
    assert rates(found) == [expected]
    assert not found.unused


DOES_NOT = [
    (TWO, "group(A, 2): Backward(e1 + e2, d1 + exp(e1)*d2)", ""),  # the slack of the other direction
    ((FIRST,), "group(A, 2): PerInstance", ""),  # one record says nothing of the second
    (EACH, "group(A, k): PerInstance(k*eps, k*del)", "k >= 1, eps > 0"),
    ((FIRST,), "poisson(A, coin, t): PerInstance", ""),  # a toss that is neither 0 nor 1
    (("Backward(eps, del)",), "poisson(A, coin, toss): PerInstance", ""),
    (("B: PerInstance(eps, del)",), "Generalises", ""),  # one data set and one record say nothing of a law
    (("Forward(eps, del)",), "PerInstance", ""),
]


@pytest.mark.parametrize(("given", "goal", "where"), DOES_NOT)
def test_what_does_not_follow(ask: Ask, given: tuple[str, ...], goal: str, where: str) -> None:
    assert not ask(given, goal, where).found


def test_a_smaller_rate_is_rejected(ask: Ask, library: TheoryLibrary) -> None:
    for given, goal, where, old, new in (
        (TWO, "group(A, 2): Backward", "", "d2 + exp(e2)*d1", "d2 + 99/100*exp(e2)*d1"),
        (EACH, "group(A, k): PerInstance", "k >= 1, eps > 0", "exp(k*eps) - 1", "exp(k*eps) - 2"),
        (("PerInstanceOnAverage(m, del, uniform)",), "Generalises", "", "m + 2*del", "m + del"),
        (
            ("PerInstanceAcross(m, m2, del, D)",),
            "GeneralisesAcross",
            "",
            "(m + m2)/2 + 2*del",
            "m/2 + 2*del",
        ),
    ):
        found = ask(given, goal, where).found[0]
        assert old in found.text
        changed = found.text.replace(old, new)
        result = verify_text(library, changed, Certificates(dict(found.certificates)))[1]
        assert result.forms[0].verdict.status == "unknown", old
