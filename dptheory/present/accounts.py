"""What releases give away together: as lines for the terminal and as JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flint import fmpq

from ..decimals import decimal, interval, lower, upper
from .styles import ASCII, UNICODE, labelled

if TYPE_CHECKING:
    from ..lab.accounting.accountant import Account
    from ..lab.accounting.calibration import Calibration
    from ..lab.accounting.guarantees import Divergence, Guarantee
    from ..lab.accounting.spectrum import Spectrum

ADJACENCY: Final = {
    "replace-one": "replace-one: data sets of the same size that differ in one record",
    "add-remove": "add-remove: data sets of which one has one record more",
}
SAMPLES: Final = {
    "poisson": (
        "Poisson: each record with the chance told above, independently, anew in each step",
        "batches cut from shuffled data, or of fixed size, are not this, and this number is no bound for"
        " them: --sampling",
    ),
    "poisson, replace-one": (
        "Poisson: each record with the chance told above, independently, anew in each step",
        "the noise is for what a record added or removed moves; a record replaced moves a sum by twice that",
    ),
    "without replacement": (
        "a subset of fixed size, drawn without replacement, anew in each step",
        "batches cut from shuffled data are not this, and this number is no bound for them",
    ),
    "fixed": (
        "all records are cut into batches, the same ones in each pass: what is counted are passes",
        "a record that is removed must leave the other batches as they are",
    ),
    "shuffle": (
        "all records are shuffled and cut into batches in each pass: what is counted are passes",
        "the number for Poisson samples is smaller, and no bound for this",
    ),
}
"""How batches are drawn, and the trap."""
FORGOTTEN: Final = (
    "every step sees all records; of training on batches --sampling-rate, or --batch and --records, say how"
    " few a step sees"
)
ONE_WAY: Final = (
    "the first law of each release is on one data set, the second on its neighbour: where one of them may"
    " be the other way round, the number is no bound"
)
TWO_CLIPS: Final = (
    "the query has sensitivity 1; a sum of records clipped to 1 moves by 2 under replace-one: --clip 1"
)
VOID: Final = "2 b T eps/n (Chaudhuri 2020, section 2.2): it needs steps that are eps-private with eps < 1"
"""Where the lecture's minibatch bound says nothing."""
LIMIT: Final = "Bu, Dong, Long and Su 2020; it may be too small"
SHARES: Final = tuple(fmpq(k, 10**j) for j in (4, 3, 2) for k in (1, 2, 5)) + tuple(
    fmpq(k, 20) for k in range(2, 20)
)
"""Shares of false positives at which the trade-off function is written."""
GREEK: Final = {
    "alpha": "α",
    "delta": "δ",
    "epsilon": "ε",
    "rho": "ρ",
    "sqrt": "√",
    "<=": "≤",
    "Renyi": "Rényi",
}
WORDS: Final = re.compile(r"\b(?:alpha|delta|epsilon|rho|sqrt|Renyi)\b|<=")
"""What is written in Greek where the terminal can."""


@dataclass(frozen=True)
class Beside:
    """What is told beside the bounds: the adjacency, a Renyi divergence, a clip with what it means for the
    sensitivity, whether it may have been forgotten, the whole curve, the delta that was asked for, how
    batches are drawn, and whether that may have been forgotten.
    """

    adjacency: str
    divergence: Divergence | None = None
    clip: tuple[fmpq, fmpq] | None = None
    forgotten: bool = False
    curve: Spectrum | None = None
    delta: fmpq | None = None
    drawn: str = ""
    no_samples: bool = False


def clip_line(clip: tuple[fmpq, fmpq], adjacency: str) -> str:
    """What a clip means."""
    size, moved = (decimal(one) for one in clip)
    what = adjacency if adjacency == "add-remove" or clip[0] != clip[1] else "a record added or removed"
    return labelled(
        "clip", f"{size}: {what} moves a sum of clipped records by {moved}, to which noise is scaled"
    )


def account_lines(found: Account, seen: Beside, style: str = UNICODE) -> list[str]:
    """The mechanisms, the adjacency, and each bound with its conversion and order; the smallest first."""
    from ..lab.accounting.lattice import TwoLaws

    whole, best, divergence = found.whole, found.best, seen.divergence
    lines = [labelled("release", _release(mechanism.words, times)) for mechanism, times in whole.parts]
    lines.append(labelled("adjacency", ADJACENCY[seen.adjacency]))
    if sum(isinstance(mechanism, TwoLaws) for mechanism, _ in whole.parts) > 1:
        lines.append(labelled("laws", ONE_WAY))
    if seen.clip is not None:
        lines.append(clip_line(seen.clip, seen.adjacency))
    if seen.forgotten:
        lines.append(labelled("beware", TWO_CLIPS))
    if divergence is not None:
        value = f"D <= {upper(divergence.value)} at order {divergence.order}"
        lines.append(labelled("Renyi", f"{value}   {divergence.kind}, rounded up"))
    lines += sample_lines(seen.drawn, seen.no_samples)
    lines.append(labelled("private", f"(epsilon, delta) = ({_eps(best)}, {upper(best.delta)})"))
    lines.append(certainty(best.kind))
    if best.vacuous:
        lines[-2:] = [labelled("vacuous", "delta = 1 says nothing: no bound known here is below it")]
    lines += [labelled(*_line(found.asked, g)) for g in found.guarantees]
    if (
        seen.drawn in ("poisson", "without replacement")
        and found.asked == "epsilon"
        and all(g.name != "minibatch" for g in found.guarantees)
    ):
        lines.append(labelled("void", VOID))
    if found.estimate is not None:
        mu, value = decimal(found.estimate.mu), decimal(found.estimate.value)
        lines.append(labelled("no bound", f"epsilon = {value} is the central limit's, mu = {mu} ({LIMIT})"))
    rho = whole.rho()
    if rho is not None and whole.quadratic:
        lines.append(labelled("where", f"alpha(s) = rho s (s + 1), rho = {interval(rho)}"))
    elif rho is not None and seen.drawn in ("", "fixed", "shuffle"):  # of samples it is that of all records
        lines.append(labelled("zCDP", f"rho <= {upper(rho)}   upper bound"))
    lines += _curve_lines(seen)
    return [_styled(line, style) for line in lines]


def _curve_lines(seen: Beside) -> list[str]:
    """What the whole curve says in other currencies."""
    if seen.curve is None:
        return []
    told = _currencies(seen)
    tests = ", ".join(f"{most} at {fpr}" for fpr, most in told["power"].items())
    mu = f"mu <= {told['mu']}, but for delta = {told['slack']}" if told["mu"] else "no mu is affirmed"
    if told["regret"]:
        mu += f"; its curve is nowhere further than {told['regret']} (regret) from this one"
    return [labelled("tests", f"true positives at most {tests} false ones"), labelled("GDP", mu)]


def _currencies(seen: Beside) -> dict[str, Any]:
    from ..lab.accounting.spectrum import RATES

    if seen.curve is None or seen.delta is None or not 0 < seen.delta < 1:
        return {"mu": None, "slack": None, "regret": None, "power": {}}
    mu = seen.curve.mu(seen.delta)
    regret = None if mu is None else seen.curve.regret(mu)
    return {
        "regret": None if regret is None else upper(regret, 2),
        "mu": None if mu is None else decimal(mu),
        "slack": decimal(seen.delta),
        "power": {decimal(fpr): upper(seen.curve.power(fpr)) for fpr in RATES},
    }


def curve_csv(found: Spectrum) -> str:
    """The curve as a table: epsilon, and both ends of delta."""
    rows = [f"{decimal(p.eps)},{lower(p.least)},{upper(p.most)}" for p in found.points]
    return "\n".join(["epsilon,delta_at_least,delta_at_most", *rows]) + "\n"


def trade_off_csv(found: Spectrum) -> str:
    """The trade-off function as a table: shares of false positives, and the most true ones."""
    rows = [f"{decimal(fpr)},{upper(found.power(fpr))}" for fpr in SHARES]
    return "\n".join(["false_positives,true_positives_at_most", *rows]) + "\n"


def certainty(kind: str) -> str:
    """The line that says what a number's kind means."""
    from ..lab.accounting.guarantees import CERTAINTY

    return labelled("certainty", f"{kind}: {CERTAINTY[kind]}")


def _release(words: str, times: int) -> str:
    return words if times == 1 else f"{words}, {times} times"


def _eps(guarantee: Guarantee) -> str:
    return upper(guarantee.eps)


def _line(asked: str, guarantee: Guarantee) -> tuple[str, str]:
    value = upper(guarantee.delta if asked == "delta" else guarantee.eps)
    also = "" if asked == "delta" or guarantee.delta != 0 else ", delta = 0"
    if guarantee.vacuous:
        return "vacuous", f"{asked} <= 1 says nothing   {_citation(guarantee)}"
    at = ""
    if guarantee.order is not None:
        closed = f" (= {guarantee.closed_form}, rounded)" if guarantee.closed_form else ""
        at = f"   at s = {decimal(guarantee.order)}{closed}"
    said = f"{asked} <= {value}{also}"
    if guarantee.least is not None:
        said = f"the least {asked} is in [{lower(guarantee.least)}, {value}]"
    return guarantee.kind, f"{said}   {_citation(guarantee)}{at}"


def _citation(guarantee: Guarantee) -> str:
    return f"{guarantee.name} ({guarantee.source})"


def _styled(line: str, style: str) -> str:
    if style == ASCII:
        return line
    return WORDS.sub(lambda found: GREEK[found[0]], line)


def account_json(found: Account, seen: Beside) -> dict[str, object]:
    """The same as JSON; numbers are exact decimals, as text."""
    divergence, rho = seen.divergence, found.whole.rho()
    return {
        "releases": [{"mechanism": m.words, "source": m.source, "times": n} for m, n in found.whole.parts],
        "adjacency": seen.adjacency,
        "sensitivity": None if seen.clip is None else decimal(seen.clip[1]),
        "sampling": seen.drawn or None,
        "asked": found.asked,
        "renyi": None
        if divergence is None
        else {
            "order": str(divergence.order),
            "value": upper(divergence.value),
            "kind": divergence.kind,
        },
        "rho": None if rho is None else upper(rho),
        "curve": None if seen.curve is None else {"kind": seen.curve.kind, **_currencies(seen)},
        "best": _json(found.best),
        "bounds": [_json(g) for g in found.guarantees],
        "estimate": None
        if found.estimate is None
        else {"mu": decimal(found.estimate.mu), "epsilon": decimal(found.estimate.value)},
    }


def _json(guarantee: Guarantee) -> dict[str, object]:
    return {
        "epsilon": upper(guarantee.eps),
        "delta": upper(guarantee.delta),
        "kind": guarantee.kind,
        "conversion": guarantee.name,
        "source": guarantee.source,
        "s": None if guarantee.order is None else decimal(guarantee.order),
        "order": None if guarantee.order is None else decimal(guarantee.order + 1),
        "closed_form": guarantee.closed_form,
        "vacuous": guarantee.vacuous,
        "least": None if guarantee.least is None else lower(guarantee.least),
    }


def sample_lines(drawn: str, forgotten: bool) -> list[str]:
    """How batches are drawn, with the trap, or that this may have been forgotten."""
    said = list(map(labelled, ("sample", "beware"), SAMPLES[drawn])) if drawn else []
    return [*said, labelled("beware", FORGOTTEN)] if forgotten else said


def calibration_lines(found: Calibration, seen: Beside, style: str = UNICODE) -> list[str]:
    """The releases with the least noise, what affirms that it is enough, and whether less is too little."""
    adjacency, clip = seen.adjacency, seen.clip
    (mechanism, times), best = found.whole.parts[0], found.guarantee
    lines = [
        labelled("enough", f"{found.parameter} = {upper(found.value)}"),
        labelled("release", _release(mechanism.words, times)),
        labelled("adjacency", ADJACENCY[adjacency]),
        *sample_lines(seen.drawn, seen.no_samples),
        labelled("private", f"(epsilon, delta) = ({decimal(found.eps)}, {decimal(found.delta)})"),
        labelled("by", f"{_citation(best)}, {best.kind}"),
    ]
    if clip is not None:
        noise = upper(found.value * clip[1])
        lines[1:1] = [labelled("on the sum", f"{found.parameter} = {noise}"), clip_line(clip, adjacency)]
    less = f"{found.parameter} = {upper(found.next)}"
    if found.next == found.value:
        lines.append(labelled("the most", "all records are in every batch"))
    elif found.least:
        many = "too many" if found.parameter in ("steps", "batch") else "too little"
        lines.append(labelled(many, f"{less}, for some queries"))
    else:
        lines.append(labelled("not shown", f"{less}: no bound known here shows that less noise is enough"))
    lines.append(certainty(found.kind))
    return [_styled(line, style) for line in lines]


def calibration_json(found: Calibration, seen: Beside) -> dict[str, object]:
    """The same as JSON; numbers are exact decimals, as text."""
    adjacency, clip = seen.adjacency, seen.clip
    mechanism, times = found.whole.parts[0]
    return {
        "release": {"mechanism": mechanism.words, "source": mechanism.source, "times": times},
        "adjacency": adjacency,
        "sampling": seen.drawn or None,
        "epsilon": decimal(found.eps),
        "delta": decimal(found.delta),
        "kind": found.kind,
        "sensitivity": None if clip is None else decimal(clip[1]),
        "on_the_sum": None if clip is None else upper(found.value * clip[1]),
        "parameter": found.parameter,
        "value": upper(found.value),
        "next": upper(found.next),
        "least": found.least,
        "guarantee": _json(found.guarantee),
    }
