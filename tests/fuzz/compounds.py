"""Compound claims: relations joined by not, and, or, implies, and numbers that are said to exist.

Nothing is known of their truth. An oracle evaluates the formulas at points by Kleene's tables, by other code than the
kernel's: what is proved must be true wherever the conditions are, a witness must satisfy them and not the claim, and
where conditions are said to exclude each other no point may satisfy them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.compound import (
    Compound,
    check_compound,
    check_compound_witness,
    check_empty,
    parse_compound,
)
from dptheory.kernel.real.grammar import parse_term
from dptheory.prover import Outcome, prove

from . import oracle
from .kinds import ProofState, register
from .mutants import Mutator
from .powers import points

Q = Fraction
Tree = str | tuple[str, tuple["Tree", ...]]
ATOMS: Final = (
    "x > 0", "x <= 1", "x >= 2", "y != 0", "y > x", "y >= x", "x = y", "1/x > 0", "1/x <= y", "y/x = 1", "x*y > 0",
    "1/(1/x - 1) < 2", "x**n > 1", "n = 1", "n >= 1", "n != 0", "x**(-1) != 1", "1/y < 1/x", "0**n = 0", "log(x) < x",
    "log(x) >= 0", "sqrt(x) <= 1", "x**2 >= 0", "x**a >= 0", "a > 0", "x**a*x**y = 1", "abs(x) < 1", "x**2 < 1", "x**0 = 1",
    "x + 1 > x", "0 < x < 1", "x <= y <= 1", "max(x, y) >= x", "min(x, y) > 0", "floor(x) <= x", "exp(x) > 1 + x",
)  # fmt: skip
BOUND: Final = (
    "c > x",
    "c >= y",
    "c**2 = 4",
    "c != x",
    "x**c >= 1",
    "c**n = 1",
    "1/c > 0",
    "c = x",
    "c**a > 0",
    "log(c) < y",
)
IMAGES: Final = (
    "x + 1",
    "2",
    "-2",
    "y",
    "1/x",
    "max(x, y) + 1",
    "x**2",
    "abs(x) + 1",
    "n",
    "log(x)",
    "0",
    "-1",
    "x",
)
CLAIMS: Final = 4
"""Claims of a round."""


@dataclass(frozen=True)
class Asked:
    """A compound claim as trees, and the term for what is said to exist."""

    conditions: tuple[Tree, ...]
    conclusion: Tree
    image: str = ""
    integer: bool = False

    @property
    def texts(self) -> tuple[str, str]:
        """The claim and its conditions."""
        bound = f"exists c{' integer' if self.integer else ''}: " if self.image else ""
        return bound + written(self.conclusion), ", ".join([*map(written, self.conditions), "n integer"])

    def parsed(self) -> Compound:
        return parse_compound(*self.texts)

    def __str__(self) -> str:
        return " where ".join(self.texts) + (f" with {self.image}" if self.image else "")


def written(tree: Tree) -> str:
    """A tree as text."""
    if isinstance(tree, str):
        return tree
    op, parts = tree
    texts = [p if isinstance(p, str) else f"({written(p)})" for p in parts]
    return f"not ({texts[0]})" if op == "not" else f" {op} ".join(texts)


def tree(chance: random.Random, atoms: tuple[str, ...], depth: int) -> Tree:
    """A tree over relations."""
    op = chance.choice(("", "not", "and", "or", "or", "implies", "implies"))
    if depth == 0 or not op:
        return chance.choice(atoms)
    count = 1 if op == "not" else 2
    return op, tuple(tree(chance, atoms, depth - 1) for _ in range(count))


def asked(chance: random.Random) -> Asked:
    """A claim that is drawn; often a tautology, or one that would be if all had values."""
    conditions = tuple(tree(chance, ATOMS, 1) for _ in range(chance.choice((0, 1, 1, 2))))
    if chance.random() < 0.25:
        said = tree(chance, ATOMS + BOUND * 2, 1)
        return Asked(conditions, said, chance.choice(IMAGES), chance.random() < 0.3)
    said = tree(chance, ATOMS, 2)
    if chance.random() < 0.3:
        said = "or", (said, ("not", (said,)))
    elif conditions and chance.random() < 0.3:
        said = "or", (conditions[0], said)
    return Asked(conditions, said)


def truth(tree: Tree, point: oracle.Point, integers: frozenset[str]) -> bool | None:
    """What a formula is at a point: true, false or neither (None)."""
    if isinstance(tree, str):
        links = [_truth(r, point, integers) for r in oracle.said(tree)]
        return False if False in links else None if None in links else True
    op, parts = tree
    found = [truth(p, point, integers) for p in parts]
    if op in ("not", "implies"):
        found[0] = None if found[0] is None else not found[0]
    if op == "and":
        return False if False in found else None if None in found else True
    return found[0] if op == "not" else True if True in found else None if None in found else False


def _truth(r: oracle.Said, point: oracle.Point, integers: frozenset[str]) -> bool | None:
    try:
        left = oracle.value(r.left, point, integers)
        right = Q(0) if r.right is None else oracle.value(r.right, point, integers)
    except oracle.Undefined:
        return None
    return r.right is None or oracle.compared(r.op, left, right)


def seen(one: Asked, point: oracle.Point) -> tuple[bool, bool] | None:
    """Whether the conditions are true at a point, and the claim, with the term for what exists; None where the
    oracle cannot tell."""
    integers = frozenset("nc") if one.integer else frozenset("n")
    try:
        with oracle.mpmath.workdps(oracle.DIGITS):
            inside = all(truth(c, point, integers) is True for c in one.conditions)
            if not one.image or not inside:
                return inside, truth(one.conclusion, point, integers) is True
            try:
                image = oracle.value(oracle.tree(one.image), point, integers)
            except oracle.Undefined:
                return inside, False
            if not isinstance(image, Fraction):
                return None
            return inside, truth(one.conclusion, {**point, "c": image}, integers) is True
    except (oracle.Unsure, OverflowError, ZeroDivisionError):
        return None


def failure(one: Asked, seed: str) -> oracle.Point | None:
    """A point at which the conditions are true and the claim is not."""
    return next((p for p in _points(one, seed) if seen(one, p) == (True, False)), None)


def _points(one: Asked, seed: str) -> Iterator[oracle.Point]:
    return points(frozenset("xyan"), frozenset("n"), seed, 150)


@register("compounds")
class Compounds:
    """Compound claims of a seed, and mutants of the certificates of those that are proved."""

    def __init__(self, state: ProofState) -> None:
        self.state = state
        self.mutator = Mutator(f"compounds {state.seed}")

    def round(self, seed: str) -> None:
        for part in range(CLAIMS):
            chance = random.Random(f"compounds {seed}/{part}")
            one = asked(chance)
            try:
                claim = one.parsed()
                outcome = self._answer(claim, one)
            except KernelError:  # too many cases, a condition on what exists
                self.state.tally.answers["compounds", "unknown"] += 1
                continue
            if outcome is not None:
                self._object(one, claim, outcome, f"{seed}/{part}")
                if outcome.certificate is not None:
                    self._mutate(one, outcome.certificate, chance, f"{seed}/{part}")

    def _answer(self, claim: Compound, one: Asked) -> Outcome | None:
        images = {"c": parse_term(one.image)} if one.image else None
        try:
            outcome = prove(claim, images=images, effort=self.state.effort)
        except KernelError:
            raise
        except Exception as error:
            self.state.tally.answers["compounds", "crashed"] += 1
            self.state.fault(f"crashed ({type(error).__name__}: {error}): {one}")
            return None
        self.state.tally.answers["compounds", outcome.verdict.status] += 1
        return outcome

    def _object(self, one: Asked, claim: Compound, outcome: Outcome, seed: str) -> None:
        """What an oracle has against an answer."""
        if outcome.certificate is not None:
            check_compound(claim, json.loads(json.dumps(outcome.certificate)))
            place = failure(one, seed)
            if place is not None:
                self.state.fault(f"proved but false: {one}   at {place}")
        if outcome.witness is not None:
            check_compound_witness(claim, outcome.witness)
            place = {name: Q(str(x)) for name, x in outcome.witness.items()}
            if seen(one, {"x": Q(0), "y": Q(0), "a": Q(0), **place}) not in (None, (True, False)):
                self.state.fault(f"refuted by no witness: {one}   {place}")
        if outcome.excluded is not None:
            check_empty(claim, json.loads(json.dumps(outcome.excluded)))
            if any((seen(one, p) or (False,))[0] for p in _points(one, seed)):
                self.state.fault(f"not empty: {one}")

    def _mutate(self, old: Asked, certificate: dict[str, Any], chance: random.Random, seed: str) -> None:
        self.mutator.learn(certificate["parts"])
        for number in range(self.state.mutants // 2):
            target = old if number % 3 == 0 else _near(old, chance)
            try:
                new = target.parsed()
            except KernelError:
                continue
            inner = {
                k: json.loads(json.dumps(certificate[k])) for k in ("domain", "domain_point", "with", "parts")
            }
            if number:
                self.mutator.change(inner)
            mutant = {**certificate, **inner, "claim": new.said, "where": new.where, "hash": new.hash}
            said = self.state.judge(
                "compounds", lambda n=new, m=mutant: check_compound(n, m), lambda t=target: str(t)
            )
            place = None if said is None else failure(_with(target, mutant), seed)
            if place is not None:
                self.state.fault(f"mutant accepted: {target}   at {place}   {json.dumps(mutant)}")


def _near(one: Asked, chance: random.Random) -> Asked:
    """The same with a condition less, or with another relation in the claim."""
    if one.conditions and chance.random() < 0.5:
        return replace(one, conditions=one.conditions[1:])
    return replace(one, conclusion=_swapped(one.conclusion, chance))


def _swapped(tree: Tree, chance: random.Random) -> Tree:
    if isinstance(tree, str):
        return chance.choice(ATOMS)
    op, parts = tree
    place = chance.randrange(len(parts))
    return op, tuple(_swapped(p, chance) if k == place else p for k, p in enumerate(parts))


def _with(one: Asked, certificate: dict[str, Any]) -> Asked:
    """The claim with the term that a certificate gives for what exists."""
    return replace(one, image=str(certificate["with"]["c"])) if one.image else one
