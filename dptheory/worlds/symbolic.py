"""Terms of the logic as closed forms in the numbers of a sketch, where they have one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from flint import fmpq

from ..kernel import KernelError
from ..kernel.logic import Expr, applied
from ..kernel.real import Field, Term, apply, num, print_term, rational_value, replace_terms, var
from .numeric import evaluated
from .sketches import Sketch
from .values import Function, Table, Unsupported

_LINE = {"norm": "abs", "vadd": "add", "vsub": "sub", "vscale": "mul"}
_KNOWN = frozenset({
    "add", "sub", "mul", "div", "neg", "pow", "exp", "log", "sqrt", "abs", "min", "max", "floor", "ceil",
    "erf",
    "erfc", "sin", "cos", "tan", "sinh", "cosh", "tanh", "uppergamma", "lowergamma", "gamma",
})  # fmt: skip

Closed = Term | tuple[Term, ...]


def closed_form(term: Expr, sketch: Sketch, stack: tuple[object, ...] = ()) -> Closed:
    """The closed form of a number or a data set in the symbols of a sketch; raises Unsupported."""
    head, args = term.head, term.args

    def number(part: Expr) -> Term:
        found = closed_form(part, sketch, stack)
        if not isinstance(found, Term):
            raise Unsupported("a data set in the place of a number")
        return found

    if head == "num":
        assert term.value is not None
        return num(term.value)
    if head == "zero":
        return num(0)
    if head == "const":
        return Term("const", (), term.label)
    if head == "bound":
        return stack[-1 - term.index]  # type: ignore[return-value]
    if head == "var":
        return _variable(term, sketch)
    if head == "pow" and args[0].head == "norm" and args[1].value == 2:  # on the line
        return tidy(apply("pow", number(args[0].args[0]), num(2)))
    op = _LINE.get(head, head)
    if op in _KNOWN:
        return tidy(apply(op, *map(number, args)))
    if head == "item":
        data, place = closed_form(args[0], sketch, stack), rational_value(number(args[1]))
        if isinstance(data, tuple) and place is not None and 1 <= place <= len(data):
            return data[int(place.p) - 1]
    if head == "replace":
        return _replaced(args, sketch, stack, number)
    if head == "sum":
        return _sum(args, sketch, stack, number)
    if head == "apply":
        fn, terms = applied(term)
        return _applied(fn, [closed_form(t, sketch, stack) for t in terms], sketch, stack)
    if head == "E":
        fn, terms = applied(args[0])
        law = sketch.symbols.get(fn.label)
        if isinstance(law, Table):
            images = _named(law.names, [closed_form(t, sketch, stack) for t in terms])
            points = [replace_terms(p, images) for p in law.points]
            parts = [
                w * _applied(args[1], [p], sketch, stack) for w, p in zip(law.weights, points, strict=True)
            ]
            return tidy(sum(parts[1:], parts[0]))
    raise Unsupported(f"a closed form of '{head}'")


def _variable(term: Expr, sketch: Sketch) -> Closed:
    if term.label == "n":
        return num(sketch.size)
    if term.label == "d":
        return num(1)
    if term.label in sketch.data:
        return sketch.data[term.label]
    if term.label in sketch.defined:
        return sketch.defined[term.label]
    if term.label in sketch.names:
        return var(term.label)
    raise Unsupported(f"a closed form of {term.label}")


def _sum(args: Sequence[Expr], sketch: Sketch, stack: tuple[object, ...], number: object) -> Term:
    ends = [closed_form(a, sketch, stack) for a in args[:2]]
    low, high = (rational_value(e) if isinstance(e, Term) else None for e in ends)
    if low is None or high is None or high - low > 12:
        raise Unsupported("a sum whose range is open")
    parts = [_applied(args[2], [num(k)], sketch, stack) for k in range(int(low.p), int(high.p) + 1)]
    return tidy(sum(parts[1:], parts[0])) if parts else num(0)


def _replaced(
    args: Sequence[Expr], sketch: Sketch, stack: tuple[object, ...], number: Callable[[Expr], Term]
) -> Closed:
    """Data with one record replaced, whose place may be open: a whole number."""
    data, place, record = closed_form(args[0], sketch, stack), number(args[1]), number(args[2])
    if not isinstance(data, tuple):
        raise Unsupported("a number in the place of a data set")
    made = []
    for k, old in enumerate(data, 1):
        here = apply("max", num(0), num(1) - apply("abs", place - num(k)))
        made.append(tidy(old + here * (record - old)))
    return tuple(made)


def _applied(fn: Expr, arguments: Sequence[Closed], sketch: Sketch, stack: tuple[object, ...]) -> Term:
    if fn.head == "lam":
        body, under = fn, stack
        for argument in arguments:
            body, under = body.args[0], (*under, argument)
        found = closed_form(body, sketch, under)
    else:
        head, first = applied(fn)
        called = sketch.symbols.get(head.label)
        if not isinstance(called, Function):
            raise Unsupported(f"a closed form of {head.label}")
        arguments = [*(closed_form(t, sketch, stack) for t in first), *arguments]
        found = tidy(replace_terms(called.body, _named(called.names, arguments)))
    if not isinstance(found, Term):
        raise Unsupported("a data set in the place of a number")
    return found


def _named(names: Sequence[str], arguments: Sequence[Closed]) -> dict[bytes, Term]:
    if len(names) != len(arguments):
        raise Unsupported("a function of other arguments")
    images: dict[str, Term] = {}
    for name, value in zip(names, arguments, strict=True):
        if isinstance(value, tuple):
            images |= {f"{name}{k}": part for k, part in enumerate(value, 1)}
        else:
            images[name] = value
    return {var(name).key: made for name, made in images.items()}


def substituted(term: Term, values: Mapping[str, Term]) -> Term:
    """A term with closed forms for names, and evident arithmetic done."""
    return tidy(replace_terms(term, {var(name).key: made for name, made in values.items()}))


def line(form: Term, name: str) -> tuple[Term, Term] | None:
    """The slope and the rest of what is affine in a number."""
    zero, one = (substituted(form, {name: num(k)}) for k in (0, 1))
    slope = polished(tidy(one - zero))
    rng = np.random.default_rng(7)
    points = {n: rng.uniform(0.2, 1.7, 40) for n in sorted(form.names | {name})}
    with np.errstate(all="ignore"):
        left, right = (evaluated(t, points) * np.ones(40) for t in (form, zero + slope * var(name)))
    return (slope, zero) if np.allclose(left, right, rtol=1e-9, atol=1e-9) else None


def polished(term: Term) -> Term:
    """A term as a quotient of polynomials in what is no sum or product, where that is shorter.

    >>> from ..kernel.real import parse_term, print_term
    >>> print_term(polished(parse_term("(w + 1)**2/2 - (w - 1)**2/2")))
    '2*w'
    """
    if not term.args or term.op in ("sum", "prod", "integral"):
        return term
    inner = tidy(Term(term.op, tuple(map(polished, term.args)), term.value))
    try:
        field = Field([inner])
        form = field[inner]
        top, bottom = (_polynomial(part.to_dict(), field.generators) for part in (form.num, form.den))
    except KernelError:
        return inner
    made = tidy(top / bottom)
    return made if len(print_term(made)) < len(print_term(inner)) else inner


def _polynomial(monomials: Mapping[tuple[int, ...], fmpq], generators: Sequence[Term]) -> Term:
    parts: list[Term] = []
    for powers, factor in sorted(monomials.items(), key=lambda m: (-sum(m[0]), m[0])):
        made = num(factor)
        for generator, power in zip(generators, powers, strict=False):
            if power:
                made = made * (generator if power == 1 else apply("pow", generator, num(int(power))))
        parts.append(tidy(made))
    return tidy(sum(parts[1:], parts[0])) if parts else num(0)


def tidy(term: Term) -> Term:
    """A term with the arithmetic done that is evident: on numbers, with 0 and 1.

    >>> from ..kernel.real import parse_term
    >>> tidy(parse_term("1*w + 0*z + 2*3"))
    Term(op='add', args=(Term(op='var', args=(), value='w'), Term(op='num', args=(), value=6)), value=None)
    """
    if not term.args or term.op in ("sum", "prod", "integral"):
        return term
    args = tuple(map(tidy, term.args))
    known = [rational_value(a) for a in args]
    if all(k is not None for k in known):
        value = _number(term.op, [k for k in known if k is not None])
        if value is not None:
            return num(value)
    zero, one = (next((i for i, k in enumerate(known) if k == v), None) for v in (0, 1))
    if term.op == "add" and zero is not None:
        return args[1 - zero]
    if term.op == "add" and known[1] is not None and known[1] < 0:
        return apply("sub", args[0], num(-known[1]))
    if term.op == "add" and args[1].op == "neg":
        return tidy(apply("sub", args[0], args[1].args[0]))
    if term.op == "add" and args[1].op == "mul" and (rational_value(args[1].args[0]) or 0) < 0:
        return apply("sub", args[0], tidy(-rational_value(args[1].args[0]) * args[1].args[1]))  # type: ignore[operator]
    if term.op == "sub" and known[1] == 0:
        return args[0]
    if term.op == "sub" and known[0] == 0:
        return tidy(apply("neg", args[1]))
    if term.op == "sub" and known[1] is not None and known[1] < 0:
        return apply("add", args[0], num(-known[1]))
    if term.op == "mul" and zero is not None:
        return num(0)
    if term.op == "mul" and one is not None:
        return args[1 - one]
    if term.op == "mul" and known[0] == -1:
        return tidy(apply("neg", args[1]))
    if term.op in ("div", "pow") and known[1] == 1:
        return args[0]
    if term.op == "pow" and known[1] == 0:
        return num(1)
    if term.op == "div" and known[0] == 0:
        return num(0)
    if (
        term.op == "mul"
        and known[0] is not None
        and args[1].op == "mul"
        and rational_value(args[1].args[0]) is not None
    ):
        return tidy(apply("mul", num(known[0] * rational_value(args[1].args[0])), args[1].args[1]))  # type: ignore[operator]
    if term.op == "neg" and args[0].op == "neg":
        return args[0].args[0]
    return Term(term.op, args, term.value)


def _number(op: str, values: list[fmpq]) -> fmpq | None:
    if op == "add":
        return values[0] + values[1]
    if op == "sub":
        return values[0] - values[1]
    if op == "mul":
        return values[0] * values[1]
    if op == "div":
        return values[0] / values[1] if values[1] != 0 else None
    if op == "neg":
        return -values[0]
    if op == "abs":
        return abs(values[0])
    if op in ("min", "max"):
        return min(values) if op == "min" else max(values)
    if op == "pow" and values[1].q == 1 and 0 < values[1] <= 64:
        return values[0] ** int(values[1].p)
    return None
