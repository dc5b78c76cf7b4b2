"""Which tactics took part in a proof: those that made a node of it."""

from __future__ import annotations

from collections.abc import Iterable


class Credit:
    """The nodes that tactics made, by their identity.

    >>> credit, node = Credit(), {"rule": "poly"}
    >>> credit.give("sum", [node])
    >>> credit.give("factors", [node, {"rule": "sign"}])
    >>> credit.of({"proof": [node]})
    ('sum',)
    """

    def __init__(self) -> None:
        self._makers: dict[int, tuple[str, object]] = {}

    def give(self, name: str, nodes: Iterable[object]) -> None:
        """Say that a tactic made those of the nodes that none made before, for one of its sub-goals."""
        for node in nodes:
            # the node is kept, so that no other object gets its identity
            self._makers.setdefault(id(node), (name, node))

    def of(self, *certificates: object) -> tuple[str, ...]:
        """The tactics whose nodes a certificate has, in the order in which these are met."""
        found, left = dict[str, None](), [*reversed(certificates)]
        while left:
            part = left.pop()
            if isinstance(part, dict):
                if id(part) in self._makers:
                    found[self._makers[id(part)][0]] = None
                left += reversed(part.values())
            elif isinstance(part, list | tuple):
                left += reversed(part)
        return tuple(found)
