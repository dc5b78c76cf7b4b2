"""Plans: their lambda, noise and bound, what is trained by them, and what bad input gets."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from flint import arb, fmpq

from dptheory.cli import main
from dptheory.commands.plan import _known
from dptheory.errors import BadInput
from dptheory.exact import nearest
from dptheory.lab.domain import Data
from dptheory.lab.mechanisms.erm import minimise
from dptheory.lab.mechanisms.gaussian import gaussian_delta
from dptheory.lab.perinstance.reading import Table
from dptheory.lab.planning.asked import KINDS, Asked
from dptheory.lab.planning.choosing import GAUSSIAN, LAPLACE, Plan, normal_quantile, plan
from dptheory.lab.planning.fitting import fit, generator
from dptheory.lab.planning.table import Scaling, coded

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def planned():
    """Plans by the library's theorems, which are read once."""
    known = {kind: _known(Asked.of(kind, 1, 0, 1, "0.95")) for kind in ("logistic", "squared")}

    def made(
        n: int, d: int, kind: str = "logistic", eps: object = 1, delta: object = 0, radius: object = 1
    ) -> Plan:
        certificates, theorems = known["squared" if kind == "squared" else "logistic"]
        return plan(Asked.of(kind, eps, delta, radius, "0.95"), n, d, theorems, certificates)

    return made


def rows(n: int, d: int = 2, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, (n, d)) / np.sqrt(d)
    return x, np.where(rng.random(n) < 1 / (1 + np.exp(-8 * x[:, 0])), 1.0, -1.0)


def write(path: Path, x: np.ndarray, y: np.ndarray) -> str:
    names = ",".join([*(f"x{k}" for k in range(x.shape[1])), "label"])
    np.savetxt(path, np.column_stack([x, y]), delimiter=",", header=names, comments="")
    return str(path)


def test_no_lambda_is_better_and_the_noise_is_that_of_the_theorem(planned) -> None:
    found = planned(1600, 5)
    rho, beta, q = 1, fmpq(1, 20), found.far / arb(found.spread)

    def bound(lam: fmpq) -> arb:
        return 2 * rho**2 / (lam * found.n) * (2 / beta + q * arb(found.more)) + lam / 2

    assert found.theorem == "wu2015.theorem21:sharp" and found.law == LAPLACE
    assert all(bool(bound(found.lam * t) > bound(found.lam)) for t in (fmpq(9, 10), fmpq(11, 10)))
    assert bool(abs(bound(found.lam) - found.bound) < 1e-6) and bool(found.bound >= bound(found.lam))
    assert found.spread == fmpq(2) * found.more / (found.lam * found.n)
    assert found.private == ("wu2015.algorithm2:sharp",) and set(dict(found.beside)) == {
        "wu2015.theorem21.projected:printed"
    }


@pytest.mark.parametrize("kind", ["logistic", "hinge"])
def test_from_so_many_records_on_the_bound_says_something(kind: str, planned) -> None:
    least = planned(100, 5, kind).enough
    assert planned(least, 5, kind).says_something and not planned(least - 1, 5, kind).says_something


def test_normal_noise_is_taken_where_it_is_less_and_keeps_its_privacy(planned) -> None:
    few, many = planned(1600, 2, delta="1e-6"), planned(1600, 50, delta="1e-6")
    assert few.law == LAPLACE and many.law == GAUSSIAN and not many.proved
    assert many.bound < dict(many.beside)["wu2015.theorem21:sharp"]
    sigma, moved = float(arb(many.spread)), float(arb(many.sensitivity))
    assert gaussian_delta(1.0, sigma, moved) <= 1e-6 < gaussian_delta(1.0, 0.999 * sigma, moved)
    assert planned(many.enough, 50, delta="1e-6").says_something
    assert not planned(many.enough - 1, 50, delta="1e-6").says_something


def test_a_normal_vector_is_seldom_longer_than_its_quantile() -> None:
    from scipy.stats import chi

    for d, chance in ((1, "1/40"), (30, "1/1000")):
        found = float(normal_quantile(d, fmpq(*map(int, chance.split("/")))))
        assert 0.999999 * eval(chance) < chi(d).sf(found) <= eval(chance) * (1 + 1e-12)


def test_the_squared_loss_is_projected_onto_the_ball(planned) -> None:
    found = planned(4, 2, "squared", eps="1/100")
    assert found.projected and found.theorem == "wu2015.theorem21.projected:printed"
    assert found.private[1] == "calculus.post-processing:printed"
    x, y = rows(4)
    norms = [np.linalg.norm(fit(found, Data(x, y), generator(seed), True).weights) for seed in range(20)]
    assert 0.999999 < max(norms) <= 1 + 1e-6 and float(arb(found.far)) > 2


@pytest.mark.parametrize("kind", ["logistic", "hinge", "squared"])
def test_neighbours_are_no_further_apart_than_the_sensitivity(kind: str, planned) -> None:
    found = planned(40, 2, kind)
    asked = found.asked
    rng = np.random.default_rng(1)
    x, y = rows(40)
    for _ in range(10):
        data = Data(x, y)
        other = data.replace(
            0, np.array([np.cos(a := rng.uniform(0, 6.28)), np.sin(a)]), rng.choice([-1.0, 1.0])
        )
        two = [
            minimise(asked.of_loss.loss, one, nearest(found.lam), nearest(asked.radius)).w
            for one in (data, other)
        ]
        assert np.linalg.norm(two[0] - two[1]) <= nearest(found.sensitivity)


def test_the_noise_that_is_added_has_the_law_that_is_claimed(planned) -> None:
    from scipy.stats import gamma, kstest

    found = planned(100, 3)
    x, y = rows(100, 3)
    data = Data(x, y)
    centre = minimise(KINDS["logistic"].loss, data, nearest(found.lam), 1.0).w[0]
    made = np.array([fit(found, data, generator(seed), True).weights for seed in range(400)])
    norms = np.linalg.norm(made - centre, axis=1) / float(arb(found.spread))
    assert kstest(norms, gamma(3).cdf).pvalue > 0.001 > kstest(norms / 0.7, gamma(3).cdf).pvalue
    grid = nearest(found.grid)
    assert (made / grid == np.round(made / grid)).all() and 0 < grid < float(arb(found.spread)) / 2**20


def test_the_excess_risk_is_below_the_bound_on_a_law_that_is_known(planned) -> None:
    """Four records, each with its chance: the risk is a finite sum."""
    found = planned(400, 2)
    x = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, -1.0], [-0.6, 0.8]])
    y, chances = np.array([1.0, 1.0, -1.0, -1.0]), np.array([0.4, 0.1, 0.2, 0.3])
    loss = KINDS["logistic"].loss

    def risk(w: np.ndarray) -> float:
        return float(chances @ loss.value(w, x, y))

    best = min(
        risk(np.array([r * np.cos(a), r * np.sin(a)])) for r in (0.5, 1) for a in np.linspace(0, 6.3, 200)
    )
    rng = np.random.default_rng(0)
    drawn = [rng.choice(4, 400, p=chances) for _ in range(20)]
    excess = [risk(fit(found, Data(x[k], y[k]), rng, True).weights) - best for k in drawn]
    assert max(excess) < float(arb(found.bound)) and np.mean(excess) > 0


def test_the_plan_is_the_same_whatever_the_labels(tmp_path: Path, capsys: Capture) -> None:
    x, y = rows(50)
    found = []
    for k, labels in enumerate((y, -y, np.where(np.arange(50) == 0, 1.0, -1.0))):
        assert (
            main(
                ["plan", write(tmp_path / f"{k}.csv", x, labels), "--target", "label", "--eps", "1", "--json"]
            )
            == 1
        )
        found.append(capsys.readouterr().out)
    assert found[0] == found[1] == found[2] and json.loads(found[0])["lam"]


def test_labels_may_be_words_that_are_given(tmp_path: Path, capsys: Capture) -> None:
    """Once: the text 'yes'; needed: a number, and nothing of 0 and 1."""
    texts = []
    for labels in ((0, 1), ("no", "yes")):
        x, y = rows(300)
        lines = [f"{one},{other},{labels[int(sign > 0)]}" for (one, other), sign in zip(x, y, strict=True)]
        (tmp_path / "data.csv").write_text("\n".join(["x0,x1,label", *lines]))
        args = ["plan", str(tmp_path / "data.csv"), "--target", "label", "--eps", "1", "--seed", "1"]
        model = tmp_path / f"{labels[0]}.json"
        words = ["--labels", "no", "yes"] if labels[0] == "no" else []
        main([*args, "--fit", str(model), *words])
        texts.append(json.loads(model.read_text()))
    out = capsys.readouterr().out
    assert "no is read as −1, yes as 1" in out and "0 is read as −1, 1 as 1" in out
    assert texts[1].pop("labels") == {"-1": "no", "1": "yes"} and texts[0].pop("labels") == {"-1": 0, "1": 1}
    assert texts[0] == texts[1]
    assert main([*args, "--labels", "nein", "yes"]) == 64
    assert "the text 'no'; needed: one of nein, yes" in capsys.readouterr().err
    assert main(args) == 64 and "--labels no yes" in capsys.readouterr().err


def test_the_model_is_written_with_its_claim_and_without_what_is_not_private(
    tmp_path: Path, capsys: Capture
) -> None:
    x, y = rows(2000)
    data, place = write(tmp_path / "data.csv", 10 * x + 20, (y + 1) / 2), tmp_path / "model.json"
    args = [
        "plan",
        data,
        "--target",
        "label",
        "--eps",
        "1",
        "--range",
        "x0=10:30",
        "x1=10:30",
        "--fit",
        str(place),
    ]
    assert main([*args, "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    model = json.loads(place.read_text(encoding="utf-8"))
    claim = model["privacy"]
    assert (claim["eps"], claim["delta"], claim["adjacency"]) == ("1", "0", "replace-one")
    assert claim["theorem"] == "wu2015.algorithm2:sharp" and "who knows it knows the noise" in claim["seed"]
    assert claim["public"]["n"] == 1600 and model["labels"] == {"-1": 0.0, "1": 1.0}
    assert "accuracy" not in place.read_text(encoding="utf-8")
    scaled = (2 * (10 * x + 20) - 40) / 20 / np.sqrt(2)
    right = np.mean((scaled @ np.array(model["weights"]) >= 0) == (y > 0))
    assert (
        right > 0.85 and "0 is read as −1" in shown and "not private: one record changes it by 1/400" in shown
    )
    again = place.read_text(encoding="utf-8")
    assert main([*args, "--seed", "1"]) == 0 and place.read_text(encoding="utf-8") == again
    place.unlink()
    assert main(args) == 0 and main([*args[:-1], str(tmp_path / "other.json")]) == 0
    two = [json.loads(path.read_text(encoding="utf-8")) for path in (place, tmp_path / "other.json")]
    assert two[0]["weights"] != two[1]["weights"] and two[0]["privacy"]["seed"] == "the system's randomness"


def test_records_are_scaled_by_given_numbers_and_never_by_the_others() -> None:
    x, y = rows(20)
    wild = np.vstack([x, [[1e6, -1e6]]])
    one, more = Table(x, y, ("a", "b"), "y"), Table(wild, np.append(y, 1.0), ("a", "b"), "y")
    ranges = {"a": (fmpq(-1), fmpq(1)), "b": (fmpq(-1), fmpq(1))}
    for scaling in (Scaling(fmpq(2), clip=True), Scaling(ranges=ranges, clip=True, constant=True)):
        (alone, none), (beside, moved) = scaling.features(one), scaling.features(more)
        assert (beside[:20] == alone).all() and (none, moved) == (0, 1)
        assert np.linalg.norm(beside, axis=1).max() <= 1 + 1e-12
    assert coded(one)[1] == {-1.0: -1, 1.0: 1}
    with pytest.raises(BadInput, match="with the label 1 alone"):
        coded(Table(x, np.ones(20), ("a", "b"), "y"))


BAD = {
    "missing column": (["--target", "z"], "without the column 'z'", None),
    "text": ([], "line 3, column 'x0': the text 'tall'", "x0,label\n1,0\ntall,1\n"),
    "nan": ([], "record 0, column 'x0': nan", "x0,label\nnan,0\n1,1\n"),
    "one class": ([], "the label 1 alone", "x0,label\n1,1\n0,1\n1,1\n"),
    "three labels": ([], "with the values 0, 1, 2", "x0,label\n1,0\n1,1\n0,2\n"),
    "few records": ([], "2 records, 1 held out", "x0,label\n1,0\n1,1\n"),
    "eps": (["--eps", "0"], "0 < eps < oo", None),
    "delta": (["--delta", "1"], "0 <= delta < 1", None),
    "negative delta": (["--delta=-1e-6"], "0 <= delta < 1", None),
    "radius": (["--radius", "0"], "0 < radius < oo", None),
    "confidence": (["--confidence", "1"], "0 < confidence < 1", None),
    "loss": (["--loss", "huber"], "logistic or hinge or squared", None),
    "norm": (["--norm", "1/2"], "||x|| <= 0.5, as stated", None),
    "norm and range": (["--norm", "1", "--range", "x0=0:1"], "one of them", None),
    "range": (["--range", "x0=0:1"], "no --range for the column 'x1'", None),
    "outside": (["--range", "x0=0:1", "x1=-1:1"], "0 <= x0 <= 1, as stated", None),
    "strange range": (["--range", "x0=-1:1", "x1=-1:1", "x9=0:1"], "--range x9", None),
    "reversed": (["--range", "x0=1:0"], "LOW < HIGH", None),
    "share": (["--held-out", "1"], "0 <= share < 1", None),
    "seed": (["--seed", "1/2"], "a whole number", None),
    "folder": (["--fit", "nowhere/model.json"], "whose folder is not there", None),
    "released": (["--fit", "data.csv"], "a second release gives away as much again", None),
    "target beyond its bound": (
        ["--loss", "squared", "--label-bound", "1/2"],
        "|label| <= 0.5, as stated",
        None,
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_writes_nothing(
    name: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    more, words, text = BAD[name]
    write(tmp_path / "data.csv", *rows(30))
    if text is not None:
        (tmp_path / "data.csv").write_text(text, encoding="utf-8")
    held = ["--held-out", "1/2"] if name == "few records" else []
    args = ["plan", "data.csv", "--target", "label", "--eps", "1", "--fit", "model.json", *held]
    asked = {word for word in more if word.startswith("--")}
    kept = [word for k, word in enumerate(args) if word not in asked and (not k or args[k - 1] not in asked)]
    assert main([*kept, *more]) == 64
    said = capsys.readouterr()
    assert words in said.err and said.err.count("\n") == 1 and not said.out
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]
