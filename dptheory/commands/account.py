"""``account --gaussian 1.0 --steps 100 --delta 1e-6``: what releases give away together."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..accounting import Composition, SampledMoments, Training, account, sampled
from ..accounting.accountant import renyi_upper
from ..accounting.kinds import moments_of
from ..accounting.moments import MomentsFunction
from ..accounting.sampled import refused
from ..errors import BadInput
from ..present import accounts as shown
from .output import answer, answer_json, style

EXAMPLE = "dptheory account --gaussian 1.0 --steps 100 --delta 1e-6"
TRAINING = "dptheory account --gaussian 1.1 --batch 256 --records 60000 --epochs 60 --delta 1e-5"


def run(args: argparse.Namespace) -> int:
    """Print every known bound, smallest first; 1 where all of them say nothing."""
    whole = composition(with_training(args, args.parts or []))
    adjacency = neighbours(whole, args.adjacency, args.sampling)
    divergence = None if args.order is None else renyi_upper(whole, args.order)
    if args.delta is None and args.epsilon is None:
        raise BadInput("neither --delta nor --epsilon", "one of them", EXAMPLE)
    if args.delta in ("0", "0.0") and args.epsilon is None:
        needed = "0 < delta < 1; of pure mechanisms the answer's line `basic` says what holds at delta = 0"
        raise BadInput("--delta 0", needed, "--delta 1e-6")
    found = account(whole, delta=args.delta, epsilon=args.epsilon)
    if args.json:
        answer_json(shown.account_json(found, adjacency, divergence))
    else:
        answer("\n".join(shown.account_lines(found, adjacency, divergence, style(args))))
    return 1 if found.best.vacuous else 0


def neighbours(whole: Composition, given: str | None, sampling: str) -> str:
    """The adjacency that the answer speaks of; raises BadInput where it has no number for it."""
    samples = any(isinstance(mechanism, SampledMoments) for mechanism, _ in whole.parts)
    if samples and given == "replace-one":
        raise refused("replace-one")
    if sampling != "poisson":
        raise refused(sampling)
    return given or ("add-remove" if samples else "replace-one")


def with_training(args: argparse.Namespace, parts: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """The parts with the rate and the steps that batch, records and epochs mean; raises BadInput."""
    asked = (args.batch, args.records, args.epochs)
    if asked == (None, None, None):
        return parts
    if args.batch is None or args.records is None:
        raise BadInput(
            "--batch without --records, or --epochs alone", "both, and --epochs or --steps", TRAINING
        )
    if len({kind for kind, _ in parts} - {"steps"}) != 1 or (args.epochs is not None and len(parts) != 1):
        needed = "one mechanism, without --sampling-rate, and --epochs or --steps, not both"
        raise BadInput("--batch with several mechanisms, steps or rates", needed, TRAINING)
    training = Training.of(args.batch, args.records, 1 if args.epochs is None else args.epochs)
    steps = [] if args.epochs is None else [("steps", str(training.steps))]
    return [
        *_mechanism_first(parts)[:1],
        ("sampling-rate", str(training.rate)),
        *_mechanism_first(parts)[1:],
        *steps,
    ]


def composition(parts: Sequence[tuple[str, str]]) -> Composition:
    """The mechanisms as they were written, each with the rate and the count after it; raises BadInput."""
    made: list[tuple[str, str | None, str | None]] = []
    for kind, value in _mechanism_first(parts):
        if kind not in ("steps", "sampling-rate"):
            made.append((f"{kind} {value}", None, None))
            continue
        words, rate, times = made.pop() if made else (None, None, None)
        if words is None or (times if kind == "steps" else rate) is not None:
            raise BadInput(f"--{kind} {value}", f"one mechanism before each --{kind}", EXAMPLE)
        made.append((words, rate, value) if kind == "steps" else (words, value, times))
    return Composition.of(*((_release(words, rate), times or "1") for words, rate, times in made))


def _release(words: str, rate: str | None) -> MomentsFunction:
    return moments_of(words) if rate is None else sampled(words, rate)


def _mechanism_first(parts: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Where there is one mechanism, the order does not matter."""
    counted = ("steps", "sampling-rate")
    alone = sum(kind not in counted for kind, _ in parts) == 1
    return sorted(parts, key=lambda part: part[0] in counted) if alone else parts
