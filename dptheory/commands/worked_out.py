"""What `optimize` and `bound` need of a statement, worked out when it is verified.

For every parameter that a source chooses: the closed forms that were guessed, and the certificates of the
lemmas that say what they are. Answering later, the kernel checks all of it again and nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import BadInput
from ..kernel.verdicts import PROVED
from ..prover import prove
from ..theory.bounds import Bound, read_bound
from ..theory.guesses import failing
from ..theory.library import TheoryLibrary
from ..theory.optima import Optimum, evaluate, optimize, source_setting, vacuous_when
from ..theory.rivals import alike, compared, nowhere_larger
from ..theory.statements import Statement
from ..theory.verification import Certificates
from ..theory.whole import best_whole


def worked_out(
    library: TheoryLibrary, statement: Statement, known: Mapping[str, object]
) -> dict[str, object]:
    """Certificates and guesses by their keys; none for a statement whose parameters nobody chooses."""
    held: dict[str, object] = {}
    chosen = dict.fromkeys(choice.parameter for choice in statement.parameters.choices)
    for bound in _bounds(library, statement) if chosen else ():
        for over in chosen:
            held |= _optimum(library, bound, over, {**known, **held})
        for other in alike(library, bound):
            certificates = Certificates({**known, **held})
            if nowhere_larger(other, bound, certificates):
                held |= certificates.used
            elif (point := prove(compared(other, bound)).witness) is not None:
                at = {name: str(value) for name, value in point.items()}
                held[failing(compared(other, bound))] = {"point": at}
    return held


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
    """What one optimum needs; nothing where it is not proved."""
    certificates, form = Certificates(known), bound.form.name.partition(":")[2]
    try:
        found = optimize(library, bound.statement.id, over, form=form, certificates=certificates)
        if found.verdict.status != PROVED:
            return {}
        if isinstance(found, Optimum):
            vacuous_when(found, certificates)
            values, _ = source_setting(found.bound, {}, over)
            if found.whole and values:
                evaluate(found, values)
                best_whole(library, found.bound, over, found.full_place, values, certificates)
    except BadInput:
        pass
    return dict(certificates.used)
