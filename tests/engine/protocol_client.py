"""Talks to `python -m games.engine` as another program would: a subprocess, lines in, lines out."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The same module with Django and its like made impossible to import.
WITHOUT_DJANGO = """
import runpy, sys
sys.modules.update(dict.fromkeys(("django", "channels", "celery", "daphne", "redis")))
runpy.run_module("games.engine", run_name="__main__", alter_sys=True)
"""


def talk(lines, command=("-m", "games.engine"), end=b"\n"):
    """The answers to the lines (dicts, texts or bytes), one for one; the process must end well and say nothing else."""
    sent = b"\n".join(as_bytes(line) for line in lines) + end
    done = subprocess.run(
        [sys.executable, *command], input=sent, capture_output=True, cwd=ROOT, timeout=60, check=False, env={}
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def as_bytes(line):
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()
