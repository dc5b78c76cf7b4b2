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


def derivations(out: Path, names: list[str]) -> list[str] | None:
    """The theorems about statements, which compile in a folder beside the support files that are compiled in
    `out`; none where none can be exported, nothing where a file does not compile."""
    here, start = out / "logic", time.monotonic()
    here.mkdir(exist_ok=True)
    last = [here / "Calculations.v", here / "Statements.v"]
    for old in [*here.glob("Claims*.v"), *last]:
        old.unlink(missing_ok=True)
    for one in (path.with_suffix(".vo") for path in HERE.glob("*.v")):
        shutil.copy2(out / one.name, here / one.name)
    command = [sys.executable, "-m", "dptheory", "export", "coq", *names, "--logic", "--out", str(here)]
    subprocess.run(command, cwd=HERE.parent, stdout=subprocess.DEVNULL, check=False)
    if not last[-1].exists():
        return []
    for path in [here / "Lemmas.v", *sorted(here.glob("Claims*.v")), *last]:
        if (said := coqc(path)).startswith("refused"):
            print(f"{path.name} of the logic {said}")
            return None
    found = re.findall(r"^Theorem (\w+)", last[-1].read_text(encoding="utf-8"), flags=re.MULTILINE)
    print(f"{len(found)} statements with their derivations compiled in {time.monotonic() - start:.0f} s")
    return found


def statements(out: Path) -> bool:
    """Whether the spine compiles and a false twin does not, and the worlds."""
    here = out / "logic"
    if derivations(out, SPINE) is None:
        return False
    text = (here / "Statements.v").read_text(encoding="utf-8")
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
    print("a false twin of Theorem 14 is accepted" * wrong or "a false twin of Theorem 14 is refused")
    return worlds(here) and not wrong
