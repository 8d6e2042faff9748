"""What a report of a fault holds, at the end of the real package. It patches Django, so in a process of its own."""

import json
import subprocess
import sys
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import sentry
from games.services import Illegal
from tests.processes import ROOT

HAND = "R5 G5 B12"
BREAKING = f"""
import json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
import django
django.setup()
from django.test import Client
from sentry_sdk.transport import Transport
from config import pages, sentry
reports = []
class Kept(Transport):
    def capture_envelope(self, envelope):
        reports.append(envelope.get_event())
sentry.start("https://key@sentry.invalid/1", transport=Kept())
def breaks(*arguments):
    hand = "{HAND}"
    raise LookupError(hand)
pages.render = breaks
client = Client(raise_request_exception=False)
client.cookies["timezone"] = "Asia/Tokyo"
assert client.get("/rules/", {{"next": "query"}}, REMOTE_ADDR="192.0.2.44").status_code == 500
print(json.dumps(reports, default=str))
"""


def test_a_report_tells_where_it_broke_and_nothing_of_people_or_cards() -> None:
    done = subprocess.run([sys.executable, "-c", BREAKING], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (report,) = json.loads(done.stdout)
    error = report["exception"]["values"][-1]
    assert (error["type"], error["stacktrace"]["frames"][-1]["function"]) == ("LookupError", "breaks")
    assert [word for word in (HAND, "192.0.2.44", "Tokyo", "query") if word in json.dumps(report)] == []


def test_of_the_request_method_and_path_are_kept() -> None:
    event: dict[str, Any] = {
        "user": {"id": 7, "ip_address": "192.0.2.44"},
        "request": {
            "method": "POST",
            "url": "https://x/t/abc/act/?a=b",
            "cookies": {"c": "d"},
            "data": {"action": HAND},
        },
        "exception": {"values": [{"type": "Illegal", "value": HAND}]},
    }
    kept = sentry.scrub(event, {"exc_info": (Illegal, Illegal(HAND), None)})
    assert kept == {
        "request": {"method": "POST", "url": "https://x/t/abc/act/"},
        "exception": {"values": [{"type": "Illegal", "value": ""}]},
    }


def test_an_address_without_the_package_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements-sentry\.txt"):
        sentry.start("https://key@sentry.invalid/1")
