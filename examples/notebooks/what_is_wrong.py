# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # What is wrong in this paper?
# The library holds the statements of four sources as they are printed. One that is false comes with the case in which
# it fails; one that holds with more than is said comes with what is missing.

# %%
import dptheory

lemma = dptheory.load("wu2015.lemma17")
lemma

# %% [markdown]
# `verify()` checks it now, form by form: *printed* is what the source says, *corrected* what holds instead, *sharp* the
# best that is proved. Where the text allows two readings, both are there: this lemma holds in the one, and fails in the
# other. A twin is a false neighbour, which has to be refuted.

# %%
result = lemma.verify()
(false,) = [form for form in result.forms if form.verdict.status == "refuted"]
assert false.kind == "printed"
result

# %% [markdown]
# ## The case in which it fails
# A world is small enough to be followed by hand: how many records there are, what they are, what every function is.

# %%
witness = false.witness
print(*witness.world, witness.outcome, sep="\n")

# %% [markdown]
# ## A proof that is wrong, of a claim that is right
# A statement has two verdicts. Where a step of the printed proof is false the proof is *broken*, and the claim may
# hold all the same.

# %%
result = dptheory.load("wang2016.lemma10").verify()
form = next(form for form in result.forms if form.proof.verdict == "broken")
print(f"{form.name}: {form.verdict.status}; its printed proof: broken at step {form.proof.step}")

# %% [markdown]
# ## The letter to the authors
# `dptheory report wu2015 --format tex --out letter.tex` writes all of it as a letter, the gravest first; here are
# its counts.

# %%
import json
from contextlib import redirect_stdout
from io import StringIO

from dptheory.cli import main

printed_out = StringIO()
with redirect_stdout(printed_out):
    assert main(["report", "wu2015", "--format", "json"]) == 0
letter = json.loads(printed_out.getvalue())
assert letter["checked"] > len(letter["sound"]) > 0 and letter["statements"]
print(letter["checked"], "statements checked;", len(letter["sound"]), "hold as printed")
for one in letter["statements"][:5]:
    print(one["id"], "-", one["findings"][0]["severity"])
