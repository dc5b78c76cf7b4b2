"""The sources' algorithms as samplers, with the privacy that they claim.

`domain` checks parameters and holds data sets; `losses` the instance losses with their Lipschitz constants;
`ball`, `erm` and `gap` minimise a regularised empirical risk over a ball and certify how near the minimiser
is; `noise` is the noise of Theorem 8; `output` has Algorithms 1 and 2 of Wu et al. 2015.

Floating-point arithmetic: what is proved about these algorithms is proved for exact real arithmetic and exact
sampling.
"""
