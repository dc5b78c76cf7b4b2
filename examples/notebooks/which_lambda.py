# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Which lambda?
# Theorem 21 of Wu et al. (2015) bounds the excess risk of a regularised, private regression. The bound has a parameter
# that one is free to choose. Which value is best for my number of records, dimension and privacy?

# %%
import numpy as np

import dptheory

theorem = dptheory.load("wu2015.theorem21")
best = theorem.optimize("lam", form="sharp.closed")
assert best.verdict.status == "proved"
best

# %% [markdown]
# It is a formula, and *proved* says that no admissible value is better. As a sympy expression it can be calculated
# with, and prints in the letters of the paper:

# %%
import sympy

assert sympy.latex(best.sympy()).count(r"\delta") == 2
print(best.sympy(), sympy.latex(best.sympy()), sep="\n")

# %% [markdown]
# ## Beside what the source chooses
# The figure takes the values of the source where none are given. The star is the least value; the points are the
# choices that the source makes itself, with how much they lose.

# %%
axes = best.plot(n=30_000, eps=1)
assert len(axes.get_lines()) > 2

# %% [markdown]
# ## When does a bound say anything?
# Bounds take arrays, and are rounded upward, never down. Where the dashed line is below the curve the bound says less
# than what holds anyway.

# %%
bound = dptheory.load("wu2015.theorem14").bound
values = bound(rho=1, lam=0.1, n=np.array([100, 1000, 10_000]))
assert values.tolist() == sorted(values, reverse=True)
values

# %%
axes = theorem.bound.plot(over="n", between=(100, 1e6), lam=0.1, d=14, R=1, eps=1, rho=1, delta=0.05)
assert axes.get_xlabel() == "n"

# %% [markdown]
# `dptheory bound wu2015.theorem14 --form sharp --set rho=1 lam=0.1 --solve-for n --target 0.01` turns it round:
# the least number of records with which a target is reached, certified, as is that one record less does not do.
