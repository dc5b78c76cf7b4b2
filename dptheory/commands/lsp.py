"""``lsp``: the language server, `editor.answers` in the protocol that editors speak.

What the reader refuses is told at every change; when a file is opened or saved its proofs are checked as by
``dptheory verify --watch``, in a thread, and what does not stand is told at its line.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlparse

from .. import __version__
from ..editor.answers import Editor
from ..errors import BadInput
from ..extras import extra
from ..theory.diagnosis.faults import Fault, FaultyText
from .answers import Answers
from .faults import faults
from .store import folder, recorded
from .watching import Watched

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

ASKED: Final = "dptheory lsp"


def run(args: argparse.Namespace) -> int:
    """Speak with an editor, on standard input and output, until it says that it ends."""
    if args.json:
        raise BadInput("lsp --json", "an editor that speaks the protocol on standard input", ASKED)
    server = made(args.proofs)
    with _Out(io.FileIO(os.dup(sys.stdout.fileno()), "wb")) as out:  # the server closes what it writes to
        server.start_io(stdout=out)
    return 0


class _Out(io.BufferedWriter):
    """Standard output for the server: what a thread says after the end is not heard, and no error."""

    def write(self, data: Buffer, /) -> int:
        """Write, unless it is the end."""
        return len(bytes(data)) if self.closed else super().write(data)

    def flush(self) -> None:
        """Write out, unless it is the end."""
        if not self.closed:
            super().flush()


class Checking:
    """Checks the proofs of files; what did not change since the last time is not checked again."""

    def __init__(self, proofs: str | None) -> None:
        self.proofs = proofs
        self.watched: dict[str, Watched] = {}

    @cached_property
    def editor(self) -> Editor:
        """Answers about texts beside the library."""
        return Editor()

    def faults(self, path: str) -> list[Fault]:
        """What is wrong with a file that is read without a fault: steps, models, twins."""
        if path not in self.watched:
            answers, library = Answers(self.proofs), self.editor.library
            standing = answers.standing(library.statements)
            known = recorded(folder(self.proofs))
            self.watched[path] = Watched((Path(path),), known, standing, "none", library)
        try:
            watched = self.watched[path]
            watched.check()
            return [fault for _, run in watched.found.values() for fault in faults(run) if fault.path == path]
        except FaultyText as error:
            return list(error.faults)
        except BadInput as error:
            return [Fault(path, 1, 1, str(error))]


def made(proofs: str | None = None) -> Any:
    """The server, ready to start; raises MissingExtra where pygls is not installed."""
    module, types = extra("pygls.lsp.server", ASKED), extra("lsprotocol.types", ASKED)
    whole = types.TextDocumentSyncKind.Full
    server = module.LanguageServer("dptheory", __version__, text_document_sync_kind=whole)
    checking = Checking(proofs)

    def tell(uri: str, found: list[Fault]) -> None:
        told = [_diagnostic(types, fault) for fault in found]
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=told))

    def read(uri: str) -> list[Fault]:
        text = server.workspace.get_text_document(uri).source
        found = checking.editor.faults(text, path_of(uri))
        tell(uri, found)
        return found

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)  # type: ignore[untyped-decorator]
    def changed(params: Any) -> None:
        read(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)  # type: ignore[untyped-decorator]
    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)  # type: ignore[untyped-decorator]
    @server.thread()  # type: ignore[untyped-decorator]
    def checked(params: Any) -> None:
        uri = params.text_document.uri
        if not read(uri):
            tell(uri, checking.faults(path_of(uri)))

    @server.feature(types.TEXT_DOCUMENT_HOVER)  # type: ignore[untyped-decorator]
    def hover(params: Any) -> Any:
        text = server.workspace.get_text_document(params.text_document.uri).source
        found = checking.editor.hover(text, params.position.line, params.position.character)
        if found is None:
            return None
        return types.Hover(contents=types.MarkupContent(kind=types.MarkupKind.Markdown, value=found.text))

    @server.feature(types.TEXT_DOCUMENT_COMPLETION)  # type: ignore[untyped-decorator]
    def complete(params: Any) -> Any:
        text = server.workspace.get_text_document(params.text_document.uri).source
        found = checking.editor.complete(text, params.position.line, params.position.character)
        return [types.CompletionItem(label=label, detail=detail or None) for label, detail in found]

    return server


def path_of(uri: str) -> str:
    """The file of an address.

    >>> path_of("file:///home/me/my%20notes.thm")
    '/home/me/my notes.thm'
    """
    return unquote(urlparse(uri).path)


def _diagnostic(types: Any, fault: Fault) -> Any:
    """A fault from its column to the end of the line."""
    start = types.Position(line=fault.number - 1, character=fault.column - 1)
    end = types.Position(line=fault.number - 1, character=10_000)
    about = f"{fault.about}: " if fault.about else ""
    message = "\n".join([f"{about}{fault.message}", *fault.more])
    return types.Diagnostic(
        range=types.Range(start=start, end=end), message=message,
        severity=types.DiagnosticSeverity.Error, source="dptheory",
    )  # fmt: skip
