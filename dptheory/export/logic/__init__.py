"""Statements of the logic, with their derivations, as theorems for Coq."""
