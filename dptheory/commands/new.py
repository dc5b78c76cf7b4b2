"""``new SOURCE``: a folder for a source, with a first statement that can be verified at once."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from ..errors import BadInput
from ..files import folder_at, write_whole
from ..theory.blocks import Texts
from ..theory.statements import is_identifier
from .output import answer, answer_json

FIRST: Final = """\
# Statements of {source}. What the words mean: docs/STATEMENTS.md. Check them with
#   dptheory verify --watch {source}/

define small(x: real; r: real) := x <= r
  says x is at most r

statement {source}.lemma1
  title  the sum of two small numbers
  source {source}, Lemma 1
  quote  The sum of two small numbers is small.
  let    x, y, r: real
  form printed
    given first: small(x, r)
    given second: small(y, r)
    claim small(x + y, 2*r)
    proof by adding
      1: x + y <= 2*r by calc from first, second
    model
      value x = 1
      value y = 1
      value r = 1
  twin of printed: the constant 2 replaced by 199/100
    claim small(x + y, 199/100*r)
    world
      value x = 1
      value y = 1
      value r = 1
"""


def fresh(name: str) -> Path:
    """The folder of a new source; raises BadInput for a name that is none or is taken."""
    folder = Path(name)
    if not is_identifier(name) or "." in name:
        raise BadInput(f"the name {name!r}", "ASCII letters, digits, '-' and '_'", "dptheory new smith2031")
    if name in Texts().sources():
        raise BadInput(f"the source {name}, which the library has", "another name", f"dptheory list {name}")
    if os.path.lexists(folder):
        raise BadInput(f"{name}, which is there", "a name without a file or a folder", "another name")
    return folder


def run(args: argparse.Namespace) -> int:
    """Make the folder; nothing that is there is changed."""
    name, folder = args.source, fresh(args.source)
    path = folder_at(folder) / "first.thm"
    write_whole(path, FIRST.format(source=name))
    if args.json:
        answer_json({"folder": f"{folder}/", "file": str(path), "statement": f"{name}.lemma1"})
        return 0
    answer(f"written: {path}, with the statement {name}.lemma1\ntry: dptheory verify --watch {folder}/")
    return 0
