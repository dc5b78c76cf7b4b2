"""How forms stand: the one door through which commands that answer questions learn verdicts."""

from __future__ import annotations

from collections.abc import Iterable

from ..kernel.verdicts import Verdict
from ..theory.library import TheoryLibrary
from ..theory.verification import Certificates, Verifier
from .output import progress
from .store import Recorded


def verdicts(library: TheoryLibrary, forms: Iterable[str], known: Recorded) -> dict[str, Verdict]:
    """The verdict of each form, by its name: checked now, with everything that it rests on."""
    with progress("verifying") as tell:
        verifier = Verifier(library, Certificates(known.certificates), tell)
        return verifier.verdicts(list(forms))
