"""Statements about all constants at once, and about the growth of functions: which claims they consist of,
and the check of all of them. Every claim has a certificate of its own; the texts of a file say which claims,
never whether they hold.

A *best constant* of a claim in a constant c says: the claim holds with c := `holds`, and with
c := `fails` - u (for a greatest constant `fails` + u) it fails at a named point for every u > 0 that the
conditions on c alone allow.

*Growth*. One variable n grows; a domain limits it and the other variables. For one function F and another G:

- *bounded* (F = O(G)): there is a number C with abs(F) <= C*abs(G) wherever the conditions and n >= start
  hold;
- *unbounded* (not so): for every t >= 1 there is a point with n >= t at which abs(F) > t*abs(G);
- *smaller* (F = o(G)): for every t there is N(t) with t*abs(F) <= abs(G) wherever the conditions and
  n >= N(t) hold. That is shown by h(n)*abs(F) <= C*abs(G) for n >= start, where start >= 1 and the gauge h
  is n, n**a with a number a > 0, log(n), or a square root of these: all grow beyond every C*t;
- *not smaller*: for one number c > 0 and every t >= 1 there is a point with n >= t at which
  abs(F) > c*abs(G).

C, c, start, N and h are free of every other variable: what is said is uniform in them. The first and the
third would be empty words if n were bounded on the domain: for them, too, a point with n >= t is shown
for every t >= 1. *Theta* is two statements, bounded both ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from flint import fmpq

from ..limits import KernelError, need
from ..syntax import placed
from .certificates import Fields, check_plain, rational
from .claims import Claim, Relation, claim_of, parse_claim, sides_of
from .defined import Obligation, carried
from .grammar import parse_term, print_term
from .pieces import Piece, at_point, check_all, check_one, read_parameter, read_piece, read_point
from .points import decide, defined_at
from .terms import Term, apply, free_variables, num, rational_value, var

CONSTANT: Final = "dptheory best constant 1"
GROWTH: Final = "dptheory growth 2"
THETA: Final = "dptheory growth both ways 2"
BOUNDED: Final = "bounded"
UNBOUNDED: Final = "unbounded"
SMALLER: Final = "smaller"
NOT_SMALLER: Final = "not smaller"
ANSWERS: Final = (BOUNDED, UNBOUNDED, SMALLER, NOT_SMALLER)
FAMILY_FORMATS: Final = (CONSTANT, GROWTH, THETA)


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
            return carried(sides_of(relations), integers, images, integers)

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


@dataclass(frozen=True)
class Growth:
    """Two functions of a growing variable, on a domain."""

    left: Term
    right: Term
    growing: str
    conditions: tuple[Relation, ...]
    integers: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """All variables."""
        used = (c.variables() for c in self.conditions)
        return free_variables(self.left, self.right).union({self.growing}, self.integers, *used)

    def bounded(self, constant: Term, start: fmpq | None, sign: int) -> list[Claim]:
        """The claims F <= C*G and -F <= C*G from a start on; with -G for G if the sign is -1. Together
        they give abs(F) <= C*abs(G)."""
        beyond = [] if start is None else [Relation(">=", var(self.growing), num(start))]
        size = constant * (self.right if sign > 0 else -self.right)
        pair = (self.left, -self.left)
        return [claim_of([*self.conditions, *beyond], Relation("<=", f, size), self.integers) for f in pair]

    def is_gauge(self, t: Term) -> bool:
        """Whether a term grows with n beyond every number, without ever falling, for n >= 1."""
        n = var(self.growing)
        while t.op == "sqrt":
            (t,) = t.args
        power = rational_value(t.args[1]) if t.op == "pow" and t.args[0] == n else None
        return t in (n, apply("log", n)) or (power is not None and power > 0)

    def reaching(self, parameter: str, point: Mapping[str, Term]) -> list[Claim]:
        """The claims that for every t >= 1 a point is in the domain, and beyond t."""
        t = var(parameter)
        shown = [Relation(">=", var(self.growing), t), *self.conditions]
        return at_point([Relation(">=", t, num(1))], shown, point, self.integers)

    def beyond(self, parameter: str, piece: Piece, sign: int, factor: Term) -> list[Claim]:
        """The claims that a point is in the domain, beyond t, and has sign*F > factor*abs(G)."""
        f = self.left if sign > 0 else -self.left
        shown = [Relation(">", f, factor * self.right), Relation(">", f, -(factor * self.right))]
        known = piece.conditions(parameter, closed=True)
        return self.reaching(parameter, piece.point) + at_point(known, shown, piece.point, self.integers)


def check_growth(f: Fields) -> tuple[Growth, str, str]:
    """Check a statement: the functions, the answer, and what it says in words."""
    domain = parse_claim("0 <= 0", f.text("where"))
    left, right = parse_term(f.text("left")), parse_term(f.text("right"))
    family = Growth(left, right, f.text("growing"), domain.conditions, domain.integers)
    answer = f.text("answer")
    need(answer in ANSWERS, f"an answer is one of {', '.join(ANSWERS)}", f.at("answer"))
    parameter, sign = read_parameter(f, family.names), {"+": 1, "-": -1}.get(f.text("sign"), 0)
    need(sign, "a sign is + or -", f.at("sign"))
    said = _holds(f, family, answer, parameter, sign)
    return family, answer, f"{said}{' where ' + domain.where if domain.where else ''}"


def _holds(f: Fields, family: Growth, answer: str, parameter: str, sign: int) -> str:
    """Check the claims of one answer; what they say."""
    left, right, n = _size(family.left), _size(family.right), family.growing
    if answer in (UNBOUNDED, NOT_SMALLER):
        piece = read_piece(f, fmpq(1), family.names, parameter)
        need(piece.high is None, "the point serves every t >= 1", f.at("until"))
        factor = var(parameter)
        if answer == NOT_SMALLER:
            value = rational(f.text("constant"), f.at("constant"))
            need(value > 0, "a positive number", f.at("constant"))
            factor = num(value)
        check_all(family.beyond(parameter, piece, sign, factor), f)
        if answer == UNBOUNDED:
            return f"no C has {left} <= C*{right} for large {n}"
        return f"{left} > {print_term(factor)}*{right} for arbitrarily large {n}"
    reach = family.reaching(parameter, read_point(f, "reach", family.names, parameter))
    constant = _constant_in(f, "constant")
    if not defined_at([constant], {}, frozenset()) or not decide(Relation(">=", constant, num(0)), {}):
        raise KernelError("a constant that is at least 0", f.at("constant"))
    text = f.text("from")
    start = rational(text, f.at("from")) if text else None
    beyond = "" if start is None else f" for {n} >= {start}"
    if answer == BOUNDED:
        check_all([*family.bounded(constant, start, sign), *reach], f)
        return f"{left} <= {print_term(constant)}*{right}{beyond}"
    gauge = parse_term(f.text("gauge"))
    if not family.is_gauge(gauge) or start is None or start < 1:
        allowed = f"{n}, a power of it, log({n}) or a root of these, from a number >= 1 on"
        raise KernelError(allowed, f.at("gauge"))
    check_all([*replace(family, left=gauge * family.left).bounded(constant, start, sign), *reach], f)
    return f"{print_term(gauge)}*{left} <= {print_term(constant)}*{right}{beyond}"


def _size(t: Term) -> str:
    """The absolute value in words."""
    return print_term(t) if t.op == "abs" else f"abs({print_term(t)})"


def check_theta(f: Fields) -> str:
    """Check that each of two functions is bounded by the other on the same domain."""
    found = []
    for name in ("above", "below"):
        inner = Fields(f.take(name), f.at(name))
        need(inner.text("format") == GROWTH, f"the format {GROWTH!r}", inner.at("format"))
        found.append(check_growth(inner))
        inner.close()
    (one, first, above), (other, second, below) = found
    same = (first, second) == (BOUNDED, BOUNDED) and one == replace(other, left=other.right, right=other.left)
    need(same, "two functions, each bounded by the other on one domain", f.place)
    return f"{above}; {below}"


def _constant_in(f: Fields, field: str) -> Term:
    """A term without variables that has a value."""
    t = parse_term(f.text(field))
    plain = not free_variables(t) and defined_at([t], {}, frozenset())
    need(plain, "a constant has a value, and no variables", f.at(field))
    return t


def recheck(data: object) -> str:
    """Check every part of a file; what it proves, in words, or KernelError with the place of a fault."""
    check_plain(data)
    f = Fields(data, "")
    kind = f.text("format")
    if kind not in FAMILY_FORMATS:
        raise KernelError(f"the format {kind!r}; one of {', '.join(FAMILY_FORMATS)}", "format")
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
    value, bound = _constant_in(f, "holds"), _constant_in(f, "fails")
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
    need(end is None, "the pieces do not cover all u > 0", f.at("pieces"))
    where = f" where {claim.where}" if claim.where else ""
    below = "below" if side == "least" else "above"
    limits = " and ".join(c.text for c in family.limits)
    return (
        f"{claim.relation.text}{where}: holds with {find} = {print_term(value)}, "
        f"fails for every {find} {below} {print_term(bound)}" + (f" with {limits}" if limits else "")
    )
