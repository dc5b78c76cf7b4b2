"""What Python's values show of themselves: a line, a page of blocks, a table. See `dptheory.shown`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..decimals import float_above
from ..extras import extra
from .blocks import (
    Block,
    Code,
    Display,
    Facts,
    Heading,
    Inline,
    Paragraph,
    Strong,
    Table,
    Text,
    facts,
    joined,
)
from .search_displays import (
    ablation_blocks,
    ablation_line,
    growth_blocks,
    growth_line,
    tightening_blocks,
    tightening_line,
)
from .verdict_displays import (
    calibration_blocks,
    calibration_line,
    calibration_table,
    form_blocks,
    form_line,
    witness_blocks,
    witness_line,
)

if TYPE_CHECKING:
    from ..calculus.answers import Answer, Found
    from ..lab.accounting.accountant import Account
    from ..lab.accounting.spectrum import Spectrum
    from ..lab.audit.privacy.report import AuditResult
    from ..lab.perinstance.exposing import Exposure
    from ..loaded import LoadedStatement
    from ..prover.outcome import Outcome
    from ..theory.bounds import Bound
    from ..theory.optima import NoOptimum, Optimum
    from ..theory.results import StatementResult

LONG: Final = 100
"""Characters of a formula in a line; longer ones are cut there."""
MOST: Final = 10
"""Rows of a table that is shown."""
_LINE: Final = re.compile(r"(\S+(?: \S+)*?)?(?:\s{2,}|\Z)(.*)", re.S)


def line(value: object) -> str:
    """The value on one line."""
    return f"<{_LINES[_kind(value, _LINES)](value)}>"


def blocks(value: object) -> list[Block]:
    """The value as a page."""
    return list(_BLOCKS[_kind(value, _BLOCKS)](value))


def latex(value: object) -> str:
    """The value's formula as LaTeX, or its page where it has no one formula."""
    from .blocks import to_tex

    made = _LATEX.get(_kind(value, _LINES))
    return to_tex(blocks(value)) if made is None else made(value)


def frame(value: object) -> Any:
    """The value as a pandas frame."""
    pandas = extra("pandas", "to_frame()")
    head, rows = _TABLES[_kind(value, _TABLES)](value)
    return pandas.DataFrame.from_records(list(rows), columns=list(head))


def _kind(value: object, table: dict[str, Any]) -> str:
    """The name of the nearest class of a value that the table has."""
    return next(one.__name__ for one in type(value).__mro__ if one.__name__ in table)


def _cut(text: str) -> str:
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def labelled_facts(lines: Iterable[str]) -> Facts:
    """Lines of the terminal as facts: a label, then what it says; lines without a label go on."""
    rows: list[tuple[str, str]] = []
    for text in lines:
        match = _LINE.match(text)
        label, rest = (match[1] or "", match[2]) if match is not None else ("", text.strip())
        if label or not rows:
            rows.append((label, rest))
        else:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]}; {rest}".strip("; "))
    return Facts(tuple((label, (said,)) for label, said in rows))


def _statement_line(one: LoadedStatement) -> str:
    return f"{one.id}: {one.title}"


def _statement_blocks(one: LoadedStatement) -> Iterable[Block]:
    from .blocks import Quote
    from .formulas import model
    from .from_logic import Words

    statement, known = one.statement, Words.of(one.library)
    yield Heading(3, (f"{statement.source.work}: {statement.title}",))
    if statement.source.quote:
        yield Quote((statement.source.quote,))
    for form in statement.forms:
        note = f" ({form.reading})" if form.reading else ""
        yield Paragraph((Strong(form.kind), note))
        yield Display(model(form.theorem.conclusion, known))
    yield Paragraph(("Verdicts: ", Code(".verify()"), "; the whole page: ", Code("print(....show())"), "."))


def _result_line(one: StatementResult) -> str:
    return f"{one.id}: " + ", ".join(
        f"{form.name.partition(':')[2]} {form.verdict.status}" for form in one.forms
    )


def _result_blocks(one: StatementResult) -> Iterable[Block]:
    yield Heading(3, (f"{one.id}: {one.title}",))
    head, rows = _result_table(one)
    yield Table(tuple(head), tuple(tuple((cell,) for cell in row) for row in rows))
    for problem in one.problems:
        yield Paragraph((Strong("problem"), f": {problem}"))


def _result_table(one: StatementResult) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    rows: list[tuple[Any, ...]] = [
        (form.name.partition(":")[2], form.verdict.status, form.proof.verdict, form.verdict.reason)
        for form in one.forms
    ]
    rows += [(f"twin of {twin.of}", twin.verdict.status, "", twin.note) for twin in one.twins]
    return ("form", "verdict", "proof", "why"), rows


def _outcome_line(one: Outcome) -> str:
    return _cut(f"{one.verdict.status}: {_asked(one)}")


def _asked(one: Outcome) -> str:
    from .formulas import write_claim

    return "; ".join(write_claim(link.claim) for link in one.links or (one,) if link.claim is not None)


def _outcome_blocks(one: Outcome) -> Iterable[Block]:
    from .claims import outcome_lines
    from .from_real import from_claim

    for link in one.links or (one,):
        if link.claim is not None:
            relation, conditions = from_claim(link.claim)
            where = joined(", ", conditions)
            yield Paragraph(
                (Strong(link.verdict.status), " ", relation, *(("  where ", *where) if where else ()))
            )
    yield (
        labelled_facts(outcome_lines([one.claim], one)[1:])
        if one.claim is not None
        else facts([("reason", one.reason)])
    )


def _outcome_latex(one: Outcome) -> str:
    from .formulas import write_claims
    from .styles import LATEX

    return write_claims([p.claim for p in one.links or (one,) if p.claim is not None], LATEX)


def _bound_latex(one: Bound) -> str:
    from .formulas import write
    from .styles import LATEX

    return write(one.term, LATEX)


def _optimum_latex(one: Optimum) -> str:
    from .optima import latex_place

    return latex_place(one)


def _bound_line(one: Bound) -> str:
    from .formulas import write

    return _cut(f"{one.form.name}: at most {write(one.term)}")


def _bound_blocks(one: Bound) -> Iterable[Block]:
    from .formulas import model
    from .model import symbol

    yield Paragraph((Strong(one.form.name), ", a bound of what the statement speaks of:"))
    yield Display(model(one.term))
    conditions = joined(", ", map(model, one.conditions))
    whole = joined(", ", map(symbol, sorted(one.integers)))
    yield facts([("where", conditions), ("integers", whole)])


def _optimum_line(one: Optimum) -> str:
    from ..notation import symbol
    from .formulas import write

    return _cut(
        f"{one.bound.form.name}: least at {symbol(one.parameter).unicode}* = {write(one.place)}, "
        f"{one.verdict.status}"
    )


def _optimum_blocks(one: Optimum) -> Iterable[Block]:
    from .formulas import model
    from .fragments import starred
    from .model import relation, symbol

    yield Paragraph((Strong(one.bound.form.name), ": the bound is least over ", symbol(one.parameter), " at"))
    yield Display(relation(starred(one.parameter), "=", model(one.place)))
    yield Paragraph(("where it is",))
    yield Display(model(one.value))
    for name, term in one.names.items():
        yield Display(relation(symbol(name), "=", model(term)))
    conditions = joined(", ", map(model, one.assumed))
    verdict = one.verdict
    yield facts([("for", conditions), (verdict.status, verdict.reason or "the minimum")])


def _no_optimum_line(one: NoOptimum) -> str:
    return _cut(f"{one.bound.form.name}: no least value over {one.parameter}, {one.verdict.status}")


def _no_optimum_blocks(one: NoOptimum) -> Iterable[Block]:
    from .optima import no_optimum_lines
    from .styles import UNICODE

    yield Paragraph((Strong(one.bound.form.name),))
    yield labelled_facts(no_optimum_lines(one, UNICODE))


def _answer_line(one: Answer) -> str:
    if not one.found:
        return f"nothing derived; {len(one.missing.premises)} premises would each do"
    return _cut(_found_line(one.found[0]))


def _found_line(one: Found) -> str:
    from ..calculus.spelling import spell

    return _cut(f"{one.verdict.status}: {spell(one.derivation.said)}")


def _answer_blocks(one: Answer) -> Iterable[Block]:
    from .chains import chain_lines
    from .styles import UNICODE

    made: list[str] = []
    for text in chain_lines(one, UNICODE):
        if text:
            made.append(text)
    yield labelled_facts(made)


def _found_blocks(one: Found) -> Iterable[Block]:
    from .formulas import write

    rates: list[tuple[str, Inline | Text | None]] = [("rate", write(rate)) for rate in one.derivation.rates]
    yield facts([("found", _found_line(one)), *rates, ("rests on", ", ".join(one.result.uses))])


def _account_line(one: Account) -> str:
    from ..decimals import upper

    best = one.best
    return f"({upper(best.eps)}, {upper(best.delta)})-private, {best.kind}: {best.name}"


def _account_blocks(one: Account) -> Iterable[Block]:
    head, rows = _account_table(one)
    yield Paragraph((Strong("together"), f": {_account_line(one)} ({one.best.source})"))
    releases = ", ".join(f"{m.words} × {times}" if times != 1 else m.words for m, times in one.whole.parts)
    yield facts([("releases", releases)])
    yield Table(tuple(head), tuple(tuple((_number(cell),) for cell in row) for row in rows))


def _number(cell: object) -> str:
    return "" if cell is None else f"{cell:.6g}" if isinstance(cell, float) else str(cell)


def _account_table(one: Account) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    rows: list[tuple[Any, ...]] = [
        (
            g.kind,
            float_above(g.eps),
            float_above(g.delta),
            g.name,
            g.source,
            None if g.order is None else float(g.order),
        )
        for g in one.guarantees
    ]
    return ("kind", "eps", "delta", "conversion", "source", "order"), rows


def _spectrum_line(one: Spectrum) -> str:
    last = one.points[-1]
    return f"delta from eps = 0 to {float_above(last.eps):.4g}, {len(one.points)} points, {one.kind}"


def _spectrum_blocks(one: Spectrum) -> Iterable[Block]:
    head, rows = _spectrum_table(one)
    yield Paragraph((Strong("curve"), f": {_spectrum_line(one)}"))
    some = rows[:: max(1, len(rows) // MOST)]
    yield Table(tuple(head), tuple(tuple((_number(cell),) for cell in row) for row in some))


def _spectrum_table(one: Spectrum) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    rows: list[tuple[Any, ...]] = [
        (float_above(p.eps), -float_above(-p.least), float_above(p.most)) for p in one.points
    ]
    return ("eps", "delta_at_least", "delta_at_most"), rows


def _exposure_line(one: Exposure) -> str:
    inside = one.eps[one.inside]
    most = f", the largest {float(inside.max()):.6g}" if len(inside) else ""
    return f"exposure of {len(one.eps)} records by {one.asked.mechanism}{most}"


def _exposure_blocks(one: Exposure) -> Iterable[Block]:
    from .exposures import exposure_lines

    lines = exposure_lines(one, 0)
    ends = (place for place, text in enumerate(lines) if text.lstrip().startswith("record "))
    lines = lines[: next(ends, None)]
    yield labelled_facts(lines)
    head, rows = _exposure_table(one)
    largest = sorted(rows, key=lambda row: -row[1])[:MOST]
    yield Table(tuple(head), tuple(tuple((_number(cell),) for cell in row) for row in largest))


def _exposure_table(one: Exposure) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    table = one.table
    return tuple(table.dtype.names or ()), [tuple(row.tolist()) for row in table]


def _audit_line(one: AuditResult) -> str:
    claim = f"eps={one.target.eps:g}" + (f", delta={one.target.delta:g}" if one.target.delta else "")
    return (
        f"{one.subject}, {claim}: {one.verdict}, eps ≥ {one.eps_lower:.4g} at confidence {one.confidence:g}"
    )


def _audit_blocks(one: AuditResult) -> Iterable[Block]:
    from ..lab.audit.privacy.report import lines

    yield labelled_facts(lines(one))


def _audit_table(one: AuditResult) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    rows: list[tuple[Any, ...]] = [
        (f.event, f.likelier, f.counts.k, f.counts.n, f.counts.l, f.counts.m, f.eps_lower, f.delta_lower)
        for f in (one.deciding, *one.others)
    ]
    return ("event", "likelier", "k", "n", "l", "m", "eps_lower", "delta_lower"), rows


_LINES: Final[dict[str, Callable[[Any], str]]] = {
    "LoadedStatement": _statement_line, "StatementResult": _result_line, "Outcome": _outcome_line,
    "Bound": _bound_line, "Optimum": _optimum_line, "NoOptimum": _no_optimum_line, "Answer": _answer_line,
    "Found": _found_line, "Account": _account_line, "Exposure": _exposure_line, "AuditResult": _audit_line,
    "Tightening": tightening_line, "Growth": growth_line, "Ablation": ablation_line,
    "FormResult": form_line, "WitnessResult": witness_line, "Calibration": calibration_line,
    "Spectrum": _spectrum_line,
}  # fmt: skip
_BLOCKS: Final[dict[str, Callable[[Any], Iterable[Block]]]] = {
    "LoadedStatement": _statement_blocks, "StatementResult": _result_blocks, "Outcome": _outcome_blocks,
    "Bound": _bound_blocks, "Optimum": _optimum_blocks, "NoOptimum": _no_optimum_blocks,
    "Answer": _answer_blocks, "Found": _found_blocks, "Account": _account_blocks,
    "Exposure": _exposure_blocks, "AuditResult": _audit_blocks, "Tightening": tightening_blocks,
    "Growth": growth_blocks, "Ablation": ablation_blocks, "FormResult": form_blocks,
    "WitnessResult": witness_blocks, "Calibration": calibration_blocks, "Spectrum": _spectrum_blocks,
}  # fmt: skip
_LATEX: Final[dict[str, Callable[[Any], str]]] = {
    "Bound": _bound_latex, "Optimum": _optimum_latex, "Outcome": _outcome_latex,
}  # fmt: skip
_TABLES: Final[dict[str, Callable[[Any], tuple[Sequence[str], list[tuple[Any, ...]]]]]] = {
    "StatementResult": _result_table, "Account": _account_table, "Exposure": _exposure_table,
    "AuditResult": _audit_table, "Spectrum": _spectrum_table,
    "Calibration": calibration_table,
}  # fmt: skip
