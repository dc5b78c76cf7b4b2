"""Formulas and compound claims: what they mean, which ordinary claims they come to, what is refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import compound as made_of
from dptheory.kernel.real import formulas
from dptheory.kernel.real.claims import Claim, Relation, relation
from dptheory.kernel.real.compound import (
    COMPOUND_FORMAT,
    EMPTY,
    Compound,
    check_compound,
    check_compound_witness,
    check_empty,
    compound_of,
    parse_compound,
)
from dptheory.kernel.real.formulas import Formula, Said, alternatives, clauses, joined, normal, true_at
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.points import decide, defined_at
from dptheory.kernel.real.terms import Term
from dptheory.kernel.syntax import SyntaxProblem

Value = Fraction | None
Point = dict[str, Fraction]

ATOMS = [
    relation(text)
    for text in (
        "x > 0", "x <= 1", "y != 0", "1/x > 0", "1/x <= y", "y/x = 1", "1/(1/x - 1) < 2", "y >= x", "x**n > 1",
        "n = 1", "x**(-1) != 1", "1/y < 1/x", "0**n = 0", "y*1/0 = 0",
    )
]  # fmt: skip
NUMBERS = [Fraction(a) for a in (-1, 0, Fraction(1, 2), 1, 2)]
POINTS: list[Point] = [
    {"x": x, "y": y, "n": n} for x, y, n in product(NUMBERS, NUMBERS, map(Fraction, (-1, 0, 1, 2)))
]
SAID: st.SearchStrategy[Said] = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.builds(lambda p: Formula("not", (p,)), inner),
        st.builds(lambda p, q: Formula("implies", (p, q)), inner, inner),
        st.builds(joined, st.sampled_from(["and", "or"]), st.lists(inner, min_size=2, max_size=3)),
    ),
    max_leaves=5,
)
INTEGERS = frozenset({"n"})


def value(t: Term, point: Point) -> Value:
    """A term's value by the arithmetic of fractions, None where it has none."""
    if t.op == "num":
        return Fraction(int(t.value.p), int(t.value.q))  # type: ignore[union-attr]
    if t.op == "var":
        return point[str(t.value)]
    args = [value(a, point) for a in t.args]
    if None in args:
        return None
    a, b = args[0], args[-1]
    assert a is not None and b is not None
    if t.op == "div":
        return a / b if b else None
    if t.op == "pow":  # every exponent here is an integer by its text
        return a ** int(b) if a or b > 0 else None
    return {"add": a + b, "sub": a - b, "mul": a * b, "neg": -a}[t.op]


def truth(f: Said, point: Point) -> bool | None:
    """Kleene's tables, read off the formula as it is written; None for what is neither true nor false."""
    if isinstance(f, Relation):
        a, b = value(f.left, point), value(f.right, point)
        if a is None or b is None:
            return None
        return {"<": a < b, "<=": a <= b, "=": a == b, ">=": a >= b, ">": a > b, "!=": a != b}[f.op]
    found = [truth(p, point) for p in f.parts]
    if f.op == "not":
        return None if found[0] is None else not found[0]
    if f.op == "implies":
        found = [None if found[0] is None else not found[0], found[1]]
    wins = f.op != "and"
    return wins if wins in found else None if None in found else not wins


def holds(claim: Claim, point: Point) -> bool:
    """Whether an ordinary claim says something true of a point."""
    return not all(truth(c, point) is True for c in claim.conditions) or truth(claim.relation, point) is True


def exactly(point: Point) -> dict[str, fmpq]:
    return {name: fmpq(x.numerator, x.denominator) for name, x in point.items()}


@given(SAID, st.sampled_from(POINTS))
@settings(max_examples=300, deadline=None)
def test_normal_formulas_and_clauses_hold_where_the_formula_is_true(f: Said, point: Point) -> None:
    plain = normal(f)
    assert (true_at(plain, exactly(point), INTEGERS) is True) == (truth(f, point) is True)
    assert true_at(plain, exactly(point), INTEGERS) is not None
    try:
        conjuncts, disjuncts = clauses(plain), alternatives(plain)
    except KernelError:
        return
    assert all(any(truth(r, point) for r in c) for c in conjuncts) == (truth(f, point) is True)
    assert any(all(truth(r, point) for r in d) for d in disjuncts) == (truth(f, point) is True)
    assert truth(normal(f, False), point) == (None if truth(f, point) is None else not truth(f, point))


def wrong(compound: Compound, points: list[Point]) -> Iterator[Point]:
    """Points at which the cases, with any relation shown, do not say together what the claim says."""
    for point in points:
        said = not all(truth(c, point) is True for c in compound.conditions)
        said = said or truth(compound.conclusion, point) is True
        for pick in (0, -1):
            cases = [
                case
                for domain in compound.domains
                for clause in compound.clauses({})
                for case in compound.cases(domain, clause, pick % len(clause))
            ]
            if all(holds(case, point) for case in cases) != said:
                yield point


@given(SAID, st.lists(SAID, max_size=2))
@settings(max_examples=120, deadline=None)
def test_the_cases_say_at_each_point_what_the_claim_says(conclusion: Said, conditions: list[Said]) -> None:
    compound = compound_of(conditions, conclusion, {"n"})
    try:
        assert next(wrong(compound, POINTS[::7]), None) is None
    except KernelError as error:
        assert "cases" in str(error)


def broken_without_undefined(*_: object) -> list[object]:
    return []


def broken_not(f: Said, positive: bool = True) -> Said:
    """De Morgan forgotten: the parts of a negated conjunction are negated, the word between them is kept."""
    if isinstance(f, Relation):
        return f if positive else f.negated()
    if f.op == "not":
        return broken_not(f.parts[0], not positive)
    parts = [
        broken_not(f.parts[0], positive == (f.op != "implies")),
        *(broken_not(p, positive) for p in f.parts[1:]),
    ]
    return joined("or" if f.op == "implies" else f.op, parts)


@pytest.mark.parametrize(
    ("name", "other", "text"),
    [
        ("_ways_to_fail", broken_without_undefined, "1/x <= y or x > 0"),
        ("normal", broken_not, "not (x > 0 and y != 0)"),
        ("alternatives", clauses, "x > 0 and x <= 1"),
    ],
)
def test_a_broken_step_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, other: Any, text: str) -> None:
    """The property above fails if a side without a value counts as false with its opposite true, if De
    Morgan's law is forgotten, or if the alternatives of a condition are its clauses."""
    conditions = [parse_compound(text).conclusion] if name == "alternatives" else []
    conclusion = relation("y >= x") if conditions else parse_compound(text).conclusion
    assert next(wrong(compound_of(conditions, conclusion, {"n"}), POINTS), None) is None
    monkeypatch.setattr(made_of, name, other)
    assert next(wrong(compound_of(conditions, conclusion, {"n"}), POINTS), None) is not None


@given(SAID, st.lists(SAID, max_size=3), st.booleans())
@settings(max_examples=200, deadline=None)
def test_texts_read_back_as_the_same_claim(conclusion: Said, conditions: list[Said], there: bool) -> None:
    bound = [made_of.Variable("c")] if there else []
    flat = [p for c in conditions for p in (c.parts if isinstance(c, Formula) and c.op == "and" else [c])]
    compound = compound_of(flat, conclusion, {"n"}, bound)
    again = parse_compound(compound.said, compound.where)
    assert again == compound and again.hash == compound.hash


def test_different_claims_have_different_hashes() -> None:
    texts = [
        "x > 0 implies y > 0",
        "not x > 0 or y > 0",
        "x > 0 and y > 0",
        "not (x > 0 or y > 0)",
        "(x > 0 or y > 0)",
    ]
    assert len({parse_compound(text).hash for text in texts}) == len(texts)
    assert parse_compound("x > 1 or x < n").hash != parse_compound("x > 1 or x < n", "n integer").hash
    assert parse_compound("exists c: c > x").hash != parse_compound("exists c integer: c > x").hash


def test_a_long_row_is_read_without_recursion_and_bounded() -> None:
    row = parse_compound(" and ".join(["x > 0"] * 3000)).conclusion
    assert isinstance(row, Formula) and len(row.parts) == 3000
    with pytest.raises(KernelError, match="at most 64"):
        parse_compound(" or ".join(["x > 0 and y > 0"] * 10)).clauses({})


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("x > 1 or y", "", "expected a relation"),
        ("x > 1 and exists c. c > x", "", "cannot stand here"),
        ("forall x. x > 1", "", "cannot stand here"),
        ("not (x < oo)", "", "oo may only be an end"),
        ("x > 1", "x < oo or x > 2", "oo may only be an end"),
        ("x > (y or 1)", "", "expected a real term"),
        ("exists c: c > x", "c > 0", "say it in the claim"),
        ("exists c: exists c: c > x", "", "a name twice"),
        ("x > 1 or", "", "expected an operand"),
    ],
)
def test_what_is_no_claim_is_refused_by_name(text: str, where: str, message: str) -> None:
    with pytest.raises((KernelError, SyntaxProblem), match=message):
        parse_compound(text, where)


def test_a_point_refutes_only_where_the_conditions_hold_and_the_claim_does_not() -> None:
    compound = parse_compound("log(x) > 0 implies x > 1", "x < 5 or x > 7")
    found = check_compound_witness(compound, {"x": fmpq(-1)})
    assert found.status == "refuted" and found.about == compound.hash
    assert found.reason == "at x = -1: log(x) <= 0 is not defined, x > 1 is false"
    for x, message in ((fmpq(6), "not certified to hold"), (fmpq(2), "not certified to fail")):
        with pytest.raises(KernelError, match=message):
            check_compound_witness(compound, {"x": x})
    with pytest.raises(KernelError, match="does not refute that something exists"):
        check_compound_witness(parse_compound("exists c: c > x and c < 0"), {"x": fmpq(1)})
    with pytest.raises(KernelError, match="integer"):
        check_compound_witness(parse_compound("n > 1 or n < 1", "n integer"), {"n": fmpq(1, 2)})


def test_the_term_for_what_exists_must_have_a_value_everywhere_and_fit() -> None:
    compound = parse_compound("exists c: c > x or x < 1")
    shown = [[r.text for r in clause] for clause in compound.clauses({"c": parse_term("1/x")})]
    assert shown == [["1/x = 1/x"], ["1/x > x", "x < 1"]]
    with pytest.raises(KernelError, match="which is no variable"):
        compound.clauses({"c": parse_term("z")})
    with pytest.raises(KernelError, match="a term for each"):
        compound.clauses({})
    with pytest.raises(KernelError, match="needs an integer term"):
        parse_compound("exists c integer: c > x").clauses({"c": parse_term("x + 1")})


def test_what_the_text_demands_of_a_power_is_owed_for_the_term() -> None:
    """x**c has no value at x = -1 with c = 2, though x**2 has one there."""
    compound = parse_compound("exists c: x**c >= 0")
    shown = [[r.text for r in clause] for clause in compound.clauses({"c": parse_term("2")})]
    assert ["x >= 0"] in shown and ["x**2 >= 0"] in shown


def certificate() -> tuple[Compound, dict[str, Any]]:
    """x > 1 or x < 2, with x > 0 or x < -1: each alternative, by a combination of two conditions."""
    compound = parse_compound("x > 1 or x < 2", "x > 0 or x < -1")
    proof = {"rule": "poly", "terms": [{"c": "1", "h": [1]}, {"c": "1", "h": []}]}
    stated = {"format": COMPOUND_FORMAT, "claim": compound.said, "where": compound.where, "hash": compound.hash}
    parts = [{"show": 0, "cases": [{"defined": [], "proof": proof}]} for _ in range(2)]
    return compound, {**stated, "domain": 0, "domain_point": {"x": "1"}, "with": {}, "parts": parts}


def test_a_certificate_is_accepted() -> None:
    compound, data = certificate()
    verdict = check_compound(compound, data)
    assert verdict.status == "proved" and verdict.about == compound.hash


def change(data: Any, path: list[Any], new: object) -> Any:
    data = copy.deepcopy(data)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new
    return data


POLY = {"rule": "poly", "terms": [{"c": "2", "h": [1]}, {"c": "1", "h": []}]}


@pytest.mark.parametrize(
    ("path", "new", "message"),
    [
        (["format"], "dptheory-certificate", "another claim"),
        (["claim"], "x > 1", "another claim"),
        (["where"], "x > 0", "another claim"),
        (["hash"], "0" * 64, "another claim"),
        (["domain"], 2, "below 2"),
        (["domain"], -1, "index"),
        (["domain"], 1, "no point known"),
        (["domain_point"], {}, "no point known"),
        (["domain_point"], {"x": "-1/2"}, "no point known"),
        (["domain_point"], {"x": 1.0}, "floating|integer, found"),
        (["with"], {"c": "1"}, "a term for each"),
        (["parts"], [], "expected 2 parts"),
        (["parts", 0, "show"], 2, "below 2"),
        (["parts", 0, "cases"], [], "expected 1 cases"),
        (["parts", 1, "cases", 0, "proof"], POLY, "not the goal"),
        (["parts", 1, "cases", 0, "extra"], "1", "unknown field"),
        (["more"], "1", "unknown field"),
    ],
)
def test_a_changed_certificate_is_rejected(path: list[Any], new: object, message: str) -> None:
    compound, data = certificate()
    with pytest.raises(KernelError, match=message):
        check_compound(compound, change(data, path, new))


def test_a_certificate_of_a_claim_proves_no_other() -> None:
    _, data = certificate()
    stronger = parse_compound("x > 1 and x < 2", "x > 0 or x < -1")
    with pytest.raises(KernelError):
        check_compound(stronger, {**data, "claim": stronger.said, "hash": stronger.hash})


def contradiction(first: str, second: str) -> dict[str, Any]:
    """0 > 0 by so much of each of two conditions and a positive rest."""
    terms = [{"c": first, "h": [0]}, {"c": second, "h": [1]}, {"c": "1", "h": []}]
    return {"defined": [], "proof": {"rule": "poly", "terms": terms}}


def test_that_a_domain_is_empty_is_shown_for_each_alternative() -> None:
    compound = parse_compound("x = x + 1", "x > 1 and x < 0 or x > 2 and x < 1")
    cases = [contradiction("1", "1"), contradiction("1", "1")]
    data = {"format": EMPTY, "where": compound.where, "cases": cases}
    assert check_empty(compound, data).startswith("no point satisfies x > 1 and x < 0 or x > 2 and x < 1 (")
    with pytest.raises(KernelError, match="not the goal"):
        check_empty(compound, {**data, "cases": [cases[0], contradiction("1", "2")]})
    with pytest.raises(KernelError, match="expected 2 cases"):
        check_empty(compound, {**data, "cases": cases[:1]})
    other = parse_compound("x = x + 1", "x > 1 and x < 0 or x > 2")
    for where in (compound.where, other.where):
        with pytest.raises(KernelError):
            check_empty(other, {**data, "where": where})


def test_formulas_are_built_in_one_way() -> None:
    a, b = ATOMS[:2]
    assert joined("and", [a, joined("and", [b, a])]) == Formula("and", (a, b, a))
    for op, parts in (
        ("and", (a,)),
        ("not", (a, b)),
        ("implies", (a,)),
        ("xor", (a, b)),
        ("or", (Formula("or", (a, b)), a)),
    ):
        with pytest.raises(KernelError, match="no formula"):
            Formula(op, parts)
    with pytest.raises(KernelError, match="formulas and relations"):
        Formula("not", ("x > 1",))  # type: ignore[arg-type]


def test_the_values_used_here_are_those_of_the_kernel() -> None:
    for r, point in product(ATOMS, POINTS[::3]):
        defined = defined_at([r.left, r.right], exactly(point), INTEGERS)
        assert (truth(r, point) is not None) == defined
        if defined:
            assert decide(r, exactly(point)) == truth(r, point)
    assert formulas.MAX_CLAUSES < made_of.MAX_CASES
