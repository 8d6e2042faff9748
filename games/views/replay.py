"""The replay of a finished match, ply by ply, and its record. Everything here stays shut until the match is over."""

import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games import selectors
from games.models import Match
from games.presenters.replay import RoundReplay
from games.presenters.replay_page import page_context
from games.record import to_json, to_text
from games.selectors import TableSnapshot, records
from games.views.answers import why_shut

NUMBER: Final = re.compile(r"[+-]?[0-9]+")
BATCH: Final = 24  # plies sent in one answer

View = Callable[..., HttpResponse]


class NotANumber(Exception):
    """A query field that should hold a number and does not."""


def opened(view: Callable[[HttpRequest, TableSnapshot], HttpResponse]) -> View:
    """Gate a view: 404 without such a match, 403 while it must stay shut or for people who may not see it, 400 for
    fields that are not numbers."""

    @require_safe
    @wraps(view)
    def gated(request: HttpRequest, slug: str) -> HttpResponse:
        snapshot = selectors.table(slug)
        if snapshot is None:
            raise Http404(_("There is no such table."))
        if not selectors.may_see(snapshot.match, request.user):
            return _shut(request, snapshot.match, why_shut(snapshot.match))
        if not selectors.record_is_open(snapshot.match):
            return _shut(request, snapshot.match, _when_it_opens(snapshot.match))
        try:
            response = view(request, snapshot)
        except NotANumber as error:
            return render(request, "400.html", {"message": str(error), "url": request.path}, status=400)
        response["Cache-Control"] = "private, no-cache"
        return response

    return gated


def _when_it_opens(match: Match) -> str:
    if not match.gated:
        return _("The replay opens when the game is over. Until then hands stay hidden.")
    event = match.event_title or _("the tournament")
    return _("The replay opens when the round of %(event)s is over, for everybody at once.") % {"event": event}


def _shut(request: HttpRequest, match: Match, message: str) -> HttpResponse:
    context = {"message": message, "url": match.event_url or reverse("games:table", args=[match.slug])}
    response = render(request, "403.html", context, status=403)
    response["Cache-Control"] = "no-store"
    return response


def number(request: HttpRequest, name: str, low: int, high: int) -> int | None:
    """A query field as a whole number, clamped to low..high; None if it is absent or empty. Raises NotANumber."""
    text = request.GET.get(name, "").strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise NotANumber(_("“%(name)s” must be a number.") % {"name": name})
    return max(low, min(high, int(text[:20])))


def _replay(request: HttpRequest, snapshot: TableSnapshot) -> RoundReplay:
    """The round and reader that the query names: the first round and the open view unless it says otherwise."""
    which = number(request, "round", 1, len(snapshot.fold.rounds)) or 1
    seat = number(request, "seat", 0, len(snapshot.seats) - 1)
    return RoundReplay(snapshot, which, seat, bottom=snapshot.seat_of(request.user) or 0)


@opened
def replay(request: HttpRequest, snapshot: TableSnapshot) -> HttpResponse:
    """The page at one ply (`ply`, or `turn`: the ply at which that turn begins)."""
    shown = _replay(request, snapshot)
    ply = number(request, "ply", 0, shown.last) or 0
    turns = shown.timeline.turns
    turn = number(request, "turn", 1, len(turns)) if turns else None
    if turn is not None:
        return redirect(request.path + shown.query(ply=turns[turn - 1]))
    context = page_context(shown, ply)
    return render(request, "games/replay.html", context | {"replay": shown.at(ply)})


@gzip_page
@opened
def plies(request: HttpRequest, snapshot: TableSnapshot) -> JsonResponse:
    """The fragments of the plies `from` to `to`, at most BATCH of them, for the script of the page.

    They hold no secret and nothing that a reader types, so compressing them (to a fifteenth) gives nothing away.
    """
    shown = _replay(request, snapshot)
    first = number(request, "from", 0, shown.last) or 0
    last = number(request, "to", first, min(shown.last, first + BATCH - 1))
    wanted = range(first, (first if last is None else last) + 1)
    found = [
        {"ply": ply, "html": render_to_string("games/_replay.html", {"replay": shown.at(ply)}, request)}
        for ply in wanted
    ]
    return JsonResponse({"round": shown.number, "last": shown.last, "plies": found})


@opened
def record_json(request: HttpRequest, snapshot: TableSnapshot) -> HttpResponse:
    """The record for programs (docs/record.md)."""
    return _json(to_json(records.record(snapshot)))


@opened
def record_txt(request: HttpRequest, snapshot: TableSnapshot) -> HttpResponse:
    """The record for people (docs/record.md)."""
    return HttpResponse(to_text(records.record(snapshot)), content_type="text/plain; charset=utf-8")


@opened
def log_json(request: HttpRequest, snapshot: TableSnapshot) -> HttpResponse:
    """The event log with its hashes, for checking the chain (docs/fairness.md)."""
    return _json(records.log(snapshot))


def _json(value: Any) -> HttpResponse:
    return HttpResponse(json.dumps(value, ensure_ascii=False), content_type="application/json")
