"""For tests of one's own mechanisms, with pytest or without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .lab.audit.privacy.standing import seeded

__all__ = ["assert_private", "seeded"]

if TYPE_CHECKING:
    from .lab.audit.privacy.report import AuditResult


def assert_private(mechanism: Any, claim: object = None, **options: Any) -> AuditResult:
    """Raise AssertionError, with the report and the line at fault, where an audit finds that a mechanism does
    not keep its claim; with the default seed a test comes out the same each time. That nothing is raised
    proves nothing. Claim and options are those of `dptheory.lab.audit`; the report is returned.

    >>> def total(dataset, size, rng):
    ...     return 2 * sum(dataset) + rng.laplace(scale=1.0, size=size)
    >>> try:
    ...     assert_private(total, "eps=1", pairs=[([0.0], [1.0])], samples=20_000)
    ... except AssertionError as error:
    ...     print(str(error).splitlines()[-2].rpartition("   ")[2])
    moves by 2, eps=1 covers 1
    """
    from .lab.audit.privacy.asking import ask, subject_of
    from .lab.audit.privacy.tracing import traced

    found = ask(mechanism, claim, **options)
    if found.verdict == "violated":
        raise AssertionError("\n".join(traced(found, subject_of(mechanism)).lines()))
    return found
