"""``optimize ID --over lam``: the best parameter of a bound, beside the choices that the source makes."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from flint import arb, fmpq

from ..decimals import upper
from ..errors import BadInput
from ..kernel import PROVED
from ..kernel.real import substitute
from ..present import optima as shown
from ..present.blocks import to_tex
from ..present.bounds import joined, labelled, rival_lines, stated_json, stated_lines
from ..present.fragments import optimum_blocks
from ..present.from_logic import Words
from ..present.noises import Noise, noise_json, noise_lines, noises, scale_words
from ..present.styles import LATEX
from ..present.terminal import plain
from ..present.tex_words import packages
from ..theory.bounds import Bound
from ..theory.certificates import Certificates
from ..theory.evaluation import Evaluation, Vacuous, evaluate, source_setting, vacuous_when
from ..theory.guesses import Tried
from ..theory.integer_optima import best_whole
from ..theory.inverses import solve_for
from ..theory.least_values import filled
from ..theory.library import TheoryLibrary
from ..theory.numbers import number_of
from ..theory.numerical_optima import seek
from ..theory.optima import NoClosedForm, NoOptimum, Optimum, at_its_best, guessed_place, optimize
from ..theory.rivals import BEST, Stated
from . import numbers
from .answers import at_hand
from .output import Progress, progress, style
from .output import answer_about as answer
from .output import answer_json_about as answer_json
from .plotting import plot, refuse_plot
from .stated import LEAST, chosen, stated
from .store import Recorded
from .targets import asked_target, own_name, target_of


def run(args: argparse.Namespace) -> int:
    """Print the optimum; 1 where there is none or a target is never reached, 2 where that is open."""
    # what can be refused without a search, or without the library, is refused before
    given = numbers.settings(args.set or [])
    asked_target(args)
    refuse_plot(args.plot)
    library, known = at_hand(args)
    bound = chosen(library, args.id, args.form)
    bound.named(given)
    args.over, args.solve_for = own_name(bound, args.over), own_name(bound, args.solve_for)
    if args.plot is not None and (
        args.solve_for is not None or not source_setting(bound, given, args.over)[0]
    ):
        raise BadInput("--plot", "a number for every other parameter, and no --solve-for", "--set n=3000")
    if given and args.form != BEST and args.solve_for is None:
        _complete(bound, given, args.over)
    certificates = Tried(known.certificates, effort=LEAST)
    with progress("optimizing") as tell:
        try:
            form = _form(bound.form.name)
            found = optimize(library, args.id, args.over, form=form, certificates=certificates)
        except NoClosedForm:
            if args.solve_for is not None or args.format == LATEX or args.form == BEST:
                raise
            values, _ = source_setting(bound, given, args.over)
            if not bound.needed() - {args.over} <= values.keys():
                raise
            return _seek(library, bound, values, known, args, tell)
        about = stated(
            library, bound, known, certificates, best=args.form == BEST, over=found.parameter, values=given
        )
        if about.bound.form.name != bound.form.name:
            form = _form(about.bound.form.name)
            found = optimize(library, args.id, args.over, form=form, certificates=certificates)
        if args.solve_for is not None:
            return _solve(library, found, about, given, args, certificates, tell)
        if isinstance(found, NoOptimum):
            tell.end()
            return _none(library, found, about, args)
        return _print(library, found, about, given, args, certificates, tell)


def _seek(
    library: TheoryLibrary, bound: Bound, values: Mapping[str, fmpq], known: Recorded,
    args: argparse.Namespace, tell: Progress,
) -> int:  # fmt: skip
    """A good value of a parameter of which no closed form is known, and the bound there; always 2."""
    certificates = Tried(known.certificates, effort=LEAST)
    about = stated(library, bound, known, certificates, values=values)
    found = seek(bound, args.over, values)
    tell.end()
    if args.json:
        record = {"set": {k: str(v) for k, v in found.values.items()}, "value": shown.number(found.value)}
        answer_json({**record, "over": args.over, **stated_json(about, Words.of(library))})
    else:
        lines = [*stated_lines(about, style(args), Words.of(library))]
        lines += [labelled("seen", f"a good {args.over}, by search; that none gives less is not proved")]
        lines += shown.value_lines(bound, found.values, found.value, style(args))
        answer(joined(lines, style(args)))
    return 2


def _complete(bound: Bound, given: Mapping[str, fmpq], over: str) -> None:
    """Raise BadInput for a missing number, or one too many, before anything is searched for."""
    if over in given:
        needed = f"no value of {over}, which is what is looked for"
        raise BadInput(f"{over}={given[over]}", needed, "bound --set")
    values, _ = source_setting(bound, given, over)
    bound.complete(filled(bound, values, [over]), [over])


def _form(name: str) -> str:
    return name.partition(":")[2]


def _noise(made: tuple[Noise, ...], style: str, found: Optimum | None = None) -> list[str]:
    return [labelled(label, plain(text)) for label, text in noise_lines(made, style, found)]


def _print(
    library: TheoryLibrary, found: Optimum, about: Stated, given: Mapping[str, fmpq],
    args: argparse.Namespace, certificates: Certificates, tell: Progress,
) -> int:  # fmt: skip
    vacuous = vacuous_when(found, certificates)
    values, source = source_setting(found.bound, given, found.parameter)
    at = evaluate(found, values) if values else None
    whole = None
    if at is not None and found.whole:
        whole = best_whole(library, found.bound, found.parameter, found.full_place, values, certificates)
    gives = _others(library, about, found, at, certificates)
    plot(found, args.plot, **values)
    noise = noises(found.bound.form, library.definitions)
    tell.end()
    if args.json:
        record = {**shown.optimum_json(found, at, source, vacuous), **shown.whole_json(found, whole)}
        record["noise"] = noise_json(found, noise, at)
        answer_json({**record, **stated_json(about, Words.of(library)), "sharper_gives": gives})
    elif args.format == LATEX:
        _latex(library, about, found, vacuous)
    else:
        written = style(args)
        lines = [*stated_lines(about, written, Words.of(library))]
        lines += shown.optimum_lines(found, written)
        lines += _noise(noise, written, found)
        lines += shown.vacuous_lines(found, vacuous, written)
        if at is not None:
            lines += shown.evaluation_lines(found, at, source, written, scale_words(noise, found, at.values))
        if whole is not None:
            lines += shown.whole_lines(found, whole, written)
        lines += rival_lines(about, gives, written, Words.of(library))
        if at is not None and at.choices:
            lines += shown.choice_lines(found, at, written)
        answer(joined(lines, written))
    good = found.verdict.status == PROVED and (whole is None or whole.verdict.status == PROVED)
    return 0 if good else 2


def _latex(
    library: TheoryLibrary, about: Stated, found: Optimum | NoOptimum, vacuous: Vacuous | None
) -> None:
    """The bound and its optimum as a piece of a paper, with the packages that it needs."""
    made = to_tex(optimum_blocks(about, found, vacuous, Words.of(library)))
    answer(f"{packages(made)}\n% {about.bound.form.name}\n{made}", verbatim=True)


def _others(
    library: TheoryLibrary, about: Stated, found: Optimum, at: Evaluation | None, certificates: Certificates
) -> dict[str, str]:
    """What the other proved forms give at the setting, where that is certainly less."""
    gives: dict[str, str] = {}
    for rival in about.rivals if at is not None else ():
        if not rival.holds or at is None:
            continue
        try:
            if not _promising(rival.bound, found.parameter, at, certificates):
                continue
            form = _form(rival.bound.form.name)
            other = optimize(
                library, rival.bound.statement.id, found.parameter, form=form, certificates=certificates
            )
            if isinstance(other, NoOptimum) or other.verdict.status != PROVED:
                continue
            kept = {k: v for k, v in at.values.items() if k in other.bound.variables}
            value = evaluate(other, kept).value
        except BadInput:
            continue
        if bool(arb(value) < arb(at.value)):
            gives[rival.bound.form.name] = f"bound ≤ {upper(value)} at its best {found.parameter}"
    return gives


def _promising(bound: Bound, over: str, at: Evaluation, certificates: Certificates) -> bool:
    """Whether a bound seems to be less at its best: what does not is worth no proof, and is not printed."""
    place = guessed_place(bound, over, certificates)
    if place is None:
        return True
    kept = {k: v for k, v in at.values.items() if k in bound.variables}
    return bool(arb(number_of(substitute(bound.term, {over: place}), kept)) < arb(at.value))


def _none(library: TheoryLibrary, found: NoOptimum, about: Stated, args: argparse.Namespace) -> int:
    if args.json:
        answer_json({**shown.no_optimum_json(found), **stated_json(about, Words.of(library))})
    elif args.format == LATEX:
        _latex(library, about, found, None)
    else:
        written = style(args)
        lines = stated_lines(about, written, Words.of(library)) + shown.no_optimum_lines(found, written)
        lines += _noise(noises(found.bound.form, library.definitions), written)
        answer(joined([*lines, *rival_lines(about, {}, written, Words.of(library))], written))
    return 1 if found.verdict.status == PROVED else 2


def _solve(
    library: TheoryLibrary, found: Optimum | NoOptimum, about: Stated, given: Mapping[str, fmpq],
    args: argparse.Namespace, certificates: Certificates, tell: Progress,
) -> int:  # fmt: skip
    """From which value of another parameter on the bound at the best one reaches a target."""
    if args.format == LATEX:
        raise BadInput("--format latex with --solve-for", "one of the two", "dptheory bound --solve-for")
    if isinstance(found, NoOptimum) or found.whole:
        what = "a whole parameter" if isinstance(found, Optimum) else "a bound without a certified optimum"
        raise BadInput(
            f"--solve-for with {what}", "a bound that is least at a real value", "dptheory bound --solve-for"
        )
    best = at_its_best(found)
    (parameter,) = best.named({args.solve_for: fmpq(0)})
    values, source = source_setting(best, given, parameter)
    inverse = solve_for(best, parameter, target_of(args, best), values, certificates)
    tell.end()
    if args.json:
        record = {**shown.optimum_json(found, None, source, None), **stated_json(about, Words.of(library))}
        answer_json({**record, "solved": shown.inverse_json(inverse)})
    else:
        written = style(args)
        lines = [*stated_lines(about, written, Words.of(library)), *shown.optimum_lines(found, written)]
        lines.append(labelled("solved", f"for the bound at the best {found.parameter}"))
        lines += shown.source_lines(source)
        lines += shown.inverse_lines(inverse, written)
        lines += rival_lines(about, {}, written, Words.of(library))
        answer(joined(lines, written))
    if found.verdict.status != PROVED:
        return 2
    return 0 if inverse.reached else 1 if inverse.never else 2
