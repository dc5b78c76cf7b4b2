"""``growth F G --as "n -> oo"``: whether F = O(G) with one constant on the whole domain."""

from __future__ import annotations

import argparse
import re

from ..errors import BadInput
from ..kernel.real.claims import parse_claim
from ..kernel.real.grammar import parse_term
from ..kernel.real.terms import is_name
from ..present.constants import growth_json, growth_lines
from ..prover import growth as search
from . import numbers
from .output import answer, answer_json, progress, style, write_record

STATUS = {"bounded": 0, "unbounded": 1}
_LIMIT = re.compile(r"\s*(\w+'*)\s*(?:->|→)\s*(?:oo|∞)\s*")


def run(args: argparse.Namespace) -> int:
    """Decide F = O(G), and with --theta also G = O(F); 0 if so, 1 if not, 2 if undecided."""
    growing = variable(getattr(args, "as"))
    left, right = parse_term(args.left), parse_term(args.right)
    domain = parse_claim("0 <= 0", args.where)
    timeout = numbers.seconds(args.timeout)
    pairs = [(left, right, args.left, args.right)]
    if args.theta:
        pairs.append((right, left, args.right, args.left))
    with progress("comparing"):
        found = [search(f, g, growing, domain, timeout=timeout / len(pairs)) for f, g, _, _ in pairs]
    write_record(found[0].certificate, args.write, f"the growth is {found[0].answer}")
    if args.json:
        records = [
            growth_json(f, g, growing, domain.where, r) for (_, _, f, g), r in zip(pairs, found, strict=True)
        ]
        answer_json({**records[0], "reverse": records[1]} if args.theta else records[0])
    else:
        for (_, _, f, g), r in zip(pairs, found, strict=True):
            answer("\n".join(growth_lines(f, g, growing, r, style(args))))
    statuses = [STATUS.get(r.answer, 2) for r in found]
    return 1 if 1 in statuses else max(statuses)


def variable(text: str) -> str:
    """The variable of ``n -> oo``."""
    found = _LIMIT.fullmatch(text)
    if found is None or not is_name(found.group(1)):
        raise BadInput(f"--as {text!r}", "a variable that goes to infinity", '--as "n -> oo"')
    return found.group(1)
