"""Statements about all constants at once: which claims they consist of, and the check of all of them.

A *best constant* of a claim in a constant c says: the claim holds with c := `holds`, and with
c := `fails` - u (for a greatest constant `fails` + u) it fails at a named point for every u > 0 that the
conditions on c alone allow. A *growth* statement says that abs(F) <= C*abs(G) for one number C wherever
the conditions and n >= `start` hold, or that for every t >= 1 there is a point with n >= t at which
abs(F) > t*abs(G). Every part is a claim with a certificate of its own; the texts of a file say which
claims, never whether they hold.

At a point every variable is a term in the parameter. An integer variable for which the point gives no
number is any integer that is at least the given term: there always is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flint import fmpq

from ..limits import KernelError
from ..syntax import SyntaxProblem
from .certificates import Fields, rational
from .check import check
from .claims import Claim, Relation, claim_of, parse_claim
from .grammar import parse_term, print_term
from .terms import Term, free_variables, is_name, num, rational_value, var

CONSTANT: Final = "dptheory best constant 1"
GROWTH: Final = "dptheory growth 1"
FORMATS: Final = (CONSTANT, GROWTH)


@dataclass(frozen=True)
class Piece:
    """Values of a parameter, above `low` and up to `high` (None: all), with the point that serves."""

    low: fmpq
    high: fmpq | None
    point: Mapping[str, Term]

    def conditions(self, parameter: str, closed: bool = False) -> list[Relation]:
        """What the piece says of its parameter."""
        found = [Relation(">=" if closed else ">", var(parameter), num(self.low))]
        if self.high is not None:
            found.append(Relation("<=", var(parameter), num(self.high)))
        return found


def at_point(
    known: Sequence[Relation], shown: Iterable[Relation], point: Mapping[str, Term], integers: frozenset[str]
) -> list[Claim]:
    """The claims that the relations hold at a point wherever what is known of the parameter holds."""
    images: dict[str, Term] = {}
    assumed = list(known)
    kept: list[str] = []
    for name, t in sorted(point.items()):
        value = rational_value(t)
        if name in integers and (value is None or value.q != 1):
            assumed.append(Relation(">=", var(name), t))
            kept.append(name)
        else:
            images[name] = t
    return [claim_of(assumed, r.substituted(images), kept) for r in shown]


@dataclass(frozen=True)
class Constant:
    """A claim in a constant, and on which side of the best one it holds: "least" or "greatest"."""

    claim: Claim
    find: str
    side: str

    @property
    def relations(self) -> list[Relation]:
        """The conditions that are not about the constant alone."""
        return [c for c in self.claim.conditions if not c.variables() <= {self.find}]

    def holding(self, value: Term) -> Claim:
        """The claim with a value for the constant."""
        images = {self.find: value}
        conditions = [c.substituted(images) for c in self.claim.conditions]
        integers = self.claim.integers - {self.find}
        return claim_of(conditions, self.claim.relation.substituted(images), integers)

    def failing(self, bound: Term, parameter: str, piece: Piece) -> list[Claim]:
        """The claims which say that a piece's point is in the domain and that the claim fails there."""
        u = var(parameter)
        images = {self.find: bound - u if self.side == "least" else bound + u}
        known = piece.conditions(parameter)
        known += [c.substituted(images) for c in self.claim.conditions if c.variables() == {self.find}]
        shown = [r.substituted(images) for r in (*self.relations, self.claim.relation.negated())]
        return at_point(known, shown, piece.point, self.claim.integers)


@dataclass(frozen=True)
class Growth:
    """Two functions of a growing variable, on a domain."""

    left: Term
    right: Term
    growing: str
    conditions: tuple[Relation, ...]
    integers: frozenset[str]

    def bounded(self, constant: Term, start: fmpq | None, sign: int) -> list[Claim]:
        """The claims F <= C*G and -F <= C*G from a start on; with -G for G if the sign is -1. Together
        they give abs(F) <= C*abs(G)."""
        beyond = [] if start is None else [Relation(">=", var(self.growing), num(start))]
        size = constant * (self.right if sign > 0 else -self.right)
        return [
            claim_of([*self.conditions, *beyond], Relation("<=", f, size), self.integers)
            for f in (self.left, -self.left)
        ]

    def unbounded(self, parameter: str, piece: Piece, sign: int) -> list[Claim]:
        """The claims that a point is in the domain, beyond t, and has sign*F > t*abs(G)."""
        t = var(parameter)
        f = self.left if sign > 0 else -self.left
        shown = [Relation(">=", var(self.growing), t), *self.conditions]
        shown += [Relation(">", f, t * self.right), Relation(">", f, -(t * self.right))]
        return at_point(piece.conditions(parameter, closed=True), shown, piece.point, self.integers)


def recheck(data: object) -> str:
    """Check every part of a file; what it proves, in words, or KernelError with the place of a fault."""
    f = Fields(data, "")
    kind = f.text("format")
    if kind not in FORMATS:
        raise KernelError(f"the format {kind!r}; one of {', '.join(FORMATS)}", "format")
    try:
        said = _constant(f) if kind == CONSTANT else _growth(f)
    except SyntaxProblem as error:
        raise KernelError(str(error)) from None
    f.close()
    return said


def _constant(f: Fields) -> str:
    claim = parse_claim(f.text("claim"), f.text("where"))
    find, side = f.text("find"), f.text("side")
    if side not in ("least", "greatest") or claim.relation.op == "=":
        raise KernelError("a best constant is the least or the greatest one of an inequality", f.at("side"))
    if find not in {v.name for v in claim.variables} - claim.integers:
        raise KernelError(f"{find!r} is no real variable of the claim", f.at("find"))
    family = Constant(claim, find, side)
    value, bound = _constant_term(f, "holds"), _constant_term(f, "fails")
    _check(family.holding(value), f.take("proof"), f.at("proof"))
    parameter = _parameter(f, claim)
    end: fmpq | None = fmpq(0)
    pieces = f.items("pieces")
    for i, raw in enumerate(pieces):
        if end is None:
            raise KernelError("a piece after the last one", f.at("pieces"))
        inner = Fields(raw, f"{f.at('pieces')}[{i}]")
        piece = _piece(inner, end, {v.name for v in claim.variables} - {find}, parameter)
        _check_all(family.failing(bound, parameter, piece), inner)
        end = piece.high
    if end is not None:
        raise KernelError("the pieces do not cover all u > 0", f.at("pieces"))
    where = f" where {claim.where}" if claim.where else ""
    below = "below" if side == "least" else "above"
    return (
        f"{claim.relation.text}{where}: holds with {find} = {print_term(value)}, "
        f"fails for every {find} {below} {print_term(bound)}"
    )


def _growth(f: Fields) -> str:
    left, right = parse_term(f.text("left")), parse_term(f.text("right"))
    domain = parse_claim("0 <= 0", f.text("where"))
    growing = f.text("growing")
    names = {v.name for v in domain.variables} | free_variables(left, right) | {growing}
    family = Growth(left, right, growing, domain.conditions, domain.integers)
    answer = f.text("answer")
    if answer == "bounded":
        constant = _constant_term(f, "constant")
        text = f.text("from")
        start = rational(text, f.at("from")) if text else None
        _check_all(family.bounded(constant, start, _sign(f)), f)
        beyond = "" if start is None else f" for {growing} >= {start}"
        shown = f"abs({print_term(left)}) <= {print_term(constant)}*abs({print_term(right)}){beyond}"
        return f"{shown}{' where ' + domain.where if domain.where else ''}"
    if answer != "unbounded":
        raise KernelError("an answer is bounded or unbounded", f.at("answer"))
    sign = _sign(f)
    parameter = f.text("parameter")
    if parameter in names:
        raise KernelError(f"the parameter {parameter!r} is a variable of the functions", f.at("parameter"))
    piece = _piece(f, fmpq(1), names, parameter)
    if piece.high is not None:
        raise KernelError("the point serves every t >= 1", f.at("until"))
    _check_all(family.unbounded(parameter, piece, sign), f)
    return f"no C has abs({print_term(left)}) <= C*abs({print_term(right)}) for large {growing}"


def _piece(f: Fields, low: fmpq, names: Iterable[str], parameter: str) -> Piece:
    """A piece that begins where the last one ended, its point giving a value for every variable."""
    text = f.text("until")
    high = rational(text, f.at("until")) if text else None
    if high is not None and high <= low:
        raise KernelError(f"a piece until {high} after {low}", f.at("until"))
    point = {str(name): parse_term(str(t)) for name, t in f.mapping("point").items()}
    used = free_variables(*point.values())
    if set(point) != set(names) or not used <= {parameter}:
        raise KernelError(f"a point gives {sorted(names)} in terms of {parameter}", f.at("point"))
    return Piece(low, high, point)


def _sign(f: Fields) -> int:
    text = f.text("sign")
    if text not in ("+", "-"):
        raise KernelError("a sign is + or -", f.at("sign"))
    return 1 if text == "+" else -1


def _parameter(f: Fields, claim: Claim) -> str:
    name = f.text("parameter")
    if name in {v.name for v in claim.variables} or not is_name(name):
        raise KernelError(f"the parameter {name!r} is a variable of the claim", f.at("parameter"))
    return name


def _constant_term(f: Fields, name: str) -> Term:
    t = parse_term(f.text(name))
    if free_variables(t):
        raise KernelError("a constant has no variables", f.at(name))
    return t


def _check_all(claims: Sequence[Claim], f: Fields) -> None:
    nodes = f.items("proofs")
    if len(nodes) != len(claims):
        raise KernelError(f"expected {len(claims)} certificates, found {len(nodes)}", f.at("proofs"))
    for i, (claim, node) in enumerate(zip(claims, nodes, strict=True)):
        _check(claim, node, f"{f.at('proofs')}[{i}]")


def _check(claim: Claim, node: object, place: str) -> None:
    try:
        check(claim, node)
    except KernelError as error:
        raise KernelError(f"{claim.text}: {error}", place) from None
