"""Whole numbers: induction, recurrences, sums with an end that is a variable."""
