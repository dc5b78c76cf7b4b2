"""What `chain` can speak of: its properties, combinators and rules, one line each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten

from ..calculus.algorithms import COMBINATORS
from ..calculus.kinds import KINDS, RANDOMISED, RANDOMISED_WORDS, SILENT, order_names, rate_names
from ..calculus.rules import has_rules
from ..theory.blocks import DEFINE
from .answers import Answers

WIDTH, NAME = 110, 34
_SAYS = re.compile(r"^  says (.*)$", re.MULTILINE)
_HEAD = re.compile(r"define \w+\((.*?)\) :=", re.DOTALL)


def words() -> str:
    """The lists, from the texts of the library; which statements are rules is recorded, or read off them."""
    answers = Answers()
    defined = {one.name: one.text for one in answers.texts.everything() if one.word == DEFINE}
    lines = ["properties   scope: uniform, D or always; a goal may leave rates out; B: PROPERTY says it of B"]
    lines += _properties(defined)
    lines.append("algorithms   A stands for one where none is named")
    lines += [_line(_call(name, defined[name]), _said(defined[name])) for name in COMBINATORS]
    lines.append("rules        statements of the library; dptheory show NAME")
    lines += [_line(name, title) for name, title in _rules(answers)]
    return "\n".join(lines)


def _properties(defined: dict[str, str]) -> Iterator[str]:
    for kind in KINDS:
        if kind.definition in SILENT:
            continue
        names = (*order_names(kind), *rate_names(kind))
        inner = [*names, *(["0"] if names == ("eps",) else []), *(["scope"] if kind.scope else [])]
        said = _said(defined[kind.definition])
        says = said if kind.sort in (None, RANDOMISED) else f"of {RANDOMISED_WORDS[kind.sort]}: {said}"
        yield _line(f"{kind.word}({', '.join(inner)})" if inner else kind.word, says)


def _call(name: str, text: str) -> str:
    head = _HEAD.match(text)
    groups = re.findall(r"(\w+(?:, \w+)*):", head.group(1)) if head else []
    return f"{name}({', '.join(groups)})"


def _said(text: str) -> str:
    found = _SAYS.search(text)
    return re.sub(r"[{}]", "", found.group(1)) if found else ""


def _line(name: str, says: str) -> str:
    start = f"  {name:<{NAME}} "
    return start + shorten(says, max(WIDTH - len(start), 20), placeholder=" ...")


def _rules(answers: Answers) -> Iterator[tuple[str, str]]:
    for name in answers.names:
        entry = answers.entry(name)
        if entry is None:
            statement = answers.library.get(name)
            derives, title = has_rules(statement, answers.library.definitions), statement.title
        elif derives := bool(entry.found.get("rules")):
            title = answers.known([name])[0].result.title
        if derives:
            yield name, title
