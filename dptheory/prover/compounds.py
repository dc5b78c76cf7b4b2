"""The search for compound claims: each of the ordinary claims that one comes to is decided by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from flint import fmpq

from dptheory.defaults import EFFORT
from dptheory.kernel import (
    UNKNOWN,
    KernelError,
    Verdict,
    check_compound,
    check_compound_failure,
    check_compound_witness,
)
from dptheory.kernel.real import COMPOUND_FORMAT, Claim, Compound, Literals, Term, print_term

from . import outcome
from .budget import Budget, asked, found_within
from .deepening import proof_of
from .domain import Domain, domain_of
from .emptiness import absurdity, excluded, none_there
from .goals.goal import Point, Proof
from .goals.refuter import search as search_witness
from .outcome import Outcome, where_equal
from .search import Search


def prove(
    claim: Claim | Compound,
    *,
    images: Mapping[str, Term] | None = None,
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Outcome:
    """Decide a claim, an ordinary or a compound one (`outcome.prove`, `prove_compound`).

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> prove(parse_claim("x**2 + 1 != x")).verdict.status
    'proved'
    """
    if isinstance(claim, Claim):
        return outcome.prove(claim, effort=effort, timeout=timeout)
    return prove_compound(claim, images, effort=effort, timeout=timeout)


def refute(claim: Claim | Compound, *, effort: int = EFFORT, timeout: float | None = None) -> Outcome:
    """Look for a point at which the claim fails; of a compound claim as long as none of its parts is open."""
    if isinstance(claim, Claim):
        return outcome.refute(claim, effort=effort, timeout=timeout)
    found = prove_compound(claim, effort=effort, timeout=timeout)
    if not found.proved:
        return found
    reason = "no counterexample found"
    return replace(found, verdict=Verdict(UNKNOWN, reason), certificate=None, reason=reason, checker="")


ROUNDS = (0.2, 0.9)
ORDERS = 4
"""Relations of a clause that are tried as the conclusion of its cases."""


@dataclass(frozen=True)
class Failing:
    """A point at which a case fails: rational, or by terms as the kernel reads them; which case it is."""

    claim: Claim
    point: Point | None
    failure: dict[str, object] | None = None
    at: tuple[int, int, int, int] = (0, 0, 0, 0)


Found = Failing | dict[str, object] | None


def prove_compound(
    compound: Compound,
    images: Mapping[str, Term] | None = None,
    *,
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Outcome:
    """Decide a compound claim as `outcome.prove` does an ordinary one; `images` are the terms for what is
    claimed to exist. Where the claim fails with these it is *unknown*: others may do.

    >>> from dptheory.kernel.real.compound import parse_compound
    >>> prove_compound(parse_compound("x > 0 implies log(x) < x")).verdict.status
    'proved'
    """
    budget = Budget(effort, timeout)
    found = asked(
        budget, partial(_prove, compound, dict(images or {}), budget), partial(_unknown, budget=budget)
    )
    return replace(found, claim=compound)


def _unknown(reason: str, budget: Budget) -> Outcome:
    return Outcome(Verdict(UNKNOWN, reason), None, None, reason, budget.seconds(), "", budget.spent())


def _prove(compound: Compound, images: dict[str, Term], budget: Budget) -> Outcome:
    domains = [_domain(d, budget.part(0.1)) for d in compound.domains]
    first = next((i for i, d in enumerate(domains) if d.node is not None), None)
    if first is None:
        data = found_within(budget.part(0.7), lambda: excluded(compound, budget.part(0.7)), None)
        reason = (
            "no point known: the conditions may exclude each other" if data is None else none_there(compound)
        )
        found = _unknown(reason, budget)
        return found if data is None else replace(found, excluded=data, checker="certificate")
    clauses = compound.clauses(images)
    count, parts = len(domains) * len(clauses), list[object]()
    known: dict[str, Found] = {}
    stuck = ""
    for i, domain in enumerate(compound.domains):
        for j, clause in enumerate(clauses):
            part = budget.part(0.9 / (count - i * len(clauses) - j) if count > 1 else 0.9)
            made = _part(compound, domain, clause, part, known)
            if isinstance(made, Failing):
                return _refuted(compound, images, replace(made, at=(i, j, *made.at[2:])), budget)
            if isinstance(made, str):
                stuck = stuck or made  # a part that fails may still come
            else:
                parts.append(made)
    if stuck:
        return _unknown(f"no proof and no counterexample found of the part {stuck}", budget)
    terms = {name: print_term(t) for name, t in sorted(images.items())}
    stated = {"format": COMPOUND_FORMAT, "claim": compound.said}
    stated |= {"where": compound.where, "hash": compound.hash}
    data = {**stated, "domain": first, "domain_point": domains[first].node, "with": terms, "parts": parts}
    try:
        verdict = check_compound(compound, data)
    except KernelError as error:
        return _unknown(f"a certificate was found but not accepted: {error}", budget)
    return Outcome(verdict, data, None, verdict.reason, budget.seconds(), "certificate", budget.spent())


def _domain(claim: Claim, budget: Budget) -> Domain:
    return found_within(budget, lambda: domain_of(claim, budget.part(0.9)), Domain())


def _part(
    compound: Compound, domain: Claim, clause: Literals, budget: Budget, known: dict[str, Found]
) -> Failing | dict[str, object] | str:
    """Proofs of the cases of one clause, the relation to be shown chosen among all of it; a case that fails;
    or the text of a case that stays open."""
    choices: list[tuple[int, int, int, list[Claim]]] = []
    for k, r in enumerate(clause):
        try:
            cases = compound.cases(domain, clause, k)
        except KernelError:
            continue
        choices.append((len(cases), -(r.left.size + r.right.size), k, cases))
    if not choices:
        compound.cases(domain, clause, 0)  # says how many cases there are
    choices = sorted(choices, key=lambda one: one[:3])[:ORDERS]
    stuck = ""
    for share in ROUNDS:
        whole = budget.part(share)
        for number, (_, _, k, cases) in enumerate(choices):
            part = whole.part(1 / (len(choices) - number))
            made = _cases(cases, part, known)
            if isinstance(made, Failing):
                return replace(made, at=(0, 0, k, cases.index(made.claim)))
            if not isinstance(made, str):
                return {"show": k, "cases": made}
            stuck = stuck or made
    return stuck


def _cases(cases: list[Claim], budget: Budget, known: dict[str, Found]) -> Failing | list[object] | str:
    nodes: list[object] = []
    for n, claim in enumerate(cases):
        part = budget.part(1 / (len(cases) - n))
        found = known.get(claim.hash)
        if found is None:
            found = known[claim.hash] = found_within(part, partial(_case, claim, part), None)
        if not isinstance(found, dict):
            return claim.text if found is None else found
        nodes.append(found)
    return nodes


def _case(claim: Claim, budget: Budget) -> Found:
    """A case: where it fails, a proof of it, or nothing."""
    if claim.relation in claim.conditions:
        return _given(claim, budget)
    domain = _domain(claim, budget.part(0.4))
    if domain.failure is not None:
        return Failing(claim, None, domain.failure)
    if domain.node is None:
        absurd = absurdity(claim.conditions, claim.integers, budget.part(0.7))
        if absurd is not None:
            return _absurd(claim, absurd)
    meets = where_equal(claim, budget.part(0.2)) if claim.relation.op == "!=" else None
    if meets is not None:
        return Failing(claim, None, meets) if isinstance(meets, dict) else Failing(claim, meets.point)
    points = sorted(domain.points, key=lambda point: sum(len(str(x)) for x in point.values()))
    if points:
        seen = search_witness(claim, points, budget.part(0.1, 150_000))
        if seen is not None:
            return Failing(claim, seen.point)
    data = proof_of(claim, domain, budget.part(0.95), Search(budget))
    return None if data is None else {"defined": data[0], "proof": data[1]}


def _given(claim: Claim, budget: Budget) -> Found:
    data = proof_of(claim, Domain(), budget, Search(budget))
    return None if data is None else {"defined": data[0], "proof": data[1]}


def _absurd(claim: Claim, proof: Proof) -> dict[str, object]:
    """A case about no point: what is owed of its sides is shown by the same contradiction."""
    from dptheory.kernel.real import root

    node: list[object] = [{"rule": "contradiction"}, *proof]
    owed = root(claim).pending(claim.relation.left, claim.relation.right)
    return {"defined": [node] * len(owed), "proof": node}


def _refuted(compound: Compound, images: Mapping[str, Term], failing: Failing, budget: Budget) -> Outcome:
    """The kernel's verdict on a point at which a case fails."""
    if compound.bound:
        terms = ", ".join(f"{name} = {print_term(t)}" for name, t in sorted(images.items()))
        place = "" if failing.point is None else " at " + _place(failing.point)
        return _unknown(
            f"with {terms} it fails{place}: {failing.claim.relation.text} does not hold; another term may do",
            budget,
        )
    point = None
    try:
        if failing.point is not None:
            point = {v.name: failing.point.get(v.name, fmpq(0)) for v in compound.variables}
            verdict = check_compound_witness(compound, point)
        else:
            verdict = check_compound_failure(compound, failing.at, failing.failure)
    except KernelError as error:
        return _unknown(f"a point was found but not accepted: {error}", budget)
    found = Outcome(verdict, None, point, verdict.reason, budget.seconds(), "witness", budget.spent())
    return replace(found, failure=failing.failure)


def _place(point: Point) -> str:
    return ", ".join(f"{name} = {x}" for name, x in sorted(point.items()))
