"""The untrusted search for proofs and counterexamples; the kernel checks what it finds."""

from __future__ import annotations

from .growth import Growth, growth
from .outcome import Outcome, find_point, prove, refute
from .tighten import Tightening, tighten

__all__ = ["Growth", "Outcome", "Tightening", "find_point", "growth", "prove", "refute", "tighten"]
