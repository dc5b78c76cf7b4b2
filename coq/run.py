"""Exports certificates and compiles them with Coq: what `make coq` runs. The last lines are a summary.

A theorem that fails is taken out of its file, and the rest is compiled again, so that all failures are told.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUPPORT = ("Semantics", "Shallow", "Axioms", "Facts", "Rules", "Calculus", "Series", "Gamma", "Tactics")
MARK = "(* ==== "
NEEDED = "coqc is not here; on Debian or Ubuntu: apt-get install coq libcoq-interval libcoq-coquelicot"
TWINS = 30  # certificates of which false twins are made
SHOWN = 3  # theorems of which the assumptions are printed


def main() -> int:
    """Compile the support files, then what was exported; 0 if as much of it compiles as is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE.parent / "build" / "coq")
    parser.add_argument("--count", help="so many certificates, drawn at random (default all)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--least", type=int, default=100, help="percent of all that must compile")
    args = parser.parse_args()
    if shutil.which("coqc") is None:
        print(NEEDED, file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    for old in [*args.out.glob("Claims*"), args.out / "index.json"]:
        old.unlink(missing_ok=True)
    start = time.monotonic()
    before = support(args.out)
    drawn = ["--count", args.count, "--seed", args.seed] if args.count else []
    command = [sys.executable, "-m", "dptheory", "export", "coq", "--out", str(args.out), *drawn]
    exported = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.PIPE, text=True, check=False)
    print(exported.stdout, end="")
    failed: dict[str, str] = {}
    names: list[str] = []
    for path in [args.out / "Lemmas.v", *sorted(args.out.glob("Claims*.v"))]:
        good, bad = compiled(path, before)
        names += good
        failed |= bad
        print(f"{path.name}: {len(good)} compiled, {len(bad)} failed", flush=True)
    for name, why in failed.items():
        print(f"FAILED {name}: {why}")
    claims = [name for name in names if name.startswith("claim_")]
    wrong = false_twins(args.out, args.seed)
    print(assumptions(args.out, claims[-SHOWN:]))
    lost = sum(name.startswith("claim_") for name in failed)
    print(
        f"{len(claims)} of {len(claims) + lost} exported claims and {len(names) - len(claims)} of "
        f"{len(names) + len(failed) - len(claims) - lost} lemmas compiled in {time.monotonic() - start:.0f} s"
    )
    enough = 100 * len(names) >= args.least * (len(names) + len(failed))
    return 0 if names and enough and not wrong and exported.returncode in (0, 1) else 1


def false_twins(out: Path, seed: str) -> list[str]:
    """Wrong theorems that Coq accepted, of those made of some certificates; and, told as one, if it refuses
    right ones when asked in the same way."""
    from twins import accepted, right, twins

    from dptheory.commands.store import recorded
    from dptheory.export.batches import sampled

    some = sampled(recorded(HERE.parent / "proofs").certificates, TWINS, int(seed))
    wrong, controls = list(twins(some)), list(right(some))
    found = accepted(out, wrong)
    if len(accepted(out, controls)) < len(controls) // 2:
        found.append("(right theorems are refused too: the comparison says nothing)")
    print(f"{len(wrong)} false twins, accepted: {', '.join(found) or 'none'}", flush=True)
    return found


def coqc(path: Path) -> str:
    """What coqc says of a file that it refuses; nothing where it compiles."""
    command = ["coqc", "-q", "-w", "-ambiguous-paths", "-R", ".", "Dptheory", path.name]
    found = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
    return (found.stderr or "refused") if found.returncode else ""


def support(out: Path) -> bytes:
    """Compile the support files where they have changed; SystemExit where one does not compile. The file of
    lemmas that was compiled with them, if they are as they were then."""
    stale = False
    for name in SUPPORT:
        source, target = HERE / f"{name}.v", out / f"{name}.v"
        same = target.exists() and target.read_bytes() == source.read_bytes()
        stale = stale or not same or not target.with_suffix(".vo").exists()
        if stale:
            target.write_bytes(source.read_bytes())
            if said := coqc(target):
                raise SystemExit(f"{name}.v does not compile:\n{said}")
    lemmas = out / "Lemmas.v"
    return lemmas.read_bytes() if not stale and lemmas.with_suffix(".vo").exists() else b""


def compiled(path: Path, before: bytes) -> tuple[list[str], dict[str, str]]:
    """The theorems of a file that compile, and those that do not, which are taken out of it; so are those
    before them, which coqc has accepted, unless they are lemmas that others need. `before` was compiled
    already."""
    done, lemmas = path.read_bytes() == before, path.name == "Lemmas.v"
    head, *parts = re.split(f"(?=^{re.escape(MARK)})", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    failed: dict[str, str] = {}
    good: list[str] = []
    while not done and (said := coqc(path)):
        place = re.search(rf'"\./?{path.name}", line (\d+)|File ".*{path.name}", line (\d+)', said)
        if place is None or not parts:
            return [], {_name(part): said.strip() for part in parts}
        at, line = head.count("\n"), int(place[1] or place[2])
        i = next(i for i in range(len(parts)) if line <= at + "".join(parts[: i + 1]).count("\n"))
        failed[_name(parts[i])] = " ".join(said[place.end() :].split())[:200]
        good += [] if lemmas else [_name(one) for one in parts[:i]]
        parts = parts[:i] * lemmas + parts[i + 1 :]
        path.write_text(head + "".join(parts), encoding="utf-8")
    return good + [_name(part) for part in parts], failed


def _name(part: str) -> str:
    return part.removeprefix(MARK).split(" ", 1)[0]


def assumptions(out: Path, names: list[str]) -> str:
    """What a few theorems rest on besides Coq's logic: those that are in the files as they are now."""
    files = " ".join(path.stem for path in sorted(out.glob("Claims*.v")))
    held = "".join(one.read_text(encoding="utf-8") for one in out.glob("Claims*.v"))
    names = [name for name in names if f"{MARK}{name} " in held]
    path = out / "Assumptions.v"
    lines = [
        f"From Dptheory Require Import Tactics Lemmas {files}.",
        *(f"Print Assumptions {n}." for n in names),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = ["coqc", "-q", "-w", "none", "-R", ".", "Dptheory", path.name]
    found = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
    axioms = sorted(set(re.findall(r"^(?!Axioms:)(\S+)\s*:", found.stdout, flags=re.MULTILINE)))
    return f"{', '.join(names)} rest on: {', '.join(axioms)}" if names else ""


if __name__ == "__main__":
    sys.exit(main())
