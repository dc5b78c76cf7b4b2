"""The dependency graph as text, DOT, Mermaid, JSON and SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Final

_WIDTH, _HEIGHT, _GAP = 260, 28, 14


@dataclass(frozen=True)
class Picture:
    """Nodes in the library's order; an edge goes from a form to one that its proof uses."""

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]

    @cached_property
    def uses(self) -> Mapping[str, tuple[str, ...]]:
        """What each node's proof uses."""
        found: dict[str, list[str]] = {node: [] for node in self.nodes}
        for origin, to in self.edges:
            found[origin].append(to)
        return {node: tuple(used) for node, used in found.items()}

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """How many steps a node is away from what uses nothing, on the longest way."""
        import networkx as nx

        graph = nx.DiGraph((to, origin) for origin, to in self.edges)
        graph.add_nodes_from(self.nodes)
        return {node: rank for rank, row in enumerate(nx.topological_generations(graph)) for node in row}


def graph_text(picture: Picture) -> str:
    """Each form with what it uses.

    >>> graph_text(Picture(("a", "b"), (("b", "a"),)))
    'a\\nb  uses  a'
    """
    return "\n".join(
        f"{node}  uses  {', '.join(picture.uses[node])}" if picture.uses[node] else node
        for node in picture.nodes
    )


def graph_dot(picture: Picture) -> str:
    """Graphviz."""
    lines = ["digraph dptheory {", "  rankdir=BT;", "  node [shape=box];"]
    lines += [f'  "{node}";' for node in picture.nodes]
    lines += [f'  "{origin}" -> "{to}";' for origin, to in picture.edges]
    return "\n".join([*lines, "}"])


def graph_mermaid(picture: Picture) -> str:
    """Mermaid."""
    number = {node: f"n{place}" for place, node in enumerate(picture.nodes)}
    lines = ["graph BT", *(f'  {number[node]}["{node}"]' for node in picture.nodes)]
    return "\n".join([*lines, *(f"  {number[origin]} --> {number[to]}" for origin, to in picture.edges)])


def graph_json(picture: Picture) -> dict[str, object]:
    """Plain data."""
    return {
        "nodes": [
            {"name": n, "statement": n.partition(":")[0], "form": n.partition(":")[2]} for n in picture.nodes
        ],
        "edges": [{"from": origin, "uses": to} for origin, to in picture.edges],
    }


def graph_svg(picture: Picture) -> str:
    """A drawing: what uses nothing at the left, arrows from a form to what it uses."""
    rows: dict[int, int] = {}
    place: dict[str, tuple[int, int]] = {}
    for node in picture.nodes:
        rank = picture.ranks[node]
        row = rows[rank] = rows.get(rank, -1) + 1
        place[node] = (rank * (_WIDTH + 6 * _GAP) + _GAP, row * (_HEIGHT + _GAP) + _GAP)
    width = max((x for x, _ in place.values()), default=0) + _WIDTH + _GAP
    height = max((y for _, y in place.values()), default=0) + _HEIGHT + _GAP
    marker = '<marker id="arrow" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-size="12">',
        "<style>text { font-family: sans-serif }</style>",
        f'<defs>{marker}<path d="M0,0 L7,3 L0,6 z"/></marker></defs>',
    ]
    for origin, to in picture.edges:
        (x1, y1), (x2, y2) = place[origin], place[to]
        y1, y2 = y1 + _HEIGHT // 2, y2 + _HEIGHT // 2
        end = x2 + _WIDTH
        lines.append(
            f'<path d="M{x1},{y1} C{x1 - 40},{y1} {end + 40},{y2} {end},{y2}" fill="none" stroke="#888"'
            ' marker-end="url(#arrow)"/>'
        )
    for node, (x, y) in place.items():
        lines.append(
            f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="#eef" stroke="#446"/>'
        )
        lines.append(f'<text x="{x + 8}" y="{y + 18}">{escape(node)}</text>')
    return "\n".join([*lines, "</svg>"])


FORMATS: Final[Mapping[str, Callable[[Picture], str]]] = {
    "text": graph_text, "dot": graph_dot, "mermaid": graph_mermaid, "svg": graph_svg,
}  # fmt: skip
