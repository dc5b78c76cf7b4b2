"""``errata [PAPER]``: what is refuted, incomplete, loose or broken as printed."""

from __future__ import annotations

import argparse

from ..present.findings import erratum_json, erratum_lines
from ..theory.errata import errata
from . import store
from .output import answer, answer_json
from .running import library_for
from .running import run as run_verifier


def run(args: argparse.Namespace) -> int:
    """List the errata; status 1 if a verdict is not the recorded one."""
    library, names = library_for([args.paper] if args.paper else [])
    known = store.recorded(store.folder(args.proofs))
    results = run_verifier(library, names, known).results
    found = errata(results)
    if args.json:
        answer_json([erratum_json(entry) for entry in found])
    else:
        for entry in found:
            answer("\n".join(erratum_lines(entry)))
        answer(f"{len(found)} findings in {len(results)} statements")
    changed = store.changes(results, known)
    for line in changed:
        answer(f"changed: {line}") if not args.json else None
    return 1 if changed else 0
