# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Does my mechanism leak?
# A mechanism is a function `mechanism(data, size, rng)` that returns `size` independent outputs. An audit calls it on
# two data sets that differ in one record, and asks how well these can be told apart. It can convict a mechanism, and
# never acquit one.

# %%
import numpy as np

from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.mechanisms.claims import PrivacyClaim


def hasty_sum(data, size, rng):
    """The sum of numbers in [0, 1], with noise for half of what one record can move."""
    return np.sum(data) + rng.laplace(scale=0.5, size=(size, 1))


pair = (Neighbours([0.0], [1.0]),)
found = audit(hasty_sum, PrivacyClaim(1.0), pairs=pair, plan=Plan(samples=20_000))
assert found.verdict == "violated" and found.eps_lower > 1
found

# %% [markdown]
# It claims ε = 1, and shows more: the lower limit of ε is wrong with probability at most one in a thousand, however
# the event was found, since it was found on other outputs than those that were counted.

# %%
axes = found.plot()

# %% [markdown]
# ## With the right noise
# No violation is seen. *Consistent* says besides that these samples would have convicted a mechanism that spends
# twice what it claims.

# %%
def careful_sum(data, size, rng):
    return np.sum(data) + rng.laplace(scale=1.0, size=(size, 1))


kept = audit(careful_sum, PrivacyClaim(1.0), pairs=pair, plan=Plan(samples=20_000))
assert kept.verdict == "consistent" and kept.eps_lower <= 1
kept

# %% [markdown]
# ## Without a pair in mind
# If no pair is given, neighbours of some data are searched for.

# %%
searched = audit(hasty_sum, PrivacyClaim(1.0), data=[0.0, 0.4, 1.0], plan=Plan(samples=20_000))
assert searched.verdict == "violated"
searched

# %% [markdown]
# As tables: `to_frame()` has one row an event, with its counts.

# %%
found.to_frame()
