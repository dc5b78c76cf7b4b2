"""``tighten CLAIM|ID|FILE --find c``: the best constant, with certificates for both sides; of a statement
about points, the worst case in any dimension."""

from __future__ import annotations

import argparse
import re
from typing import Final

from ..errors import BadInput
from ..inputs import name, one_claim
from ..present.claims import case_lines, conventional_json
from ..present.constants import tightening_json, tightening_lines
from ..present.styles import labelled
from ..prover import conventions_of, tighten_under
from ..prover import tighten as search
from . import numbers
from .output import answer_about as answer
from .output import answer_json_about as answer_json
from .output import note, progress, style, write_record
from .typed import said, say, typed
from .worst import statement

RELATION: Final = re.compile(r"[<>=≤≥≠]|\\\\(le|ge|lt|gt)")
"""What every claim has, and no name of a statement or a file."""


def run(args: argparse.Namespace) -> int:
    """Find the best constant and print it; 0 if both sides are certified, else 2."""
    if not RELATION.search(args.claim):
        return statement(args)
    read = typed(args)
    claim, find = one_claim(args.claim, args.where), name(args.find)
    say(read, [claim], args.json)
    limits = numbers.effort(args.effort), numbers.seconds(args.timeout)
    asked, cases = conventions_of(args.convention or []), None
    if asked and limits[1] is not None:
        raise BadInput("--convention with --timeout", "one of the two", "--effort")
    with progress("tightening"):
        found = search(claim, find, effort=limits[0], timeout=limits[1])
        if asked and not found.certified:
            made = tighten_under(claim, find, asked, effort=limits[0])
            if made is not None:
                claim, found, cases = made
    path = write_record(found.certificate, args.write, "no best constant is certified")
    if not found.certified and claim.relation.op in ("<", ">"):
        note("note: a strict relation may fail at its best constant; try it with <= or >=")
    if args.json:
        told = {"read": said(read, [claim])} if read else {}
        more = {"under_conventions": conventional_json([cases])} if cases else {}
        answer_json(tightening_json(claim, find, found, path) | told | more)
    else:
        lines = tightening_lines(claim, find, found, style(args))
        if cases is not None:
            beside = f"with {', '.join(cases.said)} the other cases, with this constant:"
            lines += [labelled("beside", beside), *case_lines(cases, style(args))]
        answer("\n".join(lines))
    return 0 if found.certified and (cases is None or cases.proved) else 2
