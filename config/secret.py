"""The secret key of a site that keeps its own."""

import os
import secrets
from pathlib import Path


def kept_secret(path: Path) -> str:
    """Return the secret in `path`, made at the first start and readable by its owner alone.

    Two processes starting at once agree: the file appears whole, by a link, and only one link succeeds.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
