"""The environment becomes settings, or says what is wrong with it."""

import pytest

from config import env


def test_a_database_address_is_taken_apart() -> None:
    found = env.database("postgres://ann%40home:p%2Fw@db.example:5433/three?sslmode=require")
    expected = {"NAME": "three", "USER": "ann@home", "PASSWORD": "p/w", "HOST": "db.example", "PORT": "5433"}
    assert found == {"ENGINE": "django.db.backends.postgresql", "OPTIONS": {"sslmode": "require"}} | expected


def test_a_database_may_be_reached_through_a_socket_directory() -> None:
    assert env.database("postgresql:///three?host=/run/postgresql")["OPTIONS"] == {"host": "/run/postgresql"}


@pytest.mark.parametrize("url", ["", "mysql://h/x", "postgres://host", "sqlite:///x"])
def test_it_rejects_any_other_database(url: str) -> None:
    with pytest.raises(ValueError, match="DATABASE_URL"):
        env.database(url)


def test_broker_and_layer_get_neighbouring_redis_databases() -> None:
    assert env.redis_database("redis://:pw@h:6379/4", 0) == "redis://:pw@h:6379/4"
    assert env.redis_database("redis://:pw@h:6379/4", 1) == "redis://:pw@h:6379/5"
    assert env.redis_database("redis://h", 1) == "redis://h/1"


@pytest.mark.parametrize("url", ["", "http://h/0", "redis:///0", "redis://h/zero"])
def test_it_rejects_what_is_no_redis_address(url: str) -> None:
    with pytest.raises(ValueError, match="REDIS_URL"):
        env.redis_database(url, 0)


@pytest.mark.parametrize(("url", "port", "tls", "ssl"), [
    ("smtp://mail.example", 25, False, False),
    ("smtp+tls://u:p@mail.example", 587, True, False),
    ("smtps://u:p@mail.example:4650", 4650, False, True),
])  # fmt: skip
def test_a_mail_address_gives_port_and_encryption(url: str, port: int, tls: bool, ssl: bool) -> None:
    found = env.mail(url)
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (port, tls, ssl)


@pytest.mark.parametrize(("url", "found"), [
    ("", None), ("http://127.0.0.1", ("127.0.0.1", 80)),
    ("http://nginx:8080/", ("nginx", 8080)), ("http://[::1]:81", ("::1", 81)),
])  # fmt: skip
def test_the_front_door_is_host_and_port(url: str, found: tuple[str, int] | None) -> None:
    assert env.front_door(url) == found


@pytest.mark.parametrize("url", ["nginx:80", "https://nginx", "http://", "http://nginx/site", "http://nginx:80000"])
def test_it_rejects_what_is_no_front_door(url: str) -> None:
    with pytest.raises(ValueError, match="FRONT_DOOR"):
        env.front_door(url)


def test_switches_numbers_and_lists_are_read_leniently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A", " Off ")
    monkeypatch.setenv("B", "x1")
    monkeypatch.setenv("C", "a, b,,c ")
    assert (env.flag("A", True), env.number("B", 7), env.words("C")) == (False, 7, ["a", "b", "c"])
    assert (env.flag("B", True), env.number("ABSENT", 7), env.words("ABSENT")) == (True, 7, [])
