"""A client that speaks the protocol of editors with ``dptheory lsp``."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any

import pytest


@dataclass
class Client:
    """Messages to a server and from it, each with the length of its body above it."""

    out: IO[bytes]
    back: IO[bytes]
    asked: int = 0
    told: list[dict[str, Any]] = field(default_factory=list)

    def send(self, method: str, params: object, number: int | None = None) -> None:
        """Send a notification, or a request with a number."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else message | {"id": number}).encode()
        self.out.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.out.flush()

    def receive(self) -> dict[str, Any]:
        """The next message."""
        length = 0
        while (line := self.back.readline().strip()) or not length:
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        made: dict[str, Any] = json.loads(self.back.read(length))
        return made

    def ask(self, method: str, params: object) -> Any:
        """Send a request and wait for its answer; what is told meanwhile is kept."""
        self.asked += 1
        self.send(method, params, self.asked)
        while (message := self.receive()).get("id") != self.asked:
            self.told.append(message)
        return message["result"]

    def diagnostics(self) -> list[dict[str, Any]]:
        """What the server tells next of what is wrong."""
        while True:
            message = self.told.pop(0) if self.told else self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                found: list[dict[str, Any]] = message["params"]["diagnostics"]
                return found


@pytest.fixture
def client() -> Iterator[Client]:
    """A server that has been greeted; it is told to end afterwards, and must end well."""
    pytest.importorskip("pygls")
    with subprocess.Popen(
        [sys.executable, "-m", "dptheory", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        made = Client(server.stdin, server.stdout)
        made.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        made.send("initialized", {})
        yield made
        made.ask("shutdown", None)
        made.send("exit", None)
        assert server.wait(60) == 0
