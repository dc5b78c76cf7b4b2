"""The rule of Sturm's theorem: against all small cases by enumeration, and what it refuses."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from flint import fmpq, fmpq_poly

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import sturm
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import Relation, parse_claim, relation
from dptheory.kernel.real.defined import holds
from dptheory.kernel.real.sturm import Signs, check_line, polynomials, radical
from dptheory.kernel.real.terms import Term, num, var
from dptheory.prover.certificates import certificate

PLACES = [fmpq(k, 2) for k in range(-6, 7)]
"""Where the polynomials of the enumeration have their zeros, and between these."""


def product_of(roots: tuple[int, ...]) -> fmpq_poly:
    found = fmpq_poly([1])
    for r in roots:
        found *= fmpq_poly([-r, 1])
    return found


def roots_up_to(degree: int) -> list[tuple[int, ...]]:
    return [r for n in range(degree + 1) for r in product((-2, 0, 1), repeat=n) if list(r) == sorted(r)]


@pytest.mark.parametrize("roots", roots_up_to(4))
def test_zeros_are_counted_once_each(roots: tuple[int, ...]) -> None:
    for factor in (fmpq_poly([1]), fmpq_poly([-1]), fmpq_poly([1, 0, 1]), fmpq_poly([3, 1, 1]) ** 2):
        p = Signs.of(product_of(roots) * factor)
        odd = [None, *(x for x in PLACES if x.q == 2), None]
        for (i, a), (j, b) in product(enumerate(odd), repeat=2):
            if i < j:
                inside = {r for r in roots if (a is None or a < r) and (b is None or r < b)}
                assert p.zeros(a, b) == len(inside)


def as_term(p: fmpq_poly) -> Term:
    total: Term = num(0)
    for k, c in enumerate(p.coeffs()):
        total = total + num(c) * var("x") ** num(k)
    return total


def cases() -> list[tuple[list[Relation], list[fmpq_poly]]]:
    """Goals and up to two hypotheses, with zeros among -2, 0, 1."""
    rng, found = random.Random(5), []
    choices = [product_of(r) * c for r in roots_up_to(3) for c in (1, -1)]
    for _ in range(1500):
        parts = rng.sample(choices, rng.choice((1, 2, 3)))
        used = [Relation(rng.choice((">", ">=", "=", "!=", "<", "<=")), as_term(p), num(0)) for p in parts]
        found.append((used, parts))
    return found


def test_it_shows_what_is_so_at_all_places_and_nothing_else() -> None:
    """All zeros are among -2, 0 and 1, so signs at these and between them are all signs."""
    shown = 0
    for used, parts in cases():
        so = all(
            holds(used[0].op, parts[0](x), fmpq(0))
            or not all(holds(r.op, p(x), fmpq(0)) for r, p in zip(used[1:], parts[1:], strict=True))
            for x in PLACES
        )
        for cuts in ([fmpq(-1), fmpq(1, 2)], [fmpq(-5, 2), fmpq(-1), fmpq(1, 3), fmpq(3)]):
            try:
                check_line(used, cuts)
            except KernelError:
                assert not so
            else:
                shown += 1
                assert so
    assert shown > 300


def test_without_the_zeros_something_false_would_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    used = [relation("x**2 > 0")]
    with pytest.raises(KernelError, match="does not follow"):
        check_line(used, [])
    monkeypatch.setattr(Signs, "zeros", lambda *_: 0)
    check_line(used, [])  # the broken variant: the refusal above is not for nothing


def test_two_zeros_in_one_piece_would_show_something_false(monkeypatch: pytest.MonkeyPatch) -> None:
    used = [relation("x**2 >= 1/4")]
    with pytest.raises(KernelError, match="more than one zero"):
        check_line(used, [])
    monkeypatch.setattr(sturm, "radical", lambda _: fmpq_poly([1]))
    check_line(used, [])


@pytest.mark.parametrize(
    ("used", "cuts", "why"),
    [
        (["x**2 >= 0", "x**2 > 2"], ["0"], "0 at the cut"),
        (["x*y >= 0", "x > 0"], [], "more than one unknown"),
        (["exp(x) > x"], [], "more than one unknown"),
        (["x**301 > 0"], [], "too large"),
        (["x > 0", "x**2 > 0"], [], "does not follow"),
        (["x != 0", "x**2 >= 0"], [], "does not follow"),
    ],
)
def test_what_is_refused(used: list[str], cuts: list[str], why: str) -> None:
    with pytest.raises(KernelError, match=why):
        check_line([relation(r) for r in used], [fmpq(int(c)) for c in cuts])


def test_a_quotient_has_the_sign_of_its_product() -> None:
    check_line([relation("(x - 1)/(x + 2) > 0"), relation("x > 1")], [fmpq(0)])
    check_line([relation("(x - 1)/(x + 2) > 0"), relation("x < -2")], [fmpq(0)])
    with pytest.raises(KernelError, match="does not follow"):
        check_line([relation("(x - 1)/(x + 2) > 0"), relation("x > 0")], [fmpq(-1), fmpq(1, 2)])


def test_the_radical_has_each_zero_once() -> None:
    for a, b in product(roots_up_to(3), repeat=2):
        found = radical([product_of(a), product_of(b)])
        assert found == product_of(tuple(sorted({*a, *b})))
        assert found.gcd(found.derivative()).degree() == 0 or found.degree() == 0


def test_polynomials_are_those_of_the_differences() -> None:
    assert polynomials([relation("x <= 3"), relation("1 > x**2 - x")]) == [
        fmpq_poly([3, -1]),
        fmpq_poly([1, 1, -1]),
    ]
    assert all(a <= b for a, b in pairwise(PLACES))


@pytest.mark.parametrize(
    ("cuts", "why"), [(["1", "0"], "rising order"), ([f"{k}" for k in range(301)], "more than 300")]
)
def test_cuts_are_few_and_in_order(cuts: list[str], why: str) -> None:
    claim = parse_claim("x**2 + 1 > 0")
    with pytest.raises(KernelError, match=why):
        check(claim, certificate(claim, {"x": fmpq(0)}, [{"rule": "sturm", "use": [], "cuts": cuts}]))
