"""The best whole value of a parameter that is a number of steps: the better neighbour of the real optimum.

A bound p/x + q + s*x is convex in x > 0. Over whole x >= 1 it is least at a whole number next to sqrt(p/s);
which one, and that no other is better, is a statement with a derivation, verified like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flint import arb, fmpq

from ..errors import BadInput
from ..kernel import Verdict
from ..kernel.real import Relation, Term, num, print_term, replace_terms, substitute, var
from .bounds import Bound
from .certificates import Certificates
from .library import TheoryLibrary, extended
from .numbers import number_of
from .verification import verify

_PAGE = """statement {id}
  title  the least value over whole numbers
  kind   lemma
  let    {x}: int
  form printed
    given steps: {x} >= 1
    claim {q}
    proof below, at and above {k}
{lines}
    model
      value {x} = {k}
"""
_ABOVE = """      up: {k} < {x} by assume
      up1: {k} + 1 <= {x} by calc from up
      up2: {x} >= {next} by calc from up1
      up3: {q} by calc from up2
      up4: {k} < {x} implies {q} by intro from up3
      lo: {x} <= {k} by assume
"""
_BELOW = """      eq: {k} <= {x} by assume
      eq1: {x} = {k} by calc from lo, eq
      eq2: {same} by calc
      eq3: {q} by rewrite from eq2, eq1
      eq4: {k} <= {x} implies {q} by intro from eq3
      lt: {x} < {k} by assume
      lt1: {x} + 1 <= {k} by calc from lt
      lt2: {x} <= {last} by calc from lt1
      lt3: {q} by calc from lt2, steps
      lt4: {x} < {k} implies {q} by intro from lt3
      lo1: {q} by order-cases from eq4, lt4 with x := {k}; y := {x}; q := {q}
"""
_FIRST = """      eq1: {x} = {k} by calc from lo, steps
      eq2: {same} by calc
      lo1: {q} by rewrite from eq2, eq1
"""
_END = """      lo2: {x} <= {k} implies {q} by intro from lo1
      end: {q} by order-cases from lo2, up4 with x := {x}; y := {k}; q := {q}"""


@dataclass(frozen=True)
class Whole:
    """The best whole value of a parameter at a setting, the bound there, and whether that is certified."""

    place: int
    value: arb | fmpq
    verdict: Verdict
    text: str


def relaxed(bound: Bound, over: str) -> Bound:
    """The bound with a whole parameter x >= 1 made real and positive: its infimum can only fall.

    Raises BadInput where other conditions than x >= 1 speak of the parameter.
    """
    about = [c for c in bound.conditions if over in c.variables()]
    least = Relation(">=", var(over), num(1))
    for condition in about:
        if condition.text != least.text:
            raise BadInput(
                f"--over {over}, an integer with {condition.text}",
                f"an integer of which only {least.text} is asked", f"dptheory bound --solve-for {over}",
            )  # fmt: skip
    kept = tuple(c for c in bound.conditions if over not in c.variables())
    positive = Relation(">", var(over), num(0))
    return replace(bound, conditions=(*kept, positive), integers=bound.integers - {over})


def best_whole(
    library: TheoryLibrary, bound: Bound, over: str, place: Term, values: Mapping[str, fmpq],
    certificates: Certificates | None = None,
) -> Whole:  # fmt: skip
    """The better whole neighbour of the real optimum at a setting, certified against all whole numbers.

    >>> from .library import load_library
    >>> from .bounds import read_bound
    >>> library = load_library()
    >>> bound = read_bound(library, library.get("chaudhuri2020.section2.2.best-steps"))
    >>> at = {name: fmpq(1) for name in ("d", "G", "R")} | {"n": fmpq(100), "B": fmpq(1)}
    >>> from ..kernel.real.grammar import parse_term
    >>> found = best_whole(library, bound, "m", parse_term("n*B/(4*sqrt(d*(d + 1)))"), at)
    >>> found.place, found.value, found.verdict.status
    (18, 1273/11250, 'proved')
    """
    low = max(1, int(arb(number_of(place, values)).mid().floor().fmpz()))
    there = {k: number_of(bound.term, {**values, over: fmpq(k)}) for k in (low, low + 1)}
    k = low if arb(there[low]).mid() <= arb(there[low + 1]).mid() else low + 1
    text = _page(f"{bound.form.name.replace(':', '.')}.whole.{over}", bound, over, k, values)
    name = text.split(None, 2)[1]
    result = verify(extended(library, text, name), [name], certificates=certificates or Certificates())[0]
    return Whole(k, there[k], result.forms[0].verdict, text)


def _page(name: str, bound: Bound, over: str, k: int, values: Mapping[str, fmpq]) -> str:
    """The statement that the bound is nowhere less than at k."""
    term = replace_terms(bound.term, {var(name).key: num(x) for name, x in values.items()})
    at = substitute(term, {over: num(k)})
    parts = {
        "id": name, "x": over, "k": str(k), "next": str(k + 1), "last": str(k - 1),
        "q": f"{print_term(term)} >= {print_term(at)}", "same": f"{print_term(at)} >= {print_term(at)}",
    }  # fmt: skip
    lines = (_ABOVE + (_FIRST if k == 1 else _BELOW) + _END).format(**parts)
    return _PAGE.format(lines=lines, **parts)
