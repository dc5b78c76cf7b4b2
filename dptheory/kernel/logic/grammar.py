"""From the surface tree to sorted terms: names resolved, binders closed, sorts checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import reduce
from typing import Final

from flint import fmpq

from ..real.grammar import decimal
from ..syntax import Node, SyntaxProblem, parse
from . import sorts as sig
from .sorting import sort_of
from .sorts import INT, PROP, REAL, VEC, Sort, fits, is_name, parse_sort
from .terms import MAX_DEPTH, Definition, Expr, abstract, apply_function, num, op, var

MAX_DOMAINS = 20


@dataclass(frozen=True)
class Scope:
    """Variables in scope, the definitions that formulas may use, and in how many domains of binders
    the place lies."""

    variables: Mapping[str, Sort]
    definitions: Mapping[str, Definition]
    inside: int = 0

    def bind(self, name: str, sort: Sort) -> Scope:
        return Scope({**self.variables, name: sort}, self.definitions, self.inside)


def formula(text: str, scope: Scope) -> Expr:
    return term(text, scope, PROP)


def term(text: str, scope: Scope, wanted: Sort | None = None) -> Expr:
    """A term of a wanted sort from its text."""
    node = parse(text)
    if _depth(node) > MAX_DEPTH:
        raise SyntaxProblem(f"a formula deeper than {MAX_DEPTH}", text)
    try:
        return _expect(elaborate(node, scope, wanted), wanted, node)
    except SyntaxProblem as problem:
        problem.text = problem.text or text
        raise
    except RecursionError:  # a domain is read at its place, deep in a deep formula maybe
        raise SyntaxProblem("a formula with a domain nested too deeply", text) from None


def _problem(message: str, node: Node) -> SyntaxProblem:
    return SyntaxProblem(message, "", node.position)


def _depth(node: Node) -> int:
    deepest, stack = 0, [(node, 1)]
    while stack:
        current, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in current.args)
    return deepest


def _expect(made: Expr, wanted: Sort | None, node: Node) -> Expr:
    if wanted is not None and not fits(made.sort, wanted):
        raise _problem(f"expected a term of sort {wanted}, found one of sort {made.sort}", node)
    return made


def elaborate(node: Node, scope: Scope, wanted: Sort | None = None) -> Expr:
    """The sorted term of a surface tree."""
    return _READERS[node.kind](node, scope, wanted)


def _numeral(node: Node, scope: Scope, wanted: Sort | None) -> Expr:
    value = decimal(node)  # the quotient that it is printed as, so that what is printed reads back
    return num(value) if value.q == 1 else op("div", REAL, num(fmpq(value.p)), num(fmpq(value.q)))


def _name(node: Node, scope: Scope, wanted: Sort | None) -> Expr:
    name = node.value
    if name in scope.variables:
        return var(name, scope.variables[name])
    if name in sig.CONSTANTS:
        return var(name, sig.CONSTANTS[name])
    if name in ("pi", "E"):
        return Expr("const", (), REAL, name)
    if name == "zero":
        return Expr("zero", (), VEC)
    if name in scope.definitions and not scope.definitions[name].parameters:
        return Expr("defined", (), scope.definitions[name].body.sort, name)
    raise _unknown("name", node, [*scope.variables, *scope.definitions])


def _unknown(kind: str, node: Node, known: list[str]) -> SyntaxProblem:
    near = get_close_matches(node.value, known, 3)
    return _problem(f"unknown {kind} {node.value!r}" + (f"; near: {', '.join(near)}" if near else ""), node)


def _chain(node: Node, scope: Scope, wanted: Sort | None) -> Expr:
    words = node.value.split()
    operands = [elaborate(a, scope) for a in node.args]
    pairs = zip(words, operands, operands[1:], strict=False)
    parts = [_made([sig.RELATIONS[word]], (left, right), node, word) for word, left, right in pairs]
    return reduce(lambda made, part: op("and", PROP, made, part), parts)


def _operator(node: Node, scope: Scope, wanted: Sort | None) -> Expr:
    symbol = node.value
    if symbol in sig.CONNECTIVES:
        return op(symbol, PROP, *(_expect(elaborate(a, scope, PROP), PROP, a) for a in node.args))
    if symbol == "in":
        element = elaborate(node.args[0], scope)
        container = elaborate(node.args[1], scope)
        is_set = container.sort.name == "->" and container.sort.args[1] == PROP
        if not is_set or not fits(element.sort, container.sort.args[0]):
            raise _problem(f"{container.sort} has no members of sort {element.sort}", node)
        return op("member", PROP, element, container)
    if symbol == "~":
        raise _problem("'~' belongs into the head of E[...], P[...] or image[...]", node)
    args = tuple(elaborate(a, scope) for a in node.args)
    if len(args) == 1:
        if args[0].head == "num" and args[0].value is not None:
            return num(-args[0].value)
        vector = args[0].sort == VEC
        return op("vscale", VEC, num(-1), *args) if vector else _made(["neg"], args, node, symbol)
    heads = [table[symbol] for table in (sig.RELATIONS, sig.ARITHMETIC, sig.VECTOR) if symbol in table]
    return _made(heads, args, node, symbol)


def _made(heads: list[str], args: tuple[Expr, ...], node: Node, symbol: str) -> Expr:
    """The first of some operations that takes terms of these sorts."""
    for head in heads:
        if (sort := sort_of(op(head, PROP, *args))) is not None:
            return op(head, sort, *args)
    raise _problem(f"no {symbol!r} for {', '.join(str(a.sort) for a in args)}", node)


def _call(node: Node, scope: Scope, wanted: Sort | None) -> Expr:
    name = node.value
    if name in scope.variables:
        return _applied(var(name, scope.variables[name]), node.args, node, scope)
    if name in scope.definitions:
        definition = scope.definitions[name]
        sorts: tuple[Sort, ...] = tuple(sort for _, sort in definition.parameters)
        count = len(sorts) if definition.body.sort.name == "->" else len(node.args)
        own = _arguments(replace(node, args=node.args[:count]), sorts, scope)
        made = Expr("defined", own, definition.body.sort, name)
        return _applied(made, node.args[count:], node, scope)
    if name in sig.CALLED:
        wanted_sorts, result = sig.CALLED[name]
        return op(name, result, *_arguments(node, wanted_sorts, scope))
    if name in sig.PREDICATES:
        return _predicate(node, scope)
    raise _unknown("function", node, [*scope.variables, *scope.definitions, *sig.CALLED])


def _applied(made: Expr, arguments: tuple[Node, ...], node: Node, scope: Scope) -> Expr:
    """A function at arguments; a definition whose value is one takes them after its own."""
    whole = made.sort
    for argument in arguments:
        if made.sort.name != "->":
            raise _problem(f"too many arguments for {node.value}: {whole}", node)
        domain = made.sort.args[0]
        made = apply_function(made, _expect(elaborate(argument, scope, domain), domain, argument))
    return made


def _arguments(node: Node, sorts: tuple[Sort, ...], scope: Scope) -> tuple[Expr, ...]:
    if len(node.args) != len(sorts):
        raise _problem(f"{node.value} takes {len(sorts)} arguments, found {len(node.args)}", node)
    pairs = zip(node.args, sorts, strict=True)
    return tuple(_expect(elaborate(a, scope, sort), sort, a) for a, sort in pairs)


def _predicate(node: Node, scope: Scope) -> Expr:
    first = elaborate(node.args[0], scope)
    laws = 2 if node.value == "ratio" else 1
    if first.sort.name != "law" or len(node.args) != laws + 1:
        words = "two laws" if laws == 2 else "a law"
        raise _problem(f"{node.value} takes {words} and a function", node)
    sorts = (*[first.sort] * laws, Sort("->", (first.sort.args[0], REAL)))
    return op(node.value, PROP, *_arguments(node, sorts, scope))


def _check_name(name: str, node: Node, scope: Scope) -> None:
    if not is_name(name) or name in scope.definitions:
        raise _problem(f"{name!r} has a meaning of its own and cannot be bound", node)


def _binder(node: Node, scope: Scope, wanted: Sort | None) -> Expr:
    word, name, *rest = node.value.split(maxsplit=3)
    _check_name(name, node, scope)
    member: Expr | None = None
    if rest and rest[0] == ":":
        sort = parse_sort(rest[1])
    elif rest:
        if scope.inside >= MAX_DOMAINS:
            raise _problem(f"domains nested deeper than {MAX_DOMAINS}", node)
        container = elaborate(parse(rest[1]), replace(scope, inside=scope.inside + 1))
        if container.sort.name != "->" or container.sort.args[1] != PROP:
            raise _problem(f"{rest[1]} is not a set", node)
        if name in container.names:
            raise _problem(f"the domain {rest[1]} mentions {name!r} itself", node)
        sort = container.sort.args[0]
        member = op("member", PROP, var(name, sort), container)
    elif word == "fun" and wanted is not None and wanted.name == "->":
        sort = wanted.args[0]
    else:
        raise _problem(f"give the sort of {name!r}, as in '{word} {name}: vec.'", node)
    inner = None if word != "fun" or wanted is None or wanted.name != "->" else wanted.args[1]
    body = elaborate(node.args[0], scope.bind(name, sort), PROP if word != "fun" else inner)
    if member is not None:
        join = "and" if word in ("exists", "fun") else "implies"
        body = op(join, PROP, member, _expect(body, PROP, node.args[0]))
    made = abstract(name, sort, body)
    if word == "fun":
        return made
    _expect(body, PROP, node)
    return op(word, PROP, made)


def _draw(node: Node, scope: Scope, wanted: Sort | None) -> Expr:
    *header, body = node.args
    if node.value == "sum":
        return _sum(node, header, body, scope)
    if node.value not in sig.DRAWS:
        raise _problem(f"unknown binder {node.value}[...]; one of {', '.join(sig.DRAWS)}", node)
    draws: list[tuple[str, Expr]] = []
    for item in header:
        if item.kind != "op" or item.value != "~" or item.args[0].kind != "name":
            raise _problem("expected 'name ~ law'", item)
        source = elaborate(item.args[1], scope)
        if source.sort.name != "law":
            raise _problem(f"expected a law, found a term of sort {source.sort}", item)
        _check_name(item.args[0].value, item, scope)
        draws.append((item.args[0].value, source))
        scope = scope.bind(item.args[0].value, source.sort.args[0])
    if node.value == "image" and len(draws) != 1:
        raise _problem("image[...] takes one draw", node)
    made = _expect(elaborate(body, scope), {"P": PROP, "E": REAL}.get(node.value), body)
    if node.value == "mixture" and made.sort.name != "law":
        raise _problem(f"expected a law, found a term of sort {made.sort}", body)
    for place, (name, source) in enumerate(reversed(draws)):
        # P over several draws is the expectation of the probability over the later ones
        head = "E" if node.value == "P" and place else node.value
        made = _made([head], (source, abstract(name, source.sort.args[0], made)), body, head)
    return made


def _sum(node: Node, header: list[Node], body: Node, scope: Scope) -> Expr:
    if len(header) != 3 or header[0].kind != "name":
        raise _problem("expected sum[j, first, last](term)", node)
    bounds = [_expect(elaborate(h, scope, INT), INT, h) for h in header[1:]]
    name = header[0].value
    _check_name(name, header[0], scope)
    inner = _expect(elaborate(body, scope.bind(name, INT), REAL), REAL, body)
    return op("sum", REAL, *bounds, abstract(name, INT, inner))


_READERS: Final = {
    "num": _numeral, "name": _name, "chain": _chain, "op": _operator, "call": _call, "bind": _binder,
    "draw": _draw,
}  # fmt: skip
