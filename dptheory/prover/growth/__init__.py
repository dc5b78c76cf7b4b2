"""How one function compares with another as a variable grows: O and o, with certificates."""
