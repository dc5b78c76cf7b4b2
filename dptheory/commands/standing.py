"""How forms stand: the one door through which commands that answer questions learn verdicts."""

from __future__ import annotations

from collections.abc import Iterable

from ..kernel.verdicts import Verdict
from ..theory.library import TheoryLibrary
from ..theory.verification import Certificates, Verifier
from .known import Answers
from .output import progress
from .store import Recorded


def verdicts(
    library: TheoryLibrary, forms: Iterable[str], known: Recorded, answers: Answers | None = None
) -> dict[str, Verdict]:
    """The verdict of each form, by its name: the recorded one, or checked now with all that it rests on."""
    wanted = list(forms)
    found = {} if answers is None else answers.verdicts({name.partition(":")[0] for name in wanted})
    missing = [name for name in wanted if name not in found]
    if missing:
        with progress("verifying") as tell:
            found |= Verifier(library, Certificates(known.certificates), tell).verdicts(missing)
    return {name: found[name] for name in wanted}
