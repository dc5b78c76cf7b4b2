"""Written derivations: sorted terms with binders, definitions, a closed list of rules, no search."""
