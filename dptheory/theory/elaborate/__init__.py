"""What an author writes, turned into the lines that the kernel checks.

Nothing here is trusted: what comes out is read by the reader and checked by the kernel as if the author had
written it.
"""
