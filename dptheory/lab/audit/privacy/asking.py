"""An audit in one call, and claims as users write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from flint import fmpq

from dptheory.decimals import float_above
from dptheory.errors import BadInput
from dptheory.exact import Number, exact_number
from dptheory.lab.accounting import Composition, account
from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.files import shaped
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.plan import PATIENCE, Plan, within_reach
from dptheory.lab.audit.privacy.report import AuditResult
from dptheory.lab.audit.privacy.subjects import Plain, Subject
from dptheory.lab.mechanisms.claims import REPLACE_ONE, PrivacyClaim, RenyiClaim

NEEDED: Final = "eps=NUMBER, delta=NUMBER, or rho=NUMBER of zCDP, or alpha=NUMBER, eps=NUMBER of Renyi"


def ask(
    subject: Any,
    claim: object = None,
    *,
    delta: Number | None = None,
    adjacency: str | None = None,
    group: int | None = None,
    pairs: Iterable[tuple[Any, Any]] = (),
    data: Any = None,
    generator: Any = None,
    samples: int = 100_000,
    confidence: float = 0.999,
    seed: int = 0,
    timeout: float = PATIENCE,
    box: tuple[Any, Any] | None = None,
    at: bool = False,
    bits: bool = False,
) -> AuditResult:
    """What `dptheory.lab.audit` does."""
    named = subject_of(subject)
    target = claimed(named, claim, delta, adjacency)
    target = target if group is None else target.of_group(group)
    return audit(
        named,
        target,
        pairs=[Neighbours(*(shaped(named, one) for one in pair)) for pair in pairs],
        data=None if data is None else shaped(named, data),
        generator=generator,
        plan=Plan(samples, confidence, seed, timeout, box=box, at=at, bits=bits),
    )


def subject_of(subject: Any) -> Subject:
    """What is audited, of a function, a mechanism, or the name of one. Raises BadInput."""
    if isinstance(subject, str):
        from dptheory.lab.mechanisms.registry import get

        return Plain(get(subject), subject)
    if isinstance(subject, Subject):
        return subject
    if not callable(subject) and not callable(getattr(subject, "sample", None)):
        needed = "f(dataset, size, rng) -> array, a mechanism, or the name of one"
        raise BadInput(f"an audit of a {type(subject).__name__}", needed, "dptheory.audit(f, 'eps=1')")
    return Plain(subject, getattr(subject, "__name__", type(subject).__name__))


def claimed(subject: Subject, claim: object, delta: Number | None, adjacency: str | None) -> PrivacyClaim:
    """A claim as a text such as "eps=1, delta=1e-5", a number for eps, or as it is; the subject's own where
    there is none. Raises BadInput.

    >>> str(claimed(Plain(print, "print"), "eps=1/2", "1e-5", None))
    'eps=0.5, delta=1e-05, replace-one'
    """
    neighbours = adjacency or own_adjacency(subject)
    if isinstance(claim, PrivacyClaim):
        return claim
    if claim is None:
        own = getattr(subject.target, "claim", None)
        if own is None or not hasattr(own, "eps"):
            raise BadInput("no claim", "the privacy that is claimed", '--claim "eps=1"')
        least = float(own.delta) if delta is None else float(_exact("delta", delta))
        return PrivacyClaim(within_reach(float(own.eps)), least, neighbours)
    text = claim if isinstance(claim, str) else f"eps={claim}"
    found: dict[str, fmpq] = {}
    for part in text.replace(",", " ").split():
        name, sign, value = part.partition("=")
        if not sign or name in found:
            raise BadInput(f"the claim {text!r}", NEEDED, '"eps=1"')
        found[name] = _exact(name, value)
    return target_of(found, text, delta, neighbours)


def _exact(name: str, value: Number) -> fmpq:
    return exact_number(value, f"{name} = {value}", f"{name}=1/2")


def target_of(found: Mapping[str, fmpq], text: str, delta: Number | None, adjacency: str) -> PrivacyClaim:
    """The claim with these numbers; of zCDP at a delta the eps that it implies. Raises BadInput."""
    if delta is not None and "delta" in found:
        raise BadInput(f"--delta {delta}", "one delta", "--claim or --delta, not both")
    if set(found) - {"eps", "rho", "delta", "alpha"} or ("eps" in found) == ("rho" in found):
        raise BadInput(f"--claim {text!r}", NEEDED, '--claim "eps=1, delta=1e-5"')
    least = found.get("delta") if delta is None else _exact("delta", delta)
    if "alpha" in found or ("rho" in found and least is None):
        alpha, bound = found.get("alpha"), found["eps" if "eps" in found else "rho"]
        if "rho" in found and alpha is not None:
            raise BadInput(f"--claim {text!r}", "alpha with eps, rho alone", '--claim "alpha=2, eps=0.3"')
        order = None if alpha is None else float(alpha)
        return RenyiClaim(within_reach(float(bound)), float(least or 0), adjacency, alpha=order)
    eps = float(found["eps"]) if least is None or "eps" in found else _implied(found["rho"], least)
    return PrivacyClaim(within_reach(eps), 0.0 if least is None else float(least), adjacency)


def _implied(rho: fmpq, delta: fmpq) -> float:
    """The eps that every rho-zCDP mechanism keeps at this delta: what violates it violates the claim."""
    found = account(Composition.of((f"zcdp {rho}", 1)), delta=str(delta), losses=False)
    return float_above(found.best.eps)


def own_adjacency(subject: Subject) -> str:
    """The neighbours that the mechanism's own claim speaks of, else replace-one."""
    return str(getattr(getattr(subject.target, "claim", None), "adjacency", REPLACE_ONE))
