"""Which tactics the prover needs: in how many proofs each takes part, and what is lost without it.

    python benchmarks/prover/tactics.py                  all of claims.json; goes into RESULTS.md
    python benchmarks/prover/tactics.py --only dp-2 cl-  only claims whose name begins so; nothing is written
    python benchmarks/prover/tactics.py --tactics box    only these tactics; nothing is written
    python benchmarks/prover/tactics.py --recorded FILE  what external.py recorded as well

A tactic *takes part* where a node of the certificate is its own. Each such claim is asked again without it,
with four times the effort that it took, and a million steps at least: *only this one* counts those that are
then undecided, *dearer* is the median of the efforts without it, that with it being 1, where both decide;
*elsewhere* counts the problems of others in whose recorded proofs it takes part.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from pages import RESULTS, TACTICS, block, put  # noqa: E402

from dptheory.defaults import EFFORT  # noqa: E402
from dptheory.kernel.real import Claim, parse_claim
from dptheory.prover import prove, registry  # noqa: E402

LEAST = 1_000_000


@dataclass
class Row:
    """What one tactic does: the claims in which it takes part, those lost without it, and efforts."""

    tactic: registry.Tactic
    claims: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    dearer: list[float] = field(default_factory=list)
    elsewhere: int = 0

    def line(self) -> str:
        """Its line of the table."""
        times = f"{statistics.median(self.dearer):.2f}" if self.dearer else ""
        return (
            f"{self.tactic.name:<22} {self.tactic.idea:<16} {self.tactic.cost:<9} {len(self.claims):>9} "
            f"{len(self.lost):>14} {times:>7} {self.elsewhere:>10}   {', '.join(self.lost[:6])}"
        )


HEAD = (
    f"{'':<22} {'idea':<16} {'cost':<9} {'takes part':>10} {'only this one':>13} {'dearer':>7} "
    f"{'elsewhere':>10}   which"
)


def measured(claims: Iterable[tuple[str, Claim]], names: Iterable[str], effort: int) -> dict[str, Row]:
    """The rows of some tactics over some claims."""
    rows = {name: Row(registry.TACTICS[name]) for name in names}
    for ident, claim in claims:
        found = prove(claim, effort=effort)
        print(f"{ident}: {found.verdict.status} by {', '.join(found.tactics)}", file=sys.stderr, flush=True)
        for name in found.tactics:
            if found.proved and name in rows:
                with registry.omitting(name):
                    without = prove(claim, effort=min(effort, max(LEAST, 4 * found.effort)))
                rows[name].claims.append(ident)
                if without.proved:
                    rows[name].dearer.append(without.effort / found.effort)
                else:
                    rows[name].lost.append(ident)
    return rows


def asked(only: tuple[str, ...]) -> Iterator[tuple[str, Claim]]:
    """The true claims of the benchmark whose names begin so."""
    for e in json.loads((HERE / "claims.json").read_text(encoding="utf-8")):
        if e["truth"] and e["id"].startswith(only):
            yield e["id"], parse_claim(e["claim"], e["where"])


def recorded(files: Iterable[Path]) -> Counter[str]:
    """In how many of the recorded proofs each tactic takes part."""
    answers = (json.loads(file.read_text(encoding="utf-8"))["answers"].values() for file in files)
    return Counter(name for found in answers for a in found for name in a.get("tactics", ()))


def table(rows: Iterable[Row]) -> str:
    """The part of RESULTS.md, those first without which most is lost."""
    ordered = sorted(rows, key=lambda r: (-len(r.lost), -len(r.claims), r.tactic.name))
    said = (__doc__ or "").split("\n\n")[-1].strip().replace("\n", " ")
    return "\n\n".join([TACTICS, said, block([HEAD, *(r.line() for r in ordered)])])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", metavar="PREFIX", default=[])
    parser.add_argument("--tactics", nargs="+", metavar="NAME", default=[], choices=list(registry.TACTICS))
    parser.add_argument("--recorded", nargs="+", type=Path, metavar="FILE", default=[])
    parser.add_argument("--effort", type=int, default=EFFORT)
    args = parser.parse_args()
    names = args.tactics or list(registry.TACTICS)
    rows = measured(asked(tuple(args.only or [""])), names, args.effort)
    elsewhere = recorded(args.recorded)
    for name, row in rows.items():
        row.elsewhere = elsewhere[name]
    text = table(rows.values())
    print(text)
    if not args.only and not args.tactics:
        RESULTS.write_text(put(RESULTS.read_text(encoding="utf-8"), TACTICS, text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
