"""The bridge to sympy, node by node in both directions; no text is ever parsed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flint import fmpq

from ..exact import exact_number
from ..kernel import KernelError
from ..kernel.real import FUNCTIONS, PI, E, Term, apply, num, subterms, var
from ..letters import letter

if TYPE_CHECKING:
    import sympy


def to_sympy(
    term: Term, integers: frozenset[str] = frozenset(), positive: frozenset[str] = frozenset()
) -> sympy.Expr:
    """The sympy expression of a term; its symbols are real, and integer or positive where that is said.

    >>> from ..kernel.real.grammar import parse_term
    >>> to_sympy(parse_term("4*rho/(lam*n)"))
    4*rho/(lam*n)
    """
    import sympy

    operations = _operations()
    made: dict[bytes, Any] = {}
    for t in subterms(term):
        if t.op == "num" and isinstance(t.value, fmpq):
            made[t.key] = sympy.Integer(int(t.value.p))
        elif t.op == "var":
            name = str(t.value)
            made[t.key] = letter(name, integer=name in integers, positive=name in positive)
        elif t.op == "const":
            made[t.key] = sympy.pi if t.value == "pi" else sympy.E
        else:
            made[t.key] = operations[t.op](*(made[a.key] for a in t.args))
    result: sympy.Expr = made[term.key]
    return result


def _operations() -> Mapping[str, Any]:
    import operator

    import sympy

    named = {
        "neg": operator.neg, "add": operator.add, "sub": operator.sub, "mul": operator.mul,
        "div": operator.truediv, "pow": operator.pow, "abs": sympy.Abs, "min": sympy.Min, "max": sympy.Max,
        "ceil": sympy.ceiling, "uppergamma": sympy.uppergamma, "lowergamma": sympy.lowergamma,
    }  # fmt: skip
    plain = set(FUNCTIONS) - set(named)
    return {**{name: getattr(sympy, name) for name in plain}, **named}


def from_sympy(expression: sympy.Expr, order: Sequence[str] = ()) -> Term:
    """The term of a sympy expression; factors and summands in the order of the names where that is given.

    Raises KernelError for what has no term (infinities, unknown functions).

    >>> import sympy
    >>> from ..kernel.real.grammar import print_term
    >>> rho, lam = sympy.symbols("rho lam", positive=True)
    >>> print_term(from_sympy(2 * rho / sympy.sqrt(lam) - 1, ["rho", "lam"]))
    '2*rho/sqrt(lam) - 1'
    """
    return _Writer(order).term(expression)


class _Writer:
    """Writes sympy expressions as terms."""

    def __init__(self, order: Sequence[str]) -> None:
        self.order = {name: place for place, name in enumerate(order)}

    def term(self, e: Any) -> Term:
        """The term of an expression."""
        if e.is_Rational:
            return num(fmpq(int(e.p), int(e.q)))
        if e.is_Float:
            return num(exact_number(e))
        if e.is_Symbol:
            return var(str(e.name))
        kind = type(e).__name__
        writers: dict[str, Callable[[Any], Term]] = {
            "Add": self._sum, "Mul": self._product, "Pow": self._power,
        }  # fmt: skip
        if kind in ("Pi", "Exp1"):
            return PI if kind == "Pi" else E
        if kind in writers:
            return writers[kind](e)
        name = {"Abs": "abs", "Min": "min", "Max": "max", "ceiling": "ceil"}.get(kind, kind)
        if name not in FUNCTIONS:
            raise KernelError(f"sympy's {kind} has no term")
        return apply(name, *(self.term(a) for a in e.args))

    def _place(self, e: Any) -> tuple[int, int, str]:
        names = [self.order.get(s.name, len(self.order)) for s in e.free_symbols]
        simple = e.is_Symbol or e.is_Number or (e.is_Pow and e.base.is_Symbol)
        return (0 if simple else 1, min(names, default=-1), str(e))

    def _sum(self, e: Any) -> Term:
        negative = [a for a in e.args if a.could_extract_minus_sign()]
        positive = sorted((a for a in e.args if a not in negative), key=self._summand)
        made = self.term(positive[0]) if positive else -self.term(-negative.pop(0))
        for part in positive[1:]:
            made = made + self.term(part)
        for part in sorted(negative, key=self._summand):
            made = made - self.term(-part)
        return made

    def _summand(self, e: Any) -> tuple[bool, int, tuple[int, int, str]]:
        factors = [f for f in e.as_ordered_factors() if f.free_symbols]
        degree = sum(int(f.exp) if f.is_Pow and f.exp.is_Integer else 1 for f in factors)
        return (bool(e.is_number), -degree, self._place(e))

    def _product(self, e: Any) -> Term:
        if e.could_extract_minus_sign():
            return -self.term(-e)
        top, bottom = [], []
        for factor in e.as_ordered_factors():
            if factor.is_Rational:
                top += [_integer(factor.p)] if factor.p != 1 else []
                bottom += [_integer(factor.q)] if factor.q != 1 else []
            elif factor.is_Pow and factor.exp.could_extract_minus_sign():
                bottom.append(1 / factor)
            else:
                top.append(factor)
        above = self._factors(top)
        return above if not bottom else above / self._factors(bottom)

    def _factors(self, factors: list[Any]) -> Term:
        made: Term | None = None
        for factor in sorted(factors, key=lambda f: (not f.is_Rational, *self._place(f))):
            part = self.term(factor)
            made = part if made is None else made * part
        return num(1) if made is None else made

    def _power(self, e: Any) -> Term:
        base, exponent = e.args
        if exponent.could_extract_minus_sign():
            return num(1) / self.term(1 / e)
        if exponent.is_Rational and exponent.p == 1 and exponent.q == 2:
            return apply("sqrt", self.term(base))
        return self.term(base) ** self.term(exponent)


def _integer(value: int) -> Any:
    import sympy

    return sympy.Integer(int(value))
