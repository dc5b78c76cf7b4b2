"""``completion SHELL``: what bash, zsh or fish need to complete commands, options and their values.

It is made from the parser itself, so it knows every option that there is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from .output import answer, answer_json


@dataclass(frozen=True)
class Option:
    """An option: its names, what it does, what its value may be, and whether it has one."""

    names: tuple[str, ...]
    text: str
    choices: tuple[str, ...]
    valued: bool


@dataclass(frozen=True)
class Command:
    """A command, what it does, its options, and what its first argument may be."""

    name: str
    text: str
    options: tuple[Option, ...]
    choices: tuple[str, ...]


def run(args: argparse.Namespace) -> int:
    """Print the script of one shell."""
    script = "\n".join(SHELLS[args.shell](commands())) + "\n"
    if args.json:
        answer_json({"shell": args.shell, "script": script})
    else:
        answer(script, verbatim=True)
    return 0


def commands() -> tuple[Command, ...]:
    """Every command of the parser."""
    from ..arguments.table import COMMANDS, parser
    from ..parsing import subparsers

    found = []
    for name, sub in subparsers(parser()).items():
        options: list[Option] = []
        choices: list[str] = []
        for action in sub._actions:
            values = tuple(map(str, action.choices or ()))
            if action.option_strings:
                text = (action.help or "").replace("%%", "%")
                options.append(Option(tuple(action.option_strings), text, values, action.nargs != 0))
            else:
                choices += values
        found.append(Command(name, COMMANDS[name][1], tuple(options), tuple(choices)))
    return tuple(found)


def _bash(found: tuple[Command, ...]) -> Iterator[str]:
    yield '# bash completion of dptheory: eval "$(dptheory completion bash)"'
    yield "_dptheory() {"
    yield '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""'
    yield '  if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f'    words="{" ".join(c.name for c in found)} --help --version"'
    yield "  else"
    yield '    case "${COMP_WORDS[1]} $before" in'
    for command in found:
        for option in command.options:
            if option.choices:
                pattern = "|".join(f'"{command.name} {name}"' for name in option.names)
                yield f'      {pattern}) words="{" ".join(option.choices)}" ;;'
            elif option.valued:
                pattern = "|".join(f'"{command.name} {name}"' for name in option.names)
                yield f"      {pattern}) ;;"
    for command in found:
        names = [name for option in command.options for name in option.names]
        yield f'      "{command.name} "*) words="{" ".join([*command.choices, *names])}" ;;'
    yield "    esac"
    yield "  fi"
    yield '  COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield "}"
    yield "complete -o default -F _dptheory dptheory"


def _zsh(found: tuple[Command, ...]) -> Iterator[str]:
    yield "#compdef dptheory"
    yield '# zsh completion of dptheory: eval "$(dptheory completion zsh)"'
    yield "_dptheory() {"
    yield "  local -a commands"
    yield "  commands=("
    yield from (f"    {_quoted(c.name + ':' + c.text)}" for c in found)
    yield "  )"
    yield "  if (( CURRENT == 2 )); then"
    yield "    _describe command commands"
    yield "    return"
    yield "  fi"
    yield '  case "${words[2]}" in'
    for command in found:
        yield f"    {command.name})"
        yield "      shift words; (( CURRENT-- ))"
        yield "      _arguments \\"
        for option in command.options:
            value = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"
            for name in option.names:
                spec = f"*{name}[{_bracketed(option.text)}]{value if option.valued else ''}"
                yield f"        {_quoted(spec)} \\"
        values = f"({' '.join(command.choices)})" if command.choices else "_files"
        yield f"        {_quoted('*:argument:' + values)}"
        yield "      ;;"
    yield "  esac"
    yield "}"
    yield "compdef _dptheory dptheory"


def _fish(found: tuple[Command, ...]) -> Iterator[str]:
    yield "# fish completion of dptheory: dptheory completion fish | source"
    for command in found:
        yield f"complete -c dptheory -n __fish_use_subcommand -a {command.name} -d {_quoted(command.text)}"
    for command in found:
        when = f"-n '__fish_seen_subcommand_from {command.name}'"
        if command.choices:
            yield f"complete -c dptheory {when} -f -a {_quoted(' '.join(command.choices))}"
        for option in command.options:
            for name in option.names:
                flag = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                value = (
                    f" -x -a {_quoted(' '.join(option.choices))}" if option.choices else " -r" * option.valued
                )
                yield f"complete -c dptheory {when} {flag}{value} -d {_quoted(option.text)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"


def _bracketed(text: str) -> str:
    for character in "\\[]:":
        text = text.replace(character, "\\" + character)
    return text


SHELLS: Final[Mapping[str, Callable[[tuple[Command, ...]], Iterator[str]]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
