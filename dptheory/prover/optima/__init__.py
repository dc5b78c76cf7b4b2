"""Guides: where a function is greatest, along which curve, and which closed form a number has."""
