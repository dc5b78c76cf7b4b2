"""Growth of all kinds and best constants as theorems; what is beyond them Coq refuses."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from dptheory.export.batches import ANSWERS, export, sampled
from dptheory.kernel.real import parse_claim, parse_term
from dptheory.kernel.real.families import recheck
from dptheory.prover import growth, tighten
from dptheory.prover.growth.comparison import smaller

from .conftest import module


def asked() -> dict[str, Any]:
    """The files of a growth and of a best constant, by made-up hashes; the kernel accepts them."""
    domain = parse_claim("0 <= 0", "n >= 1, n integer")
    grows = growth(parse_term("(n + 1)/n**2"), parse_term("1/n"), "n", domain).certificate
    best = tighten(parse_claim("x*(1 - x) <= c"), "c").certificate
    n, two = parse_term("n"), parse_claim("0 <= 0", "n >= 2")
    found = {
        "0" * 16: grows,
        "1" * 16: best,
        "2" * 16: growth(parse_term("-n**2"), n, "n", domain).certificate,
        "3" * 16: smaller(parse_term("log(n)"), n, "n", two).certificate,
        "4" * 16: smaller(parse_term("n + 1"), parse_term("2*n"), "n", domain).certificate,
    }
    assert all(recheck(data) for data in found.values())
    return found


def test_growth_and_best_constants_compile_and_better_ones_do_not(compiled: Path, tmp_path: Path) -> None:
    run = module("run")
    for path in compiled.glob("*.vo"):
        shutil.copy(path, tmp_path)
    made = export(sampled(asked(), None, 0), tmp_path, lambda _: None)
    assert not made.left and ANSWERS in made.files
    for name in ("Lemmas.v", "Claims001.v", ANSWERS):
        assert run.coqc(tmp_path / name) == ""
    path = tmp_path / ANSWERS
    right = path.read_text()
    quarter, end = "(Div (Num 1) (Num 4))", "(Div (Num 1) (Var 0)) []."
    for good, wrong in (
        (f"(Num 2) {end}", f"(Num 1) {end}"),
        (f"{quarter} {quarter} []", f"(Div (Num 1) (Num 5)) {quarter} []"),
        (f"{quarter} {quarter} []", f"{quarter} (Div (Num 1) (Num 3)) []"),
        ("0 (Neg (Pow (Var 0) (Num 2))) (Var 0).", "0 (Var 0) (Var 0)."),
        ("0 (Fun Log (Var 0)) (Var 0).", "0 (Var 0) (Fun Log (Var 0))."),
        ("not_smaller", "unbounded"),
    ):
        assert good in right
        path.write_text(right.replace(good, wrong))
        assert run.coqc(path)
