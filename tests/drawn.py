"""What is true of the terms that the grammar takes, for tests that draw terms."""

from dptheory.kernel.real import Term, rational_value, subterms


def writable(term: Term) -> bool:
    """Whether exponents that are numbers have a value, as those that are written do: ``x**(0/0)`` is refused."""
    powers = (part.args[1] for part in subterms(term) if part.op == "pow")
    return all(exponent.names or rational_value(exponent) is not None for exponent in powers)
