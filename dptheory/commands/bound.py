"""``bound ID``: a bound at given parameters, or the parameter at which it reaches a target."""

from __future__ import annotations

import argparse

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
    library, _ = library_for([args.statements] if args.statements else [])
    bound = read_bound(library, library.get(args.id), args.form)
    if (args.solve_for is None) != (args.target is None):
        raise BadInput("only one of --solve-for and --target", "both", "--solve-for n --target 0.1")
    if args.solve_for is not None:
        return _solve(bound, args)
    given = bound.named(numbers.settings(args.set or []))
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


def _solve(bound: Bound, args: argparse.Namespace) -> int:
    target = numbers.rational(args.target, f"--target {args.target}", "--target 0.1")
    certificates = Certificates(store.recorded(store.folder(args.proofs)).certificates, timeout=10.0)
    with progress("solving"):
        found = solve_for(bound, args.solve_for, target, numbers.settings(args.set or []), certificates)
    if args.json:
        answer_json(shown.inverse_json(found))
    else:
        written = style(args)
        lines = [*shown.bound_lines(bound, written), *shown.inverse_lines(found, written)]
        answer(shown.joined(lines, written))
    return 0 if found.reached else 1
