"""What a page shows of a world: the values that the claim and its hypotheses speak of.

A statement declares names for all its forms, and a world that is like another gives values to all of them;
one that a form does not speak of has no part in what fails there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..kernel.logic import Definition, Expr, Theorem, normal, walk
from ..kernel.models import World
from .statements import Form
from .worlds import apart

ALWAYS = "it would hold in every world"
"""The twin of a definition, which the world refutes that does not satisfy it."""

_NAMED = re.compile(
    r"(?:value|region|law|noise|normal|data)\s+([A-Za-z_][A-Za-z0-9_]*'*)\s*(?:\([^)]*\))?\s*=.*",
    re.DOTALL,
)
_KNOWN_BY_NAME = frozenset({"member"})
"""What a world gives and no formula names: a member of a set that is not empty."""


def is_definition(form: Form) -> bool:
    """Whether a form has a world where its claim holds, and one where it fails."""
    return form.holds is not None and form.fails is not None


def failing(form: Form) -> tuple[World | None, str]:
    """The world in which a form is said to fail, and what it shows in words."""
    if is_definition(form):
        return form.fails, "a world that does not satisfy it"
    return (form.refutation.world, form.refutation.note) if form.refutation else (None, "")


def spoken(world: World, theorem: Theorem, definitions: Mapping[str, Definition]) -> tuple[str, ...]:
    """The lines of a world without the values of names that a theorem does not speak of.

    >>> from .library import load_library
    >>> library = load_library()
    >>> (form,) = [f for f in library.get("wang2019.fact6.advanced").forms if f.name.endswith(".seen")]
    >>> shown = spoken(form.refutation.world, form.theorem, library.definitions)
    >>> [line for line in form.refutation.world.entries if line not in shown]
    ['law K(t, x) = 0: 1', 'law L(t, x) = 0: 1', 'value y(t) = 0', 'value k = 2']
    """
    about = {entry: match for entry in world.entries if (match := _NAMED.fullmatch(entry.strip()))}
    definitions = apart(definitions, theorem, world.values)
    wanted = set(_KNOWN_BY_NAME).union(*(_names(f, definitions) for _, f in theorem.hypotheses))
    wanted |= _names(theorem.conclusion, definitions)
    return tuple(e for e in world.entries if e not in about or about[e][1] in wanted)


def _names(formula: Expr, definitions: Mapping[str, Definition]) -> set[str]:
    """The names that are free in a formula, and those of its quantifiers, which a world may name as well."""
    full = normal(formula, definitions)
    return {node.label for node in walk(full) if node.head == "lam"} | full.names
