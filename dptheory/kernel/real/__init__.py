"""The checker of claims about real numbers: small, without search and without floating point.

`terms` and `grammar` say what a formula is, `claims` what is claimed, `defined` where a term is defined.
`ratfun` (normal forms), `calculus` (derivatives), `enclose` (enclosures, exact values) and `facts` (a
closed list of facts about the functions) are what proofs may rest on. `sequents` keeps what is left to
show; `poly`, `rules` and `analysis` are the rules of proof, one function each with its justification;
`certificates` reads JSON; `points` decides at exact points; `check` says *proved*, `check_witness`
*refuted*.

A certificate's node names its rule and that rule's fields, which the rule's docstring lists; lists that
would be empty may be left out, everything else is required and nothing else is allowed.
"""
