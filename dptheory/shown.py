"""Values that show themselves: a short line where Python echoes them, a page where a notebook does.

What is shown of each kind of value is written in `present.values`; figures are drawn in `present.figures`. A
value knows nothing of these: who writes is found by its name, when something is shown.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def _writer(name: str) -> Any:
    """The module of `present` of that name."""
    return import_module(f"dptheory.present.{name}")


class Shown:
    """A value with a short `repr` and with pages for notebooks: HTML, LaTeX, Markdown, plain text.

    >>> import dptheory
    >>> dptheory.load("wu2015.theorem14")
    <wu2015.theorem14: norm stability of strongly convex learning rules>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return str(_writer("values").line(self))

    def blocks(self) -> list[Any]:
        """What is shown, as headings, facts, formulas and tables, for any writer of `present.blocks`."""
        return list(_writer("values").blocks(self))

    def latex(self) -> str:
        """The formula of a bound, of an optimum or of a claim as LaTeX; of any other value its page.

        >>> import dptheory
        >>> dptheory.load("wu2015.theorem14").bound.latex()
        '\\\\frac{4 \\\\rho}{\\\\lambda n}'
        """
        return str(_writer("values").latex(self))

    def _repr_html_(self) -> str:
        return str(_writer("blocks").to_html(self.blocks()))

    def _repr_markdown_(self) -> str:
        return str(_writer("blocks").to_markdown(self.blocks()))

    def _repr_latex_(self) -> str:
        return str(_writer("blocks").to_tex(self.blocks()))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Every form at once, of which a notebook takes the one that it can show best."""
        made = {
            "text/plain": repr(self),
            "text/html": self._repr_html_(),
            "text/markdown": self._repr_markdown_(),
            "text/latex": self._repr_latex_(),
        }
        kept = made.keys() if include is None else set(include) & made.keys()
        return {kind: text for kind, text in made.items() if kind in kept and kind not in (exclude or ())}


class Drawn(Shown):
    """A value that has a figure."""

    __slots__ = ()

    def plot(self, ax: Any = None, **asked: Any) -> Any:
        """Draw it on matplotlib axes, new ones if none are given, and give these back.

        Needs the extra `plot`. What may be asked beside stands with the functions of `present.figures`.
        """
        return _writer("figures").draw(self, ax, asked)


class Tabular(Shown):
    """A value that is a table."""

    __slots__ = ()

    def to_frame(self) -> Any:
        """The table as a pandas frame; raises MissingExtra where pandas is not installed."""
        return _writer("values").frame(self)
