"""Growth: O, o, Omega, omega and Theta of random functions on random domains."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from flint import fmpq

from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.families import ANSWERS, GROWTH, THETA, Growth
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.pieces import Piece

from . import oracle
from .kinds import register
from .statements import GAUGES, STATEMENTS, File, Statements, chosen, grid, number, place, variables

Q = Fraction
GROWING: Final = ("n", "abs(x)*n", "n**a", "x**a*n", "n*log(n)", "sqrt(n)", "n**2", "1/n", "(5 - n)**a", "n**m", "n + x",
                  "n*y", "1", "log(n)", "n**(m/2)", "(-n)**m", "x**n", "y**n*n", "2*n", "n - 1", "n**a*y")  # fmt: skip
WHERE: Final = (
    "n >= 1", "n >= 1", "n > 2", "x**a <= 1", "a >= 1", "(5 - n)**a >= 0", "a <= 2", "a = 2", "0 <= y <= 1", "-3 <= x <= 3",
    "x**n >= 0", "1/x < oo", "y**n <= 1", "m >= 1", "m <= 3", "m = 2", "x**m <= 1", "(-n)**a <= 1", "x**a >= 0", "y**a <= 1",
)  # fmt: skip

TIMES: Final = (Q(1), Q(3, 2), Q(2), Q(7, 2), Q(10), Q(1000))
LARGE: Final = tuple(Q(k) for k in (1, 2, 3, 4, 5, 10, 100, 1000)) + (Q(7, 2), Q(1, 2), Q(-1))


@register("growth")
class Growths(Statements):
    """O and o of random functions, their contraries, and both ways; Omega and omega are these turned round."""

    name = "growth"

    def round(self, seed: str) -> None:
        for part in range(STATEMENTS):
            chance = random.Random(f"growth {seed}/{part}")
            left, right, where = chance.choice(GROWING), chance.choice(GROWING), chosen(chance, WHERE, 3)
            if chance.random() < 0.5:
                right = chance.choice(
                    ("{}", "2*({})", "({})*n", "({})/2", "({})/n**2", "abs({})*n**2")
                ).format(left)
            if chance.random() < 0.15:
                pairs = ((left, right), (right, left))
                halves = [
                    self.found(lambda f=f, g=g: self._drawn(f, g, where, ("bounded",), chance), chance)  # noqa: B023
                    for f, g in pairs
                ]
                data = {"format": THETA, "above": halves[0], "below": halves[1]}
                self.judge(data if None not in halves else None, chance)
            else:
                one = self.found(lambda: self._drawn(left, right, where, ANSWERS, chance), chance)  # noqa: B023
                self.judge(one, chance)

    def _drawn(
        self, left: str, right: str, where: str, answers: Sequence[str], chance: random.Random
    ) -> File | None:
        domain = parse_claim("0 <= 0", where)
        family = Growth(parse_term(left), parse_term(right), "n", domain.conditions, domain.integers)
        point, answer = self._curve(sorted(family.names), where, chance), chance.choice(answers)
        data: File = {
            "format": GROWTH, "left": left, "right": right, "growing": "n", "where": where, "answer": answer,
            "parameter": "t", "sign": chance.choice("+++-"),
        }  # fmt: skip
        if answer in ("unbounded", "not smaller"):
            return {**data, "until": "", "point": point} | (
                {"constant": "1/2"} if answer == "not smaller" else {}
            )
        data |= {"constant": chance.choice(("1", "2", "10", "1/2", "0", "sqrt(2)")), "reach": point}
        if answer == "bounded":
            return {**data, "from": chance.choice(("", "1", "2"))}
        return {**data, "from": chance.choice(("1", "2")), "gauge": chance.choice(GAUGES)}

    def proved(self, data: File) -> File | None:
        domain = parse_claim("0 <= 0", data["where"])
        family = Growth(
            parse_term(data["left"]), parse_term(data["right"]), "n", domain.conditions, domain.integers
        )
        answer, side = data["answer"], 1 if data["sign"] == "+" else -1
        point = {name: parse_term(t) for name, t in data.get("point", data.get("reach")).items()}
        if answer in ("unbounded", "not smaller"):
            factor = parse_term(data.get("constant", "t"))
            proofs = self.proofs(family.beyond("t", Piece(fmpq(1), None, point), side, factor))
            return None if proofs is None else {**data, "proofs": proofs}
        since, constant = fmpq(int(data["from"])) if data["from"] else None, parse_term(data["constant"])
        if answer == "smaller":
            family = replace(family, left=parse_term(data["gauge"]) * family.left)
        claims = [*family.bounded(constant, since, side), *family.reaching("t", point)]
        proofs = self.proofs(claims[::-1])
        return None if proofs is None else {**data, "proofs": proofs[::-1]}

    def _curve(self, names: list[str], where: str, chance: random.Random) -> dict[str, str]:
        """A curve in the domain, as it would be if every exponent were an integer; or any curve."""
        relations, integers = oracle.conditions(where)
        slow = ("sqrt(t)", "1/t", "t - 1") if chance.random() < 0.1 else ("t", "2*t", "t**2")
        for _ in range(40):
            others = (number(chance), number(chance), number(chance), "t", "-(2*t)", "1/t")
            point = {name: chance.choice(slow if name == "n" else others) for name in names}
            for sorts in (frozenset(names), integers):
                try:
                    there = [place(point, "t", t, integers) for t in (Q(2), Q(9))]
                    if all(oracle.holds(r, p, sorts) for r in relations for p in there):
                        return point
                except (oracle.Unsure, oracle.Undefined):
                    continue
        return point

    def objection(self, data: File, chance: random.Random) -> str | None:
        if data["format"] == THETA:
            return self.objection(data["above"], chance) or self.objection(data["below"], chance)
        where, left, right, n = data["where"], data["left"], data["right"], data["growing"]
        names, integers = variables(where, f"{left} = {right}", f"{n} = 0")
        key = "point" if "point" in data else "reach"
        for t in TIMES:
            point = place(data[key], data["parameter"], t, integers)
            if not oracle.inside(where, point) or point[n] < t:
                return f"at t = {t} the point is not in the domain, or n is not so large: {point}"
            if key == "point":
                factor = data.get("constant", str(t))
                beyond = oracle.said(f"abs({left}) > ({factor})*abs({right})")
                if not all(oracle.holds(r, point, integers) for r in beyond):
                    return f"at t = {t} the one is not beyond the other: {point}"
        if key == "point":
            return None
        gauge = data.get("gauge", "1")
        since = where + (f"{', ' if where else ''}{n} >= {data['from']}" if data["from"] else "")
        points = grid(
            names, integers, chance, **{n: tuple(x for x in LARGE if n not in integers or x.denominator == 1)}
        )
        found = oracle.fails(f"({gauge})*abs({left}) <= ({data['constant']})*abs({right})", since, points)
        if found is not None:
            return f"is not bounded at {found}"
        if "gauge" in data:
            sizes = [oracle.value(oracle.tree(gauge), {n: Q(10) ** k}, integers) for k in (2, 6, 18, 54)]
            if not all(oracle.compared(">", b, a * Q(3, 2)) for a, b in zip(sizes, sizes[1:], strict=False)):
                return f"the gauge {gauge} does not grow: {sizes}"
        return None
