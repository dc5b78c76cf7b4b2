"""Group privacy, generalisation with high probability, uniform convergence: what follows, and what does not."""

import pytest

from dptheory.calculus.answers import verify_text
from dptheory.calculus.queries import query
from dptheory.errors import BadInput
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary

from .conftest import Ask, rates

PRIVATE = "Private(eps, 0)"
ALONE = "Concentrated(tau, bet, uniform)"
SIZES = "tau > 0, bet > 0, n >= 12*log(4/bet)/tau**2, eps < tau/2"
UNIFORM = "UniformlyConverges(u, D)"

FOLLOWS = [
    ((PRIVATE,), "GroupPrivate", "", "n*eps, 0"),
    (
        ("Private(eps, del)",),
        "GroupPrivate",
        "eps > 0",
        "n*eps, del*(exp(n*eps) - 1)/(exp(eps) - 1)",
    ),
    ((PRIVATE,), "GroupPrivate(k)", "k >= 1", "k*eps, 0"),
    ((PRIVATE,), "GroupPrivate(3, 3*eps, 0)", "", "3*eps, 0"),
    (
        ("Private(eps, del)",),
        "GroupPrivate(k)",
        "k >= 1, eps > 0",
        "k*eps, del*(exp(k*eps) - 1)/(exp(eps) - 1)",
    ),
    ((PRIVATE, ALONE), "GeneralisesLikely", "tau > 0", "tau, exp(n*eps)*bet"),
    (("GroupPrivate(g, del)", ALONE), "GeneralisesLikely", "tau > 0", "tau, exp(g)*bet + del"),
    (("GeneralisesLikely(tau, bet, D)",), "Generalises", "", "tau + bet"),
    (("Proper", UNIFORM), "Generalises", "", "u"),
    (("Consistent(xi, D)", "Generalises(g, D)", UNIFORM), "AERM", "", "g + xi + u"),
    (("Consistent(xi, D)", "Proper", UNIFORM), "AERM", "", "2*u + xi"),
    (("AERM(xi, D)", "Proper", UNIFORM), "Consistent", "", "u + xi"),
]


@pytest.mark.parametrize(("given", "goal", "where", "expected"), FOLLOWS)
def test_rates_that_follow(ask: Ask, given: tuple[str, ...], goal: str, where: str, expected: str) -> None:
    found = ask(given, goal, where)
    assert rates(found) == [expected]
    assert not found.unused
    for place in range(len(given)):
        assert not ask((*given[:place], *given[place + 1 :]), goal, where).found


def test_a_rate_that_only_conditions_speak_of_is_that_of_the_goal(ask: Ask) -> None:
    """Once: a rule whose rates no premise has was never used, as with Lemma 38."""
    found = ask((PRIVATE,), "GeneralisesLikely(tau, bet, uniform)", SIZES).found[0]
    assert found.verdict.status == "proved-given"
    assert found.result.uses == ("calculus.likely.private:printed",)
    assert not ask((PRIVATE,), "GeneralisesLikely(tau, bet, uniform)", "tau > 0, bet > 0").found


DOES_NOT = [
    ((PRIVATE,), "GroupPrivate(n*eps/2, 0)", ""),
    ((PRIVATE,), "GroupPrivate(3, 2*eps, 0)", ""),
    ((PRIVATE,), "GroupPrivate(k)", ""),  # k may be below 0
    ((PRIVATE, ALONE), "GeneralisesLikely(tau, bet, uniform)", "tau > 0"),
    (("GeneralisesLikely(tau, bet, D)",), "Generalises(tau, D)", ""),
    (("Consistent(xi, D)", "Generalises(g, D)"), "AERM", ""),
    ((UNIFORM,), "Generalises", ""),  # it may hand over hypotheses outside H
]


@pytest.mark.parametrize(("given", "goal", "where"), DOES_NOT)
def test_what_does_not_follow(ask: Ask, given: tuple[str, ...], goal: str, where: str) -> None:
    assert not ask(given, goal, where).found


def test_a_smaller_rate_is_rejected(ask: Ask, library: TheoryLibrary) -> None:
    for given, goal, where, old, new in (
        ((PRIVATE,), "GroupPrivate", "", "n*eps", "99/100*n*eps"),
        ((PRIVATE, ALONE), "GeneralisesLikely", "tau > 0", "exp(n*eps)*bet", "99/100*exp(n*eps)*bet"),
        (("Proper", UNIFORM), "Generalises", "", "claim generalises(loss, A, D, u)", "claim generalises(loss, A, D, u/2)"),
    ):  # fmt: skip
        found = ask(given, goal, where).found[0]
        assert old in found.text
        changed = found.text.replace(old, new)
        result = verify_text(library, changed, Certificates(dict(found.certificates)))[1]
        assert result.forms[0].verdict.status == "unknown", old


def test_uniform_convergence_is_measured_under_one_law(library: TheoryLibrary) -> None:
    for text in ("UniformlyConverges(u, uniform)", "UniformlyConverges(u)"):
        with pytest.raises(BadInput, match="needed: .*scope"):
            query(library, (text,), "Generalises")
