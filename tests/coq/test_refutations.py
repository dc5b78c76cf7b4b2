"""Witnesses as theorems that claims are refuted, and rules that few certificates have."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from flint import fmpq

from dptheory.export.certificates import theorem
from dptheory.export.refutations import refutation
from dptheory.kernel.real import parse_claim
from dptheory.kernel.real.check import check, check_failure
from dptheory.kernel.real.points import check_witness
from dptheory.prover import prove
from dptheory.prover.certificates import certificate

FAILS = {
    "enclosed": ("exp(x) <= 1 + x + x**2", "x <= 2", {"x": "2"}),
    "equal": ("x**2 != 4", "", {"x": "-2"}),
    "undefined": ("1/x + log(x)/(x - 1) >= 0", "x >= 1", {"x": "1"}),
    "no_power": ("x**a <= 1 + x", "a > 0", {"a": "1/2", "x": "-1"}),
    "power": ("x**a <= 1 + x", "a > 0, x >= 0", {"a": "3/2", "x": "9/2"}),
    "extreme": ("max(x, min(1, y)) <= abs(x*y)", "", {"x": "1/2", "y": "1"}),
    "sum": ("sum(1/j, j, 1, n) <= n/2", "n >= 1, n integer", {"n": "2"}),
    "integer": ("2**n >= n**2", "n >= 0, n integer", {"n": "3"}),
    "sum_of_powers": ("sum(1/j**s, j, 1, n) <= 1/(s - 1)", "n >= 1, s > 1, n integer", {"n": "3", "s": "3"}),
    "two_integrals": ("erfc(x) - exp(1)*erfc(2*x) <= 0", "x >= 0", {"x": "1"}),
    "extremes_of_values": (
        "max(0, max(1 - exp(y)*x, exp(-y)*(1 - x))) <= (1 - x)**2", "y >= 0", {"x": "1/2", "y": "1/7"},
    ),
}  # fmt: skip
TRUE = {
    "enclosed": ("exp(x) >= 1 + x", "x <= 2", {"x": "2"}),
    "undefined": ("1/x + log(x)/(x + 1) >= 0", "x >= 1", {"x": "1"}),
    "outside": ("exp(x) <= 1 + x + x**2", "x <= 1", {"x": "2"}),
    "no_integer": ("2**n >= n**2", "n >= 0, n integer", {"n": "5/2"}),
    "sum": ("sum(1/j, j, 1, n) <= n", "n >= 1, n integer", {"n": "2"}),
}


def test_witnesses_compile_and_those_of_true_claims_do_not(compiled: Path, session: ModuleType) -> None:
    right, wrong = list[tuple[str, str]](), list[tuple[str, str]]()
    for name, (claim, where, at) in FAILS.items():
        check_witness(parse_claim(claim, where), {x: fmpq(*map(int, v.split("/"))) for x, v in at.items()})
        # a theorem called `power` would hide the function of that name from those after it
        right.append((f"fails_{name}", refutation(f"fails_{name}", parse_claim(claim, where), at)))
    for name, (claim, where, at) in TRUE.items():
        wrong.append((f"wrong_{name}", refutation(f"wrong_{name}", parse_claim(claim, where), at)))
    # the domain of another claim, and a claim with another constant
    wrong += [
        (f"{n}_twin", text.replace("Num 2", "Num 7").replace(n, f"{n}_twin", 1)) for n, text in right[:1]
    ]
    assert session.accepted(compiled, right + wrong, "Tactics") == [f"fails_{name}" for name in FAILS]


def test_a_claim_fails_where_terms_say(compiled: Path, session: ModuleType) -> None:
    claim = parse_claim("x <= 1", "x**2 = 2, x > 0")
    failure = prove(claim).failure
    assert failure is not None and check_failure(claim, failure).status == "refuted"
    text = refutation("at_terms", claim, failure)
    assert "point [(sqrt 2)]" in text
    text = re.sub(r"exact \(lemma_sqrt_positive 2 \w+\)", "interval", text)  # no lemma is compiled here
    wrong = text.replace("Num 2), Num 2)", "Num 2), Num 3)").replace("at_terms", "at_others", 1)
    assert session.accepted(compiled, [("at_terms", text), ("at_others", wrong)], "Tactics") == ["at_terms"]


def poly(*terms: dict[str, object]) -> dict[str, object]:
    return {"rule": "poly", "times": [], "terms": list(terms)}


def theorems() -> dict[str, str]:
    """Certificates that the kernel accepts, as theorems."""
    square = parse_claim("y**2 >= 0")
    squared = [poly({"c": "1", "sq": ["y"]})]
    lemma = {"claim": square.relation.text, "where": "", "defined": [], "proof": squared}
    used = [{"rule": "apply", "claim": 0, "substitution": {"y": "x - 1"}}, poly({"c": "1", "h": [0]})]
    demanded = [{"rule": "domain", "term": "log(x)"}, poly({"c": "1", "h": [1]})]
    sums = {"rule": "terms", "term": "sum(1/j, j, 1, 3)", "count": 3, "sides": [{"rule": "exact"}]}
    written = [sums, poly({"c": "-1", "h": [0]}, {"c": "1/6", "h": []})]
    above = [{"rule": "apart", "side": "above"}, poly({"c": "1", "h": [0]}, {"c": "1", "h": []})]
    each = {"rule": "each", "fresh": "v", "defined": [above]}
    quotients = "(c*v + a)/a*(1/(1/c + v/a)) = c"
    found = {
        "lemma": ("(x - 1)**2 >= 0", "", used, [lemma], []),
        "numerator": (quotients, "a != 0, c != 0, 1/c + v/a != 0", [poly()], [], []),
        "positive": (quotients, "a > 0, c > 0, 1/c + v/a > 0", [poly()], [], []),
        "domain": ("x > 0", "log(x) <= 7", demanded, [], []),
        "all_terms": ("sum(1/j, j, 1, 3) <= 2", "", written, [], [each]),
    }
    made = {}
    for name, (text, where, proof, lemmas, defined) in found.items():
        claim = parse_claim(text, where)
        held = certificate(claim, {v.name: fmpq(1) for v in claim.variables}, proof, defined, lemmas)
        assert check(claim, held).status == "proved"
        made[name] = theorem(name, claim, held)
    return made


def test_own_lemmas_demands_and_written_sums_compile(compiled: Path, session: ModuleType) -> None:
    made = theorems()
    assert session.accepted(compiled, list(made.items()), "Tactics") == list(made)


def test_a_name_that_a_replacement_freed_is_given_again(compiled: Path, session: ModuleType) -> None:
    """As in `abs(exp(X)*(12 - 6*X + X**2) - (12 + 6*X + X**2)) <= abs(X)**5*exp(abs(X))/60`, X < 0."""
    freed: list[object] = [
        {"rule": "let", "name": "t", "term": "exp(x)"},
        {"rule": "replace", "variable": "t", "equals": 1},
    ]
    known = {"rule": "have", "relation": "t >= x", "proof": [poly({"c": "1", "h": [2]})]}
    ways: dict[str, list[object]] = {
        "by_let": [{"rule": "let", "name": "t", "term": "x"}, known],
        "by_generalise": [{"rule": "generalise", "terms": [["exp(x)", "t"]]}],
    }
    claim, made = parse_claim("exp(x) >= 0", "exp(x) >= 1"), dict[str, str]()
    for name, again in ways.items():
        last = poly({"c": "1", "h": [0]}, {"c": "1", "h": []})
        held = certificate(claim, {"x": fmpq(0)}, [*freed, *again, last], [], [])
        assert check(claim, held).status == "proved"
        made[name] = theorem(name, claim, held)
    assert session.accepted(compiled, list(made.items()), "Tactics") == list(made)
