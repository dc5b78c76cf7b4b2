"""``tighten CLAIM --find c``: the best constant, with certificates for both sides."""

from __future__ import annotations

import argparse

from ..inputs import name, one_claim
from ..present.constants import tightening_json, tightening_lines
from ..prover import tighten as search
from . import numbers
from .output import answer, answer_json, note, progress, style, write_record
from .typed import said, say, typed


def run(args: argparse.Namespace) -> int:
    """Find the best constant and print it; 0 if both sides are certified, else 2."""
    read = typed(args)
    claim, find = one_claim(args.claim, args.where), name(args.find)
    say(read, [claim], args.json)
    limits = numbers.effort(args.effort), numbers.seconds(args.timeout)
    with progress("tightening"):
        found = search(claim, find, effort=limits[0], timeout=limits[1])
    path = write_record(found.certificate, args.write, "no best constant is certified")
    if not found.certified and claim.relation.op in ("<", ">"):
        note("note: a strict relation may fail at its best constant; try it with <= or >=")
    if args.json:
        told = {"read": said(read, [claim])} if read else {}
        answer_json(tightening_json(claim, find, found, path) | told)
    else:
        answer("\n".join(tightening_lines(claim, find, found, style(args))))
    return 0 if found.certified else 2
