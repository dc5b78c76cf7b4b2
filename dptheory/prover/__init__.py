"""The untrusted search for proofs and counterexamples; the kernel checks what it finds."""

from __future__ import annotations

from .ablation import Ablation, ablate
from .compounds import prove, refute
from .conjunction import every_link
from .constants.best import Tightening, tighten
from .conventions import (
    Conventional,
    conventions_of,
    refuse_under_binders,
    speaking,
    tighten_under,
    under,
)
from .growth.comparison import Growth, compare, growth
from .nonexistence import Nowhere, none_serves
from .outcome import Outcome, find_point
from .where_defined import WhereDefined, looked_at, where_defined

__all__ = [
    "Ablation",
    "Conventional",
    "Growth",
    "Nowhere",
    "Outcome",
    "Tightening",
    "WhereDefined",
    "ablate",
    "compare",
    "conventions_of",
    "every_link",
    "find_point",
    "growth",
    "looked_at",
    "none_serves",
    "prove",
    "refuse_under_binders",
    "refute",
    "speaking",
    "tighten",
    "tighten_under",
    "under",
    "where_defined",
]
