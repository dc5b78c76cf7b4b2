"""Results as they stand in the record, and as values again: their verdicts are marked as recorded.

The record has what the kernel said of the forms and twins of a statement. What the statement's own text says
of them is not recorded: it is `read_off` the text, and what was said is put to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ..kernel import PROVED, UNKNOWN, Verdict, recalled
from .codec import decoded, encoded
from .results import (
    NONE,
    FormResult,
    ProofResult,
    StatementResult,
    StepResult,
    TwinResult,
    WitnessResult,
    Working,
)

if TYPE_CHECKING:
    from ..kernel.logic import Definition, Theorem
    from ..kernel.models import World
    from .statements import Form, Statement

Data = Mapping[str, Any]
NOTHING: Final = Verdict(UNKNOWN)
"""Stands where a verdict is put."""


@dataclass(frozen=True)
class Said:
    """What was said of one form: its verdict, its proof's, and the forms that this uses."""

    name: str
    verdict: Verdict
    proof: str
    uses: tuple[str, ...] = ()


def said_of(result: StatementResult, uses: Sequence[Sequence[str]]) -> dict[str, Any]:
    """What the record keeps of a result; `uses` are the forms that the proof of each form uses."""
    forms = [_form_data(form, used) for form, used in zip(result.forms, uses, strict=True)]
    twins = [
        {"twin": one.of, **_verdict_data(one.verdict), **_there(one.witness, one.verdict.reason)}
        for one in result.twins
    ]
    more = {"axioms": _axioms(result.axioms), "workings": encoded(result.workings)}
    return {"forms": forms, "twins": twins, **{name: part for name, part in more.items() if part}}


def _form_data(form: FormResult, uses: Sequence[str]) -> dict[str, Any]:
    proof, model = form.proof, _counts(form.model)
    lines = [_shorter(step.verdict) for step in form.steps]
    more = {"step": proof.step, "why": proof.reason, "slip": _there(proof.witness), "model": model,
            "uses": list(uses), "lines": lines}  # fmt: skip
    there = _there(form.witness, form.verdict.reason)
    said = {"form": form.name, "proof": proof.verdict, **_verdict_data(form.verdict), **there}
    return said | {name: part for name, part in more.items() if part}


def _verdict_data(verdict: Verdict) -> dict[str, str]:
    return {"verdict": verdict.status, "hash": verdict.about, "reason": verdict.reason}


def _there(witness: WitnessResult | None, reason: str = "") -> dict[str, str | int]:
    """What comes out in a world; 1 where that is what the verdict's reason ends with."""
    if witness is None:
        return {}
    return {"there": 1 if reason.partition(": ")[2] == witness.outcome else witness.outcome}


def _axioms(given: Sequence[str]) -> str:
    """Rules with their numbers and unproved forms, in one text.

    >>> list(_named(_axioms(["rule 11: sum-linear", "unproved: w.lemma1:printed"])))
    ['rule 11: sum-linear', 'unproved: w.lemma1:printed']
    """
    return " ".join(one.removeprefix("rule ").replace(": ", ":", 1) for one in given)


def _named(text: str) -> Iterator[str]:
    for one in text.split():
        kind, _, name = one.partition(":")
        yield f"{'rule ' * kind.isdecimal()}{kind}: {name}"


_COUNTS: Final = re.compile(r"n = (\d+), (\d+) hypotheses hold, (\d+) claims certified")


def _counts(model: str) -> str:
    """What is said of a model: n, hypotheses, claims.

    >>> _counts("n = 1, 3 hypotheses hold, 0 claims certified"), _counted("1 3 0")
    ('1 3 0', 'n = 1, 3 hypotheses hold, 0 claims certified')
    """
    found = _COUNTS.fullmatch(model)
    return " ".join(found.groups()) if found else model


def _counted(model: object) -> str:
    parts = str(model).split()
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return str(model)
    return "n = {}, {} hypotheses hold, {} claims certified".format(*parts)


def _shorter(verdict: Verdict) -> str | int | list[str]:
    """What was said of a line: of one that is proved only why, and of a certificate the number of steps."""
    if verdict.status != PROVED:
        return [verdict.status, verdict.reason]
    number = verdict.reason.removeprefix("checked certificate of ").removesuffix(" steps")
    is_one = number.isdecimal() and _longer(int(number)) == (PROVED, verdict.reason)
    return int(number) if is_one else verdict.reason


def _longer(short: str | int | list[str]) -> tuple[str, str]:
    """The status of a line, and the reason.

    >>> _longer(39), _longer("assume"), _longer(["cited", "W, 2"])
    (('proved', 'checked certificate of 39 steps'), ('proved', 'assume'), ('cited', 'W, 2'))
    """
    if isinstance(short, list):
        status, reason = short
        return status, reason
    return PROVED, short if isinstance(short, str) else f"checked certificate of {short} steps"


def forms_said(found: Data) -> list[Said]:
    """What was said of each form. Raises ValueError for data that say nothing of the kind."""
    try:
        return [
            Said(str(one["form"]), _verdict(one), str(one["proof"]), tuple(map(str, one.get("uses", ()))))
            for one in found["forms"]
        ]
    except (KeyError, TypeError, AttributeError, PermissionError) as error:
        raise ValueError(str(error)) from None


def read_off(statement: Statement, definitions: Mapping[str, Definition], found: Data) -> StatementResult:
    """What a result has of the statement's own text: its words, and the worlds of what is said to be false.
    No verdict is in it. Raises ValueError where the text has other forms than what was said is about."""
    from .witnesses import ALWAYS, failing, is_definition, spoken

    def world(theorem: Theorem, there: World, note: str) -> WitnessResult:
        return WitnessResult(spoken(there, theorem, definitions), "", note)

    def form(one: Form, said: Data) -> FormResult:
        slip = next((slip for slip in one.slips if slip.step == said.get("step")), None)
        false = None if slip is None else world(slip.theorem, slip.refutation.world, slip.refutation.note)
        fails, note = failing(one)
        return FormResult(
            one.name, one.kind, one.reading, NOTHING, ProofResult(NONE, witness=false),
            witness=None if fails is None else world(one.theorem, fails, note), note=one.note, part=one.part,
            covers=one.covers,
        )  # fmt: skip

    forms = tuple(form(one, said) for one, said in zip(statement.forms, found["forms"], strict=True))
    twins = [
        TwinResult(one.of, one.note, NOTHING, world(one.theorem, one.refutation.world, one.refutation.note))
        for one in statement.twins
    ]
    for one, made in zip(statement.forms, forms, strict=True):
        twins += [TwinResult(one.kind, ALWAYS, NOTHING, made.witness)] * is_definition(one)
    source = statement.source
    of_it = statement.id, statement.title, statement.kind, source.work, source.quote
    return StatementResult(*of_it, forms, tuple(twins))


def result_of(
    found: Data, texts: StatementResult, statement: Statement | None = None,
    hash_of: Callable[[str], str] | None = None,
) -> StatementResult:  # fmt: skip
    """The result: what was said, put to what the text says; with the lines of proofs where the statement is
    at hand. `hash_of` gives the hash of a form that a line cites. Raises ValueError for data that say
    nothing of the kind, or nothing of these texts."""
    try:
        forms = [_form(said, form) for said, form in zip(found["forms"], texts.forms, strict=True)]
        twins = [
            replace(twin, verdict=_verdict(said), witness=_witness(said, twin.witness))
            for said, twin in zip(found["twins"], texts.twins, strict=True)
        ]
        if statement is not None:
            lines = [list(map(_longer, said.get("lines", ()))) for said in found["forms"]]
            forms = [
                replace(result, steps=_steps(form, result, said, hash_of), cites=_cites(form, hash_of))
                for form, result, said in zip(statement.forms, forms, lines, strict=True)
            ]
        used = dict.fromkeys(str(use) for said in found["forms"] for use in said.get("uses", ()))
        problems = tuple(f"{form.name}: {form.verdict.reason}" for form in forms if not form.hash)
        axioms = tuple(_named(str(found.get("axioms", ""))))
        workings = tuple(decoded(Working, one, {Verdict: _made}) for one in found.get("workings", ()))
    except (KeyError, TypeError, AttributeError, PermissionError) as error:
        raise ValueError(str(error)) from None
    return replace(texts, forms=tuple(forms), twins=tuple(twins), uses=tuple(used), axioms=axioms,
                   problems=problems, workings=workings)  # fmt: skip


def _form(said: Data, text: FormResult) -> FormResult:
    if said["form"] != text.name:
        raise ValueError(f"{said['form']} is not {text.name}")
    false = _witness(said.get("slip", {}), text.proof.witness)
    proof = ProofResult(str(said["proof"]), str(said.get("step", "")), str(said.get("why", "")), false)
    verdict = _verdict(said)
    return replace(text, verdict=verdict, proof=proof, witness=_witness(said, text.witness),
                   model=_counted(said.get("model", "")), hash=verdict.about)  # fmt: skip


def _witness(said: Data, text: WitnessResult | None) -> WitnessResult | None:
    if text is None or "there" not in said:
        return None
    there = said["there"]
    return replace(text, outcome=str(said["reason"]).partition(": ")[2] if there == 1 else str(there))


def _verdict(said: Data) -> Verdict:
    return _made(str(said["verdict"]), str(said["reason"]), str(said["hash"]))


def _made(status: str, reason: str = "", about: str = "") -> Verdict:
    return recalled(status, reason, about) if about else Verdict(status, reason)


def _cites(form: Form, hash_of: Callable[[str], str] | None) -> tuple[str, ...]:
    """The hashes of the forms that a proof cites."""
    named = dict.fromkeys(line.by for line in form.steps if ":" in line.by)
    return () if hash_of is None else tuple(map(hash_of, named))


def _steps(
    form: Form, result: FormResult, said: list[tuple[str, str]], hash_of: Callable[[str], str] | None
) -> tuple[StepResult, ...]:
    """The lines of a proof, as far as they were checked."""
    from ..kernel.logic import show

    steps = []
    for line, (status, reason) in zip(form.steps, said, strict=False):
        verdict = _made(status, reason, result.hash)
        checker = "kernel/real" if line.by == "calc" else "kernel/logic"
        cites = hash_of(line.by) if hash_of is not None and ":" in line.by else ""
        text = show(line.formula)
        steps.append(StepResult(line.label, text, line.by, line.sources, verdict, checker, 0.0, cites))
    return tuple(steps)
