"""What a campaign is made of: kinds of questions, each played in rounds, and the tally of their answers.

A kind is registered by its name and makes an object with a method `round`; a new kind is a new module with a
registered class, imported by `campaign`.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.real.points import check_witness
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.prover import Outcome, prove

QUICK, LONG = 50_000, 250_000
"""The effort of a search; now and then a round has more of it."""
OVER = 50_000
"""By how many steps a search may go beyond its effort: its last piece of work, and the kernel's check."""
NOW_AND_THEN = 20


@dataclass
class Tally:
    """Counts of answers by kind, of mutants, and everything unsound."""

    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    mutants: Counter[tuple[str, str]] = field(default_factory=Counter)
    unsound: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    sampled: int = 0
    """Sequents whose assumptions were evaluated at points."""
    seconds: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.answers += other.answers
        self.mutants += other.mutants
        self.unsound += other.unsound
        self.slow += other.slow
        self.sampled += other.sampled
        self.seconds += other.seconds


class ProofState:
    """What the kinds of one process share: the tally, how many mutants to make, how long to search."""

    def __init__(self, seed: int | str, mutants: int) -> None:
        self.seed = seed
        self.mutants = mutants
        self.tally = Tally()
        self.effort = QUICK

    def ask(self, kind: str, claim: Claim, about: object) -> Outcome | None:
        """The prover's answer, asked again of the kernel after a round trip through JSON."""
        try:
            outcome = prove(claim, effort=self.effort)
        except Exception as error:  # what a user would see as a traceback is a fault as well
            self.tally.answers[kind, "crashed"] += 1
            self.fault(f"crashed ({type(error).__name__}: {error}): {about}")
            return None
        self.tally.answers[kind, outcome.verdict.status] += 1
        if outcome.effort > self.effort + OVER:
            self.tally.slow.append(f"{kind}, effort {outcome.effort}: {about}")
        try:
            if outcome.certificate is not None:
                check(claim, json.loads(json.dumps(outcome.certificate)))
            if outcome.witness is not None:
                check_witness(claim, outcome.witness)
        except KernelError as error:
            self.fault(f"not accepted again ({error}): {about}")
        return outcome

    def judge(self, kind: str, work: Callable[[], object], about: Callable[[], str]) -> object:
        """What a checker says of a mutant: None where it says no. It must not fall over."""
        try:
            answer = work()
        except (KernelError, SyntaxProblem):
            self.tally.mutants[kind, "rejected"] += 1
            return None
        except Exception as error:
            self.tally.mutants[kind, "crashed"] += 1
            self.fault(f"checker crashed ({type(error).__name__}: {error}): {about()}")
            return None
        self.tally.mutants[kind, "accepted"] += 1
        return answer

    def fault(self, text: str) -> None:
        """Something unsound."""
        self.tally.unsound.append(text)


class Kind(Protocol):
    """One kind of question; a round asks the questions that belong to a seed."""

    def __init__(self, state: ProofState) -> None: ...

    def round(self, seed: str) -> None: ...


REGISTRY: Final[dict[str, type[Kind]]] = {}
Made = TypeVar("Made", bound=type[Kind])


def register(name: str) -> Callable[[Made], Made]:
    """Make a class known to the campaign under a name."""

    def known(kind: Made) -> Made:
        if name in REGISTRY:
            raise ValueError(f"two kinds are called {name!r}")
        REGISTRY[name] = kind
        return kind

    return known


class Campaign:
    """One process's share of the work: rounds of all kinds, or of those named."""

    def __init__(self, seed: int | str, mutants: int, kinds: tuple[str, ...] = ()) -> None:
        self.state = ProofState(seed, mutants)
        self.kinds = {name: REGISTRY[name](self.state) for name in kinds or tuple(REGISTRY)}

    @property
    def tally(self) -> Tally:
        return self.state.tally

    def round(self, index: int) -> None:
        """One round of every kind."""
        self.state.effort = LONG if index % NOW_AND_THEN == 0 else QUICK
        for name, kind in self.kinds.items():
            start = time.process_time()
            kind.round(f"{self.state.seed}:{index}")
            self.tally.seconds[name] += time.process_time() - start  # type: ignore[assignment]


def summary(tally: Tally) -> str:
    """The counts as a table."""
    statuses = ("proved", "refuted", "unknown", "crashed")
    lines = [f"{'kind':<24} {'claims':>8}" + "".join(f" {s:>8}" for s in statuses)]
    for kind in sorted({kind for kind, _ in tally.answers}):
        counts = [tally.answers[kind, status] for status in statuses]
        lines.append(f"{kind:<24} {sum(counts):>8}" + "".join(f" {c:>8}" for c in counts))
    for kind in sorted({kind for kind, _ in tally.mutants}):
        counts = [tally.mutants[kind, status] for status in ("accepted", "rejected", "crashed")]
        lines.append(
            f"{'mutants of ' + kind:<24} {sum(counts):>8} accepted {counts[0]}, rejected {counts[1]}"
        )
    lines.append(f"claims {sum(tally.answers.values())}, mutated certificates {sum(tally.mutants.values())}")
    lines += [f"sequents with sampled assumptions {tally.sampled}"] if tally.sampled else []
    lines += [f"seconds of {name}: {seconds:.0f}" for name, seconds in sorted(tally.seconds.items())]
    lines += [f"slow       {line[:300]}" for line in tally.slow[:10]]
    lines.append(f"unsound answers, crashes and certificates not accepted again: {len(tally.unsound)}")
    lines += [f"UNSOUND    {line}" for line in sorted(tally.unsound, key=len)[:50]]
    return "\n".join(lines)
