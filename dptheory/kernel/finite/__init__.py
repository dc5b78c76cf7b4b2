"""The checker of worst cases on finite worlds: exact, without search and without floating point."""
