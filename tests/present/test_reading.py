"""What is printed can be typed, and means the same; nothing is printed like something else."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.inputs import claims
from dptheory.kernel import SyntaxProblem
from dptheory.kernel.real import FUNCTIONS, PI, Claim, E, Relation, Term, apply, claim_of, num, var
from dptheory.notation import SYMBOLS
from dptheory.present.formulas import write, write_claim
from dptheory.present.reading import claim_from, read_said, read_term, read_where
from tests.drawn import writable

STYLES = ("unicode", "ascii", "latex", "markdown")
LISTED = sorted({s.name for s in SYMBOLS} - {"pi", "E", "oo", "everywhere"})
NAMES = [
    *LISTED, "a", "b", "ab", "x", "x1", "x_1", "x_i", "xi", "x_i'", "x'", "x''", "lam1", "lam_1", "lam_S", "lambda",
    "epsp", "eps'", "delta", "del", "e1", "e_1", "e'", "E1", "pi1", "x12", "x1_2", "_x", "_", "n", "i", "ni", "in1",
    "g", "wstar'", "rate", "rate1", "rate_x", "x_max", "beta", "oo1", "integer", "Gamma", "xn", "e2", "w1",
]  # fmt: skip
UNARY = sorted(name for name, arity in FUNCTIONS.items() if arity == 1)
LEAVES = st.one_of(st.integers(0, 30).map(num), st.sampled_from(NAMES).map(var), st.sampled_from([E, PI]))


def grown(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    binary = st.builds(
        lambda op, a, b: apply(op, a, b),
        st.sampled_from(["add", "sub", "mul", "div", "pow", "min", "max", "uppergamma", "lowergamma"]), inner, inner,
    )  # fmt: skip
    unary = st.builds(lambda op, a: apply(op, a), st.sampled_from(["neg", *UNARY]), inner)
    return st.one_of(
        binary, binary, unary, st.builds(lambda a, b, c: apply("max", a, b, c), inner, inner, inner)
    )


TERMS = st.recursive(LEAVES, grown, max_leaves=12).filter(writable)
RELATIONS = st.builds(Relation, st.sampled_from(["<=", "<", "=", ">=", ">"]), TERMS, TERMS)
CONDITIONS = st.builds(Relation, st.sampled_from(["<=", "<", "=", ">=", ">", "!="]), TERMS, TERMS)
CLAIMS = st.builds(
    claim_of, st.lists(CONDITIONS, max_size=3), RELATIONS, st.sets(st.sampled_from(NAMES), max_size=2)
)


def page_halves(claim: Claim) -> tuple[str, str]:
    """The relation and the conditions as they are printed."""
    said, _, where = write_claim(claim).partition("   where ")
    return said, where


@given(TERMS)
@settings(max_examples=300, deadline=None)
def test_a_printed_term_reads_back_as_the_same_term(term: Term) -> None:
    assert read_term(write(term)) == term


@given(CLAIMS)
@settings(max_examples=200, deadline=None)
def test_a_printed_claim_reads_back_as_the_same_claim(claim: Claim) -> None:
    said, where = page_halves(claim)
    assert [claim_from(one, read_where(where)).hash for one in read_said(said)] == [claim.hash]


@given(TERMS)
@settings(max_examples=200, deadline=None)
def test_plain_text_reads_back_or_is_refused_for_its_e(term: Term) -> None:
    text = write(term, "ascii")
    if "e" in term.names:
        with pytest.raises(SyntaxProblem, match="write E for the number"):
            read_term(text)
    else:
        assert read_term(text) == term


def pool() -> list[Term]:
    """Every small term over names that could be taken for others."""
    names = ["a", "b", "ab", "x", "x1", "x_1", "e", "E1", "eps'", "epsp", "eps", "wstar", "e1", "lam", "n"]
    leaves = [*map(var, names), *map(num, (0, 1, 2, 12)), E, PI]
    some = [*map(var, ("a", "b", "ab", "x1", "e", "n")), num(1), num(2), E]
    found = list(leaves)
    one = [apply(op, t) for op in ("neg", *UNARY) for t in leaves]
    two = [
        apply(op, s, t)
        for op in ("add", "sub", "mul", "div", "pow", "min", "uppergamma")
        for s, t in product(some, some)
    ]
    deeper = [apply("mul", s, t) for s, t in product(some, [*one, *two][::5])]
    deeper += [apply("pow", s, t) for s, t in product([*one, *two][::7], some)]
    deeper += [apply("pow", t, s) for s, t in product([*one, *two][::7], some)]
    deeper += [apply(op, s, t) for op in ("div", "sub") for s, t in product(some, two[::5])]
    return [*found, *one, *two, *deeper]


@pytest.mark.parametrize("style", STYLES)
def test_no_two_terms_are_printed_alike(style: str) -> None:
    seen: dict[str, Term] = {}
    for term in pool():
        text = write(term, style)
        assert seen.setdefault(text, term) == term, text


@pytest.mark.parametrize("style", STYLES)
def test_no_two_names_are_printed_alike(style: str) -> None:
    names = sorted({*NAMES, *LISTED})
    assert len({write(var(name), style) for name in names}) == len(names)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("left", "right"),
    [(E, var("e")), (var("a") * var("b"), var("ab")), (var("x_1"), var("x1")), (apply("exp", var("x")), E ** var("x")),
     (apply("exp", var("x")), var("e") ** var("x")), (var("x") * var("x"), var("x") ** num(2))],
)  # fmt: skip
def test_both_sides_of_a_claim_were_printed_alike(left: Term, right: Term, style: str) -> None:
    assert write(left, style) != write(right, style)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("0 ≤ x² ≤ 1", ["0 <= x**2", "x**2 <= 1"]),
        ("2·√(λ) ≥ ε·π", ["2*sqrt(lam) >= eps*pi"]),
        ("e^(−x) ≤ 1", ["exp(-x) <= 1"]),
        ("e^x >= 1+x", ["exp(x) >= 1 + x"]),
        ("e^-x^2 <= 1", ["exp(-x**2) <= 1"]),
        ("e² < 8", ["exp(2) < 8"]),
        ("||x| − 1| ≤ |x|·|x| + 1", ["abs(abs(x) - 1) <= abs(x)*abs(x) + 1"]),
        ("√2·x ≤ √|x|", ["sqrt(2)*x <= sqrt(abs(x))"]),
        ("Γ(d) ≤ Γ(d, x) + γ(d, x)", ["gamma(d) <= uppergamma(d, x) + lowergamma(d, x)"]),
        ("x₁ × x_1 ⋅ xᵢ′ < 1", ["x1*x_1*x_i' < 1"]),
    ],
)
def test_symbols_of_the_page_were_not_read(typed: str, meant: list[str]) -> None:
    assert [claim.text for claim in claims(typed)] == meant


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("2x <= 1", r"write 2\*x"), ("x y <= 1", r"write x\*y"), ("2(x + 1) <= 1", r"write \* before"),
        ("(x + 1)(x + 2) <= 1", r"write \* before"), ("g(e^x − 1) <= 1", r"write g\*\("), ("λx <= 1", r"write λ\*x"),
        ("E > e", "write E for the number"), ("e**x >= 1", r"exp\(x\)"), ("x <= 1 + e", "write E for the number"),
        ("√x² <= 1", "reads two ways"), ("√(x)^2 <= 1", "reads two ways"), ("√x**2 <= 1", "reads two ways"),
        ("x²^3 <= 1", "reads two ways"), ("x <= ⅓", "unexpected character"), ("а <= 1", "unexpected character"),
        ("lo(x) <= 1", "did you mean log"), ("⌊x <= 1", "expected '⌋'"), ("√ <= 1", "after √"), ("|x| |y| <= 1", "sign"),
        ("x > 0 iff x > -1", "and .B implies A"), ("n even implies n >= 0", "2.k"), ("n % 2 <= 1", "floor"),
        ("mod(n, 2) <= 1", "floor"), ("sign(x) <= 1", "x/abs"), ("exists y > 0: y < x", "exists c: c > 0 and"),
    ],
)  # fmt: skip
def test_what_could_be_read_two_ways_is_refused_with_a_hint(typed: str, hint: str) -> None:
    with pytest.raises(SyntaxProblem, match=hint):
        claims(typed)


def test_conditions_of_several_texts_hold_together() -> None:
    assert read_where(["0<=x<=1", "", "0 ≤ y ≤ 1, n integer"]) == "0 <= x <= 1, 0 <= y <= 1, n integer"
    assert read_where("e^x <= 2, y < oo") == "exp(x) <= 2, y < oo"
    with pytest.raises(SyntaxProblem, match="write E"):
        read_where(["x <= 1", "e > 0"])


def test_a_condition_in_brackets_keeps_its_commas() -> None:
    assert read_where("min(x, y) <= |x|, Γ(a, x) < 1") == "min(x, y) <= abs(x), uppergamma(a, x) < 1"


@pytest.mark.parametrize(
    "text", ["(" * 300 + "x" + ")" * 300 + "<= 1", "|" * 4000, "√" * 5000 + "x <= 1", "e^" * 4000 + "x <= 1"]
)
def test_deep_texts_are_refused(text: str) -> None:
    with pytest.raises(SyntaxProblem):
        claims(text)
