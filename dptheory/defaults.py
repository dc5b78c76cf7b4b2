"""What is taken where nothing is asked for; without imports, so that the command line can name it."""

from __future__ import annotations

EFFORT = 15_000_000
"""Steps of one search: ten to fifteen seconds of one core (docs/PROVER.md)."""
INTERRUPTED = 130
"""The exit status of a command that was interrupted."""
