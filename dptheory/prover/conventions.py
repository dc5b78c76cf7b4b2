"""Conventions such as 0*log(0) = 0: a claim rewritten, by cases, as claims that say what is meant.

The kernel knows no conventions. What is proved are the rewritten claims, each with a certificate of its
own, and that at every point of the domain one of the cases holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import mul
from typing import Final

from ..defaults import EFFORT
from ..errors import BadInput
from ..kernel.real import (
    BINDERS,
    Claim,
    Compound,
    Formula,
    Relation,
    Said,
    Term,
    claim_of,
    compound_of,
    exact,
    index_of,
    instance,
    num,
    parse_term,
    print_term,
    replace_terms,
    subterms,
    var,
)
from .compounds import prove
from .constants.best import Tightening, tighten
from .outcome import Outcome

LOG: Final = "0*log(0)=0"
POWER: Final = "0**0=1"
MOST: Final = 16
"""Cases of one claim."""
ZERO: Final = num(0)


@dataclass(frozen=True)
class Way:
    """A case of one place: the conditions under which it applies, and what stands there then; None: what is
    written."""

    conditions: tuple[Relation, ...]
    instead: Term | None = None


@dataclass(frozen=True)
class Conventional:
    """What came of a claim under conventions: the outcome of every case, and of the claim that at every point
    one of them applies."""

    said: tuple[str, ...]
    cases: tuple[Outcome, ...]
    cover: Outcome

    @property
    def holds(self) -> bool:
        """Whether the claim is proved wherever, by the conventions, both sides have a value."""
        return all(one.proved or one.excluded for one in self.cases)

    @property
    def proved(self) -> bool:
        """Whether it is proved on the whole domain."""
        return self.holds and self.cover.proved

    @property
    def fails(self) -> Outcome | None:
        """A case that is refuted at a point at which both sides have a value."""
        return next((one for one in self.cases if one.refuted and not one.without_value), None)

    @property
    def parts(self) -> tuple[Outcome, ...]:
        """Everything that was asked."""
        return (*self.cases, self.cover)


def conventions_of(texts: Sequence[str]) -> tuple[str, ...]:
    """The conventions that texts name; raises BadInput.

    >>> conventions_of(["0 ln 0 = 0", "0^0 = 1"])
    ('0*log(0)=0', '0**0=1')
    """
    return tuple(dict.fromkeys(map(_convention, texts)))


def _convention(text: str) -> str:
    bare = re.sub(r"[\s()*·⋅]|\\cdot", "", text.replace("^", "").replace("⁰", "0").replace("\\", ""))
    known = {"0log0=0": LOG, "0ln0=0": LOG, "log00=0": LOG, "ln00=0": LOG, "00=1": POWER}
    if bare not in known:
        raise BadInput(f"the convention {text!r}", f"{LOG} or {POWER}", f"--convention '{LOG}'")
    return known[bare]


def speaking(claim: Claim) -> tuple[str, ...]:
    """The conventions that say something of a term of a claim; none where one would have to be applied within
    a sum, a product or an integral.

    >>> from ..kernel.real import parse_claim
    >>> speaking(parse_claim("p*log(p) <= 0", "0 <= p <= 1"))
    ('0*log(0)=0',)
    """
    every = (LOG, POWER)
    if _under_binders(claim, every) is not None:
        return ()
    return tuple(one for one in every if next(_places(claim, (one,)), None) is not None)


def under(claim: Claim, said: tuple[str, ...], *, effort: int = EFFORT) -> Conventional | None:
    """What a claim comes to under conventions; None where they say nothing of it.

    >>> from ..kernel.real import parse_claim
    >>> found = under(parse_claim("p*log(p) <= 0", "0 <= p <= 1"), (LOG,))
    >>> [one.claim.text for one in found.parts]
    ['p*log(p) <= 0 where 0 <= p, p <= 1, p > 0', '0 <= 0 where 0 <= p, p <= 1, p = 0', \
'p > 0 or p = 0 where 0 <= p, p <= 1']
    >>> found.proved
    True
    """
    made = rewritten(claim, said, effort=effort)
    if made is None:
        return None
    cases, cover = made
    found = tuple(prove(case, effort=effort) for case in cases)
    return Conventional(said, found, prove(cover, effort=effort))


def tighten_under(
    claim: Claim, find: str, said: tuple[str, ...], *, effort: int = EFFORT
) -> tuple[Claim, Tightening, Conventional | None] | None:
    """The best constant of a claim under conventions: the claim where what is written has a value, its best
    constant, and what came of the other cases with that constant (None where none is known); None where the
    conventions say nothing of the claim.

    >>> from ..kernel.real import parse_claim
    >>> _, best, rest = tighten_under(parse_claim("-p*log(p) <= c", "0 <= p <= 1"), "c", (LOG,))
    >>> best.closed_form, rest.proved
    ('exp(-1)', True)
    """
    made = rewritten(claim, said, effort=effort)
    if made is None:
        return None
    (first, *others), cover = made
    found = tighten(first, find, effort=effort)
    text = found.closed_form or (found.upper if found.side == "least" else found.lower)
    if not found.certified or text is None or text.endswith("..."):
        return first, found, None
    best = {find: parse_term(text)}
    cases = [_with(other, best) for other in others]
    outcomes = tuple(prove(case, effort=effort) for case in cases)
    return first, found, Conventional(said, outcomes, prove(cover, effort=effort))


def _with(claim: Claim, images: dict[str, Term]) -> Claim:
    conditions = [c.substituted(images) for c in claim.conditions]
    made = claim.relation.substituted(images)
    return claim_of(conditions, made, _integers(claim, conditions, made))


def rewritten(
    claim: Claim, said: tuple[str, ...], *, effort: int = EFFORT
) -> tuple[list[Claim], Compound] | None:
    """The cases of a claim, the one as it is written first, and that at every point one of them applies;
    BadInput where a convention would have to be applied within a sum, a product or an integral."""
    refuse_under_binders(claim, said)
    places = [place for place in _places(claim, said) if not _regular(claim, place, effort // 20)]
    if not places:
        return None
    chosen = list(product(*(ways for _, ways in places)))
    if len(chosen) > MOST:
        raise BadInput(
            f"{len(places)} places for a convention", f"{MOST} cases at most", "its parts by themselves"
        )
    cases = [_case(claim, [t for t, _ in places], ways) for ways in chosen]
    covers = [_joined("or", [_joined("and", way.conditions) for way in ways]) for _, ways in places]
    conclusion = _joined("and", covers)
    return cases, compound_of(claim.conditions, conclusion, _integers(claim, claim.conditions, conclusion))


def _case(claim: Claim, places: Sequence[Term], ways: Sequence[Way]) -> Claim:
    images = {t.key: way.instead for t, way in zip(places, ways, strict=True) if way.instead is not None}
    relation, conditions = claim.relation, list(claim.conditions)
    made = Relation(relation.op, replace_terms(relation.left, images), replace_terms(relation.right, images))
    conditions += [c for way in ways for c in way.conditions if c not in conditions]
    return claim_of(conditions, made, _integers(claim, conditions, made))


def _joined(op: str, parts: Sequence[Said]) -> Said:
    flat = [
        p for part in parts for p in (part.parts if isinstance(part, Formula) and part.op == op else (part,))
    ]
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else Formula(op, tuple(flat))


def _regular(claim: Claim, place: tuple[Term, tuple[Way, ...]], effort: int) -> bool:
    """Whether what is written has a value on the whole domain as far as the convention goes."""
    (first, *_) = place[1]
    asked = [claim_of(claim.conditions, c, _integers(claim, claim.conditions, c)) for c in first.conditions]
    return all(prove(one, effort=effort).proved for one in asked)


def _integers(claim: Claim, conditions: Iterable[Relation], conclusion: Said) -> frozenset[str]:
    """The integers of a claim of which there is talk."""
    return claim.integers & conclusion.variables().union(*(c.variables() for c in conditions))


def refuse_under_binders(claim: Claim, said: tuple[str, ...]) -> None:
    """Raise BadInput where a convention would have to be applied within a sum, a product or an integral."""
    inside = _under_binders(claim, said)
    if inside is not None:
        given = f"--convention {' and '.join(said)} for what is within {print_term(inside)}"
        raise BadInput(given, "terms outside of sums, products and integrals", "the sum, written out")


def _under_binders(claim: Claim, said: tuple[str, ...]) -> Term | None:
    """A sum, a product or an integral of a claim within which a convention may apply."""
    left = [claim.relation.left, claim.relation.right]
    while left:
        for t in subterms(left.pop()):
            if t.op in BINDERS and isinstance(t.value, Term):
                body = instance(t, var(index_of(t)))
                if next(_within((body,), said), None) is not None:
                    return t
                left.append(body)
    return None


def _places(claim: Claim, said: tuple[str, ...]) -> Iterator[tuple[Term, tuple[Way, ...]]]:
    """Terms of a claim to which a convention may apply, with their cases: as written first."""
    return _within((claim.relation.left, claim.relation.right), said)


def _within(roots: Iterable[Term], said: tuple[str, ...]) -> Iterator[tuple[Term, tuple[Way, ...]]]:
    """The same of terms."""
    seen = {t.key: t for root in roots for t in subterms(root)}
    inner = {a.key for t in seen.values() if _is_product(t) for a in _carried(t)}
    for t in seen.values():
        if LOG in said and _is_product(t) and t.key not in inner:
            factors = list(_factors(t))
            for k, factor in enumerate(factors):
                if factor.op == "log" and (others := factors[:k] + factors[k + 1 :]):
                    yield t, _log_ways(reduce(mul, others), factor.args[0])
        if POWER in said and t.op == "pow" and _may_vanish(t.args[1]) and _may_be_zero(t.args[0]):
            yield t, _power_ways(*t.args)


def _log_ways(a: Term, b: Term) -> tuple[Way, ...]:
    none = (Relation("=", a, ZERO), Relation("=", b, ZERO))
    return Way((Relation(">", b, ZERO),)), Way(none if a != b else none[:1], ZERO)


def _power_ways(a: Term, b: Term) -> tuple[Way, ...]:
    zero = Relation("=", a, ZERO)
    either = Way((Relation("!=", a, ZERO),)), Way((zero, Relation("!=", b, ZERO)))
    return *either, Way((zero, Relation("=", b, ZERO)), num(1))


def _may_be_zero(base: Term) -> bool:
    return bool(base.names) or exact(base, {}) in (None, 0)


def _may_vanish(exponent: Term) -> bool:
    return exponent.op != "num" or exponent == ZERO


def _is_product(t: Term) -> bool:
    return t.op in ("mul", "neg", "div")


def _carried(t: Term) -> tuple[Term, ...]:
    """The parts of a product of which the convention for the whole speaks."""
    return t.args[:1] if t.op == "div" else t.args


def _factors(t: Term) -> Iterator[Term]:
    """The factors of a product; of a quotient those of the numerator, and 1 over the denominator."""
    if not _is_product(t):
        yield t
        return
    for part in _carried(t):
        yield from _factors(part)
    if t.op == "div":
        yield num(1) / t.args[1]
