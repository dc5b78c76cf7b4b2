"""Rules as text, as they stand in `rules.py` and beside it.

A rule is its name and its sorted variables; `if` its premises, if it has any, with semicolons between them;
`then` its conclusion; `since` its proof. A line that is indented further goes on with the one above.
"""

from __future__ import annotations

import re

from ..limits import KernelError

Entry = tuple[str, str, tuple[str, ...], str, str]
"""Name, variables, premises, conclusion and proof of a rule."""


def entries(text: str) -> tuple[Entry, ...]:
    """The rules of a text, which stand apart by an empty line.

    >>> entries('''
    ... nonempty-by-member  H: set(vec); u: vec
    ...   if u in H
    ...   then nonempty(H)
    ...   since u is a member.
    ... ''')[0][2:4]
    (('u in H',), 'nonempty(H)')
    """
    return tuple(_entry(block) for block in re.sub(r"\n {4,}", " ", text.strip()).split("\n\n"))


def _entry(block: str) -> Entry:
    head, *lines = block.split("\n")
    name, _, variables = head.partition("  ")
    words, said = zip(*(line.strip().split(" ", 1) for line in lines), strict=True)
    if words not in (("if", "then", "since"), ("then", "since")):
        raise KernelError(f"the rule {name} has the parts {', '.join(words)}")
    premises = tuple(said[0].split("; ")) if words[0] == "if" else ()
    return name, variables, premises, said[-2], said[-1]
