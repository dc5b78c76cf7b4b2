"""Induction on an integer with other hypotheses about it: enumerated on small integers, and what breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import analysis
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import relation
from dptheory.kernel.real.points import decide
from dptheory.kernel.real.sequents import Sequent, Task, restart

from .real_accepted import Example, combine, product

BOUNDS = ("n <= m", "n < m", "n >= m", "n != 3", "2*n <= m + 1", "n + m <= 7", "n**2 >= 4", "(n - 2)*m <= 3")
GOALS = (
    "n > m",
    "n <= m",
    "n*m <= 9",
    "n != 3",
    "n**2 <= m**2",
    "n <= 2",
    "n*n <= m + 4",
    "(n - 2)*(m - 1) <= 6",
    "n + 2*m >= 3",
)
POINTS = [{"n": fmpq(n), "m": fmpq(m)} for m in range(1, 7) for n in range(7)]


def asked(bound: str, goal: str) -> Sequent:
    given = tuple(relation(text) for text in ("n >= 0", bound))
    return restart({"n": True, "m": True}, given, relation(goal), ())


def rules(s: Sequent) -> list[Task]:
    node = {"variable": "n", "from": 0, "at_base": [], "step": []}
    try:
        return analysis.induction(s, Fields({**node, "sides": [[]]}, ""))
    except KernelError:  # the hypotheses at n + 1 state the one at n
        return analysis.induction(s, Fields(node, ""))


def valid(s: Sequent) -> bool:
    """Whether a sequent holds at all points of the range."""
    return all(decide(s.goal, p) for p in POINTS if all(decide(h, p) for h in s.hypotheses))


def pairs(rule: Callable[[Sequent], list[Task]]) -> Iterator[tuple[bool, bool]]:
    """Whether all that is left to check is valid, and whether what was asked is."""
    for bound in BOUNDS:
        for goal in GOALS:
            s = asked(bound, goal)
            yield all(valid(t.sequent) for t in rule(s)), valid(s)


def test_what_follows_by_induction_holds_wherever_it_is_enumerated() -> None:
    found = list(pairs(rules))
    assert all(holds for shown, holds in found if shown)
    assert sum(shown for shown, _ in found) > 5


@pytest.mark.parametrize("dropped", [0, 1, 2], ids=["the bound before", "the first case", "the step"])
def test_each_part_is_needed(dropped: int) -> None:
    def broken(s: Sequent) -> list[Task]:
        tasks = rules(s)
        return [t for i, t in enumerate(tasks, 3 - len(tasks)) if i != dropped]

    assert any(shown and not holds for shown, holds in pairs(broken))


def example(bound: str, sides: list[object], *step: dict[str, object]) -> Example:
    base = combine(product(1, c="2"))
    node = {"rule": "induction", "variable": "n", "from": 0, "sides": sides, "at_base": base}
    where = f"n integer, m integer, n >= 0, {bound}"
    return Example("n <= 2*m", where, {"n": "1", "m": "1"}, {**node, "step": combine(*step)})


def test_an_upper_bound_is_kept() -> None:
    good = example("n <= m", [combine(product(1), product())], product(2, c="2"), product(0), product())
    assert check(good.parsed(), good.certificate()).status == "proved"


def test_a_lower_bound_is_not_kept() -> None:
    bad = example("n >= m", [combine(product(1))], product(2))
    with pytest.raises(KernelError, match="not the goal"):
        check(bad.parsed(), bad.certificate())


def test_what_may_be_undefined_is_not_kept() -> None:
    with pytest.raises(KernelError, match="may be undefined"):
        rules(asked("1/n <= m", "n <= 2*m"))
