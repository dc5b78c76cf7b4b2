"""The manual page, in the language of `man`, made from the parser: it knows every command and option."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping

ENVIRONMENT = (
    ("COLUMNS", "the width of the output; by default the terminal's"),
    ("NO_COLOR", "no colour, whatever the terminal"),
)
STATUSES = (
    ("0", "as asked"), ("1", "a negative answer"), ("2", "undecided"), ("64", "wrong usage or bad input"),
    ("70", "a fault of the program itself"), ("74", "an answer that cannot be written"),
    ("130", "interrupted"),
)  # fmt: skip


def manual(
    parser: argparse.ArgumentParser, commands: Mapping[str, argparse.ArgumentParser], version: str
) -> str:
    """The page as roff.

    >>> page = manual(argparse.ArgumentParser("p", description="Does it."), {}, "1.0")
    >>> page.splitlines()[0]
    '.TH DPTHEORY 1 "" "dptheory 1.0" "User Commands"'
    """
    lines = [
        f'.TH DPTHEORY 1 "" "dptheory {version}" "User Commands"',
        ".SH NAME", r"dptheory \- verifier and calculator for the theory of differentially private learning",
        ".SH SYNOPSIS", r".B dptheory", r".I COMMAND", "[arguments] [options]",
        ".SH DESCRIPTION", _plain(parser.description or ""),
        "Answers go to standard output, progress and errors to standard error.", ".SH COMMANDS",
    ]  # fmt: skip
    for name, command in commands.items():
        lines += _command(name, command)
    lines += [".SH EXIT STATUS", *_terms(STATUSES), ".SH ENVIRONMENT", *_terms(ENVIRONMENT)]
    return "\n".join(lines) + "\n"


def _command(name: str, command: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(command.format_usage().split()).removeprefix("usage: ")
    yield f".SS {name}"
    yield _plain(command.description or "")
    yield ".PP"
    yield rf"\fB{_plain(usage)}\fR"
    for action in command._actions:
        if action.help in (None, argparse.SUPPRESS) or "--help" in action.option_strings:
            continue
        shown = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        if action.option_strings and action.nargs != 0:
            shown += f" {action.metavar or '|'.join(map(str, action.choices or ())) or action.dest.upper()}"
        choices = f" (one of {', '.join(map(str, action.choices))})" if action.choices else ""
        yield ".TP"
        yield rf"\fB{_plain(re.sub(r'[()]', '', shown))}\fR"
        yield _plain((action.help or "").replace("%%", "%") + choices)


def _terms(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, text in pairs:
        yield ".TP"
        yield rf"\fB{name}\fR"
        yield _plain(text)


def _plain(text: str) -> str:
    """Text that roff prints as it is."""
    made = text.replace("\\", r"\e").replace("-", r"\-").replace("\n", " ")
    return rf"\&{made}" if made[:1] in (".", "'") else made
