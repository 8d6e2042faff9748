"""A tournament for programs: where it stands, its standings, its draws."""

import csv
from dataclasses import asdict
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import rendering, selectors
from tournaments.models import Part, Pod, Round
from tournaments.presenters.event import Reading
from tournaments.presenters.event_clock import OVER, waiting_for
from tournaments.presenters.event_me import my_table
from tournaments.presenters.event_standings import as_numbers, username
from tournaments.selectors import event_page

from .event import find

RISKY = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes a cell that begins so for a formula


@require_safe
def state_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the event stands, and the reader's own table."""
    tournament = find(slug)
    reading = rendering.reading_of(tournament, event_page.rows(tournament, waves=True, looks=0))
    assert reading is not None  # the newest round is always there  # noqa: S101
    rows = reading.rows
    mine = my_table(reading, rows.entry_of(request.user))
    return JsonResponse({
        "status": tournament.status,
        "round": tournament.round,
        "pods": [_pod(reading, pod) for pod in rows.pods],
        "my_table": mine.table if mine is not None and mine.table else None,
        "version": tournament.version,
        "paused": tournament.paused,
        "starts_at": tournament.starts_at.isoformat(),
        "waiting_for": waiting_for(rows, reading.timed),
    })  # fmt: skip


@require_safe
def standings_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, best first."""
    return JsonResponse(_numbers(slug), safe=False)


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a table: a column for each tie-break; `outcomes` has one word a round, "-" where there is none."""
    rows = _numbers(slug)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="standings-{slug}.csv"'
    ties = list(rows[0]["tiebreaks"]) if rows else []
    writer = csv.writer(answer)
    writer.writerow(["place", "username", "points", "outcomes", *ties])
    for row in rows:
        outcomes = " ".join(outcome or "-" for outcome in row["outcomes"])
        name = row["username"] or ""
        name = f"'{name}" if name.startswith(RISKY) else name
        writer.writerow([row["place"], name, row["points"], outcomes, *(row["tiebreaks"][tie] for tie in ties)])
    return answer


@require_safe
def draw_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a round was drawn from, seed included, and what came out: 403 until the event is over."""
    tournament = find(slug)
    row = event_page.round_with_draw(tournament, number)
    if row is None:
        raise Http404(_("There is no such round."))
    if tournament.status not in OVER:
        raise PermissionDenied(_("The seed of the draw is shown when the tournament is over."))
    return JsonResponse({
        "format": tournament.format,
        "commitment": tournament.commitment,
        "event": _plain(selectors.inputs_of(row)) if row.inputs else None,
        "pods": _seats(row),
        "cost": row.cost,
    })  # fmt: skip


def _plain(event: Any) -> dict[str, Any]:
    return asdict(event)


def _seats(row: Round) -> list[list[int | None]]:
    pods: dict[int, list[int | None]] = {}
    for number, entry in (
        Part.objects.filter(round=row, pod__isnull=False)
        .order_by("pod__number", "seat")
        .values_list("pod__number", "entry_id")
    ):
        pods.setdefault(number, []).append(entry)
    return list(pods.values())


def _numbers(slug: str) -> list[dict[str, Any]]:
    tournament = find(slug)
    entries = event_page.entries(tournament)
    return as_numbers(selectors.standings_of(tournament), entries, tournament.round)


def _pod(reading: Reading, pod: Pod) -> dict[str, Any]:
    rows = reading.rows
    by_id = {entry.pk: entry for entry in rows.entries}
    seats = [username(by_id.get(part.entry_id or 0), part.bot) for part in rows.parts.get(pod.pk, ())]
    return {"table": pod.table or None, "seats": seats, "status": pod.status}
