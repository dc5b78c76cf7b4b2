"""No two statements print alike: pairs of near variants, in every format in which a statement is shown."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from dptheory.kernel import UNKNOWN, Verdict
from dptheory.kernel.logic import theorem_text
from dptheory.present.from_logic import Words
from dptheory.present.json_records import statement_json
from dptheory.present.page import Page, Writing, page
from dptheory.present.statement import render
from dptheory.present.styles import ASCII, LATEX, MARKDOWN, MATHML, UNICODE
from dptheory.present.worlds import world_words
from dptheory.theory.library import TheoryLibrary, extended, load_library
from dptheory.theory.results import NONE, FormResult, ProofResult, StatementResult

STYLES = (UNICODE, ASCII, LATEX, MARKDOWN)
LAWS = "mu: law(vec); K: vec -> law(vec); q: law(law(vec)) -> real; r: law(vec) -> real"

NEAR: dict[str, list[str]] = {
    "sort of a variable": [f"let x: {sort}| claim x <= x**2" for sort in ("real", "int")],
    "element of a set": [
        f"let H: set({sort}); f: set({sort}) -> real| claim f(H) <= 1" for sort in ("real", "int", "vec", "record")
    ],
    "usual letters": [
        *(f"let S: {sort}| claim S = S" for sort in ("data", "real", "vec")),
        *(f"let i: {sort}| claim i = i" for sort in ("int", "real", "record")),
    ],
    "function": [f"let f: {sort} -> real; c: real| claim f = f" for sort in ("real", "int", "vec", "vec, vec")],
    "quantifier": [
        "let H: set(real)| claim forall k: real. k in H implies k <= 1",
        "let H: set(real)| claim forall k: int. k in H implies k <= 1",
        "let H: set(int)| claim forall k: int. k in H implies k <= 1",
        "let H: set(real)| claim exists k: real. k in H and k <= 1",
        "let H: set(real)| claim exists k: int. k in H and k <= 1",
        "let H: set(real); k: real| claim k in H implies k <= 1",
        "let H: set(real); k: int| claim k in H implies k <= 1",
    ],
    "binder": [
        "let Z: set(record); l: record -> real| claim forall z in Z. l(z) <= 1",
        "let Z: set(record); l: record -> real| claim forall z: record. l(z) <= 1",
        "let Z: set(data); a: data -> real| claim forall S in Z. a(S) <= 1",
        "let a: data -> real| claim forall S: data. a(S) <= 1",
    ],
    "record": [
        f"let A: data -> vec; S: data; i: int; z, z': record| claim A(replace(S, i, {first})) = A(replace(S, i, {second}))"
        for first, second in (("z", "z"), ("z", "z'"), ("z'", "z"), ("z'", "z'"))
    ],
    "bound record": [
        "let a: data -> real; S: data; i: int; z: record| claim forall y: record. a(replace(S, i, y)) <= 1",
        "let a: data -> real; S: data; i: int; z: record| claim forall y: record. a(replace(S, i, z)) <= 1",
        "let a: data -> real; S: data; i: int| claim forall z: record. a(replace(S, i, z)) <= 1",
        "let a: data -> real; S: data; i: int| claim forall z': record. forall z: record. a(replace(S, i, z')) <= 1",
        "let a: data -> real; S: data; i: int| claim forall z': record. forall z: record. a(replace(S, i, z)) <= 1",
    ],
    "index": [
        "let l: record -> real; S: data; z1, z_i: record; i: int| claim l(z1) <= 1",
        "let l: record -> real; S: data; z1, z_i: record; i: int| claim l(z_i) <= 1",
        "let l: record -> real; S: data; z1, z_i: record; i: int| claim l(item(S, 1)) <= 1",
        "let l: record -> real; S: data; z1, z_i: record; i: int| claim l(item(S, i)) <= 1",
        "let l: record -> real; T: data; T1: record| claim l(item(T, 1)) <= 1",
        "let l: record -> real; T: data; T1: record| claim l(T1) <= 1",
    ],
    "constant": [
        "let x, C: real| constant C| claim x <= C",
        "let x, C: real| claim x <= C",
        "let x, C: real| constant x| claim x <= C",
        "let x, C: real| constant x| constant C| claim x <= C",
        "let x, C: real| given p: C > 0| claim x <= C",
    ],
    "law": [
        f"let {LAWS}| claim q(image[k ~ mu](K(k))) <= 1",
        f"let {LAWS}| claim r(mixture[k ~ mu](K(k))) <= 1",
    ],
    "function of data": [
        "let theta: data, vec -> real; S: data; w: vec| claim theta(S, w) <= 1",
        "let theta_S: vec -> real; w: vec| claim theta_S(w) <= 1",
        "let theta_S: vec -> real; theta: data, vec -> real; S: data; w: vec| claim theta_S(w) <= theta(S, w)",
        "let theta_S: vec -> real; theta: data, vec -> real; S: data; w: vec| claim theta(S, w) <= theta_S(w)",
        "let reg: vec -> real; loss: vec, record -> real; S: data; w: vec| claim objective(loss, reg, S, w) <= 1",
    ],
    "radius": [
        "let f: set(vec) -> real; B_R: set(vec); R: real| claim f(B_R) <= f(ball(R))",
        "let f: set(vec) -> real; B_R: set(vec); R: real| claim f(ball(R)) <= f(B_R)",
        "let f: set(vec) -> real; B1: set(vec)| claim f(B1) <= f(ball(1))",
        "let f: set(vec) -> real; B1: set(vec)| claim f(ball(1)) <= f(B1)",
    ],
    "argument": [
        "let f: vec, vec -> real| claim (fun u: vec. fun v: vec. f(u, v)) = (fun u: vec. fun v: vec. f(v, u))",
        "let f: vec, vec -> real| claim (fun u: vec. fun v: vec. f(u, v)) = (fun u: vec. fun v: vec. f(u, v))",
        "let h, g: real -> real| claim (fun x: int. h(x)) = (fun x: int. g(x))",
        "let h, g: real -> real| claim (fun x: real. h(x)) = (fun x: real. g(x))",
        "let h, g: real -> real; c: (int -> real) -> real| claim c(fun x: int. h(x)) <= 1",
        "let h, g: real -> real; c: (real -> real) -> real| claim c(fun x: real. h(x)) <= 1",
    ],
    "abbreviation": [
        "let x: real| where a := x| claim forall y: real. a <= 5",
        "let x: real| claim forall x: real. x <= 5",
        "let x: real| claim x <= 5",
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def built_in() -> TheoryLibrary:
    return load_library()


def shown(text: str, built_in: TheoryLibrary) -> tuple[dict[str, str], str]:
    """A statement in every format, unfolded and not, without what is found about it; and its theorem."""
    parts = [part.strip() for part in text.split("|")]
    said = [part for part in parts if not part.startswith(("let", "where"))]
    above = [f"  {part}" for part in parts if part not in said]
    lines = ["statement a.near", "  title t", "  source me", "  quote q", *above, "  form printed"]
    library = extended(built_in, "\n".join([*lines, *(f"    {part}" for part in said)]) + "\n", "near.thm")
    statement = library.get("a.near")
    form = statement.forms[0]
    found = FormResult(form.name, form.kind, "", Verdict(UNKNOWN, "not asked"), ProofResult(NONE))
    result = StatementResult("a.near", "t", "theorem", "me", "q", (found,))
    made = {"json": json.dumps(statement_json(statement, result)["forms"])}
    for style, unfold in ((style, unfold) for style in STYLES for unfold in (False, True)):
        view = page(statement, result, Writing(style, Words.of(library), unfold))
        made[f"{style} {unfold}"] = render(view)
    made["html"] = html_of(page(statement, result, Writing(MATHML, Words.of(library))))
    return made, theorem_text(form.theorem, library.definitions)


def html_of(view: Page) -> str:
    """What the site writes of a form."""
    form = view.forms[0]
    return "\n".join(
        (*form.constants, *map(str, form.letters), *map(str, form.given), form.claim, str(form.where))
    )


@pytest.mark.parametrize("kind", NEAR)
def test_near_variants_are_not_printed_alike(kind: str, built_in: TheoryLibrary) -> None:
    made = {text: shown(text, built_in) for text in NEAR[kind]}
    for first, second in combinations(made.values(), 2):
        assert first[1] != second[1], "the kernel's own texts"
        for style, text in first[0].items():
            assert text != second[0][style], f"{style}: {text}"


def test_forms_are_headed_apart(built_in: TheoryLibrary) -> None:
    text = """statement a.heads
  title t
  source me
  quote q
  let x, C: real
  form printed
    constant C
    claim x <= C
  form printed.two
    claim x <= C
  form printed.three
    part the rest
    claim x <= C
"""
    library = extended(built_in, text, "heads.thm")
    statement = library.get("a.heads")
    found = tuple(
        FormResult(form.name, form.kind, "", Verdict(UNKNOWN, ""), ProofResult(NONE))
        for form in statement.forms
    )
    result = StatementResult("a.heads", "t", "theorem", "me", "q", found)
    forms = page(statement, result, Writing(UNICODE, Words.of(library))).forms
    heads = [(form.kind, form.reading) for form in forms]
    assert heads == [("printed", ""), ("printed", "printed.two"), ("printed", "part: the rest")]


def test_a_world_writes_names_as_formulas_do() -> None:
    """The record z1 was z₁ in worlds, which is the first record of S."""
    lines = ("value z1 = 1", "region Z(z) = z <= 1", "region H(w) = w <= 1", "data Z = 0")
    assert world_words(lines) == "z1 = 1; 𝑍: z ≤ 1; H: w ≤ 1; Z = (0)"
