"""Whole games as captured by a player, another player, a watcher and somebody who left: no card they may not see."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors, services
from games.bots import choose
from games.engine import Options, State, view
from games.models import Match
from games.rendering import lobby_html, table_html
from games.services import TableSpec, due
from tests.games.leaks import Watch

MOVES = 40
LEAVES = 18
PAGES = ("table", "view_json", "replay", "record_json", "record_txt", "log_json")


class Capture:
    """A reader with a browser, who looks at everything there is after every move."""

    def __init__(self, match: Match, user: Any, seat: int | None) -> None:
        self.match, self.user, self.watch = match, user, Watch(seat)
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def look(self) -> None:
        """Take in all that can be had now."""
        snapshot = selectors.table(self.match.pk)
        assert snapshot is not None
        if snapshot.state is None:
            return
        self.watch.look(snapshot.state)
        for where, text in self.everything(snapshot):
            self.watch.assert_hides(snapshot.state, text, f"{where} at {snapshot.seq}")

    def everything(self, snapshot: Any) -> Iterator[tuple[str, str]]:
        """(where it came from, text) of every page, fragment and frame."""
        for name in PAGES:
            yield name, self.client.get(reverse(f"games:{name}", args=[self.match.slug])).content.decode()
        url = reverse("games:table", args=[self.match.slug])
        yield "fragment", self.client.get(url, headers={"HX-Request": "true"}).content.decode()
        yield "refusal", self.refusal()
        yield "frame", table_html(snapshot, snapshot.seat_of(self.user), None, "en")
        yield "lobby", lobby_html(self.user, "en")

    def refusal(self) -> str:
        """What a wrong action is answered with."""
        url = reverse("games:act", args=[self.match.slug])
        data = {"action": "flip 2", "seq": self.match.acted_seq}
        answer = self.client.post(url, data, headers={"Accept": "application/json"})
        return json.dumps(answer.json()["error"])


def next_move(match: Match, users: dict[int, Any]) -> bool:
    """One move, by whoever is to act. False when the game is over."""
    match.refresh_from_db()
    if match.status != Match.Status.PLAYING:
        return False
    state: State = selectors.fold_of(match).round.state  # type: ignore[union-attr]
    mine = [seat for seat in state.actors if seat in users]
    if mine:
        action = choose("medium", view(state, mine[0]), (), Random(match.seq))
        services.act(match.slug, users[mine[0]], action.text, match.seq)
    else:
        due.act_once(match.pk)
    match.refresh_from_db()
    return True


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(blind_miss="take", swap_cards="on", swap_piles="all", colour_bonus="on", colours=("red", "blue")),
    ],
)
def test_nobody_receives_a_card_they_may_not_see(anna: Any, bo: Any, cleo: Any, options: Options) -> None:
    spec = TableSpec(options, 4, ("easy", "hard"), bot_pace="instant", nonce="5a" * 32)
    done = services.create_table(anna, spec)
    services.join(done.slug, bo)
    match = Match.objects.get(slug=done.slug)
    readers = [Capture(match, anna, 0), Capture(match, bo, 3), Capture(match, cleo, None), Capture(match, None, None)]
    users = {0: anna, 3: bo}
    moves = 0
    while moves < MOVES and next_move(match, users):
        moves += 1
        if moves == LEAVES and match.status == Match.Status.PLAYING:
            services.leave(match.slug, bo)  # and stays to look on
            del users[3]
        state = selectors.fold_of(match).round.state  # type: ignore[union-attr]
        for reader in readers:
            reader.watch.look(state)
        for reader in readers if moves <= 3 else [readers[moves % len(readers)]]:
            reader.look()
    assert moves > 20


def test_the_helper_would_notice(anna: Any) -> None:
    match = Match.objects.get(slug=services.play_now(anna).slug)
    state = selectors.fold_of(match).state
    assert state is not None
    watch = Watch(None)
    watch.look(state)
    for text in ('<i data-card="R5">', "play R5 G5", "picked up the red 5"):
        with pytest.raises(AssertionError):
            watch.assert_hides(state, text, "here")
