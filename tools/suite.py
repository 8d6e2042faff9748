"""`make test`: the whole suite on the embedded stack, then on PostgreSQL and Redis where they can be found.

Arguments are handed to pytest. With CI=true a missing service or browser is a failure instead of a skip.
"""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import redis

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.chromium import HOW_TO_GET_ONE, find_chromium  # noqa: E402

CI = os.environ.get("CI") == "true"
SERVICES = ("DATABASE_URL", "REDIS_URL")
# These never touch a database or a channel layer, or start the embedded stack themselves: once is enough.
ONCE = (
    "tests/engine",
    "tests/bots",
    "tests/browser",
    "tests/serve",
    "tests/test_architecture.py",
    "tests/test_docs.py",
)


def main() -> int:
    """Run the suite on both stacks; return the exit code."""
    notes = [] if find_chromium() else [f"Browser tests were skipped. {HOW_TO_GET_ONE}"]
    embedded = {name: value for name, value in os.environ.items() if name not in SERVICES}
    failed = [pytest("the embedded stack", embedded, ["-m", "not stack"])]
    urls = {"DATABASE_URL": find_postgresql(), "REDIS_URL": find_redis()}
    if absent := [name for name, url in urls.items() if url is None]:
        notes.append(f"The production stack was not tested: set {' and '.join(absent)}, or start it on localhost.")
    else:
        found = os.environ | {name: str(url) for name, url in urls.items()}
        failed.append(pytest("PostgreSQL and Redis", found, [f"--ignore={path}" for path in ONCE]))
    for note in notes:
        print(f"\n{'Failed' if CI else 'Note'}: {note}")
    return int(any(failed) or (CI and bool(notes)))


def pytest(title: str, environment: dict[str, str], options: list[str]) -> bool:
    """Run pytest once and tell whether it failed; a selection that is empty on one stack is no failure."""
    print(f"\n== Tests on {title}", flush=True)
    command = [sys.executable, "-m", "pytest", *options, *sys.argv[1:]]
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    if code < 0:
        print(f"\nThe tests were killed by signal {-code}.")
    return code != 0 and not (code == 5 and len(sys.argv) > 1)


def find_postgresql() -> str | None:
    """Return the address of a PostgreSQL on which databases may be made."""
    local = (
        "postgres://postgres@127.0.0.1:5432/postgres",
        "postgres://127.0.0.1:5432/postgres",
        "postgres:///postgres",
    )
    for url in [os.environ["DATABASE_URL"]] if "DATABASE_URL" in os.environ else local:
        try:
            with psycopg.connect(url, connect_timeout=3) as connection:
                row = connection.execute("select rolcreatedb or rolsuper from pg_roles where rolname = current_user")
                if row.fetchone() == (True,):
                    return url
        except psycopg.Error:
            continue
    return None


def find_redis() -> str | None:
    """Return the address of a Redis; on localhost its databases 8 and 9, which little else uses."""
    url = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/8"
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            client.ping()
    except redis.RedisError:
        return None
    return url


if __name__ == "__main__":
    sys.exit(main())
