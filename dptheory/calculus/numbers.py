"""Relations between rates: shown by calculations that the prover certifies, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flint import fmpq

from ..kernel.limits import KernelError
from ..kernel.logic.calculation import calculation, conjuncts
from ..kernel.logic.sorts import INT, PROP, REAL
from ..kernel.logic.terms import Definition, Expr, free_names, normal, num, op, rebuild, var
from ..kernel.verdicts import PROVED
from ..prover import find_point, prove

SIZE = op("ge", PROP, var("n", INT), num(1))


@dataclass
class Numbers:
    """What is known about numbers, and certificates for what follows from it.

    `timeout` is in seconds for one question; `certificates` holds what was found, by the hash of its claim.
    """

    known: tuple[Expr, ...]
    definitions: Mapping[str, Definition]
    timeout: float = 4.0
    certificates: dict[str, object] = field(default_factory=dict)
    answers: dict[tuple[Expr, tuple[Expr, ...]], bool] = field(default_factory=dict)

    def sources(self, goal: Expr) -> tuple[Expr, ...]:
        """The relations known from which a goal follows: the size of data sets alone if that is enough, else all
        that have to do with it."""
        size = (SIZE,) if "n" in free_names(goal) else ()
        return size if self._shown(goal, size, self.timeout / 4) else self._near(goal)

    def _near(self, goal: Expr) -> tuple[Expr, ...]:
        """The relations that share names with a goal, or with one that does."""
        names, chosen = set(free_names(goal)), list[Expr]()
        left = [*self.known, SIZE]
        while True:
            near = [r for r in left if free_names(r) & names]
            if not near:
                return tuple(r for r in (*self.known, SIZE) if r in chosen)
            chosen += near
            names |= frozenset[str]().union(*(free_names(r) for r in near))
            left = [r for r in left if r not in near]

    def follows(self, goal: Expr) -> bool:
        """Whether a relation was shown to follow from what is known."""
        if all(piece in self.known for piece in conjuncts(goal)):
            return True
        return self._shown(goal, self.sources(goal), self.timeout)

    def _shown(self, goal: Expr, sources: tuple[Expr, ...], timeout: float) -> bool:
        key = (goal, sources)
        if key not in self.answers:
            self.answers[key] = self._prove(goal, sources, timeout)
        return self.answers[key]

    def _prove(self, goal: Expr, sources: Sequence[Expr], timeout: float) -> bool:
        try:
            claims = calculation(self._normal(sources), normal(goal, self.definitions))[0]
        except KernelError:
            return False
        for claim in claims:
            found = prove(claim, timeout=timeout)
            if found.verdict.status != PROVED:
                return False
            self.certificates[claim.hash] = found.certificate
        return True

    def _normal(self, relations: Sequence[Expr]) -> list[Expr]:
        return [normal(r, self.definitions) for r in relations]

    def at_most(self, first: Sequence[Expr], second: Sequence[Expr]) -> bool:
        """Whether each of the first rates was shown to be at most the second."""
        return all(a == b or self.follows(op("le", PROP, a, b)) for a, b in zip(first, second, strict=True))

    def point(self) -> dict[Expr, fmpq] | None:
        """Values of the numbers (and of functions at a place) that satisfy all that is known, or None."""
        goal = op("ge", PROP, num(1), num(0))
        claims, meaning = calculation(self._normal([*self.known, SIZE]), goal)
        claim = claims[-1]
        found = find_point(claim, timeout=self.timeout)
        if found is None:
            return None
        return {meaning[name]: fmpq(value) for name, value in found.items()}


def tidy(rate: Expr) -> Expr:
    """The rate with (e^x - 1)/(e^x + 1) written as tanh(x/2).

    >>> from ..kernel.logic.grammar import Scope, term
    >>> from ..kernel.logic.printing import show
    >>> from ..kernel.logic.sorts import REAL
    >>> show(tidy(term("xi + (exp(x/2) - 1)/(exp(x/2) + 1)", Scope({"x": REAL, "xi": REAL}, {}))))
    'xi + tanh(x/4)'
    """
    inner = rebuild(rate, tuple(tidy(a) for a in rate.args))
    if inner.head != "div" or inner.args[0].head != "sub" or inner.args[1].head != "add":
        return inner
    (power, one), (same, other) = inner.args[0].args, inner.args[1].args
    if power.head != "exp" or power != same or one != num(1) or other != num(1):
        return inner
    return op("tanh", inner.sort, _half(power.args[0]))


def _half(term: Expr) -> Expr:
    """Half of a term."""
    if term.head == "div" and term.args[1].head == "num" and term.args[1].value is not None:
        return op("div", REAL, term.args[0], num(2 * term.args[1].value))
    return op("div", REAL, term, num(2))
