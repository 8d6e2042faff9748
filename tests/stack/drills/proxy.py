"""A wire between the site and Redis that can be cut."""

import asyncio
import threading
from contextlib import suppress


class Wire:
    """Passes TCP connections on. Cut, it takes them and what they say, and never answers: the worst kind of outage.

    A connection that was open during a cut stays silent for ever, as one does whose firewall has forgotten it.
    """

    def __init__(self, port: int, target: int) -> None:
        self.port, self._target = port, target
        self._is_cut = False
        self._dead: set[asyncio.StreamWriter] = set()
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="wire", daemon=True)
        self._ready = threading.Event()
        self._thread.start()
        assert self._ready.wait(10), "the wire did not start"

    def cut(self) -> None:
        """From now on silence."""
        self._loop.call_soon_threadsafe(self._cut)

    def mend(self) -> None:
        """New connections work again."""
        self._is_cut = False

    def close(self) -> None:
        """End everything."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _cut(self) -> None:
        self._is_cut = True
        self._dead |= self._open

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()
        ending = asyncio.all_tasks(self._loop)
        for task in ending:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*ending, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the site."""
        if self._is_cut:
            self._dead.add(writer)
        self._open.add(writer)
        try:
            if writer in self._dead:
                while await reader.read(65536):
                    pass
                return
            with suppress(OSError):
                there_reader, there = await asyncio.open_connection("127.0.0.1", self._target)
                back = asyncio.ensure_future(self._pump(there_reader, writer, writer))
                await self._pump(reader, there, writer)
                there.close()
                back.cancel()
        finally:
            self._open.discard(writer)
            self._dead.discard(writer)
            writer.close()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, site: asyncio.StreamWriter) -> None:
        """Pass on what comes until one end closes; a dead connection swallows it."""
        with suppress(OSError):
            while data := await source.read(65536):
                if site not in self._dead:
                    sink.write(data)
                    await sink.drain()
        if site not in self._dead and sink is site:
            sink.close()  # Redis hung up: so does the site's end, unless nobody can hear of it
