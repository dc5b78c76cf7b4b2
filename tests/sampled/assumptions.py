"""Every assumption of accepted certificates, sampled by an evaluator that shares nothing with the kernel.

    python -m tests.sampled.assumptions --all [--bench DIR]

looks at the recorded certificates, one of each rule, those of the kernel's lemmas, those that the prover finds for the
benchmark's claims (and for those of the *.json of a further directory), and what rounds of the fuzz campaign have
accepted. Exit status 1 on a violation.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from dptheory.commands.store import opened, recorded
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import check, compound, families
from dptheory.kernel.real.certificates import FORMAT
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.real.facts import lemmas
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.prover import prove
from dptheory.theory.evidence import CERTIFICATES, files, read

from ..fuzz import campaign as registered
from ..fuzz.kinds import Campaign
from ..kernel.real.real_accepted import ACCEPTED
from .watching import Tally, Watch, watched

ROOT: Final = Path(__file__).resolve().parents[2]
PROOFS: Final = ROOT / "proofs"
CLAIMS: Final = ROOT / "benchmarks" / "prover" / "claims.json"
EFFORT: Final = 200_000
ROUNDS: Final = 40
SHARE: Final = 5
"""Of what the rounds of a campaign have accepted one of so many is looked at."""
PIECE: Final = {"rules": 100, "lemmas": 20, "recorded": 60, "prover": 15, "campaign": 4}
"""How many of a source's things make one job."""


def again(data: object) -> None:
    """The kernel's check of a certificate of any kind that is about claims; nothing of other data."""
    kind = data.get("format") if isinstance(data, dict) else None
    if not isinstance(data, dict) or kind not in (FORMAT, compound.COMPOUND_FORMAT, compound.EMPTY, *families.FAMILY_FORMATS):
        return
    said, where = str(data.get("claim")), str(data.get("where", ""))
    if kind == FORMAT:
        check.check(parse_claim(said, where), data)
    elif kind == compound.COMPOUND_FORMAT:
        compound.check_compound(compound.parse_compound(said, where), data)
    elif kind == compound.EMPTY:
        compound.check_empty(compound.parse_compound("0 > 0", where), data)
    else:
        families.recheck(data)


@cache
def recorded_certificates() -> list[object]:
    """What proofs/ holds, the answers among it, in the order of the hashes."""
    held = recorded(PROOFS).certificates
    found = [held[key] for key in sorted(held)]
    for path in files(PROOFS, CERTIFICATES):
        for _, line in sorted(read(path).answers().items()):
            found += _certificates(opened(line))
    return found


def _certificates(data: object) -> Iterator[object]:
    if isinstance(data, Mapping):
        if "format" in data:
            yield data
        else:
            for key in sorted(data):
                yield from _certificates(data[key])
    elif isinstance(data, list):
        for one in data:
            yield from _certificates(one)


@cache
def claims(bench: str) -> list[tuple[str, str]]:
    """The benchmark's claims, and those of the files of a directory."""
    paths = [CLAIMS, *(sorted(Path(bench).glob("*.json")) if bench else [])]
    found: dict[tuple[str, str], None] = {}
    for path in paths:
        data = json.loads(path.read_text(encoding="utf-8"))
        for one in data if isinstance(data, list) else []:
            if isinstance(one.get("claim"), str) and one.get("truth") is not False:
                found[one["claim"], one.get("where") or ""] = None
    return list(found)


def _read(text: str, where: str) -> Claim | compound.Compound:
    try:
        return parse_claim(text, where)
    except SyntaxProblem:
        return compound.parse_compound(text, where)


def watch_rule(example: str, watch: Watch) -> None:
    with watched(watch):
        again(ACCEPTED[example].certificate())


def watch_lemma(name: str, watch: Watch) -> None:
    """The certificates of a lemma; those that it rests on were checked before."""
    check.check_lemma(name)
    with watched(watch):
        check.check_lemma.__wrapped__(name)


def watch_recorded(index: int, watch: Watch) -> None:
    with watched(watch):
        again(recorded_certificates()[index])


def watch_proved(claim: tuple[str, str], watch: Watch) -> None:
    """The certificate that the prover finds with little effort, if it finds one."""
    try:
        certificate = prove(_read(*claim), effort=EFFORT).certificate
    except (KernelError, SyntaxProblem):
        return  # not a claim of this language
    with watched(watch):
        again(certificate)


def watch_round(index: int, watch: Watch) -> None:
    """One round of all kinds of the campaign that ask the real kernel."""
    kinds = tuple(name for name in registered.REGISTRY if name != "derivations")
    with watched(watch, SHARE):
        Campaign(f"sampled:{index}", 6, kinds).round(1)


def things(source: str, bench: str) -> list[object]:
    """What a source has to look at."""
    if source == "rules":
        return list(ACCEPTED)
    if source == "lemmas":
        return list(lemmas())
    if source == "recorded":
        return list(range(len(recorded_certificates())))
    return list(range(ROUNDS)) if source == "campaign" else list(claims(bench))


LOOKS: Final[Mapping[str, Callable[..., None]]] = {
    "rules": watch_rule,
    "lemmas": watch_lemma,
    "recorded": watch_recorded,
    "prover": watch_proved,
    "campaign": watch_round,
}


def look(job: tuple[str, list[object]]) -> tuple[str, Tally]:
    """Look at some things of a source."""
    source, some = job
    watch = Watch()
    for one in some:
        LOOKS[source](one, watch)
    return source, watch.tally


def jobs(
    sources: Iterable[str], bench: str, each: int = 1, first: int = 0
) -> Iterator[tuple[str, list[object]]]:
    """The things of the sources in jobs; only one of `each`, from the `first` on."""
    for source in sources:
        some = things(source, bench)[first % each :: each]
        for place in range(0, len(some), PIECE[source]):
            yield source, some[place : place + PIECE[source]]


def sampled(each: int = 83) -> Tally:
    """One example of every rule, some lemmas, and one of so many recorded certificates.

    All lemmas are checked before, unwatched: else one that a certificate cites counts when it is the first to do so.
    """
    for name in lemmas():
        check.check_lemma(name)
    total = Tally()
    for job in (*jobs(["rules"], ""), *jobs(["lemmas"], "", 19), *jobs(["recorded"], "", each)):
        total.add(look(job)[1])
    return total


def summary(tally: Tally) -> str:
    lines = [
        f"{tally.sequents} sequents, {tally.sequents - tally.without_points} with points ({tally.share:.1%}); "
        + ", ".join(f"goal {said} {n}" for said, n in tally.said.most_common()),
        "nodes with points: " + ", ".join(f"{rule} {n}" for rule, n in tally.rules.most_common()),
        "added and true: " + ", ".join(f"{rule} {n}" for rule, n in tally.added.most_common()),
        f"violations: {len(tally.violations)}",
    ]
    return "\n".join([*lines, *(f"VIOLATION  {v}" for v in tally.violations[:50])])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--all", action="store_true", help="everything, not only a sample")
    parser.add_argument("--bench", default="", help="a directory with further *.json lists of claims")
    parser.add_argument("--each", type=int, default=1, help="of recorded certificates one of so many alone")
    parser.add_argument("--first", type=int, default=0, help="which of so many")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--sources", nargs="*", default=list(LOOKS), choices=list(LOOKS))
    args = parser.parse_args()
    if not args.all:
        total = sampled()
        print(summary(total))
        return 1 if total.violations else 0
    whole = [source for source in args.sources if source != "recorded"]
    some = [source for source in args.sources if source == "recorded"]
    todo = [*jobs(whole, args.bench), *jobs(some, args.bench, args.each, args.first)]
    total = Tally()
    by_source = {source: Tally() for source in args.sources}
    with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
        for done, (source, tally) in enumerate(pool.imap_unordered(look, todo), 1):
            total.add(tally)
            by_source[source].add(tally)
            for violation in tally.violations:
                print(f"VIOLATION  {violation}", file=sys.stderr)
            said = (
                f"{done} of {len(todo)} jobs, {total.sequents} sequents, violations {len(total.violations)}"
            )
            print(said, file=sys.stderr, flush=True)
    for source, tally in by_source.items():
        print(f"{source}\n{summary(tally)}")
    return 1 if total.violations else 0


if __name__ == "__main__":
    sys.exit(main())
