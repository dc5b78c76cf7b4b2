"""Statistical verdicts: seeded experiments that compare bounds with what mechanisms do.

`catalog` names the experiments; `records` holds what they are and what they return. Neither imports numpy.
`harness` is what all of them do: worlds, each with random numbers of its own, a bound, and its twin.
`privacy` audits claims of privacy; this package can be called, which does that.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dptheory.audit.privacy.report import AuditResult


class _Callable(ModuleType):
    """The package itself: `dptheory.audit(f, "eps=1")`."""

    def __call__(self, subject: Any, claim: object = None, **options: Any) -> AuditResult:
        """Whether a mechanism keeps the privacy that it claims, by sampling: what `dptheory audit` says.

        subject: a function f(dataset, size, rng) that returns `size` independent outputs, of shape (size,) or
        (size, d), a mechanism, or the name of one of the library. claim: a text such as "eps=1, delta=1e-5"
        or "rho=1/2, delta=1e-5", or a number, eps; a mechanism's own if omitted. Options: `pairs` of
        neighbouring data sets, `data` whose neighbours are searched (in `box`, a pair of limits), or a
        `generator(rng)` of pairs; else the mechanism's worst pair or small data sets of numbers in [0, 1];
        `adjacency`, `delta`, `group`; `samples` (100,000 outputs a side), `confidence` (0.999), `seed` (0),
        `timeout` (seconds a call). The report has `verdict`, `eps_lower`, `lines()`, `to_dict()`, `plot()`.
        Raises BadInput.

        >>> import dptheory
        >>> def half_the_noise(dataset, size, rng):
        ...     return sum(dataset) + rng.laplace(scale=0.5, size=size)
        >>> found = dptheory.audit(half_the_noise, "eps=1", pairs=[([0.0], [1.0])], samples=20_000)
        >>> found.verdict, found.eps_lower > 1
        ('violated', True)
        """
        from dptheory.audit.privacy.asking import ask

        return ask(subject, claim, **options)


sys.modules[__name__].__class__ = _Callable
