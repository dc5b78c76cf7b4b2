"""A site of a small part of the library, built once, and a browser that looks at it where there is one."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dptheory.cli import main

PART = ("wu2015.theorem14", "wu2015.lemma17", "background")
ERRORS = '<script>addEventListener("error", (e) => document.documentElement.setAttribute("data-errors", String(e.message || e.target.src || e.target.href)), true);</script>'


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a theorem, a refuted lemma and a source, with all that these rest on."""
    place = tmp_path_factory.mktemp("site") / "pages"
    assert main(["site", str(place), *PART]) == 0
    return place


class Browser:
    """Opens pages of a copy of the site, does something there, and gives back what the page became."""

    def __init__(self, program: str, site: Path, copy: Path, address: str) -> None:
        self.program, self.site, self.copy, self.address = program, site, copy, address
        self.visits = 0

    def after(
        self,
        page: str,
        deeds: str = "",
        *,
        width: int = 1200,
        dark: bool = False,
        changed: Callable[[str], str] = str,
    ) -> str:
        """The page after the deeds, as HTML; a script's error stands in the attribute data-errors."""
        text = changed((self.site / page).read_text(encoding="utf-8"))
        script = f'<script>addEventListener("load", () => {{ {deeds} }});</script>'
        self.visits += 1
        # a name of its own for each visit: what is written twice in a second is not asked for again
        name = f"{Path(page).stem}.{self.visits}.html"
        path = (self.copy / page).with_name(name)
        path.write_text(
            text.replace("<head>", f"<head>{ERRORS}", 1).replace("</body>", f"{script}</body>"),
            encoding="utf-8",
        )
        address = f"{self.address}/{Path(page).with_name(name).as_posix()}"
        command = [
            self.program,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--window-size={width},900",
            "--virtual-time-budget=4000",
            f"--user-data-dir={self.copy.parent / 'profile'}",
            "--dump-dom",
            *(["--force-dark-mode"] if dark else []),
            address,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told."""


@pytest.fixture(scope="session")
def browser(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Chromium; without one the tests that need it are skipped."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no chromium here")
    copy = tmp_path_factory.mktemp("browser") / "pages"
    shutil.copytree(site, copy)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(copy)))
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield Browser(program, site, copy, f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        server.server_close()
