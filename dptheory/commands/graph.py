"""``graph [ID]``: what rests on what."""

from __future__ import annotations

import argparse

from ..present.graphs import FORMATS, Picture, graph_json
from ..theory.graph import dependency_graph, dependency_order
from .output import answer, answer_json
from .running import library_for


def run(args: argparse.Namespace) -> int:
    """Print the graph of all forms, or of those that one statement rests on."""
    library, _ = library_for([])
    graph = dependency_graph(library)
    if args.id is not None:
        start = [form.name for form in library.get(args.id).forms]
        graph = graph.subgraph(dependency_order(graph, start))
    picture = Picture(tuple(graph.nodes), tuple(sorted(graph.edges)))
    if args.json or args.format == "json":
        answer_json(graph_json(picture))
    else:
        answer(FORMATS[args.format](picture), verbatim=True)
    return 0
