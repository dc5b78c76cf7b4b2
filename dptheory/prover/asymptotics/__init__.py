"""Ranges without an end: what holds far out."""
