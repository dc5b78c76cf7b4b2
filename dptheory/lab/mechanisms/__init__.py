"""The sources' algorithms as samplers, with the privacy that they claim.

`interface` says what every mechanism offers; `registry` has them by name. `additive`, `gaussian` and
`finite` are the basic mechanisms; `output`, `objective`, `functional`, `tuning`, `descent` and `subsample`
those of the sources.

`domain` checks parameters and holds data sets; `losses` and `kinked` the instance losses with their Lipschitz
constants; `ball`, `erm` and `gap` minimise a regularised empirical risk over a ball and certify how near the
minimiser is; `noise` is the noise of Theorem 8 of Wu et al. 2015.

Floating-point arithmetic: what is proved about these algorithms is proved for exact real arithmetic and exact
sampling; `interface.FLOATING_POINT` says what may be lost.
"""
