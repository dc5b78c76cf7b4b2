"""The dependency graph, computed from the steps of the proofs, and what a statement rests on."""

from __future__ import annotations

import networkx as nx

from ..kernel.logic.derivations import STRUCTURAL
from ..kernel.logic.rules import rules
from .library import TheoryLibrary
from .statements import Form


def cited_forms(form: Form) -> list[str]:
    """The forms of statements that the steps of a form's proof use."""
    structural = {*STRUCTURAL, *(rule.name for rule in rules())}
    return list(dict.fromkeys(line.by for line in form.steps if line.by not in structural))


def used_rules(form: Form) -> list[str]:
    """The numbered rules that the steps of a form's proof use, in the rules' order."""
    used = {line.by for line in form.steps}
    return [rule.name for rule in rules() if rule.name in used]


def dependency_graph(library: TheoryLibrary) -> nx.DiGraph:
    """Forms as nodes; an edge from each form to every form that its proof uses.

    Raises nx.NetworkXUnfeasible where the proofs run in a circle.
    """
    graph = nx.DiGraph()
    for statement, form in library.forms():
        graph.add_node(form.name, statement=statement.id, kind=form.kind)
    for _, form in library.forms():
        for cited in cited_forms(form):
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
    order = nx.lexicographical_topological_sort(graph.reverse(), key=lambda name: place[name])
    return [name for name in order if name in needed]


def axioms(library: TheoryLibrary, name: str) -> list[str]:
    """The numbered rules and unproved statements that all forms of a statement rest on in the end."""
    graph = dependency_graph(library)
    forms = {form.name: form for _, form in library.forms()}
    start = [form.name for form in library.get(name).forms]
    reached = dependency_order(graph, start)
    used = {rule for form in reached if form in forms for rule in used_rules(forms[form])}
    numbered = [f"rule {rule.number}: {rule.name}" for rule in rules() if rule.name in used]
    cited = {name for form in reached if form in forms for name in cited_forms(forms[form])}
    unproved = [form for form in reached if form in cited and not (form in forms and forms[form].steps)]
    return numbered + [f"unproved: {form}" for form in unproved]
