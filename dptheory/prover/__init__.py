"""The untrusted search for proofs and counterexamples; the kernel checks what it finds."""

from __future__ import annotations

from .outcome import Outcome, find_point, prove, refute

__all__ = ["Outcome", "find_point", "prove", "refute"]
