"""The exposure of whole tables, against retraining without each record."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, ctx, fmpq

import dptheory
from dptheory.errors import BadInput
from dptheory.lab.perinstance.asked import Asked
from dptheory.lab.perinstance.certified import WITHIN
from dptheory.lab.perinstance.gram import Gram
from dptheory.lab.perinstance.ridge import Members, Ridge
from dptheory.lab.perinstance.smooth import Smooth, sigmoid

from .tables import data, posterior_delta, write


def retrained(
    x: np.ndarray, y: np.ndarray, lam: float, z: np.ndarray, label: float
) -> tuple[float, float, float, float]:
    """mu, |r|, ||th1 - th||, and the norm of H1 of the same, from data x, y and one record more; 50 digits."""
    with mpmath.workdps(50):
        big, t = mpmath.matrix(x.tolist()), mpmath.matrix(y.tolist())
        h = big.T * big + mpmath.mpf(lam) * mpmath.eye(x.shape[1])
        row, inverse = mpmath.matrix(z.tolist()), h**-1
        th = inverse * (big.T * t)
        h1 = h + row * row.T
        th1 = h1**-1 * (big.T * t + row * mpmath.mpf(label))
        mu, r = (row.T * inverse * row)[0], mpmath.mpf(label) - (row.T * th)[0]
        move = th1 - th
        return float(mu), float(abs(r)), float(mpmath.norm(move)), float(mpmath.sqrt((move.T * h1 * move)[0]))


def _bisected(value: Any, delta: str) -> mpmath.mpf:
    with mpmath.workdps(50):
        low, high = mpmath.mpf(0), mpmath.mpf(64)
        if value(low) <= mpmath.mpf(delta):
            return low
        for _ in range(120):
            middle = (low + high) / 2
            low, high = (middle, high) if value(middle) > mpmath.mpf(delta) else (low, middle)
        return high


def gaussian_curve(m: float) -> Any:
    phi = lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2  # noqa: E731
    return lambda e: phi(m / 2 - e / m) - mpmath.e**e * phi(-m / 2 - e / m)


@pytest.mark.parametrize("mechanism", ["ops", "output", "gaussian"])
@pytest.mark.parametrize("lam", ["0", "1/3"])
def test_each_record_against_retraining_without_it(mechanism: str, lam: str) -> None:
    x, y = data()
    new = data(4, 3, 9)
    found = dptheory.exposure(x, y, mechanism=mechanism, lam=lam, gamma="5/2", delta="1e-6", new=new)
    assert [*found.number] == [*range(40), *range(4)]
    strength, gamma = float(Fraction(lam)), 2.5
    for k in (0, 7, 39, 40, 43):
        inside = k < 40
        if inside:
            keep = np.arange(40) != k
            mu, r, move, reach = retrained(x[keep], y[keep], strength, x[k], y[k])
        else:
            mu, r, move, reach = retrained(x, y, strength, new[0][k - 40], new[1][k - 40])
            reach /= math.sqrt(1 + mu)  # in the norm of H: H1 moves (1 + mu) times as far along x
        if mechanism == "ops":
            wanted = _bisected(partial(posterior_delta, mu, math.sqrt(gamma) * r), "1e-6")
        else:
            size = math.sqrt(gamma) * (move if mechanism == "output" else reach)
            wanted = _bisected(gaussian_curve(size), "1e-6")
        eps = float(found.eps[k])
        assert float(wanted) * (1 - 1e-9) <= eps <= float(wanted) * (1 + 1.01 * WITHIN) + 1e-15


def test_the_norms_of_the_fisher_choice_are_what_they_are_said_to_be() -> None:
    """For a new record H = X'X + lam I, for a member H with the record: ||th1 - th||_H in both cases."""
    x, y = data(12, 2, 4)
    mu, r, _, reach = retrained(x[1:], y[1:], 0.5, x[0], y[0])
    ridge = Ridge.of(x, y, fmpq(1, 2))
    member = Members(ridge, x[:1], y[:1], True)
    with ctx.workprec(128):
        assert float(member.moved(0, fmpq(1), True)().size) == pytest.approx(reach, rel=1e-12)
    mu, r, _, _ = retrained(x, y, 0.5, x[0] / 2, 1.0)
    new = Members(ridge, x[:1] / 2, np.array([1.0]), False)
    with ctx.workprec(128):
        shift = float(new.moved(0, fmpq(1), True)().size)
    assert shift == pytest.approx(r * math.sqrt(mu) / (1 + mu), rel=1e-12)


def test_gram_matrices_are_exact() -> None:
    rng = np.random.default_rng(1)
    table = rng.standard_normal((301, 4)) * np.array([1.0, 1e-9, 1e150, 3.0])
    table[5, 0], table[7, 3] = 1e-30, 0.0
    found = Gram.of(table)
    for j in range(4):
        for k in range(4):
            exact = sum(
                (
                    Fraction(a) * Fraction(b)
                    for a, b in zip(table[:, j].tolist(), table[:, k].tolist(), strict=False)
                ),
                Fraction(0),
            )
            entry = found.entry(j, k)
            assert Fraction(int(entry.p), int(entry.q)) == exact


def test_enclosures_contain_what_arb_says_even_where_the_matrix_is_ill_conditioned() -> None:
    rng = np.random.default_rng(2)
    x = rng.standard_normal((60, 4))
    x[:, 3] = x[:, 0] + 1e-6 * x[:, 3]
    y = rng.standard_normal(60)
    ridge = Ridge.of(x, y, fmpq(1, 10**9))
    members = Members(ridge, x, y, True)
    mu, r = members.numbers()
    for i in range(0, 60, 7):
        with ctx.workprec(256):
            exact_mu, exact_r, _ = members.exact(i)
            assert arb(float(mu.low[i])) <= exact_mu <= arb(float(mu.high[i]))
            assert arb(float(r.low[i])) <= exact_r <= arb(float(r.high[i]))
    assert (mu.high / mu.low - 1 < 1e-6).all()


def test_a_record_of_zeros_gives_nothing_away() -> None:
    x, y = data()
    x[3] = 0.0
    for mechanism in ("ops", "output", "gaussian"):
        found = dptheory.exposure(x, y, mechanism=mechanism, lam=1, delta="1e-9")
        assert found.eps[3] == 0
        assert (np.delete(found.eps, 3) > 0).all()


def test_leverages_of_a_million_and_residuals_that_vanish() -> None:
    x = np.array([[1000.0, 0.0], [0.001, 1.0], [0.002, -1.0], [0.001, 0.5]])
    y = np.array([1.0, 0.3, -0.2, 0.4])
    found = dptheory.exposure(x, y, lam="1e-6", gamma=1, delta="1e-15", record=0)
    mu, r, _, _ = retrained(x[1:], y[1:], 1e-6, x[0], 1.0)
    assert mu > 1e6
    wanted = float(_bisected_far(partial(posterior_delta, mu, r)))
    assert wanted * (1 - 1e-9) <= found.eps[0] <= wanted * (1 + 1.01 * WITHIN)


def _bisected_far(value: Any) -> mpmath.mpf:
    with mpmath.workdps(60):
        low, high = mpmath.mpf(0), mpmath.mpf(10) ** 15
        for _ in range(150):
            middle = (low + high) / 2
            low, high = (middle, high) if value(middle) > mpmath.mpf("1e-15") else (low, middle)
        return high


@pytest.mark.parametrize("loss", ["logistic", "huber"])
def test_moves_of_smooth_minimisers_are_enclosed(loss: str) -> None:
    x, y = data(25, 2, 5)
    y = np.where(y > 0, 1.0, -1.0) if loss == "logistic" else y
    asked = Asked.of("output", loss, "1/2", 1, "1e-6", None, "1/10")
    fit = Smooth.of(x, y, asked)
    inside, new = fit.moved(x, y, True), fit.moved(x[:3] / 2, y[:3], False)
    for k in (0, 11, 24):
        keep = np.arange(25) != k
        move = _minimiser(x, y, loss) - _minimiser(x[keep], y[keep], loss)
        assert inside.low[k] <= float(mpmath.norm(move)) <= inside.high[k]
    move = _minimiser(x, y, loss) - _minimiser(np.vstack([x, x[:1] / 2]), np.append(y, y[0]), loss)
    assert new.low[0] <= float(mpmath.norm(move)) <= new.high[0]
    wide = inside.high - inside.low
    assert (wide < 1e-9 * inside.high.max()).all()


def _minimiser(x: np.ndarray, y: np.ndarray, loss: str) -> mpmath.matrix:
    """Newton's method with 30 digits; halved steps until the gradient falls."""
    with mpmath.workdps(40):
        theta, lam, c = mpmath.matrix([0, 0]), mpmath.mpf("0.5"), mpmath.mpf("0.1")

        def parts(theta: mpmath.matrix) -> tuple[mpmath.matrix, mpmath.matrix]:
            g, h = theta * lam, mpmath.eye(2) * lam
            for row, label in zip(x.tolist(), y.tolist(), strict=False):
                z = mpmath.matrix(row)
                s = (z.T * theta)[0]
                if loss == "logistic":
                    p = 1 / (1 + mpmath.e ** (label * s))
                    slope, bend = -label * p, p * (1 - p)
                else:
                    inner = abs(s - label) <= c
                    slope, bend = (s - label, 1) if inner else (c * mpmath.sign(s - label), 0)
                g, h = g + z * slope, h + (z * z.T) * bend
            return g, h

        for _ in range(200):
            g, h = parts(theta)
            if mpmath.norm(g) < mpmath.mpf("1e-30"):
                return theta
            step, scale = h**-1 * g, mpmath.mpf(1)
            while scale > 1e-6 and mpmath.norm(parts(theta - step * scale)[0]) >= mpmath.norm(g):
                scale /= 2
            theta = theta - step * scale
        raise AssertionError("no minimiser")


def test_the_sigmoid_is_as_accurate_as_its_bound() -> None:
    t = np.concatenate([np.linspace(-700, 700, 400), np.linspace(-3, 3, 200)])
    with mpmath.workdps(40):
        for value, at in zip(sigmoid(t).tolist(), t.tolist(), strict=True):
            exact = 1 / (1 + mpmath.exp(-mpmath.mpf(at)))
            assert abs(mpmath.mpf(value) - exact) <= mpmath.mpf("1e-14") * exact


def test_the_worst_records_in_the_bounds_are_bounded_and_nearly_attained() -> None:
    x, y = data()
    rng = np.random.default_rng(8)
    for mechanism in ("ops", "output", "gaussian"):
        found = dptheory.exposure(x, y, mechanism=mechanism, lam=1, gamma=2, delta="1e-6", bounds=1)
        assert found.for_all is not None and found.worst_case is not None
        directions = rng.standard_normal((400, 3))
        z = directions / np.linalg.norm(directions, axis=1, keepdims=True) * (1 - 1e-12)
        tried = dptheory.exposure(
            x, y, mechanism=mechanism, lam=1, gamma=2, delta="1e-6",
            new=(np.vstack([z, z]), np.repeat([1.0, -1.0], 400)),
        )  # fmt: skip
        seen = float(tried.eps[~tried.inside].max())
        assert seen <= found.for_all.upper
        assert found.for_all.lower is not None
        assert seen <= found.for_all.upper <= 1.6 * seen
        assert found.for_all.lower <= found.for_all.upper
        assert found.for_all.upper <= found.worst_case.upper


def test_the_worst_data_set_is_found_among_equal_records() -> None:
    """n equal records and one more along them come within 1 % of the bound over all data sets of n records."""
    n, lam = 40, 1
    x, y = data(n)
    bound = dptheory.exposure(x, y, lam=lam, gamma=2, delta="1e-6", bounds=1).worst_case
    assert bound is not None
    seen = 0.0
    for size in np.geomspace(0.01, 1, 60):
        rows = np.column_stack([size + 1e-9 * np.arange(n), 1e-9 * np.arange(n)])
        labels = np.full(n, -1.0)
        labels[0] = -1 + 1e-9
        found = dptheory.exposure(
            rows, labels, lam=lam, gamma=2, delta="1e-6", new=([[1.0, 0.0]], [1.0]), record=0
        )
        seen = max(seen, float(found.eps[-1]))
    assert 0.98 * bound.upper <= seen <= bound.upper


def test_moments_are_those_of_the_records() -> None:
    x, y = data()
    found = dptheory.exposure(x, y, lam=1, delta="1e-6")
    for k, moment in enumerate(found.moments, start=1):
        exact = sum(Fraction(float(e)) ** k for e in found.eps) / 40
        assert exact <= Fraction(moment) <= exact * (1 + Fraction(1, 10**12))


def test_a_record_that_alone_spans_a_direction_is_refused_without_lam() -> None:
    x, y = data()
    x = np.column_stack([x, np.eye(40)[2]])
    with pytest.raises(BadInput, match="record 2, without which"):
        dptheory.exposure(x, y, delta="1e-6")
    assert dptheory.exposure(x, y, lam="1e-3", delta="1e-6").eps[2] > 10


def test_records_of_a_smooth_loss_are_counted_while_they_are_worked_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 5,000 records nothing was said for 40 seconds."""
    from dptheory.cli import main
    from dptheory.commands import exposure, output

    said: list[str] = []

    @contextmanager
    def told(text: str) -> Iterator[output.Progress]:
        yield output.Progress(text, said.append, lambda: None)

    monkeypatch.setattr(f"{Smooth.__module__}.CELLS", 80)
    monkeypatch.setattr(exposure, "progress", told)
    x, y = data()
    options = [
        "--target",
        "y",
        "--lam",
        "1",
        "--delta",
        "1e-6",
        "--mechanism",
        "output",
        "--loss",
        "logistic",
    ]
    assert main(["exposure", str(write(tmp_path / "data.csv", x, np.sign(y))), *options]) == 0
    assert any(line.startswith(f"exposing: 2 of {len(y)} records, ") for line in said)
