"""LaTeX as the claims' language: tokens, structure, names, meaning; two readings are told or asked."""
