"""Prints, as constraints for pip, the oldest versions that pyproject.toml allows."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
asked = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
TOOLS = ("setuptools", "mypy", "ruff")  # what builds and lints is not what the package needs
for line in sorted(set(asked)):
    if (found := re.fullmatch(r"([\w-]+)>=([\d.]+)", line)) and found[1] not in TOOLS:
        print(f"{found[1]}=={found[2]}")
