"""``optimize ID --over lam``: the best parameter of a bound, beside the choices that the source makes."""

from __future__ import annotations

import argparse

from ..kernel.verdicts import PROVED
from ..present import optima as shown
from ..theory.bounds import read_bound
from ..theory.optima import NoOptimum, evaluate, optimize, source_setting, vacuous_when
from ..theory.verification import Certificates
from ..theory.whole import best_whole
from . import numbers, store
from .known import words
from .output import answer, answer_json, progress, style
from .running import library_for


def run(args: argparse.Namespace) -> int:
    """Print the optimum; 1 where there is none, 2 where it is not certified."""
    # what can be refused without a search, or without the library, is refused before
    given = numbers.settings(args.set or [])
    library, _ = library_for([args.statements] if args.statements else [])
    read_bound(library, library.get(args.id), args.form).named(given)
    certificates = Certificates(store.recorded(store.folder(args.proofs)).certificates)
    with progress("optimizing"):
        found = optimize(library, args.id, args.over, form=args.form, certificates=certificates)
        if isinstance(found, NoOptimum):
            return _none(found, args)
        vacuous = vacuous_when(found, certificates)
    values, source = source_setting(found.bound, given, found.parameter)
    at = evaluate(found, values) if values else None
    whole = None
    if at is not None and found.whole:
        whole = best_whole(library, found.bound, found.parameter, found.full_place, values, certificates)
    if args.json:
        answer_json({**shown.optimum_json(found, at, source, vacuous), **shown.whole_json(found, whole)})
    else:
        written = style(args)
        lines = [*shown.bound_lines(found.bound, written, words(library))]
        lines += shown.optimum_lines(found, written)
        lines += shown.vacuous_lines(vacuous, written)
        if at is not None:
            lines += shown.evaluation_lines(found, at, source, written)
        if whole is not None:
            lines += shown.whole_lines(found, whole, written)
        if at is not None and at.choices:
            lines += shown.choice_lines(found, at, written)
        answer(shown.joined(lines, written))
    good = found.verdict.status == PROVED and (whole is None or whole.verdict.status == PROVED)
    return 0 if good else 2


def _none(found: NoOptimum, args: argparse.Namespace) -> int:
    if args.json:
        answer_json(shown.no_optimum_json(found))
    else:
        written = style(args)
        lines = [*shown.bound_lines(found.bound, written), *shown.no_optimum_lines(found, written)]
        answer(shown.joined(lines, written))
    return 1 if found.verdict.status == PROVED else 2
