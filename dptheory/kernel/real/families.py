"""Statements about all constants at once: which claims they consist of, and the check of all of them.

A *best constant* of a claim in a constant c says: the claim holds with c := `holds`, and with
c := `fails` - u (for a greatest constant `fails` + u) it fails at a named point for every u > 0 that the
conditions on c alone allow. (`growing` has the statements about growth.) Every part is a claim with a
certificate of its own; the texts of a file say which claims, never whether they hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flint import fmpq

from ..limits import KernelError
from ..syntax import placed
from .certificates import Fields, check_plain
from .claims import Claim, Relation, claim_of, parse_claim
from .defined import Obligation, carried
from .grammar import print_term
from .growing import GROWTH, THETA, check_growth, check_theta
from .pieces import Piece, at_point, check_all, check_one, read_constant, read_parameter, read_piece
from .terms import Term, var

CONSTANT: Final = "dptheory best constant 1"
FORMATS: Final = (CONSTANT, GROWTH, THETA)


@dataclass(frozen=True)
class Constant:
    """A claim in a constant, and on which side of the best one it holds: "least" or "greatest"."""

    claim: Claim
    find: str
    side: str

    @property
    def limits(self) -> list[Relation]:
        """The conditions that are about the constant alone."""
        return [c for c in self.claim.conditions if c.variables() == {self.find}]

    def holding(self, value: Term) -> list[Claim]:
        """The claim with a value for the constant, and then those that it is defined as it was written. A
        domain that only these could make smaller is left as it is."""
        images, integers = {self.find: value}, self.claim.integers

        def owed(*relations: Relation) -> list[Obligation]:
            return carried((t for r in relations for t in (r.left, r.right)), integers, images, integers)

        conditions = [o.relation for o in owed(*self.claim.conditions) if o.other is None]
        conditions += [c.substituted(images) for c in self.claim.conditions]
        shown = [self.claim.relation.substituted(images), *(o.relation for o in owed(self.claim.relation))]
        return [claim_of(conditions, r, integers) for r in shown]

    def failing(self, bound: Term, parameter: str, piece: Piece) -> list[Claim]:
        """The claims which say that a piece's point is in the domain and that the claim fails there."""
        u = var(parameter)
        image = bound - u if self.side == "least" else bound + u
        limits = [c.substituted({self.find: image}) for c in self.limits]
        # a condition without variables is one of the claim that holds
        shown = [c for c in self.claim.conditions if not c.variables() <= {self.find}]
        shown.append(self.claim.relation.negated())
        point = {**piece.point, self.find: image}
        return at_point(piece.conditions(parameter) + limits, shown, point, self.claim.integers)


def recheck(data: object) -> str:
    """Check every part of a file; what it proves, in words, or KernelError with the place of a fault."""
    check_plain(data)
    f = Fields(data, "")
    kind = f.text("format")
    if kind not in FORMATS:
        raise KernelError(f"the format {kind!r}; one of {', '.join(FORMATS)}", "format")
    with placed(""):
        said = check_growth(f)[2] if kind == GROWTH else check_theta(f) if kind == THETA else _constant(f)
    f.close()
    return said


def _constant(f: Fields) -> str:
    claim = parse_claim(f.text("claim"), f.text("where"))
    find, side = f.text("find"), f.text("side")
    if side not in ("least", "greatest") or claim.relation.op in ("=", "!="):
        raise KernelError("a best constant is the least or the greatest one of an inequality", f.at("side"))
    if find not in {v.name for v in claim.variables} - claim.integers:
        raise KernelError(f"{find!r} is no real variable of the claim", f.at("find"))
    family = Constant(claim, find, side)
    value, bound = read_constant(f, "holds"), read_constant(f, "fails")
    holding, *defined = family.holding(value)
    check_one(holding, f.take("proof"), f.at("proof"))
    check_all(defined, f, "defined")
    parameter = read_parameter(f, (v.name for v in claim.variables))
    end: fmpq | None = fmpq(0)
    pieces = f.items("pieces")
    for i, raw in enumerate(pieces):
        if end is None:
            raise KernelError("a piece after the last one", f.at("pieces"))
        inner = Fields(raw, f"{f.at('pieces')}[{i}]")
        piece = read_piece(inner, end, {v.name for v in claim.variables} - {find}, parameter)
        check_all(family.failing(bound, parameter, piece), inner)
        end = piece.high
    if end is not None:
        raise KernelError("the pieces do not cover all u > 0", f.at("pieces"))
    where = f" where {claim.where}" if claim.where else ""
    below = "below" if side == "least" else "above"
    limits = " and ".join(c.text for c in family.limits)
    return (
        f"{claim.relation.text}{where}: holds with {find} = {print_term(value)}, "
        f"fails for every {find} {below} {print_term(bound)}" + (f" with {limits}" if limits else "")
    )
