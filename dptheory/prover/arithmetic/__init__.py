"""Polynomials and what is linear in its terms: combinations of hypotheses, factors, squares, coefficients."""
