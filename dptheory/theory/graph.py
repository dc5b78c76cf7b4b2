"""The dependency graph, computed from the steps of the proofs, and what a statement rests on."""

from __future__ import annotations

import networkx as nx

from ..kernel.logic.derivations import STRUCTURAL
from ..kernel.logic.rules import rules
from .library import TheoryLibrary
from .statements import Form


def cited_forms(form: Form, structural: frozenset[str] | None = None) -> list[str]:
    """The forms of statements that the steps of a form's proof use; `structural` are the names that are none,
    which need not be put together again for every form."""
    names = by_rule() if structural is None else structural
    return list(dict.fromkeys(line.by for line in form.steps if line.by not in names))


def by_rule() -> frozenset[str]:
    """What a step can be by that is no form of a statement: the structural and the numbered rules."""
    return frozenset((*STRUCTURAL, *(rule.name for rule in rules())))


def dependency_graph(library: TheoryLibrary) -> nx.DiGraph:
    """Forms as nodes; an edge from each form to every form that its proof uses.

    Raises nx.NetworkXUnfeasible where the proofs run in a circle.
    """
    graph, structural = nx.DiGraph(), by_rule()
    for statement, form in library.forms():
        graph.add_node(form.name, statement=statement.id, kind=form.kind)
    for _, form in library.forms():
        for cited in cited_forms(form, structural):
            graph.add_edge(form.name, cited)
    if not nx.is_directed_acyclic_graph(graph):
        cycle = " -> ".join(edge[0] for edge in nx.find_cycle(graph))
        raise nx.NetworkXUnfeasible(f"the proofs run in a circle: {cycle}")
    return graph


def dependency_order(graph: nx.DiGraph, names: list[str]) -> list[str]:
    """The named forms and all they rest on, each after what it uses; the library's order otherwise."""
    needed = set(names)
    for name in names:
        needed |= nx.descendants(graph, name)
    place = {name: index for index, name in enumerate(graph.nodes)}
    below = nx.reverse_view(graph.subgraph(needed))
    return list(nx.lexicographical_topological_sort(below, key=lambda name: place[name]))


def axioms(library: TheoryLibrary, name: str, graph: nx.DiGraph | None = None) -> list[str]:
    """The numbered rules and unproved statements that all forms of a statement rest on in the end.

    `graph` is the library's graph, where it is at hand.
    """
    graph = dependency_graph(library) if graph is None else graph
    start = [form.name for form in library.get(name).forms]
    reached = dependency_order(graph, start)
    forms = {form.name: form for _, form in library.forms()}
    used = {line.by for form in reached if form in forms for line in forms[form].steps}
    numbered = [f"rule {rule.number}: {rule.name}" for rule in rules() if rule.name in used]
    cited = {name for form in reached for name in graph.successors(form)}
    unproved = [form for form in reached if form in cited and not (form in forms and forms[form].steps)]
    return numbered + [f"unproved: {form}" for form in unproved]
