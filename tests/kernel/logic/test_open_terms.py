"""Terms, theorems, definitions and worlds built from Python: closed, sorted and exact, or refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.derivations import Checker, Line
from dptheory.kernel.logic.grammar import Scope, formula
from dptheory.kernel.logic.sorts import INT, PROP, REAL, VEC, Sort, function, law
from dptheory.kernel.logic.terms import Definition, Expr, abstract, num, op, var
from dptheory.kernel.logic.theorems import Library, Theorem
from dptheory.kernel.models.instances import check_model, refuted_in
from dptheory.kernel.models.worlds import Closed, FiniteLaw, Noise, Points, Region, World
from dptheory.kernel.real.claims import relation
from dptheory.kernel.real.grammar import parse_term
from dptheory.theory.worlds import parse_world

NOTHING = Library({}, {})
BOUND = Expr("bound", (), REAL, index=0)
X = var("x", REAL)
TRUE = op("le", PROP, num(0), num(1))


def checker(conclusion: Expr = TRUE, **variables: Sort) -> Checker:
    return Checker(Theorem("t", variables, (), conclusion), NOTHING)


def test_a_bound_variable_as_a_value_of_a_rule_proves_nothing() -> None:
    """``sum[j, 1, m](c) = m*c`` at an open c was the sum of j, and 1 = 1 - 1 after 23 lines."""
    index = Expr("bound", (), INT, index=0)
    goal = op("eq", PROP, op("sum", REAL, num(1), num(3), Expr("lam", (index,), function(INT, INT), "j")),
              op("mul", REAL, num(3), var("c", REAL)))  # fmt: skip
    made = checker(c=REAL)
    made.line(Line("1", op("ge", PROP, num(3), num(0)), "assume"))
    with pytest.raises(KernelError, match="outside its term"):
        made.line(Line("2", goal, "sum-constant", ("1",), (), {"c": index, "m": num(3)}))


@pytest.mark.parametrize("rule", ["apply", "sum-constant"])
def test_open_terms_are_refused_wherever_a_line_gives_them(rule: str) -> None:
    every = formula("forall a: real. a <= a + 1", Scope({}, {}))
    made = checker()
    made.line(Line("h", every, "assume"))
    open_goal = op("le", PROP, BOUND, op("add", REAL, BOUND, num(1)))
    with pytest.raises(KernelError, match="outside its term"):
        made.line(Line("1", open_goal, "apply", ("h",), (BOUND,)))
    closed = formula("1 <= 1 + 1", Scope({}, {}))
    given = {"values": {"c": BOUND, "m": num(1)}} if rule != "apply" else {"terms": (BOUND,)}
    with pytest.raises(KernelError, match="outside its term"):
        made.line(Line("2", closed, rule, ("h",), **given))  # type: ignore[arg-type]


def test_a_declared_variable_is_used_at_its_sort_alone() -> None:
    """An integer x in the conclusion of a theorem about real x was proved for integers, cited for 1/2."""
    whole = var("x", INT)
    same = op("eq", PROP, op("floor", REAL, whole), whole)
    with pytest.raises(KernelError, match="'x' has sort real"):
        checker(same, x=REAL)
    with pytest.raises(KernelError, match="'x' has sort real"):
        checker(TRUE, x=REAL).line(Line("1", same, "calc"))
    with pytest.raises(KernelError, match="'n' has sort int"):
        checker(op("eq", PROP, var("n", REAL), num(1)))
    with pytest.raises(KernelError, match="does not declare y"):
        checker(op("eq", PROP, var("y", REAL), num(1)))


@pytest.mark.parametrize(
    "term",
    [
        Expr("var", (), REAL, "x) or (0"), Expr("var", (), REAL, "#0"), Expr("var", (), REAL, "@1"),
        Expr("var", (), Sort("law(vec)"), "x"), Expr("var", (), Sort("number"), "x"),
        Expr("lam", (num(1),), function(REAL, INT), "n"), Expr("lam", (num(1),), REAL, "x"),
        op("norm", INT, var("u", VEC)), op("member", PROP, X, X), Expr("defined", (), REAL, "nothing"),
        Expr("num", (), REAL, value=0.5), Expr("num", (), REAL), op("add", REAL, X), op("apply", REAL, X, X),
        op("nothing", REAL, X), Expr("const", (), REAL, "oo"), op("norm", REAL, X),
        op("E", REAL, var("mu", law(VEC)), abstract("x", REAL, X)),
    ],
)  # fmt: skip
def test_terms_that_are_none(term: Expr) -> None:
    for goal in (op("eq", PROP, term, term), op("le", PROP, X, num(1))):
        with pytest.raises(KernelError):
            checker(x=REAL).line(Line("1", goal, "norm-nonnegative", (), (), {"u": term}))
    with pytest.raises(KernelError):
        check_model(
            Theorem("t", {}, (("h", op("eq", PROP, term, term)),), TRUE), World(1, (fmpq(0),)), NOTHING, {}
        )


def test_sorts_that_are_none() -> None:
    for name, parts in (("->", (REAL,)), ("law", ()), ("real", (REAL,))):
        with pytest.raises(KernelError, match="no sort"):
            Sort(name, parts)


def test_lists_of_arguments_are_copied() -> None:
    """A term whose arguments were a list could be changed after it was checked."""
    parts = [num(1), num(2)]
    made = Expr("add", parts, INT)  # type: ignore[arg-type]
    parts[1] = num(3)
    assert made == op("add", INT, num(1), num(2)) and made.args == (num(1), num(2))


@pytest.mark.parametrize(
    "definitions",
    [
        {"a": Definition("a", (), Expr("defined", (), REAL, "a"))},
        {"a": Definition("a", (), Expr("defined", (), REAL, "b")), "b": Definition("b", (), num(1))},
        {"a": Definition("b", (), num(1))},
        {"norm": Definition("norm", (), num(1))},
        {"a": Definition("a", (("x", REAL), ("x", INT)), num(1))},
        {"a": Definition("a", (("x", INT),), op("floor", REAL, X))},
        {"a": Definition("a", (), X)},
        {"a": Definition("a", (), BOUND)},
        {"a": Definition("a", (), op("norm", INT, Expr("zero", (), VEC)))},
    ],
)
def test_definitions_are_over_those_above_them(definitions: dict[str, Definition]) -> None:
    with pytest.raises(KernelError):
        Library(definitions, {})


def test_a_library_keeps_its_definitions() -> None:
    known = {"two": Definition("two", (), num(2))}
    library = Library(known, {})
    known["two"] = Definition("two", (), num(3))
    assert library.definitions["two"].body == num(2)
    with pytest.raises(TypeError):
        library.definitions["two"] = known["two"]  # type: ignore[index]


# -- worlds ------------------------------------------------------------------------------------

WORLD = World(2, (fmpq(0), fmpq(1)))
TERM = parse_term("x")
HALF = fmpq(1, 2)


@pytest.mark.parametrize(
    "change",
    [
        {"size": 0}, {"size": -1}, {"size": True}, {"size": 2.0}, {"records": ()}, {"records": (0.5,)},
        {"outputs": (0.5,)}, {"within": (TERM, None)}, {"parameters": (relation("n >= 1"),)},
        {"values": {"D": FiniteLaw(((parse_term("0"), fmpq(-1)), (parse_term("1"), fmpq(2))))}},
        {"values": {"D": FiniteLaw(((parse_term("0"), HALF),))}}, {"values": {"D": FiniteLaw(())}},
        {"values": {"D": FiniteLaw(((parse_term("0"), 1.0),))}},
        {"values": {"x": Closed((), parse_term("y"))}}, {"values": {"f": Closed(("x", "x"), TERM)}},
        {"values": {"f": Closed(("x y",), TERM)}}, {"values": {"n": Closed((), parse_term("5"))}},
        {"values": {"H": Region("x", (relation("y <= 1"),))}}, {"values": {"S": Points((TERM,))}},
        {"values": {"K": Noise((), TERM, parse_term("1"))}}, {"values": {"x": 1}},
        {"values": {"C": Closed((), parse_term("5"))}, "parameters": (relation("C >= 1"),)},
    ],
)  # fmt: skip
def test_worlds_built_from_python_are_checked(change: dict[str, object]) -> None:
    """Weights of -1 and 2, a size of 0 and the like came past the text that refuses them."""
    world = replace(WORLD, **change)  # type: ignore[arg-type]
    theorem = Theorem("t", {}, (), formula("0 >= 1", Scope({}, {})))
    with pytest.raises(KernelError):
        check_model(theorem, world, NOTHING, {})
    with pytest.raises(KernelError):
        refuted_in(theorem, world, NOTHING, {})


def test_a_world_gives_each_symbol_one_value() -> None:
    for entries in (("value x = 1", "value x = 2"), ("n = 1", "n = 2"), ("law D = 0: 1", "value D = 1")):
        with pytest.raises(KernelError, match="once"):
            parse_world(entries)
    with pytest.raises(KernelError, match="one parameter"):
        parse_world(("region H(x, y) = x <= 1",))


def test_a_record_and_a_parameter_of_one_name() -> None:
    """``f(S, S1)``: S1 was the first record of S, or the second argument, whichever came last."""
    theorem = Theorem("t", {"f": function(Sort("data"), REAL, REAL), "S": Sort("data")}, (),
                      formula("f(S, 5) >= 9", Scope({"f": function(Sort("data"), REAL, REAL), "S": Sort("data")}, {})))  # fmt: skip
    world = parse_world(("n = 1", "records = 0", "data S = 0", "value f(S, S1) = S1"))
    with pytest.raises(KernelError, match="two parameters mean the same"):
        refuted_in(theorem, world, NOTHING, {})
