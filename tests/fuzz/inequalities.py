"""Claims whose truth is known by construction, in twins, and mutants of the certificates of the true ones."""

from __future__ import annotations

import json

from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import parse_claim
from dptheory.prover import Outcome

from .generate import KINDS, TRUE, Made, make
from .kinds import ProofState, register
from .mutants import Mutator

FORBIDDEN = {
    "true": ("refuted",),
    "false": ("proved",),
    "undefined": ("proved",),
    "empty": ("proved", "refuted"),
}


@register("inequalities")
class Inequalities:
    """The four twins of one seed, and mutants of the true one's certificate."""

    def __init__(self, state: ProofState) -> None:
        self.state = state
        self.mutator = Mutator(state.seed)

    def round(self, seed: str) -> None:
        made = [make(seed, kind) for kind in KINDS]
        outcomes = [self._ask(m) for m in made]
        if outcomes[0] is not None and outcomes[0].certificate is not None:
            self._mutate(made, outcomes[0].certificate)

    def _ask(self, made: Made) -> Outcome | None:
        outcome = self.state.ask(made.kind, parse_claim(made.claim, made.where), made)
        if outcome is not None and outcome.verdict.status in FORBIDDEN[made.kind]:
            self.state.fault(f"{outcome.verdict.status}: {made}   witness {outcome.witness}")
        return outcome

    def _mutate(self, made: list[Made], certificate: dict[str, object]) -> None:
        old = parse_claim(made[0].claim, made[0].where)
        self.mutator.learn(certificate["proof"])
        for number in range(4 * self.state.mutants):
            target = made[number % len(made)]
            new = parse_claim(target.claim, target.where)
            mutant = self.mutator.mutant(certificate, old, new)
            said = self.state.judge(
                target.kind, lambda new=new, mutant=mutant: check(new, mutant), lambda t=target: str(t)
            )
            if said is not None and target.kind != TRUE:
                self.state.fault(f"mutant accepted: {target}   {json.dumps(mutant)}")
