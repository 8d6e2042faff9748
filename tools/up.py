"""`make up`: the production stack on this machine, from the PostgreSQL, Redis and nginx that are installed.

Starts web processes (WEB=2), a worker for each queue, beat, and nginx in front on PORT; starts again whatever ends; and
ends everything on Ctrl-C or SIGTERM. Plain HTTP, so for this machine: a public site has its own nginx (docs/hosting.md).
DATABASE_URL and REDIS_URL name servers elsewhere. Secrets, logs, sockets and counts are in `up/` of EMBEDDED_DIR (var/).
"""

import ctypes
import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

from config.periodic import QUEUES
from config.secret import kept_secret
from tools.suite import find_postgresql

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "threeup"
REDIS_URL = "redis://127.0.0.1:6379/3"  # and the two numbers after it
PATIENCE = 15.0  # seconds given to everything together at the end
SHORT_LIFE = 10.0  # seconds; what ends sooner than that waits a little longer each time before it starts again
LONGEST_WAIT = 10.0
DIE_WITH_PARENT = 1  # prctl's PR_SET_PDEATHSIG
NGINX = """daemon off;
pid {directory}/nginx.pid;
error_log stderr warn;
worker_processes 2;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    {temporary}
    include {directory}/site.conf;
}}
"""


@dataclass
class Part:
    """One process that is kept running."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    directory: Path
    starts: int = 0
    failures: int = 0
    started_at: float = 0.0
    again_at: float = 0.0
    process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        """Start it; what it prints goes into its log, its number into `<name>.pid`."""
        with open(self.directory / "log" / f"{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=die_with_parent,
            )  # fmt: skip
        with suppress(OSError):  # a full disk ends nothing
            (self.directory / f"{self.name}.pid").write_text(str(self.process.pid))
        self.starts += 1
        self.started_at = time.monotonic()

    def look(self) -> None:
        """Start it again if it ended: at once, or after a while when it keeps ending early."""
        if self.process is None or self.process.poll() is None:
            return
        now = time.monotonic()
        if not self.again_at:
            self.send(signal.SIGKILL)  # children without their parent: those of nginx would keep its port
            self.failures = self.failures + 1 if now - self.started_at < SHORT_LIFE else 0
            self.again_at = now + min(LONGEST_WAIT, 0.25 * 2**self.failures)
            say(f"{self.name} ended with {self.process.returncode}; it is started again.")
        elif now >= self.again_at:
            self.again_at = 0.0
            self.start()

    def send(self, number: int) -> None:
        """Send a signal to it and all its children."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def ask_to_end(self) -> None:
        """Send SIGTERM to the process itself: a worker ends its children after their tasks."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()


class Stack:
    """All parts, in the order in which they end: nothing new comes in, then nothing new is sent, then work ends."""

    def __init__(self, directory: Path, bind: str, port: int, webs: int) -> None:
        self.directory, self.bind, self.port = directory, bind, port
        self.parts: list[Part] = []
        self.over = False
        shutil.rmtree(directory / "metrics", ignore_errors=True)
        for name in ("log", "metrics"):
            (directory / name).mkdir(parents=True, exist_ok=True)
        for log in (directory / "log").glob("*.log"):
            log.replace(log.with_suffix(".log.old"))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._end)
        self.environment = self._environment()
        self._prepare_site()
        ports = free_ports(port + 1, webs)
        python = [sys.executable, "-m"]
        self._add("nginx", [find_nginx(), "-c", str(write_nginx(directory, f"listen {bind}:{port};", ports))])
        self._add("beat", [*python, "celery", "-q", "-A", "config", "beat", "--loglevel=WARNING"])
        for index, own in enumerate(ports, 1):
            self._add(
                f"web{index}", [*python, "daphne", *f"-v 0 -b 127.0.0.1 -p {own}".split(), "config.asgi:application"]
            )
        for queue in QUEUES:
            options = ["-Q", queue, "-c", "2", "-n", f"{queue}@{port}", "--loglevel=WARNING"]
            self._add(queue, [*python, "celery", "-q", "-A", "config", "worker", *options])

    def run(self) -> None:
        """Keep everything running until a signal comes; then end it."""
        try:
            for part in reversed(self.parts):
                part.start()
            announced = False
            while not self.over:
                for part in self.parts:
                    part.look()
                if not announced and self.problems() == "":
                    announced = True
                    say(f"\n  3UP 3DOWN is at http://{host_of(self.bind)}:{self.port}/\n  Logs: {self.directory}/log")
                    say(f"  Metrics: /metrics, with the token in {self.directory}/metrics_token\n  Ctrl-C stops it.\n")
                time.sleep(0.2)
        finally:
            self.stop()

    def problems(self) -> str:
        """What /readyz says is missing; nothing when the site is ready."""
        try:
            with urllib.request.urlopen(f"http://{host_of(self.bind)}:{self.port}/readyz", timeout=5):
                return ""
        except urllib.error.HTTPError as error:
            return error.read().decode(errors="replace")
        except OSError as error:
            return str(error)

    def stop(self) -> None:
        """Ask every part to end, and end those that do not in time."""
        end = time.monotonic() + PATIENCE
        for part in self.parts:
            part.ask_to_end()
        for part in self.parts:
            if part.process is not None:
                with suppress(subprocess.TimeoutExpired):
                    part.process.wait(max(0.1, end - time.monotonic()))
                part.send(signal.SIGKILL)
                part.process.wait()
                (self.directory / f"{part.name}.pid").unlink(missing_ok=True)

    def _end(self, *_: object) -> None:
        self.over = True

    def _add(self, name: str, command: list[str]) -> None:
        self.parts.append(Part(name, command, self.environment, self.directory))

    def _environment(self) -> dict[str, str]:
        hosts = ",".join(dict.fromkeys(["localhost", "127.0.0.1", host_of(self.bind)]))
        url = database_url()
        make_database(url)
        own = {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": kept_secret(self.directory / "secret_key"),
            "METRICS_TOKEN": kept_secret(self.directory / "metrics_token"),
            "DATABASE_URL": url,
            "REDIS_URL": self._redis_url(),
            "STATIC_ROOT": str(self.directory / "static"),
            "PROMETHEUS_MULTIPROC_DIR": str(self.directory / "metrics"),
            "SSL_REDIRECT": "off",
        }
        here = f"http://{host_of(self.bind)}:{self.port}"
        fallback = {"ALLOWED_HOSTS": hosts, "SITE_URL": here, "FRONT_DOOR": here}
        return fallback | os.environ | own

    def _redis_url(self) -> str:
        """The address of a Redis: the one that is named, or that runs here, or one of our own."""
        url = os.environ.get("REDIS_URL") or REDIS_URL
        try:
            with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
                client.ping()
        except redis.RedisError:
            server = shutil.which("redis-server")
            if os.environ.get("REDIS_URL") or server is None:
                fail(f"No Redis answers at {urlsplit(url).hostname}. On Debian or Ubuntu: apt-get install redis-server")
            (port,) = free_ports(self.port + 100, 1)
            options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
            self.parts.append(Part("redis", [server, *options], dict(os.environ), self.directory))
            return f"redis://127.0.0.1:{port}/0"
        return url

    def _prepare_site(self) -> None:
        for command in (["migrate", "--noinput"], ["collectstatic", "--noinput"]):
            arguments = [sys.executable, "manage.py", *command, "--verbosity=0"]
            if not self.over and subprocess.run(arguments, cwd=ROOT, env=self.environment, check=False).returncode:
                fail(f"manage.py {command[0]} failed.")


def write_nginx(directory: Path, listen: str, ports: Sequence[int]) -> Path:
    """nginx's own file, and the site's from the template that public sites use: where to listen, the web processes."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n    ".join(f"{kind}_temp_path {directory}/nginx-{kind};" for kind in kinds)
    values = {"LISTEN": listen, "SERVERS": " ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in ports)}
    template = (ROOT / "deploy/nginx/site.conf.template").read_text()
    site = re.sub(r"^#.*\n", "", template, flags=re.MULTILINE)
    site = re.sub(r"\$\{([A-Z]+)\}", lambda found: values[found[1]], site)
    (directory / "site.conf").write_text(site)
    main = directory / "nginx.conf"
    main.write_text(NGINX.format(directory=directory, temporary=temporary))
    return main


def database_url() -> str:
    """DATABASE_URL, or a database of our own on a PostgreSQL that runs here."""
    if os.environ.get("DATABASE_URL"):
        return os.environ["DATABASE_URL"]
    server = find_postgresql()
    if server is None:
        fail("No PostgreSQL on localhost lets us make databases. Install and start one, or name it by DATABASE_URL.")
    return urlsplit(server)._replace(path=f"/{DATABASE}").geturl()


def make_database(url: str) -> None:
    """Make the database if it is missing."""
    name = urlsplit(url).path.lstrip("/")
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError as error:
        if f'"{name}" does not exist' not in str(error):
            fail(f"PostgreSQL: {error}")
        with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
            server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))


def find_nginx() -> str:
    """Where nginx is: Debian keeps it off the PATH of people."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    return found or fail("nginx is missing. On Debian or Ubuntu: apt-get install nginx-light")


def free_ports(first: int, count: int) -> list[int]:
    """The next ports from `first` on that nobody uses."""
    found: list[int] = []
    port = first
    while len(found) < count:
        with suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            found.append(port)
        port += 1
    return found


def host_of(bind: str) -> str:
    """The name by which this machine reaches what listens there."""
    return "localhost" if bind in ("127.0.0.1", "0.0.0.0", "") else bind


def die_with_parent() -> None:
    """In a child: end with SIGTERM when the supervisor was killed; two beats would do everything twice."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)


def say(text: str) -> None:
    """Print at once, also into a pipe."""
    print(text, flush=True)


def fail(why: str) -> NoReturn:
    """End with a reason."""
    say(why)
    sys.exit(1)


def number(name: str, default: int, most: int) -> int:
    """A whole number from 1 on of the environment."""
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        fail(f"{name} must be a number from 1 to {most}, not {text!r}.")
    return int(text)


def main(kind: type[Stack] = Stack) -> None:
    """Run until told to stop."""
    directory = Path(os.environ.get("EMBEDDED_DIR") or ROOT / "var").resolve() / "up"
    directory.mkdir(parents=True, exist_ok=True)
    with open(directory / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            fail(f"It runs already (its data: {directory}).")
        bind, port, webs = os.environ.get("BIND") or "127.0.0.1", number("PORT", 8000, 65000), number("WEB", 2, 64)
        kind(directory, bind, port, webs).run()
    say("Stopped.")


if __name__ == "__main__":
    main()
