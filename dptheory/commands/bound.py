"""``bound ID``: a bound at given parameters, or the parameter at which it reaches a target."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from flint import arb, fmpq

from ..decimals import upper
from ..defaults import EFFORT
from ..errors import BadInput
from ..present import optima as shown
from ..present.bounds import bound_json, joined, rival_lines, stated_json, stated_lines
from ..present.from_logic import Words
from ..theory.bounds import Bound
from ..theory.guesses import Tried
from ..theory.inverses import solve_for
from ..theory.least_values import filled
from ..theory.rivals import BEST, Stated, value_there
from . import numbers
from .answers import at_hand
from .output import answer_about as answer
from .output import answer_json_about as answer_json
from .output import progress, style
from .plotting import plot, refuse_plot
from .stated import chosen, stated
from .targets import asked_target, own_name, target_of

AROUND = 30.0
"""How far up and down from its value a parameter is drawn."""


def run(args: argparse.Namespace) -> int:
    """Print the bound, its value, or where it reaches the target; 1 where it does not."""
    # what can be refused without the library is refused before it is read
    settings = numbers.settings(args.set or [])
    asked_target(args)
    refuse_plot(args.plot)
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
        edge = found.low or found.high
        _plot(args, bound, settings, args.solve_for, None if edge is None else float(edge.inside))
        lines += shown.inverse_lines(found, style(args))
        status = 0 if found.reached else 1 if found.never else 2
    elif given:
        given = filled(bound, bound.named(settings))
        bound.complete(given)
        value = bound.value(given)
        gives = _less(about, given, arb(value))
        chosen_ones = [c.parameter for c in bound.statement.parameters.choices]
        over = next(name for name in (*chosen_ones, "n", *sorted(given)) if name in given)
        _plot(args, bound, given, over, float(given[over]))
        record |= {
            "set": {k: str(v) for k, v in given.items()}, "value": shown.number(value),
            "vacuous": shown.vacuous_at(bound, given, value), "enclosure": shown.enclosure(value),
            "sharper_gives": gives,
        }  # fmt: skip
        lines += shown.value_lines(bound, given, value, style(args))
    else:
        if args.plot is not None:
            raise BadInput("--plot without numbers", "a number for every parameter", "--set n=3000 ...")
        record |= {"set": {}, "value": None}
    lines += rival_lines(about, gives, style(args), Words.of(library))
    if args.json:
        answer_json(record)
    else:
        answer(joined(lines, style(args)))
    return status


def _plot(
    args: argparse.Namespace, bound: Bound, given: Mapping[str, fmpq], over: str, near: float | None
) -> None:
    """The bound over one parameter, around a value of it."""
    others = {k: v for k, v in given.items() if k != over and k not in bound.fillable}
    least = 1.0 if over in bound.integers else 0.0
    between = None if not near or near <= 0 else (max(near / AROUND, least), near * AROUND)
    plot(bound, args.plot, over=over, between=between, **others)


def _less(about: Stated, given: Mapping[str, fmpq], value: arb | fmpq) -> dict[str, str]:
    """What the other proved forms give at the setting, where that is certainly less."""
    gives: dict[str, str] = {}
    for rival in about.rivals:
        there = value_there(rival.bound, given) if rival.holds else None
        if there is not None and bool(there < value):
            gives[rival.bound.form.name] = f"bound ≤ {upper(there)}"
    return gives
