"""The claim grammar: text to terms and relations, and back.

A name before ``(`` is a function, any other name a variable; ``pi`` and ``E`` are constants and ``oo``
is no term. A decimal literal is the exact rational that it denotes.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar

from flint import fmpq

from ..limits import MAX_DIGITS, KernelError
from ..syntax import RELATIONS, Node, SyntaxProblem, parse
from .binders import bind, index_of, instance
from .terms import BINDERS, CONSTANTS, FUNCTIONS, Term, is_integer, num, rational_value, subterms, var

_BINARY: Final = {"+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow"}
# operation: (symbol, own level, level needed at the left, level needed at the right)
_PRINT: Final = {
    "add": (" + ", 1, 1, 2), "sub": (" - ", 1, 1, 2), "mul": ("*", 2, 2, 3), "div": ("/", 2, 2, 3),
    "pow": ("**", 4, 5, 4),
}  # fmt: skip
MAX_KEPT: Final = 500
_NUMBERS: Final = {"num", "neg", *_BINARY.values()}
Parsed = TypeVar("Parsed")
_OTHER_NAMES: Final = {"ln": "log", "Abs": "abs", "Min": "min", "Max": "max", "ceiling": "ceil"}


def _kept(read: Callable[[str], Parsed]) -> Callable[[str], Parsed]:
    """A reader that keeps what short texts denote: certificates say the same few things again and again. A
    subclass of str could pretend to be another text."""
    kept = lru_cache(2048)(read)

    @wraps(read)
    def reader(text: str) -> Parsed:
        return kept(text) if type(text) is str and len(text) <= MAX_KEPT else read(text)

    return reader


@_kept
def parse_term(text: str) -> Term:
    """The term that a text denotes; raises SyntaxProblem or KernelError.

    >>> parse_term("2*x + 1") == 2*var("x") + 1
    True
    """
    return term_from(parse(text), text)


@_kept
def parse_relation(text: str) -> tuple[str, Term, Term]:
    """One relation as (operator, left, right).

    >>> parse_relation("x < 1")[0]
    '<'
    """
    node = parse(text)
    if node.kind == "chain":
        raise SyntaxProblem("expected one relation, found a chain", text, node.position)
    if node.kind != "op" or node.value not in RELATIONS:
        raise SyntaxProblem(f"expected a relation ({' '.join(RELATIONS)})", text, node.position)
    return node.value, term_from(node.args[0], text), term_from(node.args[1], text)


def term_from(node: Node, text: str = "") -> Term:
    """The term of a surface tree; only numbers, names, arithmetic and known functions are terms."""
    done: list[Term] = []
    stack: list[tuple[Node, bool]] = [(node, False)]
    while stack:
        n, ready = stack.pop()
        if n.kind in ("num", "name"):
            done.append(_leaf(n, text))
        elif not ready:
            _check_operation(n, text)
            stack.append((n, True))
            stack.extend((a, False) for a in reversed(n.args))
        else:
            args = tuple(done[len(done) - len(n.args) :])
            del done[len(done) - len(n.args) :]
            op = n.value if n.kind == "call" else "neg" if len(args) == 1 else _BINARY[n.value]
            if (
                op == "pow" and not args[1].names and {t.op for t in subterms(args[1])} <= _NUMBERS
                and rational_value(args[1]) is None and not is_integer(args[1], frozenset())
            ):  # fmt: skip
                raise SyntaxProblem("an exponent that is a number is written as one", text, n.position)
            try:
                made = bind(op, args[0], str(args[1].value), *args[2:]) if op in BINDERS else Term(op, args)
            except KernelError as error:
                raise SyntaxProblem(error.message, text, n.position) from None
            done.append(made)
    return done[0]


def _leaf(n: Node, text: str) -> Term:
    if n.kind == "num":
        return num(decimal(n, text))
    if n.value in CONSTANTS:
        return Term("const", (), n.value)
    if n.value == "oo":
        raise SyntaxProblem("oo may only be an end of a domain, as in `x < oo`", text, n.position)
    if n.value in FUNCTIONS or n.value in BINDERS:
        raise SyntaxProblem(f"expected '(' after the function {n.value!r}", text, n.position)
    return var(n.value)


def _check_operation(n: Node, text: str) -> None:
    if n.kind == "call":
        _check_call(n, text)
    elif n.kind != "op" or (n.value not in _BINARY):
        found = "a relation" if n.kind == "chain" or n.value in RELATIONS else f"{n.value!r}"
        raise SyntaxProblem(f"expected a real term, found {found}", text, n.position)


def _check_call(n: Node, text: str) -> None:
    if n.value in BINDERS:
        if len(n.args) != 4 or n.args[1].kind != "name" or n.args[1].value in (*CONSTANTS, "oo"):
            form = f"{n.value}(f, t, a, b)" if n.value == "integral" else f"{n.value}(f, j, a, b)"
            raise SyntaxProblem(f"{n.value} takes a term, its index and two ends: {form}", text, n.position)
        return
    if n.value not in FUNCTIONS:
        known = sorted([*FUNCTIONS, *BINDERS])
        other = _OTHER_NAMES.get(n.value)
        near = [other] if other else difflib.get_close_matches(n.value, known, 3)
        advice = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        raise SyntaxProblem(f"unknown function {n.value!r}; {advice}", text, n.position)
    wanted = FUNCTIONS[n.value]
    if wanted and len(n.args) != wanted:
        raise SyntaxProblem(f"{n.value} takes {wanted} argument(s), found {len(n.args)}", text, n.position)


def decimal(n: Node, text: str = "") -> fmpq:
    """The exact rational that a numeral denotes.

    >>> decimal(parse("1.25"))
    5/4
    """
    digits, _, exponent = n.value.lower().partition("e")
    whole, _, fraction = digits.partition(".")
    shift = int(exponent or "0") - len(fraction) if len(exponent) < 9 else MAX_DIGITS + 1
    if abs(shift) > MAX_DIGITS:
        raise SyntaxProblem(f"a numeral of more than {MAX_DIGITS} digits", text, n.position)
    return fmpq(int(whole + fraction)) * fmpq(10) ** shift


def print_term(root: Term) -> str:
    """The canonical text of a term: as few brackets as parse back to the same term.

    >>> print_term(parse_term("((a)*(b)) - (c - d)^(1/2)"))
    'a*b - (c - d)**(1/2)'
    """
    return _shown(root, {})


def _shown(root: Term, shown: dict[bytes, tuple[str, int]]) -> str:
    """The text of a term, given those of some terms, to which those of its subterms are added: what is within
    a sum is not written again for each sum around it."""
    for t in subterms(root):
        if t.key in shown:
            continue
        shown[t.key] = _show_bound(t, shown) if t.op in BINDERS else _show(t, [shown[a.key] for a in t.args])
    return shown[root.key][0]


def _show_bound(t: Term, shown: dict[bytes, tuple[str, int]]) -> tuple[str, int]:
    name, (low, high) = index_of(t), (shown[a.key][0] for a in t.args[:2])
    return f"{t.op}({_shown(instance(t, var(name)), shown)}, {name}, {low}, {high})", 5


def _show(t: Term, args: list[tuple[str, int]]) -> tuple[str, int]:
    """Text and binding level (5 for what never needs brackets)."""
    if not t.args:
        return str(t.value), 5
    if t.op == "neg":
        return "-" + _bracket(args[0], 3), 3
    if t.op in _PRINT:
        symbol, level, left, right = _PRINT[t.op]
        return _bracket(args[0], left) + symbol + _bracket(args[1], right), level
    return f"{t.op}({', '.join(text for text, _ in args)})", 5


def _bracket(shown: tuple[str, int], needed: int) -> str:
    return shown[0] if shown[1] >= needed else f"({shown[0]})"
