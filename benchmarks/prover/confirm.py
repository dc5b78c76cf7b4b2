"""The stated truth of every claim in claims.json, by sampling with mpmath; neither prover nor kernel is used.

    python benchmarks/prover/confirm.py [--points 3000] [ID ...]

A true claim must hold at every sampled point of its domain; a false one must fail, or have no value, at
one. Sampling cannot prove a claim; this guards against mistakes in the list.
"""

from __future__ import annotations

import argparse
import ast
import json
import operator
import random
import re
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import mpmath as mp

HERE = Path(__file__).resolve().parent
DIGITS = 60
HUGE = mp.mpf(10) ** 1000


class NoValue(ArithmeticError):
    """A term has no value at a point."""


def power(b: Any, e: Any) -> Any:
    """b**e where it is defined: 0**0 is not, nor a negative base to an exponent that is no integer."""
    if b == 0 and e <= 0:
        raise NoValue
    if b < 0 and e != mp.floor(e):
        raise NoValue
    return b**e


def _checked(good: Callable[..., bool], f: Callable[..., Any]) -> Callable[..., Any]:
    def value(*xs: Any) -> Any:
        if not good(*xs):
            raise NoValue
        return f(*xs)

    return value


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{
        n: getattr(mp, n)
        for n in ("exp", "sin", "cos", "sinh", "cosh", "tanh", "atan", "erf", "erfc", "floor")
    },
    "ceil": mp.ceil,
    "abs": abs,
    "min": min,
    "max": max,
    "tan": mp.tan,
    "log": _checked(lambda x: x > 0, mp.log),
    "sqrt": _checked(lambda x: x >= 0, mp.sqrt),
    "asin": _checked(lambda x: abs(x) <= 1, mp.asin),
    "acos": _checked(lambda x: abs(x) <= 1, mp.acos),
    "gamma": _checked(lambda x: x > 0, mp.gamma),
    "uppergamma": _checked(lambda a, x: a > 0 and x >= 0, lambda a, x: mp.gammainc(a, x)),
    "lowergamma": _checked(lambda a, x: a > 0 and x >= 0, lambda a, x: mp.gammainc(a, 0, x)),
}
ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _checked(lambda a, b: b != 0, lambda a, b: a / b),
    ast.Pow: power,
}
COMPARISONS: dict[type, Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}


def value(node: ast.expr, point: dict[str, Any]) -> Any:
    """The value of a term; raises NoValue."""
    if isinstance(node, ast.Constant):
        return mp.mpf(str(node.value))
    if isinstance(node, ast.Name):
        return mp.pi if node.id == "pi" else mp.e if node.id == "E" else point[node.id]
    if isinstance(node, ast.UnaryOp):
        inner = value(node.operand, point)
        return -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        return ARITHMETIC[type(node.op)](value(node.left, point), value(node.right, point))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return FUNCTIONS[node.func.id](*(value(a, point) for a in node.args))
    raise ValueError(ast.dump(node))


def parsed(text: str) -> ast.Compare:
    """A relation or chain of relations as a tree; nothing is evaluated."""
    tree = ast.parse(re.sub(r"(?<![<>=!])=(?!=)", "==", text.strip()), mode="eval").body
    if not isinstance(tree, ast.Compare):
        raise ValueError(text)
    return tree


def links(tree: ast.Compare) -> Iterator[tuple[ast.expr, type, ast.expr]]:
    """The single relations of a chain."""
    sides = [tree.left, *tree.comparators]
    for op, a, b in zip(tree.ops, sides, sides[1:], strict=False):
        yield a, type(op), b


def holds(tree: ast.Compare, point: dict[str, Any], slack: Any = 0) -> bool:
    """Whether all links hold at a point, up to a relative error in the statement's disfavour or favour."""
    for a, op, b in links(tree):
        x, y = value(a, point), value(b, point)
        near = abs(x - y) <= slack * (1 + abs(x) + abs(y))
        if near and slack and not (x == y and op in (ast.Lt, ast.Gt)):
            continue
        if not COMPARISONS[op](x, y):
            return False
    return True


class Sampler:
    """Points of a claim's domain: random, at the ends, near 0, near the ends, far out."""

    def __init__(self, where: str, names: list[str], integers: set[str], seed: int) -> None:
        self.random = random.Random(seed)
        self.names, self.integers = names, integers
        self.conditions = [parsed(c) for c in where.split(",") if c.strip() and "integer" not in c]
        self.ends: dict[str, list[Any]] = {n: [mp.mpf(v) for v in (0, 1, -1, "0.5", 2)] for n in names}
        for tree in self.conditions:
            for a, _, b in links(tree):
                for one, other in ((a, b), (b, a)):
                    if isinstance(one, ast.Name) and not _names(other) and one.id in self.ends:
                        self.ends[one.id] += [value(other, {})] * 2
                    if isinstance(one, ast.Call) and not _names(other) and isinstance(one.args[0], ast.Name):
                        self.ends[one.args[0].id] += [value(other, {}), -value(other, {})]

    def one(self, name: str) -> Any:
        """A coordinate."""
        r = self.random
        if name in self.integers:
            return mp.mpf(r.choice((r.randint(0, 8), r.randint(0, 60), r.randint(-5, 300))))
        kind = r.random()
        tiny = mp.mpf(10) ** r.uniform(-12, 0) * r.choice((1, -1))
        if kind < 0.25:
            return mp.mpf(r.uniform(0, 1))
        if kind < 0.45:
            return mp.mpf(r.gauss(0, 3))
        if kind < 0.6:
            return mp.mpf(10) ** r.uniform(-6, 3)
        if kind < 0.75:
            return r.choice(self.ends[name])
        if kind < 0.95:
            return r.choice(self.ends[name]) + tiny
        return mp.mpf(10) ** r.uniform(0, 6) * r.choice((1, -1))

    def points(self, count: int) -> Iterator[dict[str, Any]]:
        """At most `count` points at which every condition holds; near each, points on diagonals."""
        found = tried = 0
        while found < count and tried < 60 * count:
            tried += 1
            point = {n: self.one(n) for n in self.names}
            if len(self.names) > 1 and self.random.random() < 0.3:
                a, b = self.random.sample(self.names, 2)
                if b not in self.integers:
                    point[b] = point[a] * (
                        1 + self.random.choice((0, 1, -1)) * mp.mpf(10) ** self.random.uniform(-9, 0)
                    )
            for tree in self.conditions:
                self._meet(tree, point)
            try:
                if all(holds(tree, point) for tree in self.conditions):
                    found += 1
                    yield point
            except (NoValue, ZeroDivisionError, OverflowError):
                continue

    def _meet(self, tree: ast.Compare, point: dict[str, Any]) -> None:
        """Where a condition has a lone variable at one side, sometimes move it onto the other's value."""
        if self.random.random() < 0.5:
            return
        for a, op, b in links(tree):
            for one, other, sign in ((a, b, -1), (b, a, 1)):
                if (
                    isinstance(one, ast.Name)
                    and one.id not in self.integers
                    and _names(other)
                    and not _inside(one, other)
                ):
                    try:
                        edge = value(other, point)
                    except (NoValue, ZeroDivisionError, OverflowError):
                        continue
                    up = sign if op in (ast.Lt, ast.LtE) else -sign
                    step = 0 if op in (ast.LtE, ast.GtE, ast.Eq) and self.random.random() < 0.4 else 1
                    point[one.id] = edge + up * step * mp.mpf(10) ** self.random.uniform(-8, 2)
                    return


def _names(node: ast.expr) -> set[str]:
    called = {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - called - {"pi", "E"}


def _inside(one: ast.Name, other: ast.expr) -> bool:
    return one.id in _names(other)


def _fails(tree: ast.Compare, truth: bool, point: dict[str, Any], digits: int) -> bool:
    """Whether the claim fails or has no value at a point. Rounding is forgiven to a claim said to be true,
    and not to one said to be false."""
    with mp.workdps(digits):
        try:
            if any(abs(value(side, point)) > HUGE for side in (tree.left, *tree.comparators)):
                return False
            strict = holds(tree, point, mp.mpf(10) ** (-digits // 2))
            return not strict or (not truth and not holds(tree, point))
        except NoValue:
            return True
        except (ZeroDivisionError, OverflowError, ValueError, mp.libmp.NoConvergence):
            return False


def confirm(entry: dict[str, Any], count: int, seed: int = 0) -> tuple[str, str]:
    """'as stated', 'WRONG', or for a false claim 'no failure found'; and where."""
    tree = parsed(entry["claim"])
    where = entry["where"]
    integers = set(re.findall(r"(\w+) integer", where))
    names = set(_names(tree)) | integers
    for c in where.split(","):
        if c.strip() and "integer" not in c:
            names |= _names(parsed(c))
    with mp.workdps(DIGITS):
        sampler = Sampler(where, sorted(names), integers, seed)
        seen = 0
        stated = (
            [{n: value(ast.parse(x, mode="eval").body, {}) for n, x in entry["fails_at"].items()}]
            if "fails_at" in entry
            else []
        )
        for point in chain(stated, sampler.points(count if names else 1)):
            seen += 1
            shown = ", ".join(f"{n} = {mp.nstr(x, 12)}" for n, x in sorted(point.items()))
            if point in stated and not all(holds(c, point) for c in sampler.conditions):
                return "WRONG", f"{shown}: not in the domain"
            # cancellation may eat all digits: what seems to fail is looked at again with many more
            if _fails(tree, entry["truth"], point, DIGITS) and _fails(
                tree, entry["truth"], point, 25 * DIGITS
            ):
                return ("WRONG" if entry["truth"] else "as stated"), shown
    return (
        "as stated" if entry["truth"] and seen else "no failure found" if seen else "NO POINT"
    ), f"{seen} points"


def main() -> int:
    """Confirm all claims, or those named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--points", type=int, default=2000)
    args = parser.parse_args()
    bad = 0
    for entry in json.loads((HERE / "claims.json").read_text(encoding="utf-8")):
        if args.ids and entry["id"] not in args.ids:
            continue
        answer, note = confirm(entry, args.points)
        if answer != "as stated" or args.ids:
            print(
                f"{entry['id']:<8} {answer}: {entry['claim']}   where {entry['where']}   at {note}",
                flush=True,
            )
        bad += answer != "as stated"
    print(f"{bad} claims are not confirmed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
