"""What ``errata`` and ``sound`` share: verify a source, and compare with what is recorded."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from ..theory.library import TheoryLibrary
from ..theory.results import StatementResult
from ..theory.statements import Statement
from . import store
from .output import note
from .running import library_for
from .running import run as run_verifier


@dataclass(frozen=True)
class Verified:
    """Statements with their results, and the exit status: 1 if a verdict is not the recorded one."""

    library: TheoryLibrary
    pairs: list[tuple[Statement, StatementResult]]
    status: int


def verified(args: argparse.Namespace) -> Verified:
    """Verify a source, or everything."""
    library, names = library_for([args.paper] if args.paper else [])
    known = store.recorded(store.folder(args.proofs))
    results = run_verifier(library, names, known).results
    changed = store.changes(results, known)
    for line in changed:
        note(f"changed: {line}")
    pairs = [(library.get(result.id), result) for result in results]
    return Verified(library, pairs, 1 if changed else 0)
