"""Rényi and zero-concentrated privacy, advanced composition: what they give, and what they do not."""

import pytest

from dptheory.calculus.answers import verify_text
from dptheory.calculus.queries import query
from dptheory.kernel.logic import show
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary

from .conftest import Ask, rates

SLACK = "del > 0, del < 1"
ROOT = "2*sqrt({0}*log(1/del))"
ADVANCED = "sqrt(2*m*log(1/del))*eps + m*eps*(exp(eps) - 1)"
CONCENTRATED = "rho + 2*sqrt(rho*log(1/delta))"
NOISY = (("f: NormStable(r)",), "gaussian_noisy(f, s): ZeroConcentrated", "s > 0")

FOLLOWS = [
    (*NOISY, "r**2/(2*s**2)"),
    (("f: NormStable(1)",), "gaussian_noisy(f, 2): ZeroConcentrated(1/4)", "", "1/4"),
    (("Private(eps, 0)",), "ZeroConcentrated", "eps > 0", "eps*tanh(eps/2)"),
    (("LossWithin(eps)",), "ZeroConcentrated", "eps > 0", "eps*tanh(eps/2)"),
    (("ZeroConcentrated(rho)",), "Stable", "rho > 0", "sqrt(rho/2)"),
    (("ZeroConcentrated(rho)",), "Generalises", "rho > 0", "sqrt(rho/2)"),
    (("ZeroConcentrated(rho)",), "Renyi(2, 2*rho)", "", "2*rho"),
    (("ZeroConcentrated(rho)",), f"Private(rho + {ROOT.format('rho')}, del)", f"rho > 0, {SLACK}", f"rho + {ROOT.format('rho')}, del"),
    (("ZeroConcentrated(rho)",), "Private", "rho > 0, 0 < delta < 1", "rho + 2*sqrt(rho*log(1/delta)), delta"),
    (
        ("ZeroConcentrated(rho)",),
        "GroupPrivate(k)",
        "rho > 0, k >= 0, 0 < delta < 1",
        f"k*({CONCENTRATED}), delta*(exp(k*({CONCENTRATED})) - 1)/(exp({CONCENTRATED}) - 1)",
    ),
    (
        ("f: NormStable(r)",),
        "gaussian_noisy(f, s): Private",
        "s > 0, r > 0, 0 < delta < 1",
        "r**2/(2*s**2) + 2*sqrt(r**2/(2*s**2)*log(1/delta)), delta",
    ),
    (("Renyi(a, eps)",), "Private(eps + log(1/del)/(a - 1), del)", f"a > 1, {SLACK}", "eps + log(1/del)/(a - 1), del"),
    (
        ("K: ZeroConcentrated(rho)",),
        f"answers(K, m): Private(m*rho + {ROOT.format('m*rho')}, del)",
        f"m >= 1, rho > 0, {SLACK}",
        f"m*rho + {ROOT.format('m*rho')}, del",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("given", "goal", "where", "expected"), FOLLOWS)
def test_rates_of_concentrated_privacy(
    ask: Ask, given: tuple[str, ...], goal: str, where: str, expected: str
) -> None:
    found = ask(given, goal, where)
    assert rates(found) == [expected]
    assert not found.unused


def test_advanced_composition_rested_on_what_was_cited(ask: Ask) -> None:
    where = "m >= 1, 0 < del < 1"
    found = ask(("K: Private(eps, 0)",), f"steps(K, m): Private({ADVANCED}, del)", where).found[0]
    assert found.verdict.status == "proved"
    assert found.result.uses == ("calculus.step-composition.advanced:printed",)
    assert not ask(("K: Private(eps, 0)",), "steps(K, m): Private(m*eps*(exp(eps) - 1), del)", where).found


DOES_NOT = [
    (("ZeroConcentrated(rho)",), "Renyi(3, 2*rho)", ""),  # the order is that of the goal, not a smaller one
    (("Renyi(2, eps)",), "Renyi(3, eps)", ""),
    (("Renyi(a, eps)",), "Private(eps + log(1/del)/(a - 1), del)", SLACK),  # the order may be below 1
    (("ZeroConcentrated(rho)",), f"Private(rho + {ROOT.format('rho')}/2, del)", f"rho > 0, {SLACK}"),
    (("Private(eps, 0)",), "ZeroConcentrated", ""),
]


@pytest.mark.parametrize(("given", "goal", "where"), DOES_NOT)
def test_what_does_not_follow(ask: Ask, given: tuple[str, ...], goal: str, where: str) -> None:
    assert not ask(given, goal, where).found


def test_a_rate_that_no_question_names_is_told_with_what_it_lacks(ask: Ask) -> None:
    asked = ask(("ZeroConcentrated(rho)",), "Private", "rho > 0")
    assert not asked.found
    assert [show(needed) for _, needed in asked.missing.conditions] == ["delta > 0 and delta < 1"]


def test_a_smaller_rate_is_rejected(ask: Ask, library: TheoryLibrary) -> None:
    found = ask(*NOISY).found[0]
    changed = found.text.replace("r**2/(2*s**2)", "99/100*r**2/(2*s**2)")
    assert changed != found.text
    result = verify_text(library, changed, Certificates(dict(found.certificates)))[1]
    assert result.forms[0].verdict.status == "unknown"


def test_each_algorithm_has_a_privacy_loss_of_its_own(library: TheoryLibrary) -> None:
    asked = query(library, ("Renyi(2, eps)", "B: Renyi(2, eps)"), "Private")
    assert len({one.formula.args[1] for one in asked.given}) == 2


def test_steps_of_approximate_privacy_had_no_property(ask: Ask) -> None:
    """Their slack was refused as a second rate; that of all releases has to leave room for it."""
    given, goal = ("K: Private(eps, delta0)",), "steps(K, m): Private"
    where = "m >= 1, delta0 >= 0, delta < 1"
    (found,) = ask(given, goal, f"{where}, m*delta0 < delta").found
    assert found.result.uses == ("calculus.step-composition.approximate:printed",)
    assert show(found.derivation.rates[1]) == "delta"
    assert not ask(given, goal, where).found


@pytest.mark.parametrize(
    ("slack", "where"), [("del + m*delta0", ""), ("delta", ", delta = del + m*delta0"), ("del + delta0", "")]
)
def test_rates_that_are_those_found_are_shown_where_none_may_grow(ask: Ask, slack: str, where: str) -> None:
    """The slack of all releases was to be one letter, or the goal was not found."""
    given, goal = ("K: Private(eps, delta0)",), "sqrt(2*m*log(1/del))*eps + m*eps*(exp(eps) - 1)"
    signs = "m >= 1, eps >= 0, delta0 >= 0, 0 < del < 1"
    found = ask(given, f"steps(K, m): Private({goal}, {slack})", signs + where).found
    assert bool(found) == ("m*" in slack + where)
    assert all(one.verdict.status == "proved" for one in found)
