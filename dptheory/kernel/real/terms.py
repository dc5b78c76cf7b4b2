"""Terms over the reals: what a formula says, kept exactly as it was written.

A term is a partial function of its variables: `1/x` has no value at 0. Nothing is simplified when a
term is built, so a subterm that cancels still restricts where the whole is defined. Every traversal
uses an explicit order of the distinct subterms; none recurses.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from flint import fmpq

from ..limits import MAX_DIGITS, MAX_NODES, KernelError
from ..syntax import WORDS

MAX_DEPTH: Final = 250
CONSTANTS: Final = ("pi", "E")
RESERVED: Final = frozenset({*CONSTANTS, "oo"})
RATIONAL: Final = {"neg": 1, "add": 2, "sub": 2, "mul": 2, "div": 2}
ARITHMETIC: Final = {**RATIONAL, "pow": 2}
FUNCTIONS: Final = {
    **dict.fromkeys(("exp", "log", "sqrt", "abs", "floor", "ceil", "sin", "cos", "tan", "sinh", "cosh"), 1),
    **dict.fromkeys(("tanh", "asin", "acos", "atan", "erf", "erfc", "gamma"), 1),
    **dict.fromkeys(("uppergamma", "lowergamma"), 2),
    **dict.fromkeys(("min", "max"), 0),
}
"""Arity of every function; 0 means one argument or more."""
BINDERS: Final = ("sum", "prod", "integral")
"""Operations on a function of an index between two ends (`binders`)."""
INDEX: Final = "j"
"""What a binder's body calls its index."""

Number = int | fmpq

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'*")


def is_name(text: str) -> bool:
    """Whether a text can be a variable's name.

    >>> is_name("x'"), is_name("exp"), is_name("x + 1")
    (True, False, False)
    """
    taken = text in RESERVED or text in FUNCTIONS or text in BINDERS or text in WORDS
    return bool(_NAME.fullmatch(text)) and not taken


def _binary(op: str, *, swapped: bool = False) -> Callable[[Term, Term | Number], Term]:
    """What Python's operators are between a term and a term or number."""

    def made(self: Term, other: Term | Number) -> Term:
        return Term(op, (term(other), self) if swapped else (self, term(other)))

    return made


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Term:
    """One node: a leaf (`num` a natural number, `var`, `const`) or an operation on terms. A binder's
    arguments are its two ends and then what is put for p1, p2, ... in its `value`, a term in these and the
    index j.

    Two terms are equal when they are written alike; `key` is a digest of that structure, `names` are the
    variables that occur.

    >>> var("x") + 1 == var("x") + num(1), var("x") + 1 == 1 + var("x")
    (True, False)
    """

    op: str
    args: tuple[Term, ...]
    value: fmpq | str | Term | None
    key: bytes = field(repr=False)
    depth: int = field(repr=False)
    size: int = field(repr=False)
    names: frozenset[str] = field(repr=False)

    def __init__(self, op: str, args: tuple[Term, ...] = (), value: fmpq | str | Term | None = None) -> None:
        _check_shape(op, args, value)
        depth, size = (value.depth, 1 + value.size) if isinstance(value, Term) else (0, 1)
        names = frozenset((value,)) if op == "var" and isinstance(value, str) else _NOBODY
        for a in args:
            if type(a) is not Term:
                raise KernelError(f"an argument of {op} that is no term: {a!r}")
            depth = max(depth, a.depth)
            size += a.size
            if not a.names <= names:
                names = a.names if names <= a.names else names | a.names
        if depth >= MAX_DEPTH or size > MAX_NODES:
            raise KernelError(
                f"a term of depth {depth + 1} and size {size}; at most {MAX_DEPTH} and {MAX_NODES}: split it"
            )
        start = _framed(op) + b"\0" + (value.key if isinstance(value, Term) else _framed(str(value)))
        put = object.__setattr__
        put(self, "op", op)
        put(self, "args", args)
        put(self, "value", value)
        put(self, "key", hashlib.blake2b(_KEY.join([start, *[a.key for a in args]]), digest_size=32).digest())
        put(self, "depth", depth + 1)
        put(self, "size", size)
        put(self, "names", names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Term) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __neg__(self) -> Term:
        return Term("neg", (self,))

    __add__, __radd__ = _binary("add"), _binary("add", swapped=True)
    __sub__, __rsub__ = _binary("sub"), _binary("sub", swapped=True)
    __mul__, __rmul__ = _binary("mul"), _binary("mul", swapped=True)
    __truediv__, __rtruediv__ = _binary("div"), _binary("div", swapped=True)
    __pow__ = _binary("pow")


@lru_cache(2048)
def _framed(text: str) -> bytes:
    """A text after its length, so that what is put together can be told apart again."""
    return len(text.encode()).to_bytes(4, "big") + text.encode()


_NOBODY: Final = frozenset[str]()
_KEY: Final = b"\0" + (32).to_bytes(4, "big")


def _check_shape(op: str, args: tuple[Term, ...], value: fmpq | str | Term | None) -> None:
    if type(op) is not str:
        good = False  # another class of text, or of number, could be written as what it is not
    elif op == "num":
        good = type(value) is fmpq and value.q == 1 and value >= 0 and args == ()
    elif op in ("var", "const"):
        good = type(value) is str and args == () and (is_name(value) if op == "var" else value in CONSTANTS)
    elif op in BINDERS:
        good = type(args) is tuple and len(args) >= 2 and isinstance(value, Term)
        good = good and isinstance(value, Term) and _is_body(value, len(args) - 2)
    else:
        wanted = ARITHMETIC.get(op, FUNCTIONS.get(op, -1))
        good = value is None and type(args) is tuple and (len(args) == wanted if wanted else len(args) >= 1)
    if op == "integral" and isinstance(value, Term) and not continuous(value, INDEX):
        raise KernelError("an integral of floor or ceil of its index: say it piece by piece")
    if not good:
        raise KernelError(f"no term: {op!r} with value {value!r} and {len(args)} arguments")


def _is_body(body: Term, parts: int) -> bool:
    """Whether a term is the body of a binder with so many parts: its largest subterms without the index are
    p1, p2, ..., one after the other. So two binders that are written alike are one term."""
    if type(body) is not Term or body.names - {INDEX} != {f"p{i + 1}" for i in range(parts)}:
        return False
    met, stack = 0, [body]
    while stack:
        t = stack.pop()
        if INDEX in t.names:
            stack.extend(reversed(t.args))
        else:
            met += 1
            if t.op != "var" or t.value != f"p{met}":
                return False
    return met == parts


@lru_cache(2048, typed=True)
def num(x: Number) -> Term:
    """The term of an exact rational: a natural number, or its negation, or a quotient of these.

    >>> num(fmpq(-3, 2)) == -(num(3) / 2)
    True
    """
    x = fmpq(x)
    if x.height_bits() > 4 * MAX_DIGITS:
        raise KernelError(f"a number of {x.height_bits()} bits; at most {4 * MAX_DIGITS}")
    if x < 0:
        return -num(-x)
    if x.q == 1:
        return Term("num", (), x)
    return Term("div", (Term("num", (), fmpq(x.p)), Term("num", (), fmpq(x.q))))


@lru_cache(2048, typed=True)
def var(name: str) -> Term:
    """The variable of that name."""
    return Term("var", (), name)


def term(x: Term | Number) -> Term:
    """A term as it is, a number as its term."""
    return x if isinstance(x, Term) else num(x)


def apply(op: str, *args: Term | Number) -> Term:
    """The operation or function `op` on its arguments."""
    return Term(op, tuple(term(a) for a in args))


PI: Final = Term("const", (), "pi")
E: Final = Term("const", (), "E")


def subterms(*roots: Term) -> list[Term]:
    """The distinct subterms, every one after its own arguments."""
    return _ordered(roots, lambda t: t.args)


def _ordered(roots: Iterable[Term], below: Callable[[Term], tuple[Term, ...]]) -> list[Term]:
    seen: set[bytes] = set()
    order: list[Term] = []
    stack: list[tuple[Term, bool]] = [(r, False) for r in reversed(tuple(roots))]
    while stack:
        t, ready = stack.pop()
        if t.key in seen:
            continue
        if ready or not t.args:
            seen.add(t.key)
            order.append(t)
        else:
            stack.append((t, True))
            stack.extend((a, False) for a in reversed(below(t)))
    return order


def valued(*roots: Term) -> list[Term]:
    """The distinct subterms that have values wherever the roots have, each after its own: all but what stands
    within a sum, a product or an integral, which has a value only for an index between the ends, if there is
    one.

    >>> from .grammar import parse_term, print_term
    >>> [print_term(t) for t in valued(parse_term("sum(j/x, j, 1, n)"))]
    ['1', 'n', 'sum(j/x, j, 1, n)']
    """
    return _ordered(roots, lambda t: t.args[:2] if t.op in BINDERS else t.args)


def free_variables(*roots: Term) -> frozenset[str]:
    """The names of the variables that occur."""
    return roots[0].names if len(roots) == 1 else _NOBODY.union(*(root.names for root in roots))


def replace_terms(root: Term, images: Mapping[bytes, Term]) -> Term:
    """`root` with every subterm whose key is in `images` replaced, outermost first, all at once."""
    done: dict[bytes, Term] = {}
    for t in subterms(root):
        if t.key in images:
            done[t.key] = images[t.key]
        elif t.args:
            args = tuple(done[a.key] for a in t.args)
            same = all(a is b for a, b in zip(args, t.args, strict=True))
            done[t.key] = t if same else Term(t.op, args, t.value)
        else:
            done[t.key] = t
    return done[root.key]


def substitute(root: Term, images: Mapping[str, Term]) -> Term:
    """`root` with variables replaced by terms, all at once.

    >>> x, y = var("x"), var("y")
    >>> substitute(x - y, {"x": y, "y": x}) == y - x
    True
    """
    return replace_terms(root, {var(name).key: image for name, image in images.items()})


def continuous(root: Term, name: str) -> bool:
    """Whether every function with the variable in it is continuous where it is defined: all are but
    floor and ceil, and sums and products with the variable in an end."""
    for t in subterms(root):
        if name not in t.names or not t.args:
            continue
        if t.op in ("floor", "ceil"):
            return False
        if isinstance(t.value, Term):
            ends = t.args[0].names | t.args[1].names
            varying = [f"p{i + 1}" for i, a in enumerate(t.args[2:]) if name in a.names]
            body = t.value
            if (t.op != "integral" and name in ends) or not all(continuous(body, p) for p in varying):
                return False
    return True


def rational_values(*roots: Term) -> dict[bytes, fmpq]:
    """The exact values of those subterms that are built from numbers by + - * / alone."""
    values: dict[bytes, fmpq] = {}
    for t in subterms(*roots):
        if t.op == "num" and isinstance(t.value, fmpq):
            values[t.key] = t.value
        elif t.op in RATIONAL and all(a.key in values for a in t.args):
            result = arithmetic(t.op, [values[a.key] for a in t.args])
            if result is not None and result.height_bits() <= 4 * MAX_DIGITS:
                values[t.key] = result
    return values


def rational_value(root: Term) -> fmpq | None:
    """The exact value of a term built from numbers by + - * / alone, else None."""
    if root.op == "num" and isinstance(root.value, fmpq):
        return root.value
    return None if root.names or root.op not in RATIONAL else rational_values(root).get(root.key)


def numeral(root: Term) -> fmpq | None:
    """The number of which a term is the numeral, written as `num` writes it; None of any other term.

    >>> numeral(num(fmpq(-3, 2))), numeral(num(2) / 4)
    (-3/2, None)
    """
    value = rational_value(root) if root.depth <= 3 else None
    return None if value is None or value.height_bits() > 4 * MAX_DIGITS or num(value) != root else value


def arithmetic(op: str, values: Sequence[fmpq]) -> fmpq | None:
    """What + - * / make of numbers; None of a quotient by 0, and of any other operation."""
    a, b = values[0], values[-1]
    if op == "div":
        return None if b == 0 else a / b
    if op in ("add", "sub"):
        return a + b if op == "add" else a - b
    return a * b if op == "mul" else -a if op == "neg" else None


def integer_terms(roots: Iterable[Term], integers: frozenset[str]) -> Iterator[bytes]:
    """The keys of the integer-sorted subterms: numerals, integer variables, floor, ceil, and what
    + - * and powers with a numeral exponent make of these."""
    known: set[bytes] = set()
    for t in subterms(*roots):
        if t.op == "var":
            yes = t.value in integers
        elif t.op == "pow":
            yes = t.args[0].key in known and t.args[1].op == "num"
        elif t.op in ("neg", "add", "sub", "mul"):
            yes = all(a.key in known for a in t.args)
        else:
            yes = t.op in ("num", "floor", "ceil")
        if yes:
            known.add(t.key)
            yield t.key


def is_integer(root: Term, integers: frozenset[str]) -> bool:
    """Whether a term is integer-sorted, given the integer variables."""
    return root.key in set(integer_terms([root], integers))
