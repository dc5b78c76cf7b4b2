"""Cases: of absolute values, minima and bases, and parts of a range."""
