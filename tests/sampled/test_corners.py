"""A sample of the corner campaign; and it sees every rule that does not ask for all that it has to."""

from __future__ import annotations

import pytest

from dptheory.kernel.real import check as checking
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.sequents import Sequent, Task

from .corners import Count, round_of, summary, work
from .nodes import MAKERS, TURNS
from .test_assumptions import any_domain, term_by_term
from .watching import ADDING

ROUNDS = 300


def test_no_rule_is_unsound_at_its_corners() -> None:
    count = work(("corners", 0, 9 * len(TURNS)))
    assert not count.findings, summary(count)
    assert count.accepted.keys() == MAKERS.keys() == checking.RULES.keys()
    assert sum(count.reached.values()) > 0.3 * sum(count.accepted.values()) > 0.1 * sum(count.nodes.values())


def test_a_seed_makes_the_same_nodes() -> None:
    first, second = (work(("again", 0, 2 * len(TURNS))) for _ in range(2))
    assert (first.accepted, first.reached, first.findings) == (
        second.accepted,
        second.reached,
        second.findings,
    )


def seen(name: str, rounds: int = ROUNDS) -> str:
    """What the campaign finds of a rule first."""
    count = Count()
    for index in range(rounds):
        round_of(name, f"twin:{index}", count)
        if found := [f for f in count.findings if f.rule == name]:
            return str(found[0])
    return ""


@pytest.mark.parametrize(
    "name", ["have", "let", "fact", "congruence", "extreme", "terms", "apply", "both", "apart", "contradiction",
             "cases", "mvt", "archimedean", "induction"],
)  # fmt: skip
def test_a_rule_that_asks_for_less_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = checking.RULES[name]

    def less(s: Sequent, f: Fields) -> list[Task]:
        """All that is owed before "then" is left out, or the last that is owed."""
        following = rule(s, f)
        return following[-1:] if name in ADDING else following[:-1]

    monkeypatch.setattr(checking, "RULES", {**checking.RULES, name: less})
    assert seen(name)


@pytest.mark.parametrize(("name", "rule"), [("terms", term_by_term), ("domain", any_domain)])
def test_a_false_rule_is_seen_at_a_corner(name: str, rule: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "RULES", {**checking.RULES, name: rule})
    assert seen(name)
