"""What a source says about the parameters of a bound: its choices, its settings, what holds anyway."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flint import fmpq

from ..kernel import KernelError
from ..kernel.real import Term, exact, free_variables, is_name, parse_term
from .outline import Entry, OutlineError

WORDS = ("abbreviate", "choice", "setting", "trivial", "least")
"""The words with which the lines of a statement begin that are read here."""


@dataclass(frozen=True)
class Choice:
    """A value of one parameter that the source uses; the name says where."""

    parameter: str
    name: str
    value: Term


@dataclass(frozen=True)
class Setting:
    """Values of the parameters at which the source works; the name says what it does not state.

    A value may depend on those before it: ``R = 1, rho = 2*R + 2``.
    """

    name: str
    values: Mapping[str, Term]

    def completed(self, given: Mapping[str, fmpq], needed: frozenset[str]) -> dict[str, fmpq]:
        """The given values, and for those that are needed and missing the source's."""
        found = dict(given)
        for name, value in self.values.items():
            if name in needed and name not in found and (made := exact(value, found)) is not None:
                found[name] = made
        return found


@dataclass(frozen=True)
class Trivial:
    """What holds without the statement: a bound that is not below it says nothing."""

    value: Term
    words: str


@dataclass(frozen=True)
class Parameters:
    """All of that for one statement; abbreviations are used to print closed forms shorter, what is `least`
    need not be given: it is the least number that satisfies its hypotheses. Its words say what that is."""

    abbreviations: Mapping[str, Term] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    settings: tuple[Setting, ...] = ()
    trivial: Trivial | None = None
    least: Mapping[str, str] = field(default_factory=dict)


class ParameterReader:
    """Collects the lines of a statement that speak about parameters."""

    def __init__(self) -> None:
        self.abbreviations: dict[str, Term] = {}
        self.choices: list[Choice] = []
        self.settings: list[Setting] = []
        self.trivial: Trivial | None = None
        self.least: dict[str, str] = {}

    def read(self, entry: Entry, known: frozenset[str]) -> None:
        """Read one line; `known` are the names of the statement's numbers."""
        try:
            reading = {
                "abbreviate": self._abbreviate, "choice": self._choice,
                "setting": self._setting, "trivial": self._trivial, "least": self._least,
            }  # fmt: skip
            reading[entry.word](str(entry.rest), known)
        except (KernelError, ValueError) as error:
            raise OutlineError(str(error), entry.number) from error

    def made(self) -> Parameters:
        """What was read."""
        choices, settings = tuple(self.choices), tuple(self.settings)
        return Parameters(dict(self.abbreviations), choices, settings, self.trivial, dict(self.least))

    def _abbreviate(self, text: str, known: frozenset[str]) -> None:
        name, sign, body = text.partition(":=")
        if not sign or not is_name(name.strip()) or name.strip() in {*known, *self.abbreviations}:
            raise ValueError("expected 'abbreviate name := term' with a name that is not in use")
        self.abbreviations[name.strip()] = _term(body, known)

    def _choice(self, text: str, known: frozenset[str]) -> None:
        head, sign, body = text.rpartition(": ")
        parameter, _, name = head.partition(" ")
        if not sign or parameter not in known or not name.strip():
            raise ValueError("expected 'choice parameter NAME: term' with a parameter of the statement")
        self.choices.append(Choice(parameter, name.strip(), _term(body, known - {parameter})))

    def _setting(self, text: str, known: frozenset[str]) -> None:
        name, sign, body = text.rpartition(": ")
        if not sign:
            raise ValueError("expected 'setting NAME: n = 3000, eps = 1/10'")
        values: dict[str, Term] = {}
        for part in body.split(","):
            key, equals, number = part.partition("=")
            if not equals or key.strip() not in known or key.strip() in values:
                raise ValueError(f"expected 'parameter = number', found {part.strip()!r}")
            values[key.strip()] = _term(number, frozenset(values))
        self.settings.append(Setting(name.strip(), values))

    def _trivial(self, text: str, known: frozenset[str]) -> None:
        body, sign, words = text.partition(" : ")
        if not sign or self.trivial is not None:
            raise ValueError("expected one 'trivial term : words'")
        self.trivial = Trivial(_term(body, known), words.strip())

    def _least(self, text: str, known: frozenset[str]) -> None:
        name, sign, words = (part.strip() for part in text.partition(" : "))
        if not sign or name not in known or name in self.least:
            raise ValueError("expected 'least parameter : words' with a parameter of the statement")
        self.least[name] = words


def _term(text: str, known: frozenset[str]) -> Term:
    made = parse_term(text.strip())
    strangers = sorted(free_variables(made) - known)
    if strangers:
        raise ValueError(f"{text.strip()!r} mentions {', '.join(strangers)}, unknown here")
    return made
