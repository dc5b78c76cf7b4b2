"""dptheory: machine-checked statements, proofs and constants of differentially private learning.

Importing this loads nothing else; `prove` and `load` import what they need when they are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .loaded import LoadedStatement
    from .prover import Outcome

__all__ = ["__version__", "load", "prove"]
__version__ = "0.1.0"


def prove(claim: object, *, where: str = "", timeout: float = 10.0) -> Outcome:
    """Prove or refute an inequality: a text in the claim grammar, or a sympy relation.

    A sympy relation is certified as the text that it becomes. Raises SyntaxProblem for a text that is
    no claim.

    >>> import dptheory
    >>> dptheory.prove("x*(1 - x) <= 1/4").verdict.status
    'proved'
    """
    from .kernel.real.claims import parse_claim
    from .prover import prove as search

    if not isinstance(claim, str):
        from .loaded import claim_text

        claim = claim_text(claim)
    return search(parse_claim(claim, where), timeout=timeout)


def load(name: str) -> LoadedStatement:
    """A statement of the library by its identifier; raises UnknownStatement.

    >>> import dptheory
    >>> dptheory.load("wu2015.theorem14").title
    'norm stability of strongly convex learning rules'
    """
    from .loaded import load_statement

    return load_statement(name)
