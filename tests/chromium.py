"""Finding a browser for the tests, and starting it the same way everywhere."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
HOW_TO_GET_ONE = (
    "Install Chromium (Debian, Ubuntu: apt-get install chromium) or name yours: CHROMIUM=/path/to/chromium."
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def find_chromium() -> str | None:
    """Return the path of the Chromium named by CHROMIUM, or else of the first on the PATH."""
    named = os.environ.get("CHROMIUM")
    candidates = [named] if named else NAMES
    return next((path for name in candidates if (path := shutil.which(name))), None)
