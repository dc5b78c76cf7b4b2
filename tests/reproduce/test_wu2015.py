"""The rerun of Wu et al. 2015 on made-up data: encoding, attack, mechanisms, comparison, files; the real file by choice."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.commands import output
from dptheory.errors import BadInput
from dptheory.mechanisms.domain import Data
from dptheory.reproduce.wu2015 import diabetes, warfarin
from dptheory.reproduce.wu2015.attack import accuracy, guesses
from dptheory.reproduce.wu2015.choices import ALTERNATIVES, JOINT, MEANING, Choices
from dptheory.reproduce.wu2015.compared import MECHANISMS, ExponentialNorm, Training, best_parameters
from dptheory.reproduce.wu2015.printed import AT, MSE, PRINTED, compare, joint
from dptheory.reproduce.wu2015.report import outcome
from dptheory.reproduce.wu2015.run import Summary, contains, ordered, repeat, workers
from dptheory.reproduce.wu2015.study import Study
from dptheory.reproduce.wu2015.trial import EPSILONS, Plan, run_trial

_SPEC = importlib.util.spec_from_file_location("made", Path(__file__).with_name("made.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
made: Any = importlib.util.module_from_spec(_SPEC)
sys.modules.setdefault("made", made)
_SPEC.loader.exec_module(made)

FILES = [f"figure{k}.{kind}" for k in (1, 2, 4, 5) for kind in ("png", "svg")] + ["results.json", "table.md"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return made.written(tmp_path)  # type: ignore[no-any-return]


def test_encoding(file: Path) -> None:
    found, count = warfarin.patients(file)
    assert (len(found), count) == (234, 260)
    study = warfarin.study(file, Choices())
    assert (study.n, study.d) == (234, 14)
    assert np.linalg.norm(study.x, axis=1).max() <= 1
    assert np.abs(study.y).max() <= 1
    dose = np.array([p.dose for p in found])
    assert np.allclose(np.ptp(study.y) * study.unit, np.ptp(np.sqrt(dose)))
    back = study.x * np.sqrt(8)
    first = found[0]
    assert back[0, 3:5].tolist() == [first.race == 1, first.race == 2]
    assert np.allclose(back[0, 7:9], [first.vkorc1 == 1, first.vkorc1 == 2])
    assert np.abs(back[:, :3]).max() == pytest.approx(1.0)


@pytest.mark.parametrize("choices", [Choices(), *(Choices().changed(*c) for c in ALTERNATIVES)], ids=str)
def test_every_choice_stays_in_the_unit_ball_and_is_consistent(file: Path, choices: Choices) -> None:
    study = warfarin.study(file, choices)
    assert np.linalg.norm(study.x, axis=1).max() <= 1 + 1e-12
    assert np.abs(study.y).max() <= 1
    assert study.weights.sum() == pytest.approx(1.0)
    own = study.variants[study.target, :, np.arange(study.n)]  # the records with their own genotype
    assert (np.abs(own - study.x[:, None]).max(axis=2).min(axis=1) < 1e-12).all()
    other = study.variants[(study.target + 1) % 3, :, np.arange(study.n)]
    assert (np.abs(other - study.x[:, None]).max(axis=2).min(axis=1) > 1e-3).all()
    assert len(study.weights) == (1 if choices.known == "all" else 24)


def test_every_alternative_has_a_meaning() -> None:
    names = [c for c in (*ALTERNATIVES, *JOINT) if c[0] != "noise_factor"]
    assert all(c in MEANING for c in names)
    assert all(str(Choices().changed(*c)) != str(Choices()) for c in names)
    assert len(Choices().described()) == 7


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file"),
        (b"", "empty"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"a,b\n1,2\n", "without the column 'Age'"),
        (made.table([*made.rows(), ["x"]]), "row 262 has 1 fields and the header"),
        (made.changed(warfarin.DOSE, 4, "much"), "row 6, column 'Therapeutic Dose of Warfarin': much"),
        (made.changed(warfarin.HEIGHT, 4, "nan"), "a positive number"),
        (made.changed(warfarin.WEIGHT, 4, "-3"), "a positive number"),
        (made.changed(warfarin.AGE, 4, "old"), "a decade"),
        (made.changed(warfarin.AMIODARONE, 4, "maybe"), "0, 1, NA"),
        (made.table([[*r[:7], "30.0", *r[8:]] for r in made.rows()]), "a target that is constant"),
        (made.table([[*r[:3], "170", *r[4:]] for r in made.rows()]), "height, which is constant"),
        (made.table(made.rows(50)), "at least 100"),
        (made.table([[*r[:5], "Unknown", *r[6:]] for r in made.rows()]), "without a complete patient"),
        (b'a,"b\n', "a CSV file"),
    ],
)
def test_bad_files_get_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, said: str
) -> None:
    path = tmp_path / "bad.csv"
    if content is not None:
        path.write_bytes(content)
    status = main(["reproduce", "wu2015", "--data", str(path), "--out", str(tmp_path / "out")])
    captured = capsys.readouterr()
    assert status == 64
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
    assert "needed:" in captured.err
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wang2016", "--out", "x"], "one of wu2015"),
        (["wu2015", "--out", "x", "--repetitions", "1"], "from 2"),
        (["wu2015", "--out", "x", "--repetitions", "1e3"], "from 2"),
        (["wu2015", "--out", "x", "--seed", "-1"], "from 0"),
        (["wu2015", "--out", "x", "--workers", "0"], "number of processes"),
        (["wu2015", "--out", "x", "--workers", "two"], "number of processes"),
        (["wu2015", "--out", "x", "--choose", "rows=cube"], "rows=sphere"),
        (["wu2015", "--out", "x", "--choose", "noise_factor=nan"], "a number from"),
        (["wu2015"], "--out"),
    ],
)
def test_bad_arguments(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", *arguments]) == 64
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_the_folder_must_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["reproduce", "wu2015", "--out", str(tmp_path / "file")]) == 64
    assert "a folder" in capsys.readouterr().err
    assert main(["reproduce", "wu2015", "--out", str(tmp_path / "o"), "--data", str(tmp_path)]) == 64
    assert "is a directory" in capsys.readouterr().err


# The attack.


def exact_study(choices: Choices = Choices(), seed: int = 3) -> tuple[Study, np.ndarray]:  # noqa: B008
    """The diabetes data with labels that a known model gives exactly."""
    study = diabetes.study(choices)
    w = np.random.default_rng(seed).standard_normal(study.d) / study.d
    fields = {name: getattr(study, name) for name in study.__dataclass_fields__}
    return Study(**{**fields, "y": study.x @ w}), w


def test_the_attack_inverts_an_exact_model_and_nothing_else() -> None:
    study, w = exact_study()
    rows = np.arange(study.n)
    assert accuracy(study, rows, rows, w) == 1.0
    share = max(np.mean(study.target == 0), np.mean(study.target == 1))
    assert accuracy(study, rows, rows, np.zeros(study.d)) == pytest.approx(share)
    blind = w.copy()
    blind[1] = 0.0  # the model does not use sex
    assert accuracy(study, rows, rows, blind) <= share + 0.05


def test_the_attack_by_its_formula(file: Path) -> None:
    study = warfarin.study(file, Choices(known="demographics"))
    w = np.random.default_rng(0).standard_normal(14)
    prior, sigma, rows = np.array([0.5, 0.3, 0.2]), 0.4, np.arange(20)
    found = guesses(study, rows, w, sigma, prior)
    for i in rows:
        score = [
            prior[v]
            * sum(
                study.weights[u] * np.exp(-((study.y[i] - study.variants[v, u, i] @ w) ** 2) / (2 * sigma**2))
                for u in range(24)
            )
            for v in range(3)
        ]
        assert found[i] == int(np.argmax(score))


def test_wild_models_do_not_break_the_attack(file: Path) -> None:
    study = warfarin.study(file, Choices())
    rows = np.arange(study.n)
    for w in (np.full(14, 1e200), np.full(14, -1e150)):
        assert 0 <= accuracy(study, rows, rows, w) <= 1


# The mechanisms.


def training(file: Path, choices: Choices) -> Training:
    study = warfarin.study(file, choices)
    return Training(Data(study.x, study.y), choices)


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("noise", ["printed", "tight"])
def test_mechanisms_approach_least_squares_without_noise(file: Path, name: str, noise: str) -> None:
    choices = Choices(noise=noise, noise_factor=1e-7)  # type: ignore[arg-type]
    t = training(file, choices)
    w = MECHANISMS[name](t, 5.0, np.random.default_rng(0))
    assert w.shape == (14,)
    error = np.mean((t.data.x @ w - t.data.y) ** 2)
    best = np.mean((t.data.x @ MECHANISMS["non-private"](t, 5.0, np.random.default_rng(0)) - t.data.y) ** 2)
    reference = np.mean(t.data.y**2)
    assert error >= best - 1e-12
    assert name.startswith("tuned") or error <= reference + 1e-12  # a tuned one sees a 25th of the data
    if name in ("functional", "oracle"):
        assert error < best + 0.25 * (reference - best)
    loud = MECHANISMS[name](training(file, Choices(noise=noise)), 0.01, np.random.default_rng(0))  # type: ignore[arg-type]
    assert (np.linalg.norm(loud - w) < 0.05) == (name in ("non-private", "w = 0"))


@pytest.mark.parametrize("norm", ["gamma", "exponential"])
def test_the_oracle_expects_the_error_that_it_has(file: Path, norm: str) -> None:
    t = training(file, Choices(norm=norm))  # type: ignore[arg-type]
    mechanism = t.rls_out(0.3, 0.5, 2.0)
    assert isinstance(mechanism, ExponentialNorm) == (norm == "exponential")
    drawn = mechanism.sample(t.data, 20_000, np.random.default_rng(0))
    seen = np.mean((drawn @ t.data.x.T - t.data.y) ** 2)
    fit = np.mean((t.data.x @ mechanism.minimiser(t.data) - t.data.y) ** 2)
    expected = t.spread(mechanism.noise(t.data.n, 14).scale) * np.trace(t.gram)
    assert seen - fit == pytest.approx(expected, rel=0.1)
    assert seen - fit != pytest.approx(expected * 1.3, rel=0.1)
    lam, radius = best_parameters(t, 2.0)
    assert (lam, radius) != best_parameters(t, 1e6)


# Repetitions and their summary.


def test_results_do_not_depend_on_the_workers(file: Path) -> None:
    study = warfarin.study(file, Choices())
    plan = Plan(Choices(), ("functional", "oracle"), (0.2, 1.0), seed=5)
    alone = repeat(study, plan, 6)
    with ThreadPoolExecutor(3) as executor:
        threads = repeat(study, plan, 6, executor, 3)
    context, width = workers("2")
    with context as processes:
        apart = repeat(study, plan, 6, processes, width)
    for other in (threads, apart):
        assert (alone.mean == other.mean).all()
        assert (alone.half == other.half).all()
    assert not (repeat(study, Plan(Choices(), plan.mechanisms, plan.epsilons, 6), 6).mean == alone.mean).any()


def test_a_mechanism_does_not_move_the_others(file: Path) -> None:
    study = warfarin.study(file, Choices())
    one = run_trial(study, Plan(Choices(), ("oracle",), (1.0,)), 3)
    many = run_trial(study, Plan(Choices(), ("tuned-r1", "oracle"), (0.2, 1.0)), 3)
    assert (one[0, 0] == many[1, 1]).all()


def test_the_summary_is_that_of_all_results(file: Path) -> None:
    study = warfarin.study(file, Choices())
    plan = Plan(Choices(), ("functional", "w = 0"), (0.5,))
    results = np.stack([run_trial(study, plan, k) for k in range(7)])
    summary = repeat(study, plan, 7)
    assert np.allclose(summary.mean, results.mean(axis=0))
    assert np.allclose(summary.half, 2.4469 * results.std(axis=0, ddof=1) / np.sqrt(7), rtol=1e-4)
    assert np.allclose(summary.geometric, np.exp(np.log(results[..., 0]).mean(axis=0)))


def test_few_results_wait() -> None:
    started: list[int] = []

    def work(k: int) -> np.ndarray:
        started.append(k)
        return np.array([k])

    with ThreadPoolExecutor(2) as executor:
        results = ordered(executor, work, 1000, 2)
        assert next(results)[0] == 0
        assert len(started) <= 7
        results.close()  # type: ignore[attr-defined]
    assert [int(r[0]) for r in ordered(None, work, 3, 1)] == [0, 1, 2]


def test_a_dask_address_needs_dask() -> None:
    context, _ = workers("tcp://127.0.0.1:1")
    with pytest.raises(BadInput, match="distributed|Dask"), context:
        pass


# The printed numbers.


def summary_of(choices: Choices, values: dict[str, tuple[float, float]]) -> Summary:
    plan = Plan(choices, tuple(values), (AT,))
    mean = np.array([[list(v)] for v in values.values()])
    return Summary(plan, 50, mean, np.full(mean.shape, 0.01), mean[..., 0])


def test_printed_numbers_are_compared() -> None:
    base = summary_of(Choices(), {"oracle": (9.0, 0.35), "functional": (22.57, 0.5)})

    def rerun(choices: Choices, mechanisms: tuple[str, ...]) -> Summary:
        good = choices.centre == "mean"
        both = good and choices.rows == "sphere"
        values = {"oracle": (1.82 if good else 8.0, 0.45 if both else 0.3), "functional": (20.0, 0.5)}
        return summary_of(choices, {name: values[name] for name in mechanisms})

    found = {c.printed: c for c in compare(base, rerun)}
    mse, attack = PRINTED[0], PRINTED[2]
    assert [found[p].inside for p in PRINTED] == [False, True, False, False]
    assert found[mse].would_do[0].change == (("centre", "mean"),)
    assert all(len(t.change) == 1 for t in found[mse].tried)  # one change was enough
    assert found[attack].would_do[0].change == (("rows", "sphere"), ("centre", "mean"))
    assert "would be with centre = mean" in outcome(found[mse])
    assert outcome(found[PRINTED[1]]) == "reproduced"
    assert "nor with any of" in outcome(found[PRINTED[3]])
    assert joint(Choices(), rerun) is None
    assert contains((1.0, 0.9, 1.1), 1.1)
    assert not contains((1.0, 0.9, 1.1), 1.2)
    assert not contains((float("nan"),) * 3, 1.0)
    assert not contains((10.0, -1.0, 21.0), 5.0)


def test_one_change_for_all() -> None:
    def rerun(choices: Choices, mechanisms: tuple[str, ...]) -> Summary:
        right = choices.centre == "mean" and choices.norm == "exponential"
        values = {"oracle": (1.82, 0.45 if right else 0.4), "functional": (22.57, 0.35)}
        return summary_of(choices, {name: values[name] for name in mechanisms})

    assert joint(Choices(), rerun) == (("centre", "mean"), ("norm", "exponential"))


# The command.


def run(arguments: list[str]) -> int:
    return main(["reproduce", "wu2015", "--repetitions", "2", *arguments])


@pytest.mark.slow
def test_the_command_writes_the_same_files_whatever_the_workers(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--data", str(file), "--out", str(tmp_path / "a")]) == 0
    text = capsys.readouterr().out
    assert "printed 1.82; rerun" in text
    assert run(["--data", str(file), "--out", str(tmp_path / "b"), "--workers", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == FILES == answer["files"]
    for name in FILES:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert answer["data"] == {
        "name": "warfarin",
        "n": 234,
        "d": 14,
        "attacked": "VKORC1",
        "measure": "(mg/week)",
    }
    assert [c["printed"] for c in answer["printed"]] == [1.82, 22.57, 0.45, 0.35]
    assert set(answer["mechanisms"]) == set(MECHANISMS)
    assert [p["eps"] for p in answer["mechanisms"]["oracle"]] == list(EPSILONS)
    svg = (tmp_path / "a" / "figure1.svg").read_text()
    assert "dc:date" not in svg
    table = (tmp_path / "a" / "table.md").read_text()
    assert str(tmp_path) not in table
    assert "no intercept" in table.lower()


def test_without_data_it_runs_on_the_diabetes_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = ["--choose", "norm=exponential", "noise_factor=0.5"]
    assert run(["--out", str(tmp_path / "a"), "--seed", "3", *changes]) == 0
    assert "printed nothing on these data" in capsys.readouterr().out
    results = json.loads((tmp_path / "a" / "results.json").read_text())
    assert (results["data"]["name"], results["data"]["n"], results["data"]["d"]) == ("diabetes", 442, 10)
    assert results["printed"] == []
    assert results["seed"] == 3
    assert any(line.startswith("norm = exponential: ") for line in results["choices"])
    assert "noise_factor = 0.5: all noise is multiplied by it." in results["choices"]


def test_files_are_whole_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "figure.png"
    path.write_bytes(b"before")

    def fail(descriptor: int) -> None:
        raise KeyboardInterrupt

    class Torn:
        def __init__(self, descriptor: int) -> None:
            self.descriptor = descriptor

        def __enter__(self) -> Torn:
            return self

        def __exit__(self, *rest: object) -> None:
            os.close(self.descriptor)

        def write(self, content: bytes) -> None:
            os.write(self.descriptor, content[:3])
            raise KeyboardInterrupt

    monkeypatch.setattr(output.os, "fdopen", lambda handle, *rest: Torn(handle))
    with pytest.raises(KeyboardInterrupt):
        output.write_whole(path, b"afterwards")
    assert path.read_bytes() == b"before"
    assert [p.name for p in tmp_path.iterdir()] == ["figure.png"]


WARFARIN = os.environ.get("DPTHEORY_WARFARIN", "")


@pytest.mark.skipif(not WARFARIN, reason="DPTHEORY_WARFARIN does not name the IWPC warfarin table")
def test_the_warfarin_data() -> None:
    study = warfarin.study(Path(WARFARIN), Choices())
    assert (study.n, study.d) == (3197, 14)
    plan = Plan(Choices(), ("non-private", "oracle", "functional", "w = 0"), (AT,))
    summary = repeat(study, plan, 20)
    assert 1.2 < summary.at("non-private", AT, MSE)[0] < 1.35
    assert contains(summary.at("functional", AT, MSE), 22.57)
    assert not contains(summary.at("oracle", AT, MSE), 1.82)
    assert summary.at("non-private", AT, 1)[1] > summary.at("w = 0", AT, 1)[2] + 0.1
