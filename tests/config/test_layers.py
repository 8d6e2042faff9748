"""A message sent from any thread reaches the consumers at once, on the in-memory layer and on Redis alike."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from config.layers import ThreadSafeInMemoryChannelLayer


def send_from_a_thread(group: str, message: dict[str, object]) -> None:
    thread = threading.Thread(target=async_to_sync(get_channel_layer().group_send), args=(group, message))
    thread.start()
    thread.join()


async def joined(group: str) -> str:
    layer = get_channel_layer()
    channel: str = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


async def test_a_message_from_a_plain_thread_arrives() -> None:
    channel = await joined("match.1")
    started = time.monotonic()
    await asyncio.to_thread(send_from_a_thread, "match.1", {"type": "x", "seq": 1})
    message = await asyncio.wait_for(get_channel_layer().receive(channel), 5)
    assert message["seq"] == 1
    assert time.monotonic() - started < 1


async def test_it_wakes_a_consumer_that_already_waits() -> None:
    channel = await joined("match.2")
    waiting = asyncio.create_task(get_channel_layer().receive(channel))
    await asyncio.to_thread(send_from_a_thread, "match.2", {"type": "x", "seq": 2})
    assert (await asyncio.wait_for(waiting, 5))["seq"] == 2


async def test_messages_of_one_sender_keep_their_order() -> None:
    channel = await joined("match.3")

    def send_many() -> None:
        for seq in range(50):
            async_to_sync(get_channel_layer().group_send)("match.3", {"type": "x", "seq": seq})

    await asyncio.to_thread(send_many)
    received = [(await asyncio.wait_for(get_channel_layer().receive(channel), 5))["seq"] for _ in range(50)]
    assert received == list(range(50))


async def test_many_threads_send_at_once() -> None:
    channel = await joined("match.4")
    with ThreadPoolExecutor(8) as pool:
        sending = [pool.submit(send_from_a_thread, "match.4", {"type": "x", "seq": seq}) for seq in range(40)]
        received = {(await asyncio.wait_for(get_channel_layer().receive(channel), 5))["seq"] for _ in range(40)}
    assert received == set(range(40))
    assert all(sent.exception() is None for sent in sending)


def test_sending_where_nobody_ever_listened_is_no_error() -> None:
    async_to_sync(get_channel_layer().group_send)("match.nobody", {"type": "x"})


def test_a_loop_that_ended_does_not_swallow_the_next_ones_messages() -> None:
    layer = ThreadSafeInMemoryChannelLayer()

    async def round_trip() -> object:
        channel = await layer.new_channel()
        await layer.group_add("g", channel)
        await layer.group_send("g", {"type": "x"})
        return await asyncio.wait_for(layer.receive(channel), 5)

    assert [asyncio.run(round_trip()) for _ in range(2)] == [{"type": "x"}, {"type": "x"}]


async def test_a_full_channel_drops_with_a_line_in_the_log_and_others_still_get_theirs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    layer = ThreadSafeInMemoryChannelLayer(capacity=3)
    slow, quick = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("g", slow)
    for seq in range(5):
        await layer.group_send("g", {"type": "x", "seq": seq})
    await layer.group_add("g", quick)
    await layer.group_send("g", {"type": "x", "seq": 9})
    assert (await layer.receive(quick))["seq"] == 9
    assert "was dropped" in caplog.text
