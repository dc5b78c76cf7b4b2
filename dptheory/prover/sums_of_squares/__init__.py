"""Sums of squares, by semidefinite programs rounded to rationals."""
