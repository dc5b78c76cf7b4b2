"""Worst worlds in any dimension, where geometry decides: performance estimation.

What hypotheses say of convex, Lipschitz and minimised functions comes down, at the few points that a claim is
about, to inequalities that are linear in values of functions and in inner products. So the worst world is the
solution of a semidefinite program, and the program's dual is an argument that none is worse.
"""
