"""Every answer of the prover's benchmark in one text without times, so that two runs can be compared by diff.

    python benchmarks/prover/answers.py alone.txt       all of claims.json, and variants of the given ones
    python benchmarks/prover/answers.py other.txt --backwards   the same, asked in the other order
    python benchmarks/prover/answers.py few.txt --only dp-2 cl-  only claims whose name begins so
    diff alone.txt other.txt                            nothing: no load, order or hash seed matters

A line has the claim's name, the verdict, the effort that was spent, a digest of the certificate's text, the
reason and the witness.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from variants import VARIANTS  # noqa: E402

from dptheory.defaults import EFFORT  # noqa: E402
from dptheory.kernel.real import Claim, parse_claim
from dptheory.prover import prove  # noqa: E402


def answer(name: str, claim: Claim, effort: int = EFFORT) -> str:
    """One line: what the prover says of a claim, without the time that it took."""
    found = prove(claim, effort=effort)
    text = json.dumps(found.certificate, sort_keys=False)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16] if found.certificate else "-"
    witness = ", ".join(f"{k} = {v}" for k, v in sorted((found.witness or {}).items()))
    return f"{name:<24} {found.verdict.status:<8} {found.effort:>9} {digest:<16} {found.reason} [{witness}]"


def claims(only: tuple[str, ...]) -> Iterator[tuple[str, Claim]]:
    """The benchmark's claims, then the given ones written otherwise."""
    entries = json.loads((HERE / "claims.json").read_text(encoding="utf-8"))
    chosen = [e for e in entries if e["id"].startswith(only)]
    for e in chosen:
        yield e["id"], parse_claim(e["claim"], e["where"])
    for title, change in VARIANTS.items():
        for e in chosen:
            if e["given"]:
                yield f"{e['id']}, {title}", change(parse_claim(e["claim"], e["where"]))


def main() -> int:
    """Ask and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", nargs="+", metavar="PREFIX", default=[""])
    parser.add_argument("--effort", type=int, default=EFFORT)
    parser.add_argument("--backwards", action="store_true", help="ask the last claim first")
    args = parser.parse_args()
    asked = list(claims(tuple(args.only)))
    lines = {}
    for done, (name, claim) in enumerate(reversed(asked) if args.backwards else asked, 1):
        lines[name] = answer(name, claim, args.effort)
        # what is known so far is there to read, in the benchmark's order, while the rest is asked
        args.file.write_text("".join(f"{lines[n]}\n" for n, _ in asked if n in lines), encoding="utf-8")
        print(f"\r{done}/{len(asked)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
