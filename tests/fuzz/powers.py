"""Claims about partial powers: variable exponents at negative bases, conditions that have no value at points.

Nothing is known of their truth; an oracle looks at every answer: a witness has to fail in its eyes as well, and
what is proved must not fail at any point that it tries.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import parse_claim

from . import oracle
from .kinds import ProofState, register
from .mutants import Mutator

Q = Fraction
POINTS = 60
VALUES: Final = tuple(Q(*v) for v in (
    (-3, 1), (-2, 1), (-1, 1), (-1, 2), (0, 1), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (-8, 1), (5, 1), (1, 3),
))  # fmt: skip
WHOLE: Final = tuple(Q(k) for k in range(-4, 7))
EXPONENTS: Final = (
    "a", "2*a", "a/2", "-a", "a + 1", "1 - a", "n", "n + 1", "2*n", "n/2", "-n", "n - n", "a - a", "a*n", "floor(a)",
    "ceil(a)", "2", "3", "1/3", "-1", "-2", "1/2", "0", "4/2", "n**2", "abs(n)", "min(n, 2)", "2**2", "2*a - a",
)  # fmt: skip
BASES: Final = (
    "x",
    "y",
    "-x",
    "x*y",
    "x - 1",
    "2 - x",
    "x**2",
    "abs(x)",
    "x + y",
    "-2",
    "2",
    "1/x",
    "x**a",
    "x**n",
)
DOMAINS: Final = (
    "-3 <= x", "x <= 3", "x >= 0", "x > 0", "x != 0", "x < 0", "y >= 0", "y <= 4", "y > 0", "y != 0", "a >= 1", "a <= 4",
    "a = 2", "a = 3", "a > 0", "a < 0", "0 <= a <= 1", "n >= 1", "n <= 3", "n = 2", "a = n", "n = a", "1/x < oo",
    "log(x) < oo", "-oo < x/y", "x = y", "x = -2", "x = a", "sqrt(x) >= 0", "x*y > 0", "x + y <= 5", "x**2 <= 9",
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """A claim, and a near one beside it."""

    claim: str
    where: str

    def __str__(self) -> str:
        return f"{self.claim}   where {self.where}"


def power(chance: random.Random) -> str:
    """A power, its exponent and base drawn from the lists."""
    return f"({chance.choice(BASES)})**({chance.choice(EXPONENTS)})"


def relation(chance: random.Random) -> str:
    """A relation that is true where its powers have values, or one that may be false."""
    p, q, base = power(chance), power(chance), chance.choice(BASES)
    e, d = chance.choice(EXPONENTS), chance.choice(EXPONENTS)
    return chance.choice(
        (
            f"{p} = {p}", f"0*{p} <= 0", f"{p}/{p} = 1", f"{p} >= 0", f"abs({p}) >= 0", f"{p} <= abs({p})",
            f"({base})**(({e}) + ({d})) = ({base})**({e})*({base})**({d})", f"(({base})**({e}))**2 >= 0",
            f"(({base})**({e}))**2 = ({base})**(2*({e}))", f"({base})**({e})*({base}) = ({base})**(({e}) + 1)",
            f"(x*y)**({e}) = x**({e})*y**({e})", f"sqrt(({base})**(2*({e}))) = abs(({base})**({e}))",
            f"{p} <= 9", f"{p} > 0", f"{p} <= {q}", f"{p} != {q}".replace("!=", ">="), "x >= 0", "x > -1", "abs(x) <= 1",
            "0 <= 1", "x**a = x**2", "x**a = x**3", "x**n >= x**2", f"({base})**a = ({base})**n", "y + 1 > 0", "x*y >= 0",
        )
    )  # fmt: skip


def condition(chance: random.Random) -> str:
    """A condition, often one that has no value somewhere."""
    if chance.random() < 0.55:
        return chance.choice(DOMAINS)
    p = power(chance)
    return chance.choice(
        (f"{p} <= 1", f"{p} >= 0", f"{p} < oo", f"{p} > 0", f"{p} = {p}", f"log({p}) >= 0", f"{p} <= 4")
    )


def asked(seed: str) -> list[Asked]:
    """Two claims; the second has another sort of exponent, or one condition fewer."""
    chance = random.Random(f"powers {seed}")
    claim = relation(chance)
    where = [condition(chance) for _ in range(chance.randrange(4))]
    made = []
    for twin in range(2):
        text = claim
        kept = list(where)
        if twin and chance.random() < 0.5:
            exponent = chance.choice(("2", "3", "n"))
            text, kept = (t for t in (text.replace("**(a)", f"**({exponent})"), kept))
            kept = [k.replace("**(a)", f"**({exponent})") for k in kept]
        elif twin and kept:
            del kept[chance.randrange(len(kept))]
        if "n" in _letters(text, *kept) and (not twin or chance.random() < 0.7):
            kept.append("n integer")
        made.append(Asked(text, ", ".join(kept)))
    return made


def _letters(*texts: str) -> set[str]:
    """The variables of which there is one letter."""
    return {word for text in texts for word in "".join(c if c.isalnum() else " " for c in text).split()}


def points(
    names: frozenset[str], integers: frozenset[str], seed: str, count: int = POINTS
) -> Iterator[oracle.Point]:
    """Points of a grid, drawn."""
    chance = random.Random(f"points {seed}")
    for _ in range(count):
        yield {name: chance.choice(WHOLE if name in integers else VALUES) for name in sorted(names)}


def failure(claim: str, where: str, seed: str, count: int = POINTS) -> oracle.Point | None:
    """Where an oracle sees a claim fail."""
    try:
        relations, integers = oracle.conditions(where)
        names = oracle.names(*relations, *oracle.said(claim)) | integers
    except oracle.Unsure:
        return None
    return oracle.fails(claim, where, points(names, integers, seed, count))


def witnessed(claim: str, where: str, witness: dict[str, object]) -> bool | None:
    """Whether an oracle sees a claim fail at a witness; None where it cannot tell."""
    point = {name: Fraction(str(x)) for name, x in witness.items()}
    try:
        if not oracle.inside(where, point):
            return False
        _, integers = oracle.conditions(where)
        with oracle.mpmath.workdps(oracle.DIGITS):
            return not all(oracle.holds(r, point, integers) for r in oracle.said(claim))
    except (oracle.Unsure, OverflowError):
        return None


@register("powers")
class Powers:
    """Two claims of a seed, and mutants of a certificate made out to either."""

    def __init__(self, state: ProofState) -> None:
        self.state = state
        self.mutator = Mutator(f"powers {state.seed}")

    def round(self, seed: str) -> None:
        made = [a for part in range(4) for a in asked(f"{seed}/{part}")]
        for number, one in enumerate(made):
            claim = parse_claim(one.claim, one.where)
            outcome = self.state.ask("powers", claim, one)
            if outcome is None:
                continue
            if (
                outcome.witness is not None
                and witnessed(one.claim, one.where, dict(outcome.witness)) is False
            ):
                self.state.fault(f"refuted by no witness: {one}   {outcome.witness}")
            if outcome.certificate is not None:
                place = failure(one.claim, one.where, seed, 4 * POINTS)
                if place is not None:
                    self.state.fault(f"proved but false: {one}   at {place}")
                self._mutate(one, made[number ^ 1], outcome.certificate, seed)

    def _mutate(self, old: Asked, twin: Asked, certificate: dict[str, object], seed: str) -> None:
        claim = parse_claim(old.claim, old.where)
        self.mutator.learn(certificate["proof"])
        for number in range(self.state.mutants):
            target = twin if number % 3 else old
            new = parse_claim(target.claim, target.where)
            mutant = self.mutator.mutant(certificate, claim, new)
            accepted = self.state.judge(
                "powers", lambda new=new, m=mutant: check(new, m), lambda t=target: str(t)
            )
            place = None if accepted is None else failure(target.claim, target.where, f"{seed}:{number}")
            if place is not None:
                self.state.fault(f"mutant accepted: {target}   at {place}   {json.dumps(mutant)}")
