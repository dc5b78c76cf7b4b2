"""Errors of use: what was given, what was needed, what to try."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


class BadInput(ValueError):
    """An input that cannot be worked on.

    >>> str(BadInput("lam = nan", "a finite number", "lam=1/2"))
    'given lam = nan; needed: a finite number; try: lam=1/2'
    """

    def __init__(self, given: str, needed: str, advice: str) -> None:
        super().__init__(f"given {given}; needed: {needed}; try: {advice}")
        self.given, self.needed, self.advice = given, needed, advice


def for_python(function: Callable[Arguments, Found]) -> Callable[Arguments, Found]:
    """The function, whose errors speak of keywords and not of the command line's options."""

    @wraps(function)
    def called(*args: Arguments.args, **options: Arguments.kwargs) -> Found:
        try:
            return function(*args, **options)
        except BadInput as error:
            parts = tuple(map(as_keywords, (error.given, error.needed, error.advice)))
            BadInput.__init__(error, *parts)
            raise

    return called


def as_keywords(text: str) -> str:
    """Options of the command line as arguments of Python.

    >>> as_keywords("--set R=1/2 d=14"), as_keywords("--delta 1e-6"), as_keywords("--form sharp, or --clip")
    ('R=1/2, d=14', 'delta=1e-6', 'form="sharp", or clip=...')
    """
    text = re.sub(r"--set ((?:\w+=\S+ ?)+)", lambda match: ", ".join(match[1].split()), text)
    text = re.sub(r"--([a-z][\w-]*) (?=[\d.\"'])", lambda match: f"{_keyword(match[1])}=", text)
    text = re.sub(r"--([a-z][\w-]*) ([\w./]+)", lambda match: f'{_keyword(match[1])}="{match[2]}"', text)
    return re.sub(r"--([a-z][\w-]*)", lambda match: f"{_keyword(match[1])}=...", text)


def _keyword(option: str) -> str:
    return option.replace("-", "_")


class Unwritable(Exception):
    """An answer that standard output does not take: a full device, a closed stream."""


def put(text: str) -> None:
    """Write on standard output; raises Unwritable, or BrokenPipeError where the reader went away."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        raise
    except (OSError, ValueError, AttributeError) as error:
        raise Unwritable(_why(error)) from None


def flush() -> None:
    """Be sure that standard output took everything; raises as `put`."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError, AttributeError) as error:
        raise Unwritable(_why(error)) from None


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "standard output is closed"


def one_line(text: str, limit: int = 400) -> str:
    """A message on one line, of bounded length, without control characters."""
    line = " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())
    return line if len(line) <= limit else f"{line[: limit - 3]}..."
