"""A link that fails: false, without a condition, or a requirement; and the nearest true relation."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from flint import fmpq

from ..kernel import PROVED, KernelError
from ..kernel.real import FLIPPED, Claim, Compound, enclose, print_term
from ..present.reading import read_said
from .questions import Answer, Asking, Question


def failing(
    question: Question,
    claim: Claim | Compound,
    ask: Asking,
    reason: str,
    witness: object,
    usual: Sequence[str],
) -> Answer:
    """A link that fails under the conventions: whether one more condition makes it true; else it is false,
    where the
    text says what all of its names are.
    """
    point = tuple(sorted((k, str(v)) for k, v in witness.items())) if isinstance(witness, dict) else ()
    if question.before or not question.refutable:
        return Answer(
            "unknown",
            f"fails at a point, but the text may choose what it speaks of ({reason})",
            effort=ask.spent,
        )
    if "not defined" in reason or "undefined" in reason:
        return Answer(
            "unknown",
            f"a side has no value at a point that the text allows ({reason})",
            witness=point,
            effort=ask.spent,
        )
    if isinstance(claim, Claim):
        named = {variable.name for variable in claim.variables}
        if not named <= set(question.bound) and (told := _strange(claim)):
            return Answer("unknown", f"{told} ({reason})", effort=ask.spent)
        if claim.relation.op != "=":
            for needs in _candidates(claim, (*question.given, *usual)):
                if (
                    read_said(needs) != read_said(question.claim)
                    and ask([*usual, needs], effort=ask.question.effort // 5).verdict.status == PROVED
                ):
                    if named <= set(question.bound):  # the text says that it is of all values
                        return Answer(
                            "refuted", reason, tuple(usual), witness=point, needs=needs, effort=ask.spent
                        )
                    words = f"holds under one more condition, which the text does not state: {needs}"
                    return Answer(
                        "unknown", words, tuple(usual), witness=point, needs=needs, effort=ask.spent
                    )
        if unsaid := _unsaid(claim, question):
            words = f"a requirement on {unsaid}, of which the text says nothing before ({reason})"
            return Answer("unknown", words, tuple(usual), witness=point, effort=ask.spent)
        if not question.least and (name := _required(claim, question, witness)):
            words = (
                f"a requirement on {name} that the text does not state: it holds for large {name} ({reason})"
            )
            needs = f"{name} large enough"
            return Answer("unknown", words, tuple(usual), witness=point, needs=needs, effort=ask.spent)
    near = _nearest(claim, ask, usual) if isinstance(claim, Claim) else ""
    return Answer("refuted", reason, tuple(usual), witness=point, nearest=near, effort=ask.spent)


def _strange(claim: Claim) -> str:
    """Why a claim that fails may not say all that its text does: names that only one side speaks of."""
    left, right = claim.relation.left.names, claim.relation.right.names
    mine, other = sorted(left - right), sorted(right - left)
    if mine and other:
        how = "the sides speak of different names" if not left & right else "each side has names of its own"
        names = ", ".join(sorted((*mine, *other)))
        return f"{how} ({names}): a requirement, or a definition seems to be missing"
    if claim.relation.op == "=" and left and right and (mine or other):
        return f"only one side speaks of {', '.join(mine or other)}: a definition seems to be missing"
    return ""


def _unsaid(claim: Claim, question: Question) -> str:
    """A name without a condition in the text, where an inequality bounds an expression by a number."""
    left, right = claim.relation.left.names, claim.relation.right.names
    if claim.relation.op == "=" or (left and right):
        return ""
    said = set(re.findall(r"[A-Za-z_]\w*'*", " ".join((*question.given, *question.bound))))
    return next(iter(sorted((left | right) - said)), "")


def _required(claim: Claim, question: Question, witness: object) -> str:
    """A name on one side alone, of which the text says nothing, for whose large values a relation holds where
    it fails; else empty.
    """
    left, right = claim.relation.left.names, claim.relation.right.names
    said = set(re.findall(r"[A-Za-z_]\w*'*", " ".join((*question.given, *question.bound))))
    point: Mapping[str, fmpq] = witness if isinstance(witness, dict) else {}
    for name in sorted((left ^ right) - said) if point else ():
        if all(_holds(claim, {**point, name: max(point[name], fmpq(1)) * k}) for k in (10, 30, 100)):
            return name
    return ""


def _holds(claim: Claim, point: dict[str, fmpq]) -> bool:
    """Whether the kernel sees an inequality true at a point."""
    box = {name: (x, x) for name, x in point.items()}
    try:
        left, right = enclose(claim.relation.left, box), enclose(claim.relation.right, box)
    except (KernelError, ArithmeticError):
        return False
    return bool(left < right if claim.relation.op in ("<", "<=") else left > right)


FACTORS: Final = ("2", "1/2", "-1", "4", "1/4", "3", "1/3", "8", "1/8")
"""Factors that are lost oftenest."""


def _nearest(claim: Claim, ask: Asking, usual: Sequence[str]) -> str:
    """The nearest true relation: the other direction, one factor, another sign, an inverse, a square."""
    left, right, sign = print_term(claim.relation.left), print_term(claim.relation.right), claim.relation.op
    factors = FACTORS if sign == "=" else [f for f in FACTORS if f != "-1"]  # of signs alone nothing follows
    tries = [f"{left} {sign} {factor}*({right})" for factor in factors]
    tries += [f"{left} {sign} {changed}" for changed in (f"1/({right})", f"({right})**2", f"sqrt({right})")]
    if sign == "=":
        tries += [f"({left})**2 = {right}", f"{left} <= {right}", f"{left} >= {right}"]
    else:
        tries.insert(0, f"{left} {FLIPPED[sign]} {right}")
    effort = ask.question.effort // 10
    proved = (one for one in tries if ask(usual, one, effort).verdict.status == PROVED)
    found = next(proved, "")
    return read_said(found)[0] if found else ""


def _candidates(claim: Claim, known: Sequence[str]) -> Iterator[str]:
    """Bounds of one variable, simplest first, then of one by another; none that leaves it one value beside
    what is known.
    """
    bounded = " ".join(known)
    names = [variable.name for variable in claim.variables[:4]]
    for name in names:
        for one, other in ((f"{name} >= 0", f"{name} <= 0"), (f"{name} <= 1", f"{name} >= 1")):
            yield from (a for a, b in ((one, other), (other, one)) if b not in bounded)
    if len(names) < 4:
        yield from (f"{x} {sign} {y}" for x, y in itertools.combinations(names, 2) for sign in ("<=", ">="))
