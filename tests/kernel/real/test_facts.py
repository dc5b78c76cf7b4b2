"""Facts of the kernel: each shows what it says where its sides hold, and rests on every side."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.check import check, run
from dptheory.kernel.real.claims import Relation, relation
from dptheory.kernel.real.enclosures import compare
from dptheory.kernel.real.facts import fact
from dptheory.kernel.real.rules import use_fact
from dptheory.kernel.real.sequents import Sequent, Task
from dptheory.kernel.real.terms import num

from .real_accepted import Example, combine, product

# a fact, its arguments, sides and what it shows; the same with one condition dropped
NEW = {
    "bernoulli-below-one": ("(1 + x)**r <= 1 + r*x", ["x", "r"], ["x > -1", "r >= 0", "r <= 1"]),
    "weighted-mean": (
        "x**r*y**(1 - r) <= r*x + (1 - r)*y",
        ["x", "y", "r"],
        ["x >= 0", "y >= 0", "r > 0", "r < 1"],
    ),
    "power-convex": (
        "((x + y)/2)**r <= (x**r + y**r)/2",
        ["x", "y", "r"],
        ["x >= 0", "y >= 0", "r >= 1"],
    ),
    "power-subadditive": (
        "(x + y)**r <= x**r + y**r",
        ["x", "y", "r"],
        ["x >= 0", "y >= 0", "r > 0", "r <= 1"],
    ),
    "gamma-log-convex": ("gamma((x + y)/2)**2 <= gamma(x)*gamma(y)", ["x", "y"], ["x > 0", "y > 0"]),
    "erfc-scaled": ("erfc(y) <= exp(x**2 - y**2)*erfc(x)", ["x", "y"], ["x <= y"]),
    "log-tangent": ("log(y) <= log(x) + (y - x)/x", ["x", "y"], ["x > 0", "y > 0"]),
    "lowergamma-chernoff": (
        "lowergamma(x, y) <= gamma(x)*(1/(1 + r))**x*exp(r*y)",
        ["x", "y", "r"],
        ["x > 0", "y >= 0", "r >= 0"],
    ),
    "uppergamma-chernoff": (
        "uppergamma(x, y) <= gamma(x)*(1/(1 - r))**x*exp(-r*y)",
        ["x", "y", "r"],
        ["x > 0", "y >= 0", "r >= 0", "r < 1"],
    ),
}


def used(name: str, kept: list[str]) -> list[Task]:
    """What is left to check after a fact is used where these hypotheses hold and its terms are defined."""
    claim, args, _ = NEW[name]
    shown = relation(claim)
    start = Sequent(dict.fromkeys(args, False), (), shown, frozenset()).assuming(*(relation(h) for h in kept))
    node = {"rule": "fact", "name": name, "args": args, "then": combine(product(len(kept)))}
    return use_fact(start.knowing(shown.left, shown.right), Fields(node, ""))


@pytest.mark.parametrize("name", NEW)
def test_a_fact_is_accepted_and_closes_its_claim(name: str) -> None:
    (following,) = used(name, NEW[name][2])
    assert run([following]) == 1


@pytest.mark.parametrize("name", NEW)
def test_a_fact_rests_on_each_of_its_sides(name: str) -> None:
    sides = NEW[name][2]
    for dropped in sides:
        with pytest.raises(KernelError):
            used(name, [h for h in sides if h != dropped])


@pytest.mark.parametrize("name", ["gamma-log-convex", "power-subadditive", "erfc-scaled"])
def test_a_fact_states_what_is_claimed_and_no_more(name: str) -> None:
    sides, conclusions = fact(name).instance([num(fmpq(1, 2))] * len(NEW[name][1]))
    assert len(sides) == len(NEW[name][2]) and len(conclusions) == 1


def test_the_union_bound_needs_an_integer_order() -> None:
    node = {"rule": "fact", "name": "uppergamma-union", "args": ["n", "x"]}
    claim, where = "uppergamma(n, x) <= gamma(n)*n*exp(-x/n)", "n >= 1, x >= 0"
    divisor = [{"rule": "poly", "times": [], "terms": [product(0), product()]}]
    obligations = [divisor, divisor, {"rule": "apart", "side": "above", "then": divisor}]
    real = Example(claim, where, {"n": "1", "x": "1"}, [node, combine(product(2))], obligations)
    with pytest.raises(KernelError, match="integer"):
        check(real.parsed(), real.certificate())


@pytest.mark.parametrize("name", ["sin-angles", "cos-angles"])
def test_values_at_parts_of_pi_cannot_be_exchanged(name: str) -> None:
    _, conclusions = fact(name).instance([])
    for r in conclusions:
        for other in conclusions:
            apart = compare(Relation("!=", r.left, other.right), {}, 128)
            assert (apart is True) == (other is not r)
