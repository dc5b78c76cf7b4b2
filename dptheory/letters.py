"""Symbols of sympy that print as the letters of the page: ``lam`` is λ, and \\lambda in LaTeX."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sympy


def letter(name: str, *, integer: bool = False, positive: bool = False) -> sympy.Symbol:
    """A real symbol that equals the plain one of its name and assumptions, and prints as its letter.

    >>> import sympy
    >>> lam = letter("lam", positive=True)
    >>> sympy.latex(1 / lam), str(1 / lam), lam == sympy.Symbol("lam", positive=True)
    ('\\\\frac{1}{\\\\lambda}', '1/lam', True)
    """
    made: sympy.Symbol = _kind()(name, real=True, integer=integer or None, positive=positive or None)
    return made


@cache
def _kind() -> Any:
    """The class of these symbols, made when sympy is first needed."""
    import sympy
    from sympy.printing.pretty.stringpict import prettyForm

    from .notation import symbol

    class Symbol(sympy.Symbol):  # type: ignore[misc]
        """Equal to a plain symbol, and of the same hash: it differs in how it is printed only."""

        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            if isinstance(other, sympy.Symbol):
                return bool(self._hashable_content() == other._hashable_content())
            found: bool = super().__eq__(other)  # may be NotImplemented, which is passed on
            return found

        def __ne__(self, other: object) -> bool:
            return not self == other

        __hash__ = sympy.Symbol.__hash__

        def __reduce__(self) -> Any:
            return sympy.Symbol(self.name, **self._assumptions_orig).__reduce_ex__(2)

        def _eval_subs(self, old: Any, new: Any) -> Any:
            return new if self == old else None

        def _latex(self, printer: Any) -> str:
            return symbol(self.name).latex

        def _pretty(self, printer: Any) -> Any:
            return prettyForm(symbol(self.name).unicode)

    return Symbol
