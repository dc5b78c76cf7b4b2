"""The audit of one claim: pairs, training, event, fresh outputs, exact limits, verdict.

Every choice (data sets, score, threshold, direction) is made on outputs that are then set aside. The counts
come from outputs drawn afterwards, from other generators: the limits of `ratio` hold whatever was searched.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dptheory.errors import BadInput
from dptheory.extras import one_thread
from dptheory.lab.audit.privacy import streams
from dptheory.lab.audit.privacy.calls import SEARCHED
from dptheory.lab.audit.privacy.candidates import SCREEN, Generator, candidates, generated
from dptheory.lab.audit.privacy.choosing import Hints, choose_each, judge_score
from dptheory.lab.audit.privacy.confirming import Report
from dptheory.lab.audit.privacy.coverage import Found, unvaried
from dptheory.lab.audit.privacy.dependence import check_rows
from dptheory.lab.audit.privacy.describe import event_data, plain_data
from dptheory.lab.audit.privacy.groups import Grouped, grouped, made_rows
from dptheory.lab.audit.privacy.judging import judge
from dptheory.lab.audit.privacy.levels import Goal
from dptheory.lab.audit.privacy.neighbours import ADVICE, Neighbours, accepted, checked, numbers_of, table
from dptheory.lab.audit.privacy.ordering import Counts
from dptheory.lab.audit.privacy.outcomes import some_are_seldom
from dptheory.lab.audit.privacy.padded import Padded, Ragged
from dptheory.lab.audit.privacy.patterns import have_patterns
from dptheory.lab.audit.privacy.plan import Plan, searched, training_rows, wanting, within_reach
from dptheory.lab.audit.privacy.pool import Pool
from dptheory.lab.audit.privacy.probing import Probe, probe
from dptheory.lab.audit.privacy.ranking import Ranking
from dptheory.lab.audit.privacy.report import VIOLATED, AuditResult, Finding
from dptheory.lab.audit.privacy.scores import Event
from dptheory.lab.audit.privacy.search import Search
from dptheory.lab.audit.privacy.streams import Runner, Source
from dptheory.lab.audit.privacy.subjects import DensityRatio, Plain, Subject, has_density
from dptheory.lab.audit.privacy.varying import BALL, domain_of, features_of
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE, PrivacyClaim, RenyiClaim
from dptheory.lab.mechanisms.interface import Mechanism
from dptheory.lab.special import special

if TYPE_CHECKING:
    from dptheory.lab.audit.privacy.instancing import Instance

SURELY = 1.5
"""Standard errors by which an event must seem to exceed a claim with delta, to be taken for that alone."""

TRAIN, FRESH = 2, 3
"""Stages: first parts of the keys of generators; probing is 0, screening 1."""


def audit(
    subject: Any,
    target: PrivacyClaim,
    *,
    pairs: Iterable[Neighbours] = (),
    data: Any = None,
    generator: Generator | None = None,
    plan: Plan | None = None,
    runner: Runner | None = None,
) -> AuditResult:
    """Audit the claim `target` of a function f(dataset, size, rng) or of a mechanism.

    Data sets: the `pairs` given; else neighbours of `data`; else pairs that `generator(rng)` returns; else
    what the mechanism names as its worst; else small data sets of numbers in [0, 1]. `BadInput` for anything
    that the mechanism or the caller did wrong.

    >>> def laplace(data, size, rng):
    ...     return data[0] + rng.laplace(0, 0.5, size)
    >>> audit(laplace, PrivacyClaim(1.0), plan=Plan(samples=5_000)).verdict
    'violated'
    """
    plan = plan or Plan()
    within_reach(target.eps)
    found = (
        subject if isinstance(subject, Subject) else Plain(subject, getattr(subject, "__name__", "mechanism"))
    )
    given = checked(pairs, target.adjacency, target.group)
    near = None if given else data
    if not given and near is None:
        given = candidates(found, target, plan) if generator is None else generated(generator, target, plan)
    if near is not None and target.group > 1:
        if plan.domain == BALL:
            raise BadInput("--group and --domain ball", "the box of the data", "--group without --domain")
        found, near = grouped(found, near, target.group)
    return _Audit(found, target, plan, runner or Runner(), near).run(given)


def confirm(
    report: Report, subject: Subject, *, plan: Plan | None = None, runner: Runner | None = None
) -> AuditResult:
    """Draw anew on the data sets of a report and count its events; nothing is searched or chosen again.

    The seed must be one that whoever wrote the report could not know: an event may be made for the outputs of
    a known seed, and then any mechanism seems to violate any claim. Without a plan it is drawn by the system.
    """
    plan = plan or Plan(seed=unforeseen())
    if plan.seed == report.seed:
        raise BadInput(f"seed = {plan.seed}, which the report used", "another", "--confirm without --seed")
    report.rebuilt(subject.target)  # before anything is drawn
    subject = Padded(subject, report.padded) if report.padded else subject
    audited = _Audit(subject, report.target, plan, runner or Runner())
    pair = report.pair
    first = probe(audited.runner, subject, pair.first, pair.second, plan)
    events = report.rebuilt(subject.target, first.width)
    fresh = plan.samples - first.spent
    with one_thread():
        counts = audited.count(pair, first.width, events, fresh)
        return audited.report(Found(pair, 1, 0, None), events, counts, first.spent)


def unforeseen() -> int:
    """A seed that nobody knows beforehand."""
    return secrets.randbelow(2**32)


@dataclass(frozen=True, eq=False)
class _Audit:
    subject: Subject
    target: PrivacyClaim
    plan: Plan
    runner: Runner
    data: Any = None

    def run(self, pairs: list[Neighbours]) -> AuditResult:
        """Everything; again from the start where outputs turn out to be of different lengths. Those that are
        counted are cut or filled up instead.
        """
        try:
            return self.called(pairs)
        except Ragged as error:
            return replace(self, subject=made_rows(self.subject, error.width)).run(pairs)

    def called(self, pairs: list[Neighbours]) -> AuditResult:
        """The first calls, then everything else."""
        first, second = (self.data, self.data) if self.data is not None else (pairs[0].first, pairs[0].second)
        found = probe(self.runner, self.subject, first, second, self.plan)
        # loaded before their threads are limited: fits on shared cores are faster, and repeatable, on one
        special()
        with one_thread():
            return self.probed(pairs, found)

    def probed(self, pairs: list[Neighbours], first: Probe) -> AuditResult:
        """The stages after the first calls."""
        plan = self.plan
        found = self.search(pairs, first.width)
        pair = found.pair
        known = found.drawn or (np.zeros((0, first.width)), np.zeros((0, first.width)))
        rows = training_rows(plan.samples, first.width, self.white(pair), self.target.delta)
        rows = max(0, rows - min(map(len, known)))
        spent = first.spent + found.spent + rows
        if plan.samples - spent < plan.samples // 10:
            raise BadInput(
                f"samples = {plan.samples}", f"more than {spent} for search alone", "--samples 100000"
            )
        sides = _joined(known, self.draw(pair, first.width, TRAIN, 0, rows))
        wanted = not self.white(pair) and (have_patterns(*sides) or some_are_seldom(*sides))
        more = wanting(plan.samples, len(sides[0])) if wanted else 0
        if more:
            sides = _joined(sides, self.draw(pair, first.width, TRAIN, 1, more))
        spent += more
        fresh = plan.samples - spent
        for outputs in sides:
            check_rows(outputs, self.subject.name)
        events = self.choose(pair, sides[0], sides[1], fresh)
        return self.report(found, events, self.count(pair, first.width, events, fresh), spent)

    def search(self, pairs: list[Neighbours], width: int) -> Found:
        """The pair that shows most, near the data or among the pairs."""
        plan, adjacency = self.plan, self.target.adjacency
        if self.data is None and len(pairs) == 1:
            return Found(pairs[0], 1, 0, None)
        pool = Pool(self.runner, self.subject, plan.seed, plan.timeout, width, SCREEN)
        search = Search(
            Ranking(pool, self.goal(plan.samples), 2 * searched(plan.samples), plan.seed, plan.bits),
            adjacency,
            self.target.eps,
            np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(SCREEN, 1))),
            lambda pair: accepted(self.subject.target, pair),
            at=plan.at,
            widening=plan.box is None and not plan.at,
        )
        if self.data is None:
            return search.among(
                pairs, climbing=not all(pair.origin in ("given", "generated") for pair in pairs)
            )
        rows = table(self.data)
        if not rows.shape[1] or (not len(rows) and (adjacency == REPLACE_ONE or plan.box is None)):
            raise BadInput("a data set without records", "a record, or --box and add-remove", ADVICE)
        box = self.subject.box if isinstance(self.subject, Grouped) and plan.box is None else plan.box
        ends = [np.broadcast_to(np.asarray(end, float), rows.shape[1:]) for end in box or ()]
        shown = rows if len(rows) else np.array(ends)  # of no records the box alone says what one may be
        return search.around(self.data, domain_of(shown, plan.domain, box, features_of(self.data, rows)))

    def white(self, pair: Neighbours) -> bool:
        """Whether the densities on this pair may be used."""
        return self.plan.look_at_density and has_density(self.subject.target)

    def source(self, pair: Neighbours, side: str, width: int, stage: int, number: int = 0) -> Source:
        """The stream of outputs on one side of a pair."""
        data, index = (pair.first, 0) if side == "first" else (pair.second, 1)
        key = (stage, number, index)
        told = side if pair.origin in ("given", "reported") else SEARCHED
        return Source(self.subject, data, told, self.plan.seed, key, self.plan.timeout, width)

    def draw(
        self, pair: Neighbours, width: int, stage: int, number: int, rows: int
    ) -> tuple[FloatArray, FloatArray]:
        """Outputs on both sides."""
        one, other = (
            streams.collect(self.runner, self.source(pair, side, width, stage, number), rows)
            for side in ("first", "second")
        )
        return one, other

    def choose(
        self, pair: Neighbours, first: FloatArray, second: FloatArray, fresh: int
    ) -> tuple[Event, ...]:
        """The events, from training outputs: that of the best limit by careful judgement, and another by a
        daring one; for a claim with delta the one that convicts most surely, where that is another and seems
        to, else the daring one. Each has its part of alpha.
        """
        goals = [self.goal(fresh)]
        if self.white(pair):
            score = DensityRatio(self.subject.target, pair.first, pair.second)
            return (judge_score(score, first, second, goals[0]).event,)
        if self.target.delta == 0:
            goals.append(replace(goals[0], daring=1.0))
            if some_are_seldom(first, second):
                goals.append(replace(goals[1], unseen=True))
            best, *others = choose_each(first, second, goals, self.plan.seed, bits=self.plan.bits)
            # of outcomes that repeat, those that one side never had beat what chance lets seem rare there
            other = others[-1] if others[-1].promise > best.promise else others[0]
            more = other.promise > best.promise
        else:
            goals += [self.goal(fresh, self.target.eps), replace(goals[0], daring=1.0)]
            hints = Hints(self.target.eps, self.target.delta, numbers_of(pair))
            best, other, dared = choose_each(first, second, goals, self.plan.seed, hints, self.plan.bits)
            if other.promise < SURELY or other.event.text == best.event.text:
                other = dared
            more = True
        return (best.event, other.event) if more and other.event.text != best.event.text else (best.event,)

    def goal(self, outputs: int, eps: float | None = None) -> Goal:
        """What an event is wanted for; with an eps, to convict."""
        errors = -float(special().ndtri(self.plan.alpha))
        if isinstance(self.target, RenyiClaim):
            each = self.target.alpha is None
            return Goal(outputs, orders=self.target.orders, zero_concentrated=each, errors=errors)
        return Goal(outputs, self.target.delta, eps, errors=errors)

    def count(self, pair: Neighbours, width: int, events: tuple[Event, ...], fresh: int) -> list[Counts]:
        """How many fresh outputs fall into the events; k of the side on which each is likelier."""
        first, second = (
            streams.count(self.runner, self.source(pair, side, width, FRESH), fresh, events)
            for side in ("first", "second")
        )
        counts = [Counts(k, fresh, l, fresh) for k, l in zip(first, second, strict=True)]  # noqa: E741
        return [c.swapped if e.swapped else c for c, e in zip(counts, events, strict=True)]

    def report(
        self, found: Found, events: tuple[Event, ...], counts: list[Counts], spent: int
    ) -> AuditResult:
        """The verdict with all that led to it."""
        pair = self.subject.plainly(found.pair) if isinstance(self.subject, Grouped) else found.pair
        judged = judge(counts, self.target, self.plan.alpha)
        order = [events[judged.deciding], *events]
        shown = self.shown(pair, order) if judged.verdict == VIOLATED else None
        what = "group" if isinstance(self.subject, Grouped) else "record"
        searched = found.coverage.told(what) if found.coverage else unvaried(found)
        if isinstance(self.subject, Grouped):
            rest = len(self.subject.rest)
            left = f"{rest} record{'' if rest == 1 else 's'} left over"
            searched = f"in groups of {self.subject.size}, {left}: {searched}"
        findings = tuple(
            Finding(event.text, event_data(event), "second" if event.swapped else "first", count, *limits)
            for event, count, limits in zip(events, counts, judged.limits, strict=True)
        )
        return AuditResult(
            subject=self.subject.name,
            target=self.target,
            verdict=judged.verdict,
            reason=judged.reason,
            eps_lower=judged.eps_lower,
            delta_lower=judged.delta_lower,
            eps_seen=judged.eps_seen,
            caught=judged.caught,
            curve=judged.curve,
            deciding=findings[judged.deciding],
            others=tuple(f for i, f in enumerate(findings) if i != judged.deciding),
            first=plain_data(pair.first),
            second=plain_data(pair.second),
            origin=pair.origin,
            pairs_tried=found.tried,
            searched=searched,
            method="white box" if self.white(pair) else "black box",
            samples=self.plan.samples,
            spent=spent,
            confidence=self.plan.confidence,
            seed=self.plan.seed,
            instance=shown,
            padded=self.padded,
            place=judged.deciding,
        )

    @property
    def padded(self) -> int | None:
        """How many entries are kept of outputs that are sequences of different lengths."""
        inner = self.subject.subject if isinstance(self.subject, Grouped) else self.subject
        return inner.width if isinstance(inner, Padded) else None

    def shown(self, pair: Neighbours, events: list[Event]) -> Instance | None:
        """What the kernel says of the events, where the mechanism is one of the library's."""
        if not isinstance(self.subject.target, Mechanism) or isinstance(self.target, RenyiClaim):
            return None
        from dptheory.lab.audit.privacy.instancing import shown_best  # the library, which few audits need

        return shown_best(self.subject.target, pair.first, pair.second, self.target, events)


def _joined(
    some: tuple[FloatArray, FloatArray], others: tuple[FloatArray, FloatArray]
) -> tuple[FloatArray, FloatArray]:
    return np.concatenate([some[0], others[0]]), np.concatenate([some[1], others[1]])
