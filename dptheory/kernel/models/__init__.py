"""What formulas say in concrete worlds: models of hypotheses, and instances that refute."""

from ..faces import face

__all__, __getattr__ = face(__name__, __file__)
