"""Sequents: what is left to show at one place of a proof.

A hypothesis *holds* at a point if both its sides are defined there and it is true. A sequent says: at
every point of its variables (integers where declared) at which all hypotheses hold, the goal holds.
Every sequent of a proof keeps two invariants: its terms use only its variables; and every subterm
whose key is in `defined`, the goal's among them, is defined wherever the hypotheses hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from ..limits import KernelError, need
from ..syntax import placed
from .certificates import Fields
from .claims import Claim, Images, Names, Relation, relation, sides_of
from .defined import Obligation, implied, obligations, within
from .grammar import parse_term, print_term
from .terms import Term, free_variables, is_integer, is_name, substitute, valued

Parsed = TypeVar("Parsed", Term, Relation)


@dataclass(frozen=True)
class Sequent:
    """Variables (name -> is it an integer), hypotheses and a goal."""

    variables: Mapping[str, bool]
    hypotheses: tuple[Relation, ...]
    goal: Relation
    defined: frozenset[bytes]
    lemmas: tuple[Claim, ...] = ()

    @property
    def integers(self) -> frozenset[str]:
        return frozenset(name for name, integer in self.variables.items() if integer)

    def knowing(self, *terms: Term) -> Sequent:
        """The same, with the terms, and what has values where they have (`valued`), counted as defined.
        Whoever calls this has shown it: in the kernel `owing`, `conveyed` and `restart` alone."""
        return replace(self, defined=self.defined.union(t.key for t in valued(*terms)))

    def assuming(self, *hypotheses: Relation) -> Sequent:
        """With further hypotheses, appended, about terms that are known to be defined, or are whenever the
        known ones are, as sums of these; KernelError of any other text. The terms hold values wherever
        these hold."""
        self.check_known(*sides_of(hypotheses))
        return replace(self, hypotheses=self.hypotheses + hypotheses).knowing(*sides_of(hypotheses))

    def check_known(self, *terms: Term) -> None:
        """Raise KernelError unless nothing is owed of the terms' texts, as they are read here."""
        new = [t for t in terms if t.key not in self.defined]
        for o in obligations(new, self.integers, self.defined):
            raise KernelError(f"a text not known to have a value: {print_term(o.term)}")

    def showing(self, goal: Relation) -> Sequent:
        """With another goal, about terms that are known to be defined as those of `assuming` are."""
        self.check_known(goal.left, goal.right)
        return self.aiming(goal)

    def aiming(self, goal: Relation) -> Sequent:
        """With a goal of which it is not said that its terms are defined."""
        return replace(self, goal=goal)

    def introducing(self, name: str, integer: bool = False) -> Sequent:
        """With a fresh variable."""
        return replace(self, variables={**self.variables, name: integer})

    def pending(self, *terms: Term) -> list[Obligation]:
        """What is to be shown so that the terms are defined: the obligations of the subterms not known
        to be defined, without those that a hypothesis states (`implied`)."""
        owed = obligations(terms, self.integers, self.defined)
        return [o for o in owed if not any(implied(r, self.hypotheses) for r in o.ways)]

    def unshown(self, relations: Iterable[Relation]) -> list[Relation]:
        """Those relations that no hypothesis states."""
        return [r for r in relations if not implied(r, self.hypotheses)]


def restart(
    variables: Mapping[str, bool], hypotheses: tuple[Relation, ...], goal: Relation, lemmas: tuple[Claim, ...]
) -> Sequent:
    """A sequent about which only its hypotheses say what is defined: the goal's terms are to be shown. It is
    about the points at which they hold, so their sides, as they are read, have values there."""
    return Sequent(variables, hypotheses, goal, frozenset(), lemmas).knowing(*sides_of(hypotheses))


def conveyed(s: Sequent, texts: list[Term], images: Images, integers: Names) -> tuple[Sequent, list[Term]]:
    """The texts with terms put for variables, and the sequent that knows them to be defined: the only way in
    which a text that a rule made becomes known without that its obligations are shown.

    The caller says why the `texts`, read with the `integers`, have values where these variables have the
    values of their images, which are defined. The texts with the images have values there too, as they are
    read here, if every integer becomes an integer-sorted term, and this is checked: for a number or an
    integer-sorted term in an exponent only enlarges where a power has a value (`defined`), integer-sorted
    terms stay so, and everything else is defined by the values of its parts.
    """
    for name in sorted(integers & (free_variables(*texts) | images.keys())):
        image = images.get(name)
        if not (s.variables.get(name, False) if image is None else is_integer(image, s.integers)):
            shown = name if image is None else print_term(image)
            raise KernelError(f"expected an integer term (of integers, floor, ceil), not {shown}")
    made = [substitute(t, images) for t in texts]
    return s.knowing(*made), made


class Task(NamedTuple):
    """A sequent, the certificate's node for it, and that node's place."""

    sequent: Sequent
    node: object
    place: str


def task(f: Fields, name: str, s: Sequent) -> Task:
    """The node in a field, for a sequent."""
    return Task(s, f.take(name), f.at(name))


def tasks(f: Fields, name: str, sequents: Iterable[Sequent]) -> list[Task]:
    """The nodes of a list, one for every sequent."""
    wanted, nodes = list(sequents), f.items(name)
    if len(wanted) != len(nodes):
        goals = "; ".join(s.goal.text for s in wanted[:5])
        raise KernelError(f"expected {len(wanted)} node(s), found {len(nodes)}; to show: {goals}", f.at(name))
    return [Task(s, n, f"{f.at(name)}[{i}]") for i, (s, n) in enumerate(zip(wanted, nodes, strict=True))]


def owing(f: Fields, s: Sequent, *terms: Term, name: str = "defined") -> tuple[list[Task], Sequent]:
    """The nodes that show the terms to be defined, in the order of `pending`, and the sequent that knows
    it. A node {"rule": "other", "then": ...} shows an obligation's alternative."""
    return showing(f, s, s.pending(*terms), name), s.knowing(*terms)


def showing(f: Fields, s: Sequent, wanted: list[Obligation], name: str = "defined") -> list[Task]:
    """The nodes for a list of obligations. The terms of each are defined because the earlier ones hold."""
    result: list[Task] = []
    for o, t in zip(wanted, tasks(f, name, [s.aiming(o.relation) for o in wanted]), strict=True):
        if o.between:
            result += _between(o.relation.left, t)
            continue
        goal, node = o.relation, t.node
        if o.other is not None and isinstance(node, dict) and node.get("rule") == "other":
            inner = Fields(node, t.place)
            inner.text("rule")
            goal, node = o.other, inner.take("then")
            inner.close()
        result.append(Task(s.knowing(goal.left, goal.right).showing(goal), node, t.place))
    return result


def _between(t: Term, at: Task) -> list[Task]:
    """{"rule": "each", "fresh": v, "defined"}: the body of a binder has a value for a variable v of which
    nothing is known but that it is between the ends (an integer, but for an integral)."""
    f = Fields(at.node, at.place)
    need(f.text("rule") == "each", "expected the rule 'each'", at.place)
    name = read_fresh(f, "fresh", at.sequent)
    given, body, _ = within(t, name, at.sequent.integers)
    # the ends are defined because the earlier obligations hold
    inner = at.sequent.introducing(name, t.op != "integral").knowing(*t.args[:2]).assuming(*given)
    result, _ = owing(f, inner, body)
    f.close()
    return result


def sides(f: Fields, s: Sequent, relations: Iterable[Relation], name: str = "sides") -> list[Task]:
    """The nodes that show relations between defined terms; none for those that a hypothesis states."""
    return tasks(f, name, [s.showing(r) for r in s.unshown(relations)])


def read_term(text: str, s: Sequent, place: str) -> Term:
    """A term in the sequent's variables."""
    return _read(parse_term, text, s, place)


def read_relation(text: str, s: Sequent, place: str) -> Relation:
    """A relation in the sequent's variables."""
    return _read(relation, text, s, place)


def _read(parsed: Callable[[str], Parsed], text: str, s: Sequent, place: str) -> Parsed:
    with placed(place):
        found = parsed(text)
    names = found.names if isinstance(found, Term) else found.variables()
    if unknown := sorted(names - set(s.variables)):
        raise KernelError(f"unknown variable(s) {', '.join(unknown)}; known: {', '.join(s.variables)}", place)
    return found


def read_fresh(f: Fields, name: str, s: Sequent) -> str:
    """A name for a new variable."""
    fresh = f.text(name)
    check_fresh(fresh, s, f.at(name))
    return fresh


def check_fresh(fresh: str, s: Sequent, place: str) -> None:
    """Raise KernelError unless the name is a variable's and not in use."""
    need(is_name(fresh), f"{fresh!r} is no name for a variable", place)
    need(fresh not in s.variables, f"the variable {fresh!r} is not fresh", place)


def gap(r: Relation) -> Term:
    """The term g for which the relation says g > 0, g >= 0, g = 0 or g != 0."""
    _, left, right = r.oriented
    return left - right
