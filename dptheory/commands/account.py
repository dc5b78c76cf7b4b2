"""``account --gaussian 1.0 --steps 100 --delta 1e-6``: what releases give away together."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from flint import fmpq

from ..accounting import Composition, SampledMoments, Training, account, sampled
from ..accounting.accountant import renyi_upper
from ..accounting.events import releases
from ..accounting.kinds import KINDS, kind_of, moments_of
from ..accounting.moments import MomentsFunction
from ..accounting.numbers import positive, rational
from ..accounting.sampled import refused
from ..accounting.spectrum import Spectrum
from ..errors import BadInput, one_line
from ..exact import Number
from ..files import write_whole
from ..present import accounts as shown
from .output import Progress, answer, answer_json, progress, style

EXAMPLE = "dptheory account --gaussian 1.0 --steps 100 --delta 1e-6"
TRAINING = "dptheory account --gaussian 1.1 --batch 256 --records 60000 --epochs 60 --delta 1e-5"
LEAST = fmpq(1, 10**10)
"""The delta down to which a curve is written, or a hundredth of the one that is asked for."""


def run(args: argparse.Namespace) -> int:
    """Print every known bound, smallest first; 1 where all of them say nothing."""
    parts = with_training(args, args.parts or [])
    told = None if args.events is None else read_events(Path(args.events))
    whole = composition(parts, told=told)
    adjacency = neighbours(whole, args.adjacency, args.sampling)
    moved = sensitivity(args.clip, adjacency)
    if moved is not None:
        whole = composition(parts, moved, told)
    if args.delta is None and args.epsilon is None:
        raise BadInput("neither --delta nor --epsilon", "one of them", EXAMPLE)
    if args.delta in ("0", "0.0") and args.epsilon is None:
        needed = "0 < delta < 1; of pure mechanisms the answer's line `basic` says what holds at delta = 0"
        raise BadInput("--delta 0", needed, "--delta 1e-6")
    with progress("accounting") as tell:
        return _answered(args, whole, adjacency, moved, parts, tell)


def _answered(
    args: argparse.Namespace, whole: Composition, adjacency: str, moved: fmpq | None,
    parts: Sequence[tuple[str, str]], tell: Progress,
) -> int:  # fmt: skip
    tell("the bounds")
    divergence = None if args.order is None else renyi_upper(whole, args.order)
    found = account(whole, delta=args.delta, epsilon=args.epsilon)
    if args.curve or args.plot:
        tell("the curve")
    seen = shown.Beside(
        adjacency,
        divergence,
        None if moved is None else (rational("clip", args.clip), moved),
        args.adjacency == "replace-one" and moved is None and any(_additive(kind) for kind, _ in parts),
        _drawn(args, found.spectrum) if args.curve or args.plot else None,
        rational("delta", args.delta) if args.delta else found.best.delta,
    )
    tell.end()
    if args.json:
        answer_json(shown.account_json(found, seen))
    else:
        answer("\n".join(shown.account_lines(found, seen, style(args))))
    return 1 if found.best.vacuous else 0


def _additive(kind: str) -> bool:
    return kind in KINDS and KINDS[kind].additive


def sensitivity(clip: str | None, adjacency: str) -> fmpq | None:
    """By how much a neighbour moves a sum of clipped records; raises BadInput."""
    if clip is None:
        return None
    return positive("clip", clip, "--clip 1") * (2 if adjacency == "replace-one" else 1)


def _drawn(args: argparse.Namespace, spectrum: Callable[[Number], Spectrum]) -> Spectrum:
    """The whole curve, written as it was asked for."""
    from ..perinstance.drawing import known, rendered

    kind = None if args.plot is None else known(Path(args.plot))
    if args.curve is not None and Path(args.curve).suffix.lower() != ".csv":
        given = one_line(Path(args.curve).name, 60)
        raise BadInput(f"the curve {given!r}", "a name that ends in .csv", "--curve curve.csv")
    found = spectrum(LEAST if args.delta is None else min(LEAST, rational("delta", args.delta) / 100))
    if args.curve is not None:
        write_whole(Path(args.curve), shown.curve_csv(found))
    if kind is not None:
        from ..extras import extra
        from ..present.figures import draw_spectrum

        canvas = extra("matplotlib.figure", "--plot").Figure(figsize=(6.4, 4.2), layout="constrained")
        draw_spectrum(found, canvas.subplots())
        write_whole(Path(args.plot), rendered(canvas, kind))
    return found


def read_events(path: Path) -> Composition:
    """A file of events, its decimals as they are written; raises BadInput."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"), parse_float=str)
    except (OSError, ValueError) as error:
        given = f"--events {one_line(str(path), 60)}: {one_line(str(error), 80)}"
        raise BadInput(
            given, "a file of JSON", '{"class_name": "GaussianDpEvent", "noise_multiplier": 1}'
        ) from None
    return releases(told)


def neighbours(whole: Composition, given: str | None, sampling: str) -> str:
    """The adjacency that the answer speaks of; raises BadInput where it has no number for it."""
    samples = any(isinstance(mechanism, SampledMoments) for mechanism, _ in whole.parts)
    monotone = any(getattr(mechanism, "monotone", False) for mechanism, _ in whole.parts)
    if samples and given == "replace-one":
        raise refused("replace-one")
    if monotone and given == "replace-one":
        needed = "add-remove: a record that takes another's place may lower utilities and raise others"
        raise BadInput("--exponential-monotone --adjacency replace-one", needed, "--exponential")
    if sampling != "poisson":
        raise refused(sampling)
    return given or ("add-remove" if samples or monotone else "replace-one")


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


def composition(
    parts: Sequence[tuple[str, str]], moved: fmpq | None = None, told: Composition | None = None
) -> Composition:
    """The mechanisms as they were written, each with the rate and the count after it, and then those of
    events; noise on what a neighbour has `moved` by so much. Raises BadInput.
    """
    made: list[tuple[MomentsFunction, str | None, str | None]] = []
    for kind, value in _mechanism_first(parts):
        if kind not in ("steps", "sampling-rate"):
            made.append((_release(kind, value, moved), None, None))
            continue
        release, rate, times = made.pop() if made else (None, None, None)
        if release is None or (times if kind == "steps" else rate) is not None:
            raise BadInput(f"--{kind} {value}", f"one mechanism before each --{kind}", EXAMPLE)
        made.append((release, rate, value) if kind == "steps" else (release, value, times))
    if told is not None and not made:
        return told
    found = Composition.of(
        *((one if rate is None else sampled(one, rate), times or "1") for one, rate, times in made)
    )
    return found if told is None else found.then(told)


def _release(kind: str, value: str, moved: fmpq | None) -> MomentsFunction:
    if moved is None:
        return moments_of(f"{kind} {value}")
    chosen = kind_of(kind)
    if not chosen.additive:
        raise BadInput(f"--clip with --{kind}", "noise on a sum of clipped records", "--gaussian 1 --clip 1")
    return chosen.made(positive(chosen.parameter, value, f"--{kind} 1") / moved)


def _mechanism_first(parts: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Where there is one mechanism, the order does not matter."""
    counted = ("steps", "sampling-rate")
    alone = sum(kind not in counted for kind, _ in parts) == 1
    return sorted(parts, key=lambda part: part[0] in counted) if alone else parts
