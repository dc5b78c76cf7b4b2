# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # What do my records give away?
# One posterior sample in ridge regression: the exact privacy loss of each record, and of many releases together.

# %%
import numpy as np

import dptheory
from dptheory.accounting import Composition, Gaussian, account

rng = np.random.default_rng(0)
features = rng.uniform(-1, 1, size=(50, 2)) / 2
target = features @ np.array([0.5, -0.2])
found = dptheory.exposure(features, target, lam=1, delta="1e-6")
assert len(found.eps) == 50 and found.eps.max() > np.median(found.eps)
found

# %%
together = account(Composition.of((Gaussian.of(50), 10_000)), delta="1e-6")
assert together.best.kind == "exact"
together
