"""What `optimize` and `bound` need of a statement, worked out when it is verified.

For every parameter that a source chooses: the closed forms that were guessed, and the
certificates of the lemmas that say what they are; where there are several bounds of one quantity, the proof
that one is nowhere larger than another, or a point where it is; and what was searched for in vain. Answering
later, the kernel checks all of it again and nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import BadInput
from ..kernel import PROVED
from ..prover import prove
from ..theory.bounds import Bound, read_bound
from ..theory.evaluation import evaluate, source_setting, vacuous_when
from ..theory.guesses import Tried, failing, in_vain
from ..theory.integer_optima import best_whole
from ..theory.library import TheoryLibrary
from ..theory.optima import Optimum, optimize
from ..theory.rivals import alike, compared, nowhere_larger
from ..theory.statements import Statement
from .stated import COMPARING, LEAST


def worked_out(
    library: TheoryLibrary, statement: Statement, known: Mapping[str, object]
) -> dict[str, object]:
    """Certificates and guesses by their keys; none for a statement without a bound."""
    held: dict[str, object] = {}
    chosen = dict.fromkeys(choice.parameter for choice in statement.parameters.choices)
    for bound in _bounds(library, statement):
        for over in chosen:
            held |= _optimum(library, bound, over, {**known, **held})
        for other in alike(library, bound):
            held |= _comparison(other, bound, {**known, **held})
    return held


def _comparison(one: Bound, other: Bound, known: Mapping[str, object]) -> dict[str, object]:
    """What says whether a bound is nowhere larger than another: a proof, a point where it is, or that both
    were searched for in vain."""
    claim = compared(one, other)
    if one.term != other.term and not known.keys() & {claim.hash, failing(claim), in_vain(claim)}:
        outcome = prove(claim, effort=COMPARING)
        if outcome.witness is not None:
            return {failing(claim): {"point": {name: str(x) for name, x in outcome.witness.items()}}}
        if outcome.certificate is None:
            return {in_vain(claim): COMPARING}
        known = {**known, claim.hash: outcome.certificate}
    certificates = Tried(known, effort=COMPARING)
    if nowhere_larger(one, other, certificates) or certificates.used:
        return dict(certificates.used)
    return {failing(claim): known[failing(claim)]}


def _bounds(library: TheoryLibrary, statement: Statement) -> Iterator[Bound]:
    """The bounds that the statement's forms are."""
    for form in statement.forms:
        try:
            bound = read_bound(library, statement, form.name.partition(":")[2])
        except BadInput:
            continue
        if bound.form.name == form.name and form.refutation is None:
            yield bound


def _optimum(
    library: TheoryLibrary, bound: Bound, over: str, known: Mapping[str, object]
) -> dict[str, object]:
    """What one optimum needs."""
    certificates, form = Tried(known, effort=LEAST), bound.form.name.partition(":")[2]
    try:
        found = optimize(library, bound.statement.id, over, form=form, certificates=certificates)
        if isinstance(found, Optimum) and found.verdict.status == PROVED:
            vacuous_when(found, certificates)
            values, _ = source_setting(found.bound, {}, over)
            if found.whole and values:
                evaluate(found, values)
                best_whole(library, found.bound, over, found.full_place, values, certificates)
    except BadInput:
        pass
    return dict(certificates.used)
