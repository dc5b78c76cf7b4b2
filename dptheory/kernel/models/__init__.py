"""What formulas say in concrete worlds: models of hypotheses, and instances that refute."""
