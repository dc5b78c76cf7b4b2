"""A plan for a private model: as lines for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from flint import arb

from ..decimals import decimal, upper
from ..kernel.real import print_term
from .styles import labelled

if TYPE_CHECKING:
    from ..lab.planning.choosing import Plan
    from ..lab.planning.fitting import Held
    from ..lab.planning.table import Scaling

SIGNS: dict[str, str | int | None] = {
    "λ": "lam", "ρ": "rho", "ε": "eps", "δ": "delta", "≤": "<=", "≥": ">=", "‖": "||", "²": "^2",
    "√": "sqrt ",    "⋆": "*", "∝": "~", "−": "-", "·": "*",
}  # fmt: skip
"""How signs are written in ASCII."""


def plain(text: str) -> str:
    """A text in ASCII."""
    return text.translate(str.maketrans(SIGNS))


def data_lines(
    name: str, found: Plan, held: int, scaling: Scaling, codes: Mapping[float | str, int] | None, moved: int
) -> list[str]:
    """What was read, and how records become those that the theorems speak of."""
    width = f"{found.d} features" + (", one of them constant" if scaling.constant else "")
    lines = [labelled("data", f"{name}: n = {found.n} to train on, {held} held out, {width}")]
    if codes is not None and -1.0 not in codes:
        negative, positive = (f"{one:g}" if isinstance(one, float) else one for one in codes)
        lines.append(labelled("labels", f"{negative} is read as −1, {positive} as 1"))
    norm = f"divided by {decimal(scaling.norm)}, so that ‖x‖ ≤ 1"
    how = "every column from its range to [−1, 1], then over √d" if scaling.ranges else norm
    lines.append(labelled("scaled", f"{how}: by given numbers; the data's own would give records away"))
    if scaling.clip:
        moves = f"{moved} outside, moved inside (a count of the records themselves: not private)"
        lines.append(labelled("", moves))
    return lines


def plan_lines(found: Plan) -> list[str]:
    """What is planned, by which theorem, what it bounds, from how many records on it says something."""
    asked, chance = found.asked, decimal(found.asked.confidence)
    radius = decimal(asked.radius)
    where = "on all of R^d" if asked.of_loss.everywhere else f"on ‖w‖ ≤ {radius}"
    level = f"{print_term(asked.nothing)}, the most that the model w = 0 has"
    says = f"says something: it is below {level}" if found.says_something else f"vacuous: not below {level}"
    noisy = "the nearest point of the ball to A(S) + k" if found.projected else "A(S) + k"
    given = f"ε = {decimal(asked.eps)}, δ = {_delta(found)}, replace-one"
    rests = f"{', '.join(found.private)}" + (", proved" if found.proved else " (cited)")
    slope = f"{decimal(asked.rho)}-Lipschitz {where}"
    kept = f"L_D(w) − L_D(w⋆) ≤ {upper(found.bound)} with probability ≥ {chance}"
    lines = [
        labelled("loss", f"{asked.kind}, {slope}   {_of(asked.of_loss.statement)}"),
        labelled("private", f"{given}; n, d and all numbers of this command are public   by {rests}"),
        labelled("model", f"w = {noisy}, where A(S) minimises L_S(w) + (λ/2)‖w‖² over ‖w‖ ≤ {radius}"),
        labelled("best", f"λ = {decimal(found.lam)}   from n, d, ε, R, ρ, confidence: not from the records"),
        labelled("noise", _noise(found)),
        labelled("", f"‖k‖ ≤ {upper(found.far)} with probability ≥ {decimal(1 - asked.beta / 2)}"),
        labelled("bound", f"{kept}   {_by(found)}"),
        labelled("", f"w⋆ is the best with ‖w⋆‖ ≤ {radius}; records are independent draws from D"),
        labelled("", says),
    ]  # fmt: skip
    if found.enough is not None:
        text = f"n ≥ {found.enough} to train on: from there it says something, with one less not"
        lines.append(labelled("enough", text))
    return lines + [labelled("beside", f"{name}: bound ≤ {upper(value)}") for name, value in found.beside]


def _of(form: str) -> str:
    return f"{form}, proved"


def _delta(found: Plan) -> str:
    return "0" if found.proved else decimal(found.asked.delta)


def _noise(found: Plan) -> str:
    if found.proved:
        return f"k of density ∝ exp(−‖k‖/s), s = {decimal(found.more)}·2ρ/(λ·n·ε) ≤ {upper(found.spread)}"
    ratio = upper(arb(found.spread) / arb(found.sensitivity))
    return f"k normal, of standard deviation {ratio}·2ρ/(λ·n) ≤ {upper(found.spread)} in every coordinate"


def _by(found: Plan) -> str:
    if found.proved:
        return _of(found.theorem)
    return "put together from sharp.confidence, proved, and the law of ‖k‖: no statement of the library"


def released_lines(place: str, seeded: bool) -> list[str]:
    """What was written, and what is not proved of it."""
    known = "; who knows --seed knows the noise: to try out, not to publish" if seeded else ""
    exact = (
        "proved of exact real arithmetic; weights are rounded to a grid far above their last bits, what the"
    )
    return [
        labelled("written", f"{place}: weights and claim, released once (again costs the same again){known}"),
        labelled("beware", f"{exact} solver may miss is certified, and in noise and bound"),
    ]


def held_lines(held: Held) -> list[str]:
    """What was seen on the records that were held out, and that it is not private."""
    m = held.records
    if held.right is None or held.limits is None:
        return [
            labelled("held out", f"mean squared error {held.error:.6g} of {m} records, targets in [−1, 1]"),
            labelled("", f"the model 0 has {held.without:.6g}"),
            labelled("", "not private: it is computed from records as they are"),
        ]
    low, high = held.limits
    seen = f"accuracy {held.right / m:.4f}: {held.right} of {m} records (95 %: {low:.3f} to {high:.3f})"
    noise = f"Laplace noise of scale 1/({m} e) gives it privacy e, with the model max(ε, e)"
    return [
        labelled("held out", f"{seen}, always the commoner label: {held.common}"),
        labelled("", f"not private: one record changes it by 1/{m}; {noise}"),
    ]


def plan_json(found: Plan) -> dict[str, object]:
    """The same as JSON; numbers as texts are exact, others are rounded up."""
    asked = found.asked
    return {
        "loss": asked.kind, "n": found.n, "d": found.d, "eps": str(asked.eps), "delta": _delta(found),
        "adjacency": "replace-one", "radius": str(asked.radius), "rho": str(asked.rho),
        "confidence": str(asked.confidence), "private": list(found.private), "theorem": found.theorem,
        "verdict": "proved" if found.proved else "put together", "projected": found.projected,
        "lam": str(found.lam), "sensitivity": str(found.sensitivity), "noise": found.law,
        "spread": float(upper(found.spread, 12)), "norm_of_noise": float(upper(found.far, 12)),
        "bound": float(upper(found.bound, 12)), "level": print_term(asked.nothing),
        "says_something": found.says_something, "enough": found.enough,
        "proofs": {name: verdict.status for name, verdict in found.proofs.items()},
        "beside": {name: float(upper(value, 12)) for name, value in found.beside},
    }  # fmt: skip


def held_json(held: Held) -> dict[str, object]:
    """The same of the records that were held out."""
    made: dict[str, object] = {"records": held.records, "private": False}
    if held.right is None:
        return {**made, "mean_squared_error": held.error, "of_zero": held.without}
    accuracy = held.right / held.records
    return {**made, "right": held.right, "accuracy": accuracy, "limits": held.limits, "commoner": held.common}
