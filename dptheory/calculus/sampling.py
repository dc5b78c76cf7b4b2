"""Which amplification applies to which sampling and neighbours; what is unsound is refused with its reason.

The kernel's derivations are those of sampling without replacement with replace-one neighbours on both sides
(`calculus.subsampling`) and of Poisson sampling with add/remove neighbours (`calculus.poisson`, said of one
record that joins). What else is sound is known here by exact worst cases on finite worlds and a proof
in words (``dptheory.finite.refusals``), and is said to be no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import BadInput
from ..kernel import Node
from .kinds import JOINING_WORDS, REPLACE_ONE
from .spelling import Spelled

WITHOUT: Final = "without replacement"
METHODS: Final = {
    "subsample": WITHOUT,
    "subsample_in_order": "without replacement, in order",
    "poisson": "poisson",
    "with_replacement": "with replacement",
}
"""The words of the ways to draw a sample, and what they are called."""

REFUTED: Final = {
    ("add-remove", "add-remove"): "chaudhuri2020.theorem3:printed.add-remove",
    ("null-record", "null-record"): "chaudhuri2020.theorem3:printed.null-one",
}
"""Forms that the library refutes: amplification without replacement, by neighbours of samples and of data."""

NEIGHBOURS: Final = {REPLACE_ONE: "replace-one", "add-remove": "add/remove"}
KERNEL: Final = "calculus.subsampling"
POISSON: Final = "calculus.poisson"
ADD_REMOVE: Final = "add-remove"
OF_ONE_RECORD: Final = "--given 'PerInstance(eps, delta)' --goal 'poisson(A, coin, toss): PerInstance'"
TRY: Final = "--given 'B: Private(eps, 0)' --goal 'subsample(B, m): Private'"


class Underived(BadInput):
    """A sound amplification of which the library has no statement."""


@dataclass(frozen=True)
class Row:
    """What is known of one way of sampling: neighbours of the samples and of the data, and the verdict."""

    method: str
    base: str
    target: str
    answer: str
    why: str


def refuse_unsound(properties: Sequence[Spelled]) -> None:
    """BadInput where a sample is drawn in a way for which the amplification is unsound, with the world that
    shows it; Underived where it is sound but no statement of the library says so."""
    for one in properties:
        for node in _draws(one.subject):
            if one.word in JOINING_WORDS:
                _judge(node.value, ADD_REMOVE, ADD_REMOVE)
                continue
            base = _adjacency_of(node, properties)
            target = one.adjacency if one.word == "Private" else REPLACE_ONE
            _judge(node.value, base, target)
            if known(node.value, base, target).why == POISSON:
                raise BadInput(repr(one.text), "per-instance privacy of a record that joins", OF_ONE_RECORD)


def _draws(node: Node) -> Iterator[Node]:
    if node.kind == "call" and node.value in METHODS:
        yield node
    for argument in node.args:
        yield from _draws(argument)


def _adjacency_of(node: Node, properties: Sequence[Spelled]) -> str:
    """For which neighbours the algorithm on samples is private."""
    inner = node.args[0] if node.args else node
    given = [one for one in properties if one.word == "Private" and one.subject == inner]
    return given[0].adjacency if given else REPLACE_ONE


def _judge(method: str, base: str, target: str) -> None:
    row = known(method, base, target)
    if row.answer == "derived":
        return
    given = f"{METHODS[method]}, A private for {base}, A on samples for {target}"
    if row.answer == "sound":
        raise Underived(f"sampling {given}", f"a statement of the library; it has none, but {row.why}", TRY)
    raise BadInput(f"sampling {given}", f"a sound combination; {row.why}", TRY)


def known(method: str, base: str, target: str) -> Row:
    """What is known of one way of sampling.

    >>> known("subsample", "replace-one", "replace-one").answer
    'derived'
    >>> known("poisson", "replace-one", "replace-one").answer
    'refused'
    >>> known("poisson", "add-remove", "add-remove").why
    'calculus.poisson'
    """
    if method == "subsample" and base == target == REPLACE_ONE:
        return Row(method, base, target, "derived", KERNEL)
    if method == "poisson" and base == target == ADD_REMOVE:
        return Row(method, base, target, "derived", POISSON)
    form = REFUTED.get((base, target)) if method == "subsample" else None
    library = "" if form is None else f"; the library refutes it: {form}"
    if not {base, target} <= set(NEIGHBOURS):
        why = f"nothing is known for null-record neighbours{library}"
        return Row(method, base, target, "refused", why)
    from ..finite.refusals import amplified

    try:
        found = amplified(METHODS[method], NEIGHBOURS[base], NEIGHBOURS[target])
    except BadInput as error:
        return Row(method, base, target, "refused", _reason(error) + library)
    why = (
        f"(ε', δ') = ({found.eps}, {found.delta}) holds, gam = {found.share} (finite worlds, proof in words)"
    )
    return Row(method, base, target, "sound", why)


def _reason(error: BadInput) -> str:
    """The counterexample within a refusal."""
    needed = str(error).partition("; needed: ")[2].partition("; try: ")[0]
    return needed.rpartition(" but ")[2] or needed


def table() -> list[Row]:
    """Every way of sampling with every pair of neighbours, and disjoint batches."""
    rows = [known(method, base, target) for method in METHODS for base in NEIGHBOURS for target in NEIGHBOURS]
    batches = "calculus.parallel-composition: no amplification, and no sum: the larger ε of the batches"
    return [*rows, Row("parallel", REPLACE_ONE, REPLACE_ONE, "derived", batches)]
