# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Does my mechanism leak?
# A mean with Laplace noise for half the claim: samples convict it.

# %%
from dptheory.audit.privacy.auditor import Plan, audit
from dptheory.audit.privacy.neighbours import Neighbours
from dptheory.audit.privacy.target import PrivacyTarget


def mechanism(data, size, rng):
    return data[0] + rng.laplace(scale=0.5, size=(size, 1))


found = audit(mechanism, PrivacyTarget(1.0), pairs=(Neighbours([0.0], [1.0]),), plan=Plan(samples=20_000))
assert found.verdict == "violated"
found

# %%
axes = found.plot()
