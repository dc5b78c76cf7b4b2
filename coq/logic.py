"""Statements with their derivations, exported and compiled: the end of what `make coq` does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SPINE = [
    *(f"wu2015.{one}" for one in ("lemma5", "lemma12", "lemma13", "theorem14", "proposition10")),
    *(f"wu2015.section3.2.{one}" for one in ("average", "bridge", "tikhonov", "objective")),
    *("wang2016.lemma8", "calculus.group-privacy", "calculus.post-processing", "calculus.composition"),
    *("calculus.composition.pair", "calculus.composition.samples", "calculus.exponential-erm"),
]


def coqc(path: Path) -> str:
    """What coqc says, on standard output or where it refuses the file."""
    command = ["coqc", "-q", "-w", "none", "-R", ".", "Dptheory", path.name]
    found = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
    return f"refused: {found.stderr}" if found.returncode else found.stdout


def worlds(here: Path) -> bool:
    """Whether bounds of all mechanisms of finite worlds compile, and one that is 1 % smaller does not."""
    from flint import fmpq

    from dptheory.export.logic.worlds import HEAD, theorem
    from dptheory.finite.solve import worst_case
    from dptheory.finite.stability import stability

    asked = [stability(1, outcomes=2), stability(2), stability(3), stability(2, delta=fmpq(1, 10))]
    found = [worst_case(question) for one in asked for question in one]
    texts = [
        theorem(f"world_{k}", w.question, w.value, w.certificate) for k, w in enumerate(found) if w.value
    ]
    (here / "Worlds.v").write_text(HEAD + "\n".join(texts), encoding="utf-8")
    last = found[-1]
    false = theorem("wrong", last.question, (last.value or fmpq(0)) * fmpq(99, 100), last.certificate)
    (here / "WrongWorld.v").write_text(HEAD + false, encoding="utf-8")
    right = not coqc(here / "Worlds.v").startswith("refused")
    wrong = not coqc(here / "WrongWorld.v").startswith("refused")
    print(f"{len(texts)} bounds of all mechanisms of finite worlds {'compiled' if right else 'REFUSED'}")
    return right and not wrong


def statements(out: Path) -> bool:
    """Whether the spine compiles, in a folder beside the support files that are compiled in `out`."""
    here, start = out / "logic", time.monotonic()
    here.mkdir(exist_ok=True)
    for old in here.glob("Claims*.v"):
        old.unlink()
    for found in (path.with_suffix(".vo") for path in HERE.glob("*.v")):
        shutil.copy2(out / found.name, here / found.name)
    command = [sys.executable, "-m", "dptheory", "export", "coq", *SPINE, "--logic", "--out", str(here)]
    subprocess.run(command, cwd=HERE.parent, stdout=subprocess.DEVNULL, check=False)
    files = [
        here / "Lemmas.v",
        *sorted(here.glob("Claims*.v")),
        here / "Calculations.v",
        here / "Statements.v",
    ]
    for path in files:
        if (said := coqc(path)).startswith("refused"):
            print(f"{path.name} of the logic {said}")
            return False
    text = files[-1].read_text(encoding="utf-8")
    names = re.findall(r"^Theorem (\w+)", text, flags=re.MULTILINE)
    (here / "Twin.v").write_text(
        text.replace("(2 * rho / (lam * IZR n))", "(3 / 2 * rho / (lam * IZR n))"), encoding="utf-8"
    )
    wrong = not coqc(here / "Twin.v").startswith("refused")
    (here / "Rests.v").write_text(
        "From Dptheory Require Import Statements.\nPrint Assumptions wu2015_theorem14_sharp.\n",
        encoding="utf-8",
    )
    rests = sorted(set(re.findall(r"^(?!Axioms:)(\S+)\s*:", coqc(here / "Rests.v"), flags=re.MULTILINE)))
    print(f"wu2015_theorem14_sharp rests on: {', '.join(rests)}")
    print(
        f"{len(names)} statements with their derivations compiled in {time.monotonic() - start:.0f} s"
        f"{'; a false twin is accepted' * wrong}"
    )
    return worlds(here) and not wrong
