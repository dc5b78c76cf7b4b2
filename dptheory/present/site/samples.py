"""What was seen of a form in many worlds, as a histogram of the ratios of its sides."""

from __future__ import annotations

from html import escape
from typing import Final

from ...worlds.samples import Sample
from .html import Content, Html, el

WIDTH: Final = 26
HEIGHT: Final = 60


def histogram(sample: Sample | None) -> Content:
    """In how many worlds the ratio is in each tenth from 0 to 1, and above 1; words alone where none was
    seen."""
    if sample is None:
        return None
    words = f"Sampled: {sample.words}. That says nothing of other worlds."
    if sample.largest is None:
        return el("p", words, class_="small")
    counts = (*sample.tenths, sample.above)
    most = max(counts)
    bars = "".join(
        f'<rect class="{"limit" if k == len(sample.tenths) else "part"}" x="{k * WIDTH + 1}" '
        f'width="{WIDTH - 2}" '
        f'y="{HEIGHT - HEIGHT * count / most:.1f}" height="{HEIGHT * count / most:.1f}"/>'
        for k, count in enumerate(counts)
    )
    width, end = WIDTH * len(counts), WIDTH * len(sample.tenths)
    drawn = (
        f'<svg class="bar" viewBox="0 0 {width} {HEIGHT + 4}" width="{width}" height="{HEIGHT + 4}" '
        f'role="img" aria-label="{escape(words)}">{bars}'
        f'<path class="limit" d="M{end},0 V{HEIGHT + 4}"/></svg>'
    )
    return el("figure", Html(drawn), el("figcaption", words, " Tenths of the ratio from 0 to 1 (the line)."))
