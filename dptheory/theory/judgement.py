"""The kernel's judgement of the forms of a library: here each form is given the verdict on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..kernel import Evidence, Outcome, Refuted, Verdict, judge, refute
from ..kernel.logic import Checked, Judged, Library, Line, Theorem
from ..kernel.models import World
from .certificates import Certificates
from .library import TheoryLibrary
from .statements import Form, Slip, Twin
from .witnesses import failing, is_definition
from .worlds import apart


class Judge:
    """Judges forms, each after what it cites; keeps the verdicts by the forms' names."""

    def __init__(self, library: TheoryLibrary, certificates: Certificates) -> None:
        self.library, self.certificates = library, certificates
        self.judged: dict[str, Judged] = {}
        self.kernel_library = Library(library.definitions, self.judged)

    def given(self, form: str, verdict: Verdict, cites: tuple[str, ...]) -> None:
        """A form that was judged elsewhere, with the hashes of what it cites: the kernel compares the
        verdict's hash with the form before anything rests on it."""
        known, old = self.library.form(form), self.judged.get(form)
        if known is not None and (old is None or (old.verdict, old.cites) != (verdict, cites)):
            self.judged[form] = Judged(known[1].theorem, verdict, cites)

    def judge(self, form: Form, lines: Sequence[Line], told: Callable[[Checked], None]) -> Outcome:
        """The kernel's judgement of a form with these lines as its proof."""
        definition = is_definition(form)
        model = form.holds if definition else form.model
        evidence = Evidence(tuple(lines), model, failing(form)[0], form.cited, definition)
        library = self.kernel_library if lines else self._naming(form.theorem, evidence.fails)
        found = judge(form.theorem, evidence, library, self.certificates.all, told)
        self.judged[form.name] = found.judged
        return found

    def refuted(self, false: Slip | Twin) -> Refuted:
        """What the kernel says of a step or a twin in the world in which it is said to fail."""
        world = false.refutation.world
        library = self._naming(false.theorem, world)
        return refute(false.theorem, world, library, self.certificates.all)

    def _naming(self, theorem: Theorem, world: World | None) -> Library:
        """The library, where a world names what definitions bind apart from the theorem's own variables."""
        own = apart(self.library.definitions, theorem, world.values) if world else self.library.definitions
        return self.kernel_library if own is self.library.definitions else Library(own, self.judged)
