# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # My inequality
# Somewhere in a proof stands an inequality. Is it true on the whole range, which conditions does it need, and could
# its constant be smaller? We ask for the step by which privacy is amplified by sampling: a mechanism with privacy `x`
# that sees each record with chance `g` has privacy `log(1 + g*(exp(x) - 1))`, which is often said to be at most `2*g*x`.

# %%
import dptheory

found = dptheory.prove("log(1 + g*(exp(x) - 1)) <= 2*g*x", where="0 <= g <= 1, 0 <= x <= 1")
assert found.proved
found

# %% [markdown]
# *Proved* means that a small program checked every step of a proof; `effort` is what looking for it took, counted in
# steps and not in seconds, so that it is the same tomorrow. A claim is refuted by a point at which both sides are
# numbers that you can evaluate. The same inequality without the upper end of `x`:

# %%
failed = dptheory.prove("log(1 + g*(exp(x) - 1)) <= 2*g*x", where="0 <= g <= 1, x >= 0")
assert failed.refuted
failed

# %% [markdown]
# ## Which conditions does it need?
# Each condition is dropped in turn. *Needed* comes with a point at which the claim fails without it.

# %%
dropped = dptheory.ablate("log(1 + g*(exp(x) - 1)) <= 2*g*x", where="0 <= g, g <= 1, 0 <= x, x <= 1")
assert [(one.condition, one.needed) for one in dropped] == [
    ("0 <= g", True),
    ("g <= 1", False),
    ("0 <= x", True),
    ("x <= 1", True),
]
for one in dropped:
    print(one.condition, "is needed" if one.needed else "is not needed")

# %% [markdown]
# ## What is the best constant?
# 2 is not the best factor on this range. `tighten` encloses the best one from both sides, names it where it has a
# closed form, and says where it is attained.

# %%
best = dptheory.tighten("exp(x) - 1 <= c*x", "c", where="0 < x <= 1")
assert best.closed_form == "E - 1" and best.attained_at == {"x": "1"}
best

# %% [markdown]
# So `log(1 + g*(exp(x) - 1)) <= (e - 1)*g*x` for `x <= 1`, by `log(1 + y) <= y`. The prover finds the whole of it:

# %%
sharper = dptheory.prove("log(1 + g*(exp(x) - 1)) <= (E - 1)*g*x", where="0 <= g <= 1, 0 <= x <= 1")
assert sharper.proved
sharper

# %% [markdown]
# ## Growth
# Bounds of the kind O(...) are compared with one constant for the whole range.

# %%
rate = dptheory.growth("n*log(n)", "n**2", "n", where="n >= 1")
assert rate.holds
rate

# %% [markdown]
# ## From sympy
# What sympy assumes of a symbol becomes a condition; the outcome shows the text that was certified.

# %%
import sympy

x = sympy.Symbol("x", positive=True)
asked = dptheory.prove(sympy.log(x) <= x - 1)
assert asked.proved and asked.claim.text == "log(x) <= x - 1 where x > 0"
asked

# %% [markdown]
# Where nothing is found the answer is *unknown*, and never a guess; more `effort=` may help, and the page
# *Provers* says what else does.
