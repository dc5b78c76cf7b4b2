"""A form of a statement, judged as a whole: the one place where a statement is called proved.

What is handed over for a form is its `Evidence`: a written proof, a model, an instance that refutes it, the
work that it is cited from. `judge` checks all of it and returns the verdict, sealed with the hash of what
the form says and rests on. Whoever hands it over, and whoever passes the verdict on, may be wrong without
a false *proved* coming out: a citation takes the verdict, and the hash has to be that of what is cited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .limits import KernelError
from .logic.derivations import Certificates, Checked, Checker, Line
from .logic.theorems import Judged, Library, Theorem, check_theorem, hash_of_text
from .models.instances import check_conclusion, check_model, refuted_in
from .models.worlds import World
from .real.claims import Relation
from .verdicts import CITED, DEFINED, PROVED, PROVED_GIVEN, REFUTED, UNKNOWN, Verdict, sealed

_REFUSED = KernelError, RecursionError  # what is nested too deeply is refused, too


@dataclass(frozen=True)
class Evidence:
    """What is handed over for a form: the lines of a proof, a world in which every hypothesis holds, one in
    which the conclusion fails as well, where it is cited from. A definition has both worlds and no proof."""

    lines: tuple[Line, ...] = ()
    model: World | None = None
    fails: World | None = None
    cited: str = ""
    definition: bool = False


@dataclass(frozen=True)
class Refuted:
    """What came of an instance: *refuted*, or why not; the relation that fails in it."""

    verdict: Verdict
    fails: Relation | None = None


@dataclass(frozen=True)
class Outcome:
    """A form judged: its verdict for citations, each line's, the derivation's, what its worlds showed.

    `model` says what the model is, `no_model` why there is none. `stopped` is the line that was refused.
    """

    judged: Judged
    derived: Verdict
    lines: tuple[Checked, ...] = ()
    model: str = ""
    no_model: str = ""
    refuted: Refuted | None = None
    stopped: str = ""


def judge(
    theorem: Theorem, evidence: Evidence, library: Library, certificates: Certificates,
    told: Callable[[Checked], None] = lambda line: None,
) -> Outcome:  # fmt: skip
    """The verdict on a form by its evidence; `told` hears of every line as it was checked.

    proved        every line of the proof was checked, and the model
    proved-given  the same, and a line rests on what is cited
    refuted       the instance was checked
    cited         no proof: the model was checked, and it does not speak against the conclusion
    defined       a definition: it holds in one world, and fails in another

    Of a form whose text does not read back as the very theorem nothing is said.
    """
    try:
        check_theorem(theorem, library)
        named = dict.fromkeys(line.by for line in evidence.lines)
        cites = tuple(library.forms[name].verdict.about for name in named if name in library.forms)
        about = hash_of_text(theorem, library.definitions, cites)
    except _REFUSED as error:
        no = Verdict(UNKNOWN, getattr(error, "message", str(error)))
        return Outcome(Judged(theorem, no), no)
    said, model, no_model = theorem, "", ""
    if evidence.definition:
        said = replace(theorem, hypotheses=(*theorem.hypotheses, ("definition", theorem.conclusion)))
    try:
        if evidence.model is None:
            raise KernelError("none given")
        model = check_model(said, evidence.model, library, certificates).reason
        if evidence.cited and not evidence.lines:
            check_conclusion(theorem, evidence.model, library, certificates)
    except _REFUSED as error:
        no_model = getattr(error, "message", str(error))
    lines, derived, stopped = _derived(theorem, evidence, library, certificates, told)
    refuted = None if evidence.fails is None else refute(theorem, evidence.fails, library, certificates)
    found = Outcome(Judged(theorem, derived), derived, lines, model, no_model, refuted, stopped)
    status, reason = _verdict(evidence, found)
    return replace(found, judged=Judged(theorem, sealed(status, reason, about), cites))


def refute(theorem: Theorem, world: World, library: Library, certificates: Certificates) -> Refuted:
    """Whether a world refutes a theorem: of a twin, of a step of a proof, of a form."""
    try:
        return Refuted(*refuted_in(theorem, world, library, certificates))
    except _REFUSED as error:
        return Refuted(Verdict(UNKNOWN, f"the instance is not one: {error}"))


def _derived(
    theorem: Theorem, evidence: Evidence, library: Library, certificates: Certificates,
    told: Callable[[Checked], None],
) -> tuple[tuple[Checked, ...], Verdict, str]:  # fmt: skip
    """The lines checked, up to one that is refused, the verdict on the derivation, the line refused."""
    if not evidence.lines:
        return (), Verdict(UNKNOWN, "no proof is written down"), ""
    lines: list[Checked] = []
    try:
        checker = Checker(theorem, library, certificates)
    except KernelError as error:
        return (), Verdict(UNKNOWN, error.message), ""
    for line in evidence.lines:
        try:
            lines.append(checker.line(line))
        except _REFUSED as error:
            why = getattr(error, "message", str(error))
            lines.append(Checked(line.label, Verdict(UNKNOWN, why)))
            told(lines[-1])
            return tuple(lines), Verdict(UNKNOWN, f"step {line.label}: {why}"), line.label
        told(lines[-1])
    return tuple(lines), checker.conclude(), ""


def _verdict(evidence: Evidence, found: Outcome) -> tuple[str, str]:
    derived, failing = found.derived, found.refuted.verdict if found.refuted is not None else None
    if evidence.definition:
        if found.no_model or failing is None:
            return UNKNOWN, found.no_model or "no world that does not satisfy it"
        if failing.status != REFUTED:
            return UNKNOWN, failing.reason
        return DEFINED, f"satisfied: {found.model}; not satisfied: {failing.reason}"
    if failing is not None and failing.status == REFUTED and derived.status == PROVED:
        return UNKNOWN, f"proved, and refuted by an instance: {failing.reason}"
    if failing is not None:
        return failing.status, failing.reason
    taken = evidence.cited and not evidence.lines
    if found.no_model and (taken or derived.status in (PROVED, PROVED_GIVEN)):
        return UNKNOWN, f"no model: {found.no_model}"
    return (CITED, evidence.cited) if taken else (derived.status, derived.reason)
