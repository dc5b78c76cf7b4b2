"""Written derivations: sorted terms with binders, definitions, a closed list of rules, no search."""

from ..faces import face

__all__, __getattr__ = face(__name__, __file__)
