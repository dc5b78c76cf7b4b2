"""The trusted core: the only code that can say *proved* or *refuted*."""

from .faces import face

__all__, __getattr__ = face(__name__, __file__)
