"""What `prove` and `refute` find about a claim: the verdict, and what is said where a side has no value."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..errors import BadInput
from ..inputs import claims, witness
from ..kernel import UNKNOWN, Verdict
from ..kernel.real import Claim, Compound
from ..present.claims import (
    conventional_json,
    conventional_lines,
    defined_json,
    defined_lines,
    outcome_json,
    outcome_lines,
    real_exponents,
)
from ..present.styles import labelled
from ..prover import (
    Conventional,
    Nowhere,
    Outcome,
    WhereDefined,
    conventions_of,
    every_link,
    looked_at,
    none_serves,
    prove,
    refuse_under_binders,
    speaking,
    under,
)
from . import numbers

NOTHING = "at a point nothing serves: that is what is proved, as `denial`"
WHERE_DEFINED = 3
"""The exit status where a claim holds wherever both sides have a value, and fails where one has none."""


@dataclass(frozen=True)
class Decided:
    """A claim, or the links of a chain, with what came of it; `defined` where it fails only for want of a
    value; what came of each under conventions, where some were asked for and say something of it. Where a
    point has nothing that is claimed to exist, that is what is claimed and proved."""

    asked: tuple[Claim | Compound, ...]
    outcome: Outcome
    defined: WhereDefined | None = None
    conventional: tuple[Conventional, ...] = ()
    nowhere: Nowhere | None = None

    def status(self, statuses: Mapping[str, int]) -> int:
        """The exit status, of those for verdicts."""
        if self.nowhere is not None:
            return statuses["refuted"]
        if self.conventional:
            good = all(one.proved for one in self.conventional)
            if good and self.records():
                return statuses["proved"]
            if any(one.fails is not None for one in self.conventional):
                return statuses["refuted"]
            return WHERE_DEFINED if all(one.holds for one in self.conventional) else 2
        holds = self.defined is not None and self.defined.outcome.proved
        return WHERE_DEFINED if holds else statuses.get(self.outcome.verdict.status, 2)

    def word(self) -> str:
        """The answer in a word or two, for a table."""
        if self.nowhere is not None:
            return "fails"
        status = self.status({"proved": 0, "refuted": 1})
        return {0: "proved", 1: "refuted", WHERE_DEFINED: "where defined"}.get(status, "unknown")

    def lines(self, style: str) -> list[str]:
        """The answer as lines."""
        first = conventional_lines(self.conventional, style) if self.conventional else []
        if self.nowhere is not None:
            place = ", ".join(f"{name} = {x}" for name, x in sorted(self.nowhere.point.items()))
            first.append(labelled("fails", f"{f'at {place} ' if place else ''}nothing serves, since"))
        if self.defined is not None:
            claim = self.outcome.claim
            first += defined_lines(self.defined, claim)
            known: Sequence[str] = ()
            if isinstance(claim, Claim) and not (self.conventional or real_exponents(self.defined, claim)):
                known = speaking(claim)
            first += [labelled("next", f"--convention '{one}'") for one in known]
        shown = self.asked if self.nowhere is None else (self.nowhere.outcome.claim,)
        return [*first, *outcome_lines([one for one in shown if one], self.outcome, style)]

    def json(self, path: str | None = None) -> dict[str, object]:
        """The same as JSON."""
        if self.nowhere is not None:
            return self._denied(path)
        made = outcome_json(self.asked, self.outcome, path)
        if self.defined is not None:
            made["where_defined"] = defined_json(self.defined)
        if self.conventional:
            made["under_conventions"] = conventional_json(self.conventional)
        return made

    def _denied(self, path: str | None) -> dict[str, object]:
        """That nothing serves at a point: of the claim itself the kernel says nothing, of its denial that it
        is proved."""
        found = replace(self.outcome, verdict=Verdict(UNKNOWN, NOTHING), reason=NOTHING, certificate=None)
        made = outcome_json(self.asked, found, None)
        if self.nowhere is not None and isinstance(denial := self.nowhere.outcome.claim, Compound):
            made["fails_at"] = {name: str(x) for name, x in sorted(self.nowhere.point.items())}
            made["denial"] = outcome_json((denial,), self.nowhere.outcome, path)
        return made

    def records(self) -> list[dict[str, object]]:
        """The certificates of what was proved."""
        parts: Sequence[Outcome] = self.outcome.links or (self.outcome,)
        if self.conventional:
            parts = [part for one in self.conventional for part in one.parts]
        return [c for one in parts if (c := one.certificate or one.excluded) is not None]


def decide(args: argparse.Namespace, claim: str, where: str, having: str = "") -> Decided:
    """Decide one claim of a command line, by its effort, timeout and conventions."""
    asked = claims(claim, where)
    effort, timeout = numbers.effort(args.effort), numbers.seconds(args.timeout)
    if not having and isinstance(asked[0], Compound) and asked[0].bound and timeout is None:
        nowhere = none_serves(asked[0], effort=effort // 4)
        if nowhere is not None:
            return Decided(asked, nowhere.outcome, nowhere=nowhere)
    images = witness(having, asked)
    said = conventions_of(args.convention or [])
    if said and timeout is not None:
        raise BadInput("--convention with --timeout", "one of the two", "--effort")
    if said and any(isinstance(one, Compound) for one in asked):
        needed = "one relation, and relations as conditions"
        raise BadInput("--convention for a claim with and, or, implies, not or exists", needed, "its parts")
    for part in asked:
        if said and isinstance(part, Claim):
            refuse_under_binders(part, said)
    outcome = every_link(asked, partial(prove, images=images), effort, timeout)
    if timeout is not None:
        return Decided(asked, outcome)
    outcome, defined = looked_at(outcome, effort=effort)
    fails = outcome.refuted and defined is None
    if not said or outcome.proved or fails:
        return Decided(asked, outcome, defined)
    parts = [
        one.claim for one in outcome.links or (outcome,) if isinstance(one.claim, Claim) and not one.proved
    ]
    found = [one for claim in parts if (one := under(claim, said, effort=effort)) is not None]
    return Decided(asked, outcome, defined, tuple(found) if len(found) == len(parts) else ())
