"""`manage.py serve`: the whole site in one process."""

import logging
import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Start the web server, a Celery worker and beat; Ctrl-C or SIGTERM stops all three."""

    help = "Serve the site: web server, worker and beat in one process (embedded stack only)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", default=os.environ.get("PORT") or "8000")
        parser.add_argument("--host", default=os.environ.get("BIND") or "127.0.0.1")

    def handle(self, *args: Any, host: str, port: str, **options: Any) -> None:
        if not getattr(settings, "EMBEDDED", False):
            raise CommandError("'serve' is for the embedded stack; in production each process is started by itself.")
        if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise CommandError(f"PORT must be a number from 1 to 65535, not {port!r}.")
        call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        from config.serving import serve

        logging.getLogger("daphne").setLevel(logging.ERROR)
        if not serve(host, int(port), self.announce):
            raise CommandError(f"Cannot listen on port {port}: is it taken? Choose another with PORT=8001.")
        self.stdout.write("Stopped.")

    def announce(self, address: str) -> None:
        """Print where the site is, once it can be reached."""
        self.stdout.write(f"\n  3UP 3DOWN is at {address}\n  Ctrl-C stops it.\n")
        self.stdout.flush()
