"""Mechanisms that misbehave, claims out of range, data sets that are no neighbours: one line that says which."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.files import data_set, shaped
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours
from dptheory.lab.audit.privacy.onerun import audit_once
from dptheory.lab.audit.privacy.streams import processes
from dptheory.lab.audit.privacy.subjects import Plain, imported
from dptheory.lab.domain import Data
from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.claims import PrivacyClaim

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))


def refused(name: str, **options: Any) -> str:
    pair = Neighbours(np.array([0.0, 1.0]), np.array([1.0, 1.0]))
    with pytest.raises(BadInput) as caught:
        plan = Plan(samples=5_000, **options)
        audit(imported(f"mechanisms_to_audit:{name}"), PrivacyClaim(1.0), pairs=[pair], plan=plan)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raises", "(first data set, 16, default_rng(SeedSequence(0, spawn_key=(0, 0)))), which raised ValueError: no such thing"),
        ("late", "spawn_key=(3, 0, 0, 0)))), which raised RuntimeError: too many"),
        ("shape", "returned shape (17,); needed: an array of numbers of shape (size,) or (size, d)"),
        ("text", "returned no array of real numbers"),
        ("unsteady", "needed: d = 2, as in the first call"),
        ("repeated", "all of whose rows are equal"),
        ("own_seed", "the same outputs for another generator"),
        ("other_generator", "returned something else when called again"),
        ("remembers", "drew more, or less, when called again"),
        ("mutates", "changed its data set"),
    ],
)  # fmt: skip
def test_a_call_that_goes_wrong_is_named(name: str, said: str) -> None:
    message = refused(name)
    assert said in message and f"mechanisms_to_audit:{name}(" in message and "\n" not in message


def test_a_call_that_hangs_is_interrupted() -> None:
    assert "did not return within 0.3 s" in refused("hangs", timeout=0.3)
    assert "did not return within 0.3 s" in refused("swallows", timeout=0.3)


@pytest.mark.parametrize(
    ("name", "said"), [("hangs", "within 0.3 s"), ("dies", "ended its process"), ("raises", "raised")]
)
def test_other_processes_report_the_same(name: str, said: str) -> None:
    pair = Neighbours(np.array([0.0]), np.array([1.0]))
    with processes(2) as runner, pytest.raises(BadInput, match=said):
        subject = imported(f"mechanisms_to_audit:{name}")
        audit(subject, PrivacyClaim(1.0), pairs=[pair], plan=Plan(timeout=0.3), runner=runner)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("mechanisms_to_audit:no_function", "which is a int"),
        ("mechanisms_to_audit:missing", "has no attribute 'missing'"),
        ("no_such_module_anywhere:f", "neither in this folder nor installed"),
        ("plainly", "MODULE:FUNCTION"),
        ("module:", "MODULE:FUNCTION"),
    ],
)
def test_names_that_lead_nowhere(spec: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        imported(spec)


@pytest.mark.parametrize(
    ("eps", "delta", "adjacency"),
    [(-1, 0, "replace-one"), (float("nan"), 0, "replace-one"), (float("inf"), 0, "replace-one"),
     (1, -0.1, "replace-one"), (1, 1.0, "replace-one"), (1, float("nan"), "replace-one"), (1, 0, "nearby")],
)  # fmt: skip
def test_claims_out_of_range(eps: float, delta: float, adjacency: str) -> None:
    with pytest.raises(BadInput):
        PrivacyClaim(eps, delta, adjacency)


def test_a_claim_about_which_no_outputs_say_anything_is_not_audited() -> None:
    claim = PrivacyClaim(101.0)
    with pytest.raises(BadInput, match="0 <= eps <= 100"):
        audit(lambda data, size, rng: rng.random(size), claim, plan=Plan(samples=1_000))
    with pytest.raises(BadInput, match="0 <= eps <= 100"):
        audit_once(
            Plain(lambda data, size, rng: rng.random(size), "any"),
            claim,
            np.eye(20),
            10,
            lambda o, r: np.zeros(10),
        )


@pytest.mark.parametrize(
    "options",
    [
        {"samples": 10},
        {"confidence": 1.0},
        {"confidence": 0.3},
        {"seed": -1},
        {"timeout": 0.0},
        {"timeout": float("nan")},
    ],
)
def test_plans_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Plan(**options)


X = np.array([[0.6, 0.8], [0.0, 1.0]])


@pytest.mark.parametrize(
    ("first", "second", "adjacency", "said"),
    [
        ([0.0, 1.0], [0.0, 1.0], "replace-one", "two equal data sets"),
        ([0.0, 1.0], [1.0, 2.0], "replace-one", "differ in 2 records"),
        ([0.0], [0.0, 1.0], "replace-one", "1 and 2 records; needed: the same size"),
        ([0.0, 1.0], [1.0, 1.0], "add-remove", "one record more or less"),
        ([0.0, 1.0, 2.0], [5.0, 6.0], "add-remove", "more than the added record"),
        ([[0.0, 1.0]], [[0.0]], "replace-one", "same width"),
        ({"a": 1}, {"a": 2}, "replace-one", "type dict"),
        (Data(X, [1.0, 1.0]), Data(-X, [1.0, 1.0]), "replace-one", "differ in 2 records"),
        ([float("nan")], [float("nan")], "replace-one", "two equal"),
    ],
)
def test_data_sets_that_are_no_neighbours(first: Any, second: Any, adjacency: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check_neighbours(Neighbours(first, second), adjacency)


@pytest.mark.parametrize(
    ("first", "second", "adjacency"),
    [
        (0.0, 1.0, "replace-one"),
        ([[0.0, 1.0], [2.0, 3.0]], [[0.0, 1.0], [2.0, 4.0]], "replace-one"),
        ([0.0, 1.0, 2.0], [0.0, 2.0], "add-remove"),
        ([], [1.0], "add-remove"),
        ([1.0, 2.0], [1.0, 2.0, 9.0], "add-remove"),
        (Data(X, [1.0, 1.0]), Data(X, [1.0, -1.0]), "replace-one"),
    ],
)
def test_data_sets_that_are(first: Any, second: Any, adjacency: str) -> None:
    check_neighbours(Neighbours(first, second), adjacency)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("ragged.csv", "1,2\n3\n", "rows of 1 to 2 numbers"),
        ("names-ragged.csv", "a,b\n1\n", "rows of 1 to 2 numbers"),
        ("words.csv", "a,b\n1,x\n", "not numeric"),
        ("empty.csv", "", "empty"),
        ("names.csv", "a,b\n", "empty"),
        ("broken.json", "[1, 2", "no JSON"),
        ("ragged.json", "[[1, 2], [3]]", "ragged or not numeric"),
        ("keys.json", '{"z": 1}', "needed: x and y"),
        ("array.npy", "no array", "no array of numbers"),
    ],
)
def test_files_that_hold_no_data(tmp_path: Path, name: str, content: str, said: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        data_set(str(tmp_path / name))
    with pytest.raises(BadInput, match="No such file"):
        data_set(str(tmp_path / "missing.csv"))


def test_files_that_do(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("height,age\n1,2\n\n3,4\n", encoding="utf-8")
    np.save(tmp_path / "b.npy", np.arange(3))
    assert data_set(str(tmp_path / "a.csv")).tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert data_set(str(tmp_path / "b.npy")).tolist() == [0.0, 1.0, 2.0]
    assert data_set('{"x": [[0.5]], "y": [1]}').n == 1
    assert data_set("3").shape == ()


def test_data_sets_take_the_shape_that_a_mechanism_wants() -> None:
    def made(name: str, text: str) -> Any:
        return shaped(Plain(registry.get(name), name), data_set(text))

    assert made("laplace", "[0, 1]").tolist() == [[0.0], [1.0]]
    assert made("laplace", "1").tolist() == [[1.0]]
    labelled = made("wu2015.algorithm2", "[[1, 1], [0, 0], [0, 0], [0.5, -1]]")
    assert labelled.x[:, 0].tolist() == [1.0, 0.0, 0.0, 0.5]
    assert labelled.y.tolist() == [1.0, 0.0, 0.0, -1.0]
    assert shaped(Plain(len, "len"), data_set("[0, 1]")).tolist() == [0.0, 1.0]
    with pytest.raises(
        BadInput, match=r"laplace refuses \(a record leaves \[0, 1\]\); needed: clip the records"
    ):
        made("laplace", "[5]")
    with pytest.raises(BadInput, match="features x and labels y"):
        made("wu2015.algorithm2", "[0]")


@pytest.mark.parametrize("claim", ["eps=abc", "eps=nan", "eps=1, eps=2", "five", "gam=1, eps=1", "delta=0.1"])
def test_a_bad_claim_is_named_as_the_claim(claim: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "laplace", "--claim", claim]) == 64
    said = capsys.readouterr().err
    assert "--claim" in said
    assert "--set" not in said
