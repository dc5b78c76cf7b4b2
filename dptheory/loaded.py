"""Statements as values for Python users, and the bridge to sympy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import BadInput, for_python
from .present.styles import PAGES
from .shown import Shown
from .theory.bounds import Bound, pick_form, read_bound
from .theory.library import TheoryLibrary, load_library
from .theory.results import StatementResult
from .theory.statements import Statement
from .theory.symbols import to_sympy

if TYPE_CHECKING:
    from .best import Best
    from .theory.optima import NoOptimum

__all__ = ["LoadedStatement", "load_statement", "to_sympy"]


@dataclass(frozen=True, repr=False)
class LoadedStatement(Shown):
    """One statement of a library, or one form of it. Nothing is verified before it is asked for, and nothing
    prints."""

    statement: Statement
    library: TheoryLibrary
    form: str = ""

    @property
    def id(self) -> str:
        """The identifier."""
        return self.statement.id

    @property
    def title(self) -> str:
        """What the statement is about."""
        return self.statement.title

    def verify(self) -> StatementResult:
        """The result of checking it now, with the recorded certificates where there are any."""
        from .commands.running import run
        from .commands.store import folder, recorded

        return run(self.library, [self.id], recorded(folder(None))).results[0]

    @property
    @for_python
    def bound(self) -> Bound:
        """The bound of the form that was loaded, else of the one to build on (corrected, else printed);
        `.sympy()` gives the expression.

        >>> load_statement("wu2015.theorem14").bound.sympy()
        4*rho/(lam*n)
        """
        return read_bound(self.library, self.statement, self.form or None)

    @for_python
    def optimize(self, over: str, *, form: str | None = None) -> Best | NoOptimum:
        """The best value of a parameter of the bound, certified; see `theory.optima`. It can be called with
        numbers, and has `.sympy()`, `.latex()` and `.plot()`.

        >>> load_statement("wu2015.theorem21").optimize("lam", form="sharp").verdict.status
        'proved'
        """
        from .best import Best
        from .commands.store import answers, folder
        from .theory.guesses import Tried
        from .theory.optima import NoOptimum, optimize

        form = form or self.form or None
        certificates = Tried(answers(folder(None), self.id))
        own = read_bound(self.library, self.statement, form).own(over)
        found = optimize(self.library, self.id, own, form=form, certificates=certificates)
        return found if isinstance(found, NoOptimum) else Best.of(found)

    @for_python
    def show(
        self, style: str = "unicode", *, form: str = "", whole: bool = False, unfold: bool = False
    ) -> str:
        """The page as text: unicode, ascii, latex or markdown; of the forms the sharpest that holds, the one
        that is named, such as printed or sharp, or all of them.

        >>> print(load_statement("wu2015.lemma5").show().splitlines()[0][:60])
        wu2015.lemma5   a strongly convex function plus a convex one
        """
        if style not in PAGES:
            hint = f'form="{style}"' if any(style in form.name for form in self.statement.forms) else PAGES[0]
            raise BadInput(f"the style {style}", f"one of {', '.join(PAGES)}", hint)
        from .commands.recording import Asked, page_text
        from .commands.store import folder

        asked = Asked(style, form or self.form, whole, unfold)
        return page_text(self.library, self.verify(), folder(None), asked, times=True)


def load_statement(name: str) -> LoadedStatement:
    """A statement of the built-in library, or a form of it; raises UnknownStatement, BadInput.

    >>> load_statement("wu2015.theorem14:sharp").bound.sympy()
    2*rho/(lam*n)
    """
    if not isinstance(name, str):
        raise BadInput(f"{name!r}", "the name of a statement", 'load("wu2015.theorem14")')
    library = load_library()
    of, _, form = name.partition(":")
    statement = library.get(of)
    if form:
        pick_form(statement, form)
    return LoadedStatement(statement, library, form)
