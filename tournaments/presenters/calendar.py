"""A month or a week of tournaments, day by day, in the active time zone."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import takewhile
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments import zones
from tournaments.models import Series, Tournament
from tournaments.selectors.lists import ListRow
from tournaments.services.series import dates

from .lists import again_words

VIEWS: Final = ("month", "week")
SHOWN_A_DAY: Final = 4  # of a month; a week shows all
SAME_SERIES: Final = {"month": 2, "week": 6}  # more of one series on one day become one line
YEARS: Final = (2000, 2200)


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a day. `times`: how often that day, where several of a series were put together."""

    at: datetime
    zone: str
    url: str
    name: str
    format: str
    status: str
    again: str
    mine: bool
    times: int = 1
    series: int | None = None

    @property
    def planned(self) -> bool:
        """Whether it is a date of a series that is not announced yet."""
        return not self.url

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the calendar."""

    day: date
    items: tuple[Item, ...]
    more: int  # left out
    more_url: str
    today: bool
    other_month: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """What the page shows."""

    view: str
    title: str
    zone: str
    weekdays: tuple[str, ...]
    days: tuple[Day, ...]
    before_url: str
    after_url: str
    today_url: str
    month_url: str
    week_url: str
    empty: bool


def span(view: str, day: date) -> tuple[date, date]:
    """The first day shown and the day after the last: whole weeks from Monday."""
    first = day if view == "week" else day.replace(day=1)
    last = first if view == "week" else _next_month(first) - timedelta(days=1)
    return first - timedelta(days=first.weekday()), last + timedelta(days=7 - last.weekday())


def midnight(day: date) -> datetime:
    """When a day begins in the active zone."""
    return datetime(day.year, day.month, day.day, tzinfo=timezone.get_current_timezone())


def calendar(
    view: str,
    day: date,
    rows: Iterable[ListRow],
    series: Iterable[Series] = (),
    announced: Collection[tuple[int | None, datetime | None]] = (),
) -> Calendar:
    """The month or week of `day`: `rows`, and the dates of the series that go on, but those that were announced."""
    first, end = span(view, day)
    ahead = [item for one in series for item in _planned(one, announced, midnight(first), midnight(end))]
    by_day: dict[date, list[Item]] = defaultdict(list)
    for item in sorted([*map(_item, rows), *ahead], key=lambda item: item.at):
        by_day[timezone.localtime(item.at).date()].append(item)
    days = tuple(_day(first + timedelta(days=n), by_day, view, day) for n in range((end - first).days))
    before, after = (first - timedelta(days=7), end) if view == "week" else (_last_month(day), _next_month(day))
    today = timezone.localdate()
    return Calendar(
        view=view,
        title=_title(view, day, first, end - timedelta(days=1)),
        zone=zones.current(),
        weekdays=tuple(date_format(first + timedelta(days=n), "D", use_l10n=False) for n in range(7)),
        days=days,
        before_url=url(view, before),
        after_url=url(view, after),
        today_url=url(view, today),
        month_url=url("month", day),
        week_url=url("week", today if first <= today < end else day),
        empty=not any(found.items for found in days),
    )


def url(view: str, day: date) -> str:
    """The address of a month or week."""
    return f"{reverse('tournaments:calendar')}?view={view}&day={day.isoformat()}"


def _day(day: date, by_day: dict[date, list[Item]], view: str, shown: date) -> Day:
    items = _together(by_day.get(day, []), SAME_SERIES[view])
    kept = items if view == "week" or len(items) <= SHOWN_A_DAY else items[: SHOWN_A_DAY - 1]
    return Day(
        day=day,
        items=tuple(kept),
        more=len(items) - len(kept),
        more_url=url("week", day),
        today=day == timezone.localdate(),
        other_month=view == "month" and day.month != shown.month,
    )


def _planned(series: Series, announced: Collection[Any], first: datetime, end: datetime) -> Iterator[Item]:
    """Dates of a series that no event was made for yet."""
    after = max(first - timedelta(seconds=1), timezone.now(), series.first_at or first)
    for at in takewhile(lambda at: at < end, dates(series, after)):
        if (series.pk, at) not in announced:
            columns = series.template
            yield Item(
                at=at,
                zone=series.timezone,
                url="",
                name=series.name,
                format=columns.get("format", ""),
                status=Tournament.Status.ANNOUNCED,
                again=again_words(series),
                mine=False,
                series=series.pk,
            )


def _together(items: Sequence[Item], most: int) -> list[Item]:
    """Many of one series on one day as one line: the next one, and how often."""
    by_series: dict[int | None, list[Item]] = defaultdict(list)
    for item in items:
        by_series[item.series].append(item)
    found = []
    for item in items:
        same = by_series[item.series]
        if item.series is None or len(same) <= most:
            found.append(item)
        elif item is same[0]:
            ahead = [other for other in same if not other.over]
            found.append(replace(ahead[0] if ahead else item, times=len(same)))
    return found


def _item(row: ListRow) -> Item:
    event = row.tournament
    return Item(
        at=event.starts_at,
        zone=event.timezone,
        url=reverse("tournaments:event", args=[event.slug]),
        name=event.name,
        format=event.format,
        status=event.status,
        again=again_words(event.series),
        mine=row.mine is not None,
        series=event.series_id,
    )


def _title(view: str, day: date, first: date, last: date) -> str:
    if view == "month":
        return date_format(day, "F Y", use_l10n=False)
    return gettext("%(first)s to %(last)s") % {
        "first": date_format(first, "j F", use_l10n=False),
        "last": date_format(last, "j F Y", use_l10n=False),
    }


def _next_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1)


def _last_month(day: date) -> date:
    return (day.replace(day=1) - timedelta(days=1)).replace(day=1)
