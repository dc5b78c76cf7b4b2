"""Guesses that were made before: closed forms by sympy, points by search, kept beside certificates.

Nothing rests on a guess. What is said with it is a lemma whose text is written anew from the bound, and the
kernel checks that; a recorded guess that does not bear out is thrown away and made again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from flint import fmpq

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Claim, Term, free_variables, parse_term, print_term
from .certificates import Certificates

GUESS: Final = "guess "
VAIN: Final = "vain "
Terms = tuple[Term, ...]
Points = Callable[[Claim], Mapping[str, fmpq] | None]


class Tried(Certificates):
    """Certificates that remember which claims were searched for in vain, and with how much effort. Such a
    search is not made again with no more effort: it would end as before, and what it leaves open stays open.
    """

    def _prove(self, claim: Claim) -> object | None:
        key = in_vain(claim)
        before = self.known.get(key)
        if isinstance(before, int) and self.effort <= before and not self.fresh:
            self.used[key] = before
            return None
        made = super()._prove(claim)
        if made is None:
            self.used[key] = self.effort
        return made

    @property
    def in_vain(self) -> bool:
        """Whether there were such claims."""
        return any(key.startswith(VAIN) for key in self.used)


def terms_of(
    certificates: Certificates, question: str, about: Sequence[Term], make: Callable[[], Terms | None]
) -> Terms | None:
    """The terms that answer a question about terms, in their variables alone: recorded, or made."""
    made: list[Terms | None] = []

    def anew() -> object:
        made.append(make())
        return None if made[0] is None else list(map(print_term, made[0]))

    key = _key(question, map(print_term, about))
    found = _read(certificates.guess(key, lambda: {"terms": anew()}), free_variables(*about))
    if made:  # as it was made, and not kept where its text says something else
        if made[0] != found:
            certificates.used.pop(key, None)
        return made[0]
    if found == _BAD:
        return make()
    return found


_BAD: Final[Terms] = ()


def _read(data: object, names: frozenset[str]) -> Terms | None:
    """The terms that a record says; none of them where it says no such thing."""
    held = data.get("terms", ()) if isinstance(data, dict) else ()
    if held is None:
        return None
    try:
        found = tuple(parse_term(str(text)) for text in held)
    except (KernelError, SyntaxProblem, TypeError):
        return _BAD
    return found if free_variables(*found) <= names else _BAD


def points_of(certificates: Certificates) -> Points:
    """A way to find a point of a claim's domain: the recorded one, or one by search."""

    def point(claim: Claim) -> Mapping[str, fmpq] | None:
        def make() -> object:
            from ..prover import find_point

            found = find_point(claim)
            return {"point": None if found is None else {name: str(x) for name, x in found.items()}}

        return point_in(certificates.guess(_key("point", [claim.hash]), make))

    return point


def point_in(data: object) -> dict[str, fmpq] | None:
    """The point that a record says; None where it says none."""
    held = data.get("point") if isinstance(data, dict) else None
    try:
        return {n: fmpq(*map(int, x.split("/"))) for n, x in held.items()}  # type: ignore[union-attr]
    except (AttributeError, TypeError, ValueError, ZeroDivisionError):
        return None


def failing(claim: Claim) -> str:
    """The key under which a point is recorded where a claim fails."""
    return _key("failing", [claim.hash])


def in_vain(claim: Claim) -> str:
    """The key under which is recorded with how much effort a claim was searched for in vain."""
    return VAIN + claim.hash


def _key(question: str, about: Sequence[str] | map[str]) -> str:
    return GUESS + sha256("\n".join([question, *about]).encode()).hexdigest()
