"""`dptheory.audit(f, claim)`: the report of the command, in one import."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import dptheory
from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.mechanisms.claims import PrivacyClaim

from . import mechanisms_to_audit as subjects


def test_the_call_gives_the_report_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = ([[0.0]], [[1.0]])
    args = ["--claim", "eps=1", "--samples", "5000", "--pair", *map(json.dumps, pair), "--json"]
    assert main(["audit", "tests.lab.audit.mechanisms_to_audit:right", *args]) == 0
    said = json.loads(capsys.readouterr().out)
    found = dptheory.audit(subjects.right, "eps=1", pairs=[pair], samples=5000)
    assert {**json.loads(json.dumps(found.to_dict())), "subject": said["subject"]} == said
    assert found.subject == "right" and found.status == 0


def test_a_name_a_mechanism_and_a_number_will_do() -> None:
    by_name = dptheory.audit("laplace", samples=5000)
    assert by_name.verdict == "consistent" and by_name.target == PrivacyClaim(1.0)
    assert dptheory.audit("laplace", 0.5, samples=5000).verdict == "violated"
    assert dptheory.audit("laplace", PrivacyClaim(0.5), samples=5000).verdict == "violated"
    assert dptheory.audit("gaussian", "rho=1/100, delta=1e-5", samples=5000).verdict == "violated"
    assert dptheory.audit("laplace", "eps=1", group=2, data=[0.0, 0.5, 1.0], samples=5000).target.group == 2


def test_neighbours_of_data_are_searched() -> None:
    def mean(data, size, rng):
        return np.mean(data) + rng.laplace(scale=0.1, size=size)

    found = dptheory.audit(mean, "eps=1", data=[0.0, 0.2, 0.9], box=(0, 1), samples=20_000)
    assert found.verdict == "violated" and found.subject == "mean"


@pytest.mark.parametrize(
    ("subject", "claim", "options", "words"),
    [
        (3, "eps=1", {}, "an audit of a int"),
        ("laplce", None, {}, "laplace"),
        (subjects.right, None, {}, "no claim"),
        (subjects.right, "eps", {}, "the claim 'eps'"),
        (subjects.right, "eps=1, eps=2", {}, "the claim 'eps=1, eps=2'"),
        (subjects.right, "delta=1e-5", {}, "eps=NUMBER"),
        (subjects.right, "rho=1, alpha=2", {}, "rho alone"),
        (subjects.right, "eps=1, delta=0.1", {"delta": 0.1}, "one delta"),
        (subjects.right, "eps=1e9", {}, "0 <= eps <= 100"),
        (subjects.right, "eps=1", {"samples": 3}, "at least 500"),
    ],
)
def test_bad_input_says_what_was_needed(subject: object, claim: object, options: dict, words: str) -> None:
    with pytest.raises(BadInput, match="needed") as caught:
        dptheory.audit(subject, claim, **options)
    assert words in str(caught.value)
