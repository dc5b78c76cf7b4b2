"""Why statements of a text were not found to be what the text says, each fault at its place."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from textwrap import shorten
from typing import Final

from ..kernel import PROVED, PROVED_GIVEN, REFUTED, UNKNOWN, KernelError
from ..kernel.logic import Library, Theorem
from ..kernel.models import World, check_model
from ..theory.certificates import Certificates
from ..theory.diagnosis.faults import Fault
from ..theory.diagnosis.lines import LineFault, line_faults
from ..theory.diagnosis.worlds import NO_CERTIFICATE, interval, unbounded, world_faults
from ..theory.elaborate.completion import Completion
from ..theory.outline import Entry
from ..theory.reader import Unread
from ..theory.results import FormResult, StatementResult
from ..theory.statements import Form
from ..theory.verification import Verifier
from .failures import failures
from .running import Run

LONG: Final = 200
"""So many characters of a line that was found are printed."""
_STEP: Final = re.compile(r":[\w.-]+: step ([\w.']+): .*", re.S)

_NO_FORM: Final = re.compile(r"no rule or statement '([\w.-]+):")


def faults(found: Run, told: Container[str] = ()) -> list[Fault]:
    """The faults of the statements of a run that are not what their texts say; of those that are only
    undecided, and were `told` of before, nothing is said again."""
    made: list[Fault] = []
    for result in found.results:
        unread = found.library.unread(result.id)
        wrong, undecided = failures(found.library.get(result.id), result)
        undecided += [f.name for f in result.forms if f.verdict.status == UNKNOWN and not f.steps]
        if unread is not None and (wrong or (undecided and result.id not in told)):
            made += _Faults(found, unread, result).all()
    return made


def fault_lines(fault: Fault) -> list[str]:
    """A fault as it is printed: its place and what is wrong, then the reasons."""
    about = f"{fault.about}: " if fault.about else ""
    head = f"{fault.path}:{fault.number}:{fault.column}: {about}{fault.message}"
    return [head, *(f"    {line}" for line in fault.more)]


def untold(undecided: Iterable[str], faults: Iterable[Fault]) -> list[str]:
    """What is undecided, but for lines of proofs of which a fault tells why."""
    told = {fault.about for fault in faults}
    return [said for said in undecided if _STEP.sub(r", line \1", said) not in told]


def filled_in(found: Run, told: Container[str] = ()) -> list[str]:
    """Lines of proofs of which their author left something out, to be written down where wanted, those that
    stand; of statements that were `told` of before, nothing. Long ones are cut: `--json` has them whole."""
    return [
        shorten(f"found: {form.name}, {line}", LONG, placeholder=" ...")
        for result in found.results
        if result.id not in told
        for form in result.forms
        for line in form.found
        if line.partition(":")[0] in _standing(form)
    ]


def _standing(form: FormResult) -> set[str]:
    """The labels of the lines that the kernel accepted."""
    checked = {step.label for step in form.steps if step.verdict.status not in (UNKNOWN, REFUTED)}
    return checked - {form.proof.step}


class _Faults:
    """The faults of one statement."""

    def __init__(self, found: Run, unread: Unread, result: StatementResult) -> None:
        self.found, self.unread, self.result = found, unread, result
        self.statement = found.library.get(result.id)

    def all(self) -> Iterator[Fault]:
        for form, result in zip(self.statement.forms, self.result.forms, strict=True):
            entry = self._under(self.unread.entry, "form", form.name.partition(":")[2])
            if entry is not None:
                yield from self._form(form, result, entry)
        entries = [child for child in self.unread.entry.children if child.word == "twin"]
        for twin, found, entry in zip(self.statement.twins, self.result.twins, entries, strict=False):
            if found.verdict.status != REFUTED:
                why = self._world(twin.theorem, twin.refutation.world, found.verdict.reason)
                yield self._fault(entry, "the twin is not refuted", "twin", (found.verdict.reason, *why))

    def _form(self, form: Form, result: FormResult, entry: Entry) -> Iterator[Fault]:
        status, reason = result.verdict.status, result.verdict.reason
        if form.steps and not form.refutation and status not in (PROVED, PROVED_GIVEN):
            proof = self._under(entry, "proof")
            wrong = False
            for fault in self._lines(form):
                wrong = True
                place = (self._line(proof, fault.label) if proof and fault.label else None) or proof
                about = f"line {fault.label}" if fault.label else "the proof"
                yield self._fault(place or entry, fault.message, about, fault.more)
            if wrong and not reason.startswith("no model"):
                return
        if form.refutation and status != REFUTED:
            yield self._fault(self._under(entry, "refuted") or entry, reason, form.kind)
        elif not form.refutation and reason.startswith("no model"):
            why = self._sought(form) if form.model is None else self._world(form.theorem, form.model, reason)
            yield self._fault(self._under(entry, "model") or entry, reason, form.kind, tuple(why))
        elif not form.steps and not form.refutation and form.model is not None:
            yield from self._unproved(form, form.model, entry)

    @staticmethod
    def _sought(form: Form) -> Iterator[str]:
        """What to do where no model is written and a search found none: it is made of forms with a proof."""
        if form.steps:
            labels = ", ".join(label for label, _ in form.theorem.hypotheses) or "none"
            yield f"a search found no world in which the hypotheses hold together: {labels}"
            yield "write one under `model`, or see what `dptheory try` tells of the search"

    def _unproved(self, form: Form, model: World, entry: Entry) -> Iterator[Fault]:
        """That the model of a form without a proof does not satisfy its hypotheses."""
        library = Library(self.found.library.definitions, {})
        try:
            check_model(form.theorem, model, library, Certificates().all)
        except KernelError as error:
            why = tuple(world_faults(form.theorem, model, library, {}))
            yield self._fault(self._under(entry, "model") or entry, f"no model: {error}", form.kind, why)

    def _world(self, theorem: Theorem, world: World, reason: str) -> Iterator[str]:
        """Which hypotheses a world is not shown to satisfy, where the kernel names none."""
        definitions = self.found.library.definitions
        yield from unbounded(theorem, definitions, reason)
        yield from interval(reason)
        if NO_CERTIFICATE in reason:
            library = Library(definitions, {})
            yield from world_faults(theorem, world, library, self.found.certificates[self.result.id])

    def _lines(self, form: Form) -> Iterator[LineFault]:
        verifier = Verifier(self.found.library, Certificates(), lambda name: None)
        for name in dict.fromkeys(name for line in form.steps for name in (line.by, *line.sources)):
            if name in self.found.standing:
                standing = self.found.standing[name]
                verifier.given(name, standing.verdict, standing.cites)
        certificates, library = self.found.certificates[self.result.id], verifier.kernel_library
        completion = Completion(form.theorem, library, lambda claim: claim.hash in certificates)
        lines = completion.lines(form.steps)
        for fault in line_faults(form.theorem, lines, library, certificates):
            why = None if fault.whole else completion.reasons.get(fault.label)
            if forms := self._forms(fault.message):
                yield replace(fault, more=(forms,))
                continue
            yield fault if why is None else replace(fault, more=(f"not inferred: {why}", *fault.more))

    def _forms(self, message: str) -> str | None:
        """The forms of a statement of which a reason names one that it has not."""
        named = _NO_FORM.match(message)
        statement = self.found.library.statements.get(named[1]) if named else None
        forms = ", ".join(form.name for form in statement.forms) if statement else ""
        return f"its forms are {forms}" if forms else None

    def _fault(self, entry: Entry, message: str, about: str, more: tuple[str, ...] = ()) -> Fault:
        where = f"{self.result.id}, {about}"
        return Fault(self.unread.path, entry.number, entry.column, message, more, where)

    @staticmethod
    def _under(entry: Entry, word: str, name: str = "") -> Entry | None:
        """The first line of a word under an entry, of a name if one is given."""
        there = (child for child in entry.children if child.word.rstrip(":") == word)
        return next((child for child in there if not name or child.text.split()[1:2] == [name]), None)

    def _line(self, proof: Entry, label: str) -> Entry | None:
        """The line of a label, however deep it stands; for a line that another stands for, that one."""
        for child in proof.children:
            found = child if child.text.startswith(f"{label}:") else self._line(child, label)
            if found is not None:
                return found
        above, _, place = label.rpartition(".")
        whole = self._line(proof, above) if above and proof.word == "proof" else None
        links = [] if whole is None else [child for child in whole.children if " by " in child.whole]
        return links[int(place) - 1] if place.isdecimal() and 0 < int(place) <= len(links) else whole
