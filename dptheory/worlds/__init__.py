"""Worlds that are found, not written: models, counterexamples, tightest worlds of statements."""
