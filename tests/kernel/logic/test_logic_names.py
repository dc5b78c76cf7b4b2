"""Attempts to derive something false by means of names: fresh, shadowed, defined, abbreviated.

Each was a hole once, or could have been one; the kernel must refuse every one of them.
"""

from __future__ import annotations

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.theory.outline import OutlineError

from .written import proves


@pytest.mark.parametrize(("name", "rule"), [("n", "size-positive"), ("d", "dimension-positive")])
def test_generalising_a_constant(name: str, rule: str) -> None:
    assert not proves(
        "",
        [],
        "0 >= 1",
        f"""
        1: {name} >= 1 by {rule}
        2: forall k: int. k >= 1 by intro from 1 fix {name}
        3: 0 >= 1 by apply from 2 at 0""",
    )


@pytest.mark.parametrize("let", ["n: int", "d: int"])
def test_declaring_a_constant(let: str) -> None:
    rule = "size-positive" if let[0] == "n" else "dimension-positive"
    assert not proves(let, [], f"{let[0]} >= 1", f"1: {let[0]} >= 1 by {rule}")


def test_the_fresh_name_is_in_the_goal() -> None:
    assert not proves(
        "",
        [],
        "forall y: vec. forall x: vec. x = y",
        """
        let u: vec
        1: u = u by vector
        2: forall x: vec. x = u by intro from 1 fix u
        3: forall y: vec. forall x: vec. x = y by intro from 2 fix u""",
    )


def test_the_fresh_name_is_in_a_premise_of_the_goal() -> None:
    assert not proves(
        "H: set(vec)",
        [],
        "forall y: vec. y in H implies forall x: vec. x in H",
        """
        let u: vec
        1: u in H by assume
        2: u in H implies forall x: vec. x in H by intro from 1 fix u
        3: forall y: vec. y in H implies forall x: vec. x in H by intro from 2 fix u""",
    )


@pytest.mark.parametrize("name", ["#0", "@0"])
def test_names_that_normalisation_and_worlds_use(name: str) -> None:
    assert not proves(
        "",
        [],
        "forall x: vec. forall y: vec. x = y",
        f"""
        let u: vec
        1: u = u by vector
        2: forall y: vec. y = y by intro from 1 fix u
        3: forall x: vec. forall y: vec. x = y by intro from 2 fix {name}""",
    )


def test_a_variable_declared_again_at_another_sort() -> None:
    assert not proves(
        "x: real",
        ["h: x >= 1"],
        "forall k: real. k >= 1",
        """
        1: forall k: real. k >= 1 by intro from h fix x""",
    )
    assert not proves(
        "x: real",
        ["h: x >= 1"],
        "0 >= 1",
        """
        let x: int
        1: x >= 1 by both from h
        2: forall k: int. k >= 1 by intro from 1 fix x
        3: 0 >= 1 by apply from 2 at 0""",
    )


def test_generalising_before_discharging() -> None:
    assert not proves(
        "H: set(vec)",
        [],
        "forall x: vec. x in H",
        """
        let u: vec
        1: u in H by assume
        2: forall x: vec. x in H by intro from 1 fix u""",
    )


# -- abbreviations, definitions, shadowing -----------------------------------------------------


def test_abbreviations_are_only_short_for_terms() -> None:
    assert not proves("", [], "0 >= 1", "where n := 0\n1: n >= 1 by size-positive\n2: 0 >= 1 by both from 1")
    assert not proves(
        "u: vec",
        [],
        "forall x: vec. x = u",
        """
        let w: vec
        where v := w
        1: v = w by vector
        2: forall x: vec. x = v by intro from 1 fix v""",
    )


def test_shadowed_names_are_other_variables() -> None:
    assert not proves("u: vec; H: set(vec)", ["h: forall u: vec. u in H implies u in H"], "u in H",
                      "1: u in H by apply from h at u")  # fmt: skip
    assert not proves("x: real", [], "forall x: real. forall x: real. x = x implies 0 >= 1",
                      "1: forall x: real. forall x: real. x = x implies 0 >= 1 by intro from 1 fix y")  # fmt: skip


def test_the_domain_of_a_binder_is_outside_it() -> None:
    let = "G: vec -> set(vec); u, v: vec"
    assert not proves(let, ["h: forall w: vec. w in G(w) implies norm(w) <= 1"], "forall u in G(u). norm(u) <= 1",
                      "1: forall u in G(u). norm(u) <= 1 by both from h")  # fmt: skip


@pytest.mark.parametrize(
    ("define", "claim"),
    [("define norm(u: vec) := 0 - 1", "norm(u) <= -1"), ("define exp(x: real) := 0 - x", "exp(2) <= -2"),
     ("define project(H: set(vec); u: vec) := 2", "project(fun w: vec. 0 <= 1, u) = 2")],
)  # fmt: skip
def test_defining_a_builtin(define: str, claim: str) -> None:
    assert not proves("u: vec", [], claim, f"1: {claim} by calc", define=define)


def test_brackets_end_a_chain() -> None:
    assert not proves("p, q, r: prop", ["h: (p = q) = r"], "q = r", "1: q = r by both from h")


def test_definitions_do_not_refer_to_themselves() -> None:
    assert not proves("", [], "0 >= 1", "1: 0 >= 1 by calc", define="define a(x: real) := a(x) + 1")


def test_a_definition_has_no_free_variables() -> None:
    assert not proves("y: real", [], "0 <= 1", "1: 0 <= 1 by calc", define="define a(x: real) := x + y")


@pytest.mark.parametrize("name", ["drawn", "noise", "place", "w1", "u12", "n"])
def test_a_parameter_of_a_world_cannot_pose_as_a_bound_number(name: str) -> None:
    from dptheory.theory.worlds import parse_world

    assert parse_world(("parameter C > 0", "value f(w) = C*w")).parameters
    with pytest.raises(KernelError):
        parse_world((f"parameter {name} > 0", f"value f(w) = {name}*w"))


def test_premises_with_values_may_divide() -> None:
    """A premise that divides stands once the other premises show that its divisor is not 0."""
    let = "x, y: real"
    assert proves(let, ["h: x > 0", "k: 1/x <= y"], "1 <= x*y", "1: 1 <= x*y by calc from h, k")
    assert proves(let, ["h: x > 0", "k: 1/x <= y"], "1 <= x*y", "1: 1 <= x*y by calc from k, h")
    assert not proves(let, ["k: 1/x <= y"], "x**2 > 0", "1: x**2 > 0 by calc from k")
    assert not proves(let, ["k: 1/x <= y", "l: log(x**2) <= y"], "x**2 > 0", "1: x**2 > 0 by calc from k, l")


def test_vector_is_about_vectors() -> None:
    let = "S, T: data; x, y: real; H, G: set(vec); p, q: prop; f: vec -> vec; u, v: vec"
    for claim in (
        "S = T",
        "x + y = y + x",
        "H = G",
        "p = q",
        "f(u + v) = f(v + u)",
        "f(u + v) = f(u) + f(v)",
        "x = y",
    ):
        assert not proves(let, [], claim, f"1: {claim} by vector")
    assert proves(let, [], "f(u) + v = v + f(u)", "1: f(u) + v = v + f(u) by vector")


def test_values_for_variables_that_a_rule_does_not_have() -> None:
    """They are passed over; the rule says no more for them."""
    assert not proves("", [], "0 >= 1", "1: 0 >= 1 by size-positive with n := 0")


def test_rules_do_not_read_definitions() -> None:
    """A rule's text means the built-in operations, whatever a library defines."""
    assert not proves("u: vec", [], "size(u) >= 0", "1: size(u) >= 0 by norm-nonnegative",
                      define="define size(u: vec) := 0 - norm(u)")  # fmt: skip


def test_assumptions_of_another_line_stay() -> None:
    """Discharging a copy of an assumption discharges what says the same, not what says more."""
    assert not proves("x: real", [], "x <= 1 implies x <= 0", """
        1: x <= 0 by assume
        2: x <= 1 implies x <= 0 by intro from 1""")  # fmt: skip
    assert not proves("x, y: real", [], "x <= 0", """
        1: x <= 0 by assume
        2: x <= 0 and y <= 0 implies x <= 0 by intro from 1
        3: x <= 0 by apply from 2, 1""")  # fmt: skip


def test_two_forms_of_one_name() -> None:
    from dptheory.theory.reader import read

    forms = "".join(f"  form printed\n    claim {claim}\n" for claim in ("0 >= 1", "norm(zero) >= 0"))
    with pytest.raises(OutlineError, match="second form printed"):
        read("statement a.twice\n  title t\n" + forms, {})
