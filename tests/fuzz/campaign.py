"""The fuzz campaign: generated claims, mutated certificates, hostile texts; any unsound answer is a failure.

    python -m tests.fuzz.campaign --count 100000 --seed 1 --sampled 5

Searches end by counted work, so that a seed says everything. Exit status 0 when nothing unsound was found, else 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from contextlib import nullcontext

from ..sampled.watching import Watch, watched
from . import compounds, constants, derivations, growths, inequalities, instances, powers  # noqa: F401  (they register their kinds)
from .kinds import REGISTRY, Campaign, Tally, summary

STEP = 20
"""Rounds of one job; the first of them has more work."""


def work(arguments: tuple[str, int, int, int, int, tuple[str, ...]]) -> Tally:
    """The rounds first, first + 1, ... of a seed, what is assumed in one of `each` certificates sampled."""
    seed, first, rounds, mutants, each, kinds = arguments
    campaign, watch = Campaign(f"{seed}:{first}", mutants, kinds), Watch()
    with watched(watch, each) if each else nullcontext():
        for index in range(rounds):
            campaign.round(index)
    campaign.tally.sampled += watch.tally.sequents - watch.tally.without_points
    campaign.tally.unsound += map(str, watch.tally.violations)
    return campaign.tally


def hostile() -> list[str]:
    """Faults in the treatment of hostile texts."""
    from .hostile import faults

    return [*faults("refused"), *faults("answered")]


def attacked(seed: str, attempts: int) -> list[str]:
    """What the attacks on other faces than that of claims found."""
    from . import folders, logic_face

    return [fault for attack in (logic_face.attack, folders.attack) for fault in attack(seed, attempts)]


def main() -> int:
    """Run rounds until there are claims enough, and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=20_000, help="generated claims")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--mutants", type=int, default=12, help="for each certificate that was found")
    parser.add_argument("--sampled", type=int, default=0, help="look at what one of so many certificates assumes")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--kinds", nargs="*", default=[], choices=sorted(REGISTRY), help="all, if none is named"
    )
    args = parser.parse_args()
    total, start = Tally(), time.time()
    rest = (STEP, args.mutants, args.sampled, tuple(args.kinds))
    jobs = ((args.seed, first, *rest) for first in range(0, 10**9, STEP))
    # fresh processes now and then, so that memory stays bounded
    with multiprocessing.get_context("spawn").Pool(args.processes, maxtasksperchild=20) as pool:
        try:
            while sum(total.answers.values()) < args.count:
                for tally in pool.imap(work, [next(jobs) for _ in range(2 * args.processes)]):
                    total.add(tally)
                    for line in tally.unsound:
                        print(f"UNSOUND    {line}", file=sys.stderr, flush=True)
                said = f"{sum(total.answers.values())} claims, {sum(total.mutants.values())} mutants"
                said += f", {time.time() - start:.0f} s, unsound {len(total.unsound)}"
                print(said, file=sys.stderr, flush=True)
        except KeyboardInterrupt:  # what there is so far is told as well
            print(f"seed {args.seed}\n{summary(total)}\nended early")
            return 1
    faults = [*hostile(), *attacked(args.seed, args.count)]
    print(
        f"seed {args.seed}\n{summary(total)}\nhostile texts, the logic's Python face, folders: {len(faults)} faults"
    )
    print("\n".join(faults))
    return 1 if total.unsound or faults else 0


if __name__ == "__main__":
    sys.exit(main())
