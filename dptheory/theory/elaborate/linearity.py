"""``by linearity``: what sums and expectations of linear combinations are, line by line.

In each sum and expectation of the formula the body is taken apart into parts with coefficients that do not
depend on the bound variable. That the whole is the combination of the sums or expectations of the parts are
lines by the rules of the logic; that they make up the formula is a calculation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...kernel import KernelError
from ...kernel.logic import PROP, REAL, Definition, Expr, Line, Theorem, num, op
from .expansion import ONE, Expansion, function, relation, within

LINEARITY = "linearity"
Parts = dict[Expr, Expr]
"""Coefficients of parts: terms that mention the bound variable, or 1."""


def linear(
    line: Line, goal: Expr, theorem: Theorem, known: Mapping[str, Expr], definitions: Mapping[str, Definition]
) -> list[Line]:
    """The lines that a line `by linearity` stands for; raises KernelError where a line is missing."""
    expansion = Expansion(line, theorem, known, definitions)
    equations = [label for node in _nodes(goal) for label in _taken_apart(expansion, node)]
    if not equations:
        raise KernelError("linearity finds no sum and no expectation that could be taken apart")
    sources = (*dict.fromkeys(equations), *expansion.numeric(goal))
    return [*expansion.lines, Line(line.label, line.formula, "calc", sources)]


def _nodes(goal: Expr) -> Iterator[Expr]:
    """The outermost sums and expectations of a formula, each once."""
    stack, met = [goal], set[Expr]()
    while stack:
        node = stack.pop()
        if node.head in ("E", "sum"):
            if node.reach == 0 and node not in met:
                met.add(node)
                yield node
        elif node.head != "lam":
            stack.extend(reversed(node.args))


def combination(body: Expr, name: str) -> Parts:
    """A term as a linear combination of parts that mention a name.

    >>> from ...kernel.logic.grammar import Scope, term
    >>> from ...kernel.logic.printing import show
    >>> scope = Scope({"x": REAL, "a": REAL}, {})
    >>> [(show(c), show(p)) for p, c in combination(term("a*x**2 - (x + 3)/a", scope), "x").items()]
    [('a', 'x**2'), ('-1*(1/a)', 'x'), ('-1*(3/a)', '1')]
    """
    if name not in body.names:
        return {ONE: body}
    head, args = body.head, body.args
    if head in ("add", "sub"):
        left, right = (combination(side, name) for side in args)
        return _sum(left, right if head == "add" else _scaled(right, num(-1)))
    if head == "neg":
        return _scaled(combination(args[0], name), num(-1))
    if head == "mul" and name not in args[0].names:
        return _scaled(combination(args[1], name), args[0])
    if head == "mul" and name not in args[1].names:
        return _scaled(combination(args[0], name), args[1])
    if head == "div" and name not in args[1].names:
        return {part: _divided(c, args[1]) for part, c in combination(args[0], name).items()}
    return {body: ONE}


def _sum(left: Parts, right: Parts) -> Parts:
    made = dict(left)
    for part, c in right.items():
        made[part] = _plus(made[part], c) if part in made else c
    return made


def _scaled(parts: Parts, factor: Expr) -> Parts:
    return {part: times(factor, c) for part, c in parts.items()}


def times(left: Expr, right: Expr) -> Expr:
    """A product, of numerals worked out."""
    if left.value is not None and right.value is not None:
        return num(left.value * right.value)
    return right if left == ONE else left if right == ONE else op("mul", REAL, left, right)


def _plus(left: Expr, right: Expr) -> Expr:
    if left.value is not None and right.value is not None:
        return num(left.value + right.value)
    return op("add", REAL, left, right)


def _divided(c: Expr, divisor: Expr) -> Expr:
    if c.value is not None and divisor.value is not None and divisor.value != 0:
        return num(c.value / divisor.value)
    return op("div", REAL, c, divisor)


@dataclass(frozen=True)
class _Kind:
    """A sum or an expectation over what is fixed of it: the law, or the range."""

    node: Expr
    expansion: Expansion

    @property
    def is_sum(self) -> bool:
        return self.node.head == "sum"

    def of(self, fn: Expr) -> Expr:
        """The sum or the expectation of another function."""
        return self.expansion.normal(op(self.node.head, REAL, *self.node.args[:-1], fn))

    @property
    def over(self) -> dict[str, Expr]:
        """What the rules call the law, or the end of the range."""
        return {"m": self.node.args[1]} if self.is_sum else {"mu": self.node.args[0]}

    def rule(self, what: str) -> str:
        return f"{'sum' if self.is_sum else 'expect'}-{what}"

    def integrable(self, fn: Expr) -> tuple[str, ...]:
        """The line that a function is integrable; sums need none."""
        if self.is_sum:
            return ()
        return (self.expansion.found(op("integrable", PROP, self.node.args[0], fn), "integrable("),)

    def constant(self, c: Expr, fn: Expr) -> str:
        """The sum or the expectation of a constant."""
        if not self.is_sum:
            return self.expansion.add(
                relation("eq", self.of(fn), c), "expect-constant", values={**self.over, "c": c}
            )
        top = self.node.args[1]
        size = self.expansion.add(relation("ge", top, num(0)), "calc", *self.expansion.numeric(top))
        equation = relation("eq", self.of(fn), op("mul", REAL, top, c))
        return self.expansion.add(equation, "sum-constant", size, values={**self.over, "c": c})

    def equal(self, one: Expr, other: Expr, x: Expr) -> str:
        """That the sums or expectations of two functions are equal, as their values are."""
        said, made = self.expansion.at(one, x), self.expansion.at(other, x)
        sources = self.expansion.numeric(said, made)
        both = relation("eq", self.of(one), self.of(other))
        if not self.is_sum:
            there = self.expansion.add(relation("eq", said, made), "calc", *sources)
            same = self.expansion.generalised(x, there, relation("eq", said, made))
            return self.expansion.add(both, "expect-equal", same, values={**self.over, "f": one, "g": other})
        top, pairs = self.node.args[1], []
        for f, g, left, right in ((one, other, said, made), (other, one, made, said)):
            label = self.expansion.add(relation("le", left, right), "calc", *sources)
            below = self.expansion.generalised(x, label, within(x, top, relation("le", left, right)))
            sums = relation("le", self.of(f), self.of(g))
            pairs.append(
                self.expansion.add(sums, "sum-monotone", below, values={**self.over, "f": f, "g": g})
            )
        return self.expansion.add(both, "calc", *pairs)


def _taken_apart(expansion: Expansion, node: Expr) -> Iterable[str]:
    """The equations that say what a sum or an expectation is."""
    if node.head == "sum" and node.args[0] != ONE:
        return []
    kind, fn = _Kind(node, expansion), node.args[-1]
    x = expansion.fresh(fn)
    body = expansion.at(fn, x)
    parts = combination(body, x.label)
    if list(parts) == [ONE]:
        return [kind.constant(parts[ONE], fn)]
    if parts == {body: ONE}:
        return []
    equations, whole = _combined(kind, [(c, function(x, part)) for part, c in parts.items()], x)
    if expansion.normal(whole) != expansion.normal(fn):
        equations.append(kind.equal(fn, whole, x))
    return equations


def _combined(kind: _Kind, parts: list[tuple[Expr, Expr]], x: Expr) -> tuple[list[str], Expr]:
    """The equations of a combination ``a*f(x) + (b*g(x) + ...)``, and the combination as a function."""
    expansion, equations = kind.expansion, list[str]()
    for _, fn in parts:
        if x.label not in expansion.at(fn, x).names:
            equations.append(kind.constant(ONE, fn))
    *before, (b, g) = [(c, expansion.normal(fn)) for c, fn in parts]
    there = kind.integrable(g)
    if not before:
        before, b = [(b, g)], num(0)
    for a, f in reversed(before):
        sources, values = (*kind.integrable(f), *there), {**kind.over, "a": a, "b": b, "f": f, "g": g}
        made = op("add", REAL, *(op("mul", REAL, c, expansion.at(h, x)) for c, h in ((a, f), (b, g))))
        whole = expansion.normal(function(x, made))
        right = op("add", REAL, *(op("mul", REAL, c, kind.of(h)) for c, h in ((a, f), (b, g))))
        rule = kind.rule("linear")
        equations.append(expansion.add(relation("eq", kind.of(whole), right), rule, *sources, values=values))
        if (a, f) != before[0] and not kind.is_sum:
            said = op("integrable", PROP, kind.node.args[0], whole)
            there = (expansion.add(said, "integrable-linear", *sources, values=values),)
        b, g = ONE, whole
    return equations, g
