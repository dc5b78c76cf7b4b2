"""The checker of claims about real numbers: small, without search and without floating point.

A certificate's node names its rule and that rule's fields, which the rule's docstring lists; lists that
would be empty may be left out, everything else is required and nothing else is allowed.
"""

from ..faces import face

__all__, __getattr__ = face(__name__, __file__)
