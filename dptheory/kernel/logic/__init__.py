"""Written derivations: sorted terms with binders, definitions, a closed list of rules, no search.

`sorts`, `signature` and `terms` say what a formula is, `sorting` checks that it is one, `grammar` and
`printing` are its text. `rules` is the numbered list; `calculation` makes a step of arithmetic a claim about
real numbers; `theorems` says what is claimed; `derivations` checks a proof.
"""
