"""Printing and reading, substitution, normal forms; and texts that are meant to do harm."""

from __future__ import annotations

import contextlib
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.grammar import Scope, formula, term
from dptheory.kernel.logic.printing import show
from dptheory.kernel.logic.sorts import INT, PROP, REAL, VEC, Sort, fits, function, law, parse_sort, set_of
from dptheory.kernel.logic.terms import (
    Definition,
    Expr,
    abstract,
    apply_function,
    normal,
    num,
    op,
    open_with,
    rebuild,
    replace_all,
    substitute,
    var,
    walk,
)
from dptheory.kernel.syntax import SyntaxProblem

from .model_values import Table
from .models import Model
from .random_terms import DEFINITIONS, SCOPE, VARIABLES, Terms

SEEDS = st.integers(0, 10**9)
SORTS = (PROP, PROP, REAL, VEC, set_of(VEC), law(VEC))
quick = settings(max_examples=250, deadline=None, derandomize=True)


def hole(reason: str, raises: type[BaseException] = AssertionError) -> pytest.MarkDecorator:
    return pytest.mark.xfail(strict=True, reason=reason, raises=raises)


def drawn(seed: int, *, finite: bool = False, depth: int = 6) -> Expr:
    rng = random.Random(seed)
    return Terms(rng, finite).of(PROP if finite else rng.choice(SORTS), depth, dict(VARIABLES))


# -- printing ----------------------------------------------------------------------------------


@given(SEEDS)
@quick
def test_what_is_printed_reads_back(seed: int) -> None:
    made = drawn(seed)
    assert term(show(made), SCOPE, made.sort) == made, show(made)


@given(SEEDS)
@quick
def test_normal_forms_read_back(seed: int) -> None:
    made = normal(drawn(seed), DEFINITIONS)
    assert normal(term(show(made), SCOPE, made.sort), DEFINITIONS) == made, show(made)


@given(SEEDS)
@quick
def test_normal_forms_are_those_by_names(seed: int) -> None:
    made = drawn(seed)
    found, other = normal(made, DEFINITIONS), by_names(made)
    assert found == other and [node.sort for node in walk(found)] == [node.sort for node in walk(other)], (
        show(made)
    )


def by_names(made: Expr, level: int = 0) -> Expr:
    """The normal form in another way: every function is opened with a name of its own, so that no term that is
    moved has bound variables that point out of it."""
    if made.head == "lam":
        name, domain = f"#{level}", made.sort.args[0]
        body = by_names(open_with(made, var(name, domain)), level + 1)
        if body.head == "apply" and body.args[1] == var(name, domain):
            fn = body.args[0]
            if name not in fn.names and fn.sort.args[0] == domain:
                return fn
        return abstract(name, domain, body)
    args = tuple(by_names(part, level) for part in made.args)
    if made.head == "apply" and args[0].head == "lam":
        return by_names(open_with(*args), level)
    if made.head == "member":
        return by_names(apply_function(args[1], args[0]), level)
    if made.head == "neg" and args[0].head == "num":
        return num(-args[0].value)
    if made.head == "defined":
        return by_names(DEFINITIONS[made.label].expand(args), level)
    return rebuild(made, args)


def test_functions_within_functions_keep_what_they_point_to() -> None:
    """fun x. (fun y. fun z. y)(x) is fun x. fun z. x, and what is put under the inner function is moved with it."""
    one = term("fun x: real. fun z: real. x", SCOPE)
    inner = abstract("y", REAL, abstract("z", REAL, var("y", REAL)))
    assert normal(abstract("x", REAL, unreduced(inner, var("x", REAL))), {}) == one
    assert normal(abstract("x", REAL, unreduced(inner, num(1))), {}) != one
    twice = term("fun x: real. g(x, x)", Scope({"g": parse_sort("real, real -> real")}, {}))
    assert normal(twice, {}) == twice


def unreduced(fn: Expr, argument: Expr) -> Expr:
    return Expr("apply", (fn, argument), fn.sort.args[1])


def test_random_terms_are_various() -> None:
    shown = {show(drawn(seed)) for seed in range(300)}
    assert len(shown) > 200 and max(map(len, shown)) > 200
    for piece in (
        "forall",
        "exists",
        "E[",
        "P[",
        "sum[",
        "image[",
        " in ",
        "fun ",
        "project(",
        "**",
        "ball(",
        "w'",
    ):
        assert any(piece in text for text in shown), piece


@pytest.mark.parametrize("text", ["0.5*x", "1.25 <= x", "x**0.5", "-0.5*x", "x - 0.125", "2.0*x"])
def test_decimals_read_back(text: str) -> None:
    made = term(text, SCOPE)
    assert term(show(made), SCOPE) == made


@pytest.mark.parametrize("name", ["pi", "zero", "norm", "E", "n"])
def test_bound_names_have_no_other_meaning(name: str) -> None:
    refused = False
    try:
        formula(f"forall {name}: real. {name} <= 1", SCOPE)
    except (SyntaxProblem, KernelError):
        refused = True
    assert refused


@given(st.recursive(
    st.sampled_from([parse_sort(s) for s in ("real", "int", "vec", "record", "data", "prop")]),
    lambda inner: st.one_of(inner.map(law), inner.map(set_of), st.tuples(inner, inner).map(lambda p: function(*p))),
    max_leaves=8,
))  # fmt: skip
@quick
def test_sorts_read_back(sort: Sort) -> None:
    assert parse_sort(str(sort)) == sort


def test_sorts_that_fit() -> None:
    assert fits(INT, REAL) and not fits(REAL, INT)
    assert fits(function(VEC, INT), function(VEC, REAL)) and not fits(function(VEC, REAL), function(VEC, INT))
    assert not fits(function(REAL, VEC), function(INT, VEC)) and not fits(
        function(INT, VEC), function(REAL, VEC)
    )
    assert not fits(law(INT), law(REAL))


# -- substitution and normal forms -------------------------------------------------------------


@given(SEEDS)
@quick
def test_normal_is_idempotent(seed: int) -> None:
    made = normal(drawn(seed), DEFINITIONS)
    assert normal(made, DEFINITIONS) == made
    assert not any(word in show(made) for word in ("#", "ball(", "half(", "inside("))
    assert made.reach == 0


@given(SEEDS)
@quick
def test_names_of_bound_variables_do_not_count(seed: int) -> None:
    def relabel(node: Expr) -> Expr:
        made = rebuild(node, tuple(relabel(a) for a in node.args))
        return Expr("lam", made.args, made.sort, "other") if made.head == "lam" else made

    made = drawn(seed)
    assert relabel(made) == made and hash(relabel(made)) == hash(made)
    assert term(show(relabel(made)), SCOPE, made.sort) == made


@given(SEEDS)
@quick
def test_abstracting_and_applying(seed: int) -> None:
    made = drawn(seed)
    lam = abstract("u", VEC, made)
    assert lam.reach == 0 and "u" not in lam.names
    assert open_with(lam, var("u", VEC)) == made
    value = op("vadd", VEC, var("v", VEC), var("u", VEC))
    assert open_with(lam, value) == substitute(made, {"u": value}) == apply_function(lam, value)


@given(SEEDS)
@quick
def test_substituting(seed: int) -> None:
    made = drawn(seed)
    u, v = var("u", VEC), var("v", VEC)
    assert substitute(made, {}) == made == substitute(made, {"u": u, "unknown": v})
    assert substitute(substitute(made, {"u": v, "v": u}), {"u": v, "v": u}) == made  # both at once
    fresh = var("fresh", VEC)
    assert substitute(substitute(made, {"u": fresh}), {"fresh": u}) == made
    assert replace_all(made, u, fresh) == substitute(made, {"u": fresh})
    assert substitute(made, {"u": fresh}).names <= (made.names - {"u"}) | {"fresh"}


@given(SEEDS)
@quick
def test_substituting_and_normalising_commute(seed: int) -> None:
    made = drawn(seed)
    values = {
        "f": term("fun w: vec. norm(w) + x", SCOPE),
        "H": term("ball(x)", SCOPE),
        "x": term("half(y)", SCOPE),
    }
    first = normal(substitute(normal(made, DEFINITIONS), values), DEFINITIONS)
    assert first == normal(substitute(made, values), DEFINITIONS)


class Defined(Model):
    """A model in which definitions are unfolded when they are met."""

    def value(self, term: Expr, stack: tuple[object, ...] = ()) -> object:
        if term.head != "defined":
            return super().value(term, stack)
        definition = DEFINITIONS[term.label]
        values = [self.value(a, stack) for a in term.args]
        inner = Defined(self.rng, self.n, self.d, self.records, self.points, self.reals, self.ints)
        inner.partial, inner.items, inner.replaced = self.partial, self.items, self.replaced
        inner.env = {
            **self.env,
            **{name: v for (name, _), v in zip(definition.parameters, values, strict=True)},
        }
        return inner.value(definition.body)


def _model(rng: random.Random) -> Defined:
    ints = (0, 1, 2)
    model = Defined(rng, n=1, ints=ints, reals=tuple(Fraction(k, 2) for k in (0, 1, 3)))
    model.points = tuple((Fraction(k),) for k in (-1, 0, 2))
    model.env = {name: model.draw(sort) for name, sort in VARIABLES.items()}
    phi = model.env["phi"]
    assert isinstance(phi, Table)
    return model


@given(SEEDS)
@settings(max_examples=250, deadline=None, derandomize=True)
def test_normal_forms_mean_the_same(seed: int) -> None:
    made = drawn(seed, finite=True, depth=3)
    model = _model(random.Random(seed + 1))
    assert model.value(made) == model.value(normal(made, DEFINITIONS)), show(made)


def test_eta_keeps_the_domain() -> None:
    """For all integers is not for all reals."""
    few = formula("forall i: int. A(i)", SCOPE)
    all_ = formula("forall x: real. A(x)", SCOPE)
    assert normal(few, {}) != normal(all_, {})
    assert normal(term("fun w: vec. f(w)", SCOPE), {}) == var("f", function(VEC, REAL))
    assert normal(term("fun w: vec. loss(u, z)", SCOPE), {}).head == "lam"


def test_sorts_belong_to_variables() -> None:
    assert var("x", REAL) != var("x", INT)
    assert abstract("x", REAL, var("x", REAL)) != abstract("x", INT, var("x", INT))
    with pytest.raises(KernelError, match="bound as"):
        abstract("x", REAL, op("eq", PROP, var("x", INT), num(1)))


# -- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("not p and p", "(not p) and p"), ("p or p and p", "p or (p and p)"), ("p implies p implies p", "p implies (p implies p)"),
        ("not x <= y", "not (x <= y)"), ("-x**2 <= 0", "-(x**2) <= 0"), ("x - y - 1 <= 0", "(x - y) - 1 <= 0"),
        ("x/y/2 <= 0", "(x/y)/2 <= 0"), ("x**y**2 <= 0", "x**(y**2) <= 0"), ("-x*y <= 0", "(-x)*y <= 0"),
        ("x <= y < 1", "x <= y and y < 1"), ("forall u in H. p and p", "forall u in H. (p and p)"),
        ("x ^ 2 == y", "x**2 = y"), ("u + v in H", "(u + v) in H"), ("2*x*u = v", "(2*x)*u = v"), ("-u = v", "(-1)*u = v"),
    ],
)  # fmt: skip
def test_precedence(text: str, same: str) -> None:
    assert formula(text, SCOPE) == formula(same, SCOPE)


@pytest.mark.parametrize("text", ["(p = p) = p", "(p = (p = p)) = p", "p = (p = p)"])
def test_brackets_end_a_chain(text: str) -> None:
    assert formula(text, SCOPE).head == "eq" and formula(show(formula(text, SCOPE)), SCOPE) == formula(
        text, SCOPE
    )


REFUSED = [
    "", " ", "p,p", "p p", "(p", "p)", "x + ", "<= x", "x <=", "forall", "forall x", "forall x.", "forall x: . p",
    "forall x: real p", "forall : real. p", "forall x in . p", "forall x in 1. p", "forall x: real real. p",
    "forall x: set. p", "forall x: law. p", "E[](x) <= 1", "E[z](x) <= 1", "E[z ~](x) <= 1", "E[z ~ x](x) <= 1",
    "P[z ~ D](x) <= 1", "E[z ~ D](p) <= 1", "E[z ~ D] <= 1", "Q[z ~ D](x) <= 1", "image[k ~ mu, l ~ mu](k) = mu",
    "sum[j, 1](j) <= 1", "sum[j, 1, x](j) <= 1", "sum[1, 1, 2](x) <= 1", "sum[j, 1, 2](p) <= 1", "x ~ D", "f() <= 1",
    "f(x) <= 1", "f(u, u) <= 1", "norm() <= 1", "norm(u, u) <= 1", "norm(x) <= 1", "closed(x)", "closed(f)", "integrable(D)",
    "integrable(D, f)", "integrable(f, f)", "density(mu, f, f)", "u <= v", "u + x = u", "u*x = u", "u*u = u", "u/2 = u",
    "H = f", "D = mu", "x in H", "x", "1", "f", "x = u", "not x", "x and p", "∀x. p", "x ≤ 1", "x\x00 <= 1",
    "x <= 1; p", "x = 1 # p", "`x`", "x.y <= 1", "x[0] <= 1", "x <= \"1\"", "lambda x: x", "1e <= 1", "1.2.3 <= x", "0x10 <= x",
    "1_000 <= x", "xunknown <= 1", "unknown(x) <= 1", "half <= 1", "half() <= 1", "half(u) <= 1", "everywhere(x)", "fun x. x <= 1",
]  # fmt: skip


@pytest.mark.parametrize("text", [t for t in REFUSED if t not in ("forall x: . p", "forall x in . p")])
def test_texts_that_are_refused(text: str) -> None:
    with pytest.raises((SyntaxProblem, KernelError)):
        formula(text, SCOPE)


@pytest.mark.parametrize("text", ["forall x: . p", "forall x in . p"])
def test_binders_without_a_domain(text: str) -> None:
    with pytest.raises((SyntaxProblem, KernelError)):
        formula(text, SCOPE)


def test_a_deep_domain_deep_in_a_formula_is_refused_and_does_not_exhaust_the_stack() -> None:
    """It ended in a RecursionError: each was within its own limit of nesting."""
    with pytest.raises((SyntaxProblem, KernelError), match="too deeply"):
        formula("not " * 190 + "forall v in (fun w: vec. " + "not " * 150 + "w = w). v = v", SCOPE)


def test_only_sets_have_members() -> None:
    refused = False
    try:
        formula("u in f", SCOPE)
    except (SyntaxProblem, KernelError):
        refused = True
    assert refused


def test_digits_are_ascii() -> None:
    try:
        made = term("\u0661\u0662 + x", SCOPE)
    except (SyntaxProblem, KernelError):
        return
    assert made is None


def test_numerals_are_exact() -> None:
    assert term("0.1", SCOPE) == term("1e-1", SCOPE) == term("1/10", SCOPE) != term("0.11", SCOPE)
    assert term("9" * 1999, SCOPE).value == int("9" * 1999)


# -- texts that are meant to do harm -----------------------------------------------------------


def _inside(depth: int) -> str:
    text = "H"
    for _ in range(depth):
        text = f"(fun u in {text}. p)"
    return f"forall v in {text}. p"


HOSTILE = {
    "a million brackets": "(" * 10**6 + "x" + ")" * 10**6,
    "many brackets": "(" * 30000 + "x" + ")" * 30000,
    "unclosed brackets": "(" * 60000,
    "minus signs": "-" * 60000 + "x <= 1",
    "nots": "not " * 16000 + "p",
    "powers": "x**" * 20000 + "x <= 1",
    "sums": "x + " * 16000 + "x <= 1",
    "implications": "p implies " * 6000 + "p",
    "quantifiers": "forall x: real. " * 4000 + "p",
    "chain": "x <= " * 5000 + "x",
    "calls": "half(" * 13000 + "x" + ")" * 13000,
    "arguments": "f(" + "u, " * 20000 + "u) <= 1",
    "digits": "9" * 65000 + " <= x",
    "exponent": "1e" + "9" * 60000 + " <= x",
    "small exponent": "1e-99999999999999999999 <= x",
    "commas": "," * 60000,
    "names": "a" * 65000 + " <= x",
    "near names": "xy" * 30000 + "(x) <= 1",
    "newlines": "\n" * 60000 + "p and",
    "draws": "E[z ~ " * 10000,
    "brackets of the wrong kind": "([" * 30000,
    "sort in brackets": "forall x: " + "(" * 60000 + ". p",
    "unicode": "\U0001d465" * 60000,
    "surrogate": "\ud800",
    "bidi": "x \u202e<= 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused(name: str) -> None:
    with pytest.raises((SyntaxProblem, KernelError)):
        formula(HOSTILE[name], SCOPE)


def test_long_texts_that_are_fine() -> None:
    assert formula(" " * 60000 + "p", SCOPE) == var("p", PROP)
    assert formula("(" * 150 + "p" + ")" * 150, SCOPE) == var("p", PROP)
    assert len(show(term("x + " * 200 + "x", SCOPE))) > 800


def test_domains_in_domains() -> None:
    """The domain of a binder is a text of its own."""
    assert formula(_inside(15), SCOPE).head == "forall"


def test_domains_deep_in_domains() -> None:
    with pytest.raises((SyntaxProblem, KernelError)):
        formula(_inside(700), SCOPE)


@pytest.mark.parametrize("count", [400, 3000])
def test_sorts_of_many_arguments(count: int) -> None:
    """They are refused or read, but do not exhaust the interpreter's stack."""
    text = "real, " * count + "real -> real"
    with contextlib.suppress(SyntaxProblem, KernelError):
        formula(f"forall g: {text}. forall h: {text}. p", SCOPE)


def test_chains_in_chains() -> None:
    """Each is read twice at every level by a reader that expands them; such a one would not end."""
    with contextlib.suppress(SyntaxProblem, KernelError):
        formula("0 <= P[z ~ D](" * 60 + "0 <= 1" + ") <= 1" * 60, SCOPE)


def test_definitions_that_double() -> None:
    made: dict[str, Definition] = {}
    for k in range(40):
        body = "x + x" if k == 0 else f"d{k - 1}(x) + d{k - 1}(x)"
        made[f"d{k}"] = Definition(f"d{k}", (("x", REAL),), term(body, Scope({"x": REAL}, made)))
    with pytest.raises(KernelError, match="nodes"):
        normal(term("d39(x)", Scope({"x": REAL}, made)), made)
