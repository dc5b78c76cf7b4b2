"""Words that are said twice, and a sentence with a gap."""

from __future__ import annotations

import pytest

from dptheory.kernel.real import parse_claim
from dptheory.prover.outcome import prove
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read


def test_a_definition_has_its_words_once() -> None:
    """The second line `says` was read as nothing: pages had the words of the first."""
    text = "define small(x: real) := x <= 1\n  says {x} is small\n  says {x} is at most two\n"
    with pytest.raises(OutlineError, match="line 3: .*says"):
        read(text, {})


def test_a_claim_without_variables_has_no_closest_point() -> None:
    """Of a claim about numbers alone the reason was `closest at , where the sides agree to 300 digits`."""
    found = prove(parse_claim("gamma(1/2)**2 = pi"))
    assert "closest at ," not in found.verdict.reason
