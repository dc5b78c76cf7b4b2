"""Terms of the logic as text in their own grammar."""

from __future__ import annotations

from ..syntax import BINARY
from .sorts import ARITHMETIC, RELATIONS, VECTOR
from .terms import Expr, applied, apply_function, var

_SYMBOL = {
    **{head: symbol for table in (RELATIONS, ARITHMETIC, VECTOR) for symbol, head in table.items()},
    **{"implies": "implies", "or": "or", "and": "and", "member": "in"},
}


def show(term: Expr) -> str:
    """The text of a term; it parses back to the same term in the same scope, an applied ``fun`` reduced."""
    return _text(term, 0)


def open_named(lam: Expr, taken: frozenset[str] = frozenset()) -> tuple[str, Expr]:
    """A bound variable's printable name and the body of a function with that variable free."""
    name, used = (lam.label if lam.head == "lam" else "x"), lam.names | taken
    while name in used:
        name += "'"
    return name, apply_function(lam, var(name, lam.sort.args[0]))


def _reduced(term: Expr) -> Expr:
    """The term itself, where it is no applied ``fun``."""
    fn, arguments = applied(term)
    return _reduced(apply_function(fn, *arguments)) if arguments and fn.head == "lam" else term


def _text(term: Expr, outer: int) -> str:
    term = _reduced(term)
    head = term.head
    if head in _SYMBOL and len(term.args) == 2:
        return _binary(term, outer)
    if head in ("forall", "exists") or head == "lam":
        return _bracket(_bound(term), 0, outer)
    if head in ("var", "const"):
        return term.label
    if head == "num" and term.value is not None:
        level = 10 if term.value >= 0 and term.value.q == 1 else 7
        return _bracket(str(term.value), level, outer)
    if head == "neg":
        return _bracket("-" + _text(term.args[0], 8), 8, outer)
    if head == "not":
        return _bracket("not " + _text(term.args[0], 4), 4, outer)
    if head == "apply":
        fn, arguments = applied(term)
        return _called(fn.label, (*fn.args, *arguments))
    if head in ("E", "P", "image", "mixture"):
        return _drawn(term)
    if head == "sum":
        name, body = open_named(term.args[2])
        return f"sum[{name}, {_text(term.args[0], 0)}, {_text(term.args[1], 0)}]({_text(body, 0)})"
    return _called(term.label if head == "defined" else head, term.args)


def _bracket(text: str, level: int, outer: int) -> str:
    return f"({text})" if level < outer else text


def _binary(term: Expr, outer: int) -> str:
    symbol = _SYMBOL[term.head]
    level, to_the_right = BINARY[symbol]
    loose = level + (level == 5)  # relations do not nest
    left, right = (level + 1, level) if to_the_right else (loose, level + 1)
    shown = symbol if level in (7, 9) else f" {symbol} "
    return _bracket(f"{_text(term.args[0], left)}{shown}{_text(term.args[1], right)}", level, outer)


def _bound(term: Expr) -> str:
    lam = term if term.head == "lam" else term.args[0]
    name, body = open_named(lam)
    body, domain = _reduced(body), lam.sort.args[0]
    word = "fun" if term.head == "lam" else term.head
    if body.head == ("implies" if word == "forall" else "and"):
        guard = _reduced(body.args[0])
        element, container = guard.args if guard.head == "member" else (body, body)
        if element == var(name, domain) and container.sort.args[0] == domain and name not in container.names:
            return f"{word} {name} in {_text(container, 6)}. {_text(body.args[1], 0)}"
    return f"{word} {name}: {domain}. {_text(body, 0)}"


def _called(name: str, arguments: tuple[Expr, ...]) -> str:
    return f"{name}({', '.join(_text(a, 0) for a in arguments)})" if arguments else name


def _drawn(term: Expr) -> str:
    draws: list[str] = []
    head, node = term.head, term
    while True:
        name, body = open_named(node.args[1])
        body = _reduced(body)
        draws.append(f"{name} ~ {_text(node.args[0], 6)}")
        if node.head != "E" or body.head != "P":
            break
        node, head = body, "P"
    return f"{head}[{', '.join(draws)}]({_text(body, 0)})"
