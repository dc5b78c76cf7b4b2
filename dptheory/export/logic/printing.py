"""The part of the export of statements that is to be trusted: terms of the logic as terms of ``coq/Logic.v``
and ``coq/LogicLaws.v``. What definitions and theorems say in Coq is printed by this file alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from ...kernel.logic import (
    BINARY_REAL,
    CONSTANTS,
    INT,
    OPERATIONS,
    PROP,
    REAL,
    RELATIONS,
    UNARY_REAL,
    Definition,
    Expr,
    Sort,
    Theorem,
    applied,
    apply_function,
    function,
    open_named,
)
from ..script import Unsupported

_SIGNS: Final = {head: symbol.replace("!=", "<>") for symbol, head in RELATIONS.items()}
_INFIX: Final = {
    "add": ("+", 50), "sub": ("-", 50), "mul": ("*", 40), "div": ("/", 40),
    "vadd": ("[+]", 50), "vsub": ("[-]", 50), "vscale": ("[*]", 40),
}  # fmt: skip
_CALLED: Final = {
    "log": "ln", "abs": "Rabs", "floor": "rfloor", "ceil": "rceil", "max": "Rmax", "min": "Rmin", "E": "mean",
    "P": "chance",
    **{name: name for name in [
        "exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "erf", "erfc", "gamma", "uppergamma",
        "lowergamma", "norm", "closed", "item", "replace", "iid", "gibbs", "sum", "image", "mixture",
        "integrable", "ratio",
    ]},
}  # fmt: skip
"""Operations, and what they are called in Coq, their arguments in the same order."""
_SORTS: Final = {"real": "R", "int": "Z", "prop": "Prop", "vec": "vec", "record": "record", "data": "data"}
_TAKEN: Final = frozenset([
    *_CALLED.values(), *_SORTS.values(), "n", "d", "law", "zero", "here", "power", "PI", "IZR", "INR",
    "as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "let", "match",
    "mod", "return", "Set", "SProp", "then", "Type", "using", "where", "with",
])  # fmt: skip
"""Names that mean something in the files written, and the words of Coq."""
_LOOSE: Final = 200


def identifier(name: str) -> str:
    """The name in Coq of a variable, a definition or a theorem; no two of those have one.

    >>> identifier("lam"), identifier("mean"), identifier("wu2015.section3.2.ball:printed")
    ('lam', 'mean_', 'wu2015_section3_2_ball_printed')
    """
    made = "".join(c if c.isalnum() or c in "_'" else "_" for c in name)
    return made + "_" if made.rstrip("_") in _TAKEN else made


def sort_text(sort: Sort, outer: int = _LOOSE) -> str:
    """A sort as a type."""
    if sort.name == "law":
        return _within(f"law {sort_text(sort.args[0], 9)}", 10, outer)
    if sort.name == "->":
        domain, codomain = sort.args
        return _within(f"{sort_text(domain, 98)} -> {sort_text(codomain, 99)}", 99, outer)
    return _SORTS[sort.name]


def _within(text: str, level: int, outer: int) -> str:
    return f"({text})" if level > outer else text


def _wanted(term: Expr) -> list[Sort]:
    """The sorts of an operation's arguments."""
    head, sorts = term.head, [a.sort for a in term.args]
    if head in OPERATIONS:
        return list(OPERATIONS[head][0])
    if head == "sum":
        return [INT, INT, function(INT, REAL)]
    if head in ("E", "integrable", "ratio"):
        return [*sorts[:-1], function(sorts[0].args[0], REAL)]
    return [REAL] * len(sorts) if head in UNARY_REAL | BINARY_REAL else sorts


class Printer:
    """Prints terms that speak of some definitions."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.definitions = definitions

    def as_sort(self, term: Expr, sort: Sort, outer: int = _LOOSE) -> str:
        """A term where one of a sort is wanted: an integer that stands for a real is one by ``IZR``.

        >>> from dptheory.kernel.logic import Scope, parse_sort, term
        >>> there = Scope({"i": INT, "f": parse_sort("int -> real")}, {})
        >>> Printer({}).as_sort(term("i + 1", there), REAL), Printer({}).formula(term("f(i + 1) <= 2", there))
        ('IZR i + 1', 'f (i + 1)%Z <= 2')
        """
        if sort == REAL and term.sort == INT:
            plain = term.head in ("num", "add", "sub", "mul", "neg")
            return self._text(term, outer) if plain else _within(f"IZR {self._integer(term, 9)}", 10, outer)
        if term.sort == INT:
            known = term.head in ("var", "apply")
            return self._integer(term, outer) if known else f"{self._integer(term, 0)}%Z"
        if sort.name == "->" and sort != term.sort and term.head != "lam":
            name, body = open_named(term)
            return _within(f"fun {self._bound(name)} => {self.as_sort(body, sort.args[1])}", _LOOSE, outer)
        return self._text(term, outer, sort)

    def formula(self, term: Expr, outer: int = _LOOSE) -> str:
        """A formula as a proposition."""
        return self.as_sort(term, PROP, outer)

    def _integer(self, term: Expr, outer: int) -> str:
        """A term of sort int, in the scope of integers."""
        if term.head == "num" and term.value is not None:
            return _within(str(term.value), 0 if term.value >= 0 else 35, outer)
        if term.head == "neg":
            return _within(f"- {self._integer(term.args[0], 34)}", 35, outer)
        if term.head in ("add", "sub", "mul"):
            symbol, level = _INFIX[term.head]
            left, right = self._integer(term.args[0], level), self._integer(term.args[1], level - 1)
            return _within(f"{left} {symbol} {right}", level, outer)
        return self._text(term, outer)

    def _text(self, term: Expr, outer: int, wanted: Sort | None = None) -> str:
        """A term, in brackets where its level in Coq's grammar is above the one allowed."""
        head, args = term.head, term.args
        if head == "var":
            return term.label if term.label in CONSTANTS else identifier(term.label)
        if head == "num" and term.value is not None:
            level = 40 if term.value.q != 1 else 35 if term.value < 0 else 0
            return _within(str(term.value).replace("/", " / "), level, outer)
        if head == "const":
            return "PI" if term.label == "pi" else _within("exp 1", 10, outer)
        if head == "zero":
            return "zero"
        if head == "lam":
            return _within(self._function(term, wanted, f" : {sort_text(term.sort.args[0])}"), _LOOSE, outer)
        if head in ("forall", "exists"):
            return _within(self._quantified(term), _LOOSE, outer)
        if head in _SIGNS:
            return _within(f"{self._side(args[0])} {_SIGNS[head]} {self._side(args[1])}", 70, outer)
        if head in _INFIX:
            symbol, level = _INFIX[head]
            sort = term.sort if head[0] == "v" else REAL
            left = self.as_sort(args[0], REAL if head == "vscale" else sort, level)
            return _within(f"{left} {symbol} {self.as_sort(args[1], sort, level - 1)}", level, outer)
        if head == "neg":
            inner = self.as_sort(args[0], REAL, 34)
            return _within(f"- ({inner})" if inner.isdigit() else f"- {inner}", 35, outer)
        if head == "pow":
            return self._power(args[0], args[1], outer)
        if head in ("and", "or", "implies"):
            symbol, level = {"and": ("/\\", 80), "or": ("\\/", 85), "implies": ("->", 99)}[head]
            right = self.formula(args[1], _LOOSE if head == "implies" else level)
            return _within(f"{self.formula(args[0], level - 1)} {symbol} {right}", level, outer)
        if head == "not":
            return _within(f"~ {self.formula(args[0], 75)}", 75, outer)
        if head == "member":
            return self._text(apply_function(args[1], args[0]), outer)
        return self._application(term, outer)

    def _side(self, term: Expr) -> str:
        """One side of a relation: numbers are compared as reals."""
        return self.as_sort(term, REAL if term.sort == INT else term.sort, 69)

    def _power(self, base: Expr, exponent: Expr, outer: int) -> str:
        value = exponent.value if exponent.head == "num" else None
        if value is not None and value.q == 1 and value >= 0:
            return _within(f"{self.as_sort(base, REAL, 10)} ^ {value}", 30, outer)
        return _within(f"power {self.as_sort(base, REAL, 9)} {self.as_sort(exponent, REAL, 9)}", 10, outer)

    def _function(self, term: Expr, wanted: Sort | None, sort: str = "") -> str:
        """A function, with the sort of its variable where Coq could not tell it."""
        name, body = open_named(term)
        codomain = wanted.args[1] if wanted is not None and wanted.name == "->" else body.sort
        return f"fun {self._bound(name)}{sort} => {self.as_sort(body, codomain)}"

    def _bound(self, name: str) -> str:
        """A name that is bound here; it must not hide a definition."""
        if name in self.definitions:
            raise Unsupported(f"the variable {name}, which is called as a definition is")
        return identifier(name)

    def _quantified(self, term: Expr) -> str:
        name, body = open_named(term.args[0])
        return (
            f"{term.head} {self._bound(name)} : {sort_text(term.args[0].sort.args[0])}, {self.formula(body)}"
        )

    def _application(self, term: Expr, outer: int) -> str:
        """A definition, an operation or a variable at arguments."""
        fn, given = applied(term)
        if given and fn.head in ("lam", "member"):
            return self._text(apply_function(fn, *given), outer)
        made, sort = self._head(fn), fn.sort
        for argument in given:
            made += " " + self.as_sort(argument, sort.args[0], 9)
            sort = sort.args[1]
        return _within(made, 10 if " " in made else 0, outer)

    def _head(self, fn: Expr) -> str:
        if fn.head == "var":
            return self._text(fn, 0)
        sorts = [a.sort for a in fn.args]
        if fn.head == "defined":
            sorts = [sort for _, sort in self.definitions[fn.label].parameters]
            name = identifier(fn.label)
        elif fn.head in _CALLED:
            name = _CALLED[fn.head]
            sorts = _wanted(fn)
        else:
            raise Unsupported(f"the operation {fn.head}")
        given = zip(fn.args, sorts, strict=True)
        one = self._argument if fn.head != "closed" else partial(self.as_sort, outer=9)
        return " ".join([name, *(one(a, s) for a, s in given)])

    def _argument(self, term: Expr, sort: Sort) -> str:
        """An argument whose sort Coq knows."""
        if sort == INT:
            return self._integer(term, 9)
        return f"({self._function(term, sort)})" if term.head == "lam" else self.as_sort(term, sort, 9)

    def definition(self, found: Definition) -> str:
        """A definition."""
        given = self.binders(dict(found.parameters))
        sort = found.body.sort
        said = self.as_sort(found.body, sort)
        return f"Definition {identifier(found.name)}{given} : {sort_text(sort)} :=\n  {said}."

    def theorem(self, theorem: Theorem, names: Mapping[str, str]) -> str:
        """A theorem, with its hypotheses by their names."""
        variables = {name: theorem.variables[name] for name in sorted(theorem.variables)}
        given = "".join(f"\n  ({names[label]} : {self.formula(h)})" for label, h in theorem.hypotheses)
        head = f"Theorem {identifier(theorem.name)}{self.binders(variables)}"
        return f"{head}{given} :\n  {self.formula(theorem.conclusion)}."

    def binders(self, variables: Mapping[str, Sort]) -> str:
        """Variables with their sorts."""
        return "".join(f" ({self._bound(name)} : {sort_text(sort)})" for name, sort in variables.items())
