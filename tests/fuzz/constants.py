"""Best constants: random claims in a constant, a value that they may hold with, a point beyond it."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Final

from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.families import CONSTANT, Constant
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.pieces import Piece

from . import oracle
from .kinds import register
from .statements import LIMITS, STATEMENTS, File, Statements, chosen, grid, number, place, variables

Q = Fraction
SIZES: Final = (
    "abs(x)",
    "x",
    "x**a",
    "x**n",
    "x*y",
    "x**2",
    "(2 - x)**a",
    "x**a*y",
    "abs(x)**a",
    "x**(n/2)",
    "1/x",
    "-x",
)


@register("constants")
class Constants(Statements):
    """Best constants."""

    name = "constants"

    def round(self, seed: str) -> None:
        for part in range(STATEMENTS):
            chance = random.Random(f"constants {seed}/{part}")
            self.judge(self.found(lambda chance=chance: self._drawn(chance), chance), chance)

    def _drawn(self, chance: random.Random) -> File | None:
        where, size = chosen(chance, LIMITS, 4), chance.choice(SIZES)
        side = chance.choice(("least", "greatest"))
        text = f"{size} {'<=' if side == 'least' else '>='} c"
        if chance.random() < 0.3:
            text = chance.choice(
                (
                    "x**c <= 4",
                    "c*x <= 3",
                    "x**c >= 1",
                    "2**c <= 4",
                    "x + c*y <= 3",
                    "x**a <= c*x",
                    "c**a <= 8",
                )
            )
        try:
            claim = parse_claim(text, where)
        except KernelError:
            return None
        names = sorted(v.name for v in claim.variables if v.name != "c")
        value, point = self._guess(size, where, names, side, chance)
        if chance.random() < 0.2:
            point = {
                n: chance.choice((number(chance), "u", "1/u", "3 - u", "floor(u)", "u**2")) for n in names
            }
        return None if "c" in claim.integers else {
            "format": CONSTANT, **claim.to_json(), "find": "c", "side": side, "holds": value, "fails": value,
            "parameter": "u", "pieces": [{"until": "", "point": point}],
        }  # fmt: skip

    def proved(self, data: File) -> File | None:
        family = Constant(parse_claim(data["claim"], data["where"]), data["find"], data["side"])
        piece = Piece(fmpq(0), None, {n: parse_term(t) for n, t in data["pieces"][0]["point"].items()})
        failing = self.proofs(family.failing(parse_term(data["fails"]), data["parameter"], piece))
        held = None if failing is None else self.proofs(family.holding(parse_term(data["holds"])))
        if held is None:
            return None
        return {
            **data,
            "proof": held[0],
            "defined": held[1:],
            "pieces": [{**data["pieces"][0], "proofs": failing}],
        }

    def _guess(
        self, size: str, where: str, names: list[str], side: str, chance: random.Random
    ) -> tuple[str, dict[str, str]]:
        """Where the size would be greatest (least) in a grid if every exponent were an integer."""
        best: tuple[Fraction, dict[str, Fraction]] | None = None
        every = frozenset(names) | {"c"}
        plain = [r for r in oracle.conditions(where)[0] if "c" not in oracle.names(r)]
        for point in grid(frozenset(names), oracle.conditions(where)[1], chance):
            for integers in (every, oracle.conditions(where)[1]):
                try:
                    found = oracle.value(oracle.tree(size), point, integers)
                    good = all(oracle.holds(r, point, integers) for r in plain)
                except (oracle.Unsure, oracle.Undefined):
                    continue
                if (
                    good
                    and isinstance(found, Fraction)
                    and (best is None or (found > best[0] if side == "least" else found < best[0]))
                ):
                    best = found, point
        if best is None or chance.random() < 0.1:
            return number(chance), {n: number(chance) for n in names}
        return str(best[0]), {n: str(x) for n, x in best[1].items()}

    def objection(self, data: File, chance: random.Random) -> str | None:
        claim, where, find = data["claim"], data["where"], data["find"]
        names, integers = variables(where, claim)
        holds, bound = (oracle.value(oracle.tree(data[k]), {}, frozenset()) for k in ("holds", "fails"))
        if not isinstance(holds, Fraction) or not isinstance(bound, Fraction):
            raise oracle.Unsure("a constant")
        place_ = oracle.fails(claim, where, grid(names, integers, chance, **{find: (holds,)}))
        if place_ is not None:
            return f"does not hold with {holds}: {place_}"
        own = [r for r in oracle.conditions(where)[0] if oracle.names(r) == {find}]
        for u in (Q(1, 16), Q(1, 2), Q(1), Q(2), Q(5), Q(20)):
            constant = {find: bound - u if data["side"] == "least" else bound + u}
            if not all(oracle.holds(r, constant, integers) for r in own):
                continue
            low = Q(0)
            for piece in data["pieces"]:
                high = Q(piece["until"]) if piece["until"] else None
                if low < u and (high is None or u <= high):
                    found = self._serves(data, piece, u, constant)
                    if found is not None:
                        return found
                low = low if high is None else high
        return None

    def _serves(self, data: File, piece: File, u: Fraction, constant: dict[str, Fraction]) -> str | None:
        names, integers = variables(data["where"], data["claim"])
        point = {**place(piece["point"], data["parameter"], u, integers), **constant}
        if not oracle.inside(data["where"], point):
            return f"the point of u = {u} is not in the domain: {point}"
        if all(oracle.holds(r, point, integers) for r in oracle.said(data["claim"])):
            return f"holds with {constant} at {point}"
        return None
