"""Derivations: sorted terms with binders, definitions, a closed list of rules, finite worlds."""
