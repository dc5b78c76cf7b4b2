"""The untrusted search for proofs and counterexamples; the kernel checks what it finds."""

from __future__ import annotations

from .ablation import Ablation, ablate
from .compounds import prove, refute
from .conjunction import every_link
from .constants.best import Tightening, tighten
from .growth.comparing import Growth, compare, growth
from .outcome import Outcome, find_point
from .where_defined import WhereDefined, where_defined

__all__ = [
    "Ablation",
    "Growth",
    "Outcome",
    "Tightening",
    "WhereDefined",
    "ablate",
    "compare",
    "every_link",
    "find_point",
    "growth",
    "prove",
    "refute",
    "tighten",
    "where_defined",
]
