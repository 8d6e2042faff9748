"""A simulation on the embedded stack has a process and a directory of its own; killed in the script, it goes on."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from config.simulation.run import Say
from config.simulation.stacks import crashes_in


def run_inside(arguments: Sequence[str], keep: bool, say: Say) -> int:
    """Run the command once more with these arguments in a process whose data is thrown away; its exit code.

    `keep`: the directory stays, and its name is said.
    """
    directory = Path(tempfile.mkdtemp(prefix="threeup-simulation-"))
    try:
        return _until_it_ends_by_itself(arguments, directory, say)
    finally:
        if keep:
            say(f"Kept: look at it with  EMBEDDED_DIR={directory} make run")
        else:
            shutil.rmtree(directory, ignore_errors=True)


def _until_it_ends_by_itself(arguments: Sequence[str], directory: Path, say: Say) -> int:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": str(directory)}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    while True:
        crashes = crashes_in(directory)
        process = subprocess.Popen(command, env=environment)  # noqa: S603
        try:
            code = process.wait()
        except BaseException:
            process.kill()
            process.wait()
            raise
        if code != -signal.SIGKILL or crashes_in(directory) == crashes:
            return code
        say("           the process was killed; a new one goes on")
