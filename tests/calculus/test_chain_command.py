"""``dptheory chain`` and its files."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.commands.chain import recheck
from dptheory.theory.library import TheoryLibrary

GIVEN = ("--given", "Private(eps, 0)", "--given", "AERM(xi, uniform)")
Chain = Callable[..., tuple[int, str, str]]


@pytest.fixture
def chain(capsys: pytest.CaptureFixture[str]) -> Chain:
    def run(*argv: str) -> tuple[int, str, str]:
        status = main(["chain", *argv])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_the_page(chain: Chain) -> None:
    status, out, err = chain(*GIVEN, "--goal", "Consistent")
    assert status == 0 and not err
    assert "rate        ξ + e^ε − 1" in out and "verdict     proved" in out
    assert "wang2016.corollary9:printed.rate" in out and "also" not in out
    assert re.search(r"^ +\d+  Consistent\(ξ \+ e\^ε − 1, uniform\)$", out, re.MULTILINE)


def test_ascii_and_json(chain: Chain) -> None:
    status, out, _ = chain(*GIVEN, "--goal", "Consistent", "--ascii")
    assert status == 0 and "rate        xi + exp(eps) - 1" in out
    status, out, _ = chain(*GIVEN, "--goal", "Consistent", "--json")
    found = json.loads(out)
    assert status == 0 and found["found"][0]["rates"] == ["xi + exp(eps) - 1"]
    assert found["found"][0]["verdict"] == "proved" and found["found"][0]["scope"] == "uniform"
    assert {step["verdict"] for step in found["found"][0]["steps"]} == {"proved"}


def test_not_found(chain: Chain) -> None:
    status, out, _ = chain("--given", "Private(eps, 0)", "--goal", "Consistent")
    assert status == 2 and out.startswith("not found") and "missing     AERM(rate, uniform)" in out
    status, out, _ = chain("--given", "Private(eps, 0)", "--goal", "Consistent", "--json")
    assert status == 2 and "AERM(rate, uniform)" in json.loads(out)["missing"]["premises"]
    status, out, err = chain(
        "--given", "B: Private(u, 0)", "--goal", "subsample(B, m): Private(x, 0, add-remove)"
    )
    assert status == 2 and not out and err.startswith("undecided: ")


def test_samplings(chain: Chain) -> None:
    status, out, _ = chain("--samplings")
    assert status == 0 and "refused     poisson, A replace-one, sampled replace-one" in out
    assert len(json.loads(chain("--samplings", "--json")[1])) == 17


@pytest.mark.parametrize(
    "argv",
    [
        ("--given", "Private(eps, 0)"),
        ("--given", "AERM(xi)", "--goal", "Stable"),
        ("--given", "Private(eps, 0)", "--goal", "Stable", "--effort", "0"),
        ("--given", "B: Private(eps, 0)", "--goal", "poisson(B, g): Private"),
    ],
)
def test_usage(chain: Chain, argv: tuple[str, ...]) -> None:
    status, out, err = chain(*argv)
    assert status == 64 and not out and err.startswith("error: ") and err.count("\n") == 1


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    file = tmp_path_factory.mktemp("chain") / "chain.json"
    assert main(["chain", *GIVEN, "--goal", "Consistent", "--sharp", "--write", str(file)]) == 0
    made: dict[str, object] = json.loads(file.read_text("utf-8"))
    return made


def test_check_accepts_what_chain_wrote(
    record: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chain.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("proved") and "tanh(eps/4)" in out and "private(A, eps)" in out
    text = str(record["statement"]).replace("tanh(eps/4)", "tanh(eps/5)")
    file.write_text(json.dumps({**record, "statement": text}), encoding="utf-8")
    assert main(["check", str(file)]) == 1


def accepted(record: dict[object, object], library: TheoryLibrary) -> bool:
    return recheck(Path("chain.json"), record, library)[1]


TAMPERED = (
    ("claim forall D: law(record). consistent(loss, H, A, D, xi + tanh(eps/4))",
     "claim forall D: law(record). consistent(loss, H, A, D, xi + tanh(eps/5))"),
    ("given given1: private(A, eps)", "given given1: private(A, 2*eps)"),
    ("    given given1: private(A, eps)\n", ""),
    ("presupposed rate1: eps >= 0", "presupposed rate1: eps < 0"),
    ("wang2016.corollary9:sharp", "wang2016.corollary9:printed.order"),
    ("    proof by statements of the library", "    cited nobody\n    proof by statements of the library"),
    ("value eps = 1", "value eps = -1"),
    ("statement chain.derived", "define twice(x: real) := 2*x\n  says twice\nstatement chain.derived"),
    ("statement chain.derived", "statement wang2016.corollary9"),
)  # fmt: skip


@pytest.mark.parametrize("change", TAMPERED)
def test_check_rejects_a_changed_statement(
    record: dict[str, object], library: TheoryLibrary, change: tuple[str, str]
) -> None:
    text = str(record["statement"])
    assert change[0] in text
    assert not accepted({**record, "statement": text.replace(*change)}, library)


def test_check_rejects_other_files(record: dict[str, object], library: TheoryLibrary) -> None:
    assert accepted({**record}, library)
    held = record["certificates"]
    assert isinstance(held, dict) and held
    shifted = dict(zip(held, [*list(held.values())[1:], next(iter(held.values()))], strict=True))
    for changed in ({}, {key: {"format": "other"} for key in held}, shifted, []):
        assert not accepted({**record, "certificates": changed}, library)
    for part in ({"statement": 1}, {"version": 9}, {"statement": ""}):
        assert not accepted({**record, **part}, library)


def test_what_is_private_with_delta_generalises_without_stability(capsys: pytest.CaptureFixture[str]) -> None:
    """By way of stability the rate was that of two laws in any event, about twice this one; it is tanh(ε/4) and
    δ(1 − tanh(ε/4))."""
    assert main(["chain", "--sharp", "--given", "Private(eps, delta)", "--goal", "Generalises"]) == 0
    assert "Generalises(1 - 2*(1 - delta)/(exp(eps/2) + 1), uniform)" in capsys.readouterr().out.splitlines()[0]
    longer = ["--given", "AERM(xi, D)", "--goal", "Consistent(tanh(eps/4) + 9/10*delta + xi, D)"]
    assert main(["chain", "--sharp", "--given", "Private(eps, delta)", *longer]) != 0
