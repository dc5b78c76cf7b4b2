"""Theorems: what is claimed under which hypotheses, the hash and the text of that, and what a citation takes.

The text is ASCII and reads back as the very theorem: it says what exactly was proved. A line each: the name,
the version of the logic, the definitions that the formulas speak of, each over those above it, ``exists C >
0`` for a constant, ``forall x: SORT`` for a variable, ``if LABEL: FORMULA``, ``then FORMULA``, the hashes of
what its proof cites, and the hash of it all but the name. It says: there are positive constants such that
for all values of the variables what stands after ``if`` implies what stands after ``then``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..limits import KernelError, need
from ..syntax import placed
from ..verdicts import CITED, PROVED, PROVED_GIVEN, Verdict, is_sealed
from .grammar import Scope, formula, term
from .printing import show
from .sorting import check_formula, check_sort, check_term
from .sorts import CONSTANTS, REAL, Sort, declared, is_name, parse_sort
from .terms import Definition, Definitions, Expr, normal, walk

SEMANTICS = "dptheory statements 2"
"""The version of the meaning of statements; every hash covers it."""

IDENTIFIER = r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*"
_FORM = re.compile(f"{IDENTIFIER}:{IDENTIFIER}")


@dataclass(frozen=True)
class Theorem:
    """A schema: for all values of the variables, the hypotheses imply the conclusion.

    With `constants` it says: there are positive numbers, one for all values of the variables, for
    which it does (the constant of an O). Such a schema is not cited, only tried.
    """

    name: str
    variables: Mapping[str, Sort]
    hypotheses: tuple[tuple[str, Expr], ...]
    conclusion: Expr
    constants: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """A theorem with the kernel's verdict on it, and the hashes of the forms that its proof cites."""

    theorem: Theorem
    verdict: Verdict
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class Library:
    """What derivations may use: definitions, each over those above it, and forms with their verdicts."""

    definitions: Mapping[str, Definition]
    forms: Mapping[str, Judged]
    _cited: dict[str, Judged] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        above: dict[str, Definition] = {}
        for name, definition in self.definitions.items():
            above[name] = _checked_definition(name, definition, above)
        object.__setattr__(self, "definitions", MappingProxyType(above))

    def cited(self, name: str) -> Judged:
        """The form of a name, if it may be cited: the kernel proved it, or found it cited with a model.

        The verdict has to be the kernel's own, and about this very theorem.
        """
        judged = self.forms.get(name)
        if judged is None:
            raise KernelError(f"no rule or statement {name!r}")
        if self._cited.get(name) is judged:
            return judged
        verdict, theorem = judged.verdict, judged.theorem
        if theorem.name != name or _FORM.fullmatch(name) is None:
            raise KernelError(f"{name!r} is not how a form is named: STATEMENT:FORM")
        need(not theorem.constants, f"{name} has a constant that is not given")
        if verdict.status not in (PROVED, PROVED_GIVEN, CITED):
            raise KernelError(f"{name} is {verdict.status}: only what is proved or cited can be used")
        check_theorem(theorem, self)
        if not is_sealed(verdict) or verdict.about != theorem_hash(theorem, self.definitions, judged.cites):
            raise KernelError(f"the verdict on {name} is about something else")
        self._cited[name] = judged
        return judged


def theorem_hash(theorem: Theorem, definitions: Mapping[str, Definition], cited: Sequence[str] = ()) -> str:
    """SHA-256 of what a theorem says and rests on: the version of the logic's meaning, sorts, hypotheses
    and conclusion with every definition unfolded, constants, and the hashes of the theorems cited.

    Of every formula it covers the text and the term: two terms that were printed alike would still differ.
    """

    def said(statement: Expr) -> list[str]:
        made = normal(statement, definitions)
        return [show(made), made.key.hex()]

    hypotheses = [[label, *said(given)] for label, given in theorem.hypotheses]
    sorts = [[name, str(sort)] for name, sort in sorted(theorem.variables.items())]
    conclusion = said(theorem.conclusion)
    content = [SEMANTICS, sorts, hypotheses, conclusion, list(theorem.constants), sorted(cited)]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def check_theorem(theorem: Theorem, library: Library) -> None:
    """Raise KernelError unless a theorem is formulas over its own variables, of the sorts declared."""
    exact = type(theorem) is Theorem and type(library) is Library
    need(exact and {type(theorem.hypotheses), type(theorem.constants)} == {tuple}, "parts of other kinds")
    for name, sort in theorem.variables.items():
        need(is_name(name), f"{name!r} is no name, or it has a meaning of its own")
        check_sort(sort)
    for name in theorem.constants:
        need(theorem.variables.get(name) == REAL, f"the constant {name!r} is a real variable")
    need(len(set(theorem.constants)) == len(theorem.constants), "a constant is named once")
    for _, said in (*theorem.hypotheses, ("", theorem.conclusion)):
        check_formula(said, theorem.variables, library.definitions)
        strangers = sorted(said.names - theorem.variables.keys() - CONSTANTS.keys())
        need(not strangers, f"the statement does not declare {', '.join(strangers)}")


def _checked_definition(name: str, definition: Definition, above: Definitions) -> Definition:
    """The definition, a sorted term over its parameters, n, d, and those above it, with its body unfolded."""
    need(name == definition.name and is_name(name), f"{name!r} is no name, or it has a meaning of its own")
    parameters = dict(definition.parameters)
    need(len(parameters) == len(definition.parameters), f"{name} has two parameters of one name")
    for parameter, sort in parameters.items():
        need(is_name(parameter), f"{parameter!r} cannot name a parameter of {name}")
        check_sort(sort)
    check_term(definition.body, parameters, above)
    strangers = sorted(definition.body.names - parameters.keys() - CONSTANTS.keys())
    need(not strangers, f"{name} mentions {', '.join(strangers)}")
    return Definition(name, tuple(parameters.items()), definition.body, normal(definition.body, above))


def refuse_quantified_events(made: Expr) -> None:
    """Events, integrands, densities and kernels are free of quantifiers, so that they are measurable by
    construction; raises KernelError. What hides a quantifier counts as one: that a set is closed, that two
    functions are equal."""
    for node in walk(made):
        place = _DRAWN.get(node.head)
        if place is not None and any(_quantifies(inner) for inner in walk(node.args[place])):
            raise KernelError("a quantifier inside an expectation or an event")


_DRAWN = {
    "E": 1, "P": 1, "image": 1, "mixture": 1, "integrable": 1, "density": 1, "ratio": 2, "chain": 1,
    "gibbs": 1,
}  # fmt: skip
"""The argument of each that is a function of what is drawn."""
_HIDDEN = frozenset({"forall", "exists", "integrable", "density", "ratio", "closed"})


def _quantifies(node: Expr) -> bool:
    return node.head in _HIDDEN or (
        node.head in ("eq", "ne") and any(a.sort.name in ("->", "law") for a in node.args)
    )


def used_definitions(formulas: Iterable[Expr], definitions: Mapping[str, Definition]) -> list[str]:
    """The definitions that formulas speak of, and those that these speak of, in order."""
    ahead, found = [*formulas], set[str]()
    while ahead:
        for node in walk(ahead.pop()):
            if node.head == "defined" and node.label not in found:
                found.add(node.label)
                ahead.append(definitions[node.label].body)
    return [name for name in definitions if name in found]


def theorem_text(theorem: Theorem, definitions: Mapping[str, Definition], cited: Sequence[str] = ()) -> str:
    """The text of a theorem whose proof cites what has these hashes; its last line is the theorem's hash."""
    said = theorem_hash(theorem, definitions, cited)  # first: it refuses what would be too long to be shown
    lines = [f"theorem {theorem.name}", f"logic {SEMANTICS}"]
    for name in used_definitions([*(h for _, h in theorem.hypotheses), theorem.conclusion], definitions):
        given = "; ".join(f"{parameter}: {sort}" for parameter, sort in definitions[name].parameters)
        lines.append(f"define {name}({given}) := {show(definitions[name].body)}")
    lines += [f"exists {name} > 0" for name in theorem.constants]
    others = sorted(theorem.variables.keys() - {*theorem.constants})
    lines += [f"forall {name}: {theorem.variables[name]}" for name in others]
    lines += [f"if {label}: {show(given)}" for label, given in theorem.hypotheses]
    lines += [f"then {show(theorem.conclusion)}", *(f"cites {one}" for one in sorted(cited))]
    return "\n".join([*lines, f"hash {said}", ""])


def theorem_from_text(text: str) -> Theorem:
    """The theorem that a text says; raises KernelError unless it is that theorem's text to the letter."""
    definitions, variables = dict[str, Definition](), dict[str, Sort]()
    said: dict[str, list[str]] = {"theorem": [""], "cites": []}
    given, claims = list[tuple[str, Expr]](), list[Expr]()
    with placed(""):
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            name, _, after = rest.partition(": ")
            if word == "define":
                head, _, body = rest.partition(" := ")
                name, _, listed = head.removesuffix(")").partition("(")
                parameters = declared(listed)
                made = term(body, Scope(parameters, definitions))
                definitions[name] = Definition(name, tuple(parameters.items()), made)
            elif word == "forall":
                variables[name] = parse_sort(after)
            elif word == "if":
                given.append((name, formula(after, Scope(variables, definitions))))
            elif word == "then":
                claims.append(formula(rest, Scope(variables, definitions)))
            else:
                said.setdefault(word, []).append(rest)
                if word == "exists":
                    variables[rest.removesuffix(" > 0")] = REAL
    need(len(claims) == 1 and text.isascii(), "a text that is no theorem's: it is ASCII, with one claim")
    constants = tuple(name.removesuffix(" > 0") for name in said.get("exists", ()))
    theorem = Theorem(said["theorem"][-1], variables, tuple(given), claims[0], constants)
    library = Library(definitions, {})
    check_theorem(theorem, library)
    again = theorem_text(theorem, library.definitions, said["cites"])
    need(again == text, "a text that says another theorem")
    return theorem


def hash_of_text(theorem: Theorem, definitions: Mapping[str, Definition], cited: Sequence[str] = ()) -> str:
    """The hash of a theorem; raises KernelError unless its text reads back as the very theorem."""
    text = theorem_text(theorem, definitions, cited)
    try:
        theorem_from_text(text)
    except KernelError as error:
        raise KernelError(f"its text does not read back: {error.message}") from None
    return text.split()[-1]
