"""What a bound is a bound of: the quantity, over which draws, with which probability, as the form says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..kernel.logic import Definition, Expr, apply_function, normal, open_named
from .bounds import Bound, beyond, is_event, numbers_of, privacy_loss
from .statements import Form

ADJACENCY = "replace-one: data sets of n records that differ in one; n and d are public"


@dataclass(frozen=True)
class Draw:
    """What is drawn from which law: data, or the output of a mechanism with its noise."""

    name: str
    law: Expr


@dataclass(frozen=True)
class Bounded:
    """The quantity on the left side, and what it is bounded `beyond`; the draws that it depends on, and the
    relation `at_least` with the probability with which it is bounded; `mean` where its expectation over the
    draws is."""

    claim: Expr
    quantity: Expr
    draws: tuple[Draw, ...] = ()
    at_least: tuple[str, Expr] | None = None
    mean: bool = False
    beyond: tuple[Expr, ...] = ()

    def laws(self, definitions: Mapping[str, Definition]) -> tuple[Expr, ...]:
        """The laws of the draws with every definition unfolded, to compare."""
        return tuple(normal(draw.law, definitions) for draw in self.draws)


def bounded(bound: Bound, definitions: Mapping[str, Definition]) -> Bounded:
    """What is bounded, with the definitions of the statement kept as far as they can be."""
    claim = bound.form.theorem.conclusion
    for start in (claim, normal(claim, definitions)):
        for found in _readings(start, Bounded(claim, claim), definitions):
            if numbers_of(normal(found[1], definitions)) == bound.term:
                return replace(found[0], beyond=beyond(found[1]))
    return Bounded(claim, claim)


def first_readings(form: Form, definitions: Mapping[str, Definition]) -> tuple[Bounded, ...]:
    """What a form bounds, whether or not by numbers."""
    claim = form.theorem.conclusion
    return tuple(found for found, _ in _readings(claim, Bounded(claim, claim), definitions))


def _readings(
    node: Expr, so_far: Bounded, definitions: Mapping[str, Definition]
) -> Iterator[tuple[Bounded, Expr]]:
    """Every inequality in a formula with what stands around it, and its right side."""
    made = so_far
    if node.head == "defined" and node.label in definitions:
        yield from _readings(definitions[node.label].expand(node.args), made, definitions)
    elif node.head == "apply" and node.args[0].head == "lam":
        yield from _readings(apply_function(node.args[0], node.args[1]), made, definitions)
    elif node.head == "and":
        for part in node.args:
            yield from _readings(part, made, definitions)
    elif node.head == "implies":
        yield from _readings(node.args[1], made, definitions)
    elif node.head == "forall":
        yield from _readings(open_named(node.args[0])[1], made, definitions)
    elif is_event(node):
        draws, body = _drawn(node.args[0])
        chance = (">=" if node.head == "ge" else ">", node.args[1])
        yield from _readings(body, Bounded(made.claim, body, (*made.draws, *draws), chance), definitions)
    elif node.head in ("le", "lt"):
        draws, body = _drawn(node.args[0]) if node.args[0].head in ("E", "P") else ((), node.args[0])
        mean = node.args[0].head == "E"
        quantity = body if mean else node.args[0]
        known = Bounded(made.claim, quantity, (*made.draws, *draws), made.at_least, mean)
        yield known, node.args[1]
        loss, numbers = privacy_loss(*node.args)
        if loss is not node.args[0]:
            yield Bounded(made.claim, loss, made.draws, made.at_least), numbers


def _drawn(node: Expr) -> tuple[tuple[Draw, ...], Expr]:
    """The draws of an expectation or probability, one after another, and what stands under them."""
    draws: list[Draw] = []
    while node.head in ("E", "P") and node.args[-1].head == "lam":
        name, body = open_named(node.args[-1])
        draws.append(Draw(name, node.args[0]))
        last, node = node.head, body
        if last == "P":
            break
    return tuple(draws), node
