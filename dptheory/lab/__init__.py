"""Numbers and samples, apart from the theory: mechanisms, what audits them, and what accounts for them.

`mechanisms` draw what the sources' algorithms release, `audit` tests by sampling what is claimed of them,
`accounting` adds up many releases, `perinstance` says what one record gives away, `planning` goes from a
table to a private model, and `reproduce` reruns the sources' experiments. The theory knows nothing of
these.
"""
