"""From a table to a private model: which theorem, which lambda, how much noise, and the model with its claim.

`table` brings records into the unit ball by public numbers, `choosing` finds the plan from n, d, eps, delta
and the loss alone, `fitting` trains and releases. What is said of privacy is proved of exact real arithmetic.
"""
