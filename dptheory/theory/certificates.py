"""The store of certificates: what ``proofs/`` holds, and what the prover finds where one is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ..defaults import EFFORT
from ..kernel import PROVED, KernelError, SyntaxProblem, check
from ..kernel.logic import Definition, Theorem
from ..kernel.real import Claim, parse_claim

Models = Callable[[Theorem, Mapping[str, Definition]], tuple[str, ...]]
"""A search for a model of a theorem: the lines of a world, none where it finds none."""


def accepted(key: str, data: object) -> bool:
    """Whether the kernel accepts what is kept under a key as a certificate of the claim that has that hash.

    >>> from ..kernel.real.claims import parse_claim
    >>> from ..prover import prove
    >>> claim = parse_claim("x**2 >= 0")
    >>> made = prove(claim).certificate
    >>> accepted(claim.hash, made), accepted("0" * 64, made), accepted(claim.hash, {**made, "proof": []})
    (True, False, False)
    """
    if not isinstance(data, dict):
        return False
    try:
        claim = parse_claim(str(data.get("claim")), str(data.get("where")))
        return claim.hash == key and check(claim, data).status == PROVED
    except (KernelError, SyntaxProblem):
        return False


@dataclass
class Certificates:
    """A store of certificates by the hash of their claim; asks the prover for what it lacks.

    `used` collects those that the current statement needed, so that they can be written; `recalled` are the
    keys of what was known before, `missed` those of claims for which nothing was found. `models` is asked
    for the models of forms that state none, where that is wanted.
    """

    known: Mapping[str, object] = field(default_factory=dict)
    search: bool = True
    fresh: bool = False
    effort: int = 2 * EFFORT
    used: dict[str, object] = field(default_factory=dict)
    recalled: set[str] = field(default_factory=set)
    missed: set[str] = field(default_factory=set)
    models: Models | None = None

    def get(self, claim: Claim) -> object | None:
        """A certificate of a claim, or None; the kernel has yet to check it."""
        return self.held(claim.hash, lambda: self._prove(claim))

    def has(self, claim: Claim) -> bool:
        """Whether a certificate of a claim is there without a search."""
        return claim.hash in self.used or (not self.fresh and claim.hash in self.known)

    def _prove(self, claim: Claim) -> object | None:
        from ..prover import prove

        if claim.hash in self.missed:
            return None
        found = prove(claim, effort=self.effort).certificate
        if found is None:
            self.missed.add(claim.hash)
        return found

    def held(self, key: str, make: Callable[[], object | None]) -> object | None:
        """What is recorded under a key, or what is made by search, where that is allowed."""
        found = self.used.get(key)
        if found is None and not self.fresh:
            found = self.known.get(key)
            if found is not None:
                self.recalled.add(key)
        if found is None and self.search:
            found = make()
        if found is not None:
            self.used[key] = found
        return found

    def guess(self, key: str, make: Callable[[], object]) -> object:
        """What was guessed before under a key, or a new guess."""
        found = self.held(key, make)
        return make() if found is None else found

    def forget(self) -> None:
        """Everything that was recorded, and what was made with it: it is searched for anew."""
        self.known = {}
        self.used.clear()
        self.recalled.clear()

    def all(self, claims: Iterable[Claim]) -> dict[str, object]:
        """Certificates for claims, where there are any."""
        return {claim.hash: made for claim in claims if (made := self.get(claim)) is not None}
