"""The parser's house rules: no value is dropped, every mistake is one line with what was probably meant."""

from __future__ import annotations

import argparse
import difflib
import shlex
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from .errors import put


class Usage(Exception):
    """Arguments that do not fit; the message is one line."""


class _Once(argparse.Action):
    """An option with one value: given again with another, it is an error, not the last one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        seen: dict[str, object] = vars(namespace).setdefault("_seen", {})
        if option_string is not None and seen.setdefault(self.dest, values) != values:
            raise argparse.ArgumentError(self, f"given twice, with {seen[self.dest]!r} and {values!r}")
        setattr(namespace, self.dest, values)


class _Together(argparse.Action):
    """An option whose values all hold: they are put together."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, f"{before}, {values}" if before else values)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are `Usage`, and whose options with one value have one value. What stands at the
    end of its help may be worked out `later`, when help is asked for."""

    later: Callable[[], str] | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.register("action", None, _Once)
        self.register("action", "store", _Once)
        self.register("action", "together", _Together)

    def error(self, message: str) -> NoReturn:
        raise Usage(f"{self.prog}: {message}; try: {self.prog} --help")

    def format_help(self) -> str:
        """The help, with what is worked out for it."""
        if self.later is not None:
            self.epilog = self.later()
        return super().format_help()

    def print_help(self, file: Any = None) -> None:
        """Help is an answer like any other: that it cannot be written is not passed over."""
        put(self.format_help()) if file is None else super().print_help(file)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """A value that is none of the choices, with the nearest of them."""
        if action.choices is not None and value not in action.choices:
            hint = meant(value, action.choices)
            if not hint and isinstance(action, argparse._SubParsersAction):
                hint = f"; to look for it: {self.prog} search {shlex.quote(value)}"
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}{hint}")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As usual; an option that there is not comes with the nearest that there is."""
        found, left = self.parse_known_args(args, namespace)
        if left:
            parser = subparsers(self).get(getattr(found, "command", None) or "", self)
            options = [name for action in parser._actions for name in action.option_strings]
            hint = meant(left[0], options) if left[0].startswith("-") else ""
            parser.error(f"unrecognized argument: {left[0]}{hint}")
        return found


def meant(given: str, known: Iterable[str]) -> str:
    """What was probably meant; all that there is where nothing is near and that is not much.

    >>> meant("prov", ["prove", "refute"]), meant("sum", ["prove", "refute"])
    ('; did you mean prove?', '; one of prove, refute')
    """
    names = [str(name) for name in known]
    near = difflib.get_close_matches(given, names, 1)
    return f"; did you mean {near[0]}?" if near else f"; one of {', '.join(names)}" if len(names) < 30 else ""


def subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}
