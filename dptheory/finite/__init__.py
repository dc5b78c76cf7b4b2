"""Exact worst cases over all mechanisms on small finite worlds."""
