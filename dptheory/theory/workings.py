"""What is worked out beside a statement: exact worst cases, arguments carried out, tables.

Everything is keyed by the statement's identifier, and attached where the statement exists:

- a lemma of `finite.lemmas` to the statement of its name (or whose name it continues): the value of the
  linear program beside the printed and the sharp bound, with the sizes that were searched;
- the argument of section 3.3 to Proposition 12, the table of Figure 4 to Proposition 33, the samples of a
  counterexample to Lemma 34 to its numbers.

Certificates are kept with the statement's others, so that `proofs/` holds them and nothing is searched twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..kernel.limits import KernelError
from ..kernel.real.terms import Term
from ..kernel.verdicts import CHECKED, CITED, PROVED, UNKNOWN, Verdict
from .results import Working, WorkingLine

if TYPE_CHECKING:
    from ..constructions.phase import Phase, Result
    from ..finite import Setting
    from ..finite.solve import WorstCase
    from ..kernel.finite.questions import Question
    from .certificates import Certificates
    from .library import TheoryLibrary

Status = Callable[[str], str]

BESIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "wang2016.lemma30": ("sharp.loss",),
    "wang2016.lemma31": ("sharp.subsampling",),
    "wang2016.corollary9": ("sharp.corollary9", "sharp.corollary9.identify"),
}
"""Worst cases shown with a statement although they go by another name."""

SIZES: Final = {"entries": 3, "records": 2, "outcomes": 3, "ratio": 2, "size": 2}
SLACK: Final = "1/10"
ARGUMENTS: Final[tuple[Mapping[str, int | str], ...]] = ({"n": 2, "ratio": "8/5"}, {"n": 10, "eps": 1})
RATES: Final = (
    "1/log(n)", "n**(-1/2)", "log(n)/n", "2/n", "1/(100*n)", "1/(n*log(n))", "n**(-3/2)", "n**(-3)",
    "exp(-sqrt(n))", "exp(-n)", "exp(-n*log(n))", "exp(-n**2)", "0",
)  # fmt: skip
STATEMENTS: Final = {
    "proposition12": "wang2016.proposition12", "proposition33": "wang2016.proposition33",
    "ordered": "wang2016.lemma34.ordered",
}  # fmt: skip


def workings(
    name: str, certificates: Certificates, status: Status, library: TheoryLibrary
) -> tuple[Working, ...]:
    """Everything that is worked out beside the statement of a name; nothing for most names.

    `status` gives the verdict that the best form of another statement has now.
    """
    made = list(_studies(name, certificates))
    if name == STATEMENTS["proposition12"]:
        made += [_argument(given, certificates) for given in ARGUMENTS]
    if name == STATEMENTS["proposition33"]:
        made.append(_phases(certificates, status, library))
    if name == STATEMENTS["ordered"]:
        made.append(_ordered())
    return tuple(made)


def spoken_of(name: str) -> tuple[str, ...]:
    """The statements whose words and verdicts stand in what is worked out beside the statement of a name."""
    from ..constructions.phase import RESULTS

    return tuple(dict.fromkeys(r.source for r in RESULTS)) if name == STATEMENTS["proposition33"] else ()


# -- worst cases -----------------------------------------------------------------------------------


def _studies(name: str, certificates: Certificates) -> Iterator[Working]:
    if not name.startswith("wang2016."):
        return
    from ..finite.lemmas import LEMMAS

    beside = BESIDE.get(name, ())
    chosen = [key for key in LEMMAS if key == name or key.startswith(f"{name}.") or key in beside]
    if chosen:
        lines = tuple(_study(key, certificates) for key in chosen)
        yield Working("worst case", "exact, over all mechanisms", lines)


def _study(key: str, certificates: Certificates) -> WorkingLine:
    """One lemma on its worlds: the value, beside the printed and the sharp bound."""
    from ..finite.lemmas import LEMMAS
    from ..finite.studies import study

    setting = _setting(key)
    try:
        found = study(key, setting, partial(_worst, certificates))
    except (KernelError, BadInput) as error:
        return WorkingLine(key, LEMMAS[key].title, Verdict(UNKNOWN, str(error)))
    value = "unbounded" if found.worst.value is None else str(found.worst.value)
    parts = [f"{LEMMAS[key].title}: the linear program's value is {value}, printed {found.bound}"]
    if found.sharp:
        parts.append(f"sharp {found.sharp}" + (" (attained)" if found.attains else ""))
    at = f"e^eps = {setting.ratio}" + (f", delta = {setting.delta}" if setting.delta != 0 else "")
    sizes = f"{len(found.cases)} questions, {found.worst.sizes}, {at}"
    if found.verdict.status == CHECKED:
        return WorkingLine(key, "; ".join(parts), Verdict(CHECKED, sizes))
    return WorkingLine(key, "; ".join([*parts, sizes]), found.verdict)


def _setting(key: str) -> Setting:
    from ..finite import setting
    from ..finite.lemmas import LEMMAS

    pure = setting(**SIZES)  # type: ignore[arg-type]
    slack = setting(**SIZES, delta=SLACK)  # type: ignore[arg-type]
    return pure if LEMMAS[key].needs(slack) else slack


def _worst(certificates: Certificates, question: Question) -> WorstCase:
    """A worst case from its recorded certificate, which the kernel checks, or by search."""
    from ..finite.solve import from_certificate, worst_case

    data = certificates.held(question.hash, lambda: worst_case(question).certificate)
    if data is None:
        raise KernelError("no certificate")
    return from_certificate(question, data)


def _ordered() -> Working:
    """The samples in the order of their places, by their count."""
    from ..finite.ordered import largest_change, ordered

    found = ordered()
    change, pairs = largest_change(len(found.sizes))
    lines = [
        WorkingLine(
            "private",
            f"where one record of a sample is replaced the count changes by at most {change}",
            Verdict(CHECKED, f"{pairs} pairs of samples") if change == 1 else Verdict(UNKNOWN, "it is more"),
        )
    ]
    for label, counts in (("before", found.before), ("after", found.after)):
        said = ", ".join(f"{number} of count {k}" for k, number in enumerate(counts))
        lines.append(WorkingLine(label, said, Verdict(CHECKED, f"{sum(counts)} samples")))
    exceeds = Verdict(CHECKED, f"n = {sum(found.sizes)}, m = {len(found.sizes)}, eps = {found.eps}")
    lines.append(
        WorkingLine(
            "grows",
            "the chance grows by more than exp(2*gam*(exp(eps) - exp(-eps)))",
            exceeds if found.exceeds else Verdict(UNKNOWN, "it does not"),
        )
    )
    return Working("counted", "samples in the order of their places", tuple(lines))


# -- arguments and tables --------------------------------------------------------------------------


def _argument(given: Mapping[str, int | str], certificates: Certificates) -> Working:
    from ..constructions.steps import judged
    from ..constructions.thresholds import argument

    made = argument(**given)  # type: ignore[arg-type]
    lines = []
    for step in made.steps:
        found = judged(step, certificates.get)
        tail = f"   [{step.statement}]" if step.statement else ""
        lines.append(WorkingLine(f"{step.kind} {step.label}", step.words + tail, found.verdict))
    named = ", ".join(f"{'e^eps' if key == 'ratio' else key} = {value}" for key, value in given.items())
    return Working("argument", f"section 3.3 carried out for {named}", tuple(lines))


def _phases(certificates: Certificates, status: Status, library: TheoryLibrary) -> Working:
    from ..constructions.phase import RESULTS, classify

    lines = [_phase(classify(rate, partial(_growth, certificates)), status, library) for rate in RATES]
    for result in RESULTS:
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
    from ..kernel.real.grammar import print_term
    from ..kernel.real.growing import GROWTH

    key = hashlib.sha256(f"{GROWTH}\n{print_term(left)}\n{print_term(right)}".encode()).hexdigest()
    found = certificates.held(key, lambda: search(left, right))
    return found if isinstance(found, dict) else None
