"""Verdicts. Only the kernel constructs *proved* and *refuted*."""

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


class Seal:
    """What a sealed verdict is constructed with: an object that only kernel modules hold."""


KERNEL_SEAL: Final = Seal()


@dataclass(frozen=True)
class Verdict:
    """What is known of a claim or a statement, and why.

    >>> Verdict("unknown", "no certificate").status
    'unknown'
    >>> Verdict("proved", "because I say so")
    Traceback (most recent call last):
    ...
    PermissionError: only the kernel says 'proved'
    """

    status: str
    reason: str = ""
    seal: Seal | None = None

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"unknown verdict {self.status!r}; one of {', '.join(STATUSES)}")
        if self.status in SEALED and self.seal is not KERNEL_SEAL:
            raise PermissionError(f"only the kernel says {self.status!r}")

    def __str__(self) -> str:
        return self.status

    def __bool__(self) -> bool:
        """Whether it is *proved*; everything else is false, also *proved-given*.

        >>> bool(Verdict("unknown"))
        False
        """
        return self.status == PROVED
