"""The form that creates a table."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import OPTION_NAMES, PRESETS, Options
from games.forms import TableForm, form_values, presets
from games.models import Match

JSON = {"Accept": "application/json"}


@pytest.fixture
def client(anna: Any) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def create(client: Client, data: dict[str, Any], **more: Any) -> Any:
    return client.post(reverse("games:new"), data, **more)


def test_there_is_a_field_with_an_explanation_for_every_option() -> None:
    form = TableForm()
    assert set(OPTION_NAMES) <= set(form.fields)
    for name in (*OPTION_NAMES, "seats", "bots", "bot_pace", "pace", "visibility"):
        assert form.fields[name].help_text, name


@pytest.mark.parametrize("name", PRESETS)
def test_presets_fill_the_form(name: str) -> None:
    form = TableForm({"seats": "3", **presets()[name]})
    assert form.is_valid(), form.errors
    assert form.spec().options == PRESETS[name]


def test_what_is_left_out_takes_its_default() -> None:
    form = TableForm({})
    assert form.is_valid(), form.errors
    spec = form.spec()
    assert (spec.options, spec.seats, spec.bots, spec.pace, spec.bot_pace) == (Options(), 4, (), "live", "human")


def test_options_and_fields_say_the_same() -> None:
    options = Options(scoring=5, colours=("red", "blue"), first_seat=1, max_turns=100, dry_turns=0, swap_piles="all")
    form = TableForm({"seats": "2", **form_values(options)})
    assert form.is_valid(), form.errors
    assert form.spec().options == options


@pytest.mark.parametrize("bots", ["easy,hard", " easy , hard ", ["easy", "hard"], "easy,,hard,"])
def test_bots_come_as_a_comma_list(client: Client, bots: Any) -> None:
    answer = create(client, {"seats": "3", "bots": bots}, headers=JSON)
    assert answer.status_code == 200, answer.json()
    match = Match.objects.get()
    assert [seat.bot for seat in match.seats.order_by("index")] == ["", "easy", "hard"]
    assert match.status == "playing"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"seats": "1"}, "seats"),
        ({"seats": "7"}, "seats"),
        ({"bots": "genius"}, "bots"),
        ({"seats": "2", "bots": "easy,easy"}, "bots"),
        ({"pace": "never"}, "pace"),
        ({"bot_pace": "slow"}, "bot_pace"),
        ({"visibility": "secret"}, "visibility"),
        ({"nonce": "xyz"}, "nonce"),
        ({"nonce": "0" * 65}, "nonce"),
        ({"deck": "52"}, "deck"),
        ({"colours": ["pink"]}, "colours"),
        ({"colours": ["red"], "seats": "3"}, "colours"),
        ({"colours": ["red"], "seats": "2", "colour_bonus": "on"}, "colour_bonus"),
        ({"scoring": "3", "play_for_places": "on"}, "play_for_places"),
        ({"first_seat": "4", "seats": "3"}, "first_seat"),
        ({"max_turns": "99"}, "max_turns"),
        ({"max_turns": "many"}, "max_turns"),
        ({"dry_turns": "7"}, "dry_turns"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(client: Client, data: dict[str, Any], field: str) -> None:
    said = create(client, data, headers=JSON)
    assert (said.status_code, said.json()["ok"]) == (400, False)
    assert field in said.json()["error"]
    page = create(client, data)
    assert page.status_code == 400
    assert field in page.context["form"].errors
    assert not Match.objects.exists()


def test_a_refused_form_keeps_what_was_typed(client: Client) -> None:
    page = create(client, {"seats": "3", "bots": "genius", "max_turns": "777"})
    assert 'value="genius"' in page.content.decode()
    assert 'value="777"' in page.content.decode()


def test_the_page_shows_the_commitment_of_the_table_to_come(client: Client) -> None:
    page = client.get(reverse("games:new"))
    commitment, ticket = page.context["commitment"], page.context["ticket"]
    assert commitment in page.content.decode()
    create(client, {"ticket": ticket, "nonce": "0f" * 32})
    match = Match.objects.get()
    assert (match.commitment, match.seats.get(index=0).nonce) == (commitment, "0f" * 32)
    assert match.secret not in page.content.decode()


def test_a_double_click_makes_one_table(client: Client) -> None:
    ticket = client.get(reverse("games:new")).context["ticket"]
    urls = {create(client, {"ticket": ticket}).headers["Location"] for _ in range(2)}
    assert (len(urls), Match.objects.count()) == (1, 1)


def test_a_preset_can_be_linked_to(client: Client) -> None:
    page = client.get(reverse("games:new"), {"preset": "house"})
    assert page.context["form"]["ones_reverse"].value() == "on"
