"""Files that are written whole or not at all, and only where a regular file is or may be."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

from .errors import BadInput, one_line

KINDS: Final = (
    (stat.S_ISDIR, "a folder"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"),
)  # fmt: skip
WRITE: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; text as UTF-8 with the line ends that it has.

    A symbolic link stays, and the file that it names is written. A file that is there keeps its permissions,
    a new one has those that the process gives to new files. BadInput as for `file_at`.
    """
    target, before = file_at(path)
    temporary = target.with_name(f".dptheory.{token_hex(8)}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        if before is not None:
            _like(temporary, before)
        os.replace(temporary, target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _unwritable(path, error) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def file_at(path: Path) -> tuple[Path, os.stat_result | None]:
    """The file that a path names, behind symbolic links, and what is known of it where it is there. BadInput
    where something else than a regular file is there, one that may not be written, or where its folder is
    missing.

    >>> file_at(Path("/dev/null"))
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given the path '/dev/null', which is a device; needed: a file; try: another path
    """
    try:
        target = path.resolve()
        found = target.stat() if os.path.lexists(target) else None
        parent = target.parent.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        raise _unwritable(path, error) from None
    if found is None and not parent:
        given = f"the path {_said(path)}, whose folder is not there"
        raise BadInput(given, "a file in a folder that is there", "to make that folder first")
    if found is not None and not stat.S_ISREG(found.st_mode):
        kind = next((name for holds, name in KINDS if holds(found.st_mode)), "no file")
        raise BadInput(f"the path {_said(path)}, which is {kind}", "a file", "another path")
    if found is not None and not (found.st_mode & WRITE and os.access(target, os.W_OK)):
        given = f"the file {_said(path)}, which may not be written"
        raise BadInput(given, "a file that can be written", "another path")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        given = f"the path {_said(path)}, in whose folder nothing may be written"
        raise BadInput(given, "a file that can be written", "another path")
    return target, found


def folder_at(path: Path) -> Path:
    """A folder, made with those above it where it is not there. BadInput where that is not possible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        given = f"the folder {_said(path)} ({reason})"
        raise BadInput(given, "a folder that can be written to", "another folder") from None
    return path


def _like(path: Path, before: os.stat_result) -> None:
    """Give a file the owner, as far as that is allowed, and the permissions that another one has."""
    now = path.stat()
    if (before.st_uid, before.st_gid) != (now.st_uid, now.st_gid):
        with suppress(OSError):
            os.chown(path, before.st_uid, before.st_gid)
    os.chmod(path, stat.S_IMODE(before.st_mode))


def _said(path: Path) -> str:
    return one_line(repr(str(path)), 200)


def _unwritable(path: Path, error: Exception) -> BadInput:
    reason = (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
    return BadInput(f"the path {_said(path)} ({reason})", "a place that can be written", "another path")
