"""The inequalities of analysis: means, tangents, divergences, powers, and bounds of special functions."""
