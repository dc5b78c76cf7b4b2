"""dptheory: machine-checked statements, proofs and constants of differentially private learning.

Importing this loads next to nothing; the functions import what they need when they are called. Searches
take an `effort`, counted in steps of about a microsecond: the same question with the same effort has the
same answer. A `timeout` in seconds may be set beside it; where the clock strikes, the search has no answer.
"""

from __future__ import annotations

from .defaults import EFFORT
from .errors import for_python

TYPE_CHECKING = False  # typing's own would be an import
if TYPE_CHECKING:
    from typing import Any

    from .exact import Number
    from .lab.accounting import Account, Calibration
    from .lab.audit.privacy.report import AuditResult
    from .lab.perinstance.exposing import Exposure
    from .loaded import LoadedStatement
    from .prover import Ablation, Growth, Outcome, Tightening

__all__ = [
    "__version__",
    "ablate",
    "account",
    "audit",
    "calibrate",
    "exposure",
    "growth",
    "load",
    "prove",
    "refute",
    "tighten",
]
__version__ = "0.1.0"


def __dir__() -> list[str]:
    """What is for users; the rooms of the library are imported by name."""
    return sorted(__all__)


@for_python
def prove(
    claim: object,
    *,
    where: object = "",
    witness: object = "",
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Outcome:
    """Prove or refute an inequality: a text in the claim grammar, or a sympy relation.

    `where` is a text, a relation of sympy, or a list of these. A sympy relation is certified as the text
    that it becomes, with the assumptions of its symbols as conditions: the outcome's `claim`, which `print`
    shows. A chain claims each of its links; relations may be joined by and, or, implies, not. `witness` has
    terms for what `exists c: ...` speaks of, such as "c = 2*x". The outcome is true if the claim is proved.
    Raises SyntaxProblem for a text that is no claim.

    >>> import dptheory
    >>> dptheory.prove("x*(1 - x) <= 1/4").verdict.status
    'proved'
    >>> bool(dptheory.prove("0 <= x <= 1", where=["x >= 0", "x <= 2"]))
    False
    >>> bool(dptheory.prove("exists c: c > x and c > y", witness="c = abs(x) + abs(y) + 1"))
    True
    """
    from functools import partial

    from .inputs import claims
    from .inputs import witness as terms
    from .prover import every_link
    from .prover import prove as search

    asked = claims(claim, where)
    return every_link(asked, partial(search, images=terms(witness, asked)), effort, timeout)


@for_python
def refute(
    claim: object, *, where: object = "", effort: int = EFFORT, timeout: float | None = None
) -> Outcome:
    """Look for a point at which an inequality fails or is not defined, for as long as the effort allows.

    Ask for `refuted`: an outcome is true only where a claim is proved, and this function proves none.

    >>> import dptheory
    >>> dptheory.refute("exp(x) <= 1 + x + x**2", where="x <= 2").refuted
    True
    """
    from .inputs import claims, witness
    from .prover import every_link
    from .prover import refute as search

    asked = claims(claim, where)
    witness("", asked)
    return every_link(asked, search, effort, timeout)


@for_python
def ablate(
    claim: object,
    *,
    where: object = "",
    witness: object = "",
    effort: int = EFFORT,
    timeout: float | None = None,
) -> list[Ablation]:
    """Which conditions a claim needs: each is dropped in turn, with the effort for all together.

    >>> import dptheory
    >>> [(a.condition, a.needed) for a in dptheory.ablate("x**2 <= 4", where="-2 <= x <= 2, x <= 3")]
    [('-2 <= x', True), ('x <= 2', True), ('x <= 3', False)]
    """
    from .inputs import claims, one_claim
    from .inputs import witness as terms
    from .prover import ablate as search

    asked = claims(claim, where)
    one = asked[0] if len(asked) == 1 else one_claim(claim, where)
    return search(one, images=terms(witness, asked), effort=effort, timeout=timeout)


@for_python
def tighten(
    claim: object, find: object, *, where: object = "", effort: int = EFFORT, timeout: float | None = None
) -> Tightening:
    """The best value of the constant `find` in an inequality: an enclosure, a closed form, where it is
    attained, and certificates for both sides. Raises SyntaxProblem for a text that is no claim, KernelError
    where `find` is no constant of an inequality.

    >>> import dptheory
    >>> found = dptheory.tighten("exp(x) - 1 <= c*x", "c", where="0 < x <= 1")
    >>> found.closed_form, found.attained_at
    ('E - 1', {'x': '1'})
    """
    from .inputs import name, one_claim
    from .prover import tighten as search

    return search(one_claim(claim, where), name(find), effort=effort, timeout=timeout)


@for_python
def growth(
    left: object,
    right: object,
    growing: object,
    *,
    where: object = "",
    relation: str = "O",
    effort: int = EFFORT,
    timeout: float | None = None,
) -> Growth:
    """Whether left = O(right) as the variable `growing` goes to infinity, with one constant on the whole
    domain; the relation may also be o, Omega, omega or Theta. Both are texts, numbers or sympy expressions.
    Raises SyntaxProblem for texts that are no terms, KernelError for another relation.

    >>> import dptheory
    >>> dptheory.growth("n*log(n)", "n**2", "n", where="n >= 1").answer
    'bounded'
    >>> dptheory.growth("n", "n*log(n)", "n", where="n >= 2", relation="o").holds
    True
    """
    from .inputs import domain, name, term
    from .prover import compare

    between = term(left), term(right), name(growing), domain(where)
    return compare(*between, relation, effort=effort, timeout=timeout)


@for_python
def account(releases: object, *, delta: Number | None = None, epsilon: Number | None = None) -> Account:
    """What many releases give away together: the least eps for a delta, or the least delta for an eps.

    `releases`: words such as "gaussian 1.1 at 256/60000" (` at ` is the rate of a Poisson sample), a pair of
    such words and a count, Opacus's (noise multiplier, sample rate, steps), an event of `dp_accounting`, or a
    list of these. The account plots, becomes a frame, and has its `spectrum()`. Raises BadInput.

    >>> import dptheory
    >>> found = dptheory.account([("gaussian 10", 100), ("laplace 10", 100)], delta="1e-6")
    >>> found.best.kind, round(float(found.best.eps), 4)
    ('interval', 7.1752)
    """
    from .lab.accounting import account as find
    from .lab.accounting.events import releases as composition

    return find(composition(releases), delta=delta, epsilon=epsilon)


@for_python
def calibrate(
    kind: str,
    *,
    epsilon: Number,
    delta: Number = 0,
    steps: Number | None = None,
    sampling_rate: Number = 1,
    at: Number | None = None,
    records: Number | None = None,
    epochs: Number | None = None,
) -> Calibration:
    """The least noise with which `steps` releases (one if omitted) keep (epsilon, delta)-differential
    privacy, or, where the noise is fixed to be `at`, the most steps; of so many `records`, and `epochs` or
    `steps`, the largest batch. Raises BadInput.

    >>> import dptheory
    >>> dptheory.calibrate("gaussian", epsilon=1, delta="1e-5")
    <sigma = 3.73064: (1, 0.00001)-private, no less noise does>
    """
    from .errors import BadInput
    from .lab.accounting.calibration import calibrate as find
    from .lab.accounting.calibration import largest_batch, most_steps

    asked: dict[str, Any] = {"epsilon": epsilon, "delta": delta, "sampling_rate": sampling_rate}
    if records is not None or epochs is not None:
        if at is None or records is None or sampling_rate != 1:
            raise BadInput(
                "records or epochs", "both, and at: the batch is looked for", "at=1.1, records=60000"
            )
        return largest_batch(
            kind, at, epsilon=epsilon, delta=delta, records=records, epochs=epochs, steps=steps
        )
    if at is None:
        return find(kind, steps=1 if steps is None else steps, **asked)
    if steps is not None:
        raise BadInput("at and steps", "one of them: the other is what is looked for", "at=20")
    return most_steps(kind, at, **asked)


@for_python
def exposure(
    X: Any,
    y: Any,
    *,
    delta: Number,
    mechanism: str = "ops",
    lam: Number = 0,
    gamma: Number = 1,
    loss: str = "squared",
    new: tuple[Any, Any] | None = None,
    record: int | None = None,
    bounds: Number | tuple[Number, Number] | None = None,
    huber_width: Number = 1,
) -> Exposure:
    """What each record of a data set gives away: its exact eps at delta, rounded up and affirmed by Arb.

    X: features (n, d), y: targets (n,), as NumPy arrays or a pandas frame and series. `mechanism`: 'ops'
    (one posterior sample N(theta, H^-1/gamma)), 'output' (noise N(0, I/gamma)) or 'gaussian' (noise N(0,
    H^-1/gamma) with H held fixed); losses 'logistic' and 'huber' with 'output'. Raises BadInput.

    >>> import dptheory, numpy as np
    >>> found = dptheory.exposure(np.array([[1.0], [0.5]]), np.array([1.0, 0.4]), lam=1, delta="1e-6")
    >>> [round(float(eps), 4) for eps in found.table["eps"]]
    [11.7948, 1.3262]
    """
    from .lab.perinstance.exposing import expose_arrays

    return expose_arrays(
        X,
        y,
        mechanism=mechanism,
        lam=lam,
        gamma=gamma,
        delta=delta,
        loss=loss,
        new=new,
        record=record,
        bounds=bounds,
        huber_width=huber_width,
    )


@for_python
def audit(subject: Any, claim: object = None, **options: Any) -> AuditResult:
    """Whether a mechanism keeps the privacy that it claims, by sampling: what `dptheory audit` says.

    subject: a function f(dataset, size, rng) that returns `size` independent outputs, of shape (size,) or
    (size, d), a mechanism, or the name of one of the library. claim: a text such as "eps=1, delta=1e-5"
    or "rho=1/2" or "alpha=2, eps=1", or a number, eps; a mechanism's own if omitted. Options: `pairs` of
    neighbouring data sets, `data` whose neighbours are searched (in `box`, limits; `at` keeps to it), or a
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
    from .lab.audit.privacy.asking import ask

    return ask(subject, claim, **options)


@for_python
def load(name: str) -> LoadedStatement:
    """A statement of the library by its identifier; raises UnknownStatement.

    >>> import dptheory
    >>> dptheory.load("wu2015.theorem14").title
    'norm stability of strongly convex learning rules'
    """
    from .loaded import load_statement

    return load_statement(name)
