"""Statements, the library and its graph, verification, optima and inverses."""
