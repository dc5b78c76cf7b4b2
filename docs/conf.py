"""How Sphinx builds the documentation: the reference of the commands is written from the parser first, and the
notebooks are pages that are executed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jupytext

from dptheory import __version__
from dptheory.cli import COMMANDS, parser
from dptheory.editor.lexer import StatementLexer
from dptheory.parsing import subparsers

project, release, version = "dptheory", __version__, __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
myst_enable_extensions = ["dollarmath"]
html_theme = "pydata_sphinx_theme"
html_theme_options = {"navigation_with_keys": True, "show_toc_level": 2, "header_links_before_dropdown": 7}
html_show_sourcelink = False
html_title = "dptheory"
exclude_patterns = ["restatements"]
autodoc_typehints = "description"
suppress_warnings = ["myst.xref_missing", "myst.header", "ref.python", "docutils"]


def commands() -> str:
    """Every command with its help, as Markdown."""
    made = ["# The command line", "", "From the parser itself; `dptheory man` is the same as a manual page."]
    for name, command in subparsers(parser()).items():
        made += [
            "",
            f"## {name}",
            "",
            f"{COMMANDS[name][1]}.",
            "",
            "```text",
            command.format_help().rstrip(),
            "```",
        ]
    return "\n".join(made) + "\n"


def setup(app: Any) -> None:
    """Write what is generated, and give statements their colours."""
    app.add_lexer("thm", StatementLexer)
    place = Path(__file__).parent / "generated"
    place.mkdir(exist_ok=True)
    (place / "commands.md").write_text(commands(), encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.py")):
        jupytext.write(jupytext.read(path), place / f"{path.stem}.ipynb")
