# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # My theorem
# A statement in the grammar of the library's own texts, with a proof and a false neighbour that must be rejected.

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

# %%
assert main(["verify", str(path)]) == 0
