"""The fuzz campaign: generated claims, mutated certificates, hostile texts; any unsound answer is a failure.

    python -m tests.fuzz.campaign --count 20000 --seed 1

Exit status 0 when nothing unsound was found, 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import check, check_witness
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.prover import Outcome, prove

from .generate import KINDS, TRUE, Made, make
from .mutants import Mutator

FORBIDDEN = {
    "true": ("refuted",),
    "false": ("proved",),
    "undefined": ("proved",),
    "empty": ("proved", "refuted"),
}


@dataclass
class Tally:
    """Counts of answers by kind, mutants, and everything unsound."""

    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    mutants: Counter[str] = field(default_factory=Counter)
    unsound: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.answers += other.answers
        self.mutants += other.mutants
        self.unsound += other.unsound
        self.slow += other.slow


class Campaign:
    """One process's share of the work: every `share`-th seed, starting at `first`."""

    def __init__(self, seed: int | str, effort: int, mutants: int) -> None:
        self.seed = seed
        self.effort = effort
        self.per_proof = mutants
        self.tally = Tally()
        self.mutator = Mutator(seed)

    def round(self, index: int) -> None:
        """The four twins of one seed, and mutants of the true one's certificate."""
        made = [make(f"{self.seed}:{index}", kind) for kind in KINDS]
        outcomes = [self._ask(m) for m in made]
        if outcomes[0] is not None and outcomes[0].certificate is not None:
            self._mutate(made, outcomes[0].certificate)

    def _ask(self, made: Made) -> Outcome | None:
        try:
            claim = parse_claim(made.claim, made.where)
            outcome = prove(claim, effort=self.effort)
        except Exception as error:  # what a user would see as a traceback is a fault as well
            self.tally.answers[made.kind, "crashed"] += 1
            self.tally.unsound.append(f"crashed ({type(error).__name__}: {error}): {made}")
            return None
        status = outcome.verdict.status
        self.tally.answers[made.kind, status] += 1
        if status in FORBIDDEN[made.kind]:
            self.tally.unsound.append(f"{status}: {made}   witness {outcome.witness}")
        if outcome.effort > 1.1 * self.effort + 100_000:
            self.tally.slow.append(f"effort {outcome.effort}: {made}")
        self._again(claim, outcome, made)
        return outcome

    def _again(self, claim: Claim, outcome: Outcome, made: Made) -> None:
        """The kernel says the same of what was handed over, after a round trip through JSON."""
        try:
            if outcome.certificate is not None:
                check(claim, json.loads(json.dumps(outcome.certificate)))
            if outcome.witness is not None:
                check_witness(claim, outcome.witness)
        except KernelError as error:
            self.tally.unsound.append(f"not accepted again ({error}): {made}")

    def _mutate(self, made: list[Made], certificate: dict[str, object]) -> None:
        old = parse_claim(made[0].claim, made[0].where)
        self.mutator.learn(certificate["proof"])
        for number in range(self.per_proof):
            target = made[number % len(made)]
            new = parse_claim(target.claim, target.where)
            mutant = self.mutator.mutant(certificate, old, new)
            try:
                verdict = check(new, mutant)
            except (KernelError, SyntaxProblem):
                self.tally.mutants[f"{target.kind}: rejected"] += 1
                continue
            except Exception as error:  # a checker must say no, not fall over
                self.tally.mutants["crashed"] += 1
                self.tally.unsound.append(f"checker crashed ({type(error).__name__}: {error}): {target}")
                continue
            self.tally.mutants[f"{target.kind}: {verdict.status}"] += 1
            if target.kind != TRUE:
                self.tally.unsound.append(f"mutant accepted: {target}   {json.dumps(mutant)}")


def work(arguments: tuple[str, int, int, int, int]) -> Tally:
    """The rounds first, first+1, ... of a seed."""
    seed, first, rounds, effort, mutants = arguments
    campaign = Campaign(f"{seed}:{first}", effort, mutants)
    for index in range(rounds):
        campaign.round(index)
    return campaign.tally


def summary(tally: Tally) -> str:
    """The counts as a table."""
    lines = [f"{'kind':<10} {'claims':>7} {'proved':>7} {'refuted':>8} {'unknown':>8}"]
    for kind in KINDS:
        counts = [tally.answers[kind, status] for status in ("proved", "refuted", "unknown", "crashed")]
        lines.append(f"{kind:<10} {sum(counts):>7} {counts[0]:>7} {counts[1]:>8} {counts[2]:>8}")
    lines += [f"mutants    {name}: {count}" for name, count in sorted(tally.mutants.items())]
    lines += [f"slow       {line[:300]}" for line in tally.slow[:10]]
    lines.append(f"unsound answers, crashes and certificates not accepted again: {len(tally.unsound)}")
    lines += [f"UNSOUND    {line}" for line in sorted(tally.unsound, key=len)[:50]]
    return "\n".join(lines)


def hostile() -> list[str]:
    """Faults in the treatment of hostile texts."""
    from .hostile import faults

    return [*faults("refused"), *faults("answered")]


def main() -> int:
    """Run the campaign and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=20_000, help="generated claims")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--effort", type=int, default=200_000, help="for one claim")
    parser.add_argument("--mutants", type=int, default=12, help="for each proof that was found")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    rounds, step = -(-args.count // len(KINDS)), 25
    jobs = [
        (args.seed, first, min(step, rounds - first), args.effort, args.mutants)
        for first in range(0, rounds, step)
    ]
    total, start = Tally(), time.time()
    # fresh processes now and then, so that memory stays bounded
    with multiprocessing.get_context("spawn").Pool(args.processes, maxtasksperchild=20) as pool:
        for number, tally in enumerate(pool.imap_unordered(work, jobs), 1):
            total.add(tally)
            for line in tally.unsound:
                print(f"UNSOUND    {line}", file=sys.stderr, flush=True)
            if number % 8 == 0 or number == len(jobs):
                done = sum(total.answers.values())
                print(
                    f"{done} claims, {time.time() - start:.0f} s, unsound {len(total.unsound)}",
                    file=sys.stderr,
                )
    faults = hostile()
    print(
        f"seed {args.seed}, effort {args.effort} a claim\n{summary(total)}\nhostile texts: {len(faults)} faults"
    )
    print("\n".join(faults))
    return 1 if total.unsound or faults else 0


if __name__ == "__main__":
    sys.exit(main())
