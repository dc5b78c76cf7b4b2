"""``account --gaussian 1.0 --steps 100 --delta 1e-6``: what releases give away together."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from flint import fmpq

from ..errors import BadInput, one_line
from ..exact import Number
from ..files import write_whole
from ..lab.accounting import Account, Composition, SampledMoments, account
from ..lab.accounting.bounds import renyi_upper
from ..lab.accounting.events import releases, speaks_of_samples
from ..lab.accounting.kinds import KINDS, WRITTEN, kind_of, moments_of
from ..lab.accounting.lattice import made_of
from ..lab.accounting.moments import MomentsFunction
from ..lab.accounting.numbers import positive, rational
from ..lab.accounting.sampled import REPLACED
from ..lab.accounting.spectrum import Spectrum
from ..present import accounts as shown
from .batches import MANY, VAST, Batches
from .output import answer, answer_json, progress, style
from .plotting import plot, refuse_plot
from .store import named_once

EXAMPLE = "dptheory account --gaussian 1.0 --steps 100 --delta 1e-6"
TRAINING = "dptheory account --gaussian 1.1 --batch 256 --records 60000 --epochs 60 --delta 1e-5"
LEAST = fmpq(1, 10**10)
"""The delta down to which a curve is written, or a hundredth of the one that is asked for."""


def run(args: argparse.Namespace) -> int:
    """Print every known bound, smallest first; 1 where all of them say nothing."""
    if args.delta is None and args.epsilon is None and (args.parts or args.events):
        raise BadInput("neither --delta nor --epsilon", "one of them", EXAMPLE)
    _refuse_names(args)
    parts = with_training(args, args.parts or [])
    told, of_samples = (None, False) if args.events is None else read_events(Path(args.events))
    drawn = Batches.of(args, any(kind == "sampling-rate" for kind, _ in parts) or of_samples)
    if of_samples:
        drawn.event()
    whole = composition(parts, drawn, told=told)
    adjacency = neighbours(whole, drawn)
    moved = drawn.sensitivity(args.clip)
    if moved is not None and told is not None:
        needed = "events alone: their noise multipliers are already the noise over what a neighbour moves"
        raise BadInput("--events with --clip", needed, "--gaussian SIGMA --clip C")
    if moved is not None:
        whole = composition(parts, drawn, moved)
    if args.delta in ("0", "0.0") and args.epsilon is None:
        needed = "0 < delta < 1; of pure mechanisms the answer's line `basic` says what holds at delta = 0"
        raise BadInput("--delta 0", needed, "--delta 1e-6")
    additive = any(_additive(kind) for kind, _ in parts)
    with progress("accounting") as tell:
        tell("the bounds")
        found, seen = _found(args, whole, drawn, adjacency, moved, additive, tell)
        tell.end()
    if args.json:
        answer_json(shown.account_json(found, seen))
    else:
        answer("\n".join(shown.account_lines(found, seen, style(args))))
    return 1 if found.best.vacuous else 0


def _found(
    args: argparse.Namespace, whole: Composition, drawn: Batches, adjacency: str, moved: fmpq | None,
    additive: bool, tell: Callable[[str], None],
) -> tuple[Account, shown.Beside]:  # fmt: skip
    """The account, and what is said beside it."""
    divergence = None if args.order is None else renyi_upper(whole, args.order)
    found = account(whole, delta=args.delta, epsilon=args.epsilon)
    if drawn.sampling == "shuffle":
        found = found.not_attained()
    whole_curve = bool(args.curve or args.trade_off or args.plot)
    if whole_curve:
        tell("the curve")
    seen = shown.Beside(
        adjacency,
        divergence,
        None if moved is None else (rational("clip", args.clip), moved),
        adjacency == drawn.neighbours == "replace-one" and drawn.twice and moved is None and additive,
        _drawn(args, found.spectrum) if whole_curve else None,
        rational("delta", args.delta) if args.delta else found.best.delta,
        drawn.words,
        additive and not drawn.sampled and any(n >= MANY for _, n in whole.parts) and found.best.eps > VAST,
    )
    return found, seen


def _additive(kind: str) -> bool:
    return kind in KINDS and KINDS[kind].additive


def _refuse_names(args: argparse.Namespace) -> None:
    """Raises BadInput for names of files that have no table or figure, before anything is worked out."""
    refuse_plot(args.plot)
    if args.curve is not None and args.curve == args.trade_off:
        raise BadInput("--curve and --trade-off of one name", "two files", "--trade-off tests.csv")
    for name in filter(None, (args.curve, args.trade_off)):
        if Path(name).suffix.lower() != ".csv":
            given = one_line(Path(name).name, 60)
            raise BadInput(f"the table {given!r}", "a name that ends in .csv", "--curve curve.csv")


def _drawn(args: argparse.Namespace, spectrum: Callable[[Number], Spectrum]) -> Spectrum:
    """The whole curve, written as it was asked for."""
    found = spectrum(LEAST if args.delta is None else min(LEAST, rational("delta", args.delta) / 100))
    for name, table in ((args.curve, shown.curve_csv), (args.trade_off, shown.trade_off_csv)):
        if name is not None:
            write_whole(Path(name), table(found))
    plot(found, args.plot)
    return found


def read_events(path: Path) -> tuple[Composition, bool]:
    """A file of events, its decimals as they are written, and whether it speaks of samples, be all
    records in each; raises BadInput."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"), parse_float=str, object_pairs_hook=named_once)
    except (OSError, ValueError, RecursionError) as error:
        given = f"--events {one_line(str(path), 60)}: {one_line(str(error), 80)}"
        raise BadInput(
            given, "a file of JSON", '{"class_name": "GaussianDpEvent", "noise_multiplier": 1}'
        ) from None
    return releases(told), speaks_of_samples(told)


def neighbours(whole: Composition, drawn: Batches) -> str:
    """The adjacency that the answer speaks of; raises BadInput where it has no number for it."""
    inside = (one for mechanism, _ in whole.parts for one in made_of(mechanism))
    monotone = any(getattr(one, "monotone", False) for one in inside)
    given = drawn.neighbours
    if monotone and given == "replace-one":
        needed = "add-remove: a record that takes another's place may lower utilities and raise others"
        raise BadInput("--exponential-monotone --adjacency replace-one", needed, "--exponential")
    if drawn.scheme == REPLACED and not all(isinstance(one, SampledMoments) for one, _ in whole.parts):
        needed = "only Poisson samples with replace-one: their noise is for what one record moves"
        raise BadInput("releases about samples and about all records", needed, "--adjacency add-remove")
    return given or ("add-remove" if monotone else "replace-one")


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
    told = next((times for kind, times in parts if kind == "steps"), None)
    training = Batches.training(args, told, TRAINING)
    steps = [] if args.epochs is None else [("steps", str(training.steps))]
    return [
        *_mechanism_first(parts)[:1],
        ("sampling-rate", str(training.rate)),
        *_mechanism_first(parts)[1:],
        *steps,
    ]


def composition(
    parts: Sequence[tuple[str, str]],
    drawn: Batches,
    moved: fmpq | None = None,
    told: Composition | None = None,
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
    found = Composition.of(*(drawn.part(*one) for one in made))
    return found if told is None else found.then(told)


def _release(kind: str, value: str, moved: fmpq | None) -> MomentsFunction:
    if moved is None:
        return moments_of(f"{kind} {value}")
    if kind in WRITTEN:
        raise BadInput(f"--clip with --{kind}", "noise on a sum of clipped records", "--gaussian 1 --clip 1")
    chosen = kind_of(kind)
    if not chosen.additive:
        raise BadInput(f"--clip with --{kind}", "noise on a sum of clipped records", "--gaussian 1 --clip 1")
    return chosen.made(positive(chosen.parameter, value, f"--{kind} 1") / moved)


def _mechanism_first(parts: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Where there is one mechanism, the order does not matter."""
    counted = ("steps", "sampling-rate")
    alone = sum(kind not in counted for kind, _ in parts) == 1
    return sorted(parts, key=lambda part: part[0] in counted) if alone else parts
