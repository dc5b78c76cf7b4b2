"""What was read of a claim that was typed in LaTeX: printed before anything is said about it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..kernel.real import Claim, Compound
from ..latex.typed import Typed, in_language
from ..letters import inner
from ..present.formulas import write_claims
from ..present.styles import ASCII, LATEX, labelled
from .output import answer


def typed(args: argparse.Namespace) -> Typed | None:
    """The claim and conditions of a command line in the claims' language; what was read, if any was LaTeX."""
    args.claim, where, read = in_language(args.claim, [args.where])
    args.where = ", ".join(text for text in where if text.strip())
    name_delta(args)
    return read


def name_delta(args: argparse.Namespace) -> None:
    """What was typed with δ called as in the library, so that it is printed as δ."""
    for key in ("claim", "where", "having", "find", "left", "right", "as"):
        text = getattr(args, key, None)
        if isinstance(text, str):
            setattr(args, key, inner(text))


def said(read: Typed, asked: Sequence[Claim | Compound]) -> dict[str, object]:
    """What was read, as JSON: the claim as LaTeX and in the claims' language, and what is told of it."""
    return {
        "latex": write_claims(asked, LATEX),
        "claim": write_claims(asked, ASCII),
        "told": list(read.told),
    }


def say(read: Typed | None, asked: Sequence[Claim | Compound], as_json: bool) -> None:
    """Print what was read."""
    if read is None or as_json:
        return
    found = said(read, asked)
    lines = [labelled("read", str(found["latex"])), labelled("", str(found["claim"]))]
    answer("\n".join([*lines, *(labelled("told", words) for words in read.told)]))
