"""What is wrong with a text of statements, said with its place and its cause.

Nothing here gives a verdict: the reader and the kernel have refused already, and are asked again, line by
line, to find out why.
"""
