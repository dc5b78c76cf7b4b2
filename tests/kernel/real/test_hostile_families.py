"""Statements about growth and best constants that are false, each part of which has a certificate."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.real.defined import carried
from dptheory.kernel.real.families import CONSTANT, GROWTH, Constant, Growth, recheck
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.pieces import Piece
from dptheory.kernel.real.terms import num
from dptheory.prover import prove
from dptheory.prover.certificates import certificate


def _proved(claims: list[Claim]) -> list[object]:
    return [prove(claim, effort=60_000_000).certificate for claim in claims]


def _bounded(right: str, constant: str) -> dict[str, object]:
    """n = O(right) for n >= 1, with a constant."""
    domain = parse_claim("0 <= 0", "n >= 1")
    family = Growth(parse_term("n"), parse_term(right), "n", domain.conditions, domain.integers)
    claims = family.bounded(parse_term(constant), None, 1) + family.reaching("t", {"n": parse_term("t")})
    return {
        "format": GROWTH, "left": "n", "right": right, "where": "n >= 1", "growing": "n", "answer": "bounded",
        "parameter": "t", "sign": "+", "reach": {"n": "t"}, "constant": constant, "from": "", "proofs": _proved(claims),
    }  # fmt: skip


def test_a_negative_constant_bounds_no_absolute_value() -> None:
    with pytest.raises(KernelError, match="at least 0"):
        recheck(_bounded("-n", "-1"))  # would say abs(n) <= -1*abs(-n)
    with pytest.raises(KernelError, match="at least 0"):
        recheck(_bounded("-n", "1 - 2*exp(0)"))
    assert recheck(_bounded("n", "1")) == "abs(n) <= 1*abs(n) where n >= 1"


def _constant(fails: str, point: str, proofs: list[object]) -> dict[str, object]:
    """0 <= c for every integer n: the least c is 0."""
    family = Constant(parse_claim("0 <= c", where="n integer"), "c", "least")
    return {
        "format": CONSTANT, "claim": "0 <= c", "where": "n integer", "find": "c", "side": "least", "holds": "0",
        "fails": fails, "proof": _proved(family.holding(parse_term("0")))[0], "parameter": "u",
        "pieces": [{"until": "", "point": {"n": point}, "proofs": proofs}],
    }  # fmt: skip


def _owed(fails: str, point: str) -> list[Claim]:
    family = Constant(parse_claim("0 <= c", where="n integer"), "c", "least")
    place: Mapping[str, object] = {"n": parse_term(point)}
    return family.failing(parse_term(fails), "u", Piece(fmpq(0), None, place))  # type: ignore[arg-type]


def test_an_integer_beyond_a_bound_that_has_no_value_is_no_point() -> None:
    """For u <= 5 there is no n >= log(u - 5): nothing is shown for the constants from 0 to 5."""
    *bound, claim = _owed("5", "log(u - 5)")
    assert [c.text for c in bound] == ["log(u - 5) <= log(u - 5) where u > 0"]
    last = {"rule": "domain", "term": "log(u - 5)", "then": {"rule": "poly", "terms": [{"c": "1", "h": [2]}]}}
    vacuous = certificate(claim, {"u": fmpq(6), "n": fmpq(0)}, last)
    with pytest.raises(KernelError):
        recheck(_constant("5", "log(u - 5)", [vacuous]))
    assert prove(bound[0], effort=60_000_000).certificate is None


@pytest.mark.parametrize("point", ["3", "u/2", "sqrt(u)"])
def test_an_integer_beyond_a_bound_that_has_a_value_is_one(point: str) -> None:
    said = recheck(_constant("0", point, _proved(_owed("0", point))))
    assert said.endswith("holds with c = 0, fails for every c below 0")


# What a text demanded before numbers were put in is shown, though the text after demands it no longer.


def test_a_numeral_for_an_exponent_leaves_the_base_what_it_was() -> None:
    def owed(text: str, image: str, *integers: str) -> list[str]:
        found = carried([parse_term(text)], frozenset(integers), {"a": parse_term(image)}, frozenset())
        return [o.relation.text for o in found]

    assert owed("x**a", "3") == owed("x**(2*a)", "1/2") == ["x >= 0"]
    assert owed("x**a", "-2") == ["x >= 0", "x > 0"]
    assert owed("x**a", "floor(t)") == ["x >= 0", "x > 0"]
    assert owed("x**a", "t") == owed("x**a", "3", "a") == owed("2**a", "3") == owed("log(a)", "3") == []


def test_a_point_at_which_a_condition_has_no_value_is_no_point_of_a_best_constant() -> None:
    """At x = -3, a = 1 the condition x**a <= 1 has no value."""
    where = "x**a <= 1, 1 <= a, a <= 4, -3 <= x, x <= 3"
    family = Constant(parse_claim("abs(x) <= c", where), "c", "least")
    there = {"x": parse_term("-3"), "a": num(1)}
    claims = family.failing(num(3), "u", Piece(fmpq(0), None, there))
    proofs = _proved(claims)
    assert [c.text for c, p in zip(claims, proofs, strict=True) if p is None] == ["-3 >= 0 where u > 0"]
    data = {
        "format": CONSTANT, "claim": "abs(x) <= c", "where": where, "find": "c", "side": "least", "holds": "3",
        "fails": "3", "proof": _proved(family.holding(num(3)))[0], "parameter": "u",
        "pieces": [{"until": "", "point": {"x": "-3", "a": "1"}, "proofs": [p for p in proofs if p]}],
    }  # fmt: skip
    with pytest.raises(KernelError, match="expected 7 certificates"):
        recheck(data)
    data["pieces"][0]["point"]["x"] = "1"  # type: ignore[index]
    data |= {"holds": "1", "fails": "1", "proof": _proved(family.holding(num(1)))[0]}
    there["x"] = num(1)
    data["pieces"][0]["proofs"] = _proved(family.failing(num(1), "u", Piece(fmpq(0), None, there)))  # type: ignore[index]
    assert recheck(data).endswith("holds with c = 1, fails for every c below 1")


def test_a_constant_in_an_exponent_does_not_define_a_power() -> None:
    """With c = 2 the claim is about x**c at c = 2, not about x**2, which has values at x < 0."""
    family = Constant(parse_claim("x**c <= 4", "-2 <= x, x <= 2, c >= 1"), "c", "greatest")
    main, *defined = family.holding(num(2))
    assert [c.text for c in defined] == ["x >= 0 where -2 <= x, x <= 2, 2 >= 1"]
    assert (
        prove(main, effort=60_000_000).certificate
        and prove(defined[0], effort=60_000_000).verdict.status == "refuted"
    )
    proper = Constant(parse_claim("x**c <= 4", "0 <= x, x <= 2, c >= 1"), "c", "greatest")
    piece = Piece(fmpq(0), None, {"x": num(2)})
    held, *proofs = _proved(proper.holding(num(2)))
    data = {
        "format": CONSTANT, "claim": "x**c <= 4", "where": "0 <= x, x <= 2, c >= 1", "find": "c", "side": "greatest",
        "holds": "2", "fails": "2", "proof": held, "defined": proofs, "parameter": "u",
        "pieces": [{"until": "", "point": {"x": "2"}, "proofs": _proved(proper.failing(num(2), "u", piece))}],
    }  # fmt: skip
    assert recheck(data).endswith("holds with c = 2, fails for every c above 2 with c >= 1")
    with pytest.raises(KernelError, match="defined: expected 1 certificates, found 0"):
        recheck({**data, "defined": []})


@pytest.mark.parametrize("where", ["(5 - n)**e >= 0", "n >= 1, (5 - n)**e >= 0"])
def test_a_variable_does_not_grow_where_a_condition_has_no_value(where: str) -> None:
    """(5 - n)**e >= 0 says n <= 5: n = O(1) would be empty words."""
    domain = parse_claim("0 <= 0", where)
    family = Growth(parse_term("n"), num(1), "n", domain.conditions, domain.integers)
    claims = family.reaching("t", {"n": parse_term("t"), "e": num(2)})
    assert "5 - t >= 0 where t >= 1" in [c.text for c in claims]
    assert prove(claims[0], effort=60_000_000).verdict.status == "refuted"


def test_a_curve_on_which_a_condition_has_no_value_shows_no_growth() -> None:
    """On x = -2*t, a = 1 the condition x**a <= 1 has no value."""
    domain = parse_claim("0 <= 0", "n >= 1, x**a <= 1, a >= 1")
    family = Growth(parse_term("abs(x)*n"), parse_term("n"), "n", domain.conditions, domain.integers)
    point = {"x": parse_term("-(2*t)"), "a": num(1), "n": parse_term("t")}
    claims = family.beyond("t", Piece(fmpq(1), None, point), 1, parse_term("t"))
    refused = [c.text for c in claims if prove(c, effort=60_000_000).verdict.status == "refuted"]
    assert refused == ["-(2*t) >= 0 where t >= 1"]


def test_what_fails_below_a_constant_is_what_its_conditions_allow() -> None:
    """x <= 2 holds with every c >= 3: nothing below 3 is said to fail."""
    family = Constant(parse_claim("x <= c", "x <= 2, c >= 3"), "c", "least")
    claims = family.failing(num(3), "u", Piece(fmpq(0), None, {"x": num(2)}))
    assert all("3 - u >= 3" in c.text for c in claims)
    assert [prove(c, effort=60_000_000).certificate for c in claims] == [None, None]


def _reaching(y: str) -> dict[str, object]:
    """n*y**2 = O(n*y**2) where n >= 1, shown to be no empty words at y, with those certificates that exist."""
    domain, size = parse_claim("0 <= 0", "n >= 1"), parse_term("n*y**2")
    family, reach = Growth(size, size, "n", domain.conditions, domain.integers), {"n": "t", "y": y}
    place = {name: parse_term(text) for name, text in reach.items()}
    found = _proved(family.bounded(parse_term("1"), None, 1) + family.reaching("t", place))
    return {
        "format": GROWTH, "left": "n*y**2", "right": "n*y**2", "where": "n >= 1", "growing": "n", "answer": "bounded",
        "parameter": "t", "sign": "+", "reach": reach, "constant": "1", "from": "",
        "proofs": [one for one in found if one is not None],
    }  # fmt: skip


def test_a_point_has_a_value_for_what_no_condition_speaks_of() -> None:
    """A point of which nothing was asked at y was none at t = 2."""
    assert recheck(_reaching("1")) and recheck(_reaching("1/t"))
    for nowhere in ("1/(t - 2)", "log(t - 2)"):
        with pytest.raises(KernelError):
            recheck(_reaching(nowhere))
