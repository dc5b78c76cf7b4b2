"""Random terms as the grammar makes them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.grammar import Scope, term
from dptheory.kernel.logic.sorts import (
    DATA,
    INT,
    PROP,
    REAL,
    RECORD,
    VEC,
    Sort,
    function,
    law,
    parse_sort,
    set_of,
)
from dptheory.kernel.logic.terms import Definition, Expr, abstract, apply_function, num, op, var

VARIABLES = {
    name: parse_sort(text)
    for text, names in {
        "real": "x y r0", "int": "i", "vec": "u v", "record": "z y0", "data": "S T", "set(vec)": "H G", "set(real)": "A",
        "vec -> real": "f", "real -> real": "h", "vec, record -> real": "loss", "data -> vec": "rule",
        "law(record)": "D", "law(vec)": "mu", "data -> law(vec)": "K", "record -> prop": "phi", "prop": "p q",
    }.items()
    for name in names.split()
}  # fmt: skip
NAMES = ("x", "y", "i", "u", "w", "w'", "z", "S", "k", "phi", "p", "H")


def _definitions() -> dict[str, Definition]:
    made: dict[str, Definition] = {}
    for name, parameters, body in (
        ("half", {"x": REAL}, "x/2"),
        ("inside", {"u": VEC, "H": set_of(VEC)}, "u in H and norm(u) <= 1"),
        ("ball", {"x": REAL}, "fun w: vec. norm(w) <= half(x)"),
        ("everywhere", {}, "fun w: vec. norm(w) >= 0"),
        ("shift", {"f": function(VEC, REAL), "u": VEC}, "fun w: vec. f(w - u) + half(f(w))"),
    ):
        made[name] = Definition(name, tuple(parameters.items()), term(body, Scope(parameters, made)))
    return made


DEFINITIONS = _definitions()
SCOPE = Scope(VARIABLES, DEFINITIONS)


@dataclass
class Terms:
    """Terms of a sort up to a depth; `finite` leaves out what a finite model does not evaluate."""

    rng: random.Random
    finite: bool = False

    def of(self, sort: Sort, depth: int, scope: dict[str, Sort]) -> Expr:
        for _ in range(20):
            try:
                return self._of(sort, depth, scope)
            except KernelError:  # a name bound at two sorts: try another term
                continue
        return self._leaf(sort, scope)

    def _of(self, sort: Sort, depth: int, scope: dict[str, Sort]) -> Expr:
        if depth <= 0:
            return self._leaf(sort, scope)
        makers: dict[Sort, Callable[[int, dict[str, Sort]], Expr]] = {
            REAL: self.real, INT: self.integer, VEC: self.vector, RECORD: self.record, DATA: self.data,
            PROP: self.formula,
        }  # fmt: skip
        if sort.name == "law":
            return self.law_on(sort.args[0], depth, scope)
        if sort.name == "->":
            return self.lam(sort, depth, scope)
        return makers[sort](depth - 1, scope)

    def _leaf(self, sort: Sort, scope: dict[str, Sort]) -> Expr:
        named = [var(name, s) for name, s in scope.items() if s == sort]
        if sort.name == "law":
            return self.law_on(sort.args[0], 0, scope)
        if sort == INT or (sort == REAL and self.rng.random() < 0.4):
            return self.rng.choice([*named, num(self.rng.randint(-3, 5)), var("n", INT)])
        if not named:
            return self.lam(sort, 1, scope)
        return self.rng.choice(named)

    def lam(self, sort: Sort, depth: int, scope: dict[str, Sort]) -> Expr:
        named = [var(name, s) for name, s in scope.items() if s == sort]
        if named and self.rng.random() < 0.4:
            return self.rng.choice(named)
        if sort == set_of(VEC) and self.rng.random() < 0.3:
            return Expr("defined", (self.of(REAL, depth - 1, scope),), sort, "ball")
        name = self.rng.choice(NAMES)
        return abstract(name, sort.args[0], self.of(sort.args[1], depth - 1, {**scope, name: sort.args[0]}))

    def real(self, depth: int, scope: dict[str, Sort]) -> Expr:
        r, rng = lambda s=REAL: self.of(s, depth, scope), self.rng
        kind = rng.choice(
            [
                "+",
                "+",
                "-",
                "*",
                "*",
                "/",
                "^",
                "neg",
                "norm",
                "f",
                "loss",
                "E",
                "P",
                "sum",
                "half",
                "abs",
                "min",
                "int",
            ]
        )
        if kind in "+-*/^":
            args = (r(), num(rng.randint(1, 3)) if kind == "^" else r())
            whole = all(a.sort == INT for a in args) and kind in "+-*"
            heads = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}
            return op(heads[kind], INT if whole else REAL, *args)
        if kind == "neg":
            inner = r()
            return num(-inner.value) if inner.value is not None else op("neg", inner.sort, inner)
        if kind in ("E", "P"):
            sort = rng.choice((RECORD, VEC, DATA))
            fn = self.binder(sort, PROP if kind == "P" else REAL, depth, scope)
            return op(kind, REAL, self.of(law(sort), depth, scope), fn)
        if kind == "sum":
            return op("sum", REAL, num(1), r(INT), self.binder(INT, REAL, depth, scope))
        if kind == "half":
            return Expr("defined", (r(),), REAL, "half")
        if kind == "loss":
            return apply_function(var("loss", VARIABLES["loss"]), r(VEC), r(RECORD))
        if kind == "f":
            return apply_function(var("f", VARIABLES["f"]), r(VEC))
        return {
            "norm": lambda: op("norm", REAL, r(VEC)), "abs": lambda: op("abs", REAL, r()),
            "min": lambda: op("min", REAL, r(), r()), "int": lambda: r(INT),
        }[kind]()  # fmt: skip

    def binder(self, domain: Sort, codomain: Sort, depth: int, scope: dict[str, Sort]) -> Expr:
        name = self.rng.choice(NAMES)
        return abstract(name, domain, self.of(codomain, depth, {**scope, name: domain}))

    def integer(self, depth: int, scope: dict[str, Sort]) -> Expr:
        return op(
            self.rng.choice(("add", "sub")), INT, self.of(INT, depth - 1, scope), self._leaf(INT, scope)
        )

    def vector(self, depth: int, scope: dict[str, Sort]) -> Expr:
        v = lambda: self.of(VEC, depth, scope)  # noqa: E731
        kind = self.rng.choice(("vadd", "vsub", "vscale", "zero", "rule", "project"))
        if kind == "vscale":
            return op("vscale", VEC, self.of(REAL, depth, scope), v())
        if kind == "zero":
            return Expr("zero", (), VEC)
        if kind == "rule":
            return apply_function(var("rule", VARIABLES["rule"]), self.of(DATA, depth, scope))
        if kind == "project":
            return v() if self.finite else op("project", VEC, self.of(set_of(VEC), depth, scope), v())
        return op(kind, VEC, v(), v())

    def record(self, depth: int, scope: dict[str, Sort]) -> Expr:
        return op("item", RECORD, self.of(DATA, depth - 1, scope), self.of(INT, depth - 1, scope))

    def data(self, depth: int, scope: dict[str, Sort]) -> Expr:
        parts = (
            self.of(DATA, depth - 1, scope),
            self.of(INT, depth - 1, scope),
            self.of(RECORD, depth - 1, scope),
        )
        return op("replace", DATA, *parts)

    def law_on(self, sort: Sort, depth: int, scope: dict[str, Sort]) -> Expr:
        if sort == DATA:
            return op("iid", law(DATA), self.of(law(RECORD), depth - 1, scope))
        if sort == VEC and depth > 0 and self.rng.random() < 0.3:
            return apply_function(var("K", VARIABLES["K"]), self.of(DATA, depth - 1, scope))
        if sort == VEC and depth > 0 and self.rng.random() < 0.3:
            return op("image", law(VEC), var("mu", law(VEC)), self.binder(VEC, VEC, depth - 1, scope))
        return var({RECORD: "D", VEC: "mu"}[sort], law(sort))

    def formula(self, depth: int, scope: dict[str, Sort]) -> Expr:
        rng, of = self.rng, lambda s: self.of(s, depth, scope)
        kind = rng.choice(
            [
                "and",
                "or",
                "implies",
                "not",
                "rel",
                "rel",
                "eq",
                "in",
                "inside",
                "forall",
                "forall",
                "exists",
                "guard",
                "phi",
                "closed",
            ]
        )
        if kind in ("and", "or", "implies"):
            return op(kind, PROP, of(PROP), of(PROP))
        if kind == "not":
            return op("not", PROP, of(PROP))
        if kind == "rel":
            return op(rng.choice(("le", "lt", "eq", "ge", "gt", "ne")), PROP, of(REAL), of(REAL))
        if kind == "eq":
            sort = rng.choice((VEC, RECORD, DATA, PROP))
            return op(rng.choice(("eq", "ne")), PROP, of(sort), of(sort))
        if kind == "in":
            return op("member", PROP, of(VEC), of(set_of(VEC)))
        if kind == "inside":
            return Expr("defined", (of(VEC), of(set_of(VEC))), PROP, "inside")
        if kind == "phi":
            return apply_function(var("phi", VARIABLES["phi"]), of(RECORD))
        if kind == "closed":
            return of(PROP) if self.finite else op("closed", PROP, of(set_of(VEC)))
        sorts = (
            (REAL, INT, VEC, RECORD, DATA) if self.finite else (REAL, INT, VEC, RECORD, set_of(VEC), law(VEC))
        )
        if kind == "guard":
            name = rng.choice(NAMES)
            body = op("member", PROP, var(name, VEC), self.of(set_of(VEC), depth, scope))
            inner = op("implies", PROP, body, self.of(PROP, depth, {**scope, name: VEC}))
            return op("forall", PROP, abstract(name, VEC, inner))
        return op(kind, PROP, self.binder(rng.choice(sorts), PROP, depth, scope))
