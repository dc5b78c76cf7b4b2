"""Whether a derived rate tends to 0: certified, or not said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dptheory.calculus.limits import DEPENDS, STAYS, UNDECIDED, VANISHES, checked, limit
from dptheory.cli import main
from dptheory.commands.chain import recheck
from dptheory.kernel import KernelError
from dptheory.kernel.logic import INT, REAL, Expr, Scope, function, term

GIVEN = ("--given", "Private(1/n, 0)", "--given", "AERM(1/n, uniform)", "--goal", "Consistent")


def rate(text: str) -> Expr:
    return term(text, Scope({"eps": REAL, "xi": function(INT, REAL)}, {}))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2/n", VANISHES), ("1/n + exp(1/n) - 1", VANISHES),
        ("1/n + tanh(1/(4*sqrt(n)))", VANISHES), ("1/2 + 1/n", STAYS), ("n", STAYS),
        ("eps/n", DEPENDS), ("xi(n)", DEPENDS),
    ],
)  # fmt: skip
def test_answers(text: str, answer: str) -> None:
    found = limit(rate(text))
    assert found.answer == answer
    assert (found.certificate is not None) == (answer in (VANISHES, STAYS))


def test_an_exponential_of_what_goes_to_0_is_followed_and_1_does_not_go_away() -> None:
    """e^(log(n)/n) - 1 was not decided, and neither was what has 1/n beside it."""
    assert limit(rate("1/n + exp(log(n)/n) - 1")).answer == VANISHES
    assert limit(rate("exp(log(n)/n)")).answer == STAYS


def test_without_time_nothing_is_said() -> None:
    assert limit(rate("log(log(n + 9))/sqrt(n)"), effort=1_000).answer == UNDECIDED


def test_a_certificate_of_another_rate_is_refused() -> None:
    made = limit(rate("2/n")).certificate
    assert made is not None and checked(rate("2/n"), made).answer == VANISHES
    for text, data in (("3/n", made), ("2/n", {**made, "right": "n"}), ("2/n", {**made, "where": "n >= 9"})):
        with pytest.raises(KernelError, match="something else"):
            checked(rate(text), data)
    with pytest.raises(KernelError):
        checked(rate("2/n"), {**made, "answer": "not smaller"})
    with pytest.raises(KernelError):
        checked(rate("2/n"), {**made, "proofs": []})


def test_the_file_keeps_the_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chain.json"
    assert main(["chain", *GIVEN, "--write", str(file)]) == 0
    assert "tends to 0 (certified)" in capsys.readouterr().out
    data = json.loads(file.read_text())
    name, good, said, _ = recheck(file, data)
    assert good and "the rate 1/n + exp(1/n) - 1 tends to 0" in said
    data["limits"][0]["answer"] = "not smaller"
    assert not recheck(file, data)[1]
    data["limits"] = []
    assert recheck(file, data)[1] and "tends" not in recheck(file, data)[2]


def test_a_constant_budget_keeps_the_rate_away_from_0(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--given", "Private(1/2, 0)", "--given", "AERM(1/n, uniform)", "--goal", "Consistent")
    assert main(["chain", *given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["found"][0]["limits"] == [STAYS]
