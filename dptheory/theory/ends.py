"""Bounds q + p/x and q + s*x, which move one way in x: the best end of what is admissible, certified.

Every answer is a lemma that the kernel checks. *Attained*: the bound is nowhere less than V, the end is
admissible wherever anything is, and the bound is V there. *Not attained*: the bound is everywhere more than
V, and for every t > 0, from every admissible x, another admissible value can be named with a bound below
V + t. Where an end lies is guessed; that the guess is right is the lemma.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from ..kernel import PROVED, UNKNOWN, Verdict
from ..kernel.real import Relation, Term, apply, claim_of, num, print_term, rational_value, substitute, var
from .bounds import Bound
from .certificates import Certificates
from .closed_forms import Tradeoff, simplified, where_equal
from .guesses import points_of, terms_of
from .library import TheoryLibrary
from .numbers import holds
from .optimum_text import LemmaText, optimum_id, written
from .results import StatementResult
from .side_claims import prove_claim, verified_text

BEYOND = "oo"
"""What a parameter without an upper end tends to."""


@dataclass(frozen=True)
class Moving:
    """A bound that is q and something that moves one way in a parameter: p/x, or s*x."""

    bound: Bound
    shape: Tradeoff
    conditions: tuple[Relation, ...]
    certificates: Certificates

    @property
    def over(self) -> str:
        """The parameter."""
        return self.shape.parameter

    @property
    def falls(self) -> bool:
        """Whether the bound is q + p/x."""
        return self.shape.s == num(0)

    @property
    def factor(self) -> Term:
        """p, or s."""
        return self.shape.full(self.shape.p if self.falls else self.shape.s)

    @property
    def rest(self) -> Term:
        """q."""
        return self.shape.full(self.shape.q)

    def beside(self, *names: str) -> str:
        """A name that the bound does not use."""
        taken = self.bound.variables | self.shape.names.keys()
        return next(name for base in names for name in (base, f"{base}_", f"{base}__") if name not in taken)


@dataclass(frozen=True)
class End:
    """An end of what is admissible; an open one belongs to no value that is."""

    place: Term
    closed: bool


@dataclass(frozen=True)
class AtEnd:
    """What the bound is, or comes near to, at an end (None: far out), and the lemma that says so."""

    place: Term | None
    value: Term
    attained: bool
    verdict: Verdict
    result: StatementResult
    text: str


def best_end(library: TheoryLibrary, moving: Moving) -> AtEnd | None:
    """The least value or the infimum of the bound; None where no lemma about it was proved."""
    for text, place, value, attained in _lemmas(moving):
        name = optimum_id(moving.bound, moving.over)
        result = verified_text(library, text, name, moving.certificates)
        verdict = result.forms[0].verdict
        if verdict.status == PROVED:
            return AtEnd(place, value, attained, verdict, result, text)
    return None


def moves(moving: Moving) -> Verdict:
    """Whether the bound falls (or rises) strictly in the parameter, for all other values."""
    bound, other = moving.bound, moving.beside("y")
    moved = {moving.over: var(other)}
    integers = bound.integers | ({other} if moving.over in bound.integers else set())
    there = [c.substituted(moved) for c in moving.conditions if moving.over in c.variables()]
    further = Relation(">", var(other), var(moving.over))
    wanted = Relation("<" if moving.falls else ">", substitute(bound.term, moved), bound.term)
    return prove_claim(claim_of([*moving.conditions, *there, further], wanted, integers), moving.certificates)


def _lemmas(moving: Moving) -> Iterator[tuple[str, Term | None, Term, bool]]:
    """The lemmas to try, the likeliest first: text, place, value, and whether it is attained."""
    ends = _ends(moving)
    for end in ends:
        if end.closed:
            there = substitute(moving.bound.term, {moving.over: end.place})
            for value in dict.fromkeys((_shorter(there, moving), there)):
                yield _attained(moving, end.place, value), end.place, value, True
    for end in ends:
        if not end.closed:
            part = moving.factor / end.place if moving.falls else moving.factor * end.place
            value = moving.rest if end.place == num(0) else _shorter(moving.rest + part, moving)
            yield _approached(moving, _near(moving, end.place), value), end.place, value, False
    if moving.falls and not ends:
        yield _far_out(moving), None, moving.rest, False


def _ends(moving: Moving) -> list[End]:
    """The ends towards which the bound falls that conditions name, closed ones first, and all of a kind
    together; of these the ones that are admissible, or open, at a point of the domain."""
    found: list[End] = []
    for c in moving.conditions:
        op, left, right = c.oriented
        if op in (">", ">=") and moving.over in c.variables():
            place = _place(left, right, moving)
            if place is not None and _fits(moving, place, op):
                found.append(End(place, op == ">="))
    found = list(dict.fromkeys(found))
    for closed in (True, False):
        alike = [end.place for end in found if end.closed == closed]
        if len(alike) > 1:
            nearest = reduce(lambda a, b: apply("min" if moving.falls else "max", a, b), alike)
            found.append(End(nearest, closed))
    return [end for end in found if _possible(moving, end)]


def _fits(moving: Moving, place: Term, op: str) -> bool:
    """Whether a place can be an end: of a whole parameter only a whole number that is admitted can."""
    value = rational_value(place)
    whole = moving.over in moving.bound.integers
    return not whole or (op == ">=" and value is not None and value.q == 1)


def _place(left: Term, right: Term, moving: Moving) -> Term | None:
    """Where the condition left > right ends towards lower bounds, or None."""
    x = var(moving.over)
    mine, theirs = (right, left) if moving.falls else (left, right)
    if mine == x:
        return theirs if moving.over not in _names(theirs) else None
    if theirs == x:
        return None
    found = terms_of(
        moving.certificates, f"where equal {moving.over}", (left, right),
        lambda: None if (place := where_equal(left, right, moving.over)) is None else (place,),
    )  # fmt: skip
    return None if found is None else found[0]


def _shorter(term: Term, moving: Moving) -> Term:
    """The term, or what it may simplify to where that is shorter."""
    found = terms_of(moving.certificates, "simplified", (term,), lambda: (simplified(term),))
    return min((term, *(found or ())), key=lambda t: len(print_term(t)))


def _names(term: Term) -> frozenset[str]:
    return Relation("=", term, num(0)).variables()


def _possible(moving: Moving, end: End) -> bool:
    """Whether, at a point of the domain, the end lies on the side to which the bound falls, and is
    admissible if it is closed; a quick look that saves searches for what is false."""
    domain = claim_of(moving.conditions, Relation("=", num(0), num(0)), moving.bound.integers)
    point = points_of(moving.certificates)(domain)
    if point is None:
        return True
    values = dict(point)
    beyond = Relation(">=" if moving.falls else "<=", end.place, var(moving.over))
    wanted = [beyond]
    if end.closed:
        wanted += [c.substituted({moving.over: end.place}) for c in moving.conditions]
    return all(holds(r, values) for r in wanted if r.variables() <= values.keys())


def _far(moving: Moving) -> Term:
    """A value beyond x at which p/x is below t."""
    step = moving.factor / var(moving.beside("t"))
    return var(moving.over) + (apply("ceil", step) if moving.over in moving.bound.integers else step)


def _near(moving: Moving, end: Term) -> Term:
    """A value between x and an end at which the bound is nearer than t to what it tends to."""
    x, t = var(moving.over), var(moving.beside("t"))
    if not moving.falls:
        ahead = x if end == num(0) else x - end
        step = ahead * t / (t + moving.factor * ahead)
        return step if end == num(0) else end + step
    ahead = num(1) / x - num(1) / end
    return num(1) / (num(1) / end + ahead * t / (t + moving.factor * ahead))


def _attained(moving: Moving, place: Term, value: Term) -> str:
    page = _page(moving, moving.conditions)
    page.add("least", Relation(">=", moving.bound.term, value).text, "calc from {all}")
    at = _admissible(page, moving, place, "calc from {all}")
    there = substitute(moving.bound.term, {moving.over: place})
    page.add("attained", Relation("=", there, value).text, "calc from {all}")
    title = f"the least value of the bound over {moving.over}, at an end"
    return page.text(title, ["least", *at, "attained"], moving.bound.variables)


def _approached(moving: Moving, place: Term, value: Term) -> str:
    t = moving.beside("t")
    page = _page(moving, (*moving.conditions, Relation(">", var(t), num(0))))
    page.add("factor", Relation(">", moving.factor, num(0)).text, "calc from {all}")
    page.add("above", Relation(">", moving.bound.term, value).text, "calc from {all}, factor")
    at = _admissible(page, moving, place, "calc from {all}, factor")
    there = substitute(moving.bound.term, {moving.over: place})
    page.add("near", Relation("<", there, value + var(t)).text, "calc from {all}, factor")
    title = f"the infimum of the bound over {moving.over}, which no value attains"
    return page.text(title, ["above", *at, "near"], moving.bound.variables | {t})


FAR = """statement {id}.far
  title  far out a fraction is as small as wanted
  kind   lemma
  let    p, q, t, x, y: real
  form printed
    given p: p > 0
    given t: t > 0
    given x: x > 0
    given y: y >= x + p/t
    claim q + p/y < q + t
    proof by calculation
      1: q + p/y < q + t by calc from p, t, x, y
    model
      value p = 1
      value q = 0
      value t = 1
      value x = 1
      value y = 2
"""


def _far_out(moving: Moving) -> str:
    """The infimum q, which is come near to far out: at x + p/t the bound is q + p/(x + p/t) < q + t."""
    x, t, place = moving.over, var(moving.beside("t")), _far(moving)
    page = _page(moving, (*moving.conditions, Relation(">", t, num(0))))
    page.add("factor", Relation(">", moving.factor, num(0)).text, "calc from {all}")
    page.add("positive", Relation(">", var(x), num(0)).text, "calc from {all}")
    page.add("above", Relation(">", moving.bound.term, moving.rest).text, "calc from {all}, factor")
    at = _admissible(page, moving, place, "calc from {all}, factor")
    page.add("beyond", Relation(">=", place, var(x) + moving.factor / t).text, "calc from {all}")
    images = {"p": moving.factor, "q": moving.rest, "t": t, "x": var(x), "y": place}
    positive = page.labels([Relation(">", t, num(0))])[0]
    small = Relation("<", moving.rest + moving.factor / place, moving.rest + t)
    cited = f"{page.name}.far:printed from factor, {positive}, positive, beyond with {written(images)}"
    page.add("small", small.text, cited)
    there = substitute(moving.bound.term, {x: place})
    page.add("parts", Relation("=", small.left, there).text, "calc from {all}, factor")
    page.add("near", Relation("<", there, small.right).text, "rewrite from small, parts")
    title = f"the infimum of the bound over {x}, which no value attains"
    made = page.text(title, ["above", *at, "near"], moving.bound.variables | {print_term(t)})
    return f"{FAR.format(id=page.name)}\n{made}"


def _page(moving: Moving, conditions: Sequence[Relation]) -> LemmaText:
    name, points = optimum_id(moving.bound, moving.over), points_of(moving.certificates)
    return LemmaText(name, conditions, moving.bound.integers, points)


def _admissible(page: LemmaText, moving: Moving, place: Term, by: str) -> list[str]:
    """Lines that say that a place is admissible; their labels."""
    made: list[str] = []
    images: Mapping[str, Term] = {moving.over: place}
    for number, r in enumerate(moving.conditions):
        if moving.over in r.variables():
            page.add(f"at{number}", r.substituted(images).text, by)
            made.append(f"at{number}")
    return made


def unproved(moving: Moving) -> Verdict:
    """Why nothing is said of the bound."""
    return Verdict(UNKNOWN, f"no proof found of where {print_term(moving.bound.term)} is least")
