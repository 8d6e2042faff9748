"""The lean end of a socket: of each frame it notes the position, the size and when it had come, and answers pings.

A thousand of these take a tenth of what a whole client library takes, so that the load itself does not fill the
processors it is to measure. It reads what the site sends: whole, unmasked frames.
"""

import asyncio
import base64
import contextlib
import os
import random
import re
import time
from collections.abc import Callable
from typing import Final, cast
from urllib.parse import urlsplit

ROOT: Final = 600  # bytes of a frame in which the root element's attributes stand
SEQ: Final = re.compile(rb'data-seq="(\d+)"')
ANSWER: Final = re.compile(rb'data-answer="([^"]+)" data-status="(\d+)"')
TRIES: Final = 6
PATIENCE: Final = 60.0  # seconds for the first frame
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Ear(asyncio.Protocol):
    """One open socket. `seq`, `size` and `at` are of the newest frame; `heard` is called after each.

    Where frames have no position, as the bare view's, `seq` counts them.
    """

    def __init__(self) -> None:
        self.seq = -1
        self.size = 0
        self.frames = 0
        self.at = 0.0  # on time.perf_counter()
        self.answer = ("", 0)  # the last one to something said here: its id, and a status as of HTTP
        self.closed: int | None = None  # the close code, once it is closed
        self.heard: Callable[[Ear], None] = lambda _ear: None
        self._buffer = bytearray()
        self._open = asyncio.get_running_loop().create_future()
        self._first = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport

    @classmethod
    async def open(cls, url: str, path: str, cookies: str) -> "Ear":
        """Connect, and wait for the first frame; try again after a while as pages do. Raises OSError in the end."""
        for attempt in range(TRIES - 1):
            with contextlib.suppress(OSError):
                return await cls._connect(url, path, cookies)
            await asyncio.sleep(random.uniform(0, 0.8 * 2**attempt))
        return await cls._connect(url, path, cookies)

    @classmethod
    async def _connect(cls, url: str, path: str, cookies: str) -> "Ear":
        parts = urlsplit(url)
        _, ear = await asyncio.get_running_loop().create_connection(cls, parts.hostname, parts.port)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Origin: {url}",
            f"Cookie: {cookies}",
        ]
        ear._transport.write("\r\n".join([*lines, "", ""]).encode())
        async with asyncio.timeout(PATIENCE):
            await ear._first
        return ear

    def say(self, text: str) -> None:
        """Send a text frame of up to 125 bytes. The mask is zero: allowed, and nothing to work out."""
        payload = text.encode()
        self._transport.write(bytes((TEXT, 0x80 | len(payload), 0, 0, 0, 0)) + payload)

    def close(self) -> None:
        """Leave without a word, as a browser does whose page is closed."""
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what is written to."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Whoever waits for the first frame waits in vain."""
        self.closed = self.closed or 1006
        if not self._first.done():
            self._first.set_exception(OSError(f"the socket was closed with {self.closed}"))

    def data_received(self, data: bytes) -> None:
        """Take whole frames from the front of what has come."""
        self._buffer += data
        if not self._open.done() and not self._handshake():
            return
        while (end := self._frame()) is not None:
            del self._buffer[:end]

    def _handshake(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        status = bytes(self._buffer[:end]).split(b" ", 2)[1]
        if status != b"101":
            self.closed = int(status)
            self._transport.abort()
            return False
        del self._buffer[: end + 4]
        self._open.set_result(None)
        return True

    def _frame(self) -> int | None:
        """Take the first frame, if it is there whole; the place of its end."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        start, length = 2, buffer[1]
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return None
        self._take(buffer[0], bytes(buffer[start : start + min(length, ROOT)]), length)
        return start + length

    def _take(self, kind: int, root: bytes, length: int) -> None:
        if kind == PING:
            self._transport.write(bytes((PONG, 0x80 | len(root), 0, 0, 0, 0)) + root)
        elif kind == CLOSE:
            self.closed = int.from_bytes(root[:2], "big")
        elif kind == TEXT:
            self.at, self.size = time.perf_counter(), length
            self.frames += 1
            found = SEQ.search(root)
            self.seq = int(found[1]) if found else self.seq + 1
            if answered := ANSWER.search(root):
                self.answer = answered[1].decode(), int(answered[2])
            if not self._first.done():
                self._first.set_result(None)
            self.heard(self)
