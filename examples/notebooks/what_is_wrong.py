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

lemma = dptheory.load("wu2015.section4.2.entropy")
lemma

# %%
result = lemma.verify()
printed = result.form("printed")
assert printed.verdict.status == "refuted"
printed.witness.world, printed.witness.outcome
