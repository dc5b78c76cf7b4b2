"""``calibrate gaussian --epsilon 1 --delta 1e-6 --steps 100``: the least noise that is enough."""

from __future__ import annotations

import argparse

from ..accounting import Training
from ..accounting.calibration import calibrate, most_steps
from ..accounting.kinds import kind_of
from ..accounting.numbers import rational
from ..accounting.sampled import refused
from ..errors import BadInput
from ..present import accounts as shown
from .account import sensitivity
from .output import answer, answer_json, progress, style

EXAMPLE = "dptheory calibrate gaussian --epsilon 1 --delta 1e-6 --steps 100"
TRAINING = "dptheory calibrate gaussian --batch 256 --records 60000 --epochs 60 --epsilon 2 --delta 1e-5"


def run(args: argparse.Namespace) -> int:
    """Print the parameter, the guarantee that affirms it, and whether less noise certainly fails."""
    kind = args.mechanism
    additive = kind_of(kind).additive
    steps, rate = _steps(args)
    samples = rate is not None
    if args.sampling != "poisson" or (samples and args.adjacency == "replace-one"):
        raise refused("replace-one" if args.sampling == "poisson" else args.sampling)
    if kind == "exponential-monotone" and args.adjacency == "replace-one":
        raise BadInput("monotone utilities with replace-one", "add-remove", "calibrate exponential")
    adjacency = args.adjacency or (
        "add-remove" if samples or kind == "exponential-monotone" else "replace-one"
    )
    moved = sensitivity(args.clip, adjacency)
    if moved is not None and (args.at is not None or not additive):
        raise BadInput(
            f"--clip with {kind}, or --at", "noise that is looked for", "calibrate gaussian --clip 1"
        )
    clip = None if moved is None else (rational("clip", args.clip), moved)
    asked = {"epsilon": args.epsilon, "delta": args.delta, "sampling_rate": rate or 1}
    if args.at is not None and steps is not None:
        raise BadInput(
            "--at with --steps or --epochs", "one of them: the other is what is looked for", EXAMPLE
        )
    with progress("calibrating"):
        if args.at is None:
            found = calibrate(kind, steps=steps or 1, **asked)
        else:
            found = most_steps(kind, args.at, **asked)
    if args.json:
        answer_json(shown.calibration_json(found, adjacency, clip))
    else:
        answer("\n".join(shown.calibration_lines(found, adjacency, style(args), clip)))
    return 0


def _steps(args: argparse.Namespace) -> tuple[str | None, str | None]:
    """Steps and sampling rate, as they are given or as batch, records, epochs say; raises BadInput."""
    if (args.batch, args.records, args.epochs) == (None, None, None):
        return args.steps, args.sampling_rate
    if args.batch is None or args.records is None or args.sampling_rate is not None:
        raise BadInput(
            "--batch, --records, --epochs, --sampling-rate", "--batch with --records, or a rate", TRAINING
        )
    training = Training.of(args.batch, args.records, 1 if args.epochs is None else args.epochs)
    if args.epochs is not None and args.steps is not None:
        raise BadInput("--epochs with --steps", "one of them", TRAINING)
    return args.steps if args.epochs is None else str(training.steps), str(training.rate)
