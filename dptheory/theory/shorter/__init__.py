"""Texts of statements written shorter: what can be found again is left out, and nothing else changes."""
