"""The structural rules: what each accepts, and that the nearest wrong line is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.derivations import Checker
from dptheory.kernel.verdicts import PROVED, UNKNOWN

from .derivation_lines import DRAWN, LET, no, ok, open_
from .written import certificate, form, owed_by

# -- labels and conclusions --------------------------------------------------------------------


def test_labels() -> None:
    ok(["h: u in H"], "u in H", "1: u in H by both from h")
    no(["h: u in H"], "u in H", "1: u in H by both from 1", "no line '1'")
    no(["h: u in H"], "u in H", "1: u in H by both from 2\n2: u in H by both from h", "no line '2'")
    no(["h: u in H"], "u in H", "h: u in H by both from h", "labels a hypothesis already")
    no(["h: u in H"], "u in H", "1: u in H by both from h\n1: u in H by both from h", "label")
    no(["h: u in H"], "u in H", "1: v in H by both from h", "not among the lines")
    no(["h: u in H"], "u in H", "1: u in H by nothing from h", "no rule or statement 'nothing'")
    no(["h: u in H"], "u in H", "u in H by both from h", "expected 'label: formula")
    no(["u in H"], "u in H", "1: u in H by both from h", "label: formula")


def test_the_conclusion_stands_on_hypotheses_alone() -> None:
    open_([], "u in H", "1: u in H by assume", "from the hypotheses alone")
    open_([], "u in H", "1: u in H by assume\n2: u in H by both from 1", "from the hypotheses alone")
    open_(["h: u in H"], "v in H", "1: u in H by both from h", "no line states")
    ok([], "u in H implies u in H", "1: u in H by assume\n2: u in H implies u in H by intro from 1")


def test_a_hypothesis_is_no_line() -> None:
    """A proof has at least one line, even where a hypothesis is the conclusion."""
    made, library = form(LET, ["h: u in H"], "u in H", "1: u in H by both from h")
    assert Checker(made.theorem, library).conclude().status == UNKNOWN


def test_two_hypotheses_of_one_label() -> None:
    made, library = form(LET, ["h: u in H"], "u in H")
    doubled = replace(made.theorem, hypotheses=made.theorem.hypotheses * 2)
    with pytest.raises(KernelError, match="used twice"):
        Checker(doubled, library)


# -- intro -------------------------------------------------------------------------------------


def test_intro() -> None:
    ok(["h: forall w: vec. f(w) <= 1"], "forall z: vec. f(z) <= 1",
       DRAWN + "1: f(w) <= 1 by apply from h at w\n2: forall z: vec. f(z) <= 1 by intro from 1 fix w")  # fmt: skip
    ok(
        [],
        "forall z in H. z in H",
        DRAWN + "1: w in H by assume\n2: forall z in H. z in H by intro from 1 fix w",
    )


def test_intro_over_a_variable_of_the_statement() -> None:
    no(["h: u in H"], "forall z: vec. z in H", "1: forall z: vec. z in H by intro from h fix u", "not fresh")


def test_intro_over_a_variable_of_a_remaining_assumption() -> None:
    no([], "forall z: vec. z in H", DRAWN + "1: w in H by assume\n2: forall z: vec. z in H by intro from 1 fix w",
       "still mentions w")  # fmt: skip
    no([], "forall z: vec. z in H",
       DRAWN + "1: w in H by assume\n2: v in H implies w in H by intro from 1\n"
       "3: forall z: vec. v in H implies z in H by intro from 2 fix w", "still mentions w")  # fmt: skip


def test_intro_discharges_the_premise_only() -> None:
    open_(
        [], "v in H implies u in H", "1: u in H by assume\n2: v in H implies u in H by intro from 1", "alone"
    )
    no(
        [],
        "u in H implies v in H",
        "1: u in H by assume\n2: u in H implies v in H by intro from 1",
        "form that intro",
    )
    ok([], "u in H and v in H implies u in H",
       "1: u in H by assume\n2: u in H and v in H implies u in H by intro from 1")  # fmt: skip


def test_intro_needs_names_for_different_variables() -> None:
    no(["h: forall w: vec. f(w) <= 1"], "forall z: vec. f(z) <= 1",
       DRAWN + "1: f(w) <= 1 by apply from h at w\n2: forall z: vec. f(z) <= 1 by intro from 1",
       "names of the generalised")  # fmt: skip
    no([], "forall p: vec. forall q: vec. norm(p - q) = norm(q - p)",
       DRAWN + "1: norm(w - w) = norm(w - w) by norm-symmetric with u := w; v := w\n"
       "2: forall p: vec. forall q: vec. norm(p - q) = norm(q - p) by intro from 1 fix w, w", "not fresh")  # fmt: skip
    no(["h: u in H"], "u in H", "1: u in H by intro from h, h", "takes one line")


def test_intro_opens_at_the_bound_sort() -> None:
    """A real `a` in the line is not the vector `a` that the quantifier opens."""
    no([], "forall a: real. norm(a*u) = abs(a)*norm(u)",
       DRAWN + "1: norm(w - u) = norm(u - w) by norm-symmetric with u := w; v := u\n"
       "2: forall a: real. norm(a*u) = abs(a)*norm(u) by intro from 1 fix w", "form that intro")  # fmt: skip


# -- apply -------------------------------------------------------------------------------------


def test_apply() -> None:
    every = "h: forall w in H. f(w) <= 1"
    ok([every, "m: u in H"], "f(u) <= 1", "1: f(u) <= 1 by apply from h, m at u")
    no([every], "f(u) <= 1", "1: f(u) <= 1 by apply from h at u", "premise of the implication")
    no(
        [every, "m: v in H"],
        "f(u) <= 1",
        "1: f(u) <= 1 by apply from h, m at u",
        "premise of the implication",
    )
    no([every, "m: u in H"], "f(v) <= 1", "1: f(v) <= 1 by apply from h, m at u", "another formula")
    no([every, "m: u in H"], "f(u) <= 1", "1: f(u) <= 1 by apply from h, m", "a term for every")
    no([every, "m: u in H"], "f(u) <= 1", "1: f(u) <= 1 by apply from h, m at x", "sort")
    no([], "f(u) <= 1", "1: f(u) <= 1 by apply", "needs a line")


def test_apply_gives_an_integer_for_a_real_but_not_back() -> None:
    ok(["h: forall a: real. a <= y"], "i <= y", "1: i <= y by apply from h at i")
    no(["h: forall j: int. j <= y"], "x <= y", "1: x <= y by apply from h at x", "sort real for int")


def test_apply_does_not_use_an_existential_or_the_converse() -> None:
    no(["h: exists w: vec. w in H"], "u in H", "1: u in H by apply from h at u", "another formula")
    no(["h: u in H implies v in H", "m: v in H"], "u in H", "1: u in H by apply from h, m", "premise")
    no(["h: u in H or v in H"], "u in H", "1: u in H by apply from h", "another formula")
    no(["h: not u in H"], "u in H", "1: u in H by apply from h", "another formula")


def test_apply_reaches_into_conjunctions() -> None:
    ok(["h: forall w: vec. u in H and (w in H implies f(w) <= 1)", "m: v in H"], "f(v) <= 1",
       "1: f(v) <= 1 by apply from h, m at v")  # fmt: skip


# -- both, rewrite, vector ---------------------------------------------------------------------


def test_both() -> None:
    ok(["h: u in H", "k: v in H"], "u in H and v in H", "1: u in H and v in H by both from h, k")
    ok(["h: u in H and v in H"], "v in H and u in H", "1: v in H and u in H by both from h")
    no(["h: u in H"], "u in H and v in H", "1: u in H and v in H by both from h", "not among")
    no(["h: u in H or v in H"], "u in H", "1: u in H by both from h", "not among")


def test_rewrite() -> None:
    ok(["h: f(u) <= 1", "e: u = v"], "f(v) <= 1", "1: f(v) <= 1 by rewrite from h, e")
    ok(["h: f(v) <= 1", "e: u = v"], "f(u) <= 1", "1: f(u) <= 1 by rewrite from h, e")
    no(["h: f(u) <= 1", "e: u = v"], "f(x*v) <= 1", "1: f(x*v) <= 1 by rewrite from h, e", "another formula")
    no(
        ["h: f(u) <= 1", "e: f(u) <= f(v)"],
        "f(v) <= 1",
        "1: f(v) <= 1 by rewrite from h, e",
        "takes equations",
    )
    no(["h: f(u) <= 1"], "f(v) <= 1", "1: f(v) <= 1 by rewrite from h", "takes a line and equations")


def test_rewrite_under_a_binder() -> None:
    """A closed side is replaced under binders; a bound variable is no side of any equation."""
    every = "h: forall w: vec. norm(w - u) <= 1"
    ok([every, "e: u = v"], "forall w: vec. norm(w - v) <= 1",
       "1: forall w: vec. norm(w - v) <= 1 by rewrite from h, e")  # fmt: skip
    no(["h: forall u: vec. norm(u) <= 1", "e: u = zero"], "norm(u) <= 0",
       "1: forall w: vec. norm(zero) <= 1 by rewrite from h, e", "another formula")  # fmt: skip


def test_vector() -> None:
    ok([], "x*(u - v) + x*v = x*u", "1: x*(u - v) + x*v = x*u by vector")
    no([], "x*(u - v) = x*u - v", "1: x*(u - v) = x*u - v by vector", "not the same combination")
    no([], "(x/y)*u = (x/y)*u", "1: (x/y)*(y*u) = x*u by vector", "a divisor or a power")
    no([], "u = zero", "1: (1/(1 - 1))*u = zero by vector", "a divisor or a power")
    no([], "norm(u) = norm(u)", "1: norm(u) <= norm(u) by vector", "not the same combination")
    ok(
        [],
        "(1/2)*u + u/1 - (3/2)*u = zero".replace("u/1", "1*u"),
        "1: (1/2)*u + 1*u - (3/2)*u = zero by vector",
    )


# -- calc --------------------------------------------------------------------------------------


def test_calc() -> None:
    ok(["h: norm(u) <= x"], "2*norm(u) <= 2*x", "1: 2*norm(u) <= 2*x by calc from h")
    open_(["h: norm(u) <= x"], "2*norm(u) <= 2*x", "1: 2*norm(u) <= 2*x by calc from h", "step 1 has no certificate",
          search=False)  # fmt: skip
    open_(["h: norm(u) <= x"], "norm(u) <= 2*x", "1: norm(u) <= 2*x by calc from h", "no certificate")
    no(["h: u in H"], "x <= x", "1: x <= x by calc from h", "relations between numbers")
    no(["h: u = v"], "x <= x", "1: x <= x by calc from h", "about numbers")
    no(["h: forall a: real. a <= x"], "x <= x", "1: x <= x by calc from h", "relations between numbers")


def test_a_gap_anywhere_leaves_the_theorem_open() -> None:
    open_(["h: u in H"], "u in H", "1: x <= x + 1 by calc\n2: u in H by both from h", "step 1", search=False)


def test_calc_with_the_certificate_of_another_claim() -> None:
    made, library = form(LET, ["h: norm(u) <= x"], "2*norm(u) <= 2*x",
                         "1: 2*norm(u) <= 2*x by calc from h\n2: 3*norm(u) <= 2*x by calc from h")  # fmt: skip
    checker = Checker(made.theorem, library)
    (claim,), (other,) = owed_by(checker, made.steps[0]), owed_by(checker, made.steps[1])
    right = certificate(claim)
    assert right is not None
    with pytest.raises(KernelError):
        Checker(made.theorem, library, {other.hash: right}).line(made.steps[1])
    with pytest.raises(KernelError):
        Checker(made.theorem, library, {claim.hash: {}}).line(made.steps[0])
    proved = Checker(made.theorem, library, {claim.hash: right}).line(made.steps[0])
    assert proved.verdict.status == PROVED


def test_calc_knows_nothing_of_norms_and_expectations() -> None:
    open_([], "norm(u) >= 0", "1: norm(u) >= 0 by calc", "no certificate")
    open_([], "E[a ~ explaw(1)](1) = 1", "1: E[a ~ explaw(1)](1) = 1 by calc", "no certificate")


def test_calc_keeps_different_things_apart() -> None:
    """Opaque terms get names; a variable that has such a name already is not confused with them."""
    named = "t1, t2: real; u, v: vec"
    for claim in ("norm(u) <= t1", "norm(u) <= norm(v)", "t2 <= norm(v)"):
        made, library = form(named, [], claim, f"1: {claim} by calc")
        (found,) = owed_by(Checker(made.theorem, library), made.steps[0])
        assert len(found.variables) == 2, found.text


def test_calc_needs_integers_to_be_integers() -> None:
    ok(["h: i > 0"], "i >= 1", "1: i >= 1 by calc from h")
    open_(["h: x > 0"], "x >= 1", "1: x >= 1 by calc from h", "no certificate")
