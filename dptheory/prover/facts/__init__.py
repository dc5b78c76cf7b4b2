"""Facts about the function values in a goal: signs, equations between them, values that depend on others."""
