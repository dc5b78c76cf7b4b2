"""What `.ci/pages` does where a browser or LaTeX is missing: it installs them, and says so if it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / ".ci" / "pages"
AFTER = 'set -euo pipefail; . "$0"; echo "lacking: ${lacking[*]}"'


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with what the script calls, and neither a browser nor LaTeX; who runs it is root."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("bash", "mkdir", "chmod", "touch"):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"no {name} here")
        (folder / name).symlink_to(found)
    _put(folder, "id", "echo 0")
    _put(folder, "sleep", ":")
    return folder


def _put(folder: Path, name: str, does: str) -> None:
    path = folder / name
    path.write_text(f"#!{shutil.which('bash')}\n{does}\n")
    path.chmod(0o755)


def said(folder: Path) -> str:
    command = [str(folder / "bash"), "-c", AFTER, str(SCRIPT)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": str(folder)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_missing_is_installed(programs: Path) -> None:
    made = f"for name in chromium pdflatex coqc; do touch {programs}/$name; chmod +x {programs}/$name; done"
    _put(programs, "apt-get", f'[ "$1" = install ] && {{ {made}; }} || true')
    told = said(programs)
    assert "chromium, pdflatex and coqc are here" in told and told.endswith("lacking: \n")


def test_a_failure_is_said_and_is_no_failure_of_all(programs: Path) -> None:
    _put(programs, "apt-get", "exit 100")
    told = said(programs)
    assert "that failed; once more" in told and "WITHOUT" in told and "are skipped" in told
    assert "chromium" in told.splitlines()[-1] and "texlive-latex-recommended" in told.splitlines()[-1]


def test_where_nothing_can_be_installed_it_is_said(programs: Path) -> None:
    _put(programs, "id", "echo 1000")
    _put(programs, "apt-get", "exit 1")
    told = said(programs)
    assert "installing" not in told and "WITHOUT" in told
