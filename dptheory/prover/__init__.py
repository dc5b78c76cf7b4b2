"""The untrusted search for proofs and counterexamples; the kernel checks what it finds."""

from __future__ import annotations

from .asymptotics import Growth, compare, growth
from .outcome import Outcome, find_point, prove, refute
from .tightening import Tightening, tighten

__all__ = ["Growth", "Outcome", "Tightening", "compare", "find_point", "growth", "prove", "refute", "tighten"]
