"""The untrusted search for proofs and counterexamples; the kernel checks what it finds."""

from __future__ import annotations

from .ablation import Ablation, ablate
from .compounds import prove, refute
from .conjunction import every_link
from .constants.best import Tightening, tighten
from .growth.comparing import Growth, compare, growth
from .outcome import Outcome, find_point

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
