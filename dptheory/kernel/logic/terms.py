"""Terms of the logic, locally nameless: bound variables are indices, free ones are names.

Alpha-equivalent terms are equal. Substituting under a binder cannot capture anything: a bound variable has
no name to capture with, and what points out of a term is moved with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from flint import fmpq

from ..limits import KernelError
from .sorts import INT, REAL, Sort

MAX_DEPTH = 250
MAX_SIZE = 20_000


@dataclass(frozen=True, init=False, eq=False)
class Expr:
    """A sorted term; formulas are terms of sort ``prop``.

    `reach` is how many binders above the term its bound variables point to; `names` are its free
    variables. A term that is not `reducible` is its own normal form.

    head       label          args
    var        its name       ()
    bound      ""             ()                index counts binders outwards
    num        ""             ()                value
    lam        a name hint    (body,)           sort is domain -> codomain
    apply      ""             (function, argument)
    defined    its name       arguments         a definition applied to all its arguments
    otherwise  ""             operands          a built-in operation (see sorts.py)
    """

    head: str
    args: tuple[Expr, ...]
    sort: Sort
    label: str
    index: int
    value: fmpq | None
    key: bytes = field(repr=False)
    depth: int = field(repr=False)
    size: int = field(repr=False)
    reach: int = field(repr=False)
    names: frozenset[str] = field(repr=False)
    reducible: bool = field(repr=False)

    def __init__(
        self, head: str, args: tuple[Expr, ...] = (), sort: Sort = REAL, label: str = "", index: int = -1,
        value: fmpq | None = None,
    ) -> None:  # fmt: skip
        args, depth, size, reach = tuple(args), 0, 1, 0  # what could be changed later is copied
        names = _NOBODY if head != "var" else frozenset((label,))
        reducible = _is_redex(head, args)
        keys = []
        for a in args:
            own = vars(a)
            keys.append(own["key"])
            size += own["size"]
            if own["depth"] > depth:
                depth = own["depth"]
            if own["reach"] > reach:
                reach = own["reach"]
            if own["reducible"]:
                reducible = True
            more = own["names"]
            if more is not names and not more <= names:
                names = more if names <= more else names | more
        if depth >= MAX_DEPTH:
            raise KernelError(f"a term deeper than {MAX_DEPTH}")
        if size > MAX_SIZE:
            raise KernelError(f"a term of more than {MAX_SIZE} nodes")
        reach = index + 1 if head == "bound" else max(reach - 1, 0) if head == "lam" else reach
        put = vars(self)
        put["head"], put["args"], put["sort"], put["label"] = head, args, sort, label
        put["index"], put["value"], put["depth"], put["size"] = index, value, depth + 1, size
        put["reach"], put["names"], put["reducible"] = reach, names, reducible
        put["key"] = _digest(head, keys, sort, label, index, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expr) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


_NOBODY: Final = frozenset[str]()
_PARTS: Final = {"apply": 2, "neg": 1, "lam": 1}


def _is_redex(head: str, args: tuple[Expr, ...]) -> bool:
    """Whether `normal` may change the node itself; `fun x. f(x)` counts also where f mentions x."""
    if head in ("defined", "member"):
        return True
    if head in _PARTS and len(args) != _PARTS[head]:
        raise KernelError(f"no term: {head!r} of {len(args)} terms")
    if head in ("apply", "neg"):
        return args[0].head == ("lam" if head == "apply" else "num")
    if head == "lam" and args[0].head == "apply":
        last = args[0].args[1]
        return last.head == "bound" and last.index == 0
    return False


def _digest(head: str, keys: list[bytes], sort: Sort, label: str, index: int, value: fmpq | None) -> bytes:
    """What equal terms share: names of bound variables do not count, sorts of variables do."""
    name, of = label, ""
    if head == "lam":
        name, of = "", sort.args[0].text if sort.args else ""
    elif head == "var":
        of = sort.text
    said = _said(head, name, index, None if value is None else str(value), of, len(keys))
    return hashlib.blake2b(b"".join((said, *keys)), digest_size=20).digest()


@lru_cache(1 << 12, typed=True)
def _said(head: str, name: str, index: int, value: str | None, of: str, parts: int) -> bytes:
    """What a node says beside its operands."""
    return f"{head!r} {name!r} {index} {value} {of} {parts}".encode()


@lru_cache(4096, typed=True)
def var(name: str, sort: Sort) -> Expr:
    """A free variable."""
    return Expr("var", (), sort, name)


def num(value: int | fmpq) -> Expr:
    """A rational numeral; an integer one has sort ``int``."""
    exact = fmpq(value)
    return Expr("num", (), INT if exact.q == 1 else REAL, value=exact)


def op(head: str, sort: Sort, *args: Expr) -> Expr:
    return Expr(head, args, sort)


def rebuild(term: Expr, args: tuple[Expr, ...]) -> Expr:
    if args == term.args:
        return term
    return Expr(term.head, args, term.sort, term.label, term.index, term.value)


def walk(term: Expr) -> Iterator[Expr]:
    """All subterms, each before its parts."""
    stack = [term]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.args))


def _map(term: Expr, change: Callable[[Expr, int], Expr | None], level: int = 0) -> Expr:
    """Replace nodes top-down where `change` says so; depth is bounded by construction."""
    replaced = change(term, level)
    if replaced is not None:
        return replaced
    inner = level + 1 if term.head == "lam" else level
    return rebuild(term, tuple(_map(a, change, inner) for a in term.args))


def abstract(name: str, sort: Sort, body: Expr) -> Expr:
    """``fun name. body``: the free variable becomes the bound one."""

    def bind(node: Expr, level: int) -> Expr | None:
        if name not in node.names:
            return node
        if node.head == "var" and node.label == name:
            if node.sort != sort:
                raise KernelError(f"{name} is used as {node.sort} and bound as {sort}")
            return Expr("bound", (), sort, index=level)
        return None

    return Expr("lam", (_map(body, bind),), Sort("->", (sort, body.sort)), name)


def _lifted(term: Expr, by: int) -> Expr:
    """A term put under so many more binders: what its bound variables point to stays the same."""

    def put(node: Expr, level: int) -> Expr | None:
        if node.reach <= level:
            return node
        return Expr("bound", (), node.sort, index=node.index + by) if node.head == "bound" else None

    return _map(term, put)


def open_with(lam: Expr, argument: Expr) -> Expr:
    """The body of a function with an argument put in; what pointed past the function is one binder nearer."""

    def put(node: Expr, level: int) -> Expr | None:
        if node.reach <= level:
            return node
        if node.head != "bound" or node.index == level:
            return _lifted(argument, level) if node.head == "bound" else None
        return Expr("bound", (), node.sort, index=node.index - 1)

    return _map(lam.args[0], put)


def substitute(term: Expr, values: Mapping[str, Expr]) -> Expr:
    """Simultaneous substitution of terms for free variables."""
    changed = frozenset(values)

    def put(node: Expr, level: int) -> Expr | None:
        if not node.names & changed:
            return node
        return _lifted(values[node.label], level) if node.head == "var" else None

    return _map(term, put)


def replace_all(term: Expr, old: Expr, new: Expr) -> Expr:
    """Replace every occurrence of a closed subterm by another."""
    return _map(term, lambda node, level: new if node == old else None)


def apply_function(fn: Expr, *arguments: Expr) -> Expr:
    """Apply a term of function sort, reducing where it is a ``fun``."""
    for argument in arguments:
        if fn.sort.name != "->":
            raise KernelError(f"not a function: a term of sort {fn.sort}")
        codomain = fn.sort.args[1]
        fn = open_with(fn, argument) if fn.head == "lam" else Expr("apply", (fn, argument), codomain)
    return fn


def applied(term: Expr) -> tuple[Expr, tuple[Expr, ...]]:
    """What a term applies, and to which arguments: to none where it applies nothing."""
    arguments: tuple[Expr, ...] = ()
    while term.head == "apply":
        term, arguments = term.args[0], (term.args[1], *arguments)
    return term, arguments


@dataclass(frozen=True)
class Definition:
    """A named abbreviation: parameters, a body over them alone, and its normal form where that is known."""

    name: str
    parameters: tuple[tuple[str, Sort], ...]
    body: Expr
    meaning: Expr | None = field(default=None, repr=False, compare=False)

    def expand(self, args: tuple[Expr, ...]) -> Expr:
        values = {p: a for (p, _), a in zip(self.parameters, args, strict=True)}
        return substitute(self.meaning or self.body, values)


Definitions = Mapping[str, Definition]


def normal(term: Expr, definitions: Definitions) -> Expr:
    """Unfold every definition, reduce every applied ``fun``; that ends, as definitions are acyclic and terms
    simply sorted. A term without anything to reduce is returned as it is."""
    if not term.reducible:
        return term
    args = tuple(normal(a, definitions) for a in term.args)
    if term.head == "lam":
        made = Expr("lam", args, Sort("->", (term.sort.args[0], args[0].sort)), term.label)
        return _eta(made) if _is_redex("lam", args) else made
    if term.head == "apply" and args[0].head == "lam":
        return normal(open_with(args[0], args[1]), definitions)
    if term.head == "member":
        return normal(apply_function(args[1], args[0]), definitions)
    if term.head == "neg" and args[0].head == "num" and args[0].value is not None:
        return num(-args[0].value)
    if term.head == "defined":
        return normal(definitions[term.label].expand(args), definitions)
    return rebuild(term, args)


def _eta(lam: Expr) -> Expr:
    """f for ``fun x. f(x)``, but not where f mentions x, nor where f takes reals and x is an integer."""
    body, domain = lam.args[0], lam.sort.args[0]
    fn = open_with(Expr("lam", body.args[:1], lam.sort), var("#", domain))
    return fn if "#" not in fn.names and fn.sort.args[0] == domain else lam
