"""Exact worst cases over all mechanisms on finite worlds, beside the bounds that forms state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..finite import QUANTITIES, Lemma, setting, study
from ..finite.closed import in_ratio
from ..finite.lemmas import FACTOR, SLACK
from ..finite.solve import from_certificate, worst_case
from ..kernel import CHECKED, UNKNOWN, KernelError, Verdict
from ..kernel.finite import Question
from ..kernel.real import Relation, Term, parse_term, print_term, replace_terms, substitute, var
from .blocks import Texts
from .bounds import pick_form, read_bound
from .library import TheoryLibrary
from .readings import factor_of
from .relations import conditions_of
from .results import WorkingLine
from .statements import Statement
from .supplement_lines import LETTERS, OWN, WorstCase

if TYPE_CHECKING:
    from ..finite.solve import WorstCase as Solved
    from .certificates import Certificates

SIZES: Final = {"entries": 3, "records": 2, "outcomes": 3, "ratio": 2, "size": 2}
SLIGHT: Final = "1/10"
AT_MOST: Final = "at most"
"""The name of a bound that no form states."""


def lemma_of(library: TheoryLibrary, statement: Statement, line: WorstCase) -> Lemma:
    """The bounds that a line names, in the letters of finite worlds; BadInput where a form states none.

    >>> from .library import load_library
    >>> library = load_library()
    >>> statement = library.get("wang2016.lemma34")
    >>> dict(lemma_of(library, statement, WorstCase("amplification", ("printed", "sharp"))).bounds)
    {'printed': 'exp(2*gam*(r - 1/r))', 'sharp': '1 + gam*(r - 1)'}
    """
    quantity = QUANTITIES[line.quantity]
    if line.bound:
        return Lemma(quantity, {AT_MOST: _text(parse_term(line.bound))})
    bounds, level = dict[str, str](), "1"
    for form in line.forms:
        if quantity.reading != FACTOR:
            bounds[form] = _text(_without(read_bound(library, statement, form).term, quantity.rate))
        if quantity.reading in (FACTOR, SLACK):
            level = _text(factor_of(library, statement, form))
        if quantity.reading == FACTOR:
            bounds[form] = level
    forms = [pick_form(statement, form).theorem for form in line.forms]
    said = [r for form in forms for _, h in form.hypotheses for r in conditions_of(h, library)]
    return Lemma(quantity, bounds, tuple(dict.fromkeys(_known(said))), level)


def lemmas(library: TheoryLibrary) -> dict[str, Lemma]:
    """Every lemma of the library that has finite worlds, by its statement and line."""
    statements = map(library.get, Texts().with_line("worst-case"))
    said = [(s, line) for s in statements for line in s.beside if isinstance(line, WorstCase)]
    return {f"{s.id} {line.text}": lemma_of(library, s, line) for s, line in said}


def _known(said: list[Relation]) -> Iterator[Relation]:
    """The conditions that speak of nothing but what finite worlds have."""
    for condition in said:
        own = condition.substituted({name: var(own) for name, own in LETTERS.items()})
        if own.variables() <= OWN:
            yield own


def _text(term: Term) -> str:
    """A term in the letters of statements as a text in those of finite worlds."""
    shared = replace_terms(term, {(var("m") / var("n")).key: var("gam")})
    return print_term(in_ratio(substitute(shared, {name: var(own) for name, own in LETTERS.items()})))


def _without(term: Term, name: str) -> Term:
    """A sum without the summand of that name."""
    rest = [_without(a, name) for a in term.args if term.op != "add" or (a.op, a.value) != ("var", name)]
    return rest[0] if len(rest) < len(term.args) else Term(term.op, tuple(rest), term.value)


def worst_case_line(
    library: TheoryLibrary, statement: Statement, line: WorstCase, certificates: Certificates
) -> WorkingLine:
    """The worst case on the worlds of one setting beside the bounds; with slack where they speak of it."""
    words = QUANTITIES[line.quantity].words
    try:
        lemma = lemma_of(library, statement, line)
        here = setting(**SIZES, delta=SLIGHT if "delta" in lemma.letters else 0)  # type: ignore[arg-type]
        found = study(lemma, here, partial(_worst, certificates))
    except (KernelError, BadInput) as error:
        return WorkingLine(line.text, words, Verdict(UNKNOWN, str(error)))
    value = "unbounded" if found.worst.value is None else str(found.worst.value)
    level = f" at e^eps' = {here.value(lemma.level)}" if lemma.quantity.reading == SLACK else ""
    stated = [f"{name} {b}" + " (attained)" * (name in found.attained) for name, b in found.bounds.items()]
    text = f"{words}{level}: the linear program's value is {value}, {'; '.join(stated)}"
    at = f"e^eps = {here.ratio}" + (f", delta = {here.delta}" if here.delta != 0 else "")
    sizes = f"{len(found.cases)} questions, {found.worst.sizes}, {at}"
    if found.verdict.status == CHECKED:
        return WorkingLine(line.text, text, Verdict(CHECKED, sizes))
    return WorkingLine(line.text, f"{text}; {sizes}", found.verdict)


def _worst(certificates: Certificates, question: Question) -> Solved:
    """A worst case from its recorded certificate, which the kernel checks, or by search."""
    data = certificates.held(question.hash, lambda: worst_case(question).certificate)
    if data is None:
        raise KernelError("no certificate")
    return from_certificate(question, data)
