"""The replay page in a real browser: steps, keys, slider, address, playing, checking the deal, and no script at all."""

import json
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page

from games import fairness
from games.engine import card_text, view
from tests.browser.conftest import Windows
from tests.browser.positions import position
from tests.games.playing import Playing
from tests.serve.person import Person

OpenAt = Callable[..., Page]


@pytest.fixture(scope="module")
def played() -> Playing:
    """The game whose replay is looked at."""
    return position("over")


@pytest.fixture
def open_page(windows: Windows, regular: tuple[Person, dict[str, str]]) -> OpenAt:
    """Opens the replay of a stored game at a query, as anybody."""
    address = regular[1]["over"]
    return lambda query="", **options: windows.open(f"{address}replay/{query}", **options)


def shows(page: Any, ply: int) -> None:
    """Wait until the table shows that ply."""
    page.wait_for_selector(f'#table[data-ply="{ply}"]')


def table(page: Any) -> str:
    return re.sub(r"\s+", " ", page.evaluate("document.getElementById('table').outerHTML"))


def test_stepping_jumping_and_loading_show_the_same_table(open_page):
    page = open_page("?ply=0")
    for ply in range(1, 13):
        page.keyboard.press("ArrowRight")
        shows(page, ply)
    stepped = table(page)
    page.keyboard.press("End")
    page.keyboard.press("Home")
    shows(page, 0)
    page.locator("#ply-slider").fill("12")
    shows(page, 12)
    assert table(page) == stepped == table(open_page("?ply=12"))


def test_keys_step_by_move_and_by_turn(open_page, played):
    page = open_page("?ply=20&seat=1")
    turns = [int(ply) for ply in page.get_attribute("#replay", "data-turns").split(",")]
    last = len(played.fold.round.plies)
    for key, goal in (("ArrowLeft", 19), ("ArrowRight", 20), ("End", last), ("Home", 0), ("PageDown", turns[0])):
        page.keyboard.press(key)
        shows(page, goal)
    page.keyboard.press("PageDown")
    shows(page, turns[1])
    page.keyboard.press("PageUp")
    shows(page, turns[0])


def test_the_address_follows_and_loads_to_the_same_ply(open_page):
    page = open_page("?ply=5&seat=1")
    page.click("#go-next")
    shows(page, 6)
    page.wait_for_url("**ply=6**")
    assert "seat=1" in page.url
    page.reload()
    shows(page, 6)
    assert page.get_attribute("[data-reader='2']", "href").endswith("ply=6&seat=2")


def test_a_turn_can_be_jumped_to(open_page):
    page = open_page()
    page.fill("#turn-jump", "9")
    page.press("#turn-jump", "Enter")
    page.wait_for_selector('#table[data-turn="9"]')


def test_it_plays_by_itself_until_paused(open_page):
    page = open_page("?ply=4")
    page.check('input[name="speed"][value="300"]', force=True)
    page.click("#play")
    page.wait_for_selector("#table:not([data-ply='4'], [data-ply='5'])")
    page.click("#play")
    assert page.get_attribute("#play", "aria-pressed") == "false"
    assert page.get_attribute("#play", "aria-label") == "Play"


def test_it_stops_at_the_end(open_page, played):
    last = len(played.fold.round.plies)
    page = open_page(f"?ply={last - 1}")
    page.check('input[name="speed"][value="300"]', force=True)
    page.click("#play")
    shows(page, last)
    page.wait_for_selector('#play[aria-pressed="false"]')
    assert page.get_attribute("#go-next", "aria-disabled") == "true"


def test_a_line_of_the_log_leads_to_its_move(open_page):
    page = open_page("?ply=20")
    page.click('.log li[data-at="15"] .line')
    shows(page, 15)


def test_what_the_reader_opened_stays_open(open_page):
    page = open_page("?ply=20")
    page.click("#choices > summary")
    page.keyboard.press("ArrowRight")
    shows(page, 21)
    assert page.evaluate("document.getElementById('choices').open")


def test_focus_stays_and_the_move_is_said(open_page):
    page = open_page("?ply=10")
    page.focus("#go-next")
    page.keyboard.press("Enter")
    shows(page, 11)
    assert page.evaluate("document.activeElement.id") == "go-next"
    page.wait_for_selector("#replay-say:not(:empty)", state="attached")


def test_every_control_has_a_name(open_page):
    page = open_page("?ply=10")
    nameless = page.evaluate(
        """[...document.querySelectorAll('main a, main button, main input:not([type=hidden]), main summary')].filter(
            (part) => !(part.getAttribute('aria-label') || part.textContent.trim() || part.labels?.length)).length"""
    )
    assert nameless == 0


def test_the_deal_is_checked_line_by_line(open_page):
    page = open_page()
    page.click("#verify")
    page.wait_for_selector("#verdict:not(:empty)")
    states = page.eval_on_selector_all("#checks li", "lines => lines.map((line) => line.dataset.state)")
    assert states == ["good"] * 6
    assert "All good" in page.inner_text("#verdict")


def _other_deck(record: dict) -> None:
    deck = record["rounds"][0]["deck"]
    other = next(index for index, card in enumerate(deck) if card != deck[0])
    deck[0], deck[other] = deck[other], deck[0]


@pytest.mark.parametrize(
    ("check", "name", "tamper"),
    [
        ("commitment", "record.json", lambda record: record.update(commitment="0" * 64)),
        ("nonces", "record.json", lambda record: record["nonces"].__setitem__(1, "0" * 64)),
        ("draws", "record.json", lambda record: record["rounds"][0]["draws"].update(pile_order=[9, 9, 9])),
        ("deck", "record.json", _other_deck),
        ("chain", "log.json", lambda log: log["events"][7].update(by="system")),
        ("actions", "record.json", lambda record: record["rounds"][0]["actions"].pop()),
    ],
)
def test_each_check_finds_what_does_not_fit(open_page, check, name, tamper):
    page = open_page()

    def answer(route: Any) -> None:
        body = route.fetch().json()
        tamper(body)
        route.fulfill(json=body)

    page.route(f"**/{name}", answer)
    page.click("#verify")
    page.wait_for_selector(f'#checks [data-check="{check}"][data-state="bad"] .why-not')
    page.wait_for_selector("#verdict.bad:not(:empty)")


def test_the_browser_deals_as_the_document_says(open_page):
    page = open_page()
    secret, nonces = bytes(range(32)), [bytes([1]) * 32, bytes([2]) * 32, fairness.bot_nonce(bytes(range(32)), 2)]
    cards = ["R5", "B5", "G+2", "RC", "B10", "G1", "R+1", "G7"]
    dealt = page.evaluate(
        """async ([secret, nonces, cards]) => {
            const {deal, botNonce, sha256} = await import('/static/js/verify-deal.js');
            return [await deal(secret, nonces, 2, cards, 3), await botNonce(secret, 2)];
        }""",
        [secret.hex(), [nonce.hex() for nonce in nonces], cards],
    )
    ranked = sorted(
        cards, key=lambda card: (["1", "5", "7", "10", "C", "+1", "+2"].index(card[1:]), "RBG".index(card[0]))
    )
    due = fairness.deal(secret, nonces, 2, range(len(cards)), 3)
    assert dealt[0] == {
        "first_seat": due.first_seat, "pile_order": list(due.pile_order), "deck": [ranked[place] for place in due.deck],
    }  # fmt: skip
    assert dealt[1] == nonces[2].hex()


def test_the_browser_writes_json_as_the_chain_needs_it(open_page):
    page = open_page()
    value = {"b": [1, None, True], "a": 'é"\n\u2028\x7f', "c": {"z": "", "y": -5}}
    written = page.evaluate("async (value) => (await import('/static/js/verify-deal.js')).canonical(value)", value)
    assert written == fairness.canonical_json(value)
    assert json.loads(written) == value


def test_without_script_every_control_still_leads_on(open_page):
    page = open_page("?ply=5&seat=1", java_script_enabled=False)
    page.click("#go-next")
    shows(page, 6)
    page.click("#go-turn-on")
    page.fill("#turn-jump", "3")
    page.click("#turn-go")
    page.wait_for_selector('#table[data-turn="3"]')
    assert page.locator("#play").is_hidden()


def test_nothing_reaches_beyond_the_edge_of_a_phone(open_page, played):
    page = open_page(f"?ply={len(played.fold.round.plies) // 2}", size=(360, 740))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_seats_view_shows_what_that_seat_knew_and_the_open_view_everything(open_page: OpenAt, played: Playing):
    state = played.fold.round.states[25]
    seen = view(state, 1)
    known = {*seen.hands[1], *seen.discard, *seen.removed, *chain(*seen.up), *(card for card in seen.down[1] if card)}
    known |= set(chain(*seen.public))
    hands = {card_text(card) for seat in range(3) for card in state.hand(seat)}
    assert cards(open_page("?ply=25&seat=1")) <= {card_text(card) for card in known if card >= 0}
    assert hands <= cards(open_page("?ply=25"))


def cards(page: Page) -> set[str]:
    """The faces on the table."""
    faces: list[str] = page.eval_on_selector_all("#table [data-card]", "all => all.map((card) => card.dataset.card)")
    return set(faces)
