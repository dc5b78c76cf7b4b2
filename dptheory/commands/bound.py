"""``bound ID``: a bound at given parameters, or the parameter at which it reaches a target."""

from __future__ import annotations

import argparse

from flint import fmpq

from ..defaults import EFFORT
from ..errors import BadInput
from ..present import optima as shown
from ..theory.bounds import Bound, read_bound
from ..theory.inverses import solve_for
from ..theory.verification import Certificates
from . import numbers, store
from .output import answer, answer_json, progress, style
from .running import library_for


def run(args: argparse.Namespace) -> int:
    """Print the bound, its value, or where it reaches the target; 1 where it does not."""
    # what can be refused without the library is refused before it is read
    settings = numbers.settings(args.set or [])
    if (args.solve_for is None) != (args.target is None):
        raise BadInput("only one of --solve-for and --target", "both", "--solve-for n --target 0.1")
    target = None if args.target is None else _target(args.target)
    library, _ = library_for([args.statements] if args.statements else [])
    bound = read_bound(library, library.get(args.id), args.form)
    if target is not None:
        return _solve(bound, settings, target, args)
    given = bound.named(settings)
    if not given:
        return _show(bound, args)
    bound.complete(given)
    value = bound.value(given)
    if args.json:
        record: dict[str, object] = {
            "set": {k: str(v) for k, v in given.items()},
            "value": shown.number(value),
        }
        record["vacuous"] = shown.vacuous_at(bound, given, value)
        answer_json({**shown.bound_json(bound), **record, "enclosure": shown.enclosure(value)})
    else:
        answer(shown.joined(shown.value_lines(bound, given, value, style(args)), style(args)))
    return 0


def _show(bound: Bound, args: argparse.Namespace) -> int:
    if args.json:
        answer_json({**shown.bound_json(bound), "set": {}, "value": None})
    else:
        answer(shown.joined(shown.bound_lines(bound, style(args)), style(args)))
    return 0


def _target(text: str) -> fmpq:
    return numbers.rational(text, f"--target {text}", "--target 0.1")


def _solve(bound: Bound, settings: dict[str, fmpq], target: fmpq, args: argparse.Namespace) -> int:
    certificates = Certificates(store.recorded(store.folder(args.proofs)).certificates, effort=EFFORT)
    with progress("solving"):
        found = solve_for(bound, args.solve_for, target, settings, certificates)
    if args.json:
        answer_json(shown.inverse_json(found))
    else:
        written = style(args)
        lines = [*shown.bound_lines(bound, written), *shown.inverse_lines(found, written)]
        answer(shown.joined(lines, written))
    return 0 if found.reached else 1
