# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # What is wrong in this paper?
# A statement that is false as printed, with the case in which it fails.

# %%
import dptheory

lemma = dptheory.load("wang2019.lemma4")
lemma

# %%
result = lemma.verify()
printed = result.form("printed")
assert printed.verdict.status == "refuted"
printed.witness.world, printed.witness.outcome
