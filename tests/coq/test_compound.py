"""Compound claims as theorems of Coq, and that something exists; what is false of them Coq refuses."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from flint import fmpq

from dptheory.export.compound import compound, compound_at, formula_at
from dptheory.kernel.real import Compound, parse_compound, parse_term
from dptheory.kernel.real.formulas import normal, true_at
from dptheory.prover import prove

from .coq_values import NoValue, Tree, _terms, aligned, read, value

PROVED = {
    "chosen": ("x < 1 implies not (x >= 1 or x = 2)", "x > 0 and x != 5", {}),
    "either": ("x > 1 or x < 2 or 1/x > 5", "", {}),
    "powers": ("x**a > 2 or a < 0 or x**a <= 2 or x <= 0", "", {}),
    "greater": ("exists c: c > x and c > y", "x > 1 or y > 1", {"c": "max(x, y) + 1"}),
    "exponent": ("exists c: x**c >= x and x**c <= 1", "x > 0, x < 1", {"c": "1"}),
    "integer": ("exists m integer: m <= x and x < m + 1", "x >= 0", {"m": "floor(x)"}),
}
REFUTED = {
    "false": ("x > 0 and x < 1 or x > 2", "x > 0"),
    "undefined": ("x <= 1 implies 1/x >= 1 or x < 0", "x > 5 or x < 2"),
    "at_terms": ("x < 1 or x > 3/2", "x**2 = 2, x > 0"),
}


def made(claim: Compound, images: dict[str, str]) -> dict[str, Any]:
    """What the prover finds: a certificate, or a witness."""
    found = prove(claim, images={name: parse_term(t) for name, t in images.items()})
    if found.certificate is not None:
        return dict(found.certificate)
    witness = found.failure or {name: str(x) for name, x in (found.witness or {}).items()}
    return {"claim": claim.said, "where": claim.where, "witness": witness}


def test_compound_claims_compile_and_what_is_false_does_not(compiled: Path, session: ModuleType) -> None:
    right, wrong = list[tuple[str, str]](), list[tuple[str, str]]()
    for name, (text, where, images) in PROVED.items():
        right.append(
            (f"holds_{name}", "\n".join(compound(f"holds_{name}", made(parse_compound(text, where), images))))
        )
    for name, (text, where) in REFUTED.items():
        script = "\n".join(compound(f"fails_{name}", made(parse_compound(text, where), {})))
        script = re.sub(r"exact \(lemma_sqrt_positive 2 \w+\)", "interval", script)  # no lemma is here
        right.append((f"fails_{name}", script))
    texts = dict(right)
    for name, old, new in (
        ("holds_chosen", "Implies", "And"),
        ("holds_chosen", "(EQ, Var 0, Num 2)", "(LT, Var 0, Num 2)"),
        ("holds_either", "Or (Rel (LT", "And (Rel (LT"),
        ("holds_powers", "(LE, Pow (Var 1) (Var 0), Num 2)", "(LE, Pow (Var 1) (Var 0), Num 1)"),
        ("holds_greater", "[] [false]", "[] [true]"),
        ("holds_greater", "(Or (Rel (GT", "(And (Rel (GT"),
        ("holds_integer", "[true] (And", "[false; true] (And"),
        ("fails_false", "(GT, Var 0, Num 2)", "(GT, Var 0, Num 0)"),
        ("fails_undefined", "(LT, Var 0, Num 0)", "(LE, Var 0, Num 0)"),
        ("fails_at_terms", "(LT, Var 0, Num 1)", "(LT, Var 0, Num 3)"),
    ):
        before, theorem, after = texts[name].rpartition("Theorem ")
        if old in after.partition("\n")[0]:
            twin = f"{before}{theorem}{after.replace(old, new, 1).replace(name, f'{name}_{len(wrong)}', 1)}"
            wrong.append((f"{name}_{len(wrong)}", re.sub(rf"\b{name}(_\d_\d_\d)", rf"w{len(wrong)}\1", twin)))
    assert len(wrong) > 6
    found = session.accepted(compiled, right + wrong, "Tactics Compound")
    assert found == [name for name, _ in right], found


def relations(draw: random.Random) -> Iterator[str]:
    while True:
        yield draw.choice(["x < 1", "1/x > 0", "log(y) <= 0", "x = y", "y != 1", "x**y >= 1", "sqrt(x) > y"])


def formula(draw: random.Random, depth: int) -> str:
    """A text of a formula."""
    if depth == 0:
        return next(relations(draw))
    a, b, c = (formula(draw, depth - 1) for _ in range(3))
    return draw.choice(
        [f"not ({a})", f"({a}) and ({b}) and ({c})", f"({a}) or ({b})", f"({a}) implies ({b})"]
    )


def truth(words: list[object], at: list[Fraction]) -> bool | None:
    """What a printed formula is at a point, as coq/Compound.v says: None for neither."""
    name, *args = words
    if name == "Rel":
        op, left, right = _relation(args)
        try:
            a, b = aligned(value(t, at, [False, False]) for t in (left, right))
        except NoValue:
            return None
        return {"LT": a < b, "LE": a <= b, "EQ": a == b, "NE": a != b, "GE": a >= b, "GT": a > b}[str(op)]
    found = [truth(one, at) for one in args if isinstance(one, list)]
    if name == "Not":
        return None if found[0] is None else not found[0]
    if name == "Implies":
        found[0] = None if found[0] is None else not found[0]
    sure = name != "And"  # one that is so decides
    return sure if sure in found else None if None in found else not sure


def _relation(args: list[object]) -> Tree:
    (found,) = args
    assert isinstance(found, list)
    return (found[0], *_terms(found[1:]))


def test_printed_formulas_are_true_false_or_neither_where_the_kernel_says() -> None:
    draw, seen = random.Random(2), list[bool | None]()
    for _ in range(150):
        claim = parse_compound(f"({formula(draw, 2)}) or x > 7 and y > 7")
        printed = read(formula_at(claim.conclusion, {"x": 0, "y": 1}))
        for x, y in [(draw.choice([-1, 0, 1, 2]), draw.choice([-1, 0, 1, 2])) for _ in range(4)]:
            found = truth(printed, [Fraction(x), Fraction(y)])
            point = {"x": fmpq(x), "y": fmpq(y)}
            holds = true_at(normal(claim.conclusion), point, frozenset())
            fails = true_at(normal(claim.conclusion, False), point, frozenset())
            assert (found is True, found is False) == (holds is True, fails is True), (claim.text, x, y)
            seen.append(found)
    assert min(map(seen.count, (True, False, None))) > 30


def test_numbers_that_exist_come_before_the_variables_the_last_first() -> None:
    claim = parse_compound("exists c: exists m integer: c < m + x", "x > 1 or n = 2, n integer")
    assert compound_at(claim) == (
        "Compound [true; false] [Or (Rel (GT, Var 1, Num 1)) (Rel (EQ, Var 0, Num 2))] [false; true] "
        "(Rel (LT, Var 1, Add (Var 0) (Var 3)))"
    )
