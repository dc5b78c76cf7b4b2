"""Attempts to derive something false by means of the text format alone.

Each was a hole once, or could have been one; the kernel must refuse every one of them.
"""

from __future__ import annotations

import pytest

from .written import proves

# -- integers and reals ------------------------------------------------------------------------


def test_eta_widens_the_domain() -> None:
    assert not proves(
        "phi: set(real)",
        [],
        "(forall i: int. phi(i)) implies forall x: real. phi(x)",
        """
        1: forall i: int. phi(i) by assume
        2: (forall i: int. phi(i)) implies forall x: real. phi(x) by intro from 1""",
    )


def test_eta_gives_half_is_zero() -> None:
    assert not proves("phi: set(real)", ["h: forall i: int. phi(i)"], "forall x: real. phi(x)",
                      "1: forall x: real. phi(x) by both from h")  # fmt: skip
    assert not proves(
        "",
        [],
        "1/2 = 0",
        """
        let i: int
        1: floor(i) = i by calc
        2: forall i: int. floor(i) = i by intro from 1 fix i
        3: floor(1/2) = 1/2 by apply from 2 at 1/2
        4: floor(1/2) = 0 by calc
        5: 1/2 = 0 by rewrite from 4, 3""",
    )


def test_integers_do_not_become_reals() -> None:
    assert not proves("f: int -> real; x: real", ["h: forall i: int. f(i) >= 0"], "0 >= 1",
                      "1: f(x) >= 0 by apply from h at x")  # fmt: skip
    assert not proves(
        "x: real",
        [],
        "forall y: real. floor(y) = y",
        """
        let i: int
        1: floor(i) = i by calc
        2: forall y: real. floor(y) = y by intro from 1 fix i""",
    )


# -- terms without a value ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("partial", "domain"),
    [("1/x", "x**2 > 0"), ("log(x)", "x > 0"), ("sqrt(x)", "x >= 0"), ("x**(-1)", "x**2 > 0"), ("gamma(x)", "x > 0"),
     ("x**(1/2)", "x >= 0")],
)  # fmt: skip
def test_a_premise_that_has_no_value(partial: str, domain: str) -> None:
    assert not proves(
        "u: vec; x: real",
        [],
        domain,
        f"""
        1: norm(({partial})*u) = abs({partial})*norm(u) by norm-scale with a := {partial}
        2: {domain} by calc from 1""",
    )


def test_powers_in_linear_combinations() -> None:
    assert not proves(
        "u: vec",
        [],
        "u = zero",
        """
        let x, c: real
        1: (x**(-1)*x)*u = u by vector
        2: forall x: real. (x**(-1)*x)*u = u by intro from 1 fix x
        3: (0**(-1)*0)*u = u by apply from 2 at 0
        4: (c*0)*u = zero by vector
        5: forall c: real. (c*0)*u = zero by intro from 4 fix c
        6: (0**(-1)*0)*u = zero by apply from 5 at 0**(-1)
        7: u = zero by rewrite from 6, 3""",
    )


def test_powers_with_exponent_zero() -> None:
    assert not proves("u: vec; x: real", [], "x**0*u = u", "1: x**0*u = u by vector")


def test_quotients_by_zero() -> None:
    for claim in ("1/0 = 1/0", "x/x = 1", "0**0 = 1", "0*(1/x) = 0", "log(0) <= 1", "sqrt(x)**2 = x"):
        assert not proves("x: real", [], claim, f"1: {claim} by calc")
    assert not proves("u: vec", [], "0 = 1", "1: (1/0)*u = (2/0)*u by vector\n2: 0 = 1 by calc from 1")


# -- values about which no rule speaks ---------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("item(replace(S, 0, z), 0) = z", "replaced with i := 0"),
        ("item(replace(S, n + 1, z), n + 1) = z", "replaced with i := n + 1"),
        ("sum[j, 1, 0 - 2](1) = (0 - 2)*1", "sum-constant with c := 1; m := 0 - 2"),
        ("l2laplace_normaliser(0) > 0", "noise-density with s := 0; c := u"),
        ("P[r ~ gammalaw(0, 1)](r <= 0*x) >= 1 - 0*P[y ~ explaw(1)](y > x)", "gamma-as-sum with m := 0; s := 1; t := x"),
        ("P[y ~ explaw(0 - 1)](y > 1) = exp(-1/(0 - 1))", "exponential-tail with s := 0 - 1; t := 1"),
        ("P[y ~ explaw(1)](y > 0 - 1) = exp(-(0 - 1)/1)", "exponential-tail with s := 1; t := 0 - 1"),
        ("project(fun w: vec. 1 <= 0, u) in (fun w: vec. 1 <= 0)", "projection with H := fun w: vec. 1 <= 0; v := u"),
        ("E[x ~ explaw(1)](2*f(x) + 3*f(x)) = 2*E[x ~ explaw(1)](f(x)) + 3*E[x ~ explaw(1)](f(x))",
         "expect-linear with mu := explaw(1); g := f; a := 2; b := 3"),
        ("P[r ~ explaw(1)](f(r) <= 1) >= 1 - E[r ~ explaw(1)](f(r))/1", "markov with mu := explaw(1); t := 1"),
    ],
)  # fmt: skip
def test_rules_outside_their_premises(claim: str, reason: str) -> None:
    let = "S: data; z: record; x: real; u: vec; f: real -> real"
    assert not proves(let, [], claim, f"1: {claim} by {reason}")


def test_premises_that_are_true_unlock_the_same_rules() -> None:
    assert proves(
        "",
        [],
        "l2laplace_normaliser(2) > 0",
        """
        1: 2 > 0 by calc
        2: l2laplace_normaliser(2) > 0 by noise-density from 1 with s := 2; c := zero""",
    )
    assert proves(
        "",
        [],
        "P[y ~ explaw(1)](y > 2) = exp(-2/1)",
        """
        1: 1 > 0 by calc
        2: 2 >= 0 by calc
        3: P[y ~ explaw(1)](y > 2) = exp(-2/1) by exponential-tail from 1, 2 with s := 1; t := 2""",
    )


def test_probabilities_stay_below_one() -> None:
    assert not proves("", [], "P[y ~ explaw(1)](y > 0) >= 2", "1: P[y ~ explaw(1)](y > 0) >= 2 by prob-range")
    assert not proves(
        "mu: law(vec); B: set(vec)",
        [],
        "P[x ~ mu](x in B) >= 2",
        """
        1: P[x ~ mu](x in B) <= 1 by prob-range with mu := mu; phi := B
        2: P[x ~ mu](x in B) >= 2 by calc from 1""",
    )


def test_ex_falso_needs_a_point() -> None:
    """From contradictory relations calc derives nothing: a claim has a point in its domain."""
    assert not proves("x: real", ["h: x < 0", "k: x > 0"], "0 >= 1", "1: 0 >= 1 by calc from h, k")
