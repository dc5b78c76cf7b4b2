"""The histogram of a form's ratios on its page."""

from __future__ import annotations

import re

from dptheory.present.site.html import flat
from dptheory.present.site.samples import HEIGHT, histogram
from dptheory.worlds.samples import NO_SIDES, Sample


def test_a_bar_for_each_tenth_and_one_for_what_is_above_1() -> None:
    drawn = flat(histogram(Sample(0, 300, 200, 1.25, (10, 0, 0, 0, 0, 0, 0, 0, 0, 80), 40)))
    heights = [float(h) for h in re.findall(r'<rect [^>]* height="([\d.]+)"', drawn)]
    assert len(heights) == 11
    assert heights == [HEIGHT / 8, *[0.0] * 8, HEIGHT, HEIGHT / 2]
    assert "above 1 in 40 of them" in drawn and "proved" not in drawn


def test_where_nothing_was_compared_words_say_why() -> None:
    drawn = flat(histogram(Sample(0, why=NO_SIDES)))
    assert NO_SIDES in drawn and "svg" not in drawn
    assert histogram(None) is None
