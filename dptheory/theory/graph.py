"""The dependency graph, computed from the steps of the proofs, and what a statement rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush

from ..errors import BadInput
from ..kernel.logic import STRUCTURAL, numbered_rules
from .library import TheoryLibrary
from .statements import Form


def cited_forms(form: Form, structural: frozenset[str] | None = None) -> list[str]:
    """The forms of statements that the steps of a form's proof use; `structural` are the names that are none,
    which need not be put together again for every form."""
    names = by_rule() if structural is None else structural
    return list(dict.fromkeys(line.by for line in form.steps if line.by not in names))


def by_rule() -> frozenset[str]:
    """What a step can be by that is no form of a statement: the structural and the numbered rules."""
    return frozenset((*STRUCTURAL, *(rule.name for rule in numbered_rules())))


Graph = Mapping[str, tuple[str, ...]]
"""Forms, in the library's order, and the forms that the proof of each uses."""


def dependency_graph(library: TheoryLibrary, start: Iterable[str] | None = None) -> Graph:
    """The forms of a library with what their proofs use.

    `start` are the forms that, with all that they rest on, are looked at; all of the library if it is None.
    Raises BadInput where the proofs run in a circle.
    """
    uses = _uses(library, start)
    reached = dict.fromkeys(name.partition(":")[0] for name in uses)
    graph = {
        form.name: tuple(uses[form.name])
        for name in library.statements if name in reached
        for form in library.get(name).forms if form.name in uses
    }  # fmt: skip
    prepared(graph)
    return graph


def prepared(graph: Mapping[str, Iterable[str]]) -> TopologicalSorter[str]:
    """Gives out forms or statements, each after what its proof uses; raises BadInput for a circle."""
    sorter = TopologicalSorter(graph)
    try:
        sorter.prepare()
    except CycleError as error:
        cycle = " -> ".join(reversed(error.args[1]))
        raise BadInput(
            f"proofs that run in a circle: {cycle}", "proofs that rest on others", "another reason for a line"
        ) from None
    return sorter


def _uses(library: TheoryLibrary, start: Iterable[str] | None) -> dict[str, list[str]]:
    """The forms that the proof of each form uses, for some forms and all that they rest on."""
    structural, found = by_rule(), dict[str, list[str]]()
    ahead = [form.name for _, form in library.forms()] if start is None else list(start)
    while ahead:
        known = library.form(name := ahead.pop())
        if known is not None and name not in found:
            found[name] = cited_forms(known[1], structural)
            ahead.extend(found[name])
    return found


def dependency_order(graph: Graph, names: list[str]) -> list[str]:
    """The named forms and all they rest on, each after what it uses; the library's order otherwise."""
    needed, ahead = set(names), list(names)
    while ahead:
        new = set(graph.get(ahead.pop(), ())) - needed
        needed |= new
        ahead.extend(new)
    forms = [*graph, *sorted(needed - graph.keys())]
    place = {name: index for index, name in enumerate(forms)}
    sorter = prepared({name: graph.get(name, ()) for name in needed})
    order, ready = list[str](), list[int]()
    while sorter.is_active():
        for name in sorter.get_ready():
            heappush(ready, place[name])
        order.append(forms[heappop(ready)])
        sorter.done(order[-1])
    return order


def axioms(library: TheoryLibrary, name: str, graph: Graph | None = None) -> list[str]:
    """The numbered rules and unproved statements that all forms of a statement rest on in the end.

    `graph` is the library's graph, where it is at hand.
    """
    start = [form.name for form in library.get(name).forms]
    graph = dependency_graph(library, start) if graph is None else graph
    reached = dependency_order(graph, start)
    forms = {form: known[1] for form in reached if (known := library.form(form)) is not None}
    used = {line.by for form in reached if form in forms for line in forms[form].steps}
    numbered = [f"rule {rule.number}: {rule.name}" for rule in numbered_rules() if rule.name in used]
    cited = {name for form in reached for name in graph.get(form, ())}
    unproved = [form for form in reached if form in cited and not (form in forms and forms[form].steps)]
    return numbered + [f"unproved: {form}" for form in unproved]
