"""What a bound does at all admissible values of one parameter, with numbers for the others: kernel claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

from ..kernel import PROVED
from ..kernel.real import NEGATION, Relation, Term, claim_of, num, var
from .bounds import Bound
from .certificates import Certificates
from .numbers import at
from .side_claims import prove_claim


@dataclass(frozen=True)
class There:
    """A bound as a function of one parameter: the others have values."""

    bound: Bound
    parameter: str
    values: Mapping[str, fmpq]
    certificates: Certificates

    def everywhere(self, op: str, level: Term, beside: Sequence[Relation] = ()) -> bool:
        """Whether it is proved that the bound stands in a relation to a level at all admissible values of
        the parameter (and of numbers of which only conditions speak) for which further conditions hold."""
        known = [at(c, self.values) for c in (*self.bound.conditions, *beside)]
        conditions = [c for c in known if c.variables()]
        wanted = at(Relation(op, self.bound.term, level), self.values)
        claim = claim_of(conditions, wanted, self.bound.integers - self.values.keys())
        return prove_claim(claim, self.certificates).status == PROVED

    def from_on(self, op: str, level: Term, first: fmpq, last_before: fmpq) -> bool:
        """Whether it is proved that a whole parameter's values which reach a level are those from `first`
        on: all these do, and none up to `last_before` does."""
        x = var(self.parameter)
        return self.everywhere(op, level, [Relation(">=", x, num(first))]) and self.everywhere(
            NEGATION[op], level, [Relation("<=", x, num(last_before))]
        )
