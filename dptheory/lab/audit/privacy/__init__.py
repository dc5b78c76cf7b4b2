"""Privacy audits: does a mechanism keep the (eps, delta) that it claims? Decided by sampling.

`ratio` proves the confidence bound; `scores`, `fitting` and `choosing` find an event; `neighbours` finds data
sets; `subjects` and `streams` draw outputs; `auditor` puts them together.
"""
