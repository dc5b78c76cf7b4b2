# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # My inequality
# Is it true, which conditions does it need, and what is the best constant?

# %%
import dptheory

found = dptheory.prove("log(1 + g*(exp(x) - 1)) <= 2*g*x", where="0 <= g <= 1, 0 <= x <= 1")
assert found.proved
found

# %% [markdown]
# Without the upper end of `x` it fails, and a point shows it.

# %%
failed = dptheory.refute("log(1 + g*(exp(x) - 1)) <= 2*g*x", where="0 <= g <= 1, x >= 0")
assert failed.refuted
failed.witness

# %%
best = dptheory.tighten("exp(x) - 1 <= c*x", "c", where="0 < x <= 1")
assert best.closed_form == "E - 1"
best.closed_form, best.attained_at
