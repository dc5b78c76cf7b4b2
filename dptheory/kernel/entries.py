"""The text that rules and facts are written in: a list of small theorems, each with its proof in words.

A theorem begins in the first column with its name and its variables. Two spaces, on a new line or not, stand
before each of its parts: `if` its premises, where it has any, with semicolons between them; `then` its
conclusion; `since` its proof. A line that is indented by eight goes on with the one above; one that begins
with # is a heading.
"""

from __future__ import annotations

import re

from .limits import KernelError

Entry = tuple[str, str, tuple[str, ...], str, str]
"""Name, variables, premises, conclusion and proof of a theorem."""


def entries(text: str) -> tuple[Entry, ...]:
    """The theorems of a text, in order.

    >>> entries('''
    ... exp-strict  a b  if a < b  then exp(a) < exp(b)  since exp' > 0
    ... norm-zero  u: vec; v: vec
    ...   if norm(u - v) <= 0
    ...   then u = v
    ...   since A norm is positive off zero.
    ... ''')[1]
    ('norm-zero', 'u: vec; v: vec', ('norm(u - v) <= 0',), 'u = v', 'A norm is positive off zero.')
    """
    plain = re.sub(r"^#.*\n", "", text.strip(), flags=re.MULTILINE)
    return tuple(_entry(block) for block in re.split(r"\n+(?=\S)", re.sub(r"\n {8}", " ", plain)))


def _entry(block: str) -> Entry:
    head, *parts = re.split(r"\s{2,}(if|then|since) ", block)
    name, _, variables = head.partition("  ")
    words, said = parts[::2], parts[1::2]
    if words not in (["if", "then", "since"], ["then", "since"]):
        raise KernelError(f"the theorem {name} has the parts {', '.join(words)}")
    premises = tuple(said[0].split("; ")) if words[0] == "if" else ()
    return name, variables, premises, said[-2], said[-1]
