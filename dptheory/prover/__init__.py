"""The untrusted search for proofs and counterexamples; the kernel checks what it finds."""

from __future__ import annotations

from .ablation import Ablation, ablate
from .asymptotics import Growth, compare, growth
from .conjunction import every_link
from .outcome import Outcome, find_point, prove, refute
from .tightening import Tightening, tighten

__all__ = [
    "Ablation",
    "Growth",
    "Outcome",
    "Tightening",
    "ablate",
    "compare",
    "every_link",
    "find_point",
    "growth",
    "prove",
    "refute",
    "tighten",
]
