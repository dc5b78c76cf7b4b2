r"""A document's own macros: read from its text, written out in its formulas, with a bound on how far."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel import SyntaxProblem
from .tokens import ALIASES, Token, tokens

MOST_STEPS: Final = 2_000
MOST_TOKENS: Final = 20_000
_DEFINED: Final = re.compile(
    r"\\(?P<how>(?:re|provide)?newcommand\*?|DeclareMathOperator\*?|def|providecommand\*?|renewcommand\*?)\s*"
    r"\{?\s*(?P<name>\\[A-Za-z]+)\s*\}?\s*(?:\[(?P<count>[0-9])\])?\s*(?:\[(?P<default>[^\]]*)\])?"
    r"(?P<params>(?:#[0-9])*)\s*(?=\{)"
)
_LET: Final = re.compile(r"\\let\s*(?P<name>\\[A-Za-z]+)\s*=?\s*(?P<body>\\[A-Za-z]+|[^\s\\])")
_SIGNS: Final = frozenset((r"\le", r"\ge", r"\ne", "<", ">", r"\implies", r"\iff", r"\wedge", r"\vee"))
"""Signs with several spellings: which of them a formula had is not known any more."""


@dataclass(frozen=True)
class Macro:
    """What stands for a command: its tokens, with #1, #2, ... for what follows it; the first may be
    optional. What gives one spelling of a sign another meaning is not written out.
    """

    count: int
    body: tuple[Token, ...]
    default: tuple[Token, ...] | None = None
    endless: bool = False
    changed: bool = False


def macros(text: str) -> dict[str, Macro]:
    r"""The macros that a text defines; one that cannot be read is no macro, and its use is told where it
    stands.

    >>> sorted(macros(r"\newcommand{\eps}{\varepsilon} \def\half#1{#1/2} \DeclareMathOperator{\v}{Var}"))
    ['\\eps', '\\half', '\\v']
    """
    found: dict[str, Macro] = {}
    for match in _DEFINED.finditer(text):
        end = _closing(text, match.end())
        body = text[match.end() + 1 : end]
        if end < 0 or len(body) > 2_000:
            continue
        if match["how"].startswith("DeclareMathOperator"):
            body = rf"\operatorname{{{body}}}"
        count = int(match["count"] or match["params"].count("#"))
        default = None if match["default"] is None else tuple(tokens(match["default"]))
        _add(found, match["name"], Macro(count, tuple(tokens(body)), default))
    for match in _LET.finditer(text):
        _add(found, match["name"], Macro(0, tuple(tokens(match["body"]))))
    without_end = _endless(found)
    return {name: replace(one, endless=name in without_end) for name, one in found.items()}


def _add(found: dict[str, Macro], name: str, macro: Macro) -> None:
    """Keep a macro; none that says what the command says anyway."""
    read = ALIASES.get(name, name)
    if read in _SIGNS:
        if [token.text for token in macro.body] != [read]:
            found[read] = replace(macro, changed=True)
    else:
        found[name] = macro


def _endless(found: Mapping[str, Macro]) -> frozenset[str]:
    """The macros that take more than MOST_STEPS steps to write out: of those that call themselves, any."""
    steps = dict.fromkeys(found, 0)
    callers: dict[str, list[str]] = {}
    for name, one in found.items():
        for token in one.body:
            if token.text in found:
                callers.setdefault(token.text, []).append(name)
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        taken = 1 + sum(steps.get(token.text, 0) for token in found[name].body)
        if taken > steps[name] and steps[name] <= MOST_STEPS:
            steps[name] = taken
            waiting += callers.get(name, ())
    return frozenset(name for name, taken in steps.items() if taken > MOST_STEPS)


def _closing(text: str, at: int) -> int:
    depth = 0
    for place in range(at, min(len(text), at + 4_000)):
        if text[place] == "\\":
            continue
        if text[place] in "{}" and text[place - 1] != "\\":
            depth += 1 if text[place] == "{" else -1
            if depth == 0:
                return place
    return -1


def expanded(found: Sequence[Token], known: Mapping[str, Macro]) -> list[Token]:
    r"""Tokens with every macro written out, each at the place of its use; raises SyntaxProblem for one
    without end.

    >>> from .tokens import shown
    >>> known = macros(r"\newcommand{\half}[1]{\frac{#1}{2}}")
    >>> shown(expanded(tokens(r"\half{x} + \half y"), known))
    '\\frac{x}{2}+\\frac{y}{2}'
    """
    if not any(token.text in known for token in found):
        return list(found)
    waiting, done, steps = list(reversed(found)), [], 0
    while waiting:
        token = waiting.pop()
        macro = known.get(token.text) if token.kind == "command" else None
        if macro is None:
            done.append(token)
            continue
        if macro.changed:
            said = f"the text gives {token.text}, or a command that is read as it, a meaning of its own"
            raise SyntaxProblem(said, "", token.position)
        steps += 1
        if macro.endless or steps > MOST_STEPS or len(waiting) > MOST_TOKENS:
            raise SyntaxProblem(f"the macro {token.text} expands without end", "", token.position)
        arguments = _arguments(waiting, macro, token)
        waiting.extend(reversed(list(_filled(macro.body, arguments, token.position))))
    return done


def _arguments(waiting: list[Token], macro: Macro, token: Token) -> list[list[Token]]:
    """What follows a macro, taken off what waits."""
    given: list[list[Token]] = []
    if macro.default is not None:
        optional = bool(waiting) and waiting[-1].text == "["
        given.append(_until(waiting, "]", token) if optional else list(macro.default))
    while len(given) < macro.count:
        if not waiting:
            raise SyntaxProblem(f"the macro {token.text} lacks what it is applied to", "", token.position)
        given.append(_until(waiting, "}", token) if waiting[-1].text == "{" else [waiting.pop()])
    return given


def _until(waiting: list[Token], closer: str, token: Token) -> list[Token]:
    waiting.pop()
    inside: list[Token] = []
    depth = 0
    while waiting:
        taken = waiting.pop()
        if depth == 0 and taken.text == closer:
            return inside
        depth += {"{": 1, "}": -1}.get(taken.text, 0)
        inside.append(taken)
    raise SyntaxProblem(f"the formula ends within what {token.text} is applied to", "", token.position)


def _filled(body: Sequence[Token], given: Sequence[Sequence[Token]], position: int) -> Iterator[Token]:
    at = 0
    while at < len(body):
        token = body[at]
        number = body[at + 1].text if token.text == "#" and at + 1 < len(body) else ""
        if number.isdigit() and 0 < int(number) <= len(given):
            yield from given[int(number) - 1]
            at += 2
            continue
        yield replace(token, position=position)
        at += 1


USUAL: Final = macros(r"""
\def\E{\mathbb{E}} \def\R{\mathbb{R}} \def\N{\mathbb{N}} \def\Z{\mathbb{Z}} \def\eps{\varepsilon}
\def\norm#1{\|#1\|} \def\abs#1{\left|#1\right|} \def\Var{\operatorname{Var}} \def\Cov{\operatorname{Cov}}
\def\Prob{\mathbb{P}} \def\ip#1#2{\langle#1,#2\rangle} \def\inner#1#2{\langle#1,#2\rangle}
\def\ceil#1{\lceil#1\rceil} \def\floor#1{\lfloor#1\rfloor} \def\set#1{\{#1\}}
""")
"""What these macros mean in most texts that use them; for such as the document does not define, and told."""
