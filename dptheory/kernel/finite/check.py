"""Certificates of worst cases: an exact value, a mechanism that attains it, multipliers that bound it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from flint import fmpq

from ..limits import KernelError, need
from ..real.certificates import Fields, rational
from ..real.claims import Relation
from ..real.grammar import parse_term
from ..real.points import decide, defined_at
from ..real.terms import num
from ..syntax import placed
from ..verdicts import CHECKED, REFUTED, Verdict, sealed
from .linear import ZERO, check_multipliers, check_point
from .questions import Question, plain

FORMAT: Final = "dptheory-worst-case"
VERSION: Final = 1


@dataclass(frozen=True)
class Worst:
    """The checked answer to a question: its exact value (None: no finite one) and a mechanism for it.

    A quotient has no finite value where a mechanism has objective > 0 and per = 0."""

    value: fmpq | None
    mechanism: tuple[fmpq, ...]


def check_worst(question: Question, data: object) -> Worst:
    """The exact worst case of a question, if the certificate shows it; else KernelError with the place.

    A finite value v: the mechanism satisfies all conditions and has objective v (where `per` is given,
    objective = v * per and per > 0), so the supremum is at least v; the multipliers show by weak duality
    that objective <= v (objective - v * per <= 0) for every mechanism in question, so it is at most v. No
    finite value: the mechanism satisfies all conditions and has per = 0 < objective, so that objective <= v
    * per holds for no v.
    """
    question = plain(question)
    f = Fields(data, "")
    if f.text("format") != FORMAT or f.index("version") != VERSION:
        raise KernelError(f"a worst case has format {FORMAT!r} and version {VERSION}", "format")
    need(f.text("hash") == question.hash, "the certificate is of another question", "hash")
    stated = f.text("value")
    mechanism = tuple(rational(x, f"mechanism[{i}]") for i, x in enumerate(f.items("mechanism")))
    multipliers = {_row(i): rational(y, f"multipliers.{i}") for i, y in f.mapping("multipliers").items()}
    f.close()
    value = None if stated == "oo" else rational(stated, "value")
    program = question.program(value or ZERO)
    with placed("mechanism"):
        check_point(program, mechanism)
        _attained(question, value, mechanism)
    if value is None:
        need(not multipliers, "where there is no finite value there are no multipliers", "multipliers")
        return Worst(None, mechanism)
    with placed("multipliers"):
        bound = check_multipliers(program, multipliers)
    if not bound <= (value if question.per is None else ZERO):
        raise KernelError(f"the multipliers show no more than {bound}", "multipliers")
    return Worst(value, mechanism)


def _row(name: str) -> int:
    if type(name) is not str or not re.fullmatch("0|[1-9][0-9]{0,7}", name):
        raise KernelError("expected the number of a row", f"multipliers.{name}")
    return int(name)


def _attained(question: Question, value: fmpq | None, mechanism: tuple[fmpq, ...]) -> None:
    above, below = question.value(mechanism)
    if value is None:
        need(below == 0 and above > 0, f"the quotient {above} / {below} is not infinite")
    elif not (below > 0 and above == value * below):
        raise KernelError(f"the mechanism attains {above} / {below}, not {value}")


def judge_worst(question: Question, data: object, bound: str) -> Verdict:
    """Whether a bound holds for every mechanism in question: *checked* (with the world's sizes) or *refuted*.

    The bound is a term without variables, such as `exp(2/5) - 1`; KernelError if it is not certified either
    way.
    """
    worst = check_worst(question, data)
    with placed("bound"):
        right = parse_term(bound)
    need(not right.names, f"the bound {bound} has variables; a bound is a number", "bound")
    need(defined_at([right], {}, frozenset()), f"the bound {bound} is not certified to be defined", "bound")
    about = hashlib.sha256(f"{question.hash} <= {bound}".encode()).hexdigest()
    where = f"{question.world.text}; {question.privacy.text if question.privacy else 'all mechanisms'}"
    if worst.value is None:
        return sealed(REFUTED, f"a mechanism exceeds every bound: {where}", about)
    answer = decide(Relation("<=", num(worst.value), right), {})
    if answer is None:
        raise KernelError(f"it is undecided whether {worst.value} <= {bound}", "bound")
    if answer:
        return sealed(CHECKED, f"at most {worst.value}, attained, for every mechanism: {where}", about)
    return sealed(REFUTED, f"a mechanism has {worst.value} > {bound}: {where}", about)
