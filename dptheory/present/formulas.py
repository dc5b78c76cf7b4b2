"""A kernel object as text: the one entrance for every command."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.logic import Expr, show
from ..kernel.real import Claim, Compound, Relation, Term, print_term
from .blocks import Known
from .from_logic import Words, from_expr
from .from_real import from_claim, from_relation, from_term
from .latex import latex
from .mathml import mathml
from .model import Math, call, symbol
from .styles import ASCII, LATEX, MARKDOWN, MATHML, UNICODE
from .unicode import unicode

Formula = Expr | Term | Relation


def model(formula: Formula, words: Words | None = None) -> Math:
    """The model of a formula of either language."""
    if isinstance(formula, Expr):
        return plain_exponentials(from_expr(formula, words or Words()))
    return plain_exponentials(from_relation(formula) if isinstance(formula, Relation) else from_term(formula))


def plain_exponentials(math: Math) -> Math:
    """Where a variable is called ``e``, exponentials are written exp(...)."""
    return _spelled_out(math) if _mentions(math, symbol("e")) else math


def _mentions(math: Math, part: Math) -> bool:
    return math == part or any(_mentions(inner, part) for inner in math.parts)


def _spelled_out(math: Math) -> Math:
    parts = tuple(map(_spelled_out, math.parts))
    return (
        call(Math("function", (), "exp"), *parts)
        if math.kind == "exp"
        else Math(math.kind, parts, math.text, math.about)
    )


def grammar(formula: Formula) -> str:
    """The formula in the grammar that the command line reads: plain ASCII."""
    if isinstance(formula, Expr):
        return show(formula)
    return formula.text if isinstance(formula, Relation) else print_term(formula)


def write(formula: Formula, style: str = UNICODE, words: Words | None = None) -> str:
    """The formula in a style: ascii, unicode, latex, markdown (LaTeX between dollar signs), or mathml (HTML).

    >>> from ..kernel.real.claims import relation
    >>> write(relation("x**2 <= lam/2")), write(relation("x**2 <= lam/2"), "ascii")
    ('x² ≤ λ/2', 'x**2 <= lam/2')
    """
    if style == ASCII:
        return grammar(formula)
    made = model(formula, words)
    if style == MATHML:
        return mathml(made)
    return unicode(made) if style == UNICODE else inline(latex(made)) if style == MARKDOWN else latex(made)


def known(formula: Formula, style: str) -> Known:
    """The formula as a piece of a document that is written in one style."""
    return Known({style: write(formula, style)})


def inline(formula: str) -> str:
    """LaTeX within a line of Markdown."""
    return f"${formula}$"


def write_claim(claim: Claim | Compound, style: str = UNICODE) -> str:
    """A claim with its conditions on one line."""
    return write_claims([claim], style)


def chain_text(claims: Sequence[Claim | Compound]) -> str:
    """The links of a chain in the grammar: each begins with the term with which the one before ends."""
    first = claims[0]
    if isinstance(first, Compound):
        return first.said
    links = [c.relation for c in claims if isinstance(c, Claim)]
    return print_term(first.relation.left) + "".join(f" {r.op} {print_term(r.right)}" for r in links)


def write_claims(claims: Sequence[Claim | Compound], style: str = UNICODE) -> str:
    """The links of a chain as one formula, with the conditions that they share, on one line."""
    claim = claims[0]
    if style == ASCII:
        return chain_text(claims) + (f" where {claim.where}" if claim.where else "")
    made, conditions = from_claim(claim)
    links = [c.relation for c in claims if isinstance(c, Claim)]
    if len(links) > 1:
        sides = [from_term(links[0].left), *(from_term(r.right) for r in links)]
        made = Math("relation", tuple(sides), " ".join(r.op for r in links))
    if any(v.name == "e" for v in claim.variables):
        made, conditions = _spelled_out(made), tuple(map(_spelled_out, conditions))
    put = unicode if style == UNICODE else latex
    text, given = put(made), ", ".join(put(c) for c in conditions)
    if style == MARKDOWN:
        return inline(text) + (f" where {inline(given)}" if given else "")
    between = r"\quad\text{where } " if style == LATEX else "   where "
    return text + (between + given if given else "")
