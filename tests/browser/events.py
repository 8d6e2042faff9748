"""Tables of an event, called by another process: `python -m tests.browser.events KEY SECONDS USERNAME...`.

Prints the address. The people have that many seconds to come, and the game ends ten minutes later at the latest.
"""

import sys
from datetime import timedelta


def main(key: str, seconds: str, *usernames: str) -> None:
    """Call the people to a table."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from games import api

    users = get_user_model().objects.in_bulk(usernames, field_name="username")
    starts_by = timezone.now() + timedelta(seconds=float(seconds))
    table = api.create(
        key,
        {},
        [api.SeatSpec(users[name].pk) for name in usernames],
        title="Friday Cup",
        url="/rules/",
        starts_by=starts_by,
        ends_by=starts_by + timedelta(minutes=10),
    )
    print(f"/t/{table.slug}/")  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
