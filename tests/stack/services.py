"""A PostgreSQL database, a Redis and the site's production processes, all made for one test run."""

import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests.client import Client
from tests.processes import Process, free_port, is_healthy
from tests.waiting import wait_for

QUEUES = ("turns", "events")


class Redis:
    """A redis-server of our own on a free port, which may be stopped and started."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        server = shutil.which("redis-server")
        assert server, "redis-server is not on the PATH"
        command = [server, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._popen = subprocess.Popen(command, cwd=tempfile.gettempdir(), stdout=subprocess.DEVNULL)
        wait_for(self.answers, "the start of Redis")

    def answers(self) -> bool:
        """Tell whether the port is open."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def kill(self) -> None:
        """End it as a power cut would; everything in it is lost."""
        self._popen.kill()
        self._popen.wait(10)

    def stop(self) -> None:
        """Stop it; everything in it is lost."""
        self._popen.terminate()
        self._popen.wait(10)


class Database:
    """A database of our own on a PostgreSQL: that of DATABASE_URL unless another is given."""

    def __init__(self, name: str = "stack", server: str = "") -> None:
        self._server = server or os.environ["DATABASE_URL"]
        self.name = f"threeup_{name}_{os.getpid()}"
        self.url = urlsplit(self._server)._replace(path=f"/{self.name}").geturl()
        self._on_server(f'create database "{self.name}"')

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement in it and return its rows."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(sql, values).fetchall()

    def connections(self) -> int:
        """Count the connections to it, ours not included."""
        others = "datname = current_database() and pid <> pg_backend_pid()"
        return int(self.query(f"select count(*) from pg_stat_activity where {others}")[0][0])

    def cut_all_connections(self) -> None:
        """End every connection to it, as a restart of the server does."""
        others = "datname = current_database() and pid <> pg_backend_pid()"
        self.query(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")

    def drop(self) -> None:
        """Remove it, whoever is still connected."""
        self._on_server(f'drop database if exists "{self.name}" with (force)')

    def _on_server(self, sql: str) -> None:
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(sql)


class Stack:
    """Daphne, one worker a queue, and beat, under the production settings."""

    def __init__(self, database: Database, redis: Redis) -> None:
        self.database, self.redis = database, redis
        self.environment = {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": "0123456789abcdef" * 4,
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATABASE_URL": database.url,
            "REDIS_URL": redis.url,
            "RATE_LIMITS": "off",
            "EMBEDDED_DIR": "",
        }
        self.processes: dict[str, Process] = {}
        self.ports: list[int] = []
        migrating = self.run("manage.py", "migrate", "--verbosity=0")
        wait_for(lambda: not migrating.running, "the end of migrate", 60)
        self.collect()

    def collect(self) -> None:
        """Collect the static files, as a host does once a release."""
        self.static = Path(tempfile.mkdtemp(prefix="threeup-static-"))
        self.environment["STATIC_ROOT"] = str(self.static)
        collecting = self.run("manage.py", "collectstatic", "--noinput", "--verbosity=0")
        wait_for(lambda: not collecting.running, "the end of collectstatic", 60)

    def run(self, *arguments: str) -> Process:
        """Start one process of the site."""
        return Process(arguments, self.environment)

    def start(self) -> None:
        """Start everything and wait until the site is healthy."""
        self.start_web()
        for queue in QUEUES:
            self.start_worker(queue)
        self.start_beat()
        wait_for(lambda: is_healthy(self.urls[0], **{"X-Forwarded-Proto": "https"}), "health", 40)

    def start_web(self) -> str:
        """Start one more daphne and return its address."""
        port = free_port()
        self.ports.append(port)
        arguments = ("-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application")
        self.processes[f"web {port}"] = self.run(*arguments)
        url = f"http://127.0.0.1:{port}"
        wait_for(lambda: answers(url), f"the start of {url}", 40)
        return url

    def start_worker(self, queue: str) -> None:
        """Start the worker of a queue."""
        options = ("-Q", queue, "-c", "2", "-n", f"{queue}@%h", "--loglevel=INFO")
        self.processes[queue] = self.run("-m", "celery", "-A", "config", "worker", *options)

    def start_beat(self) -> None:
        """Start beat."""
        self.processes["beat"] = self.run("-m", "celery", "-A", "config", "beat", "--loglevel=INFO")

    def revive(self) -> bool:
        """Start again whatever ended, as a host's service manager does. Always true, to stand in a condition."""
        for queue in QUEUES:
            if not self.processes[queue].running:
                self.start_worker(queue)
        if not self.processes["beat"].running:
            self.start_beat()
        return True

    @property
    def urls(self) -> list[str]:
        """The addresses of the web processes."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def client(self, url: str | None = None) -> Client:
        """Return a new visitor, who comes through a proxy that ended TLS."""
        return Client(url or self.urls[0], **{"X-Forwarded-Proto": "https"})

    def is_ready(self) -> bool:
        """Whether /readyz says yes."""
        return self.client().get("/readyz").status == 200

    def health(self) -> list[str]:
        """Return what the site finds wrong with itself."""
        return list(self.client().get("/healthz").json["problems"])

    def stop(self) -> None:
        """End every process."""
        for process in self.processes.values():
            process.kill()
        shutil.rmtree(self.static, ignore_errors=True)


def answers(url: str) -> bool:
    """Tell whether anything answers HTTP there."""
    with suppress(OSError):
        return Client(url, **{"X-Forwarded-Proto": "https"}).get("/healthz").status in (200, 503)
    return False
