"""The pages that show stored rows: who reads them, and where they are. A new page is one line here.

`{name}` stands for a value of the site that is read: `tests/stored/site.py` has them for a large one.
"""

from dataclasses import dataclass
from typing import Final

NOBODY, REGULAR, VETERAN, ADMIN = "", "regular", "veteran", "root"


@dataclass(frozen=True, slots=True)
class Page:
    """An address that answers 200 to a reader."""

    reader: str  # user name; "" for somebody who is not signed in
    path: str

    def __str__(self) -> str:
        return f"{self.reader or 'nobody'} {self.path}"


def _pages(reader: str, *paths: str) -> tuple[Page, ...]:
    return tuple(Page(reader, path) for path in paths)


GAMES: Final = (
    *_pages(NOBODY, "/", "/tables/", "/u/{regular}/", "/u/{veteran}/", "/t/{playing}/"),
    *_pages(REGULAR, "/", "/tables/", "/tables/new/", "/u/{regular}/", "/u/{veteran}/", "/accounts/download/"),
    *_pages(REGULAR, "/t/{playing}/", "/t/{playing}/view.json", "/t/{waiting}/", "/t/{over}/", "/t/{over}/replay/"),
    *_pages(REGULAR, "/t/{over}/replay/?ply=9&seat=1", "/t/{over}/replay/plies/?from=0&to=5"),
    *_pages(REGULAR, "/t/{over}/record.json", "/t/{over}/record.txt", "/t/{over}/log.json", "/accounts/preferences/"),
    *_pages(VETERAN, "/", "/tables/", "/rules/", "/u/{veteran}/", "/accounts/download/"),
)
TOURNAMENTS: Final = (
    *_pages(NOBODY, "/tournaments/", "/tournaments/calendar/", "/tournaments/calendar/?view=week"),
    *_pages(REGULAR, "/tournaments/", "/tournaments/calendar/", "/tournaments/mine/", "/tournaments/new/"),
    *_pages(VETERAN, "/tournaments/", "/tournaments/mine/"),
    *_pages(NOBODY, "/tournaments/{cup}/", "/tournaments/{open}/"),
    *_pages(REGULAR, "/tournaments/{cup}/", "/tournaments/{running}/", "/tournaments/{open}/"),
    *_pages(VETERAN, "/tournaments/{open}/"),  # the organiser's panel
    *_pages(REGULAR, "/tournaments/{cup}/standings/", "/tournaments/{cup}/standings/?page=2"),
    *_pages(REGULAR, "/tournaments/{cup}/standings.json", "/tournaments/{cup}/standings.csv"),
    *_pages(REGULAR, "/tournaments/{cup}/state.json", "/tournaments/{cup}/log/", "/tournaments/{cup}/replays/"),
    *_pages(REGULAR, "/tournaments/{cup}/round/1/", "/tournaments/{cup}/round/1/pod/1/"),
)
ADMINS: Final = _pages(
    ADMIN,
    "/admin/",
    "/admin/games/match/", "/admin/games/match/?p=3", "/admin/games/match/?q={over}", "/admin/games/match/?status=over",
    "/admin/games/match/{match}/change/", "/admin/games/matchevent/", "/admin/games/matchevent/?q={over}",
    "/admin/games/block/", "/admin/accounts/user/", "/admin/accounts/user/?q=person12",
    "/admin/accounts/user/?is_guest__exact=1", "/admin/accounts/user/{user}/change/", "/admin/accounts/ban/",
    "/admin/accounts/ban/?q=person12", "/admin/admin/logentry/", "/admin/admin/logentry/?q=root",
    "/admin/account/emailaddress/", "/admin/account/emailaddress/?q=person12@example.org",
    "/admin/tournaments/tournament/", "/admin/tournaments/tournament/?q={cup}",
    "/admin/tournaments/tournament/?status=finished", "/admin/tournaments/tournament/{event}/change/",
    "/admin/tournaments/series/", "/admin/tournaments/logline/", "/admin/tournaments/logline/?q={cup}",
)  # fmt: skip
LARGEST: Final = (  # of an event with a thousand players: as much to show as there ever is, on a site of any age
    *_pages(NOBODY, "/tournaments/{big}/", "/tournaments/{big}/standings/"),
    *_pages(REGULAR, "/tournaments/{big}/standings.csv", "/tournaments/{big}/log/", "/tournaments/{big}/replays/"),
)
EVERY: Final = (*GAMES, *TOURNAMENTS, *ADMINS)
