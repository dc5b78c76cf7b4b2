"""What is worked out beside statements: exact worst cases, arguments carried out for given numbers, tables.

All of it is recomputed and re-checked by `verify`, and no floating point decides anything. What there is, and
for which numbers, is said by lines of the statement (`beside`):

- `worst-case`: the value of a linear program beside the bounds of forms (`worst_cases`), with the sizes;
- `working thresholds`: the argument of section 3.3 of Wang, Lei and Fienberg 2016, step by step;
- `working phases`: the table of Figure 4, from the statements that have a line `answers`;
- `working samples-in-order`: the samples of a counterexample, counted.

Certificates are kept with the statement's others, so that `proofs/` holds them and nothing is searched twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..kernel import CHECKED, CITED, PROVED, UNKNOWN, Verdict
from ..kernel.real import Term
from .blocks import Texts
from .results import Working, WorkingLine
from .supplement_lines import Work, WorstCase

if TYPE_CHECKING:
    from ..constructions.phase import Phase, Result
    from .certificates import Certificates
    from .library import TheoryLibrary
    from .statements import Statement

Status = Callable[[str], str]


def workings(
    statement: Statement, certificates: Certificates, status: Status, library: TheoryLibrary
) -> tuple[Working, ...]:
    """Everything that is worked out beside a statement; nothing for most.

    `status` gives the verdict that the best form of another statement has now.
    """
    worst = [line for line in statement.beside if isinstance(line, WorstCase)]
    made = []
    if worst:
        from .worst_cases import worst_case_line

        lines = tuple(worst_case_line(library, statement, line, certificates) for line in worst)
        made.append(Working("worst case", "exact, over all mechanisms", lines))
    for line in statement.beside:
        if isinstance(line, Work):
            try:
                made.append(_worked(line.kind, line.values, certificates, status, library))
            except BadInput as error:  # values for which there is nothing to work out
                said = WorkingLine("values", "not worked out", Verdict(UNKNOWN, str(error)), decided=False)
                made.append(Working(line.kind, "", (said,)))
    return tuple(made)


def _worked(
    kind: str, values: Mapping[str, str], certificates: Certificates, status: Status, library: TheoryLibrary
) -> Working:
    if kind == "thresholds":
        return _argument(values, certificates)
    if kind == "samples-in-order":
        return _ordered(**values)
    return _phases(values["rates"].split(), certificates, status, library)


def spoken_of(statement: Statement) -> tuple[str, ...]:
    """The statements whose words and verdicts stand in what is worked out beside a statement."""
    asks = any(isinstance(line, Work) and line.kind == "phases" for line in statement.beside)
    return Texts().with_line("answers") if asks else ()


def _ordered(sizes: str, eps: str, factor: str = "") -> Working:
    """The samples in the order of their places, by their count."""
    from ..finite.ordered import PRINTED, largest_change, ordered

    found = ordered(tuple(map(int, sizes.split())), eps, factor or PRINTED)
    change, pairs = largest_change(len(found.sizes))
    once = Verdict(CHECKED, f"{pairs} pairs of records") if change == 1 else Verdict(UNKNOWN, "it is more")
    text = f"where one record of a sample is replaced the count changes by at most {change}"
    lines = [WorkingLine("private", text, once)]
    for label, counts in (("before", found.before), ("after", found.after)):
        said = ", ".join(f"{number} of count {k}" for k, number in enumerate(counts))
        lines.append(WorkingLine(label, said, Verdict(CHECKED, f"{sum(counts)} samples")))
    at = f"n = {sum(found.sizes)}, m = {len(found.sizes)}, eps = {found.eps}"
    exceeds = Verdict(CHECKED, at) if found.exceeds else Verdict(UNKNOWN, "it does not")
    text = f"the chance grows by more than {found.factor}"
    lines.append(WorkingLine("grows", text, exceeds))
    return Working("counted", "samples in the order of their places", tuple(lines))


def _argument(given: Mapping[str, str], certificates: Certificates) -> Working:
    from ..constructions.steps import judged
    from ..constructions.thresholds import argument

    made = argument(int(given["n"]), given.get("ratio"), given.get("eps"))
    lines = []
    for step in made.steps:
        found = judged(step, certificates.get)
        tail = f"   [{step.statement}]" if step.statement else ""
        lines.append(WorkingLine(f"{step.kind} {step.label}", step.words + tail, found.verdict))
    named = ", ".join(f"{'e^eps' if key == 'ratio' else key} = {value}" for key, value in given.items())
    return Working("argument", f"section 3.3 carried out for {named}", tuple(lines))


def _phases(rates: list[str], certificates: Certificates, status: Status, library: TheoryLibrary) -> Working:
    from ..constructions.phase import classify, results_of

    results = results_of(library.get(name) for name in Texts().with_line("answers"))
    found = (classify(rate, results, partial(_growth, certificates)) for rate in rates)
    lines = [_phase(phase, status, library) for phase in found]
    for result in results:
        told = result.told(library.get(result.source))
        text = f"{result.answer}: {told.says}. Needs: {told.needs}   [{result.source}]"
        lines.append(WorkingLine(result.range, text, _rests(result, status, library)))
    title = "is every learnable problem approximately privately learnable, for δ(n) at most"
    return Working("phases", title, tuple(lines))


def _rests(result: Result, status: Status, library: TheoryLibrary) -> Verdict:
    """What a result rests on: its statement with the verdict that it has now."""
    from ..constructions.phase import ARGUED

    now = status(result.source)
    if result.answer == ARGUED:
        return Verdict(UNKNOWN, f"a reduction in words to {result.source}, which is {now}; it is not checked")
    if now == CITED:
        return Verdict(CITED, result.told(library.get(result.source)).seen)
    return Verdict(CHECKED if now == PROVED else UNKNOWN, f"{result.source} is {now}")


def _phase(found: Phase, status: Status, library: TheoryLibrary) -> WorkingLine:
    from ..constructions.phase import ARGUED

    placed = "; ".join(dict.fromkeys(sentence for sentence, _ in found.placed[:1]))
    text = f"{found.answer}   [{found.basis}]" + (f"   as {placed}" if placed else "")
    if not found.results:
        return WorkingLine(found.rate, text, Verdict(UNKNOWN, found.basis), decided=False)
    rests = _rests(found.results[0], status, library)
    return WorkingLine(found.rate, text, rests, decided=rests.status != UNKNOWN or found.answer == ARGUED)


def _growth(certificates: Certificates, left: Term, right: Term) -> dict[str, object] | None:
    """A recorded growth certificate, or one that is searched for; the classification has it checked."""
    from ..constructions.phase import search
    from ..kernel.real import GROWTH, print_term

    key = hashlib.sha256(f"{GROWTH}\n{print_term(left)}\n{print_term(right)}".encode()).hexdigest()
    found = certificates.held(key, lambda: search(left, right))
    return found if isinstance(found, dict) else None
