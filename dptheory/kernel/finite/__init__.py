"""The checker of worst cases on finite worlds: exact, without search and without floating point."""

from ..faces import face

__all__, __getattr__ = face(__name__, __file__)
