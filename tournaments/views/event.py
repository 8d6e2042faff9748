"""The pages of one tournament."""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.api.web import wants_fragment
from tournaments import rendering, selectors
from tournaments.models import Pod, Tournament
from tournaments.presenters import event as presenter
from tournaments.presenters import event_log
from tournaments.presenters.event_clock import OVER
from tournaments.presenters.event_pods import pod_view, url_of
from tournaments.presenters.event_why import why
from tournaments.selectors import event_page

LINES: Final = 100  # of the standings, on one page
KNOCKOUT: Final = ("elimination", "swiss_final")
VOIDABLE: Final = (Pod.Status.PLAYING, Pod.Status.FINISHED)
CORRECTABLE: Final = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The event: before, during, after."""
    return show(request, slug)


def show(request: HttpRequest, slug: str, status: int = 200, notice: str = "") -> HttpResponse:
    """The event as a page, or for htmx its element. Raises Http404."""
    language = get_language() or settings.LANGUAGE_CODE
    event = rendering.shared(slug, language)
    if event is None:
        raise Http404(_("There is no such tournament."))
    html = rendering.event_html(event, request.user, language, notice, request)
    if wants_fragment(request):
        answer = HttpResponse(html, status=status)
    else:
        context = event.context | {"html": html}
        answer = render(request, "tournaments/event.html", context, status=status)
    patch_vary_headers(answer, ["HX-Request", "Cookie"])
    return answer


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All tables of one round."""
    tournament = find(slug)
    reading = _reading(tournament, number)
    row = reading.rows.round
    if row is None:
        raise Http404(_("There is no such round."))
    context = presenter.head(reading) | {"round": presenter.round_tables(reading, row)}
    return _answer(request, "round", context, _number(reading, request.user))


@require_safe
def pod_page(request: HttpRequest, slug: str, number: int, pod: int) -> HttpResponse:
    """One table of a round: its seats, its result, and why these people sit together."""
    tournament = find(slug)
    reading = _reading(tournament, number)
    row = event_page.round_with_draw(tournament, number)
    found = next((one for one in reading.rows.pods if one.number == pod and one.round.number == number), None)
    if row is None or found is None:
        raise Http404(_("There is no such table in this round."))
    directs = selectors.may_organise(tournament, request.user)
    shown = pod_view(reading.rows, found, reading.people, reading.scores)
    ended = found.status == Pod.Status.FINISHED and not shown.sealed
    context = presenter.head(reading) | {
        "round": presenter.round_tables(reading, row),
        "pod": shown,
        "why": why(tournament, row, found, presenter.sizes(reading), reading.people),
        "draw_url": url_of(slug, "draw_json", number) if tournament.status in OVER else "",
        "voidable": directs and tournament.status not in OVER and found.status in VOIDABLE,
        "correctable": directs and ended and tournament.status in CORRECTABLE,
    }
    return _answer(request, "pod", context, _number(reading, request.user))


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands where, and how each figure came about; of a large event a page of lines at a time."""
    reading = _reading(find(slug))
    page = Paginator(reading.standings, LINES).get_page(request.GET.get("page"))
    context = presenter.head(reading) | {
        "page": page,
        "knockout": reading.tournament.format in KNOCKOUT,
        "my_page": _my_page(reading, request.user),
        "my_number": _number(reading, request.user),
        "rows": presenter.some_rows(reading, page.start_index() - 1, page.end_index()) if page.object_list else (),
        "tiebreaks": presenter.tiebreaks(reading),
        "rounds": range(1, reading.tournament.round + 1) if not reading.timed else (),
    }
    return _answer(request, "standings", context, _number(reading, request.user))


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done to the event."""
    reading = _reading(find(slug))
    found = event_page.log_lines(reading.tournament)
    people = get_user_model().objects.filter(pk__in=event_log.people_in(found))
    names = {person.pk: str(person.get_username()) for person in people}
    context = presenter.head(reading) | {"lines": event_log.lines(found, reading.rows.entries, names)}
    return _answer(request, "log", context, 0)


@require_safe
def replays(request: HttpRequest, slug: str) -> HttpResponse:
    """Every table of the event with its result, and its replay once the round is over."""
    tournament = find(slug)
    reading = _reading(tournament, everything=True)
    rounds = [presenter.round_tables(reading, row) for row in reading.rows.rounds]
    context = presenter.head(reading) | {"rounds": [view for view in rounds if view.pods]}
    return _answer(request, "replays", context, _number(reading, request.user))


def find(slug: str) -> Tournament:
    """The tournament of an address. Raises Http404."""
    tournament = event_page.with_organiser(slug)
    if tournament is None:
        raise Http404(_("There is no such tournament."))
    return tournament


def _reading(tournament: Tournament, number: int | None = None, *, everything: bool = False) -> presenter.Reading:
    rows = event_page.everything(tournament) if everything else event_page.rows(tournament, number)
    reading = rendering.reading_of(tournament, rows)
    if reading is None:
        raise Http404(_("There is no such round."))
    return reading


def _my_page(reading: presenter.Reading, user: Any) -> int | None:
    """The page of the standings on which the reader stands."""
    entry = reading.rows.entry_of(user)
    order = [line.entrant for line in reading.standings]
    return 1 + order.index(entry.pk) // LINES if entry is not None and entry.pk in order else None


def _number(reading: presenter.Reading, user: Any) -> int:
    """The number of the reader's own entry; 0 without one."""
    entry = reading.rows.entry_of(user)
    return entry.number if entry is not None else 0


def _answer(request: HttpRequest, name: str, context: dict[str, Any], number: int) -> HttpResponse:
    """A page whose element `#live` htmx and the script ask for alone. The reader's own entry is marked in it."""
    template = "_event_live.html" if wants_fragment(request) else f"{name}.html"
    full = context | {"live": f"tournaments/_event_{name}.html", "page_name": name}
    html = rendering.mark(render(request, f"tournaments/{template}", full).content.decode(), number)
    answer = HttpResponse(html)
    patch_vary_headers(answer, ["HX-Request", "Cookie"])
    return answer
