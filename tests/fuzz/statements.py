"""Statements drawn at random, most of them false, and what an oracle objects to those that are accepted.

The certificates of a statement's claims are searched for as the kernel asks for them; what the kernel then says of
the whole, and of mutants of the whole, an oracle tries at points. Conditions with partial powers, and points at
which only a wider reading of a power would have a value, are drawn on purpose.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.real.families import ANSWERS, CONSTANT, GROWTH, THETA, recheck
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.prover import prove

from . import oracle
from .kinds import ProofState
from .powers import VALUES, WHOLE

Q = Fraction
File = dict[str, Any]
TRIED: Final = 80
ENOUGH: Final = 100_000
DRAWS: Final = 6
STATEMENTS: Final = 1
"""Statements of a round."""
GAUGES: Final = (
    "n",
    "sqrt(n)",
    "log(n)",
    "n**(1/2)",
    "n**2",
    "sqrt(sqrt(n))",
    "n**a",
    "1/n",
    "2",
    "exp(n)",
    "n**(-1)",
)
LIMITS: Final = (
    "-3 <= x", "x <= 3", "0 <= x <= 2", "x >= 1", "x**a <= 1", "1 <= a", "a <= 4", "a = 3", "a = 2", "n >= 1", "n <= 3",
    "y = 1", "0 <= y <= 2", "-1 <= y <= 1", "x**n >= 0", "(2 - x)**a >= 0", "x**a >= 0", "x**(n/2) <= 4", "1/x < oo",
    "log(x) < oo", "c >= 1", "c >= 3", "c <= 5", "x**c <= 9", "c >= x", "a = n", "y**a <= 1",
)  # fmt: skip


def number(chance: random.Random) -> str:
    """A rational number as text."""
    return str(chance.choice(VALUES))


def chosen(chance: random.Random, pool: Sequence[str], most: int) -> str:
    """Some conditions; n and m are often integers."""
    kept = [chance.choice(pool) for _ in range(1 + chance.randrange(most))]
    return ", ".join(kept + [f"{name} integer" for name in "nm" if chance.random() < 0.4])


class Statements:
    """What both kinds of statements share: search, check, mutants, and the oracle's objections."""

    name = ""

    def __init__(self, state: ProofState) -> None:
        self.state = state

    def proofs(self, claims: Sequence[Claim]) -> list[object] | None:
        """Certificates of all the claims; what is refuted soon ends the search."""
        found: list[object] = []
        for claim in claims:
            outcome = prove(claim, effort=ENOUGH)
            if outcome.certificate is None:
                return None
            found.append(outcome.certificate)
        return found

    def objection(self, data: File, chance: random.Random) -> str | None:
        raise NotImplementedError

    def proved(self, data: File) -> File | None:
        """The file with certificates of its claims; None where one is not found."""
        raise NotImplementedError

    def found(self, draw: Callable[[], File | None], chance: random.Random) -> File | None:
        """The first of a few statements that seems to be true where every power is read by its value."""
        for _ in range(DRAWS):
            try:
                data = draw()
                if data is None:
                    continue
                with oracle.wide(), oracle.mpmath.workdps(oracle.DIGITS):
                    seen = self.objection(data, chance)
            except (oracle.Unsure, OverflowError):
                seen = None
            except (oracle.Undefined, KernelError):
                continue
            if seen is None and data is not None:
                return self.proved(data)
        return None

    def judge(self, data: File | None, chance: random.Random) -> None:
        """Count a statement, and object to a false one that was accepted; then its mutants."""
        try:
            accepted = data is not None and bool(recheck(json.loads(json.dumps(data))))
        except (KernelError, SyntaxProblem):
            accepted = False
        self.state.tally.answers[self.name, "proved" if accepted else "unknown"] += 1
        if data is None or not accepted:
            return
        self._object(data, chance, "accepted")
        for _ in range(self.state.mutants):
            mutant = changed(data, chance)
            said = self.state.judge(self.name, lambda m=mutant: recheck(m), lambda m=mutant: shown(m))  # type: ignore[misc]
            if said is not None:
                self._object(mutant, chance, "mutant accepted")

    def _object(self, data: File, chance: random.Random, what: str) -> None:
        try:
            with oracle.mpmath.workdps(oracle.DIGITS):
                found = self.objection(data, chance)
        except (oracle.Unsure, OverflowError):
            return
        except oracle.Undefined:
            found = "a constant or a point has no value"
        if found is not None:
            self.state.fault(f"{what}: {shown(data)}: {found}")


def shown(data: File) -> str:
    """A file without its certificates."""
    return json.dumps({k: [p if isinstance(p, str) else {**p, "proofs": "..."} for p in v] if k == "pieces" else v
                       for k, v in data.items() if k not in ("proof", "proofs", "defined")})[:1500]  # fmt: skip


def changed(data: File, chance: random.Random) -> File:
    """A mutant: one or two texts of the statement are others, or its certificates stand otherwise."""
    made: File = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 2))):
        boxes = [made, *made.get("pieces", []), *(made[k] for k in ("above", "below") if k in made)]
        box = chance.choice([b for b in boxes if isinstance(b, dict)])
        key = chance.choice(sorted(box))
        old = box[key]
        if isinstance(old, str):
            box[key] = other(key, old, chance)
        elif isinstance(old, dict) and key in ("point", "reach"):
            name = chance.choice(sorted(old) or ["x"])
            old[name] = chance.choice(
                (number(chance), "t", "u", "-t", "1/t", "3 - u", "floor(t)", "1/(t - 2)")
            )
        elif isinstance(old, list) and old:
            change: Callable[[], object] = chance.choice(
                (old.pop, lambda old=old: old.append(old[0]), old.reverse)
            )  # type: ignore[misc]
            change()
        elif isinstance(old, dict) and chance.random() < 0.2:
            del box[key]
    return made


def other(key: str, old: str, chance: random.Random) -> str:
    """Another text for a field."""
    known = {
        "side": ("least", "greatest"), "sign": ("+", "-"), "answer": ANSWERS, "find": ("c", "x", "a", "n"),
        "growing": ("n", "m", "x", "a"), "parameter": ("t", "u", "v", "x"), "gauge": GAUGES, "from": ("", "1", "2", "0"),
        "until": ("", "1", "2", "1/2"), "format": (CONSTANT, GROWTH, THETA), "left": ("n", "1", "n**a"), "right": ("n", "1/n", "n**2"),
    }  # fmt: skip
    if key in known:
        return str(chance.choice(known[key]))  # type: ignore[arg-type]
    if key == "where" and old:
        parts = old.split(", ")
        at = chance.randrange(len(parts))
        return (
            ", ".join(parts[:at] + parts[at + 1 :])
            if chance.random() < 0.5
            else f"{old}, {chance.choice(LIMITS)}"
        )
    if key == "claim":
        return chance.choice(
            (old.replace("<=", "<"), old.replace("c", "(c - 1)", 1), old.replace("**a", "**3"))
        )
    return number(chance)


def place(
    point: dict[str, str], parameter: str, at: Fraction, integers: frozenset[str]
) -> dict[str, Fraction]:
    """A point for a value of its parameter; an integer is rounded up where it is not given by a number."""
    made = {}
    for name, text in point.items():
        found = oracle.value(oracle.tree(text), {parameter: at}, frozenset())
        if not isinstance(found, Fraction):
            raise oracle.Unsure(text)
        made[name] = Q(-(-found.numerator // found.denominator)) if name in integers else found
    return made


def grid(names: frozenset[str], integers: frozenset[str], chance: random.Random, **more: tuple[Fraction, ...]) -> list[dict[str, Fraction]]:  # fmt: skip
    """Points of a grid, drawn; `more` has the values of some of the variables."""
    pools = {name: more.get(name, WHOLE if name in integers else VALUES) for name in sorted(names)}
    return [{name: chance.choice(pool) for name, pool in pools.items()} for _ in range(TRIED)]


def variables(where: str, *texts: str) -> tuple[frozenset[str], frozenset[str]]:
    """The variables of conditions and of terms or relations, and which of them are integers."""
    relations, integers = oracle.conditions(where)
    parts = [r for text in texts for r in (oracle.said(text) or (oracle.Said("=", oracle.tree(text), None),))]
    return oracle.names(*relations, *parts) | integers, integers
