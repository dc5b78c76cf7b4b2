"""What authors write from the tutorial alone, as they write it, is read; each of these was refused once."""

from __future__ import annotations

import pytest

from dptheory.kernel import PROVED, REFUTED
from dptheory.kernel.logic.theorems import theorem_hash
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.results import StatementResult
from dptheory.theory.texts import one_by_one
from dptheory.theory.verification import verify

STABLE = """lemma author.stable: a Lipschitz function of a stable rule
  source Example
  quote  q
  let A: data -> vec; f: vec -> vec; L, beta: real
  form printed
    given stable: norm_stable(A, beta); lip: forall u, v: vec. norm(f(u) - f(v)) <= L*norm(u - v)
    presupposed nonneg: L >= 0
    claim norm_stable(fun S. f(A(S)), L*beta)
    proof
      take S: data; i: int; z: record; assume place: 1 <= i and i <= n
      1: norm(f(A(replace(S, i, z))) - f(A(S)))
        <= L*norm(A(replace(S, i, z)) - A(S)) by apply from lip
        <= L*beta by calc from stable(S, i, z), nonneg
    model records = 0, 1; A(S) = 3*S1; f(w) = 2*w; L = 2; beta = 3
  twin of printed: half the rate
    claim norm_stable(fun S. f(A(S)), L*beta/2)
    world like model but S = 0; i = 1; z = 1
"""


def judged(text: str, library: TheoryLibrary) -> StatementResult:
    """The result of the one statement of a text."""
    own = extended(library, text, "notes")
    (name,) = set(own.statements) - set(library.statements)
    return verify(own, [name])[0]


def test_names_share_a_quantifier_and_its_domain() -> None:
    """A mathematician writes `forall u, v: vec`; only `forall u: vec. forall v: vec` was read."""
    assert one_by_one("forall u, v in ball(0.5). exists i, j: int. i < j and f(i, j) <= 0.5") == (
        "forall u in ball(0.5). forall v in ball(0.5). exists i: int. exists j: int. i < j and f(i, j) <= 0.5"
    )
    assert one_by_one("P[u ~ mu, v ~ nu](h(u, v) in B)") == "P[u ~ mu, v ~ nu](h(u, v) in B)"


def test_a_quantifier_of_two_names_says_what_two_quantifiers_say(library: TheoryLibrary) -> None:
    apart = STABLE.replace("forall u, v: vec.", "forall u: vec. forall v: vec.")
    one, other = (extended(library, text, "notes").get("author.stable").forms[0] for text in (STABLE, apart))
    assert apart != STABLE
    assert theorem_hash(one.theorem, library.definitions) == theorem_hash(other.theorem, library.definitions)


def test_a_data_set_of_a_twin_needs_no_word_of_its_own(library: TheoryLibrary) -> None:
    """`but S = 0` made S a number, and the world gave no data set."""
    result = judged(STABLE, library)
    assert result.forms[0].verdict.status == PROVED
    assert result.twins[0].verdict.status == REFUTED
    two = STABLE.replace("but S = 0;", "but n = 2; S = 0, 0;")
    assert judged(two, library).twins[0].verdict.status == REFUTED
    wrong = STABLE.replace("but S = 0;", "but S = 0, 0;")
    assert judged(wrong, library).twins[0].verdict.status != REFUTED


@pytest.mark.parametrize("head", ["proof: by calc from first", "proof by adding: by calc from first"])
def test_a_proof_of_one_line_needs_no_words(head: str, library: TheoryLibrary) -> None:
    text = f"statement author.one\n  let x: real\n  form printed\n    given first: x <= 1\n    claim x <= 2\n    {head}\n    model x = 1\n"
    assert judged(text, library).forms[0].verdict.status == PROVED


PRIVATE = """lemma author.expectation: expectations under a private mechanism
  source Example
  quote  q
  let M: data -> law(vec); f: vec -> real; g: vec -> vec; eps: real
  form printed
    given private: private(M, eps); nonneg: forall w: vec. f(w) >= 0
    presupposed finite: forall S: data. integrable(M(S), f)
    claim {claim}
    proof
      take S: data; i: int; z: record{more}; assume place: 1 <= i and i <= n
      where T := replace(S, i, z)
      {line}
    model
      records = 0, 1; outputs = 0, 1
      law M(S) = S1: 2/3, 1 - S1: 1/3
      f(w) = w**2; g(w) = 1 - w; eps = log(2)
"""
FOR_ALL = "forall S: data. forall i: int. 1 <= i and i <= n implies forall z: record. "


def steps(claim: str, line: str, library: TheoryLibrary, more: str = "") -> list[tuple[str, str]]:
    """The lines of a proof about a private mechanism, each with its reason; every one has to be proved."""
    form = judged(PRIVATE.format(claim=claim, line=line, more=more), library).forms[0]
    assert form.verdict.status == PROVED, form.verdict.reason
    return [(step.label, step.reason) for step in form.steps]


def test_premises_that_follow_from_a_quantified_line_are_found(library: TheoryLibrary) -> None:
    """`integrable(M(T), f)` is an instance of `finite`, and the bound on events one of `private`; that they were
    no lines was told as `ratio-expect does not give a formula of this form`."""
    claim = f"{FOR_ALL}E[w ~ M(S)](f(w)) <= exp(eps)*E[w ~ M(replace(S, i, z))](f(w))"
    found = steps(claim, "1: E[w ~ M(S)](f(w)) <= exp(eps)*E[w ~ M(T)](f(w)) by ratio-expect", library)
    assert {("1.1", "apply"), ("1.2", "apply"), ("1", "ratio-expect")} <= set(found)


def test_premises_that_follow_by_rules_and_for_any_value_are_found(library: TheoryLibrary) -> None:
    """That a probability is integrable and not negative, for all values, had to be shown in five lines."""
    claim = f"{FOR_ALL}forall K: (vec -> law(vec)). forall B: set(vec). E[w ~ M(S)](P[v ~ K(w)](v in B)) <= exp(eps)*E[w ~ M(replace(S, i, z))](P[v ~ K(w)](v in B))"
    line = "1: E[w ~ M(S)](P[v ~ K(w)](v in B)) <= exp(eps)*E[w ~ M(T)](P[v ~ K(w)](v in B)) by ratio-expect"
    reasons = {by for _, by in steps(claim, line, library, "; K: (vec -> law(vec)); B: set(vec)")}
    assert {"integrable-chance", "prob-range", "intro", "ratio-expect"} <= reasons


def test_a_line_may_say_less_than_all_of_a_quantified_line(library: TheoryLibrary) -> None:
    """`apply` asked for a term for every quantifier, though the line itself is for all events."""
    line = "1: forall B: set(vec). P[w ~ M(S)](w in B) <= exp(eps)*P[w ~ M(T)](w in B) by apply from private"
    assert ("1", "apply") in steps("private(M, eps)", line, library)


def test_an_equation_of_a_rule_is_used_inside_a_link(library: TheoryLibrary) -> None:
    """The last link of post-processing has the rule's equation the other way round, under a factor."""
    line = """1: P[v ~ image[w ~ M(S)](g(w))](v in B)
        = P[w ~ M(S)](g(w) in B) by image-prob
        <= exp(eps)*P[w ~ M(T)](g(w) in B) by apply from private
        = exp(eps)*P[v ~ image[w ~ M(T)](g(w))](v in B) by image-prob"""
    found = steps("private(fun S. image[w ~ M(S)](g(w)), eps)", line, library, "; B: set(vec)")
    assert {("1.3.1", "image-prob"), ("1.3", "calc")} <= set(found)


def test_a_false_line_by_an_equation_of_a_rule_is_not_believed(library: TheoryLibrary) -> None:
    line = "1: 2*P[v ~ image[w ~ M(S)](g(w))](v in B) = P[w ~ M(S)](g(w) in B) by image-prob"
    text = PRIVATE.format(claim="0 <= 1", line=line, more="; B: set(vec)")
    assert judged(text, library).forms[0].verdict.status != PROVED


SCALED = """lemma author.scale: the scale of a noise
  source Example
  quote  q
  let rho, lam, t: real
  form printed
    given rho: rho > 0; weight: 0 <= t <= 1 and t != 2
    claim {claim}
    proof: by {reason}
    model rho = 1; lam = 1; t = 1/2
"""


@pytest.mark.parametrize(
    "claim", ["t*(1 - t) >= 0", "2*rho/(n + 1) > 0", "t**2/n <= 1", "rho*t/(n*rho) <= 1"]
)
def test_a_calculation_finds_relations_that_stand_together_and_trivial_facts(
    claim: str, library: TheoryLibrary
) -> None:
    """A hypothesis `0 <= t <= 1`, and that n >= 1, were not looked at where a line had no `from`."""
    text = SCALED.format(claim=claim, reason="calc").replace(" and t != 2", "")
    assert judged(text, library).forms[0].verdict.status == PROVED


COMPOSED = """lemma author.compose: two independent releases
  source Example
  quote  q
  let M, N: data -> law(vec); h: vec, vec -> vec; a, b: real
  form printed
    given first: private(M, a); second: private(N, b)
    claim private(fun S. mixture[u ~ M(S)](image[v ~ N(S)](h(u, v))), a + b)
    proof
      take S: data; i: int; z: record; B: set(vec); assume place: 1 <= i and i <= n
      where T := replace(S, i, z); g := fun u: vec. P[v ~ N(T)](h(u, v) in B)
      1: E[u ~ M(S)](g(u)) <= exp(a)*E[u ~ M(T)](g(u)) by ratio-expect
      2: P[w ~ mixture[u ~ M(S)](image[v ~ N(S)](h(u, v)))](w in B)
        = E[u ~ M(S)](P[w ~ image[v ~ N(S)](h(u, v))](w in B)) by mixture-prob
        = E[u ~ M(S)](P[v ~ N(S)](h(u, v) in B)) by image-prob
        <= E[u ~ M(S)](exp(b)*g(u)) by expect-monotone
        = exp(b)*E[u ~ M(S)](g(u)) by linearity
        <= exp(b)*(exp(a)*E[u ~ M(T)](g(u))) by calc from 1
        = exp(a + b)*E[u ~ M(T)](P[w ~ image[v ~ N(T)](h(u, v))](w in B)) by image-prob
        = exp(a + b)*P[w ~ mixture[u ~ M(T)](image[v ~ N(T)](h(u, v)))](w in B) by mixture-prob
    model
      records = 0, 1; outputs = 0, 1; h(u, v) = u*v; a = log(2); b = log(2)
      law M(S) = S1: 2/3, 1 - S1: 1/3; law N(S) = S1: 2/3, 1 - S1: 1/3
  twin of printed: 1 % less
    claim private(fun S. mixture[u ~ M(S)](image[v ~ N(S)](h(u, v))), 99/100*(a + b))
    world like model but S = 1; i = 1; z = 0; region B(w) = w >= 1
"""


def test_a_composition_takes_the_lines_that_one_would_write_on_paper(library: TheoryLibrary) -> None:
    """It took an author six tries and 30 lines: equations under an expectation, and that what is a constant
    times a probability is integrable, had to be written out."""
    result = judged(COMPOSED, library)
    assert result.forms[0].verdict.status == PROVED
    assert result.twins[0].verdict.status == REFUTED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("= exp(b)*E", "= exp(a)*E"),
        ("(P[v ~ N(S)](h(u, v) in B)) by image", "(P[v ~ N(T)](h(u, v) in B)) by image"),
    ],
)
def test_a_false_line_of_a_composition_is_not_believed(old: str, new: str, library: TheoryLibrary) -> None:
    assert old in COMPOSED
    assert judged(COMPOSED.replace(old, new), library).forms[0].verdict.status != PROVED


def test_a_fact_that_is_no_calculation_is_looked_for_among_the_rules(library: TheoryLibrary) -> None:
    """`from integrable(mu, fun w. c*f(w))` was told to be a calculation, with the hint `did you mean calc?`."""
    claim = f"{FOR_ALL}integrable(M(S), fun w: vec. 2*f(w) - 3*f(w))"
    line = "1: integrable(M(S), fun w: vec. 2*f(w) - 3*f(w)) by both from integrable(M(S), fun w: vec. 2*f(w) - 3*f(w))"
    reasons = {by for _, by in steps(claim, line, library)}
    assert "apply" in reasons
