"""What formulas say in concrete worlds: models of hypotheses, and instances that refute.

`worlds` says what a world is, `ground` what a formula comes down to in one: relations between real numbers.
`grounding` gets it there; `laws` and `sets` are what it asks for the values of its parts.
`instances` puts the claims that are left to the checker of claims, and says *refuted*.
"""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "worlds": "Closed FiniteLaw Noise Points Region Value World",
        "ground": "decide",
        "instances": "owed",
        "noise": "Gaussian Gibbs Laplace between",
    },
)
