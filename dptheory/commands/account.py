"""``account --gaussian 1.0 --steps 100 --delta 1e-6``: what releases give away together."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..accounting import Composition, account
from ..accounting.accountant import renyi_upper
from ..accounting.moments import MomentsFunction, moments_of
from ..errors import BadInput
from ..present import accounts as shown
from .output import answer, answer_json, style

EXAMPLE = "dptheory account --gaussian 1.0 --steps 100 --delta 1e-6"


def run(args: argparse.Namespace) -> int:
    """Print every known bound, smallest first; 1 where all of them say nothing."""
    whole = composition(args.parts or [])
    divergence = None if args.order is None else renyi_upper(whole, args.order)
    if args.delta is None and args.epsilon is None:
        raise BadInput("neither --delta nor --epsilon", "one of them", EXAMPLE)
    if args.delta in ("0", "0.0") and args.epsilon is None:
        needed = "0 < delta < 1; of pure mechanisms the answer's line `basic` says what holds at delta = 0"
        raise BadInput("--delta 0", needed, "--delta 1e-6")
    found = account(whole, delta=args.delta, epsilon=args.epsilon)
    if args.json:
        answer_json(shown.account_json(found, args.adjacency, divergence))
    else:
        answer("\n".join(shown.account_lines(found, args.adjacency, divergence, style(args))))
    return 1 if found.best.vacuous else 0


def composition(parts: Sequence[tuple[str, str]]) -> Composition:
    """The mechanisms as they were written, each with the count after it; raises BadInput."""
    made: list[tuple[MomentsFunction, str | None]] = []
    for kind, value in _mechanism_first(parts):
        if kind != "steps":
            made.append((moments_of(f"{kind} {value}"), None))
        elif made and made[-1][1] is None:
            made[-1] = (made[-1][0], value)
        else:
            raise BadInput(f"--steps {value}", "one mechanism before each --steps", EXAMPLE)
    return Composition.of(*((release, times or "1") for release, times in made))


def _mechanism_first(parts: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Where there is one mechanism and one count, their order does not matter."""
    return sorted(parts, key=lambda part: part[0] == "steps") if len(parts) == 2 else parts
