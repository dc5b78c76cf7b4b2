"""Every fact and lemma of the kernel at terms drawn for its arguments, and every rule by one certificate: made
by hand, so that each is reached as often as any other, which a search would not see to.

An instance is claimed where its sides hold and its terms have values; it has to be accepted. Then claims near it,
of which nothing is known, are tried with the same certificate and with mutants of it. An oracle looks at points for
what is false of all that is accepted.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import Claim, Relation, claim_of
from dptheory.kernel.real.defined import obligations
from dptheory.kernel.real.facts import FACTS, Fact, lemmas
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.points import check_point
from dptheory.kernel.real.terms import Term
from dptheory.prover.certificates import certificate

from ..kernel.real.real_accepted import ACCEPTED
from .kinds import ProofState, register
from .mutants import Mutator
from .powers import VALUES, WHOLE, failure

REALS: Final = (
    "x", "y", "z", "-x", "x*y", "x - 1", "1 - x", "x**2", "abs(y)", "1/x", "x/y", "exp(x)", "log(y)", "sqrt(y)", "x**z",
    "x**n", "y**(n/2)", "(-2)**n", "x + n", "n", "n/2", "-n", "n - n", "0", "1", "2", "3", "-1", "1/2", "3/2", "-1/2",
    "4/2", "pi/4", "pi", "-pi/2", "E", "sqrt(2)", "floor(x)", "max(x, y)", "min(x, 1/2)", "sin(x)", "1/2**40", "2**40",
)  # fmt: skip
WHOLES: Final = (
    "n", "m", "-n", "n + 1", "2*n", "n - m", "n**2", "0", "1", "2", "-1", "-2", "3", "floor(x)", "ceil(y)", "m*n",
)  # fmt: skip
NUDGES: Final = ("1/2**40", "-1/2**40", "1/9", "-1/9", "x", "0*x**z")
FACTORS: Final = ("1 + 1/2**40", "1 - 1/2**40", "99/100", "101/100", "-1", "x", "x**0")
OPS: Final = {"<=": ("<", ">=", "="), ">=": (">", "<=", "="), "<": ("<=", ">"), ">": (">=", "<")}
SAID: Final = (*FACTS, *lemmas().values())
DRAWS: Final = 12
"""Drawings of arguments for a fact, of which the first with a point in the domain is taken."""
TRIES: Final = 25
"""Points that are tried for one."""
LOOKED: Final = 24
"""Points at which an oracle looks at what is accepted."""
EACH: Final = 3
"""Facts of a round, and examples of rules."""


@dataclass(frozen=True)
class Instance:
    """A claim, a certificate for it, and what it is an instance of."""

    claim: Claim
    certificate: dict[str, object]
    of: str

    def __str__(self) -> str:
        return f"[{self.of}] {self.claim.text}"


def instances(fact: Fact, chance: random.Random) -> Iterator[Instance]:
    """A fact at terms that are drawn, if a point is found at which its sides hold and its terms have values."""
    whole = fact.integers
    for _ in range(DRAWS):
        args = [parse_term(chance.choice(WHOLES if name in whole else REALS)) for name in fact.args.split()]
        sides, conclusions = fact.instance(args)
        terms = [*args, *(t for r in (*sides, *conclusions) for t in (r.left, r.right))]
        owed = obligations(terms, frozenset("nm"))
        ways = [o.relation if o.other is None or chance.random() < 0.5 else o.other for o in owed]
        conditions = tuple(dict.fromkeys((*ways, *sides)))
        number = chance.randrange(len(conclusions))
        claim = of_letters(conditions, conclusions[number])
        at = point(claim, chance)
        if at is not None:
            proof = _by_fact(fact.name, args, len(conditions) + number)
            yield Instance(claim, certificate(claim, dict(at), proof), fact.name)
            return


def _by_fact(name: str, args: list[Term], place: int) -> list[object]:
    """The fact, and then that one of its conclusions which is at a place behind the conditions."""
    use = {"rule": "fact", "name": name, "args": [print_term(t) for t in args]}
    return [use, {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [place]}]}]


def of_letters(conditions: tuple[Relation, ...], said: Relation) -> Claim:
    """A claim in which n and m are integers."""
    used = said.variables().union(*(c.variables() for c in conditions))
    return claim_of(conditions, said, used & {"n", "m"})


def point(claim: Claim, chance: random.Random) -> dict[str, fmpq] | None:
    """A point of a claim's domain, if one of those that are drawn is in it."""
    for _ in range(TRIES if claim.variables else 1):
        drawn = {v.name: chance.choice(WHOLE if v.integer else VALUES) for v in claim.variables}
        found = {name: fmpq(x.numerator, x.denominator) for name, x in drawn.items()}
        try:
            check_point(claim, found)
        except KernelError:
            continue
        return found
    return None


def near(claim: Claim, chance: random.Random) -> Iterator[Claim]:
    """Claims that may be false: another relation, a bound a little better, another argument, a condition less,
    numbers for integers."""
    r, conditions = claim.relation, claim.conditions
    nudge, factor = parse_term(chance.choice(NUDGES)), parse_term(chance.choice(FACTORS))
    yield of_letters(conditions, Relation(chance.choice(OPS.get(r.op, ("<", ">"))), r.left, r.right))
    yield of_letters(conditions, Relation(r.op, r.left + nudge, r.right))
    yield of_letters(conditions, Relation(r.op, r.left, r.right * factor))
    names = sorted(r.variables())
    if names:
        image = {chance.choice(names): parse_term(chance.choice(WHOLES))}
        yield of_letters(conditions, r.substituted(image))
        yield of_letters(tuple(c.substituted(image) for c in conditions), r.substituted(image))
    if conditions:
        place = chance.randrange(len(conditions))
        yield of_letters(conditions[:place] + conditions[place + 1 :], r)
    yield claim_of(conditions, r)


class Certified:
    """Instances of a seed: each has to be accepted, nothing false near it."""

    name = ""

    def __init__(self, state: ProofState) -> None:
        self.state = state
        self.mutator = Mutator(f"{self.name} {state.seed}")

    def drawn(self, chance: random.Random) -> Iterator[Instance]:
        raise NotImplementedError

    def round(self, seed: str) -> None:
        for part in range(EACH):
            chance = random.Random(f"{self.name} {seed}/{part}")
            for made in self.drawn(chance):
                self._certified(made, chance, f"{seed}/{part}")

    def _certified(self, made: Instance, chance: random.Random, seed: str) -> None:
        said = self._judged(made.claim, made.certificate, made, seed)
        self.state.tally.answers[self.name, "proved" if said else "unknown"] += 1
        if not said:
            self.state.fault(f"not accepted: {made}")
        self.mutator.learn(made.certificate["proof"])
        for claim in near(made.claim, chance):
            same = {**made.certificate, **claim.to_json(), "hash": claim.hash}
            at = point(claim, chance)
            if at is not None:
                plain = {key: same[key] for key in ("proof", "defined", "lemmas")}
                self._judged(claim, certificate(claim, dict(at), **plain), made, seed)  # type: ignore[arg-type]
            for _ in range(max(1, self.state.mutants // 6)):
                mutant = self.mutator.mutant(same, made.claim, claim)
                self._judged(claim, mutant, made, seed)

    def _judged(self, claim: Claim, certificate: dict[str, object], made: Instance, seed: str) -> bool:
        """Whether the kernel accepts a certificate; an oracle tries what it accepts."""
        said = self.state.judge(self.name, lambda: check(claim, certificate), lambda: f"{made}: {claim.text}")
        if said is not None:
            place = failure(claim.relation.text, claim.where, seed, LOOKED)
            if place is not None:
                text = json.dumps(certificate)
                self.state.fault(f"accepted but false: {claim.text}   at {place}   near {made}   {text}")
        return said is not None


@register("facts")
class Facts(Certified):
    """Facts at terms that are drawn; the prover is asked as well, and must not deny what was certified."""

    name = "facts"

    def drawn(self, chance: random.Random) -> Iterator[Instance]:
        yield from instances(chance.choice(SAID), chance)

    def _certified(self, made: Instance, chance: random.Random, seed: str) -> None:
        super()._certified(made, chance, seed)
        if chance.random() < 0.2:
            outcome = self.state.ask("facts by search", made.claim, made)
            if outcome is not None and outcome.verdict.status == "refuted":
                self.state.fault(f"refuted, and certified: {made}   witness {outcome.witness}")


@register("rules")
class Rules(Certified):
    """One certificate for every rule, and what is near it."""

    name = "rules"

    def drawn(self, chance: random.Random) -> Iterator[Instance]:
        name = chance.choice(sorted(ACCEPTED))
        example = ACCEPTED[name]
        yield Instance(example.parsed(), example.certificate(), name)
