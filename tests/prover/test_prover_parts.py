"""The parts of the search by themselves."""

from __future__ import annotations

import subprocess
import sys

import pytest
from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Relation, parse_claim, parse_term, print_term, relation, root
from dptheory.prover.arithmetic.multipliers import Combination, Combiner
from dptheory.prover.arithmetic.simplex import feasible
from dptheory.prover.budget import Budget, OutOfEffort
from dptheory.prover.cases.splits import assumed
from dptheory.prover.facts.clusters import common_divisor
from dptheory.prover.goals.forms import Forms
from dptheory.prover.goals.goal import Goal
from dptheory.prover.goals.numeric import compiled, sign, sign_at
from dptheory.prover.goals.points import Sampler
from dptheory.prover.goals.polynomials import factored, polynomial_term, rational_root
from dptheory.prover.goals.refuter import shortened
from dptheory.prover.monotonicity.crossing import _involved

ONE = fmpq(1)


def test_a_budget_ends() -> None:
    assert Budget(5_000_000).part(0.5).left() == 2_500_000
    spent = Budget(5)
    spent.meter.charge(6)
    with pytest.raises(OutOfEffort):
        spent.check()


def test_feasible_finds_exact_coefficients() -> None:
    columns = [{"x": ONE, "y": fmpq(1, 3)}, {"x": -ONE, "y": ONE}, {"y": fmpq(5)}]
    target = {"x": fmpq(1, 7), "y": fmpq(2)}
    found = feasible(columns, target, Budget(1_000_000))
    assert found is not None and all(c > 0 for c in found.values())
    for key, value in target.items():
        assert sum((c * columns[j].get(key, fmpq(0)) for j, c in found.items()), fmpq(0)) == value


def test_feasible_refuses_what_is_not() -> None:
    assert feasible([{"x": ONE, "y": ONE}], {"x": ONE, "y": fmpq(2)}, Budget(1_000_000)) is None
    assert feasible([{"x": ONE}, {"x": ONE, "y": ONE}], {"x": -ONE}, Budget(1_000_000)) is None


def test_a_large_program_is_solved_exactly_too() -> None:
    size = 60
    columns = [{j: ONE, (j + 1) % size: fmpq(1, j + 2)} for j in range(size)]
    target = {k: fmpq(1) for k in range(size)}
    found = feasible(columns, target, Budget(5_000_000))
    assert found is not None
    for k in range(size):
        assert sum((c * columns[j].get(k, fmpq(0)) for j, c in found.items()), fmpq(0)) == 1


@pytest.mark.parametrize(
    ("text", "point", "value"),
    [
        ("sqrt(x)/3 + floor(7/2)", {"x": fmpq(4)}, fmpq(11, 3)),
        ("exp(x)*log(1 + x)", {"x": fmpq(0)}, fmpq(0)),
        ("min(x, 2, -x) + max(x, 1)", {"x": fmpq(3)}, fmpq(0)),
        ("x**(3/2) - 0**x", {"x": fmpq(4)}, fmpq(8)),
        ("1/x", {"x": fmpq(0)}, None),
        ("log(x)", {"x": fmpq(-1)}, None),
        ("0**x", {"x": fmpq(0)}, None),
        ("x", {}, None),
    ],
)
def test_values_are_exact_where_that_is_easy(text: str, point: dict[str, fmpq], value: fmpq | None) -> None:
    assert compiled(parse_term(text))(point) == value


def test_a_sign_is_looked_at_closely() -> None:
    program = compiled(parse_term("exp(x) - 1 - x - x**2/2"))
    point = {"x": fmpq(1, 2**30)}
    assert sign(program(point)) == 0 and sign_at(program, point) == 1


@pytest.mark.parametrize(
    "where",
    [
        "u>0, u<v, v<1, x>=2, x<=y",
        "s**2 = a*b, a>=0, b>=0, s>=0, s <= a",
        "abs(a-b) <= r, abs(b-c) <= s, r <= 1/100",
        "n integer, k integer, 1 <= k < n, x = k/n",
        "x > pi/2, x < pi, y < sin(x)",
    ],
)
def test_samples_lie_in_the_domain(where: str) -> None:
    claim = parse_claim("0 <= 1", where)
    sampler = Sampler([v.name for v in claim.variables], claim.integers, claim.conditions)
    points = sampler.points(15, Budget(2_000_000))
    assert len(points) >= 5
    for point in points:
        assert all(point[name].q == 1 for name in claim.integers)
        for c in claim.conditions:
            gap = sign(compiled(c.left - c.right)(point))
            assert gap in {"<": (-1,), "<=": (-1, 0), "=": (0,), ">": (1,), ">=": (0, 1)}[c.op]


def test_an_empty_domain_has_no_samples() -> None:
    claim = parse_claim("0 <= 1", "x > 1, x < y, y < 1")
    assert Sampler(["x", "y"], frozenset(), claim.conditions).points(3, Budget(300_000)) == []


def test_polynomials_come_back_as_terms() -> None:
    t = parse_term("(x - 2*y)**2*(exp(x) + 1)/3")
    field = Field([t])
    again = polynomial_term(field.generators, field[t].num)
    assert Field([t, again])[t].key == Field([t, again])[again].key
    assert sorted(k for _, k in factored(field[t].num).factors) == [1, 2]
    assert print_term(polynomial_term(field.generators, field[t].num * 0)) == "0"


@pytest.mark.parametrize(("x", "root"), [(fmpq(9, 4), fmpq(3, 2)), (fmpq(2), None), (fmpq(-4), None)])
def test_rational_roots(x: fmpq, root: fmpq | None) -> None:
    assert rational_root(x) == root


def test_common_divisor() -> None:
    assert common_divisor([fmpq(3, 4), fmpq(-1, 2)]) == fmpq(1, 4)


def test_shortened_stays_near() -> None:
    x = fmpq(10**30 + 1, 3 * 10**29)
    assert shortened(x).height_bits() <= 32
    assert abs(x - shortened(x)) < fmpq(1, 10**5)


def _combination(goal: str, *hypotheses: str, degree: int = 2) -> Combination | None:
    combiner = Combiner(Forms([relation(h) for h in hypotheses], relation(goal)))
    return combiner.search(degree, Budget(2_000_000))


def test_combinations_are_found() -> None:
    assert _combination("x <= 3", "x <= y", "y <= 3", degree=1) is not None
    assert _combination("x*y <= 6", "x <= 2", "y <= 3", "x >= 0", "y >= 0") is not None
    squared = _combination("x <= 2", "x**2 <= 4")
    assert squared is not None and squared.negated


@pytest.mark.parametrize(
    ("goal", "hypotheses"),
    [
        ("x < 3", ["x <= y", "y <= 3"]),
        ("x*y <= 6", ["x <= 2", "y <= 3"]),
        ("x > 0", ["x**2 > 0"]),
        ("x >= 0", ["x*y >= 0", "y >= 0"]),
    ],
)
def test_combinations_of_what_does_not_follow_are_not_found(goal: str, hypotheses: list[str]) -> None:
    assert _combination(goal, *hypotheses, degree=3) is None


def test_equations_are_used_with_multiples() -> None:
    found = _combination("a + b >= 2*s", "s**2 = a*b", "a >= 0", "b >= 0", "s >= 0")
    assert found is not None
    assert any("by" in term for term in found.identity.node["terms"])


def test_forms_know_signs_of_factors() -> None:
    forms = Forms(
        [relation("x > 1"), relation("y >= 0")], Relation(">=", parse_term("y/(x-1)"), parse_term("0"))
    )
    assert forms.unknown_factors() == []
    other = Forms([relation("y >= 0")], Relation(">=", parse_term("y/(x-1)"), parse_term("0")))
    assert len(other.unknown_factors()) == 1


def test_a_field_refuses_what_is_too_large() -> None:
    with pytest.raises(KernelError):
        Field([parse_term("(a+b+c+d+e+f)**900")])


def test_a_case_may_be_one_of_a_quotient() -> None:
    """The kernel refused it as a text without a value, after that it has one had been shown."""
    goal = Goal(root(parse_claim("x <= 2", "x > 0, x < 1")), ({"x": fmpq(1, 2)}, {"x": fmpq(1, 4)}))
    split = relation("1/x <= 3")
    assert assumed(goal, split).hypotheses == (*goal.hypotheses, split)


def test_importing_the_prover_loads_no_solver() -> None:
    program = "import sys, dptheory.prover; print(sorted({'scipy', 'sympy', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_end_that_is_a_fraction_is_kept_where_derivatives_cross() -> None:
    sequent = root(parse_claim("x >= 0", "x >= 2/3, y < 7/5, x*y <= 1"))
    kept = [h.text for i, h in enumerate(sequent.hypotheses) if i not in _involved(Goal(sequent, ()))]
    assert kept == ["x >= 2/3", "y < 7/5"]
