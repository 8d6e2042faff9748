"""The three parts of the embedded stack, started and stopped together."""

import signal
import threading
from collections.abc import Callable

from daphne.server import Server  # installs the asyncio reactor: before anything else of Twisted

# isort: split
from celery.beat import Service
from celery.signals import worker_ready
from channels.routing import get_default_application
from twisted.python.failure import Failure

from config.beat import SteadyScheduler
from config.celery import app
from config.periodic import QUEUES

PATIENCE = 5.0  # seconds given to running tasks at the end


class WebServer(Server):
    """Daphne, which tells when it listens and whether it ever did."""

    def __init__(self, host: str, port: int, on_listening: Callable[[str], None]) -> None:
        interface = host.replace(":", r"\:")
        super().__init__(get_default_application(), endpoints=[f"tcp:port={port}:interface={interface}"], verbosity=0)
        self.listened = False
        self._on_listening = on_listening
        self._address = f"http://{'localhost' if host in ('127.0.0.1', '::1') else host}:{port}/"

    def listen_success(self, port: object) -> None:
        """Go on once the port is open."""
        super().listen_success(port)
        self.listened = True
        self._on_listening(self._address)

    def listen_error(self, failure: Failure) -> None:
        """Stop; `listened` says why."""
        self.stop()


class Part:
    """A part that blocks in `start` until `stop` is called from another thread."""

    def __init__(self, name: str, start: Callable[[], None], stop: Callable[[], None]) -> None:
        self._stop = stop
        self._thread = threading.Thread(target=start, name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask it to end and wait a little; being a daemon thread it cannot hold the process up."""
        threading.Thread(target=self._stop, daemon=True).start()
        self._thread.join(PATIENCE)


def start_work() -> list[Part]:
    """Start the worker and beat; return them in the order in which they end: beat must not feed a leaving worker."""
    worker = app.WorkController(
        queues=list(QUEUES), loglevel="WARNING", ready_callback=lambda consumer: worker_ready.send(sender=consumer)
    )
    return [start_beat(), Part("worker", worker.start, worker.stop)]


def start_beat() -> Part:
    """Start beat alone."""
    beat = Service(app, scheduler_cls=SteadyScheduler)
    return Part("beat", beat.start, beat.stop)


def serve(host: str, port: int, announce: Callable[[str], None]) -> bool:
    """Serve until SIGINT or SIGTERM. Return True after a clean end, False when the port could not be opened."""
    parts: list[Part] = []

    def on_listening(address: str) -> None:
        parts.extend(start_work())
        announce(address)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has its background jobs ignore it
    server = WebServer(host, port, on_listening)
    server.run()
    for part in parts:
        part.stop()
    return server.listened
