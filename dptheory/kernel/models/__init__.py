"""What formulas say in concrete worlds: models of hypotheses, and instances that refute."""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "ground": "decide",
        "instances": "owed",
        "noise": "Gaussian Gibbs Laplace between",
        "worlds": "Closed FiniteLaw Noise Points Region Value World",
    },
)
