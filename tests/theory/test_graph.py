"""The dependency graph is computed from the proofs."""

from __future__ import annotations

import networkx as nx
import pytest

from dptheory.errors import BadInput
from dptheory.theory.catalogue import UnknownStatement
from dptheory.theory.graph import axioms, cited_forms, dependency_graph, dependency_order, prepared
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.reader import read


def test_the_graph_has_the_citations_of_the_proofs_and_no_circle(library):
    graph = dependency_graph(library)
    assert {"wu2015.lemma12:printed", "wu2015.lemma13:printed"} <= {*graph["wu2015.theorem14:printed"]}
    assert nx.is_directed_acyclic_graph(nx.DiGraph(graph))
    order = dependency_order(graph, ["wu2015.theorem21:sharp"])
    assert order[-1] == "wu2015.theorem21:sharp"
    assert order.index("wu2015.lemma13:printed") < order.index("wu2015.theorem14:sharp")


def test_a_circle_is_refused():
    text = """
statement a.one
  form printed
    claim 0 <= 1
    proof
      1: 0 <= 1 by a.two:printed
statement a.two
  form printed
    claim 0 <= 1
    proof
      1: 0 <= 1 by a.one:printed
"""
    document = read(text, {})
    library = TheoryLibrary({s.id: s for s in document.statements}, document.definitions, {})
    with pytest.raises(BadInput, match="circle"):
        dependency_graph(library)


def test_statements_that_cite_each_other_are_refused_with_their_names():
    """Once: forms that rest on others, of statements that do not, ended in a traceback."""
    with pytest.raises(BadInput, match="circle: .*a.one -> a.two -> a.one|circle: .*a.two -> a.one -> a.two"):
        prepared({"a.one": ["a.two"], "a.two": ["a.one"]})


def test_axioms_are_the_rules_that_proofs_use_and_nothing_unproved_is_hidden(library):
    found = axioms(library, "wu2015.theorem9")
    assert any("gamma-as-sum" in entry for entry in found)
    assert not any("density-ratio" in entry for entry in found)


def test_citations_are_statements_not_rules(library):
    form = library.get("wu2015.theorem15").forms[0]
    assert "wu2015.theorem8:printed" in cited_forms(form)
    assert not any(name == "calc" for name in cited_forms(form))


def test_an_unknown_statement_names_its_neighbours(library):
    with pytest.raises(UnknownStatement, match="did you mean .*wu2015.theorem14"):
        library.get("wu2015.theorm14")


def test_an_order_is_that_of_the_whole_graph(library):
    """The order of what is asked for, as the order of everything has it."""
    graph = dependency_graph(library)
    place = {name: index for index, name in enumerate(graph)}
    directed = nx.DiGraph(graph)
    everything = list(nx.lexicographical_topological_sort(directed.reverse(), key=lambda name: place[name]))
    for asked in (["wu2015.theorem21:sharp"], ["wu2015.theorem9:printed", "wang2016.lemma31:printed"]):
        needed = set(asked).union(*(nx.descendants(directed, name) for name in asked))
        assert dependency_order(graph, asked) == [name for name in everything if name in needed]


def test_axioms_do_not_depend_on_who_made_the_graph(library):
    graph = dependency_graph(library)
    for name in ("wu2015.theorem9", "wu2015.theorem21", "wang2016.proposition33"):
        assert axioms(library, name) == axioms(library, name, graph)
