"""``growth F G --as "n -> oo"``: whether F = O(G), o(G), ... with one constant on the whole domain."""

from __future__ import annotations

import argparse
import re

from ..errors import BadInput
from ..inputs import domain as domain_of
from ..inputs import name, term
from ..kernel.real import is_name, print_term
from ..present.constants import Question, growth_json, growth_lines
from ..prover import compare as search
from . import numbers
from .output import answer_about as answer
from .output import answer_json_about as answer_json
from .output import progress, style, write_record
from .typed import name_delta

_LIMIT = re.compile(r"\s*(\w+['′]*)\s*(?:->|→)\s*(?:oo|∞)\s*")


def run(args: argparse.Namespace) -> int:
    """Decide how F compares with G; 0 if as asked, 1 if not, 2 if undecided."""
    name_delta(args)
    growing = variable(getattr(args, "as"))
    relation = args.relation or ("Theta" if args.theta else "O")
    if args.theta and relation != "Theta":
        raise BadInput(f"--theta and --relation {relation}", "one of them", "--relation Theta")
    left, right = term(args.left), term(args.right)
    domain = domain_of(args.where)
    limits = numbers.effort(args.effort), numbers.seconds(args.timeout)
    with progress("comparing"):
        found = search(left, right, growing, domain, relation, effort=limits[0], timeout=limits[1])
    path = write_record(found.certificate, args.write, f"the growth is {found.answer}")
    question = Question(print_term(left), print_term(right), growing, relation, domain.where)
    if args.json:
        answer_json({**growth_json(question, found), "certificate": path})
    else:
        answer("\n".join(growth_lines(question, found, style(args))))
    return 2 if found.holds is None else 0 if found.holds else 1


def variable(text: str) -> str:
    """The variable of ``n -> oo``."""
    found = _LIMIT.fullmatch(text)
    growing = name(found.group(1)) if found is not None else ""
    if not is_name(growing):
        raise BadInput(f"--as {text!r}", "a variable that goes to infinity", '--as "n -> oo"')
    return growing
