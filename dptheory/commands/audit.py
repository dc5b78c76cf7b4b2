"""``audit NAME|MODULE:FUNCTION --claim ...``: does a mechanism keep its claim? By sampling."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import AbstractContextManager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from ..files import write_whole
from . import numbers
from .output import answer, answer_json, note, progress, style
from .plotting import plot, refuse_plot

if TYPE_CHECKING:
    from ..lab.audit.privacy.neighbours import Neighbours
    from ..lab.audit.privacy.onerun import OneRun
    from ..lab.audit.privacy.plan import Plan
    from ..lab.audit.privacy.report import AuditResult
    from ..lab.audit.privacy.streams import Runner
    from ..lab.audit.privacy.subjects import Subject
    from ..lab.mechanisms.claims import GaussianClaim, PrivacyClaim

NOISE_TIMES = ", its noise times "
"""What stands in a report between a mechanism's name and the factor of its noise."""
MOST_WORKERS = 256


def run(args: argparse.Namespace) -> int:
    """Audit and print: 0 consistent, 1 violated, 2 inconclusive."""
    if args.subject is None and args.confirm is None:
        return _list(args.json)
    refuse_plot(args.plot)
    found = _found(args)
    plot(found, args.plot)
    if args.out is not None:
        write_whole(Path(args.out), json.dumps(found.to_dict(), indent=1, allow_nan=False) + "\n")
    if args.json:
        answer_json(found.to_dict())
    else:
        text = "\n".join(found.lines())
        answer(text if style(args) != "ascii" else text.replace("≥", ">="))
    return found.status


def _found(args: argparse.Namespace) -> AuditResult | OneRun:
    if args.at and (args.data is None or args.one_run is not None):
        raise BadInput("--at without a search", "--data, compared with its neighbours", "--data FILE")
    if args.trace and (args.one_run is not None or args.confirm is not None):
        other = "--confirm" if args.one_run is None else "--one-run"
        raise BadInput(f"{other} and --trace", "an audit of a pair", f"{other} without --trace")
    if args.one_run is not None:
        return _once(args)
    if args.score is not None:
        raise BadInput("--score without --one-run", "a number of canaries", "--one-run 100")
    return _audited(args) if args.confirm is None else _confirmed(args)


def _once(args: argparse.Namespace) -> OneRun:
    """One run, many records guessed."""
    from ..lab.audit.privacy.onerun import PATIENT, audit_once

    for option in ("pair", "generator", "confirm", "box", "group"):
        if getattr(args, option) is not None:
            raise BadInput(f"--one-run and --{option}", "--data alone", f"--one-run without --{option}")
    if args.domain != "box":
        raise BadInput("--one-run and --domain", "--data alone", "--one-run without --domain")
    if args.data is None:
        raise BadInput("--one-run without --data", "records, the first of them canaries", "--data FILE")
    subject = _subject(args)
    _, data = _data_sets(args, subject)
    target, canaries = _once_target(args, subject), _integer(args.one_run, "--one-run")
    score, plan = _score(args, subject), _plan(args, 0, PATIENT)
    with progress("running once"):
        return audit_once(subject, target, data, canaries, score, plan=plan)


def _once_target(args: argparse.Namespace, subject: Subject) -> PrivacyClaim | GaussianClaim:
    """The claim, which for one run may be of Gaussian privacy."""
    from ..lab.audit.privacy.asking import own_adjacency
    from ..lab.mechanisms.claims import GaussianClaim

    found = numbers.settings([args.claim], "--claim") if args.claim and "=" in args.claim else {}
    if "mu" not in found:
        return _target(args, subject)
    if len(found) > 1 or args.delta is not None:
        raise BadInput(f"--claim {args.claim!r} with eps or delta", "mu alone", '--claim "mu=1"')
    return GaussianClaim(float(found["mu"]), args.adjacency or own_adjacency(subject))


def _score(args: argparse.Namespace, subject: Subject) -> Any:
    from ..lab.audit.privacy.subjects import imported

    if args.score is not None:
        _import_from_here()
        return imported(args.score).target
    own = getattr(subject.target, "score", None)
    if not callable(own):
        advice = "--score mymodule:score, with score(output, records) -> one number for each record"
        raise BadInput("--one-run without --score", "how likely a record is in, from the output", advice)
    return own


def _audited(args: argparse.Namespace) -> AuditResult:
    from ..lab.audit.privacy.auditor import audit

    subject = _subject(args)
    target = _target(args, subject)
    pairs, data = _data_sets(args, subject)
    plan, generator = _plan(args, 0), _generator(args)
    with _runner(args.workers) as runner, progress("auditing"):
        heard = replace(runner, tell=note)
        found = audit(subject, target, pairs=pairs, data=data, generator=generator, plan=plan, runner=heard)
    if not args.trace:
        return found
    from ..lab.audit.privacy.tracing import traced

    return traced(found, subject)


def _confirmed(args: argparse.Namespace) -> AuditResult:
    """The events of a report, counted again; the mechanism is the one named there, unless one is given."""
    from ..lab.audit.privacy.auditor import confirm, unforeseen
    from ..lab.audit.privacy.confirming import read_report

    for option in ("claim", "delta", "pair", "data", "generator", "group"):
        if getattr(args, option) is not None:
            raise BadInput(
                f"--confirm and --{option}", "what the report says", f"--confirm without --{option}"
            )
    report = read_report(args.confirm)
    if args.subject is None:
        args.subject, times, factor = report.subject.partition(NOISE_TIMES)
        args.noise = factor if times else args.noise
    subject = _subject(args)
    plan = _plan(args, unforeseen())
    with _runner(args.workers) as runner, progress("confirming"):
        return confirm(report, subject, plan=plan, runner=replace(runner, tell=note))


def _plan(args: argparse.Namespace, seed: int, patience: float | None = None) -> Plan:
    from ..lab.audit.privacy.plan import PATIENCE, Plan

    return Plan(
        samples=_integer(args.samples, "--samples"),
        confidence=_number(args.confidence, "--confidence"),
        seed=seed if args.seed is None else _integer(args.seed, "--seed"),
        timeout=(patience or PATIENCE) if args.timeout is None else _number(args.timeout, "--timeout"),
        look_at_density=not args.black_box,
        domain=args.domain,
        box=_box(args),
        at=args.at,
        bits=args.bits,
    )


def _list(as_json: bool) -> int:
    """The built-in mechanisms, each with the claim that is audited where no other is given."""
    from ..lab.mechanisms.registry import get

    claims = {name: str(get(name).claim) for name in _names()}
    if as_json:
        answer_json([{"name": name, "claim": claim} for name, claim in claims.items()])
    else:
        width = max(map(len, claims))
        answer("\n".join(f"{name:<{width}}   claims {claim}" for name, claim in claims.items()))
    return 0


def _names() -> list[str]:
    """The built-in mechanisms."""
    from ..lab.mechanisms.registry import names

    return list(names())


def _subject(args: argparse.Namespace) -> Subject:
    from ..lab.audit.privacy.subjects import Plain, imported

    factor = _number(args.noise, "--noise")
    if ":" in args.subject:
        if factor != 1:
            raise BadInput(f"--noise {args.noise}", "a built-in mechanism", "a function with less noise")
        _import_from_here()
        return imported(args.subject)
    names = _names()
    if args.subject not in names:
        import difflib

        near = difflib.get_close_matches(args.subject, names, 3)
        advice = " or ".join(near) if near else "dptheory audit (the names), or mymodule:mechanism"
        raise BadInput(args.subject, "the name of a mechanism, or MODULE:FUNCTION", advice)
    mechanism = import_module("dptheory.lab.mechanisms.registry").get(args.subject)
    if factor == 1:
        return Plain(mechanism, args.subject)
    if not 0 < factor <= 1000:
        raise BadInput(f"--noise {args.noise}", "0 < factor <= 1000", "--noise 0.7")
    return Plain(mechanism.with_noise_scaled(factor), f"{args.subject}{NOISE_TIMES}{factor!r}")


def _target(args: argparse.Namespace, subject: Subject) -> PrivacyClaim:
    from ..lab.audit.privacy.asking import claimed, own_adjacency, target_of
    from ..lab.audit.privacy.plan import within_reach

    if args.claim is None:
        target = claimed(subject, None, args.delta, args.adjacency)
    else:
        if "=" not in args.claim:
            raise BadInput(f"--claim {args.claim!r}", "eps=NUMBER, delta=NUMBER", '--claim "eps=1"')
        found = numbers.settings([args.claim], "--claim")
        if "mu" in found:
            advice = "--one-run 100, or eps and delta that follow from mu"
            raise BadInput(f"--claim {args.claim!r} without --one-run", "eps=NUMBER, delta=NUMBER", advice)
        target = target_of(found, args.claim, args.delta, args.adjacency or own_adjacency(subject))
    if args.group is not None:
        target = target.of_group(_integer(args.group, "--group"))
    within_reach(target.eps)
    return target


def _data_sets(args: argparse.Namespace, subject: Subject) -> tuple[list[Neighbours], Any]:
    from ..lab.audit.privacy.files import data_set, shaped
    from ..lab.audit.privacy.neighbours import Neighbours

    if args.pair and args.data is not None:
        raise BadInput("--pair and --data", "one of them", "--pair '[0]' '[1]'")

    def read(text: str) -> Any:
        return shaped(subject, data_set(text, empty=True))

    pairs = [Neighbours(read(first), read(second)) for first, second in args.pair or ()]
    return pairs, None if args.data is None else read(args.data)


def _generator(args: argparse.Namespace) -> Any:
    from ..lab.audit.privacy.subjects import imported

    if args.generator is None:
        return None
    if args.pair or args.data is not None:
        raise BadInput("--generator and --pair or --data", "one of them", "--generator mymodule:pairs")
    _import_from_here()
    return imported(args.generator).target


def _box(args: argparse.Namespace) -> tuple[float, float] | None:
    if args.data is None and (args.box or args.domain != "box"):
        option = "--box" if args.box else "--domain"
        raise BadInput(f"{option} without --data", "a data set whose records vary", "--data FILE")
    if args.box is None:
        return None
    low, high = (_number(end, "--box") for end in args.box)
    if not low < high:
        raise BadInput(f"--box {low:g} {high:g}", "LOW < HIGH", "--box 0 1")
    return low, high


def _import_from_here() -> None:
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)


def _runner(workers: str) -> AbstractContextManager[Runner]:
    from ..cluster import is_address
    from ..lab.audit.privacy.streams import on_cluster, processes

    if is_address(workers):
        return on_cluster(workers)
    number = _integer(workers, "--workers")
    if not 1 <= number <= MOST_WORKERS:
        raise BadInput(f"--workers {workers}", f"1..{MOST_WORKERS}, or an address", "--workers 4")
    return processes(number)


def _number(text: str, option: str) -> float:
    return float(numbers.rational(text, f"{option} {text}", f"{option} 1/2"))


def _integer(text: str, option: str) -> int:
    value = numbers.rational(text, f"{option} {text}", f"{option} 100000")
    if value.q != 1:
        raise BadInput(f"{option} {text}", "a whole number", f"{option} 100000")
    return int(value.p)
