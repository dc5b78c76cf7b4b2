"""Relations between rates: shown by calculations that the prover certifies, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flint import fmpq

from ..kernel import PROVED, KernelError, check_witness
from ..kernel.logic import (
    INT,
    PROP,
    REAL,
    Definition,
    Expr,
    conjuncts,
    normal,
    num,
    op,
    replace_all,
    step_claims,
    var,
    walk,
)
from ..kernel.real import Claim
from ..prover import find_point, prove

COMPARISON = 4_000_000
"""Steps to compare two rates."""
SIZE = op("ge", PROP, var("n", INT), num(1))


@dataclass
class Numbers:
    """What is known about numbers, and certificates for what follows from it.

    `effort` is that of one question; `certificates` holds what was found, by the hash of its claim. What is
    `defining` is asked last, where nothing follows without it. `failing` are the points at which relations
    failed: where one fails, the next one often does.
    """

    known: tuple[Expr, ...]
    definitions: Mapping[str, Definition]
    effort: int = COMPARISON
    certificates: dict[str, object] = field(default_factory=dict)
    answers: dict[tuple[Expr, tuple[Expr, ...]], bool] = field(default_factory=dict)
    defining: tuple[Expr, ...] = ()
    failing: list[dict[str, fmpq]] = field(default_factory=list)

    def sources(self, goal: Expr) -> tuple[Expr, ...]:
        """The relations known from which a goal follows: the size of data sets alone if that is enough, else
        all that have to do with it."""
        size = (SIZE,) if "n" in goal.names else ()
        if self._shown(goal, size, self.effort // 4):
            return size
        if self.defining:
            lighter = self._near(goal, tuple(r for r in self.known if r not in self.defining))
            if self._shown(goal, lighter, self.effort):
                return lighter
        return self._near(goal, self.known)

    def _near(self, goal: Expr, known: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """The relations that share names with a goal, or with one that does."""
        names, chosen = set(goal.names), list[Expr]()
        left = [*known, SIZE]
        while True:
            near = [r for r in left if r.names & names]
            if not near:
                return tuple(r for r in (*known, SIZE) if r in chosen)
            chosen += near
            names |= frozenset[str]().union(*(r.names for r in near))
            left = [r for r in left if r not in near]

    def follows(self, goal: Expr) -> bool:
        """Whether a relation was shown to follow from what is known."""
        if all(piece in self.known for piece in conjuncts(goal)):
            return True
        return self._shown(goal, self.sources(goal), self.effort)

    def _shown(self, goal: Expr, sources: tuple[Expr, ...], effort: int) -> bool:
        key = (goal, sources)
        if key not in self.answers:
            self.answers[key] = self._prove(goal, sources, effort)
        return self.answers[key]

    def _prove(self, goal: Expr, sources: Sequence[Expr], effort: int) -> bool:
        try:
            claims = step_claims(self._normal(sources), normal(goal, self.definitions))[0]
        except KernelError:
            return False
        for claim in claims:
            if any(_fails(claim, point) for point in self.failing):
                return False
            found = prove(claim, effort=effort)
            if found.witness is not None:
                self.failing.append(found.witness)
            if found.verdict.status != PROVED:
                return False
            self.certificates[claim.hash] = found.certificate
        return True

    def _normal(self, relations: Sequence[Expr]) -> list[Expr]:
        return [normal(r, self.definitions) for r in relations]

    def at_most(self, first: Sequence[Expr], second: Sequence[Expr]) -> bool:
        """Whether each of the first rates was shown to be at most the second."""
        return all(a == b or self._below(a, b) for a, b in zip(first, second, strict=True))

    def _below(self, first: Expr, second: Expr) -> bool:
        """Whether a rate was shown to be at most another; logarithms that they share may stand for any number
        that is not negative."""
        first, second = without_shared(first, second)
        goal = op("le", PROP, first, second)
        if goal in self.known or first == second:
            return True
        shared = [node for node in walk(first) if node.head == "log" and any(node == n for n in walk(second))]
        for logarithm in dict.fromkeys(shared):
            sign = op("ge", PROP, logarithm, num(0))
            if not self.follows(sign):
                continue
            at = var("shared", REAL)
            bolder = Numbers(
                (*self.known, op("ge", PROP, at, num(0))), self.definitions, self.effort, failing=self.failing
            )
            return bolder._below(replace_all(first, logarithm, at), replace_all(second, logarithm, at))
        return self.follows(goal)

    def point(self) -> dict[Expr, fmpq] | None:
        """Values of the numbers (and of functions at a place) that satisfy all that is known, or None."""
        goal = op("ge", PROP, num(1), num(0))
        claims, meaning = step_claims(self._normal([*self.known, SIZE]), goal)
        claim = claims[-1]
        found = find_point(claim, effort=self.effort)
        if found is None:
            return None
        return {meaning[name]: fmpq(value) for name, value in found.items()}


def _fails(claim: Claim, point: Mapping[str, fmpq]) -> bool:
    """Whether the kernel sees a claim fail at a point, which may give more names than the claim has."""
    names = [v.name for v in claim.variables]
    if not point.keys() >= set(names):
        return False
    try:
        check_witness(claim, {name: point[name] for name in names})
    except KernelError:
        return False
    return True


def without_shared(first: Expr, second: Expr) -> tuple[Expr, Expr]:
    """Two terms without the summands that both have: the same comparison, and a shorter one.

    >>> from ..kernel.logic.grammar import Scope, term
    >>> scope = Scope({"x": REAL, "y": REAL}, {})
    >>> first, second = without_shared(term("x + exp(y)", scope), term("1 - y + x", scope))
    >>> str(first) == str(term("exp(y)", scope)), str(second) == str(term("1 - y", scope))
    (True, True)
    """
    left, right = summands(first), summands(second)
    shared = left & right
    return (_sum(left - shared), _sum(right - shared)) if shared else (first, second)


def _sum(parts: Counter[tuple[bool, Expr]]) -> Expr:
    added = [node for (sign, node), times in parts.items() if sign for _ in range(times)]
    taken = [node for (sign, node), times in parts.items() if not sign for _ in range(times)]
    total = added[0] if added else num(0)
    for node in added[1:]:
        total = op("add", REAL, total, node)
    for node in taken:
        total = op("sub", REAL, total, node)
    return total


def summands(term: Expr) -> Counter[tuple[bool, Expr]]:
    """The summands of a term with their signs, in no order.

    >>> from ..kernel.logic.grammar import Scope, term
    >>> scope = Scope({"x": REAL, "y": REAL}, {})
    >>> summands(term("x + y - 1", scope)) == summands(term("y - 1 + x", scope))
    True
    """
    found: Counter[tuple[bool, Expr]] = Counter()
    stack = [(True, term)]
    while stack:
        sign, node = stack.pop()
        if node.head == "add":
            stack += [(sign, a) for a in node.args]
        elif node.head == "sub":
            stack += [(sign, node.args[0]), (not sign, node.args[1])]
        else:
            found[(sign, node)] += 1
    return found
