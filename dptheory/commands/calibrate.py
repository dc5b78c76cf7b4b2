"""``calibrate gaussian --epsilon 1 --delta 1e-6 --steps 100``: the least noise that is enough."""

from __future__ import annotations

import argparse

from ..accounting.calibration import calibrate
from ..accounting.moments import KINDS
from ..errors import BadInput, one_line
from ..present import accounts as shown
from .output import answer, answer_json, style

EXAMPLE = "dptheory calibrate gaussian --epsilon 1 --delta 1e-6 --steps 100"


def run(args: argparse.Namespace) -> int:
    """Print the parameter, the guarantee that affirms it, and whether less noise certainly fails."""
    kind = args.mechanism.replace("randomized", "randomised")
    if kind not in KINDS:
        raise BadInput(f"the mechanism {one_line(kind, 40)!r}", f"one of {', '.join(KINDS)}", EXAMPLE)
    found = calibrate(kind, epsilon=args.epsilon, delta=args.delta, steps=args.steps)
    if args.json:
        answer_json(shown.calibration_json(found, args.adjacency))
    else:
        answer("\n".join(shown.calibration_lines(found, args.adjacency, style(args))))
    return 0
