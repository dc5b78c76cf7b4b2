"""``tighten ID|FILE --find c``: the worst case of what statements bound at points, in any dimension."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..defaults import EFFORT
from ..errors import BadInput
from ..inputs import name
from ..present.estimates import estimate_json, estimate_lines
from ..present.styles import labelled
from ..theory.blocks import is_path
from ..worlds.estimation.estimate import estimate, factor_of
from ..worlds.metering import EFFORT as SEARCHED
from ..worlds.values import Unsupported
from . import numbers
from .output import answer, answer_json, progress
from .running import library_for

if TYPE_CHECKING:
    from ..theory.library import TheoryLibrary
    from ..theory.statements import Form


def statement(args: argparse.Namespace) -> int:
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
