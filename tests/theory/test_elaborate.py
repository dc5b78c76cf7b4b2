"""What an author leaves out of a proof is found, or it is said what could not be found; the kernel checks it."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from dptheory.kernel import PROVED, UNKNOWN
from dptheory.theory.certificates import Certificates
from dptheory.theory.elaborate.completion import Completion
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read
from dptheory.theory.results import FormResult
from dptheory.theory.verification import Verifier, verify

HEAD = """statement short.one
  title  t
  source Example
  quote  q
  let    u, v, w: vec; f, g: vec -> real; mu: law(vec); S, T: data; i: int; z, k: record; l: vec, record -> real
  let    x, y, a, b: real
  form printed
    given below: forall k: vec. f(k) <= g(k)
    given finite: integrable(mu, f)
    given finiteg: integrable(mu, g)
    given place: 1 <= i and i <= n
    given size: n <= n
    given first: norm(w) <= x
    given second: x <= y
    given zero: norm(u - v) <= 0
    claim 0 <= 1
    proof
"""


def form(lines: str) -> FormResult:
    """The result for the lines of a proof about a few vectors."""
    document = read(HEAD + lines, {})
    library = TheoryLibrary({s.id: s for s in document.statements}, document.definitions, document.says)
    return verify(library, certificates=Certificates(effort=2_000_000))[0].forms[0]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            "norm(u - v + w) <= norm(u - v) + norm(w) by triangle",
            "triangle with u := u - v; v := w",
        ),
        (
            "E[k ~ mu](f(k)) <= E[k ~ mu](g(k)) by expect-monotone",
            "expect-monotone from finite, finiteg, below with mu := mu; f := f; g := g",
        ),
        (
            "sum[j, 1, n](l(u, item(replace(S, i, z), j))) = sum[j, 1, n](l(u, item(S, j))) - l(u, item(S, i)) + l(u, z) by sum-replace",
            "sum-replace from size, place with f := l(u); S := S; i := i; z := z; m := n",
        ),
        (
            "E[k ~ mu](2*f(k) + 3*g(k)) = 2*E[k ~ mu](f(k)) + 3*E[k ~ mu](g(k)) by expect-linear",
            "f := f; g := g; a := 2; b := 3",
        ),
        (
            "sum[j, 1, n](l(u, item(replace(T, i, k), j))) = sum[j, 1, n](l(u, item(T, j))) - l(u, item(T, i)) + l(u, k) by sum-replace",
            "sum-replace from size, place with f := l(u); S := T; i := i; z := k; m := n",
        ),
        (
            "u = v by norm-zero",
            "norm-zero from zero with u := u; v := v",
        ),
        ("norm(w) <= y by calc", "calc from first, second"),
    ],
)
def test_values_and_premises_are_inferred(line: str, found: str) -> None:
    result = form(f"      1: {line}\n")
    assert [step.verdict.status for step in result.steps] == [PROVED]
    assert len(result.found) == 1 and found in result.found[0]


@pytest.mark.parametrize(
    "line",
    [
        "norm(u - v + w) <= norm(u - v) by triangle",
        "E[k ~ mu](g(k)) <= E[k ~ mu](f(k)) by expect-monotone",
        "sum[j, 1, n](l(u, item(replace(S, i, z), j))) = sum[j, 1, n](l(u, item(S, j))) - l(u, item(S, i)) + l(v, z) by sum-replace",
        "E[k ~ mu](2*f(k) + 3*g(k)) = 2*E[k ~ mu](f(k)) + 4*E[k ~ mu](g(k)) by expect-linear",
        "norm(u) <= y by calc",
    ],
)
def test_nothing_is_inferred_for_what_does_not_follow(line: str) -> None:
    """The false twins of the lines above."""
    result = form(f"      1: {line}\n")
    assert [step.verdict.status for step in result.steps] == [UNKNOWN] and result.found == ()


def test_the_variable_that_nothing_determines_is_named() -> None:
    lines = "      1: x <= y by markov\n      2: u = w by norm-zero\n"
    one = read(HEAD + lines, {}).statements[0].forms[0]
    library = TheoryLibrary({}, {}, {})
    completion = Completion(one.theorem, Verifier(library, Certificates(), lambda name: None).kernel_library)
    assert completion.lines(one.steps) == one.steps
    assert completion.reasons["1"] == "markov does not give a formula of this form at any values"
    apart = replace(one.steps[1], sources=("first",))
    completion.lines([apart])
    assert "2" in completion.reasons
    below = replace(one.steps[0], by="apply", sources=("below",))
    completion.lines([below])
    assert completion.reasons["1"].startswith("below does not give a formula of this form")
    average = replace(one.steps[0], by="expect-constant", formula=one.theorem.hypotheses[5][1])
    completion.lines([average])
    assert "expect-constant" in completion.reasons["1"]


STABILITY = (files("dptheory") / "papers" / "wu2015" / "stability.thm").read_text(encoding="utf-8")
DEFINITIONS = (files("dptheory") / "papers" / "wu2015" / "definitions.thm").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["wu2015.lemma12", "wu2015.lemma13", "wu2015.theorem14"])
def test_proofs_of_the_library_stand_without_the_values_that_they_give(
    name: str, certificates: dict[str, object]
) -> None:
    """Only the function of data sets that Lemma 13 is applied to in Theorem 14 has to be given."""
    known = read(DEFINITIONS, {}).definitions
    document = read(STABILITY, known)
    bare = {}
    for statement in document.statements:
        forms = []
        for one in statement.forms:
            lines = (line if "theta" in line.values else replace(line, values={}) for line in one.steps)
            forms.append(replace(one, proof=replace(one.proof, lines=tuple(lines))))
        bare[statement.id] = replace(statement, forms=tuple(forms))
    library = TheoryLibrary(bare, document.definitions, document.says)
    result = verify(library, [name], certificates=Certificates(certificates, search=False))[0].forms[0]
    assert result.verdict.status == PROVED
    assert result.found


NESTED = """statement short.nested
  title  a sum of Lipschitz maps
  source Example
  quote  q
  let    f, g: vec -> real; H: set(vec); a, b: real
  form printed
    given f: forall u in H. forall v in H. abs(f(u) - f(v)) <= a*norm(u - v)
    given g: forall u in H. forall v in H. abs(g(u) - g(v)) <= b*norm(u - v)
    claim forall u in H. forall v in H. abs(f(u) + g(u) - (f(v) + g(v))) <= (a + b)*norm(u - v)
    proof
      1: forall u in H. forall v in H. abs(f(u) + g(u) - (f(v) + g(v))) <= (a + b)*norm(u - v)
        take u, v: vec
        assume u: u in H
        assume v: v in H
        2: abs(f(u) - f(v)) <= a*norm(u - v) by apply from f, u, v at u; v
        3: abs(g(u) - g(v)) <= b*norm(u - v) by apply from g, u, v at u; v
        4: abs(f(u) + g(u) - (f(v) + g(v)))
          <= abs(f(u) - f(v)) + abs(g(u) - g(v)) by calc
          <= a*norm(u - v) + b*norm(u - v) by calc from 2, 3
          = (a + b)*norm(u - v) by calc
    model
      value f(w) = w
      value g(w) = w
      value a = 1
      value b = 1
      region H(w) = -1 <= w, w <= 1
"""


def nested(text: str) -> FormResult:
    document = read(text, {})
    library = TheoryLibrary({s.id: s for s in document.statements}, {}, {})
    return verify(library, certificates=Certificates(effort=2_000_000))[0].forms[0]


def test_links_and_nested_assumptions_are_lines() -> None:
    result = nested(NESTED)
    assert result.verdict.status == PROVED
    labels = [step.label for step in result.steps]
    assert labels == ["u", "v", "2", "3", "4.1", "4.2", "4.3", "4", "1"]
    assert result.steps[-1].reason == "intro" and result.steps[-2].sources == ("4.1", "4.2", "4.3", "2", "3")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(a + b)*norm(u - v) by calc\n", "99/100*(a + b)*norm(u - v) by calc\n"),
        ("        assume v: v in H\n", ""),
        ("b*norm(u - v) by calc from 2, 3", "b*norm(u - v) by calc from 2"),
    ],
)
def test_a_link_or_an_assumption_that_is_not_right_is_not_proved(old: str, new: str) -> None:
    assert old in NESTED
    assert nested(NESTED.replace(old, new)).verdict.status == UNKNOWN


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "          = (a + b)*norm(u - v) by calc",
            "          >= (a + b)*norm(u - v) by calc",
            "go both ways",
        ),
        (
            "          = (a + b)*norm(u - v) by calc",
            "          = (a + b)*norm(u - v)",
            "links '<= term by reason'",
        ),
        ("norm(u - v)\n        take", "norm(u - v) by calc\n        take", "expected 'label: formula'"),
    ],
)
def test_links_and_nested_lines_that_are_none(old: str, new: str, said: str) -> None:
    assert old in NESTED
    with pytest.raises(OutlineError, match=said):
        read(NESTED.replace(old, new), {})


def test_trivial_facts_are_cited_by_one_word_and_stand_as_lines() -> None:
    result = form("      1: norm(w)/n <= x by calc from facts, first\n")
    assert [step.label for step in result.steps] == ["1.facts1", "1.facts2", "1"]
    assert [step.reason for step in result.steps[:2]] == ["norm-nonnegative", "size-positive"]
    assert all(step.verdict.status == PROVED for step in result.steps)
    alone = form("      1: norm(w)/n <= x by calc from first\n").steps  # those that are needed are found
    assert [step.reason for step in alone] == ["norm-nonnegative", "size-positive", "calc"]
    assert alone[-1].verdict.status == PROVED
    found = form("      1: 0 <= norm(u - v)/n by calc from facts\n")
    assert found.steps[-1].verdict.status == PROVED
    assert found.steps[-1].sources == ("1.facts1", "1.facts2")


@pytest.mark.parametrize(
    ("line", "by", "sources"),
    [
        ("norm(u - v + w) <= norm(u - v) + norm(w) by auto", "triangle", ()),
        ("f(u + v) <= g(u + v) by auto", "apply", ("below",)),
        ("abs(E[k ~ mu](f(k))) <= E[k ~ mu](abs(f(k))) by auto", "expect-abs", ("finite",)),
        ("norm(w) <= y by auto", "calc", ("first", "second")),
        ("f(u) <= g(u) by apply from below", "apply", ("below",)),
    ],
)
def test_auto_and_apply_find_a_reason(line: str, by: str, sources: tuple[str, ...]) -> None:
    (step,) = form(f"      1: {line}\n").steps
    assert (step.verdict.status, step.reason, step.sources) == (PROVED, by, sources)


@pytest.mark.parametrize(
    "line",
    ["norm(u - v + w) <= norm(u - v) by auto", "g(u) <= f(u) by auto", "g(u) <= f(u) by apply from below"],
)
def test_auto_finds_no_reason_for_what_does_not_follow(line: str) -> None:
    assert form(f"      1: {line}\n").steps[0].verdict.status == UNKNOWN


def test_a_proof_rests_on_the_rules_that_auto_found() -> None:
    document = read(HEAD + "      1: norm(u + v) <= norm(u) + norm(v) by auto\n", {})
    library = TheoryLibrary({s.id: s for s in document.statements}, document.definitions, document.says)
    assert verify(library)[0].axioms == ("rule 2: triangle",)


BOUNDED = """statement short.mean
  title  t
  source Example
  quote  q
  let    f, g: record -> real; mu: law(record); k: real
  form printed
    given first: forall z: record. abs(f(z)) <= 1
    given second: forall z: record. abs(g(z)) <= k
    claim E[z ~ mu](2*f(z) + 3*g(z)) = 2*E[z ~ mu](f(z)) + 3*E[z ~ mu](g(z))
    proof linearity: by expect-linear from first, second
    model records = 0, 1; f(z) = z; g(z) = 1 - z; law mu = 0: 1/2, 1: 1/2; k = 1
"""


def mean(text: str) -> FormResult:
    document = read(text, {})
    library = TheoryLibrary({s.id: s for s in document.statements}, {}, {})
    return verify(library, certificates=Certificates(search=False))[0].forms[0]


def test_that_a_bounded_function_has_a_mean_goes_without_saying() -> None:
    """Lines on integrability were a tenth of the proofs about means; the kernel checks the lines found."""
    found = mean(BOUNDED)
    assert found.verdict.status == PROVED
    assert [step.reason for step in found.steps] == [
        "integrable-constant", "integrable-dominated", "integrable-constant", "integrable-dominated",
        "expect-linear",
    ]  # fmt: skip
    once = mean(BOUNDED.replace("from first, second", "from first"))
    assert once.verdict.status == PROVED  # the other bound is a line above


def test_lines_on_integrability_have_the_terms_of_their_author() -> None:
    """Not those of normal forms, in which definitions and abbreviations are written out."""
    square = "define square(x: real) := x**2\n  says {x} squared\n\n"
    document = read(
        square + BOUNDED.replace("f(z))", "square(f(z)))").replace("2*f(z)", "2*square(f(z))"), {}
    )
    library = TheoryLibrary({s.id: s for s in document.statements}, document.definitions, document.says)
    found = verify(library, certificates=Certificates(search=False))[0].forms[0]
    assert found.verdict.status == PROVED
    assert found.steps[1].claim == "integrable(mu, fun z: record. square(f(z)))"


@pytest.mark.parametrize(
    ("old", "new"),
    [("abs(f(z)) <= 1", "f(z) <= 1"), ("    given second: forall z: record. abs(g(z)) <= k\n", "")],
)
def test_a_function_without_a_bound_is_not_found_to_have_a_mean(old: str, new: str) -> None:
    found = mean(BOUNDED.replace(old, new).replace("from first, second", "from first"))
    assert found.verdict.status == UNKNOWN and found.verdict.reason.startswith("step end")
