"""``graph [ID]``: what rests on what."""

from __future__ import annotations

import argparse

from ..present.graphs import FORMATS, Picture, graph_json
from ..theory.graph import dependency_graph, dependency_order
from .output import answer, answer_json
from .running import library_for


def run(args: argparse.Namespace) -> int:
    """Print the graph of all forms, or of those that a statement, or those of a source, rest on."""
    library, _ = library_for([])
    graph = dependency_graph(library)
    nodes = list(graph.nodes)
    if args.id is not None:
        start = [form.name for name in library.select([args.id]) for form in library.get(name).forms]
        reached = set(dependency_order(graph, start))
        # a subgraph has its nodes in the order of a set: that of the library is taken from the whole graph
        graph, nodes = graph.subgraph(reached), [name for name in nodes if name in reached]
    picture = Picture(tuple(nodes), tuple(sorted(graph.edges)))
    if args.json or args.format == "json":
        answer_json(graph_json(picture))
    else:
        answer(FORMATS[args.format](picture))
    return 0
