"""Which line of a mechanism lets too much through: two runs with the same draws, side by side.

The mechanism runs once on either data set; where noisy numbers are used the second run is given the value of
the first (`draws`), so that both go the same way. What the numbers are without their noise then differs by
what the noise has to cover. A line is named where it cannot: Laplace noise of scale b covers eps b (of the
sum of absolute differences of its vector), noise exp(-||k||/b) the same of the norm, normal noise what its
exact profile allows; a chance p that is compared with a uniform draw may move by the factor e^eps.

It says where to look, for this pair and these draws. It proves nothing: whether the claim fails is the
audit's verdict. That several lines together spend more than eps is told, and is no mistake in itself (the
sparse vector technique spends less than it adds up to).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from dptheory.errors import one_line
from dptheory.lab.audit.privacy.describe import data_of
from dptheory.lab.audit.privacy.draws import Draw, Log, Use, recording
from dptheory.lab.audit.privacy.files import shaped
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.report import AuditResult
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.gaussian import gaussian_delta

CLOSE: Final = 1e-9
"""Differences that are rounding, relative to the numbers."""
LONG: Final = 60
"""Characters of a line of the mechanism that are shown."""
KNOWN: Final = ("laplace", "l2laplace", "normal")
"""The laws of which it is known what they cover."""


@dataclass(frozen=True)
class Line:
    """What one line's noise has to cover, and what is wrong with it; `wrong` is empty where nothing is."""

    place: str
    text: str
    moves: float
    spends: float | None
    wrong: str

    @property
    def told(self) -> str:
        """In one line."""
        text = self.text if len(self.text) <= LONG else f"{self.text[: LONG - 3]}..."
        return f"{self.place}   {text}   {self.wrong or f'moves by {self.moves:.4g}'}"


@dataclass(frozen=True)
class Trace:
    """The lines that draw noise, in their order, and what is wrong beside them."""

    lines: tuple[Line, ...]
    beside: str = ""

    @property
    def first_wrong(self) -> Line | None:
        """The first line that lets too much through."""
        return next((line for line in self.lines if line.wrong), None)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {"lines": [vars(line) for line in self.lines], "beside": self.beside}

    def told(self) -> list[str]:
        """A line each: the first that is wrong, else all; then what is wrong beside."""
        wrong = dict.fromkeys(line.told for line in self.lines if line.wrong)
        quiet = Counter(line.told for line in self.lines if line.moves)
        shown = list(wrong)[:3] or [f"{said}{f', {n} times' * (n > 1)}" for said, n in quiet.items()][:6]
        spent = [line.spends for line in self.lines if line.moves]
        if not wrong and not self.beside:
            known = f"; the noise that is added spends eps = {sum(filter(None, spent)):.4g}, or less"
            none = "" if spent else ": no number that noise is added to differs"
            shown.append("nothing wrong seen" + (known if spent and None not in spent else none))
        return [*shown, *([self.beside] if self.beside else [])]


def trace(subject: Subject, pair: Neighbours, claim: PrivacyClaim, seed: int = 0) -> Trace:
    """The trace of a mechanism on two neighbours, one output each.

    >>> from dptheory.lab.audit.privacy.subjects import Plain
    >>> def total(data, size, rng):
    ...     return sum(data) + rng.laplace(scale=1.0, size=size)
    >>> found = trace(Plain(total, "total"), Neighbours([0.0], [2.0]), PrivacyClaim(1.0))
    >>> found.first_wrong.moves, found.first_wrong.wrong
    (2.0, 'moves by 2, eps=1 covers 1')
    """
    try:
        first, one = _run(subject, pair.first, seed)
        second, two = _run(subject, pair.second, seed, one)
    except Exception as error:  # the mechanism's own, or of a library that takes no such numbers
        return Trace((), f"not followed: {type(error).__name__}: {one_line(str(error), 100)}")
    if not one.draws and not two.draws:
        return Trace((), "no draw of noise was seen: it comes from elsewhere, or there is none")
    parted = _parted(one, two)
    lines = tuple(_line(k, one, two, claim) for k in range(min(len(one.draws), len(two.draws))))
    if parted or any(line.wrong for line in lines):
        return Trace(lines, parted)
    same = first.shape == second.shape and np.allclose(first, second, rtol=1e-6, atol=CLOSE, equal_nan=True)
    pairs = [(a, b) for a, b in zip(one.uses, two.uses, strict=False) if a.against is None]
    bare = next((a.place for a, b in pairs if not np.any(a.rest) and not np.any(b.rest)), "")
    past = "all noisy values alike, the outputs differ: data come out without noise"
    early = f"{bare}: the noise is used before data are added to it; what it covers there is not followed"
    return Trace(lines, "" if same else early if bare else past)


def traced(found: AuditResult, subject: Subject) -> AuditResult:
    """A report with the trace on its pair."""
    sides = [shaped(subject, data_of(side)) for side in (found.first, found.second)]
    return replace(found, trace=trace(subject, Neighbours(*sides), found.target, found.seed))


def _run(subject: Subject, data: Any, seed: int, first: Log | None = None) -> tuple[Any, Log]:
    """One output, and what was drawn and used for it."""
    with recording(seed, first) as (rng, log):
        return np.asarray(subject.sample(data, 1, rng), dtype=float), log


def _parted(one: Log, two: Log) -> str:
    """Where the two runs draw or use something else."""
    for k in range(max(len(one.draws), len(two.draws))):
        sides = [log.draws[k] if k < len(log.draws) else None for log in (one, two)]
        known = [None if side is None else (side.place, np.shape(side.values)) for side in sides]
        if known[0] != known[1]:
            told = [f"{one[0]} draws {int(np.prod(one[1]))}" if one else "nothing is drawn" for one in known]
            return f"the runs part at draw {k + 1}: {told[0]} on the first data set, {told[1]} on the second"
    return ""


def _line(k: int, one: Log, two: Log, claim: PrivacyClaim) -> Line:
    """What draw k has to cover: the most that any use of it alone moves by."""
    draw, other = one.draws[k], two.draws[k]
    if not np.allclose(draw.scale, other.scale, rtol=CLOSE):
        wrong = f"its scale is {_short(draw.scale)} on one data set, {_short(other.scale)} on the other"
        return Line(draw.place, draw.text, 0.0, None, wrong)
    uses = [(a, b) for a, b in zip(one.uses, two.uses, strict=False) if k in a.terms and a.place == b.place]
    if draw.law == "random":
        return _chance(draw, uses, claim)
    shifts = [_shift(a, b, k) for a, b in uses if len(a.terms) == 1 or _widest(a, one) == k]
    moved = [shift for shift in shifts if shift is not None and np.abs(shift).max(initial=0.0) > CLOSE]
    if not moved:
        return Line(draw.place, draw.text, 0.0, 0.0, "")
    size = _size(draw, moved[0])
    if any(shift.shape == moved[0].shape and not np.allclose(shift, moved[0], rtol=1e-6) for shift in moved):
        return Line(draw.place, draw.text, size, None, "drawn once, used for several numbers")
    return Line(draw.place, draw.text, size, *_judged(draw, size, claim))


def _widest(use: Use, log: Log) -> int:
    """Of several draws in one number, the one that covers most."""
    return max(use.terms, key=lambda k: float(np.max(np.abs(use.terms[k]) * np.asarray(log.draws[k].scale))))


def _shift(one: Use, two: Use, k: int) -> Any:
    """By how much the noise of a draw has to differ for both runs to use the same value."""
    if np.shape(one.rest) != np.shape(two.rest):
        return None
    gap = two.rest - one.rest - (0.0 if one.against is None else np.asarray(two.against) - one.against)
    return np.asarray(gap / np.asarray(one.terms[k]))


def _size(draw: Draw, shift: Any) -> float:
    """The size of a shift as the law of the noise has it."""
    return float(np.linalg.norm(np.ravel(shift), 2 if draw.law in ("normal", "l2laplace") else 1))


def _judged(draw: Draw, size: float, claim: PrivacyClaim) -> tuple[float | None, str]:
    """What a shift spends of eps, and what is wrong."""
    scale, moves = float(np.max(np.asarray(draw.scale))), f"moves by {size:.4g}"
    if draw.law == "normal":
        delta = gaussian_delta(claim.eps, scale, size)
        costs = f"{moves}: with sigma {scale:.4g} that costs delta {delta:.3g} at eps={claim.eps:g}"
        return None, costs if delta > claim.delta * (1 + 1e-6) else ""
    if draw.law not in KNOWN:
        return None, ""
    covered = claim.eps * scale
    said = f"{moves}, eps={claim.eps:g} covers {covered:.4g}"
    return size / scale, said if size > covered * (1 + 1e-6) else ""


def _chance(draw: Draw, uses: list[tuple[Use, Use]], claim: PrivacyClaim) -> Line:
    """A uniform draw that is compared with a chance."""
    worst = 0.0
    for a, b in uses:
        if a.against is not None and b.against is not None and np.shape(a.against) == np.shape(b.against):
            p, q = np.clip(np.asarray(a.against), 0, 1), np.clip(np.asarray(b.against), 0, 1)
            with np.errstate(divide="ignore", invalid="ignore"):
                ratios = np.nan_to_num(np.abs([np.log(p / q), np.log((1 - p) / (1 - q))]), nan=0.0)
            worst = max(worst, float(np.sum(np.max(ratios, axis=0))))
    wrong = f"its chance moves by the factor {np.exp(worst):.4g}, more than e^{claim.eps:g}"
    far = worst > claim.eps + 1e-6 and claim.delta == 0
    return Line(draw.place, draw.text, worst, worst, wrong if far else "")


def _short(scale: Any) -> str:
    return f"{float(np.max(np.asarray(scale))):.4g}"
