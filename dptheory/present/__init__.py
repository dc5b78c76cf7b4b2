"""Renderers: one model of formulas and pages, written as terminal text, LaTeX, Markdown and JSON."""
