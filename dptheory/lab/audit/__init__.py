"""Statistical verdicts: seeded experiments that compare bounds with what mechanisms do.

`catalog` names the experiments; `records` holds what they are and what they return. Neither imports numpy.
`harness` is what all of them do: worlds, each with random numbers of its own, a bound, and its twin.
`privacy` audits claims of privacy.
"""
