"""Answers about one text of statements: what is wrong in it, what a word means, what may stand there.

Nothing here knows of the protocol that editors speak (`server`), and no verdict is given: proofs are checked
by the same run as ``dptheory verify --watch``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from ..kernel.logic import DRAWS, OPERATIONS, PREDICATES, UNARY_REAL, numbered_rules, show
from ..kernel.logic import Rule as LogicRule
from ..theory.diagnosis.faults import Fault
from ..theory.diagnosis.reading import reading_faults
from ..theory.grammar import CITED, REASON, TEXT, WITHIN, Rule, rules
from ..theory.library import TheoryLibrary, load_library
from ..theory.outline import OutlineError
from ..theory.reader import read
from ..theory.statements import Statement

_WORD: Final = re.compile(r"[A-Za-z_][\w.:'-]*")
_LABEL: Final = re.compile(r"^\s+(?:given |presupposed |added |assume )?([A-Za-z0-9_.']+):\s", re.MULTILINE)
_NAMES: Final = re.compile(r"^\s+(?:let|where|take|constant)\s+(.*)$", re.MULTILINE)
BUILT_IN: Final = (*OPERATIONS, *sorted(PREDICATES), *DRAWS, *sorted(UNARY_REAL))
"""Names with a meaning that no text gives them."""


@dataclass(frozen=True)
class Meaning:
    """What a word means, in Markdown."""

    word: str
    text: str


@dataclass
class Editor:
    """Answers about texts that add to the library."""

    library: TheoryLibrary = field(default_factory=load_library)

    @cached_property
    def rules(self) -> dict[str, LogicRule]:
        """The rules of the logic by their names."""
        return {rule.name: rule for rule in numbered_rules()}

    def faults(self, text: str, path: str) -> list[Fault]:
        """What the reader refuses, every fault at its line and column."""
        return reading_faults(text, self.library.definitions, path, self.library.statements)

    def _own(self, text: str) -> Mapping[str, Statement]:
        """The statements of a text that can be read."""
        try:
            return {one.id: one for one in read(text, self.library.definitions).statements}
        except OutlineError:
            return {}

    # -- meanings ----------------------------------------------------------------------------------

    def hover(self, text: str, line: int, column: int) -> Meaning | None:
        """What the word at a place means; lines and columns are counted from 0."""
        lines = text.split("\n")
        if line >= len(lines):
            return None
        found = next((m for m in _WORD.finditer(lines[line]) if m.start() <= column < m.end()), None)
        if found is None:
            return None
        word = found[0].rstrip(".:'-")
        begins = not lines[line][: found.start()].strip()
        said = self._meaning(word, text, line, begins)
        return None if said is None else Meaning(word, said)

    def _meaning(self, word: str, text: str, line: int, begins: bool) -> str | None:
        if begins and word in (words := self._words_at(text, line)):
            return words[word].says
        if word in self.library.definitions:
            return self._definition(word)
        if word in self.rules:
            return _rule(self.rules[word])
        statement = word.partition(":")[0]
        if statement in self.library.statements:
            return _statement(self.library.get(statement))
        if statement in (own := self._own(text)):
            return _statement(own[statement])
        found = (rules(place).get(word) for place in (REASON, WITHIN, CITED))
        return next((rule.says for rule in found if rule), None)

    def _definition(self, word: str) -> str:
        made = self.library.definitions[word]
        parameters = "; ".join(f"{name}: {sort}" for name, sort in made.parameters)
        head = f"{word}({parameters})" if parameters else word
        says = self.library.says.get(word, "")
        return f"```thm\ndefine {head} :=\n    {show(made.body)}\n```\n{says}"

    # -- continuations -----------------------------------------------------------------------------

    def complete(self, text: str, line: int, column: int) -> list[tuple[str, str]]:
        """What may stand at a place, each with a word on what it is."""
        lines = text.split("\n")
        before = lines[line][:column] if line < len(lines) else ""
        if re.search(r"\bby\s+[\w.:-]*\Z", before):
            return list(self._reasons(text))
        if re.search(r"\b(?:from|,)\s*[\w.]*\Z", before) and " from " in before:
            above = "\n".join(self._block(text, line))
            return [
                ("facts", rules(WITHIN)["from"].says),
                *((label, "a line above") for label in _labels(above)),
            ]
        if re.fullmatch(r"\s*[\w-]*", before):
            return [(word, rule.says) for word, rule in self._words_at(text, line).items() if rule.word]
        return list(self._names(text, line))

    def _reasons(self, text: str) -> Iterator[tuple[str, str]]:
        yield from ((word, rule.says) for word, rule in rules(REASON).items())
        yield from ((rule.name, rule.conclusion) for rule in self.rules.values())
        for statement in self._own(text).values():
            yield from ((form.name, statement.title) for form in statement.forms)
        for name in self.library.statements:
            yield name, "a statement of the library"

    def _names(self, text: str, line: int) -> Iterator[tuple[str, str]]:
        block = "\n".join(self._block(text, line))
        for said in _NAMES.findall(block):
            for part in said.split(";"):
                names, _, sort = part.partition(":")
                yield from ((name.strip(), sort.strip(" =") or "declared above") for name in names.split(","))
        yield from ((name, self.library.says.get(name, "")) for name in self.library.definitions)
        yield from ((name, "built in") for name in BUILT_IN)

    def _block(self, text: str, line: int) -> list[str]:
        """The lines of the statement or definition around a line, down to it."""
        lines = text.split("\n")[: line + 1]
        start = max((k for k, one in enumerate(lines) if one.split(" ")[0] in rules(TEXT)), default=0)
        return lines[start:]

    def _words_at(self, text: str, line: int) -> Mapping[str, Rule]:
        """The rules of lines that may stand there, by what it stands under."""
        above, indent = list[str](), 1 << 20
        for one in reversed(self._block(text, line)):
            own = len(one) - len(one.lstrip())
            if own < indent and (one.strip() or not above):
                above, indent = [one.strip(), *above], own
        place = TEXT
        for one in above[:-1]:
            word = one.split()[0]
            rule = rules(place).get("LABEL" if word[-1] == ":" and place != "form" else word.rstrip(":"))
            place = rule.under if rule else ""
        return rules(place)


def _labels(block: str) -> Iterable[str]:
    return dict.fromkeys(_LABEL.findall(block))


def _rule(rule: LogicRule) -> str:
    premises = "".join(f"given  {premise}\n" for premise in rule.premises)
    said = f"{rule.variables}\n{premises}gives  {rule.conclusion}".lstrip("\n")
    return f"rule {rule.number}, {rule.name}\n```thm\n{said}\n```\n{rule.proof}"


def _statement(statement: Statement) -> str:
    claims = "".join(
        f"{form.name.partition(':')[2]}: {show(form.theorem.conclusion)}\n" for form in statement.forms
    )
    return f"**{statement.id}** {statement.title} ({statement.source.work})\n```thm\n{claims}```"
