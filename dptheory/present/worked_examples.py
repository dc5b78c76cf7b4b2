"""A world as a worked example: what there is, what the claim says there, and both sides as numbers.

A reader who has neither this program nor its words follows the steps by hand. The world and the relation that
holds in it are the kernel's; what stands between is worked out here, from the same lines, for the page alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from flint import arb, fmpq

from ..decimals import interval, lower, upper
from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import NEGATION, exact, free_variables, parse_term, pieces_of, relation, subterms
from ..theory.findings import BROKEN_PROOF, LOOSE, Erratum
from ..theory.numbers import number_of
from ..theory.results import WitnessResult
from .blocks import Block, Known, Listing, Paragraph, Text
from .model import Math, call, rational, symbol
from .model import relation as related
from .spelled import Comparison, Spelled
from .worlds import complete, outcome, world_sentence

DIGITS: Final = (6, 12, 18)
"""How many digits of both sides are shown: as few as show which is larger."""
NOTATION: Final = {
    "P": "Pr is the chance of what stands in brackets, over the draw below it.",
    "E": "𝔼 is the mean of what stands in brackets, over the draw below it.",
    "image": "A law with a draw below it is the law of what stands in brackets, after that draw.",
    "mixture": "A law of laws is drawn from one after the other.",
    "l2laplace": "Lap₂(s) is the law whose density falls like exp(−‖x‖/s).",
    "gammalaw": "Gamma(m, s) is the law of a sum of m independent exponential draws of mean s.",
    "gibbs": "Gibbs(m, f) draws i among 1, ..., m with a chance in proportion to exp(f(i)).",
}
"""Notation in words, by the heads of terms."""
_VALUE: Final = re.compile(r"value\s+([\w']+)\s*=\s*(.+)\Z")
_NUMBER: Final = re.compile(r"value\s+[\w']+\s*=")
_DATA: Final = re.compile(r"data\s+([\w']+)\s*=\s*(.+)\Z")
_OF_DATA: Final = re.compile(r"(value|law)\s+([\w']+)\s*\((\w+)\)\s*=\s*(.+)\Z", re.S)
_FAULTS: Final = (SyntaxProblem, KernelError, ValueError, ZeroDivisionError, IndexError)


@dataclass(frozen=True)
class Case:
    """What a world shows: in a sentence, about `what`, by its text; `changed` says how the right side of that
    was made smaller before."""

    lead: str = "A case in which it fails, with every hypothesis of the text satisfied:"
    what: str = "the claim"
    claim: str = ""
    changed: str = ""


CLAIM: Final = Case()


def case_of(entry: Erratum) -> Case:
    """What the world of a finding shows."""
    if entry.kind == LOOSE:
        lead, what = (
            "Nothing more can be spared, as this case shows:",
            "anything sharper by the factor named above",
        )
        return Case(lead, what, entry.corrected, " made smaller as is said above,")
    if entry.kind == BROKEN_PROOF:
        return Case("A case in which that step fails:", "the step", entry.printed)
    return Case(claim=entry.printed)


def worked(witness: WitnessResult, claim: Spelled | None = None, case: Case = CLAIM) -> list[Block]:
    """The numbered steps, and what comes out."""
    uses = frozenset({"n", "d"} if claim is None else claim.uses)
    entries = [line for line in complete(witness.world) if line in witness.world or line[0] in uses]
    numbers = [entry for entry in entries if _NUMBER.match(entry)]
    steps: list[Text] = [world_sentence(entry) for entry in entries if entry not in numbers]
    if numbers:
        steps.append(_let(numbers))
    if claim is not None:
        if "replace" in uses:
            steps += WorldText(witness.world).steps()
        said = "The sharp form" if case.changed else f"{case.what[0].upper()}{case.what[1:]}"
        steps.append((f"{said} says: ", Known(claim.claim), "."))
        steps += [("Here ", Known(means), ".") for means in claim.means]
        steps += [(words,) for head, words in NOTATION.items() if head in uses]
        bounded = any(line.startswith("within ") for line in witness.world)
        steps += _sides(witness.outcome, claim, case.changed, bounded)
    return [Listing(tuple(steps), numbered=True), Paragraph(_there(witness.outcome, case.what))]


def _let(entries: list[str]) -> Text:
    """The numbers of a world in one sentence."""
    made = [world_sentence(entry) for entry in entries]
    said = [one[1:-1] if one[0] == "Let " else one[:-1] for one in made]
    return ("Let ", *[piece for one in said for piece in (", ", *one)][1:], ".")


def _sides(text: str, claim: Spelled, changed: str, bounded: bool) -> list[Text]:
    """What each side of the one comparison comes to that fails there; nothing where it is not plain which.
    The chance of an event that was only `bounded`, by that of an interval, is at most that."""
    holds = outcome(text)
    if holds is None:
        return []
    needed = NEGATION[holds.text]
    fitting = [one for one in claim.compared if one.relation == needed]
    return _two(holds, fitting[0], changed, "at most " * bounded) if len(fitting) == 1 else []


def _two(holds: Math, compared: Comparison, changed: str, most: str) -> list[Text]:
    left, right = holds.parts
    return [
        ("Its left side, ", Known(compared.left), f", is {most}", left, " there."),
        ("Its right side, ", Known(compared.right), f",{changed} is ", right, " there."),
    ]


def _there(text: str, what: str) -> Text:
    """What comes out: the relation that was needed, the one that holds, and both sides as decimals."""
    holds = outcome(text)
    if holds is None:
        return (text or "There it fails.",)
    needed = Math("relation", holds.parts, NEGATION[holds.text])
    return (f"There {what} would need ", needed, ". But ", holds, *decimals(text), ".")


def decimals(text: str) -> Text:
    """Both sides as decimals, rounded towards each other; nothing where they are numbers already or vary."""
    try:
        found = relation(text)
        if free_variables(found.left) | free_variables(found.right):
            return ()
        if all(
            term.op in ("num", "neg", "div") for side in (found.left, found.right) for term in subterms(side)
        ):
            return ()
        left, right = (number_of(side, {}) for side in (found.left, found.right))
    except _FAULTS:
        return ()
    if not all(arb(side).is_finite() for side in (left, right)):
        return ()
    if found.op in ("=", "!="):
        return (f": the left side is {interval(left)}, the right side {interval(right)}",)
    for digits in DIGITS:
        larger, smaller = (left, right) if found.op in (">", ">=") else (right, left)
        low, high = lower(larger, digits), upper(smaller, digits)
        if float(low) > float(high):
            first, second = (f"at least {low}", f"at most {high}")
            sides = (first, second) if larger is left else (second, first)
            return (f": the left side is {sides[0]}, the right side {sides[1]}",)
    return ()


@dataclass(frozen=True)
class WorldText:
    """The lines of a world with one data set, one record of which is replaced."""

    lines: tuple[str, ...]

    @cached_property
    def values(self) -> dict[str, str]:
        """The numbers by their names."""
        return {found[1]: found[2] for line in self.lines if (found := _VALUE.match(line))}

    @cached_property
    def data(self) -> dict[str, list[str]]:
        """The data sets by their names."""
        return {found[1]: found[2].split(",") for line in self.lines if (found := _DATA.match(line))}

    def steps(self) -> Iterator[Text]:
        """The data set with a record replaced, and what functions and laws of data sets are at both; nothing
        where that is not plain."""
        try:
            yield from self._steps()
        except _FAULTS:
            return

    def _steps(self) -> Iterator[Text]:
        if len(self.data) != 1 or not {"i", "z"} <= self.values.keys():
            return
        ((name, first),) = self.data.items()
        second = list(first)
        second[int(self.values["i"]) - 1] = self.values["z"]
        before, after = symbol(name), Math("replaced", (symbol(name), symbol("i")))
        listed = [piece for item in second for piece in (", ", self._number(item))][1:]
        place, record = self._number(self.values["i"]), self._number(self.values["z"])
        with_it = ("With record ", place, " replaced by ", record, " the data set becomes ")
        yield (*with_it, after, " = (", *listed, ").")
        for line in self.lines:
            found = _OF_DATA.match(line)
            if found is None:
                continue
            kind, head, given, body = found.groups()
            if given == name or re.search(rf"\b{given}\d", body):
                sides = [(before, first), (after, second)]
                parts = [self._at(kind, head, argument, given, body, items) for argument, items in sides]
                if all(parts):
                    yield ("So ", *parts[0], ", and ", *parts[1], ".")

    def _at(self, kind: str, head: str, argument: Math, given: str, body: str, items: list[str]) -> Text:
        """A function or a law of data sets at one data set; nothing where it has no rational values."""
        put = {f"{given}{place}": item for place, item in enumerate(items, 1)}
        here = call(symbol(head), argument)
        if kind == "value":
            value = self._value(body, put)
            return () if value is None else (related(here, "=", _math(value)),)
        chances: dict[fmpq, fmpq] = {}
        for part in pieces_of(body):
            point, weight = (self._value(text, put) for text in part.split(":"))
            if point is None or weight is None:
                return ()
            chances[point] = chances.get(point, fmpq(0)) + weight
        said = [
            (", ", _math(point), " with probability ", _math(weight))
            for point, weight in chances.items()
            if weight
        ]
        return (here, " is ", *[piece for part in said for piece in part][1:])

    def _value(self, text: str, put: Mapping[str, str]) -> fmpq | None:
        """The rational value of a term of a world, with the records of a data set put in."""
        known = {**self.values, **put}
        term = parse_term(text)
        inner = {name: self._value(known[name], {}) for name in free_variables(term) if name in known}
        return exact(term, {name: value for name, value in inner.items() if value is not None})

    def _number(self, text: str) -> Math:
        value = self._value(text, {})
        if value is None:
            raise ValueError(text)
        return _math(value)


def _math(value: fmpq) -> Math:
    return rational(int(value.p), int(value.q))
