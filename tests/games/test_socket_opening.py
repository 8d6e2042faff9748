"""What happens to a table while a socket opens: it joins first and reads then, so that nothing falls between."""

from typing import Any

import pytest

from games import selectors, services
from tests.games.tables import first_legal, of_people
from tests.games.test_consumers import frame, person, run, seq, socket

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_move_made_while_the_first_snapshot_was_read_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, browser), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    read, moves = selectors.table, [await run(first_legal, match, 0)]

    def meanwhile(*table: Any) -> Any:
        found = read(*table)
        if moves:
            services.act(match.slug, anna, moves.pop(), match.seq)
        return found

    monkeypatch.setattr(selectors, "table", meanwhile)
    async with socket(f"/ws/t/{match.slug}/", browser) as own:
        assert seq(await frame(own)) == match.seq
        assert seq(await frame(own)) == match.seq + 1
