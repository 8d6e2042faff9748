"""Requests borrow threads: one each, all of a request in the same, and none that is still at work."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import threads
from config.threads import KEPT, Pages
from tests.waiting import wait_for

SCOPE = {"type": "http", "method": "GET", "query_string": b"", "headers": [(b"host", b"testserver")]}
gates: dict[str, threading.Event] = {}
entered: dict[str, int] = {}


def name(request: HttpRequest) -> HttpResponse:
    """The thread of the view, and of the middleware before it."""
    return HttpResponse(f"{request.thread} {threading.get_ident()}")


def slow(request: HttpRequest, gate: str) -> HttpResponse:
    """The thread, once the gate is open."""
    entered[gate] = threading.get_ident()
    gates[gate].wait(10)
    return HttpResponse(threading.get_ident())


def marking(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that notes its thread."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.thread = threading.get_ident()
        return get_response(request)

    return middleware


urlpatterns = [path("name/", name), path("slow/<str:gate>/", slow)]


@pytest.fixture
def pages(settings: Any) -> Pages:
    """The handler with the views above."""
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [f"{__name__}.marking", "django.middleware.common.CommonMiddleware"]
    gates.clear(), entered.clear()
    return Pages()


async def asked(pages: Pages, address: str) -> ApplicationCommunicator:
    """A request on its way."""
    request = ApplicationCommunicator(pages, SCOPE | {"path": address})
    await request.send_input({"type": "http.request"})
    return request


async def answer(request: ApplicationCommunicator) -> str:
    """What it was answered."""
    await request.receive_output(5)
    body: bytes = (await request.receive_output(5))["body"]
    await request.wait(5)
    return body.decode()


async def idle(pages: Pages, threads: int) -> None:
    """Wait until that many threads have nothing to do."""
    await asyncio.to_thread(wait_for, lambda: len(pages._idle) == threads, "the threads' return")


async def test_a_request_stays_in_one_thread_which_then_serves_the_next(pages: Pages) -> None:
    told = []
    for _ in range(3):
        told.append(await answer(await asked(pages, "/name/")))
        await idle(pages, 1)
    assert len({thread for line in told for thread in line.split()}) == 1


async def test_requests_at_the_same_time_have_a_thread_each(pages: Pages) -> None:
    gates.update({str(number): threading.Event() for number in range(KEPT + 3)})
    waiting = [await asked(pages, f"/slow/{gate}/") for gate in gates]
    assert await answer(await asked(pages, "/name/"))  # nobody waits behind them
    for gate in gates.values():
        gate.set()
    assert len({await answer(request) for request in waiting}) == len(gates)
    await idle(pages, KEPT)


async def test_a_thread_is_not_lent_while_it_works_for_somebody_who_has_left(pages: Pages) -> None:
    gates["left"] = threading.Event()
    left = await asked(pages, "/slow/left/")
    await asyncio.to_thread(wait_for, lambda: entered, "the view")
    await left.send_input({"type": "http.disconnect"})
    assert await answer(await asked(pages, "/name/"))
    await idle(pages, 1)
    gates["left"].set()
    await left.wait(5)
    await idle(pages, 2)


async def test_nor_when_daphne_has_killed_the_request_and_then_its_connection_is_given_back(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[int] = []
    monkeypatch.setattr(threads, "close_old_connections", lambda: closed.append(threading.get_ident()))
    pages._idle.append(thread := ThreadPoolExecutor(1))
    gates["left"] = threading.Event()
    left = await asked(pages, "/slow/left/")
    await asyncio.to_thread(wait_for, lambda: entered, "the view")
    await left.send_input({"type": "http.disconnect"})
    await asyncio.to_thread(wait_for, thread._work_queue.qsize, "Django's waiting for the view")
    left.future.cancel()
    await asyncio.wait([left.future])
    assert (pages._idle, closed) == ([], [])
    gates["left"].set()
    await idle(pages, 1)
    assert closed == [entered["left"]]
