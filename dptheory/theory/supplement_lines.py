"""Lines of a statement that say what is worked out beside it, and for which rates it answers a question.

    worst-case stability printed sharp
    worst-case stability-of-losses at most 2*B*(exp(eps) - 1)/(exp(eps) + 1)
    working thresholds n = 2, ratio = 8/5
    answers some-not for δ(n) = o(1/n²): below exp(-n), n**(-3); at most 1/(97*n)

They are no part of what is claimed, and no hash of a form covers them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..kernel.real import free_variables, parse_term
from .grammar import rules
from .lazy import placed
from .outline import Entry, OutlineError

if TYPE_CHECKING:
    from ..constructions.phase import Result

WORDS: Final = ("worst-case", "working", "answers")
KEYS: Final = {
    "thresholds": ("n, ratio", "n, eps"),
    "samples-in-order": ("sizes, eps", "sizes, eps, factor"),
    "phases": ("rates",),
}
"""What is worked out, and the keys of a line that asks for it."""
LETTERS: Final = {"del": "delta", "K": "k", "xi1": "xi"}
"""The letters of finite worlds, by those of statements where they are others."""
OWN: Final = frozenset({"eps", "delta", "gam", "xi", "B", "k", "m", "n"})


@dataclass(frozen=True)
class WorstCase:
    """A quantity of `finite.lemmas` whose worst cases stand beside the bounds of forms, or a bound."""

    quantity: str
    forms: tuple[str, ...] = ()
    bound: str = ""

    @property
    def text(self) -> str:
        return f"{self.quantity} {' '.join(self.forms) or f'at most {self.bound}'}"


@dataclass(frozen=True)
class Work:
    """A working by its kind, for values of its keys."""

    kind: str
    values: Mapping[str, str]


def read(
    entries: Iterable[Entry], statement: str, forms: Iterable[str]
) -> tuple[WorstCase | Work | Result, ...]:
    """What such lines of a statement say; its forms have these names. Raises OutlineError with the cause."""
    labels = [name.partition(":")[2] for name in forms]
    return tuple(_line(entry, statement, labels) for entry in entries if entry.word in WORDS)


def _line(entry: Entry, statement: str, labels: Iterable[str]) -> WorstCase | Work | Result:
    with placed(entry, ""):
        if entry.word == "working":
            return _work(entry)
        return _answer(entry, statement) if entry.word == "answers" else _worst_case(entry, labels)


def _unknown(entry: Entry, what: str, given: str, known: Iterable[str]) -> OutlineError:
    names = list(known)
    near = get_close_matches(given, names, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(names)}"
    return OutlineError(f"no {what} {given!r}; {hint}", entry.number)


def _worst_case(entry: Entry, labels: Iterable[str]) -> WorstCase:
    from ..finite.lemmas import QUANTITIES, SLACK

    name, _, rest = str(entry.rest).partition(" ")
    if name not in QUANTITIES:
        raise _unknown(entry, "quantity", name, QUANTITIES)
    if not rest:
        raise OutlineError("expected 'worst-case QUANTITY FORM' or '... at most TERM'", entry.number)
    if not rest.startswith("at most "):
        forms = tuple(rest.split())
        if len(forms) > 1 and QUANTITIES[name].reading == SLACK:
            raise OutlineError(f"'worst-case {name}' is asked for at the e^ε′ of one form", entry.number)
        if strangers := [label for label in forms if label not in labels]:
            raise _unknown(entry, "form", strangers[0], labels)
        return WorstCase(name, forms)
    found = WorstCase(name, (), rest.removeprefix("at most "))
    known = OWN | LETTERS.keys()
    if strangers := sorted(free_variables(parse_term(found.bound)) - known):
        raise _unknown(entry, "letter of finite worlds", strangers[0], sorted(known))
    return found


def _work(entry: Entry) -> Work:
    from ..constructions.phase import rate_of
    from ..finite.settings import exact

    kind, _, rest = str(entry.rest).partition(" ")
    if kind not in KEYS:
        raise _unknown(entry, "working", kind, KEYS)
    parts = [part.partition(" = ") for part in rest.split(", ")] if rest else []
    found = ", ".join(key for key, _, _ in parts)
    if found not in KEYS[kind] or not all(value for _, _, value in parts):
        needed = "' or '".join(KEYS[kind])
        raise OutlineError(f"'working {kind}' has values of '{needed}', found {found!r}", entry.number)
    made = Work(kind, {key: value.strip() for key, _, value in parts})
    if strangers := sorted(free_variables(parse_term(made.values.get("factor", "0"))) - {"gam", "eps"}):
        raise _unknown(entry, "letter of the factor", strangers[0], ("gam", "eps"))
    numbers = ((key, value) for key, value in made.values.items() if key != "factor")
    for key, part in ((key, part) for key, value in numbers for part in value.split()):
        number = rate_of(part) if key == "rates" else exact(key, part)
        if key in ("n", "sizes") and not part.isdecimal():
            raise BadInput(f"{key} = {number}", "a whole number", f"{key} = 2")
    return made


def _answer(entry: Entry, statement: str) -> Result:
    from ..constructions.phase import ANSWERS, COMPARED, Result, rate_of

    said = rules("statement")["answers"].read(entry)
    answer = str(said["ANSWER"])
    if answer not in ANSWERS:
        raise _unknown(entry, "answer", answer, ANSWERS)
    compared = list[tuple[str, str]]()
    for part in said["RATES"].split("; ") if said["RATES"] else ():
        word = next((word for word in COMPARED if part.startswith(f"{word} ")), None)
        if word is None:
            raise _unknown(entry, "comparison", part.split()[0], COMPARED)
        compared += [(word, rate.strip()) for rate in part.removeprefix(word).split(",")]
    for _, rate in compared:
        rate_of(rate)
    return Result(ANSWERS[answer], str(said["RANGE"].strip()), statement, tuple(compared))
