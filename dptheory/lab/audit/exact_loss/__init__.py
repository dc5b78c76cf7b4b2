"""Exact privacy losses of the sources' algorithms, in families of data sets simple enough to compute.

`output`, `objective`, `subsampling` and `tuning` each derive, in one dimension, the largest log-density ratio
over neighbouring data sets (replace-one, unless a row says otherwise), and set it against the claim; `table`
is all of them over a grid. Every lower end is the ratio of two concrete data sets at a concrete output,
evaluated by Arb from the definition of the algorithm; every upper end is proved in the docstring. So a claim
that is said to be exceeded is exceeded by an instance.
"""

from __future__ import annotations

from .records import ExactLoss
from .table import table

__all__ = ["ExactLoss", "table"]
