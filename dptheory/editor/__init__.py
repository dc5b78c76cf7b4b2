"""What editors ask about a text of statements: faults, meanings, continuations, colours."""
