"""Which tactics took part in a proof: those that made a node of it."""

from __future__ import annotations

from collections.abc import Sequence


class Credit:
    """The nodes that tactics made, by their identity.

    >>> credit, node = Credit(), {"rule": "poly"}
    >>> credit.give("sum", [node])
    >>> credit.give("factors", [node, {"rule": "sign"}])
    >>> credit.of({"proof": [node]})
    ('sum',)
    """

    def __init__(self) -> None:
        self._makers: dict[int, tuple[object, list[str]]] = {}

    def give(self, name: str, nodes: Sequence[object]) -> None:
        """Say that a tactic made those of the nodes that no other made before, for one of its sub-goals; or,
        where there are none, that it passed on the last of them."""
        own = [node for node in nodes if id(node) not in self._makers]
        for node in own:
            # the node is kept, so that no other object gets its identity
            self._makers[id(node)] = node, [name]
        if nodes and not own:
            self._makers[id(nodes[-1])][1].append(name)

    def of(self, *certificates: object) -> tuple[str, ...]:
        """The tactics whose nodes a certificate has, in the order in which these are met."""
        found, left = dict[str, None](), [*reversed(certificates)]
        while left:
            part = left.pop()
            if isinstance(part, dict):
                found |= dict.fromkeys(self._makers.get(id(part), (None, []))[1])
                left += reversed(part.values())
            elif isinstance(part, list | tuple):
                left += reversed(part)
        return tuple(found)
