"""``calibrate gaussian --epsilon 1 --delta 1e-6 --steps 100``: the least noise that is enough."""

from __future__ import annotations

import argparse

from ..errors import BadInput
from ..lab.accounting.calibration import calibrate, largest_batch, most_steps
from ..lab.accounting.kinds import kind_of
from ..lab.accounting.numbers import rational
from ..present import accounts as shown
from .batches import MANY, VAST, Batches
from .output import answer, answer_json, progress, style
from .plotting import plot, refuse_plot

EXAMPLE = "dptheory calibrate gaussian --epsilon 1 --delta 1e-6 --steps 100"
TRAINING = "dptheory calibrate gaussian --batch 256 --records 60000 --epochs 60 --epsilon 2 --delta 1e-5"


def run(args: argparse.Namespace) -> int:
    """Print the parameter, the guarantee that affirms it, and whether less noise certainly fails."""
    refuse_plot(args.plot)
    kind = args.mechanism
    additive = kind_of(kind).additive
    steps, rate = _steps(args)
    drawn = Batches.of(args, rate is not None or _seeks_batch(args))
    if drawn.cut:
        needed = "the noise for as many passes, each of which counts as one step"
        raise BadInput(f"--sampling {args.sampling}", needed, f"calibrate {kind} --steps PASSES")
    if kind == "exponential-monotone" and drawn.neighbours == "replace-one":
        raise BadInput("monotone utilities with replace-one", "add-remove", "calibrate exponential")
    adjacency = drawn.neighbours or ("add-remove" if kind == "exponential-monotone" else "replace-one")
    moved = drawn.sensitivity(args.clip)
    if moved is not None and (args.at is not None or not additive):
        raise BadInput(
            f"--clip with {kind}, or --at", "noise that is looked for", "calibrate gaussian --clip 1"
        )
    clip = None if moved is None else (rational("clip", args.clip), moved)
    asked = {"epsilon": args.epsilon, "delta": args.delta, "scheme": drawn.scheme}
    seeks = _seeks_batch(args)
    if args.at is not None and steps is not None and not seeks:
        raise BadInput(
            "--at with --steps or --epochs", "one of them: the other is what is looked for", EXAMPLE
        )
    with progress("calibrating"):
        if seeks:
            asked |= {"records": args.records, "epochs": args.epochs, "steps": args.steps}
            found = largest_batch(kind, args.at, **asked)
        elif args.at is None:
            found = calibrate(kind, steps=steps or 1, sampling_rate=rate or 1, **asked)
        else:
            found = most_steps(kind, args.at, sampling_rate=rate or 1, **asked)
    plot(found, args.plot)
    noisy = found.parameter in ("sigma", "scale") and found.value > VAST
    forgotten = additive and noisy and not drawn.sampled and any(n >= MANY for _, n in found.whole.parts)
    seen = shown.Beside(adjacency, clip=clip, drawn=drawn.words, no_samples=forgotten)
    if args.json:
        answer_json(shown.calibration_json(found, seen))
    else:
        answer("\n".join(shown.calibration_lines(found, seen, style(args))))
    return 0


def _seeks_batch(args: argparse.Namespace) -> bool:
    """Whether the noise, the records and how often are given, and the batch is what is looked for."""
    given = args.at is not None and args.records is not None and args.batch is None
    return given and (args.epochs is None) != (args.steps is None)


def _steps(args: argparse.Namespace) -> tuple[str | None, str | None]:
    """Steps and sampling rate, as they are given or as batch, records, epochs say; raises BadInput."""
    if (args.batch, args.records, args.epochs) == (None, None, None) or _seeks_batch(args):
        return args.steps, args.sampling_rate
    if args.batch is None or args.records is None or args.sampling_rate is not None:
        raise BadInput(
            "--batch, --records, --epochs, --sampling-rate", "--batch with --records, or a rate", TRAINING
        )
    # with --at the steps are what is looked for
    training = Batches.training(args, args.steps if args.at is None else "sought", TRAINING)
    if args.epochs is not None and args.steps is not None:
        raise BadInput("--epochs with --steps", "one of them", TRAINING)
    return args.steps if args.epochs is None else str(training.steps), str(training.rate)
