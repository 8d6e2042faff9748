"""Reading the environment: the only place where text from outside becomes a setting."""

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

# A statement that a connection has seen a few times is planned once. Not through PgBouncer in transaction mode.
PREPARED: Final = {"server_side_binding": True, "prepare_threshold": 5}


def flag(name: str, default: bool) -> bool:
    """Return a switch: on, 1, true, yes or off, 0, false, no, in any case; anything else gives the default."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"on", "1", "true", "yes"}:
        return True
    return False if value in {"off", "0", "false", "no"} else default


def words(name: str, default: str = "") -> list[str]:
    """Return a comma-separated list without blanks."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def networks(listed: list[str]) -> list[IPv4Network | IPv6Network]:
    """Return addresses and networks (`10.0.0.0/8`). Raises ValueError for what is neither."""
    return [ip_network(text, strict=False) for text in listed]


def number(name: str, default: int) -> int:
    """Return a whole number; text that is none gives the default (config.checks reports it)."""
    text = os.environ.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() else default


def database(url: str) -> dict[str, Any]:
    """Return Django's settings for `postgres://user:password@host:port/name?option=value`.

    A host that starts with `/` (percent-encoded) is a socket directory. Raises ValueError for any other scheme or
    when the name is missing: the site knows two databases, and SQLite belongs to the embedded stack.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.lstrip("/"))
    if parts.scheme not in {"postgres", "postgresql"} or not name:
        raise ValueError("DATABASE_URL must look like postgres://user:password@host:5432/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


def redis_database(url: str, index: int) -> str:
    """Return the Redis address `url` with another database number: broker and channel layer never share one."""
    parts = urlsplit(url)
    if parts.scheme not in {"redis", "rediss"} or not parts.hostname:
        raise ValueError("REDIS_URL must look like redis://host:6379/0")
    first = parts.path.strip("/") or "0"
    if not first.isdigit():
        raise ValueError("REDIS_URL must end in a database number, for example redis://host:6379/0")
    return parts._replace(path=f"/{int(first) + index}").geturl()


def front_door(url: str) -> tuple[str, int] | None:
    """Return host and port of `http://host:port`, None for no text. Raises ValueError for any other address."""
    if not url:
        return None
    form = "FRONT_DOOR must look like http://127.0.0.1:80 (nginx as the web processes reach it)"
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname or parts.path not in ("", "/"):
        raise ValueError(form)
    try:
        return parts.hostname, parts.port or 80
    except ValueError as error:  # no port has such a number
        raise ValueError(form) from error


def mail(url: str) -> dict[str, Any]:
    """Return Django's EMAIL_ settings for `smtp://`, `smtp+tls://` (STARTTLS) or `smtps://user:password@host:port`."""
    parts = urlsplit(url)
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    if parts.scheme not in ports or not parts.hostname:
        raise ValueError("EMAIL_URL must look like smtp+tls://user:password@host:587")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }
