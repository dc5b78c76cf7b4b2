"""What a trace tells: the lines that draw noise, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

LONG: Final = 60
"""Characters of a line of the mechanism that are shown."""
UNSEEN: Final = (
    "read so, this is too little noise, yet no violation was seen: more samples may show one, or what comes"
    " later hides it"
)


@dataclass(frozen=True)
class Line:
    """What one line's noise has to cover (the most that one of its `draws` that move does), and what is wrong
    with it; `wrong` is empty where nothing is."""

    place: str
    text: str
    moves: float
    spends: float | None
    wrong: str
    draws: int = 1

    @property
    def told(self) -> str:
        """In one line."""
        text = self.text if len(self.text) <= LONG else f"{self.text[: LONG - 3]}..."
        times = f", {self.draws} times" if self.draws > 1 else ""
        return f"{self.place}   {text}   {self.wrong or f'moves by {self.moves:.4g}{times}'}"


@dataclass(frozen=True)
class Trace:
    """The lines that draw noise, in their order, and what was seen beside them: `leaks` where it is wrong."""

    lines: tuple[Line, ...]
    beside: str = ""
    leaks: bool = False

    @property
    def first_wrong(self) -> Line | None:
        """The first line that lets too much through."""
        return next((line for line in self.lines if line.wrong), None)

    @property
    def accuses(self) -> bool:
        """Whether anything is called wrong."""
        return self.leaks or self.first_wrong is not None

    def neutral(self) -> Trace:
        """The same without an accusation.

        >>> wrong = Line("m.py:3", "x + laplace", 2.0, 2.0, "moves by 2, eps=1 covers 1")
        >>> Trace((wrong,)).neutral().told()[0]
        'm.py:3   x + laplace   moves by 2'
        """
        lines = tuple(replace(line, wrong="") for line in self.lines)
        return Trace(lines, UNSEEN if self.accuses else self.beside)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {"lines": [vars(line) for line in self.lines], "beside": self.beside}

    def told(self) -> list[str]:
        """A line each: the first that are wrong, else those that move; then what was seen beside them."""
        wrong, moving = [x for x in self.lines if x.wrong], [x for x in self.lines if x.moves]
        shown = [line.told for line in wrong[:3] or moving[:6]]
        if not wrong and not self.beside:
            spent = [line.spends for line in moving]
            known = f"; the noise that is added spends eps = {sum(filter(None, spent)):.4g}, or less"
            none = "" if spent else ": no number that noise is added to differs"
            shown.append("nothing wrong seen" + (known if spent and None not in spent else none))
        return [*shown, *([self.beside] if self.beside else [])]
