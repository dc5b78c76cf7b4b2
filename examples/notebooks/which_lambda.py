# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Which lambda?
# The bound of a theorem over its regularisation parameter, and the value that is best for my data.

# %%
import numpy as np

import dptheory

theorem = dptheory.load("wu2015.theorem21")
best = theorem.optimize("lam", form="sharp")
assert best.verdict.status == "proved"
best

# %%
best.sympy()

# %%
axes = best.plot(n=30_000, eps=1)
assert len(axes.get_lines()) > 2

# %%
bound = dptheory.load("wu2015.theorem14").bound
values = bound(rho=1, lam=0.1, n=np.array([100, 1000, 10_000]))
assert values.tolist() == sorted(values, reverse=True)
values
