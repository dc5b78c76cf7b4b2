"""Exports certificates and compiles them with Coq: what `make coq` runs. The last lines are a summary.

A theorem that fails is taken out of its file, and the rest is compiled again, so that all failures are told.
With names of statements or sources: those of their claims that Coq was not asked of, and their derivations.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from typing import Any

from kept import answered, keep, name_of, parted, stated
from logic import derivations, statements
from session import accepted
from twins import right, twins

from dptheory.commands.coq import Coq, write
from dptheory.commands.store import held_for, opened, recorded
from dptheory.export.batches import ANSWERS, Export, export, sampled
from dptheory.theory import evidence

HERE = Path(__file__).resolve().parent
ANALYSIS = ("Calculus", "Series", "Sturm", "Gamma", "GammaFacts", "Gauss")
LOGIC = ("Logic", "LogicLaws", "LogicWorlds")
BEGIN = ("Semantics", "Shallow", "Facts", "Rules")
SUPPORT = (*BEGIN, *ANALYSIS, "Tactics", "Families", *LOGIC)
FEW = ("Compound", "Growth")
KINDS = {
    "claim_": "claims",
    "refuted_": "refutations",
    "answer_": "growth and best constants",
    "lemma_": "lemmas",
}
LIMIT = 300
NEEDED = "coqc is not here; on Debian or Ubuntu: apt-get install coq libcoq-interval libcoq-coquelicot"


def main() -> int:
    """Compile the support files, then what was exported; 0 if as much of it compiles as is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="statements or sources (default all that is recorded)")
    parser.add_argument("--claims", action="store_true", help="of these the claims alone, no derivations")
    parser.add_argument("--out", type=Path, default=HERE.parent / "build" / "coq")
    parser.add_argument("--count", type=int, help="so many certificates, drawn at random (default all)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--twins", type=int, default=200, help="so many false twins")
    parser.add_argument("--jobs", type=int, default=2, help="processes that compile at the same time")
    parser.add_argument("--least", type=int, default=100, help="percent of all that must compile")
    args = parser.parse_args()
    if shutil.which("coqc") is None:
        print(NEEDED, file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    if args.names:
        right = changed(args.names, args.out, HERE.parent / "proofs")
        right = (args.claims or derivations(args.out, args.names) is not None) and right
        return 0 if right else 1
    for old in [*args.out.glob("Claims*.v"), args.out / ANSWERS, args.out / "index.json"]:
        old.unlink(missing_ok=True)
    start = time.monotonic()
    known = support(args.out)
    chosen = library(args.count, args.seed)
    made = export(chosen, args.out, lambda name: None, every=args.count is None)
    for name, why in made.left.items():
        print(f"not exported  {name}: {why}")
    before = [compiled(args.out / "Lemmas.v", known)]
    known += stated((args.out / "Lemmas.v").read_text(encoding="utf-8"))
    with ProcessPoolExecutor(args.jobs) as pool:
        wrong = pool.submit(false_twins, args.out, chosen, args.twins)
        files = sorted(args.out.glob("Claims*.v"))
        texts = [parted(path.read_text(encoding="utf-8"))[1] for path in files]
        found = before
        for parts, one in zip(texts, pool.map(compiled, files, repeat(known)), strict=True):
            keep(args.out, parts, known, one.good, one.seconds / max(len(parts), 1))
            found.append(one)
        print(wrong.result()[0])
    if (answers := args.out / ANSWERS).exists():
        found.append(compiled(answers, known))
    names = [name for one in found for name in one.good]
    failed = {name: why for one in found for name, why in one.failed.items()}
    for name, why in failed.items():
        print(f"FAILED {name}: {made.theorems.get(name, '')}: {why}")
    whole = [name for one in found if not one.failed for name in one.good if name in made.kinds]
    print(assumptions(args.out, examples(whole, made.kinds)))
    print(by_kinds(made.kinds, set(names)))
    for kind, what in KINDS.items():
        good, lost = (sum(name.startswith(kind) for name in some) for some in (names, failed))
        left = sum(name.startswith(kind) for name in made.left)
        if good + lost + left:
            print(f"{what}: {good} of {good + lost + left} compiled, {lost} refused, {left} not exported")
    used = sum(one.seconds for one in found)
    print(f"{time.monotonic() - start:.0f} s, {used:.0f} s of a processor for what was exported")
    if not args.count:
        mark(HERE.parent / "proofs", set(names))
    enough = 100 * len(names) >= args.least * (len(names) + len(failed) + len(made.left))
    logic = statements(args.out)
    right = bool(names and enough and logic and not wrong.result()[1])
    print(
        "Coq agrees: at least as much compiled as is asked for, and nothing that is false"
        if right
        else "Coq does not agree: see what is FAILED, not exported, REFUSED or accepted above"
    )
    return 0 if right else 1


def changed(names: list[str], out: Path, proofs: Path) -> bool:
    """Whether Coq accepts all claims of statements or sources. It is asked of those of which it was not
    before; what it has checked is marked beside what is marked already, where that still counts."""
    start = time.monotonic()
    held = [one for name in names for one in held_for(proofs, name).items()]
    made, parts, known = exported(sampled(dict(held), None, 0), out, out / "changed")
    said = list(answered(parts, out, known, LIMIT))
    failed = {one.name: f"{made.theorems.get(one.name, '')}: {one.said}" for one in said if not one.good}
    print("".join(f"FAILED {name}: {why}\n" for name, why in (made.left | failed).items()), end="")
    good = {one.name for one in said} - failed.keys()
    print(f"claims: {len(good)} of {len(said) + len(made.left)} compiled, {time.monotonic() - start:.0f} s")
    marked = Coq(proofs).checked
    mark(proofs, good, frozenset() if marked.stale else marked.good)
    return not made.left and not failed


def exported(certificates: dict[str, object], out: Path, here: Path) -> tuple[Export, list[str], str]:
    """Certificates exported to a folder of their own, their theorems, and the texts that these rest on, which
    are compiled."""
    known = support(out)
    here.mkdir(exist_ok=True)
    for old in here.glob("Claims*.v"):
        old.unlink()
    made, lemmas = export(certificates, here, lambda _: None, every=True), out / "Lemmas.v"
    text = (here / lemmas.name).read_text(encoding="utf-8")
    lemmas.write_text(text, encoding="utf-8")
    compiled(lemmas, known)
    files = (path.read_text(encoding="utf-8") for path in sorted(here.glob("Claims*.v")))
    return made, [part for text in files for part in parted(text)[1]], known + stated(text)


def library(count: int | None, seed: int) -> dict[str, object]:
    """The recorded certificates, or so many of them."""
    return sampled(recorded(HERE.parent / "proofs").certificates, count, seed)


def mark(proofs: Path, names: set[str], before: frozenset[str] = frozenset()) -> None:
    """Write which of the recorded certificates have all their claims among the theorems that compiled, now
    or when they were marked before."""
    good, others = [], []
    for path in evidence.files(proofs, evidence.CERTIFICATES):
        for text in evidence.read(path).texts.values():
            held = sampled({"": opened(text)}, None, 0).values()
            digest, claims = evidence.digest_of(text), [one for one in held if "hash" in one]
            if not claims:
                others.append(digest)
            elif digest in before or all(f"claim_{one['hash'][:16]}" in names for one in claims):
                good.append(digest)
    said = subprocess.run(["coqc", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    write(proofs, re.findall(r"version ([\d.]+)", said)[0], good, others)
    print(f"proofs/coq: {len(good)} certificates are marked, {len(others)} are not about real numbers")


def by_kinds(kinds: dict[str, list[str]], claims: set[str]) -> str:
    """How many of the theorems compiled whose certificates have a rule, for each rule."""
    made = Counter(kind for name, rules in kinds.items() for kind in rules if name in claims)
    asked = Counter(kind for rules in kinds.values() for kind in rules)
    return "; ".join(f"{kind} {made[kind]} of {n}" for kind, n in asked.most_common())


@dataclass(frozen=True)
class Compiled:
    """What came of a file: its theorems that compiled, those that did not with what coqc said, the time that
    coqc took, and the digest of all that it was compiled from."""

    digest: str
    good: list[str]
    failed: dict[str, str]
    seconds: float


def false_twins(out: Path, certificates: dict[str, Any], count: int) -> tuple[str, bool]:
    """Of so many wrong theorems made of certificates those that Coq accepts, in words, and whether there is
    one; if it refuses right ones when asked in the same way, that counts as one."""
    held = [item for item in certificates.items() if "domain_point" in item[1]]
    some = dict(held[:: max(1, 3 * len(held) // max(count, 1))])  # of most there are three
    made = twins(some | dict(held))
    wrong, controls = list(islice(made, count)), list(right(some))
    found = accepted(out, wrong, seconds=20)
    if len(accepted(out, controls)) < len(controls) // 2:
        found.append("(right theorems are refused too: the comparison says nothing)")
    return f"{len(wrong)} false twins, accepted: {', '.join(found) or 'none'}", bool(found)


def coqc(path: Path) -> str:
    """What coqc says of a file that it refuses; nothing where it compiles."""
    command = ["coqc", "-q", "-w", "-ambiguous-paths", "-R", ".", "Dptheory", path.name]
    found = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
    return (found.stderr or "refused") if found.returncode else ""


def support(out: Path) -> str:
    """Compile the support files where they have changed; SystemExit where one does not compile. All that they
    say but what few files need (FEW)."""
    stale, texts = False, ""
    for name in (*SUPPORT, *FEW):
        source, target = HERE / f"{name}.v", out / f"{name}.v"
        texts += source.read_text(encoding="utf-8") * (name in SUPPORT)
        same = target.exists() and target.read_bytes() == source.read_bytes()
        stale = stale or not same or not target.with_suffix(".vo").exists()
        if stale:
            target.write_bytes(source.read_bytes())
            if said := coqc(target):
                raise SystemExit(f"{name}.v does not compile:\n{said}")
    return texts


def compiled(path: Path, known: str) -> Compiled:
    """The theorems of a file that compile, and those that do not, which are taken out of it; so are those
    before them, which coqc has accepted, unless they are lemmas that others need. What came of the same text
    after the same files is read from the file beside it, so that a run that was ended goes on."""
    text, record = path.read_text(encoding="utf-8"), path.with_suffix(".json")
    lemmas, head = path.name == "Lemmas.v", text.partition("\n")[0]
    known += "".join((HERE / f"{one}.v").read_text("utf-8") for one in FEW if f" {one} " in head)
    digest = hashlib.sha256((known + text).encode()).hexdigest()
    if record.exists() and path.with_suffix(".vo").exists():
        before = Compiled(**json.loads(record.read_text(encoding="utf-8")))
        if before.digest == digest:
            if lemmas:
                path.write_text(_without(text, before.failed), encoding="utf-8")
            return before
    head, parts = parted(text)
    failed: dict[str, str] = {}
    good: list[str] = []
    start = _processor()
    while said := coqc(path):
        place = re.search(rf'"\./?{path.name}", line (\d+)|File ".*{path.name}", line (\d+)', said)
        if place is None or not parts:
            failed |= {name_of(part): said.strip() for part in parts}
            parts = []
            break
        at, line = head.count("\n"), int(place[1] or place[2])
        i = next(i for i in range(len(parts)) if line <= at + "".join(parts[: i + 1]).count("\n"))
        failed[name_of(parts[i])] = " ".join(said[place.end() :].split())[:200]
        good += [] if lemmas else [name_of(one) for one in parts[:i]]
        parts = parts[:i] * lemmas + parts[i + 1 :]
        path.write_text(head + "".join(parts), encoding="utf-8")
    found = Compiled(digest, good + [name_of(part) for part in parts], failed, _processor() - start)
    record.write_text(json.dumps(vars(found)), encoding="utf-8")
    return found


def _without(text: str, names: Iterable[str]) -> str:
    head, parts = parted(text)
    return head + "".join(part for part in parts if name_of(part) not in set(names))


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def examples(names: list[str], kinds: dict[str, list[str]]) -> dict[str, str]:
    """One theorem of combinations alone, one with enclosures on boxes, one with a mean value."""
    found = {
        "combinations": [name for name in names if kinds[name] == ["poly"]],
        "boxes": [name for name in names if "box" in kinds[name]],
        "mean values": [name for name in names if "mvt" in kinds[name]],
    }
    return {what: some[0] for what, some in found.items() if some}


def assumptions(out: Path, shown: dict[str, str]) -> str:
    """What theorems rest on besides Coq's logic."""
    files = " ".join(path.stem for path in sorted(out.glob("Claims*.v")) if path.with_suffix(".vo").exists())
    path, told = out / "Assumptions.v", []
    for what, name in shown.items():
        lines = [f"From Dptheory Require Import Tactics Lemmas {files}.", f"Print Assumptions {name}.", ""]
        path.write_text("\n".join(lines), encoding="utf-8")
        command = ["coqc", "-q", "-w", "none", "-R", ".", "Dptheory", path.name]
        found = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
        axioms = sorted(set(re.findall(r"^(?!Axioms:)(\S+)\s*:", found.stdout, flags=re.MULTILINE)))
        told.append(f"{name} ({what}) rests on: {', '.join(axioms)}")
    return "\n".join(told)


if __name__ == "__main__":
    sys.exit(main())
