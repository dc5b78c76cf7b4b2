"""The arguments of each command, and the parser made of them; ``--help`` loads nothing else."""
