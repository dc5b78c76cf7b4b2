"""Reading the text of a world; what is read is evidence, which the kernel evaluates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..kernel.limits import KernelError
from ..kernel.logic.sorts import DATA
from ..kernel.logic.terms import Definition, walk
from ..kernel.logic.theorems import Theorem
from ..kernel.models.worlds import World, parse_world
from ..kernel.syntax import SyntaxProblem
from .outline import Entry, OutlineError

_VALUE: Final = re.compile(r"value\s+([A-Za-z_][\w']*)\s*=(?!=)")


def read_world(entry: Entry, theorem: Theorem, definitions: Mapping[str, Definition]) -> World:
    """A world for a theorem: where that speaks of a data set S, `value S = 0, 1` is `data S = 0, 1`."""
    lines = [child.whole for child in entry.children]
    named = {match[1]: k for k, line in enumerate(lines) if (match := _VALUE.match(line))}
    for name in named.keys() & _data(theorem, definitions) if named.keys() - theorem.variables.keys() else ():
        lines[named[name]] = lines[named[name]].replace("value", "data", 1)
    try:
        return parse_world(tuple(lines))
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
    except ValueError:  # a part of a law that is no pair
        expected = "laws such as 'law D = 0: 1/2, 1: 1/2', points with their weights"
        raise OutlineError(f"expected {expected}, in this world", entry.number) from None


def _data(theorem: Theorem, definitions: Mapping[str, Definition]) -> set[str]:
    """The data sets that a claim quantifies over, itself or in what it is short for."""
    found, met, left = set[str](), set[str](), [theorem.conclusion]
    while left:
        for node, _ in walk(left.pop()):
            if node.head == "lam" and node.sort.args[0] == DATA:
                found.add(node.label)
            elif node.head == "defined" and node.label not in met:
                met.add(node.label)
                left.append(definitions[node.label].body)
    return found
