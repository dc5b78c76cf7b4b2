"""Rules and statements as reasons of a line; sorts, and names that must not be captured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.derivations import Checker
from dptheory.kernel.logic.sorts import PROP, REAL, VEC
from dptheory.kernel.logic.terms import num, op, var
from dptheory.kernel.logic.theorems import Judged, Library, Theorem, theorem_hash
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.kernel.verdicts import PROVED, PROVED_GIVEN, UNKNOWN, sealed
from dptheory.theory.outline import OutlineError

from .derivation_lines import DRAWN, LET, no, ok
from .written import derive, form

# -- rules and theorems ------------------------------------------------------------------------


def test_rules_at_instances() -> None:
    ok([], "norm(u - v) >= 0", "1: norm(u - v) >= 0 by norm-nonnegative with u := u - v")
    no([], "norm(u - v) >= 0", "1: norm(u - v) >= 0 by norm-nonnegative with u := u", "another formula")
    no([], "norm(u) >= 0", "1: norm(u) >= 0 by norm-nonnegative with u := x", "sort")
    no([], "x <= x",
       "1: norm(x*u) = abs(x)*norm(u) by norm-scale with u := u", "no value given for 'a'")  # fmt: skip
    no([], "u = v", "1: u = v by norm-zero", "premise 1")
    no(["m: norm(u - v) <= 0"], "v = u", "1: v = u by norm-zero from m with u := v; v := u", "premise 1")
    ok(["m: norm(v - u) <= 0"], "v = u", "1: v = u by norm-zero from m with u := v; v := u")


def test_n_and_d_are_not_values() -> None:
    no([], "d >= 1", "1: 0 >= 1 by dimension-positive with d := 0", "another formula")
    lemma = _lemma("x: real", ["h: x >= n"], "x >= 1")
    no([], "0 >= 1", "1: 0 >= 1 by a.example:printed with x := 0; n := 0", "does not have", theorems=lemma)


def _lemma(
    let: str, given: list[str], claim: str, status: str = PROVED, **change: object
) -> dict[str, Judged]:
    made, library = form(let, given, claim)
    theorem = replace(made.theorem, **change)  # type: ignore[arg-type]
    verdict = sealed(status, "as the kernel would say", theorem_hash(theorem, library.definitions))
    return {theorem.name: Judged(theorem, verdict)}


CITE = "1: f(u) <= 1 by a.example:printed from h with g := f; w := u"


def test_citing() -> None:
    lemma = ("g: vec -> real; w: vec", ["low: g(w) <= 0"], "g(w) <= 1")
    ok(["h: f(u) <= 0"], "f(u) <= 1", CITE, theorems=_lemma(*lemma))
    verdict = derive(LET, ["h: f(u) <= 0"], "f(u) <= 1", CITE, theorems=_lemma(*lemma, status=PROVED_GIVEN))
    assert verdict.status == PROVED_GIVEN and "a.example" in verdict.reason
    assert (
        derive(LET, ["h: f(u) <= 0"], "f(u) <= 1", CITE, theorems=_lemma(*lemma, status="cited")).status
        == PROVED_GIVEN
    )


@pytest.mark.parametrize("status", ["unknown", "refuted", "checked", "sampled", "defined"])
def test_citing_what_is_not_proved(status: str) -> None:
    lemma = _lemma("g: vec -> real; w: vec", ["low: g(w) <= 0"], "g(w) <= 1", status)
    no(["h: f(u) <= 0"], "f(u) <= 1", CITE, "only what is proved", theorems=lemma)


def test_citing_wrongly() -> None:
    lemma = _lemma("g: vec -> real; w: vec", ["low: g(w) <= 0"], "g(w) <= 1")
    no(["h: f(v) <= 0"], "f(u) <= 1", CITE, "premise low", theorems=lemma)
    no([], "f(u) <= 1", CITE.replace("from h ", ""), "premise low", theorems=lemma)
    no(["h: f(u) <= 0"], "f(u) <= 1", CITE.replace("g := f; ", ""), "no value given for 'g'", theorems=lemma)
    no(
        ["h: f(u) <= 0"],
        "f(u) <= 1",
        CITE.replace("g := f", "g := f; k := x"),
        "does not have",
        theorems=lemma,
    )
    no(["h: f(u) <= 0"], "f(v) <= 1", CITE.replace("1: f(u)", "1: f(v)"), "another formula", theorems=lemma)
    no(["h: f(u) <= 0"], "f(u) <= 1", CITE.replace("w := u", "w := x"), "sort", theorems=lemma)
    no(["h: f(u) <= 0"], "f(u) <= 1", CITE, "no rule or statement")


def test_citing_a_statement_with_a_constant() -> None:
    lemma = _lemma("g: vec -> real; w: vec", ["low: g(w) <= 0"], "g(w) <= 1", constants=("C",))
    no(["h: f(u) <= 0"], "f(u) <= 1", CITE, "constant", theorems=lemma)
    made, library = form("", [], "0 <= C", "1: 0 <= C by calc", constant="C")
    assert Checker(made.theorem, library).conclude().status == UNKNOWN


def test_citing_oneself() -> None:
    no([], "u in H", "1: u in H by a.example:printed", "no rule or statement")


# -- sorts and capture -------------------------------------------------------------------------


def test_sorts_are_checked() -> None:
    for claim in (
        "u <= v",
        "f(x) <= 1",
        "x in H",
        "norm(x) <= 1",
        "u + x = u",
        "H",
        "f(u, u) <= 1",
        "unknown <= 1",
    ):
        with pytest.raises((OutlineError, SyntaxProblem, KernelError)):
            form(LET, [], claim)


def test_no_capture_by_binders() -> None:
    """A value that mentions `w` is put under binders that were written with `w`."""
    lemma = _lemma("g: vec -> real", ["low: forall w: vec. g(w) <= 0"], "forall w: vec. g(w) <= 1")
    open_case = "1: forall p: vec. f(p - w) <= 1 by a.example:printed from h with g := fun q: vec. f(q - w)"
    ok(["h: forall p: vec. forall w: vec. f(p - w) <= 0"], "0 <= 1", DRAWN +
       "k: forall p: vec. f(p - u) <= 1 by assume\n1: 0 <= 1 by calc")  # fmt: skip
    no(["h: forall w: vec. f(w - w) <= 0"], "forall w: vec. f(w - w) <= 1", DRAWN + open_case, "premise low",
       theorems=lemma)  # fmt: skip


def test_abbreviations_do_not_capture() -> None:
    """`where p := w` means the free w, also inside `fun w`."""
    no(["h: forall w: vec. f(w) = f(w)"], "x <= x",
       DRAWN + "where p := w\n1: forall w: vec. f(p) = f(w) by both from h", "w, which this formula binds, is a variable")  # fmt: skip


def test_quantifiers_inside_events() -> None:
    for event in (
        "forall a: real. x <= a",
        "exists a: real. x <= a",
        "integrable(explaw(1), fun a: real. x)",
    ):
        for head in ("P[x ~ explaw(1)]({}) <= 1", "E[x ~ explaw(1)](P[y ~ explaw(1)]({})) <= 1"):
            claim = head.format(event)
            with pytest.raises(KernelError, match="inside an expectation"):
                derive(LET, [f"h: {claim}"], claim, f"1: {claim} by both from h")


def test_quantifiers_do_not_enter_events_by_a_value() -> None:
    no([], "x <= x",
       "1: P[w ~ image[k ~ l2laplace(1)](u + k)](forall a: real. a*norm(w) <= x) <= 1 by prob-range"
       " with mu := image[k ~ l2laplace(1)](u + k); phi := fun w: vec. forall a: real. a*norm(w) <= x",
       "inside an expectation")  # fmt: skip
    lemma = _lemma("B: set(vec)", [], "P[w ~ l2laplace(1)](w in B) <= 1")
    no([], "x <= x", "1: x <= x by a.example:printed with B := fun w: vec. forall p: vec. norm(w) <= norm(p)",
       "inside an expectation", theorems=lemma)  # fmt: skip


def test_terms_are_compared_up_to_bound_names() -> None:
    ok(
        ["h: forall a: vec. f(a) <= 1"],
        "forall b: vec. f(b) <= 1",
        "1: forall b: vec. f(b) <= 1 by both from h",
    )
    ok(["h: (fun a: vec. f(a) + 0)(u) <= 1".replace("(fun a: vec. f(a) + 0)(u)", "f(u) + 0")], "f(u) + 0 <= 1",
       "1: f(u) + 0 <= 1 by both from h")  # fmt: skip


def test_api_terms_of_wrong_shape() -> None:
    """Lines made without the grammar meet the same checks."""
    theorem = Theorem("t", {"u": VEC}, (), op("eq", PROP, var("u", VEC), var("u", VEC)))
    checker = Checker(theorem, Library({}, {}))
    assert checker.conclude().status == UNKNOWN
    assert op("add", REAL, num(1), num(2)) != num(3)
