"""The property calculus: what follows from properties of an algorithm, at which rate, as a derivation.

Algorithms are terms of the library's combinators, properties its definitions, rules its statements. The
search is untrusted: what it finds is a statement with a written proof, verified like any other.
"""

from __future__ import annotations

from .answers import Answer, Found, Missing, answer

__all__ = ["Answer", "Found", "Missing", "answer"]
