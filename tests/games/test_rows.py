"""Rows read by prepared queries are what Django's own queries give."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import api
from games.models import Match, Seat
from games.selectors import rows
from games.services.locked import locked

LOOKED_AT = ("pk", "kind", "label", "held", "match", "user", "stands_for")


@pytest.fixture
def match(anna: Any, bo: Any, cleo: Any) -> Match:
    """A table with one of each kind, the rows of the seats not in the order of the seats."""
    type(bo).objects.filter(pk=bo.pk).update(is_guest=True)
    people = [api.SeatSpec(user.pk) for user in (cleo, bo, anna)]
    ref = api.create("t:1", {}, [api.SeatSpec(bot="easy"), *people], starts_by=timezone.now() + timedelta(hours=1))
    api.stand_in("t:1", cleo.pk)
    Seat.objects.filter(match_id=ref.match_id, index=0).delete()
    Seat.objects.create(match_id=ref.match_id, index=0)
    return Match.objects.get(pk=ref.match_id)


def test_seats_come_in_order_and_with_their_people_in_one_query(match: Match, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        found = [[getattr(seat, name) for name in LOOKED_AT] for seat in rows.seat_rows(match)]
    asked = Seat.objects.filter(match=match).order_by("index")
    assert found == [[getattr(seat, name) for name in LOOKED_AT] for seat in asked]
    assert [row[1] for row in found] == ["free", "stand-in", "guest", "person"]


@pytest.mark.parametrize("lock", [False, True])
def test_a_match_has_all_columns_by_slug_and_by_id(match: Match, lock: bool, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        found = [rows.match_row(of, lock) for of in (match.slug, match.pk)]
        told = [{field.attname: getattr(row, field.attname) for field in Match._meta.concrete_fields} for row in found]
    assert told == [{field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields}] * 2


def test_the_lock_is_asked_for_where_the_database_has_one(match: Match) -> None:
    with CaptureQueriesContext(connection) as asked, locked(match.slug):
        pass
    locks = [each["sql"] for each in asked if "FOR UPDATE" in each["sql"]]
    assert bool(locks) == connection.features.has_select_for_update
