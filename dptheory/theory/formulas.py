"""Statements as formulas: definitions, abbreviations, algorithms, forms and their near false variants.

With `names`, `texts`, `algorithms` and `forms` all that turns the tree of a text into what the kernel judges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..kernel.logic import CONSTANTS, INT, REAL, Definition, Scope, is_name
from .algorithms import AlgorithmReader
from .extension import form_label
from .forms import Context, FormReader
from .grammar import TEXT, lines, own, rules
from .lazy import Later, Reading
from .names import Names
from .outline import Entry, OutlineError, joined
from .statements import KINDS, Algorithm, Form, Refutation, Twin, is_identifier
from .texts import Text, binders, labelled, read_formula
from .worlds import read_world


def definition(entry: Entry, definitions: Mapping[str, Definition]) -> Definition:
    """What a line ``define name(x: sort) := body`` defines, under the definitions above it."""
    said = rules(TEXT)["define"].read(own(entry, "define"))
    name = str(said["NAME"])
    if name in definitions:
        raise OutlineError(f"{name} is defined already", entry.number)
    if not is_name(name):
        raise OutlineError(f"{name!a} is no name, or it has a meaning of its own", entry.number)
    sorts = Entry(joined(["let", said["SORTS"]]), entry.number, column=entry.column)
    text = above(definitions).declared(sorts)
    variables, made = text.names.variables, text.term(said["BODY"])
    text.bound.refuse_two_meanings(binders(made), variables)
    if strangers := made.names - set(variables) - {"n", "d"}:
        raise OutlineError(f"{name} mentions {', '.join(sorted(strangers))}", entry.number)
    return Definition(name, tuple(variables.items()), made)


def above(definitions: Mapping[str, Definition]) -> Text:
    """What names mean where nothing but definitions stands above."""
    taken = dict.fromkeys(definitions, "is a word of the definitions above")
    return Text(Scope({}, definitions), {}, Names(taken))


class Formulas:
    """What the lines of a statement say in formulas, each under those above it."""

    def __init__(self, name: str, definitions: Mapping[str, Definition], reading: Reading) -> None:
        self.id, self.reading, self.text = name, reading, above(definitions)
        self.forms: list[Form] = []
        self.twins: list[Twin | Later[Twin]] = []
        self.algorithms: dict[str, Algorithm] = {}

    def read(self, line: Entry) -> None:
        """Read a line; one that says nothing in formulas is for others. Raises OutlineError."""
        if line.word == "let":
            self.text = self.text.declared(line)
        elif line.word == "where":
            self.text = self.text.abbreviated(line)
        elif line.word == "algorithm":
            made = AlgorithmReader(self.text).read(line)
            self.text = self.text.named(made.name, made.term, "is an algorithm", line)
            self.algorithms[made.name] = made
        elif line.word == "form":
            self.forms.append(self._form(line))
        elif line.word == "twin":
            self.twins.append(self.reading.part(partial(self._twin, line, tuple(self.forms))))

    @property
    def numbers(self) -> frozenset[str]:
        """The names of numbers so far."""
        sorts = self.text.names.variables
        return frozenset({x for x, sort in sorts.items() if sort in (REAL, INT)} | CONSTANTS.keys())

    def _form(self, entry: Entry) -> Form:
        label = form_label(entry)
        kind = label.partition(".")[0]
        if kind not in KINDS or not is_identifier(label):
            raise OutlineError(f"a form is one of {', '.join(KINDS)}, found {label!r}", entry.number)
        if any(form.name == f"{self.id}:{label}" for form in self.forms):
            raise OutlineError(f"a second form {label}; tell them apart: {label}.another", entry.number)
        context = Context(self.reading, self.text, self.algorithms)
        return FormReader(context, f"{self.id}:{label}", kind, entry).form()

    def _twin(self, entry: Entry, forms: Sequence[Form]) -> Twin:
        said = rules("statement")["twin"].read(entry)
        base = next((f for f in forms if f.name.split(":", 1)[1] == said["ID"]), None)
        if base is None:
            raise OutlineError(f"no form {str(said['ID'])!r} above, of which this is a twin", entry.number)
        hypotheses, conclusion = dict(base.theorem.hypotheses), base.theorem.conclusion
        definitions = self.text.names.definitions
        sums = self.text.sums.within(base.theorem.variables)
        scope = Text(Scope(base.theorem.variables, definitions), base.where, self.text.bound, sums)
        found, changed = dict[str, Entry](), Names()
        for child in lines(entry, "twin"):
            found[child.word] = child
            if child.word == "drop":
                kept = {*changed, *(one.name for one in sums.known.values())}
                if child.rest not in hypotheses or child.rest in kept:
                    raise OutlineError(f"no hypothesis {str(child.rest)!r} to drop", child.number)
                del hypotheses[child.rest]
            elif child.word == "given":
                label, text = labelled(child, rules("twin")["given"])
                changed.bind(label, "labels a hypothesis", child)
                hypotheses[label] = read_formula(text, scope, child)
            elif child.word == "claim":
                conclusion = read_formula(child.rest, scope, child)
        if "world" not in found:
            raise OutlineError("a twin needs the world that refutes it", entry.number)
        given = tuple(hypotheses.items())
        theorem = replace(base.theorem, name=f"{base.name}:twin", hypotheses=given, conclusion=conclusion)
        refutation = Refutation(read_world(found["world"], theorem, definitions, sums))
        return Twin(str(said["ID"]), theorem, refutation, str(said["WHY"]))
