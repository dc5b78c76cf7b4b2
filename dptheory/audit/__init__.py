"""Statistical verdicts: seeded experiments that compare bounds with what mechanisms do.

`catalog` names the experiments; `records` holds what they are and what they return. Neither imports numpy.
"""
