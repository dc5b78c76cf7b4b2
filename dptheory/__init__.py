"""dptheory: machine-checked statements, proofs and constants of differentially private learning.

Importing this loads next to nothing; the functions import what they need when they are called. Searches
take an `effort`, counted in steps of about a microsecond: the same question with the same effort has the
same answer. A `timeout` in seconds may be set beside it; where the clock strikes, the search has no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .defaults import EFFORT

if TYPE_CHECKING:
    from .loaded import LoadedStatement
    from .prover import Ablation, Growth, Outcome, Tightening

__all__ = ["__version__", "ablate", "growth", "load", "prove", "refute", "tighten"]
__version__ = "0.1.0"


def prove(claim: object, *, where: str = "", effort: int = EFFORT, timeout: float | None = None) -> Outcome:
    """Prove or refute an inequality: a text in the claim grammar, or a sympy relation.

    A sympy relation is certified as the text that it becomes. Raises SyntaxProblem for a text that is
    no claim.

    >>> import dptheory
    >>> dptheory.prove("x*(1 - x) <= 1/4").verdict.status
    'proved'
    """
    from .kernel.real.claims import parse_claim
    from .prover import prove as search

    return search(parse_claim(_text(claim), where), effort=effort, timeout=timeout)


def refute(claim: object, *, where: str = "", effort: int = EFFORT, timeout: float | None = None) -> Outcome:
    """Look for a point at which an inequality fails or is not defined, for as long as the effort allows.

    >>> import dptheory
    >>> dptheory.refute("exp(x) <= 1 + x + x**2", where="x <= 2").verdict.status
    'refuted'
    """
    from .kernel.real.claims import parse_claim
    from .prover import refute as search

    return search(parse_claim(_text(claim), where), effort=effort, timeout=timeout)


def ablate(
    claim: object, *, where: str = "", effort: int = EFFORT, timeout: float | None = None
) -> list[Ablation]:
    """Which conditions an inequality needs: each is dropped in turn, with the effort for all together.

    >>> import dptheory
    >>> [(a.condition, a.needed) for a in dptheory.ablate("x**2 <= 4", where="-2 <= x <= 2, x <= 3")]
    [('-2 <= x', True), ('x <= 2', True), ('x <= 3', False)]
    """
    from .kernel.real.claims import parse_claim
    from .prover import ablate as search

    return search(parse_claim(_text(claim), where), effort=effort, timeout=timeout)


def tighten(
    claim: object, find: str, *, where: str = "", effort: int = EFFORT, timeout: float | None = None
) -> Tightening:
    """The best value of the constant `find` in an inequality: an enclosure, a closed form, where it is
    attained, and certificates for both sides. Raises SyntaxProblem for a text that is no claim, KernelError
    where `find` is no constant of an inequality.

    >>> import dptheory
    >>> found = dptheory.tighten("exp(x) - 1 <= c*x", "c", where="0 < x <= 1")
    >>> found.closed_form, found.attained_at
    ('E - 1', {'x': '1'})
    """
    from .kernel.real.claims import parse_claim
    from .prover import tighten as search

    return search(parse_claim(_text(claim), where), find, effort=effort, timeout=timeout)


def growth(
    left: str,
    right: str,
    growing: str,
    *,
    where: str = "",
    relation: str = "O",
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Growth:
    """Whether left = O(right) as the variable `growing` goes to infinity, with one constant on the whole
    domain; the relation may also be o, Omega, omega or Theta. Raises SyntaxProblem for texts that are no
    terms, KernelError for another relation.

    >>> import dptheory
    >>> dptheory.growth("n*log(n)", "n**2", "n", where="n >= 1").answer
    'bounded'
    >>> dptheory.growth("n", "n*log(n)", "n", where="n >= 2", relation="o").holds
    True
    """
    from .kernel.real.claims import parse_claim
    from .kernel.real.grammar import parse_term
    from .prover import compare

    domain = parse_claim("0 <= 0", where)
    return compare(
        parse_term(left), parse_term(right), growing, domain, relation, effort=effort, timeout=timeout
    )


def _text(claim: object) -> str:
    """The text that a claim is or becomes."""
    if isinstance(claim, str):
        return claim
    from .loaded import claim_text

    return claim_text(claim)


def load(name: str) -> LoadedStatement:
    """A statement of the library by its identifier; raises UnknownStatement.

    >>> import dptheory
    >>> dptheory.load("wu2015.theorem14").title
    'norm stability of strongly convex learning rules'
    """
    from .loaded import load_statement

    return load_statement(name)
