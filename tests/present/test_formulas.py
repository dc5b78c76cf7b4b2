"""One model of a formula, written in Unicode, ASCII and LaTeX."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dptheory.kernel.logic import Expr, Scope, normal, parse_sort, substitute
from dptheory.kernel.logic import var as logic_var
from dptheory.kernel.logic.grammar import formula
from dptheory.kernel.real import FUNCTIONS, Term, apply, num, parse_claim, parse_term, relation, var
from dptheory.present.formulas import write, write_claim
from dptheory.present.from_logic import Words
from dptheory.theory.reader import read

DEFINITIONS = read(
    """
define lipschitz(f: vec -> real; rho: real; H: set(vec)) :=
    forall u in H. forall v in H. abs(f(u) - f(v)) <= rho*norm(u - v)
  says f is rho-Lipschitz on H

define stable(A: data -> vec; rate: real) := forall S: data. norm(A(S)) <= rate
  says {A} is stable with rate {rate}

define vague(a: real; b: real) := a <= b
  says a comparison
""",
    {},
)
WORDS = Words(DEFINITIONS.definitions, DEFINITIONS.says)
SORTS = {
    "H": "set(vec)", "B": "set(vec)", "lam": "real", "rho": "real", "eps": "real", "x": "real", "i": "int",
    "loss": "vec, record -> real", "theta": "data, vec -> real", "reg": "vec -> real", "A": "data -> vec",
    "K": "data -> law(vec)", "D": "law(record)", "S": "data", "z": "record", "u": "vec", "v": "vec",
    "w": "vec",
}  # fmt: skip
SCOPE = Scope({name: parse_sort(sort) for name, sort in SORTS.items()}, DEFINITIONS.definitions)


def logic(text: str) -> Expr:
    return formula(text, SCOPE)


@pytest.mark.parametrize(
    ("text", "unicode", "latex"),
    [
        ("4*rho/(lam*n)", "4·ρ/(λ·n)", r"\frac{4 \rho}{\lambda n}"),
        ("lam/2*x**2", "(λ/2)·x²", r"\frac{\lambda}{2} x^{2}"),
        ("(a + b)*(a - b)", "(a + b)·(a − b)", "(a + b) (a - b)"),
        ("a - (b - c)", "a − (b − c)", "a - (b - c)"),
        ("a/(b/c)", "a/(b/c)", r"\frac{a}{\frac{b}{c}}"),
        ("(a/b)/c", "(a/b)/c", r"\frac{\frac{a}{b}}{c}"),
        ("(-x)**2", "(−x)²", "(-x)^{2}"),
        ("-x**2", "−x²", "-x^{2}"),
        ("2*3", "2·3", r"2 \cdot 3"),
        ("x*log(x)", "x·log(x)", r"x \log(x)"),
        ("exp(eps)", "e^ε", r"\mathrm{e}^{\varepsilon}"),
        ("exp(x)**2", "(e^x)²", r"(\mathrm{e}^{x})^{2}"),
        ("sqrt(x + 1)", "√(x + 1)", r"\sqrt{x + 1}"),
        ("abs(x)", "|x|", r"\lvert x \rvert"),
        ("floor(x/2)", "⌊x/2⌋", r"\left\lfloor \frac{x}{2} \right\rfloor"),
        ("gamma(d)", "Γ(d)", r"\Gamma(d)"),
        ("min(a, b)", "min(a, b)", r"\min(a, b)"),
        ("x**n", "xⁿ", "x^{n}"),
        ("x**(1/2)", "x^(1/2)", r"x^{\frac{1}{2}}"),
        ("pi*E", "π·E", r"\pi \mathrm{e}"),
    ],
)
def test_real_terms(text: str, unicode: str, latex: str) -> None:
    term = parse_term(text)
    assert write(term) == unicode
    assert write(term, "latex") == latex


@pytest.mark.parametrize(
    ("text", "unicode"),
    [
        ("norm(A(S) - A(replace(S, i, z))) <= 4*rho/(lam*n)", "‖A(S) − A(S⁽ⁱ⁾)‖ ≤ 4ρ/(λn)"),
        ("theta(S, u) <= theta(replace(S, i, z), u)", "ϑ_S(u) ≤ ϑ_{S⁽ⁱ⁾}(u)"),
        ("A(replace(S, i, item(S, 1))) = u", "A(S[i→z₁]) = u"),
        ("loss(u, item(S, i)) < 1", "ℓ(u, zᵢ) < 1"),
        ("0 < x and x < 1", "0 < x < 1"),
        ("0 < x and 1 > x", "0 < x and 1 > x"),
        ("forall u in H. forall v in H. u = v", "∀ u, v ∈ H: u = v"),
        ("forall u: vec. exists v in H. u = v", "∀ u ∈ ℝᵈ: ∃ v ∈ H: u = v"),
        ("not u in H", "u ∉ H"),
        ("P[w ~ K(S)](w in B) <= exp(eps)", "Pr_{w∼K(S)}[w ∈ B] ≤ e^ε"),
        ("E[S ~ iid(D)](E[z ~ D](loss(A(S), z))) <= 0", "E_{S∼Dⁿ, z∼D}[ℓ(A(S), z)] ≤ 0"),
        ("sum[j, 1, n](loss(w, item(S, j)))/n <= 1", "(Σⱼ₌₁ⁿ ℓ(w, zⱼ))/n ≤ 1"),
        ("integrable(D, fun z: record. loss(w, z))", "E_{z∼D}[|ℓ(w, z)|] < ∞"),
        ("closed(H) and x <= 1", "H is closed and x ≤ 1"),
        ("lipschitz(fun w. loss(w, z), rho, H)", "ℓ(·, z) is ρ-Lipschitz on H"),
        ("lipschitz(reg, rho, H)", "ϱ is ρ-Lipschitz on H"),
        ("lipschitz(fun w. reg(w) + reg(w), rho, H)", "(w ↦ ϱ(w) + ϱ(w)) is ρ-Lipschitz on H"),
        ("stable(A, 2*rho/n)", "A is stable with rate 2ρ/n"),
        ("vague(x, lam)", "vague(x, λ)"),
        ("x <= 1 implies (x <= 2 or x <= 3)", "x ≤ 1 ⟹ x ≤ 2 or x ≤ 3"),
        ("(x <= 1 implies x <= 2) implies x <= 3", "(x ≤ 1 ⟹ x ≤ 2) ⟹ x ≤ 3"),
    ],
)
def test_formulas_of_the_logic(text: str, unicode: str) -> None:
    assert write(logic(text), "unicode", WORDS) == unicode


def test_a_bound_name_that_is_taken_gets_a_prime() -> None:
    made = logic("forall v in H. norm(u - v) <= 1")
    clash = substitute(made, {"u": logic_var("v", parse_sort("vec"))})
    assert write(clash) == "∀ v′ ∈ H: ‖v − v′‖ ≤ 1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("E[x ~ mu](P[v ~ L(x)](v in B)) <= 0", "Pr_{x∼μ, x′∼L(x)}[x′ ∈ B] ≤ 0"),
        ("integrable(mu, fun x: vec. P[v ~ L(x)](v in B))", "E_{x∼μ}[|Pr_{x′∼L(x)}[x′ ∈ B]|] < ∞"),
    ],
)
def test_a_bound_name_that_the_law_beside_it_has_gets_a_prime(text: str, said: str) -> None:
    """Normal forms call a variable x whose name is lost: two of them under one another are two."""
    sorts = {"mu": "law(vec)", "L": "vec -> law(vec)", "B": "set(vec)"}
    made = formula(text, Scope({name: parse_sort(sort) for name, sort in sorts.items()}, {}))
    assert write(normal(made, {})) == said


def test_a_function_at_an_argument_is_its_value_there() -> None:
    at = substitute(logic("reg(u) <= reg(v)"), {"reg": logic("lipschitz(fun w. loss(w, z), rho, H)").args[0]})
    assert write(at) == "ℓ(u, z) ≤ ℓ(v, z)"


def test_ascii_is_the_grammar_and_parses_back() -> None:
    text = "norm(A(S) - A(replace(S, i, z))) <= 4*rho/(lam*n)"
    assert logic(write(logic(text), "ascii")) == logic(text)


def test_markdown_is_latex_between_dollar_signs() -> None:
    assert write(relation("x <= 1"), "markdown") == r"$x \le 1$"


def test_a_claim_joins_its_conditions_to_chains() -> None:
    claim = parse_claim("x/n <= 1", "0 < x <= 1, n integer, n >= 1")
    assert write_claim(claim) == "x/n ≤ 1   where 0 < x ≤ 1, n ≥ 1, n integer"
    assert write_claim(claim, "ascii") == claim.text


def test_a_variable_called_e_is_not_the_base_of_logarithms() -> None:
    assert write(relation("exp(e) <= 1 + e")) == "exp(𝑒) ≤ 1 + 𝑒"
    assert write_claim(parse_claim("exp(x) <= e")) == "exp(x) ≤ 𝑒"
    assert write(relation("exp(x) <= 1")) == "e^x ≤ 1"


LEAVES = st.one_of(st.integers(0, 30).map(num), st.sampled_from(["x", "lam", "n"]).map(var))
BINARY = ("add", "sub", "mul", "div")


def arithmetic(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    power = st.builds(lambda a, k: apply("pow", a, num(k)), inner, st.integers(0, 12))
    binary = st.builds(lambda op, a, b: apply(op, a, b), st.sampled_from(BINARY), inner, inner)
    return st.one_of(binary, binary, st.builds(lambda a: apply("neg", a), inner), power)


def functions(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    unary = [name for name, arity in FUNCTIONS.items() if arity == 1]
    return st.one_of(arithmetic(inner), st.builds(lambda op, a: apply(op, a), st.sampled_from(unary), inner))


@given(st.recursive(LEAVES, functions, max_leaves=12))
def test_brackets_balance(term: Term) -> None:
    for style in ("unicode", "latex"):
        text = write(term, style)
        assert text.count("(") == text.count(")")
        assert text.count("{") == text.count("}")


def test_a_function_at_its_values_is_what_it_is_there() -> None:
    said = logic("lipschitz(fun w. loss(w, z), rho, H)")
    meant = DEFINITIONS.definitions["lipschitz"].expand(said.args)
    assert write(meant, "unicode", WORDS) == "∀ u, v ∈ H: |ℓ(u, z) − ℓ(v, z)| ≤ ρ‖u − v‖"
