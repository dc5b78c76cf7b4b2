"""Files that commands write: links, devices, pipes, permissions, folders that are missing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from dptheory.commands.site import put_folder
from dptheory.errors import BadInput
from dptheory.files import write_whole

from .conftest import Run

PROVE = ("prove", "x**2 >= 0", "--write")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_symbolic_link_stays_and_its_target_is_written(run: Run, tmp_path: Path) -> None:
    """Once the link was replaced by a file, and its target stayed as it was."""
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "proof.json", tmp_path / "link.json"
    target.write_text("before")
    link.symlink_to(Path("there") / "proof.json")
    assert run(*PROVE, str(link)).status == 0
    assert link.is_symlink() and target.read_text().startswith("{")
    assert os.listdir(target.parent) == ["proof.json"]


def test_a_link_to_what_is_not_there_makes_it(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "new").read_text() == "text"


def test_links_in_a_circle_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    ran = run(*PROVE, str(tmp_path / "a"))
    assert ran.status == 64 and ran.err.count("\n") == 1 and (tmp_path / "a").is_symlink()


def test_permissions_are_kept(tmp_path: Path) -> None:
    """Once a file that nobody else may read became one for all."""
    path = tmp_path / "private.json"
    path.write_text("before")
    for mode in (0o600, 0o640, 0o755):
        path.chmod(mode)
        write_whole(path, "after")
        assert _mode(path) == mode and path.read_text() == "after"


def test_a_new_file_honours_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_whole(tmp_path / "new", "text")
    finally:
        os.umask(before)
    assert _mode(tmp_path / "new") == 0o600


def _device(place: Path) -> Path:
    path = place / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except (OSError, AttributeError):
        pytest.skip("no device can be made")
    return path


def _pipe(place: Path) -> Path:
    os.mkfifo(place / "pipe")
    return place / "pipe"


def _folder(place: Path) -> Path:
    (place / "folder").mkdir()
    return place / "folder"


def _read_only(place: Path) -> Path:
    path = place / "kept"
    path.write_text("before")
    path.chmod(0o444)
    return path


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (_device, "which is a device"),
        (_pipe, "which is a pipe"),
        (_folder, "which is a folder"),
        (_read_only, "which may not be written"),
        (lambda place: place / "missing" / "file", "whose folder is not there"),
        (lambda place: place / ("x" * 300), "File name too long"),
    ],
)
def test_what_is_no_file_to_write_is_refused_before_any_work(
    run: Run, tmp_path: Path, made: object, words: str
) -> None:
    """Once a device or a pipe was replaced by a file, and folders were made without a word."""
    assert callable(made)
    path = made(tmp_path)
    before = path.lstat() if os.path.lexists(path) and len(path.name) < 200 else None
    for asked in (
        PROVE,
        ("report", "wu2015", "--out"),
        ("tighten", "x*(1-x) <= c", "--find", "c", "--write"),
    ):
        ran = run(*asked, str(path))
        assert ran.status == 64 and words in ran.err and ran.err.count("\n") == 1 and ran.out == ""
    if before is not None:
        assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
    with pytest.raises(BadInput, match=words):
        write_whole(path, "text")
    assert [p.name for p in tmp_path.iterdir()] == ([path.name] if before is not None else [])


def test_a_folder_that_cannot_be_made_is_refused_before_any_work(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    for name in ("file", "file/below"):
        ran = run("verify", "background.apart", "--experiments", "none", "--write", str(tmp_path / name))
        assert ran.status == 64 and "the folder" in ran.err and ran.out == ""
    assert (tmp_path / "file").read_text() == "text"


def test_a_site_keeps_the_permissions_of_its_folder(tmp_path: Path) -> None:
    place = tmp_path / "site"
    put_folder(place, {"index.html": b"one"})
    place.chmod(0o700)
    put_folder(place, {"index.html": b"two"})
    assert _mode(place) == 0o700 and (place / "index.html").read_bytes() == b"two"


def test_formatting_a_linked_file_formats_its_target(run: Run, tmp_path: Path) -> None:
    from dptheory.commands.new import FIRST

    text = FIRST.format(source="notes")
    target, link = tmp_path / "real.thm", tmp_path / "first.thm"
    target.write_text(text.replace("  claim small", "     claim small", 1) + "\n\n\n")
    target.chmod(0o600)
    link.symlink_to(target)
    assert run("fmt", str(link)).status == 0
    assert link.is_symlink() and _mode(target) == 0o600 and not target.read_text().endswith("\n\n\n")
