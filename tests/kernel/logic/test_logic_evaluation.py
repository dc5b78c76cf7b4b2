"""The evaluation of formulas in a world: against their meaning in fractions, and with and without memory."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.grammar import Scope, formula
from dptheory.kernel.logic.sorts import Sort, parse_sort
from dptheory.kernel.logic.terms import Expr, normal
from dptheory.kernel.logic.terms import var as logic_var
from dptheory.kernel.models.evaluator import Made
from dptheory.kernel.models.ground import claims
from dptheory.kernel.models.grounding import Grounding
from dptheory.theory.worlds import parse_world

from .random_formulas import LET, START, WORLD, Writer

NAMES = {name.strip(): parse_sort(sort) for name, sort in (e.split(":") for e in LET.split(";"))}


class Forgetful(Grounding):
    """Every value gets a name of its own at every place, and everything is found anew."""

    def fresh(self, value: object, sort: Sort) -> Expr:
        name = f"@{self.add()}"
        self.bound[name] = value
        return logic_var(name, sort)

    def once(self, kind: str, term: Expr, make: Callable[[Expr], Made]) -> Made:
        return make(term)


def read(text: str) -> Expr:
    return normal(formula(text, Scope(NAMES, {})), {})


@pytest.mark.parametrize("seed", range(240))
def test_a_formula_says_in_a_world_what_it_means(seed: int) -> None:
    """With few cases each; a formula that has too many is refused, not guessed."""
    text, meaning = Writer(random.Random(seed)).formula(START, 2)
    try:
        made = Grounding(parse_world(WORLD), {}).formula(read(text))
    except KernelError as error:
        assert "cases" in error.message
        return
    assert made.settled is meaning({}), text


def test_random_formulas_are_true_and_false() -> None:
    meant = [Writer(random.Random(seed)).formula(START, 2)[1] for seed in range(60)]
    found = [meaning({}) for meaning in meant]
    assert 10 < sum(found) < 50


REAL_VARIABLES = (
    "forall x: real. forall z: record. x <= f(u, z) implies x*c >= f(u, z)*c - sum[i, 1, n](norm(u - A(S0)))",
    "forall t: real. t >= 4 implies P[z ~ mu](f(u, z) <= t) >= 1",
    "forall t: real. (t >= 4 implies P[z ~ mu](f(u, z) <= t) >= 1) and (t >= 5 implies P[z ~ mu](f(u, z) <= t) >= 1)",
    "forall S: data. forall t: real. t >= 9 implies P[w ~ K(S)](norm(w) <= t) >= 1",
    "forall v: vec. forall w: vec. norm(v - w) <= 1 implies f(v, item(S0, 1)) <= f(w, item(S0, 1)) + 10",
    "forall z: record. (forall x: real. x <= c implies x <= f(u, z)) and (forall x: real. x >= f(u, z) implies x >= c)",
)


@pytest.mark.parametrize("text", REAL_VARIABLES)
def test_memory_changes_neither_claims_nor_the_names_in_them(text: str) -> None:
    world = parse_world(WORLD)
    one, other = Grounding(world, {}), Forgetful(world, {})
    made, again = one.formula(read(text)), other.formula(read(text))
    assert made == again and one.count == other.count
    assert [c.text for c in claims(made)] == [c.text for c in claims(again)]
    assert {c.text for c in one.side} == {c.text for c in other.side}


@pytest.mark.parametrize("seed", range(240, 300))
def test_memory_changes_no_count(seed: int) -> None:
    text, _ = Writer(random.Random(seed)).formula(START, 2)
    world, found = parse_world(WORLD), []
    for evaluation in (Grounding(world, {}), Forgetful(world, {})):
        try:
            found.append((evaluation.formula(read(text)), evaluation.count))
        except KernelError as error:
            found.append((error.message, 0))
    assert found[0] == found[1], text


def test_what_an_event_owes_is_owed_under_each_premise() -> None:
    """The same event under two premises: a claim for each, although its value is the same."""
    one = Grounding(parse_world(WORLD), {})
    one.formula(read(REAL_VARIABLES[2]))
    assert {c.where for c in one.side} == {"t_1 >= 4", "t_1 >= 5"}


def test_a_premise_is_not_in_force_after_an_error() -> None:
    one = Grounding(parse_world(WORLD), {})
    with pytest.raises(KernelError):
        one.formula(read("forall x: real. x >= 4 implies P[z ~ mu](f(u, z) <= x) >= 1"))
    assert one.given == []


def test_an_arbitrary_sequence_is_one_by_itself() -> None:
    cases = Grounding(parse_world(WORLD), {})
    from dptheory.kernel.logic.sorts import SEQUENCE
    from dptheory.kernel.models.worlds import AnySequence

    assert cases.fresh(AnySequence(), SEQUENCE) != cases.fresh(AnySequence(), SEQUENCE)
