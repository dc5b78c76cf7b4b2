"""Verdicts. Only the kernel constructs *proved* and *refuted*, and each names what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PROVED: Final = "proved"
PROVED_GIVEN: Final = "proved-given"
REFUTED: Final = "refuted"
CHECKED: Final = "checked"
SAMPLED: Final = "sampled"
CITED: Final = "cited"
DEFINED: Final = "defined"
UNKNOWN: Final = "unknown"

STATUSES: Final = (PROVED, PROVED_GIVEN, REFUTED, CHECKED, SAMPLED, CITED, DEFINED, UNKNOWN)
SEALED: Final = frozenset({PROVED, PROVED_GIVEN, REFUTED})


@dataclass(frozen=True)
class Verdict:
    """What is known of a claim or a statement, and why; `about` is the hash of what the kernel looked at.

    Whoever likes may construct the verdicts that say nothing for certain. *Proved*, *refuted* and every
    verdict about a hash come from `sealed` and `recalled` alone: neither the constructor nor
    ``dataclasses.replace`` makes them.

    >>> Verdict("unknown", "no certificate").status
    'unknown'
    >>> Verdict("proved", "because I say so")
    Traceback (most recent call last):
    ...
    PermissionError: only the kernel says 'proved'
    """

    status: str
    reason: str = ""
    about: str = ""
    recorded: bool = False

    def __post_init__(self) -> None:
        if type(self.status) is not str or self.status not in STATUSES:
            raise ValueError(f"unknown verdict {self.status!r}; one of {', '.join(STATUSES)}")
        if self.status in SEALED:
            raise PermissionError(f"only the kernel says {self.status!r}")
        if self.about or self.recorded:
            raise PermissionError("only the kernel says what a verdict is about, and when it was given")

    def __str__(self) -> str:
        return self.status

    def __init_subclass__(cls) -> None:
        raise PermissionError("there is one kind of verdict: what another one said would be nobody's word")

    def __bool__(self) -> bool:
        """Whether the kernel says *proved*; everything else is false, also *proved-given*."""
        return self.status == PROVED and is_sealed(self)


def sealed(status: str, reason: str, about: str) -> Verdict:
    """A verdict of the kernel about what has this hash; for modules of the kernel alone."""
    return _made(status, reason, about, False)


def recalled(status: str, reason: str, about: str) -> Verdict:
    """A verdict that the kernel gave before about what has this hash, marked as recorded; for the one module
    that reads the record (`theory.record`), after it found that nothing it depends on has changed."""
    return _made(status, reason, about, True)


def _made(status: str, reason: str, about: str, recorded: bool) -> Verdict:
    if status not in STATUSES or not about:
        raise ValueError("a sealed verdict has a known status and says what it is about")
    made = object.__new__(Verdict)
    said = {"status": status, "reason": reason, "about": about, "recorded": recorded}
    vars(made).update(said, _seal=tuple(said.values()))
    return made


def is_sealed(verdict: object) -> bool:
    """Whether the kernel made a verdict, and it says what it said then."""
    if type(verdict) is not Verdict:
        return False
    return vars(verdict).get("_seal") == (verdict.status, verdict.reason, verdict.about, verdict.recorded)
