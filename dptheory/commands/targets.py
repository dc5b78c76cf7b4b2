"""``--solve-for NAME --target VALUE``: what a bound is to reach, and in which parameter."""

from __future__ import annotations

import argparse

from flint import fmpq

from ..errors import BadInput
from ..kernel.real import num
from ..present.spelling import spelled_name
from ..theory.bounds import Bound
from ..theory.inverses import TRIVIAL, Target, trivial_target
from . import numbers


def asked_target(args: argparse.Namespace) -> fmpq | None:
    """The target, if it is a number; raises BadInput where one of the two options is missing."""
    if (args.solve_for is None) != (args.target is None):
        raise BadInput("only one of --solve-for and --target", "both", "--solve-for n --target 0.1")
    if args.target in (None, TRIVIAL):
        return None
    return numbers.rational(args.target, f"--target {args.target}", f"--target 0.1 or --target {TRIVIAL}")


def target_of(args: argparse.Namespace, bound: Bound) -> Target:
    """The target for a bound: at most a number, or less than what holds anyway."""
    level = asked_target(args)
    return trivial_target(bound) if level is None else Target(num(level))


def own_name(bound: Bound, text: str | None) -> str | None:
    """A parameter as the bound calls it: `λ` and `lambda` are its `lam`, as in --set."""
    if text is None:
        return None
    return bound.own(spelled_name(text))
