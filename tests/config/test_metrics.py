"""/metrics: shut by default, and what is counted."""

import re
import subprocess
import sys
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from celery.signals import task_failure
from django.test import Client
from django.utils import timezone

from games.models import Heartbeat, Match
from games.tasks import sweep
from tests.games.tables import against_bots
from tests.processes import ROOT

pytestmark = pytest.mark.django_db
BEARER = {"HTTP_AUTHORIZATION": "Bearer open sesame"}


def value(text: str, name: str, **labels: str) -> float:
    """The value of the line with this name and at least these labels."""
    for line in text.splitlines():
        found = re.fullmatch(rf"{name}(?:\{{(.*)\}})? (\S+)", line)
        if found and all(f'{key}="{wanted}"' in (found[1] or "") for key, wanted in labels.items()):
            return float(found[2])
    return 0.0


@pytest.fixture
def read(client: Client, settings: Any) -> Any:
    """Reads /metrics as one who may."""
    settings.METRICS_TOKEN = "open sesame"

    def now() -> str:
        answer = client.get("/metrics", **BEARER)
        assert answer.status_code == 200
        return answer.content.decode()

    return now


@pytest.mark.parametrize(
    ("token", "networks", "headers", "status"),
    [
        ("", [], {}, 404),
        ("", [], {"HTTP_AUTHORIZATION": "Bearer "}, 404),
        ("open sesame", [], BEARER, 200),
        ("open sesame", [], {"HTTP_AUTHORIZATION": "Bearer open"}, 404),
        ("open sesame", [], {}, 404),
        ("", ["127.0.0.1"], {}, 200),
        ("", ["10.0.0.0/8"], {}, 404),
        ("", ["10.0.0.0/8"], {"HTTP_X_FORWARDED_FOR": "10.1.2.3"}, 200),
        ("", ["10.0.0.0/8"], {"HTTP_X_FORWARDED_FOR": "10.1.2.3, 192.0.2.7"}, 404),
        ("", ["127.0.0.1"], {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}, 404),
        ("", ["127.0.0.1"], {"HTTP_X_FORWARDED_FOR": "nonsense"}, 404),
    ],
)
def test_it_is_open_only_to_whom_the_host_named(
    client: Client, settings: Any, token: str, networks: list[str], headers: dict[str, str], status: int
) -> None:
    settings.METRICS_TOKEN, settings.METRICS_FROM = token, [ip_network(text) for text in networks]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert client.get("/metrics", **headers).status_code == status


def test_requests_are_counted_by_view(client: Client, read: Any) -> None:
    labels = {"view": "rules", "method": "GET", "status": "200"}
    before = value(read(), "threeup_request_seconds_count", **labels)
    client.get("/rules/")
    assert value(read(), "threeup_request_seconds_count", **labels) == before + 1


def test_due_rows_and_the_age_of_the_sweep_come_from_the_database(read: Any, django_user_model: Any) -> None:
    now = timezone.now()
    Heartbeat.objects.create(name="clocks", at=now - timedelta(seconds=7))
    match = against_bots(django_user_model.objects.create_user("anna"))
    Match.objects.filter(pk=match.pk).update(due_at=now - timedelta(seconds=30))
    text = read()
    assert value(text, "threeup_due_rows", rows="matches") == 1
    assert 30 <= value(text, "threeup_due_oldest_seconds", rows="matches") < 60
    assert 7 <= value(text, "threeup_sweep_age_seconds") < 60


def test_a_failed_task_is_counted(read: Any) -> None:
    before = value(read(), "threeup_task_failures_total", task="games.tasks.sweep")
    task_failure.send(sender=sweep)
    assert value(read(), "threeup_task_failures_total", task="games.tasks.sweep") == before + 1


COUNTING = """
import os, sys
from config import metric_files
metric_files.share(sys.argv[1])
from prometheus_client import Counter, Gauge
moves, sockets = Counter("m", "m"), Gauge("s", "s", multiprocess_mode="livesum")
child = os.fork()
moves.inc(); sockets.inc()
if child:
    os.waitpid(child, 0)
    print("counted", flush=True)
    sys.stdin.read()
"""
READING = """
import sys
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from config import metric_files
metric_files.drop_dead_gauges(sys.argv[1])
registry = CollectorRegistry()
MultiProcessCollector(registry, sys.argv[1])
print(generate_latest(registry).decode())
"""


def test_processes_count_together_and_the_dead_hold_no_sockets_open(tmp_path: Path) -> None:
    def python(code: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", code, str(tmp_path)]
        return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)

    counting = [python(COUNTING), python(COUNTING)]
    assert [process.stdout and process.stdout.readline() for process in counting] == ["counted\n"] * 2
    counting[0].kill()
    counting[0].wait()
    text = python(READING).communicate()[0]
    counting[1].communicate()
    assert (value(text, "m_total"), value(text, "s")) == (4, 1)  # both children have ended, one parent was killed


FULL_DISK = """
import resource, sys
from config import metric_files
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, 1 << 17))
metric_files.share(sys.argv[1])
from prometheus_client import Counter
moves = Counter("m", "m")
moves.inc()
print(moves._value.get())
"""


def test_without_room_on_the_disk_a_process_counts_for_itself(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert process.stdout == "1.0\n"
    assert list(tmp_path.glob("*.db")) == []
