"""Whether a rate that was derived tends to 0 as n grows: growth claims with certificates of the kernel.

The source's properties ask for rates that tend to 0; a derivation holds for each n and says nothing of that.
Where a rate is a function of n alone, the prover looks for a certificate of rate = o(1), or of the contrary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..defaults import EFFORT
from ..kernel import KernelError, recheck
from ..kernel.logic import Expr
from ..kernel.real import NOT_SMALLER, SMALLER, parse_claim, parse_term, print_term
from ..theory.relations import real_term

VANISHES, STAYS, UNDECIDED, DEPENDS = "tends to 0", "does not tend to 0", "not decided", "not asked"
DOMAIN: Final = "n >= 2, n integer"
ENOUGH: Final = 2 * EFFORT


@dataclass(frozen=True)
class Limit:
    """What was certified of one rate as n grows: `answer`, in words `how`, and the certificate.

    *not decided* says that neither was certified, *not asked* that the rate depends on more than n.
    """

    answer: str
    how: str
    certificate: dict[str, object] | None = None


def limit(rate: Expr, effort: int = ENOUGH) -> Limit:
    """Whether a rate tends to 0.

    >>> from ..kernel.logic.grammar import Scope, term
    >>> limit(term("2/n", Scope({}, {}))).answer
    'tends to 0'
    """
    others = sorted(rate.names - {"n"})
    if others:
        return Limit(DEPENDS, f"it depends on {', '.join(others)}")
    made = real_term(rate)
    if made is None:
        return Limit(UNDECIDED, "it is no function of n in closed form")
    from ..prover.growth.comparison import smaller

    found = smaller(made, parse_term("1"), "n", parse_claim("0 <= 0", DOMAIN), effort=effort)
    if found.answer not in (SMALLER, NOT_SMALLER) or found.certificate is None:
        return Limit(UNDECIDED, found.reason)
    return checked(rate, found.certificate)


def checked(rate: Expr, certificate: object) -> Limit:
    """What a certificate says of a rate; KernelError where the kernel does not accept it, or where it is
    one of something else."""
    made = real_term(rate)
    if not isinstance(certificate, dict) or made is None:
        raise KernelError("no certificate of how a rate grows")
    wanted = {"left": print_term(made), "right": "1", "growing": "n", "where": DOMAIN}
    wrong = [key for key, value in wanted.items() if certificate.get(key) != value]
    answer = {SMALLER: VANISHES, NOT_SMALLER: STAYS}.get(str(certificate.get("answer")))
    if wrong or answer is None:
        raise KernelError(f"a certificate of something else: {', '.join(wrong) or 'its answer'}")
    return Limit(answer, recheck(certificate), certificate)
