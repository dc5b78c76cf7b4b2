"""``graph [ID|FILE]``: what rests on what."""

from __future__ import annotations

import argparse

from ..present.graphs import FORMATS, Picture, graph_json
from .answers import Answers
from .output import answer, answer_json


def run(args: argparse.Namespace) -> int:
    """Print the graph of all forms, or of those that a statement, or those of a source or a file, rest on."""
    answers, wanted = Answers.about(args, args.id)
    nodes = answers.below(wanted)
    edges = sorted((node.name, used) for node in nodes.values() for used in node.uses)
    picture = Picture(tuple(nodes), tuple(edges))
    if args.json or args.format == "json":
        answer_json(graph_json(picture))
    else:
        answer(FORMATS[args.format](picture), verbatim=True)
    return answers.status
