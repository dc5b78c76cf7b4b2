"""A document with LaTeX, read: its relations with their places, what its words say of them, what holds."""
