"""The parts of `bench/load.py` that could count wrongly: frames of a socket, and the slope of a part's memory."""

import asyncio
from collections.abc import Iterator

import pytest

from bench.load_people import Everybody
from bench.load_soak import growth
from bench.load_socket import Ear

HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


class Wire:
    """Stands for the transport: keeps what was written."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data


def frame(kind: int, payload: bytes) -> bytes:
    """A frame as a server sends it."""
    size = len(payload)
    head = bytes((kind, size)) if size < 126 else bytes((kind, 126)) + size.to_bytes(2, "big")
    return head + payload


def table(seq: int, size: int = 3000) -> bytes:
    """A frame with a table of that position."""
    start = f'<section id="table" data-seq="{seq}">'.encode()
    return frame(0x81, start.ljust(size, b"x"))


async def open_ear() -> tuple[Ear, Wire]:
    ear, wire = Ear(), Wire()
    ear._transport = wire  # type: ignore[assignment]
    ear.data_received(HANDSHAKE)
    return ear, wire


@pytest.mark.parametrize("step", [1, 7, 100_000])
async def test_frames_are_found_however_they_are_cut(step: int) -> None:
    ear, _ = await open_ear()
    heard: list[int] = []
    ear.heard = lambda ear: heard.append(ear.seq)
    stream = table(5) + table(7, 100) + frame(0x81, b'<div id="badge">')
    for start in range(0, len(stream), step):
        ear.data_received(stream[start : start + step])
    assert heard == [5, 7, 8]  # what has no position is counted on
    assert ear.frames == 3


async def test_a_ping_is_answered_between_two_frames() -> None:
    ear, wire = await open_ear()
    ear.data_received(table(5) + frame(0x89, b"here") + table(6))
    assert wire.written == bytes((0x8A, 0x84, 0, 0, 0, 0)) + b"here"
    assert ear.seq == 6


async def test_the_answer_to_a_move_says_whether_it_was_taken() -> None:
    ear, _ = await open_ear()
    ear.data_received(frame(0x81, b'<section id="table" data-answer="7" data-status="409" data-seq="8">'))
    assert (ear.answer, ear.seq) == (("7", 409), 8)


async def test_a_change_is_lost_by_those_alone_who_never_see_it() -> None:
    (first, _), (second, _) = await open_ear(), await open_ear()
    everybody = Everybody([first, second], 6)
    first.data_received(table(5) + table(7))  # 6 was skipped: the newest state is what counts
    second.data_received(table(5))
    assert everybody.missing == {second}
    waiting = asyncio.create_task(everybody.wait())
    second.data_received(table(6))
    await asyncio.wait_for(waiting, 5)
    assert not everybody.missing


def minutes(start: float, slope: float, warm_up: float) -> Iterator[tuple[float, dict[str, float]]]:
    """Memory that grows fast for ten of thirty minutes, and by `slope` afterwards."""
    for minute in range(31):
        yield float(minute), {"web1": start + warm_up * min(minute, 10) + slope * max(0, minute - 10)}


@pytest.mark.parametrize("slope", [0.0, 0.8, -0.2])
def test_growth_is_that_after_the_warm_up(slope: float) -> None:
    assert growth(list(minutes(100, slope, 6)))["web1"] == pytest.approx(slope)
