"""Statements about growth and best constants that are false, each part of which has a certificate."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.certificates import certificate
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.real.families import CONSTANT, Constant, recheck
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.growing import GROWTH, Growth
from dptheory.kernel.real.pieces import Piece
from dptheory.prover import prove


def _proved(claims: list[Claim]) -> list[object]:
    return [prove(claim, effort=5_000_000).certificate for claim in claims]


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
        "fails": fails, "proof": _proved([family.holding(parse_term("0"))])[0], "parameter": "u",
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
    assert prove(bound[0], effort=5_000_000).certificate is None


@pytest.mark.parametrize("point", ["3", "u/2", "sqrt(u)"])
def test_an_integer_beyond_a_bound_that_has_a_value_is_one(point: str) -> None:
    said = recheck(_constant("0", point, _proved(_owed("0", point))))
    assert said.endswith("holds with c = 0, fails for every c below 0")
