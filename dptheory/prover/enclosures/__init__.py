"""Rigorous enclosures on boxes, intervals and half-lines, with expansions where both sides meet."""
