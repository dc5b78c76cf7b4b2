"""What a paper would say of an optimum: the hypotheses, the claim, the best parameter and what it gives."""

from __future__ import annotations

from ..kernel import PROVED
from ..kernel.real import Term, var
from ..theory.bounds import Bound
from ..theory.evaluation import Vacuous
from ..theory.optima import NoOptimum, Optimum
from ..theory.rivals import Stated
from .blocks import Block, Display, Listing, Paragraph, Text
from .formulas import model
from .from_logic import Words
from .model import Math, relation, symbol


def starred(name: str) -> Math:
    """The best value of a parameter.

    >>> from .unicode import unicode
    >>> unicode(starred("lam"))
    'λ^⋆'
    """
    return Math("power", (symbol(name), Math("word", (), "⋆")))


def hypotheses(bound: Bound, words: Words) -> Listing:
    """What a bound assumes: conditions on its parameters, then what is given."""
    conditions: list[Text] = [(model(one),) for one in bound.conditions]
    whole: list[Text] = [(symbol(name), " is an integer") for name in sorted(bound.integers)]
    return Listing((*conditions, *whole, *((model(premise, words),) for premise in bound.premises)))


def claim_blocks(about: Stated, words: Words) -> list[Block]:
    """The hypotheses and the claim of a bound."""
    return [
        Paragraph(("Assume that",)),
        hypotheses(about.bound, words),
        Paragraph(("Then",)),
        Display(model(about.what.claim, words)),
    ]


def optimum_blocks(
    about: Stated, found: Optimum | NoOptimum, vacuous: Vacuous | None, words: Words
) -> list[Block]:
    """A bound with its best parameter; what is not proved says so."""
    made = claim_blocks(about, words)
    if isinstance(found, NoOptimum):
        return [*made, *_none(found)]
    name = symbol(found.parameter)
    certain = found.verdict.status == PROVED
    others = found.bound.also(found.parameter)
    what = "is least, over all " if certain else "is small (that it is least is not proved), over "
    over = ("admissible ", name) if not others else (name, " that the conditions on numbers allow")
    made += [
        Paragraph(("The bound ", what, *over, ", at")),
        Display(relation(starred(found.parameter), "=", model(found.place))),
        Paragraph(("where it is",)),
        Display(model(found.value)),
    ]
    if found.names:
        made.append(Paragraph(("with",)))
        made += [Display(_equal(name, term)) for name, term in found.names.items()]
    if found.assumed:
        conditions = [piece for one in found.assumed for piece in (", ", model(one))][1:]
        made.append(Paragraph(("This is for ", *conditions, ".")))
    if vacuous is not None and vacuous.verdict.status == PROVED:
        level = model(vacuous.level)
        says = (f", {vacuous.words}, exactly when ", model(vacuous.condition), ".")
        made.append(Paragraph(("The best bound is not below ", level, *says)))
    return made


def _equal(name: str, term: Term) -> Math:
    return relation(model(var(name)), "=", model(term))


def _none(found: NoOptimum) -> list[Block]:
    name = symbol(found.parameter)
    if found.infimum is None:
        return [Paragraph((f"No least value of the bound is known: {found.verdict.reason}.",))]
    return [
        Paragraph(("No ", name, " attains the infimum of the bound, which is")),
        Display(model(found.infimum)),
    ]
