"""Twenty hard claims that others wrote, each with the idea of its proof: the page docs/HARDEST.md.

    python benchmarks/prover/hardest.py            print the page
    python benchmarks/prover/hardest.py --write    write it

hardest.json has the claims with the names that they have in their collections.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT)]

from dptheory.kernel.real import parse_claim
from dptheory.present.formulas import write_claim  # noqa: E402
from dptheory.present.outlines import outline  # noqa: E402
from dptheory.prover import prove  # noqa: E402

PAGE = ROOT / "docs" / "HARDEST.md"
HEAD = """# Twenty hard claims that others wrote

Each was undecided until methods for its class were there, and is now proved, with a certificate that the
kernel checks. Below a claim stands the idea of its proof, as `dptheory prove CLAIM --where CONDITIONS
--explain` prints it before the numbered steps. The page is written by `benchmarks/prover/hardest.py`; a test
compares it.
"""


def entries() -> list[dict[str, str]]:
    """The claims of the page."""
    found: list[dict[str, str]] = json.loads((HERE / "hardest.json").read_text(encoding="utf-8"))
    return found


def section(number: int, entry: dict[str, str]) -> str:
    """A claim with the idea of its proof."""
    claim = parse_claim(entry["claim"], entry.get("where", ""))
    outcome = prove(claim)
    if outcome.certificate is None:
        raise SystemExit(f"{entry['name']} is {outcome.verdict.status}: {outcome.reason}")
    lines = [write_claim(claim), "", *outline(outcome.certificate)]
    body = "\n".join(f"    {line}".rstrip() for line in lines)
    return f"## {number}. {entry['name']}\n\n{entry['source']}; {outcome.reason}.\n\n{body}\n"


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(section(n, e) for n, e in enumerate(entries(), 1))])


def main() -> int:
    """Print or write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the page instead of printing it")
    args = parser.parse_args()
    if args.write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
