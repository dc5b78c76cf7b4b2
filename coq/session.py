"""Coq asked of theorems in one session."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from select import select
from tempfile import TemporaryFile
from time import clock_gettime

DONE = "dptheory_done"
"""A name that nothing has, so that Coq's complaint of it says that a theorem has come to its end."""


@dataclass(frozen=True)
class Answer:
    """Whether Coq accepts a theorem, after how many seconds of a processor, and its complaint if not."""

    name: str
    good: bool
    seconds: float
    said: str


def accepted(
    out: Path, found: list[tuple[str, str]], needed: str = "Tactics Lemmas", seconds: int = 60
) -> list[str]:
    """Those that Coq accepts, each in so many seconds of a processor."""
    return [one.name for one in answers(out, found, needed, seconds) if one.good]


def answers(out: Path, found: list[tuple[str, str]], needed: str, seconds: int) -> Iterator[Answer]:
    """Of each theorem what Coq says, as soon as it does; in one session that goes on after errors, and a new
    one after a theorem that ended it. (Coq's own limit is of the time that passes: what else runs would
    decide.)"""
    while found:
        done = 0
        for (name, _), (said, used) in zip(found, _session(out, found, needed, seconds), strict=False):
            good = re.search(rf"^(.* < )?{name}\s*:", said, flags=re.MULTILINE)
            error = re.search(r"^Error:(.*?)(?=^Toplevel input|\Z)", said, flags=re.MULTILINE | re.DOTALL)
            yield Answer(name, bool(good), used, "" if good or not error else " ".join(error[1].split()))
            done += 1
        if done < len(found):
            yield Answer(found[done][0], False, seconds, "the session ended")
        found = found[done + 1 :]


def _session(
    out: Path, found: list[tuple[str, str]], needed: str, seconds: float
) -> Iterator[tuple[str, float]]:
    """What Coq says of each theorem, and how long it took, where each sentence after the time of its theorem
    is up is interrupted; of fewer where the session ends before."""
    lines = [f"From Dptheory Require Import {needed}.", "Set Silent.", f"Check {DONE}."]
    for name, text in found:
        lines += [text, "Abort All.", f"Check {name}.", f"Check {DONE}."]
    command = ["coqtop", "-q", "-w", "none", "-R", ".", "Dptheory"]
    with TemporaryFile() as given:
        given.write("\n".join([*lines, ""]).encode())
        given.seek(0)
        with subprocess.Popen(
            command, cwd=out, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as coq:
            try:
                yield from _parts(coq, seconds)
            finally:  # also where nobody asks for the rest
                coq.kill()


def _parts(coq: subprocess.Popen[bytes], seconds: float) -> Iterator[tuple[str, float]]:
    """What a session says between two marks, and how long that took."""
    assert coq.stdout is not None
    clock, said, start, began = (~coq.pid << 3) | 2, "", inf, 0.0  # Linux's clock of a process
    while True:
        if select([coq.stdout], [], [], 0.2)[0]:
            if not (part := os.read(coq.stdout.fileno(), 1 << 16)):
                return
            said += part.decode(errors="replace")
            while mark := re.search(rf"The reference\s+{DONE}", said):
                used = clock_gettime(clock)
                if start == inf and (why := re.search(r"Error:(?!\s*$).*", said[: mark.start()], re.DOTALL)):
                    raise SystemExit(f"Coq does not load what theorems need: {why[0][:500]}")
                if start < inf:
                    yield said[: mark.start()], used - began
                said, start, began = said[mark.end() :], used, used
        if clock_gettime(clock) - start > seconds:
            coq.send_signal(signal.SIGINT)
            start += 1  # a signal while Coq still answers the one before would end it
