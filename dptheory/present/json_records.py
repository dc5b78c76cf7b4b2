"""Results as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ..kernel import REFUTED
from ..kernel.logic import show
from ..theory.experiments import why_untried
from ..theory.results import (
    ExperimentSummary,
    FormResult,
    ProofResult,
    StatementResult,
    StepResult,
    TwinResult,
    Working,
)
from ..theory.statements import CORRECTED, PRINTED, SHARP, Algorithm, Form, Statement
from ..worlds.samples import Sample
from .findings import verdict_and_extent, witness_json

Record = dict[str, object]


def statement_json(statement: Statement, result: StatementResult) -> Record:
    """One statement: `printed`, `corrected` and `sharp` are the first forms of their kind, `forms` all."""
    first = {kind: result.form(kind) for kind in (PRINTED, CORRECTED, SHARP)}
    proven = first[PRINTED] or result.forms[0]
    twins = [_twin(twin) for twin in result.twins]
    return {
        "id": result.id,
        "title": result.title,
        "kind": result.kind,
        "source": result.source,
        "place": statement.source.place,
        "quote": result.quote,
        "algorithms": [_algorithm(algorithm) for algorithm in statement.algorithms],
        **{kind: None if form is None else _form(form) for kind, form in first.items()},
        "proof": _proof(proven.proof),
        "steps": [_step(step) for step in proven.steps],
        "forms": [
            {
                **_form(form),
                **_said(said),
                "proof": _proof(form.proof),
                "steps": [_step(step) for step in form.steps],
            }
            for form, said in zip(result.forms, statement.forms, strict=True)
        ],
        "twin": twins[0] if twins else None,
        "twins": twins,
        "experiments": [experiment_json(e) for e in result.experiments],
        "no_experiment": why_untried(statement) or None,
        "workings": [_working(working) for working in result.workings],
        "uses": list(result.uses),
        "axioms": list(result.axioms),
        "problems": list(result.problems),
    }


def with_samples(said: Record, samples: Mapping[str, Sample]) -> Record:
    """A statement as JSON with what was seen of its forms in many worlds; null of one that was not tried."""

    def one(form: object) -> object:
        seen = samples.get(str(form["name"])) if isinstance(form, dict) else None
        return form | {"sampled": seen.json if seen else None} if isinstance(form, dict) else form

    forms = said["forms"] if isinstance(said["forms"], list) else []
    kinds = {kind: one(said[kind]) for kind in (PRINTED, CORRECTED, SHARP)}
    return said | kinds | {"forms": [one(form) for form in forms]}


def _working(working: Working) -> Record:
    """Worst cases, an argument's steps or a table beside a statement."""
    return {
        "name": working.name,
        "title": working.title,
        "lines": [
            {
                "label": line.label,
                "text": line.text,
                "verdict": line.verdict.status,
                "reason": line.verdict.reason,
                "decided": line.decided,
            }
            for line in working.lines
        ],
    }


def _algorithm(algorithm: Algorithm) -> Record:
    """The lines of an algorithm."""
    return {
        "name": algorithm.name,
        "data": algorithm.data,
        "kind": algorithm.kind,
        "input": list(algorithm.inputs),
        "output": algorithm.output,
        "lines": [
            {
                "label": line.label,
                "words": line.words,
                "does": [{"word": d.word, "name": d.name, "term": show(d.term)} for d in line.deeds],
            }
            for line in algorithm.lines
        ],
        "term": None if algorithm.term is None else show(algorithm.term),
    }


def _form(form: FormResult) -> Record:
    return {
        "name": form.name,
        "kind": form.kind,
        "reading": form.reading,
        "part": form.part,
        "covers": form.covers or None,
        "verdict": form.verdict.status,
        "reason": form.verdict.reason,
        "witness": witness_json(form.witness),
        "model": form.model,
        "note": form.note,
        "hash": form.hash,
        "found": list(form.found),
        "world": list(form.world),
    }


def _said(form: Form) -> Record:
    """What a form says, in the grammar of the logic, with the sorts of its variables."""
    theorem = form.theorem
    return {
        "constants": list(theorem.constants),
        "variables": {name: str(sort) for name, sort in theorem.variables.items()},
        "hypotheses": [
            {"label": label, "mark": form.mark(label), "formula": show(formula)}
            for label, formula in theorem.hypotheses
        ],
        "claim": show(theorem.conclusion),
    }


def _proof(proof: ProofResult) -> Record:
    return {
        "verdict": proof.verdict,
        "step": proof.step,
        "reason": proof.reason,
        "witness": witness_json(proof.witness),
    }


def _step(step: StepResult) -> Record:
    return {
        "label": step.label,
        "claim": step.claim,
        "by": step.reason,
        "from": list(step.sources),
        "verdict": step.verdict.status,
        "reason": step.verdict.reason,
        "checker": step.checker,
        "cites": step.cites or None,
        "seconds": round(step.seconds, 6),
    }


def _twin(twin: TwinResult) -> Record:
    return {
        "of": twin.of,
        "note": twin.note,
        "verdict": twin.verdict.status,
        "reason": twin.verdict.reason,
        "witness": witness_json(twin.witness),
    }


def experiment_json(found: ExperimentSummary) -> Record:
    """A seeded trial."""
    return {
        "name": found.name,
        "verdict": found.verdict,
        "ratio": found.ratio,
        "confidence": found.confidence,
        "samples": found.samples,
        "seed": found.seed,
        "twin_rejected": found.twin_rejected,
        "note": found.note,
    }


def summary(results: Iterable[StatementResult], samples: Mapping[str, Sample] | None = None) -> Record:
    """How many statements there are, and how often each verdict occurs.

    A statement without a twin is counted under ``none known``; one that no experiment tries, and of which no
    form has been tried in worlds, under ``no_experiment``.
    """
    found, seen = list(results), samples or {}
    tried = {name.partition(":")[0] for name, one in seen.items() if one.largest is not None}
    forms = [form for result in found for form in result.forms]
    twins = [twin for result in found for twin in result.twins]
    return {
        "statements": len(found),
        "forms": len(forms),
        **{
            kind: dict(Counter(verdict_and_extent(f) for f in forms if f.kind == kind))
            for kind in (PRINTED, CORRECTED, SHARP)
        },
        "proofs": dict(Counter(form.proof.verdict for form in forms)),
        "twins": len(twins),
        "twins_refuted": sum(twin.verdict.status == REFUTED for twin in twins),
        "twin_none_known": sum(not result.twins for result in found),
        "experiments": dict(Counter(e.verdict for result in found for e in result.experiments)),
        "no_experiment": sum(not result.experiments and result.id not in tried for result in found),
        "problems": sum(len(result.problems) for result in found),
    }
