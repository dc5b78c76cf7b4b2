"""Answers of the property calculus: derivations with their rates, or what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..calculus.answers import Answer, Found
from ..calculus.kinds import kind_of, part, rate_names
from ..calculus.limits import DEPENDS, Limit
from ..calculus.sampling import Row
from ..calculus.spelling import scope_words, spell
from ..kernel.logic import INT, RECORD, Expr, law, open_named, show
from ..theory.elaborate.matching import free_variables
from ..theory.library import TheoryLibrary
from ..theory.results import StatementResult
from .formulas import write
from .from_logic import Words
from .page import FormView, LineView, Writing, page, verdict_words
from .styles import ASCII, LABEL
from .terminal import ASCII_MARKS, fold
from .worlds import complete, outcome_words, sentence, world_words

FORMULA = 90
Record = dict[str, object]


def chain_lines(answer: Answer, style: str) -> Iterator[str]:
    """The answer as lines of text."""
    if not answer.found:
        yield from _missing(answer, style)
        return
    for number, found in enumerate(answer.found):
        if number:
            yield ""
            yield _entry("also", "a rate that was not shown to be larger or smaller")
        yield from _found(found, answer.library, style)
    if answer.sharper:
        rates = ", ".join(write(rate, style) for rate in answer.sharper)
        yield _entry("sharper", f"--sharp gives {rates}")
    if answer.unused:
        yield _entry("not needed", ", ".join(answer.unused))


def _entry(label: str, content: str, name: str = "") -> str:
    return f"{label:<{LABEL}}{content}" + (f"   [{name}]" if name else "")


def _property(found: Found) -> str:
    formula = found.derivation.said
    return spell(formula, found.scope if part(formula, "law") else "")


def _found(found: Found, library: TheoryLibrary, style: str) -> Iterator[str]:
    view = _view(found, library, style)
    yield _entry("found", _property(found))
    kind = kind_of(found.derivation.said)
    names = rate_names(kind) if kind is not None else ()
    if kind is not None and kind.word == "Private" and style != ASCII:
        names = ("ε", "δ")
    for place, rate in enumerate(found.derivation.rates):
        several = len(found.derivation.rates) > 1
        yield _entry(f"rate {names[place]}" if several else "rate", write(rate, style))
        at = found.limits[place] if found.limits else None
        if at is not None and at.answer != DEPENDS:
            yield from _limit(at, style)
    if scope_words(found.scope):
        yield _entry("holds", f"{scope_words(found.scope)}, for each n")
    for step in sorted(found.derivation.hypotheses, key=lambda step: step.presupposed):
        label = "presupposed" if step.presupposed else "given"
        formula = f"{_formula(step.formula, style)}   [{step.label}]"
        yield _entry(label, formula)
        yield from (_entry("", line) for line in _words(step.formula, library, style))
    if whole := ", ".join(_whole(found)):
        yield _entry("integer", whole)
    yield from _derivation(found, view.lines, style)
    yield _entry("verdict", verdict_words(found.verdict))
    yield _entry("rests on", ", ".join(found.result.uses) or "no statement")
    yield _entry("model", found.result.forms[0].model or "none")


def _whole(found: Found) -> list[str]:
    """The names that stand for integers in what is given, but for n and d, which are integers everywhere."""
    met = (pair for step in found.derivation.hypotheses for pair in free_variables(step.formula).items())
    return sorted({name for name, sort in met if sort == INT} - {"n", "d"})


def _limit(at: Limit, style: str) -> Iterator[str]:
    """What is known of a rate as n grows."""
    lines = fold(at.how, FORMULA)
    tail = "" if at.certificate is None else " (certified)"
    yield _entry("as n grows" if style == ASCII else "as n → ∞", f"{at.answer}{tail}")
    yield from (_entry("", line) for line in lines)


def _view(found: Found, library: TheoryLibrary, style: str) -> FormView:
    writing = Writing(style, Words(library.definitions, library.says, library.added))
    return page(found.statement, found.result, writing).forms[0]


def _inner(formula: Expr) -> tuple[Expr, bool]:
    """A property, and whether it is said of every law."""
    if formula.head == "forall" and formula.args[0].sort.args[0] == law(RECORD):
        return open_named(formula.args[0])[1], True
    return formula, False


def _formula(formula: Expr, style: str) -> str:
    """A property as the command line writes it, with its rates in the style; other formulas as they are."""
    inner, everywhere = _inner(formula)
    if kind_of(inner) is None:
        return write(formula, style)
    laws = part(inner, "law")
    scope = "uniform" if everywhere else laws[0].label if laws else ""
    rates = tuple(write(rate, style) for rate in part(inner, "rate"))
    return spell(inner, scope, rates)


def _words(formula: Expr, library: TheoryLibrary, style: str) -> Iterator[str]:
    """What a property says, in the words of its definition."""
    inner, everywhere = _inner(formula)
    if kind_of(inner) is None:
        return
    definition = library.definitions[inner.label]
    words = library.says.get(inner.label, "")
    for (name, _), argument in zip(definition.parameters, inner.args, strict=True):
        words = words.replace("{" + name + "}", write(argument, style))
    yield from fold(f"{'for every law D: ' if everywhere else ''}{words}", FORMULA)


def _derivation(found: Found, lines: Sequence[LineView], style: str) -> Iterator[str]:
    made = found.derivation
    steps = {made.label(step): step for step in made.steps}
    for line in lines:  # not every step is shown
        step = steps[line.label]
        mark = ASCII_MARKS[line.mark] if style == ASCII else line.mark
        yield f"{line.label:>3}  {_formula(step.formula, style)}"
        yield f"{'':>7}{line.reason}  {mark} {line.checked or line.problem}".rstrip()


def _missing(answer: Answer, style: str) -> Iterator[str]:
    goal = answer.query.goal
    yield _entry("not found", goal.text)
    for found in answer.missing.best:
        yield _entry("best", f"{_property(found)}, which was not shown to be within {goal.text}")
    for result in answer.missing.refuted:
        yield from _refuted(result)
    nearest = answer.missing.premises
    for place, premise in enumerate(nearest):
        yield _entry("missing" if place == 0 else "  or", premise.text)
    for needed, condition in () if nearest else answer.missing.conditions:
        yield _entry("condition", f"{write(condition, style)}   ({needed}; not shown from --where)")
    if not nearest and not answer.missing.conditions and not answer.missing.best:
        yield _entry("missing", "no single premise would make a derivation")


def _refuted(result: StatementResult) -> Iterator[str]:
    """That the goal does not follow from what is given, with the world that shows it."""
    seen = result.forms[0].witness
    if seen is not None:
        yield _entry("refuted", result.title, result.id)
        yield from (_entry("", line) for line in fold(sentence(seen.note), FORMULA))
        lines = fold(world_words(complete(seen.world)), FORMULA)
        yield from (_entry("" if place else "world", line) for place, line in enumerate(lines))
        yield _entry("there", outcome_words(seen.outcome))


def chain_json(answer: Answer) -> Record:
    """The answer as data."""
    missing = answer.missing
    return {
        "goal": answer.query.goal.text,
        "given": [one.text for one in answer.query.given],
        "found": [_found_json(found) for found in answer.found],
        "missing": {
            "premises": [premise.text for premise in missing.premises],
            "conditions": [{"condition": show(c), "needed": n} for n, c in missing.conditions],
            "best": [_found_json(found) for found in missing.best],
            "refuted": [_refuted_json(result) for result in missing.refuted],
        },
        "unused": list(answer.unused),
        "sharper": [show(rate) for rate in answer.sharper],
    }


def _refuted_json(result: StatementResult) -> Record:
    seen = result.forms[0].witness
    world = None if seen is None else {"lines": list(seen.world), "outcome": seen.outcome, "note": seen.note}
    return {"statement": result.id, "title": result.title, "world": world}


def _found_json(found: Found) -> Record:
    form = found.result.forms[0]
    return {
        "property": _property(found),
        "rates": [show(rate) for rate in found.derivation.rates],
        "limits": [at.answer for at in found.limits],
        "scope": found.scope,
        "verdict": found.verdict.status,
        "reason": found.verdict.reason,
        "hypotheses": [
            {"label": n, "formula": show(h)} for n, h in found.statement.forms[0].theorem.hypotheses
        ],
        "steps": [
            {
                "label": s.label,
                "formula": s.claim,
                "by": s.reason,
                "from": list(s.sources),
                "verdict": s.verdict.status,
            }
            for s in form.steps
        ],
        "uses": list(found.result.uses),
        "hash": form.hash,
    }


def sampling_lines(rows: Sequence[Row]) -> Iterator[str]:
    """What is known of each way of sampling."""
    for row in rows:
        subject = f"{row.method}, A {row.base}, sampled {row.target}"
        yield f"{row.answer:<{LABEL}}{subject}"
        yield f"{'':<{LABEL}}{row.why}"


def sampling_json(rows: Sequence[Row]) -> list[Record]:
    """The same as data."""
    return [
        {"sampling": r.method, "base": r.base, "target": r.target, "answer": r.answer, "why": r.why}
        for r in rows
    ]
