"""Letters where users meet them: symbols of sympy that print as on the page; δ is ``delta`` for users.

Within the library δ is called ``del``, a word that Python keeps for itself.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import sympy


_NAME: Final = r"(?<![A-Za-z0-9_.]){}(?![A-Za-z(])"
_INNER: Final = re.compile(_NAME.format("delta"))
_OUTER: Final = re.compile(_NAME.format("del"))


def inner(text: str) -> str:
    """What a user wrote with δ called as in the library; as it is where both names stand in it.

    >>> inner("delta_1 <= log(1/delta)"), inner("del < delta")
    ('del_1 <= log(1/del)', 'del < delta')
    """
    return text if _OUTER.search(text) else _INNER.sub("del", text)


def outer(said: Any) -> Any:
    """A text, or all texts of lists and mappings, with δ called as users call it.

    >>> outer({"witness": {"del": "1/2"}, "reason": "at del = 1/2: del_1 > 0"})
    {'witness': {'delta': '1/2'}, 'reason': 'at delta = 1/2: delta_1 > 0'}
    """
    if isinstance(said, str):
        return said if _INNER.search(said) else _OUTER.sub("delta", said)
    if isinstance(said, dict):
        return {outer(key): outer(value) for key, value in said.items()}
    return [outer(one) for one in said] if isinstance(said, list | tuple) else said


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

        def _sympystr(self, printer: Any, **_: Any) -> str:
            return str(outer(self.name))

        _lambdacode = _numpycode = _scipycode = _mpmathcode = _pythoncode = _sympystr

        def __reduce__(self) -> Any:
            return sympy.Symbol(self.name, **self._assumptions_orig).__reduce_ex__(2)

        def _eval_subs(self, old: Any, new: Any) -> Any:
            """Any symbol of the name is meant, whatever it is assumed to be: ``subs({"d": 8})``."""
            named = isinstance(old, sympy.Symbol) and old.name in (self.name, outer(self.name))
            return new if named else None

        def _latex(self, printer: Any) -> str:
            return symbol(self.name).latex

        def _pretty(self, printer: Any) -> Any:
            return prettyForm(symbol(self.name).unicode)

    return Symbol
