"""``tighten CLAIM|ID|FILE --find c``: the best constant, with certificates for both sides; of a statement
about points, the worst case in any dimension."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Final

from ..defaults import EFFORT
from ..errors import BadInput
from ..inputs import name, one_claim
from ..present.claims import case_lines, conventional_json
from ..present.constants import tightening_json, tightening_lines
from ..present.estimates import estimate_json, estimate_lines
from ..present.styles import labelled
from ..prover import conventions_of, refuse_under_binders, tighten_under
from ..prover import tighten as search
from ..theory.blocks import is_path
from ..worlds.estimation.estimate import estimate, factor_of
from ..worlds.metering import EFFORT as SEARCHED
from ..worlds.values import Unsupported
from . import numbers
from .output import answer, answer_about, answer_json, answer_json_about, note, progress, style, write_record
from .running import library_for
from .typed import said, say, typed

if TYPE_CHECKING:
    from ..theory.library import TheoryLibrary
    from ..theory.statements import Form


RELATION: Final = re.compile(r"[<>=≤≥≠]|\\\\(le|ge|lt|gt)")
"""What every claim has, and no name of a statement or a file."""


def run(args: argparse.Namespace) -> int:
    """Find the best constant and print it; 0 if both sides are certified, else 2."""
    if not RELATION.search(args.claim):
        return _statement(args)
    read = typed(args)
    claim, find = one_claim(args.claim, args.where), name(args.find)
    say(read, [claim], args.json)
    limits = numbers.effort(args.effort), numbers.seconds(args.timeout)
    asked, cases = conventions_of(args.convention or []), None
    if asked and limits[1] is not None:
        raise BadInput("--convention with --timeout", "one of the two", "--effort")
    refuse_under_binders(claim, asked)
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
        answer_json_about(tightening_json(claim, find, found, path) | told | more)
    else:
        lines = tightening_lines(claim, find, found, style(args))
        if cases is not None:
            beside = f"with {', '.join(cases.said)} the other cases, with this constant:"
            lines += [labelled("beside", beside), *case_lines(cases, style(args))]
        answer_about("\n".join(lines))
    return 0 if found.certified and (cases is None or cases.proved) else 2


def _statement(args: argparse.Namespace) -> int:
    """Find the worst case of each form of a statement, or of one; 0 where argument and world were checked of
    all."""
    for option in ("where", "convention", "timeout", "write"):
        if getattr(args, option):
            given = f"--{option} with a statement"
            raise BadInput(given, "--find and --effort alone", f"tighten {args.claim} --find {args.find}")
    effort = SEARCHED if args.effort == str(EFFORT) else numbers.effort(args.effort)
    find, (library, asked) = name(args.find), _asked(args.claim)
    told: list[dict[str, object]] = []
    lines: list[str] = []
    good = True
    with progress("looking for worst cases") as tell:
        for one in asked:
            tell(one.name)
            try:
                found = estimate(one.theorem, library.definitions, effort=effort)
            except Unsupported as problem:
                good = False
                told.append({"form": one.name, "find": find, "closed_form": None, "reason": str(problem)})
                lines += [one.name, labelled("unknown", str(problem))]
                continue
            factor = factor_of(found, find)
            good &= found.checked and found.world is not None
            told.append(estimate_json(one.name, find, found, factor))
            lines += estimate_lines(one.name, find, found, factor)
    if args.json:
        answer_json({"forms": told})
    else:
        answer("\n".join(lines))
    return 0 if good else 2


def _asked(claim: str) -> tuple[TheoryLibrary, list[Form]]:
    """The forms that are meant by the name of a statement, ID or ID:FORM, or by a file."""
    target, _, form = (claim, "", "") if is_path(claim) else claim.partition(":")
    library, names = library_for([target])
    forms = [one for n in names for one in library.get(n).forms]
    asked = [one for one in forms if form in ("", one.name.partition(":")[2])]
    if not asked:
        raise BadInput(f"the form {form} of {target}", "a form that is there", f"show {target} --all")
    return library, asked
