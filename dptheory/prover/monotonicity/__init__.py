"""Monotonicity: descent to derivatives, from an end, from infinity, or across one turning point."""
