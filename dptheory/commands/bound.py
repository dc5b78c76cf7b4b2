"""``bound ID``: a bound at given parameters, or the parameter at which it reaches a target."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from flint import arb, fmpq

from ..decimals import upper
from ..defaults import EFFORT
from ..present import optima as shown
from ..present.bounds import bound_json, joined, rival_lines, stated_json, stated_lines
from ..present.from_logic import Words
from ..theory.filled import filled
from ..theory.guesses import Tried
from ..theory.inverses import solve_for
from ..theory.rivals import BEST, Stated, value_there
from . import numbers
from .answers import at_hand
from .output import answer, answer_json, progress, style
from .stated import chosen, stated
from .targets import asked_target, own_name, target_of


def run(args: argparse.Namespace) -> int:
    """Print the bound, its value, or where it reaches the target; 1 where it does not."""
    # what can be refused without the library is refused before it is read
    settings = numbers.settings(args.set or [])
    asked_target(args)
    library, known = at_hand(args)
    bound = chosen(library, args.id, args.form)
    given = bound.named(settings)
    args.solve_for = own_name(bound, args.solve_for)
    if args.form != BEST and (args.solve_for is not None or given):
        free = [] if args.solve_for is None else [args.solve_for]
        bound.complete(filled(bound, given, free), free)
    certificates = Tried(known.certificates, effort=EFFORT)
    about = stated(library, bound, known, certificates, best=args.form == BEST, values=given)
    bound = about.bound
    record = {**bound_json(bound), **stated_json(about, Words.of(library))}
    lines = stated_lines(about, style(args), Words.of(library))
    status, gives = 0, dict[str, str]()
    if args.solve_for is not None:
        with progress("solving"):
            found = solve_for(bound, args.solve_for, target_of(args, bound), settings, certificates)
        record |= shown.inverse_json(found)
        lines += shown.inverse_lines(found, style(args))
        status = 0 if found.reached else 1 if found.never else 2
    elif given:
        given = filled(bound, bound.named(settings))
        bound.complete(given)
        value = bound.value(given)
        gives = _less(about, given, arb(value))
        record |= {
            "set": {k: str(v) for k, v in given.items()}, "value": shown.number(value),
            "vacuous": shown.vacuous_at(bound, given, value), "enclosure": shown.enclosure(value),
            "sharper_gives": gives,
        }  # fmt: skip
        lines += shown.value_lines(bound, given, value, style(args))
    else:
        record |= {"set": {}, "value": None}
    lines += rival_lines(about, gives, style(args), Words.of(library))
    if args.json:
        answer_json(record)
    else:
        answer(joined(lines, style(args)))
    return status


def _less(about: Stated, given: Mapping[str, fmpq], value: arb | fmpq) -> dict[str, str]:
    """What the other proved forms give at the setting, where that is certainly less."""
    gives: dict[str, str] = {}
    for rival in about.rivals:
        there = value_there(rival.bound, given) if rival.holds else None
        if there is not None and bool(there < value):
            gives[rival.bound.form.name] = f"bound ≤ {upper(there)}"
    return gives
