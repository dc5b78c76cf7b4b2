# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # What do my records give away?
# A worst case over all data sets says little about mine. Here is what each record of one data set gives away by one
# sample from a posterior (ridge regression): exact, record by record, and rounded up.

# %%
import numpy as np

import dptheory

rng = np.random.default_rng(0)
features = rng.uniform(-1, 1, size=(50, 2)) / 2
features[7] = 0.9, -0.4  # one record far from the others,
target = features @ np.array([0.5, -0.2])
target[7] -= 1.2  # and of which they would predict something else
found = dptheory.exposure(features, target, lam=1, delta="1e-6")
assert len(found.eps) == 50 and int(found.eps.argmax()) == 7
found

# %% [markdown]
# Record 7 stands out. A record gives away much if it lies far from the others (its leverage is large) and is not what
# they predict (its residual is); neither alone would do. As a table:

# %%
frame = found.to_frame()
assert frame.loc[frame["eps"].idxmax(), "record"] == found.number[7]
frame.nlargest(5, "eps")

# %% [markdown]
# ## All records that there could be
# With bounds on what a record may hold, the same for any new record, and for any data set of this size.

# %%
bounded = dptheory.exposure(features, target, lam=1, delta="1e-6", bounds=1)
assert bounded.for_all is not None and bounded.worst_case is not None
bounded

# %% [markdown]
# ## Many releases
# What do 10,000 releases with little privacy loss each give away together? The smallest bound stands first; for normal
# noise it is exact.

# %%
from dptheory.lab.accounting import Composition, account

together = account(Composition.of(("gaussian 50", 10_000)), delta="1e-6")
assert together.best.kind == "exact"
together

# %%
axes = together.plot()
assert axes.get_xlabel().startswith("ε")

# %% [markdown]
# And turned round: the least noise with which a hundred releases keep (1, 10⁻⁶).

# %%
from dptheory.lab.accounting import calibrate

least = calibrate("gaussian", epsilon=1, delta="1e-6", steps=100)
assert least.parameter == "sigma" and least.least
least
