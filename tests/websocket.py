"""A plain WebSocket client for the tests: text frames in, nothing out."""

import base64
import os
import socket
import struct
from types import TracebackType
from urllib.parse import urlsplit

from tests.client import Client


class Refused(Exception):
    """The server did not accept the socket; `status` is what it answered."""

    def __init__(self, status: int) -> None:
        super().__init__(f"handshake answered {status}")
        self.status = status


class Closed(Exception):
    """The server closed the socket; `code` is its close code (1006: without a word)."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Socket:
    """One open socket of a visitor. `origin` None sends no Origin header; the default is the site's own."""

    def __init__(
        self, visitor: Client, path: str, origin: str | None = "same", seconds: float = 20, **headers: str
    ) -> None:
        parts = urlsplit(visitor.url)
        self._socket = self._connected(socket.create_connection((parts.hostname, parts.port), seconds, visitor.source))
        self._buffer = b""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            "Cookie: " + "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()),
            *([] if origin is None else [f"Origin: {visitor.url if origin == 'same' else origin}"]),
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        status = int(self._line().split()[1])
        while self._line():
            pass
        if status != 101:
            self._socket.close()
            raise Refused(status)

    def _connected(self, plain: socket.socket) -> socket.socket:
        return plain

    def receive(self, seconds: float = 20) -> str:
        """Return the next text frame; raise TimeoutError or Closed when there is none."""
        self._socket.settimeout(seconds)
        text = b""
        while True:
            first, second = self._take(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._take(8))
            payload, kind = self._take(length), first & 0x0F
            if kind == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005)
            if kind == 9:
                self._send(10, payload)
            elif kind in (0, 1):
                text += payload
                if first & 0x80:
                    return text.decode()

    def send(self, text: str) -> None:
        """Send a text frame (which the site's sockets do not expect)."""
        self._send(1, text.encode())

    def close(self) -> None:
        """Drop the connection without saying goodbye."""
        self._socket.close()

    def __enter__(self) -> "Socket":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            length = bytes([0x80 | size])
        else:  # the shortest way to write it is the only one that is allowed
            length = struct.pack(">BH", 0xFE, size) if size < 1 << 16 else struct.pack(">BQ", 0xFF, size)
        self._socket.sendall(bytes([0x80 | kind]) + length + bytes(4) + payload)  # a mask of zeroes is a mask

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            chunk = self._socket.recv(65536)
            if not chunk:
                raise Closed(1006)
            self._buffer += chunk
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def _line(self) -> str:
        line = b""
        while not line.endswith(b"\r\n"):
            line += self._take(1)
        return line.decode("latin-1").strip()
