"""What the kernel says of claims and of lemmas that are written while a question is answered."""

from __future__ import annotations

from ..kernel import UNKNOWN, KernelError, Verdict, check
from ..kernel.real import Claim
from .certificates import Certificates
from .library import TheoryLibrary, extended
from .results import StatementResult
from .verification import verify


def prove_claim(claim: Claim, certificates: Certificates) -> Verdict:
    """The kernel's verdict on a claim, with a recorded certificate or one that is searched for."""
    found = certificates.get(claim)
    if found is None:
        return Verdict(UNKNOWN, f"no proof found of {claim.text}")
    try:
        return check(claim, found)
    except KernelError as error:
        if claim.hash in certificates.recalled and certificates.search:
            certificates.forget()
            return prove_claim(claim, certificates)
        return Verdict(UNKNOWN, str(error))


def verified_text(
    library: TheoryLibrary, text: str, name: str, certificates: Certificates
) -> StatementResult:
    """The result of a statement whose text is read beside the library; its first form is what it says."""
    return verify(extended(library, text, name), [name], certificates=certificates)[0]
