"""How forms stand: the one door through which commands that answer questions learn verdicts."""

from __future__ import annotations

from collections.abc import Iterable

from ..kernel import Verdict
from ..theory.library import TheoryLibrary
from .answers import Answers
from .output import Progress, progress
from .store import Recorded


def verdicts(library: TheoryLibrary, forms: Iterable[str], known: Recorded) -> dict[str, Verdict]:
    """The verdict of each form, by its name: from the record where it is fresh, else checked now; those of
    a user's own file are checked now, with everything that they rest on."""
    wanted = list(forms)
    answers = Answers(known.place or None, fresh=known.fresh)
    asked = dict.fromkeys(form.partition(":")[0] for form in wanted)
    names = [name for name in asked if answers.record.entry(name) or answers.texts.statement(name)]
    with progress("verifying") as tell:
        found = {form.name: form.verdict for forms in answers.forms(names).values() for form in forms}
        others = [form for form in wanted if form not in found]
        checked = _checked(library, others, known, tell) if others else {}
    said = found | checked  # a verdict is false where it is not *proved*
    return {form: said[form] for form in wanted}


def _checked(library: TheoryLibrary, forms: list[str], known: Recorded, tell: Progress) -> dict[str, Verdict]:
    from ..theory.certificates import Certificates
    from ..theory.verification import Verifier
    from .models import model_of

    return Verifier(library, Certificates(known.certificates, models=model_of), tell).verdicts(forms)
