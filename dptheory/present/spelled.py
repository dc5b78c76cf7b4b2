"""What a claim says with the properties in it written out, and the two sides that it compares in the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..kernel.logic import (
    PROP,
    RELATIONS,
    VEC,
    Definition,
    Expr,
    abstract,
    apply_function,
    op,
    open_named,
    rebuild,
    replace_all,
    show,
    var,
    walk,
)
from ..notation import WRITTEN_OUT
from .from_logic import Words
from .page import Writing
from .styles import LATEX, MATHML

if TYPE_CHECKING:
    from ..theory.statements import Statement

Styled = Mapping[str, str]
"""A formula in several styles."""

_HEADS: Final = {head: sign for sign, head in RELATIONS.items()}
_JOINED: Final = frozenset({"and", "or"})
_KNOWN: Final = WRITTEN_OUT | {"inner"}
"""Notation that everybody reads."""
EXPLAINED: Final = frozenset({"P", "E", "image", "mixture", "l2laplace", "gibbs", "gammalaw", "replace"})
"""The heads that are explained where they occur."""
SIZES: Final = frozenset({"n", "d"})
"""The names that every world has a value for, said or not."""


@dataclass(frozen=True)
class Comparison:
    """One comparison of a claim: its two sides and the relation between them."""

    left: Styled
    relation: str
    right: Styled


@dataclass(frozen=True)
class Spelled:
    """A claim written out, the comparisons in it, what the quantities in these mean, and of what is to be
    explained what occurs in it: the heads of terms, n, d."""

    claim: Styled
    compared: tuple[Comparison, ...] = ()
    means: tuple[Styled, ...] = ()
    uses: tuple[str, ...] = ()


def spelled(
    statement: Statement, words: Words, styles: Iterable[str], only: Collection[str] | None = None
) -> dict[str, Spelled]:
    """The conclusions of a statement's forms and of the false steps of their proofs, or only those of them,
    by their text."""
    writings = [Writing(style, words) for style in styles]
    found: dict[str, Spelled] = {}
    for form in statement.forms:
        named = {name: value for name, value in form.where.items() if value.sort.name in ("->", "law")}
        for theorem in (form.theorem, *(slip.theorem for slip in form.slips)):
            claim = theorem.conclusion
            if (text := show(claim)) not in found and (only is None or text in only):
                found[text] = _spelled(claim, named, words, writings)
    return found


def conclusions(statement: Statement, form: str) -> dict[str, str]:
    """The texts of the conclusion of a form, by the empty name, and of the false steps of its proof."""
    found = next(one for one in statement.forms if one.name == form)
    slips = {slip.step: show(slip.theorem.conclusion) for slip in found.slips}
    return {**slips, "": show(found.theorem.conclusion)}


def _spelled(claim: Expr, named: Mapping[str, Expr], words: Words, writings: list[Writing]) -> Spelled:
    """A claim written out, in which algorithms and laws that have a name keep it."""
    kept: dict[str, Expr] = {}
    for name, value in sorted(named.items(), key=lambda item: -item[1].depth):
        changed = replace_all(claim, value, var(name, value.sort))
        if changed != claim:
            claim, kept[name] = changed, value
    whole = written_out(claim, words.definitions)
    equal = [op("eq", PROP, var(name, value.sort), value) for name, value in kept.items()]
    nodes = [node for part in (whole, *equal) for node in walk(part)]
    compared = tuple(
        Comparison(_styled(part.args[0], writings), _HEADS[part.head], _styled(part.args[1], writings))
        for part in _comparisons(whole)
    )
    return Spelled(
        _styled(whole, writings),
        compared,
        tuple(_styled(one, writings) for one in (*equal, *_meanings(nodes, words))),
        _uses(nodes),
    )


def _uses(nodes: Iterable[Expr]) -> tuple[str, ...]:
    found = {node.head for node in nodes if not _of_chance(node)} & EXPLAINED
    found |= {node.label for node in nodes if node.head in ("var", "const") and node.label in SIZES}
    return tuple(sorted(found | ({"d"} if any(node.sort == VEC for node in nodes) else set())))


def _of_chance(node: Expr) -> bool:
    """Whether a mean is written as a chance over several draws."""
    return node.head == "E" and node.args[1].head == "lam" and node.args[1].args[0].head in ("E", "P")


def _styled(term: Expr, writings: list[Writing]) -> Styled:
    return {writing.style: writing.write(term) for writing in writings}


def written_out(formula: Expr, definitions: Mapping[str, Definition]) -> Expr:
    """The formula with the properties that it asserts written out; what these are about is left as it is."""
    if formula.head == "defined":
        return written_out(reduced(definitions[formula.label].expand(formula.args)), definitions)
    if formula.head in ("forall", "exists"):
        name, body = open_named(formula.args[0])
        sort = formula.args[0].sort.args[0]
        return rebuild(formula, (abstract(name, sort, written_out(body, definitions)),))
    if formula.head in _JOINED:
        return rebuild(formula, tuple(written_out(part, definitions) for part in formula.args))
    if formula.head == "implies":
        return rebuild(formula, (formula.args[0], written_out(formula.args[1], definitions)))
    return formula


def reduced(term: Expr) -> Expr:
    """The term with every applied ``fun`` worked out, and no definition unfolded."""
    if term.head == "lam":
        name, body = open_named(term)
        return abstract(name, term.sort.args[0], reduced(body))
    args = tuple(map(reduced, term.args))
    if term.head == "apply" and args[0].head == "lam":
        return reduced(apply_function(*args))
    return rebuild(term, args) if args else term


def _comparisons(formula: Expr) -> Iterator[Expr]:
    """The relations that a formula asserts, below its quantifiers and conditions."""
    if formula.head in _HEADS:
        yield formula
    elif formula.head in ("forall", "exists"):
        yield from _comparisons(open_named(formula.args[0])[1])
    elif formula.head in _JOINED:
        for part in formula.args:
            yield from _comparisons(part)
    elif formula.head == "implies":
        yield from _comparisons(formula.args[1])


def _meanings(nodes: Iterable[Expr], words: Words) -> Iterator[Expr]:
    """For each definition of a quantity in a formula the equation that defines it."""
    labels = dict.fromkeys(node.label for node in nodes if node.head == "defined" and node.sort != PROP)
    for definition in (words.definitions[label] for label in labels if label not in _KNOWN):
        if definition.body.sort.name in ("real", "int", "vec"):
            given = tuple(var(name, sort) for name, sort in definition.parameters)
            named = Expr("defined", given, definition.body.sort, definition.name)
            yield op("eq", PROP, named, definition.body)


def spelled_from(data: Mapping[str, Any]) -> Spelled:
    """What the record kept of a claim that was written out. Raises KeyError, TypeError, AttributeError, or
    ValueError where a formula is none."""
    compared = tuple(
        Comparison(_styles(one["left"]), str(one["relation"]), _styles(one["right"]))
        for one in data.get("compared", ())
    )
    means = tuple(map(_styles, data.get("means", ())))
    return Spelled(_styles(data["claim"]), compared, means, tuple(map(str, data.get("uses", ()))))


def _styles(data: Mapping[str, Any]) -> Styled:
    return {style: str(data[style]) for style in (LATEX, MATHML)}
