"""F = o(G) for F with exp(u), u going to 0: by exp(u) <= 1 + 2*u, and what is then shown of F without it.

The certificate is about F itself: that inequality, for each u, and the bound without exp(u) are lemmas of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from flint import fmpq

from dptheory.kernel import PROVED, KernelError, check
from dptheory.kernel.real import (
    Claim,
    Relation,
    Term,
    apply,
    claim_of,
    free_variables,
    num,
    parse_term,
    replace_terms,
    root,
    subterms,
    var,
)

from ..budget import Budget, found_within
from ..certificates import certificate
from ..goals.goal import Goal, Proof
from ..goals.obligations import define, tidy
from ..goals.state import ProofState
from ..outcome import prove
from ..search import Search
from .question import LEAST, Found, Question

DEPTH, MOST = 2, 2
Shown = tuple[Claim, dict[str, object]]
"""A claim with its certificate."""


def by_exponents(
    question: Question, reached: Found, decreasing: Callable[[Question, Found], Found | None]
) -> Found | None:
    """F = o(G) by the same of F with 1 + 2*u for each exp(u); None where that was not found."""
    family = question.family
    values = dict.fromkeys(t for t in subterms(family.left) if t.op == "exp" and free_variables(t))
    if not 0 < len(values) <= MOST:
        return None
    lemmas = [_proved(_lemma(question, t), question.budget.part(0.2)) for t in values]
    shown = [lemma for lemma in lemmas if lemma is not None]
    if len(shown) < len(values):
        return None
    left = replace_terms(family.left, {t.key: num(1) + num(2) * t.args[0] for t in values})
    without = replace(question, family=replace(family, left=left), budget=question.budget.part(0.4))
    found = decreasing(without, reached)
    if found is None:
        return None
    above, below = _claims(question, found)
    reduced = (_claims(without, found)[0], found.proofs[0])
    budget = question.budget
    first = found_within(budget.part(0.5), lambda: _composed(above, [*shown, reduced], budget), None)
    second = None if first is None else _proved(below, budget.part(0.5))
    return (
        None if first is None or second is None else Found(found.fields, [first, second[1], *reached.proofs])
    )


def _lemma(question: Question, value: Term) -> Claim:
    family, (u,) = question.family, value.args
    start = Relation(">=", var(family.growing), num(1))
    relation = Relation("<=", apply("exp", u) - num(1), num(2) * u)
    return claim_of((*family.conditions, start), relation, family.integers)


def _claims(question: Question, found: Found) -> Sequence[Claim]:
    """The two claims that an answer consists of."""
    gauge, constant, start = (str(found.fields[name]) for name in ("gauge", "constant", "from"))
    scaled = replace(question.family, left=parse_term(gauge) * question.family.left)
    return scaled.bounded(parse_term(constant), fmpq(int(start)), question.sign)


def _proved(claim: Claim, budget: Budget) -> Shown | None:
    left = budget.left()
    outcome = prove(claim, effort=int(left)) if left > LEAST else None
    if outcome is None or outcome.verdict.status != PROVED or outcome.certificate is None:
        return None
    return claim, outcome.certificate


def _composed(claim: Claim, lemmas: Sequence[Shown], budget: Budget) -> dict[str, object] | None:
    """A certificate of a claim that follows, with what the lemmas say as conditions of it."""
    more = tuple(lemma.relation for lemma, _ in lemmas)
    last = _proved(replace(claim, conditions=(*claim.conditions, *more)), budget)
    if last is None or last[1]["lemmas"] or not isinstance(point := last[1]["domain_point"], dict):
        return None
    start, r, search = (
        Goal(root(claim, tuple(lemma for lemma, _ in lemmas)), ()),
        claim.relation,
        Search(budget),
    )
    defined = define(search, start, DEPTH, start.sequent.pending(r.left, r.right))
    if defined is None:
        return None
    state = ProofState(search, start.where(start.sequent.knowing(r.left, r.right)), DEPTH)
    for k, (lemma, _) in enumerate(lemmas):
        images = {v.name: v.name for v in lemma.variables}
        state.add(tidy({"rule": "apply", "claim": k, "substitution": images}), lemma.relation)
    rest = last[1]["proof"]
    proof: Proof = [*state.nodes, *(rest if isinstance(rest, list) else [rest])]
    kept = ("claim", "where", "defined", "proof")
    parts = [{key: one[key] for key in kept} for _, one in lemmas]
    try:
        data = certificate(claim, point, proof, defined, parts)
        return data if check(claim, data) else None
    except KernelError:
        return None
