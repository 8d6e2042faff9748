"""Changing an event on the site: who may, what and until when, and who hears of it."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import check_password
from django.core import mail as outbox
from django.utils import timezone

from accounts.models import User
from tests.tournaments.events import begun, event, fresh, kinds, pass_time, person
from tests.tournaments.listed import HOSTILE, JSON, page, signed_in
from tournaments import services
from tournaments.forms.edit import values_of
from tournaments.models import LogLine, Tournament
from tournaments.services import Spec, mail

pytestmark = pytest.mark.django_db


def url_of(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.slug}/edit/"


def send(tournament: Tournament, user: User | None = None, **fields: Any) -> Any:
    """What a script sends: only what it wants changed."""
    return signed_in(user or tournament.organiser).post(url_of(tournament), fields, headers=JSON)


def all_fields(tournament: Tournament, **fields: Any) -> dict[str, Any]:
    """What a browser sends: the whole form. A switch that is off is not sent."""
    kept = {name: value for name, value in values_of(tournament).items() if value != "off"}
    return {**kept, "whole": "1", **fields}


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """One that nobody has entered."""
    return event(organiser)


@pytest.fixture
def entered(cup: Tournament, anna: Any) -> Tournament:
    """One that anna has entered."""
    services.register(cup.slug, anna)
    return fresh(cup)


def test_a_form_that_is_sent_back_as_it_was_filled_changes_nothing(cup: Tournament) -> None:
    at = timezone.now().replace(second=7) + timedelta(hours=2)
    Tournament.objects.filter(pk=cup.pk).update(starts_at=at, due_at=at, timezone="Asia/Kolkata", password="kept")
    before = Tournament.objects.filter(pk=cup.pk).values().get()
    assert send(cup, **all_fields(fresh(cup))).status_code == 200
    assert send(cup, starts_at="").status_code == 200
    assert Tournament.objects.filter(pk=cup.pk).values().get() == before
    assert kinds(cup) == ["created"]


@pytest.mark.parametrize("format_", ["arena", "elimination", "swiss_final", "round_robin"])
def test_until_somebody_enters_everything_may_change(cup: Tournament, format_: str) -> None:
    answer = send(cup, format=format_, name="Better cup", colours=["red", "blue"], may_draw="on", bots="house",
                  pace="relaxed", max_players="8", late_rounds="0", points="wins")  # fmt: skip
    assert answer.json() == {"ok": True, "seq": fresh(cup).version, "error": None, "url": f"/tournaments/{cup.slug}/"}
    row = fresh(cup)
    assert (row.format, row.name, row.pace, row.max_players, row.bots) == (format_, "Better cup", "relaxed", 8, "house")
    assert (row.options["colours"], row.options["may_draw"]) == (["red", "blue"], "on")
    assert (row.settings["scoring"], row.settings["fill"]) == ("wins", True)


def test_in_a_browser_a_switch_left_off_is_off_and_a_script_leaves_it_alone(cup: Tournament) -> None:
    send(cup, guests="on", invite_only="on")
    send(cup, name="Other")
    assert (fresh(cup).guests, fresh(cup).invite_only) == (True, True)
    fields = all_fields(fresh(cup))
    del fields["guests"]
    signed_in(cup.organiser).post(url_of(cup), fields)
    assert (fresh(cup).guests, fresh(cup).invite_only) == (False, True)


def test_once_somebody_has_entered_what_hurts_nobody_may_change(entered: Tournament) -> None:
    later = timezone.now() + timedelta(days=2)
    answer = send(
        entered, name="Late cup", starts_at=later.isoformat(), max_players="16", password="sesame", guests="on"
    )
    assert answer.status_code == 200, answer.json()
    row = fresh(entered)
    assert (row.name, row.starts_at, row.max_players, row.guests) == ("Late cup", later, 16, True)
    assert check_password("sesame", row.password)


@pytest.mark.parametrize("fields", [
    {"format": "arena"}, {"rounds": "7"}, {"may_draw": "on"}, {"pace": "days"}, {"bots": "house"}, {"points": "wins"},
    {"checkin_minutes": "30"}, {"grace_seconds": "5"}, {"late_rounds": "0"},
])  # fmt: skip
def test_format_and_rules_stay_once_somebody_has_entered(entered: Tournament, fields: dict[str, str]) -> None:
    before = Tournament.objects.filter(pk=entered.pk).values().get()
    answer = send(entered, **fields)
    assert (answer.status_code, "Somebody has entered" in answer.json()["error"]) == (409, True)
    assert Tournament.objects.filter(pk=entered.pk).values().get() == before


@pytest.mark.parametrize(("fields", "said"), [
    ({"max_players": "2"}, "max_players: 3 are in already."),
    ({"min_players": "4"}, "min_players: Not more than was announced"),
    ({"starts_at": "2020-01-01T12:00"}, "starts_at: That is over"),
    ({"starts_at": "soon"}, "starts_at: Give day and time"),
    ({"name": "!!!"}, "name: "),
])  # fmt: skip
def test_what_would_hurt_those_who_are_in_is_refused(
    entered: Tournament, six: list[Any], fields: dict[str, str], said: str
) -> None:
    for user in six[:2]:
        services.register(entered.slug, user)
    answer = send(entered, **fields)
    assert (answer.status_code, said in answer.json()["error"]) == (400, True), answer.json()
    shown = signed_in(entered.organiser).post(url_of(entered), all_fields(fresh(entered), **fields))
    assert shown.status_code == 400
    assert kinds(entered) == ["created", *["entered"] * 3]


def test_who_enters_while_the_form_is_filled_in_keeps_the_rules(cup: Tournament, anna: Any) -> None:
    services.register(cup.slug, anna)
    answer = signed_in(cup.organiser).post(url_of(cup), all_fields(cup, rounds="5", name="Other"))
    assert answer.status_code == 409
    assert "Somebody has entered" in answer.content.decode()
    assert fresh(cup).settings["rounds"] == 3


def test_the_password_stays_unless_another_is_given_or_it_is_taken_away(cup: Tournament) -> None:
    send(cup, password="sesame")
    send(cup, **all_fields(fresh(cup), name="Other"))
    assert check_password("sesame", fresh(cup).password)
    assert "sesame" not in page(signed_in(cup.organiser), url_of(cup))
    send(cup, unlock="on")
    assert fresh(cup).password == ""
    assert [line.data for line in cup.log.filter(kind="edited")] == [
        {"fields": ["password"]}, {"fields": ["name"], "changes": {"name": ["Cup", "Other"]}}, {"fields": ["password"]}
    ]  # fmt: skip


def test_nothing_changes_once_it_has_begun_or_is_over(six: list[Any]) -> None:
    running, off = begun(six), event()
    services.cancel(off.slug, off.organiser, "rain")
    for tournament, said in ((running, "has begun"), (off, "is over")):
        answer = send(tournament, name="Other")
        assert (answer.status_code, said in answer.json()["error"]) == (409, True)
        assert page(signed_in(tournament.organiser), url_of(tournament), 409)
        with pytest.raises(services.Conflict):
            services.edit(tournament.slug, tournament.organiser, Spec(name="Other", starts_at=timezone.now()))
        assert "edited" not in kinds(tournament)


def test_only_its_organiser_and_admins_change_it(cup: Tournament, anna: Any) -> None:
    assert send(cup, anna, name="").status_code == 403
    assert page(signed_in(anna), url_of(cup), 403)
    assert signed_in(anna).post("/tournaments/nowhere/edit/", headers=JSON).status_code == 404
    assert send(cup, person("root", is_staff=True), name="Other").status_code == 200
    assert fresh(cup).name == "Other"


def test_the_log_and_the_page_say_what_was_changed_in_words(entered: Tournament, anna: Any) -> None:
    send(entered, name=HOSTILE, max_players="16", guests="on")
    for where in ("log/", ""):
        html = page(signed_in(anna), f"/tournaments/{entered.slug}/{where}")
        assert "Guests may enter (from <bdi>Off</bdi> to <bdi>On</bdi>)" in html
        assert "At most (from <bdi>–</bdi> to <bdi>16</bdi>)" in html
        assert "<img" not in html
        assert "{{ 7*7 }}" in html


def test_those_whose_address_may_be_a_strangers_get_no_mail(entered: Tournament) -> None:
    person = entered.entries.get().user
    EmailAddress.objects.create(user=person, email=person.email, verified=False, primary=True)
    send(entered, starts_at=(timezone.now() + timedelta(days=2)).isoformat())
    assert [mail.tell(pk) for pk in mail.tournaments_to_tell()] == [0]
    assert outbox.outbox == []


def test_those_who_are_in_hear_of_a_moved_start_by_mail(entered: Tournament) -> None:
    send(entered, starts_at=(timezone.now() + timedelta(days=2)).isoformat())
    assert sum(mail.tell(pk) for pk in mail.tournaments_to_tell()) == 1
    assert "starts at another time" in outbox.outbox[0].subject
    assert kinds(entered)[-1] == "postponed"


def test_another_name_does_not_start_the_check_in_anew(organiser: Any, anna: Any) -> None:
    cup = event(organiser, checkin_minutes=30)
    services.register(cup.slug, anna)
    pass_time(cup, minutes=40)
    services.advance(cup.pk)
    services.check_in(cup.slug, anna)
    send(cup, name="Other")
    assert (fresh(cup).status, cup.entries.get().checked_in) == ("check-in", True)


def test_the_page_of_the_event_leads_to_the_form_until_it_begins(cup: Tournament, anna: Any, six: list[Any]) -> None:
    where = f"/tournaments/{cup.slug}/"
    assert url_of(cup) in page(signed_in(cup.organiser), where)
    assert url_of(cup) not in page(signed_in(anna), where)
    running = begun(six)
    assert url_of(running) not in page(signed_in(running.organiser), f"/tournaments/{running.slug}/")


def test_the_form_shows_what_may_change_and_nothing_else(cup: Tournament, anna: Any) -> None:
    client = signed_in(cup.organiser)
    free = page(client, url_of(cup))
    assert 'name="format"' in free
    assert 'name="repeat"' not in free
    assert 'name="invited"' not in free
    services.register(cup.slug, anna)
    few = page(client, url_of(cup))
    assert 'name="format"' not in few
    assert 'name="max_players"' in few
    assert LogLine.objects.filter(kind="edited").count() == 0
