# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # My theorem
# A statement of one's own is a text: what is given, what is claimed, why each line follows, a model in which
# everything that is given holds, and a false neighbour that the same checks must reject.

# %%
import tempfile
from pathlib import Path

from dptheory.cli import main

TEXT = """
statement notes.sum
  title  the sum of two numbers below a bound
  source Notes, Lemma 1
  quote  x <= r and y <= r give x + y <= 2 r.
  let    x, y, r: real
  form printed
    given first: x <= r
    given second: y <= r
    claim x + y <= 2*r
    proof by adding
      1: x + y <= 2*r by calc from first, second
    model
      n = 1
      value x = 1
      value y = 1
      value r = 1
  twin of printed: the constant 2 replaced by 199/100
    claim x + y <= 199/100*r
    world
      n = 1
      value x = 1
      value y = 1
      value r = 1
"""
path = Path(tempfile.mkdtemp()) / "notes.thm"
path.write_text(TEXT, encoding="utf-8")

# %% [markdown]
# `dptheory verify notes.thm` is what one types in a terminal; from Python it is the same program.

# %%
assert main(["verify", str(path)]) == 0

# %% [markdown]
# ## A mistake
# Let us claim too much: with the constant 3/2 the statement is false, for example at x = y = r = 1. The line is not
# believed, and the answer says at which point the calculation fails.

# %%
path.write_text(TEXT.replace("x + y <= 2*r", "x + y <= 3/2*r"), encoding="utf-8")
assert main(["verify", str(path)]) != 0

# %% [markdown]
# ## A forgotten condition
# Nor is a line believed that forgets what it rests on.

# %%
path.write_text(TEXT.replace("    given second: y <= r\n", "").replace("first, second", "first"), encoding="utf-8")
assert main(["verify", str(path)]) != 0

# %% [markdown]
# ## The pages of it
# Put right again, the statement can be read in a browser: `dptheory site pages notes.thm` writes a folder of pages
# with the proof, the twin and what they rest on.

# %%
path.write_text(TEXT, encoding="utf-8")
assert main(["site", str(path.parent / "pages"), str(path)]) == 0
page = (path.parent / "pages" / "statement" / "notes.sum.html").read_text(encoding="utf-8")
assert "statement proved" in page

# %% [markdown]
# The page *Writing statements* goes on from here: laws, algorithms and data sets, a theorem about a private
# algorithm, and all words of the language.
