"""`manage.py verify`: good matches pass, and each kind of tampering is named."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import services
from games.engine import Options
from games.models import Match, MatchEvent, Seat
from games.record import to_json, to_text
from games.selectors import audit, records, table
from tests.games import tables
from tests.games.playing import Playing
from tests.games.stored import store

pytestmark = pytest.mark.django_db


def leaver(match):
    return 1 if len(match.rounds) == 1 and len(match.round.plies) == 25 else None


@pytest.fixture
def match(anna) -> Match:
    """A scored match of two rounds that seat 1 left in the first."""
    return store(Playing(Options(scoring=2, max_turns=100), 4, 3, leaver).play(), anna)


def verify(*args: str, **options) -> tuple[str, str]:
    """What the command says on both channels, and that it failed if it did."""
    out, err = StringIO(), StringIO()
    try:
        call_command("verify", *args, stdout=out, stderr=err, **options)
    except CommandError as error:
        return out.getvalue(), f"{err.getvalue()}{error}"
    return out.getvalue(), err.getvalue()


def test_it_passes_a_match_that_nobody_touched(match):
    assert verify() == ("1 matches checked, all good\n", "")


@pytest.mark.parametrize("plies", [0, 1, 60])
def test_it_passes_a_match_in_play(anna, plies):
    playing = Playing(Options(), 3, 1)
    if plies:
        playing.play(plies)
    store(playing, anna)
    assert verify()[1] == ""


def test_it_passes_an_aborted_match(anna):
    playing = Playing(Options(), 3, 1).play(30)
    playing.add("aborted", by="system")
    store(playing, anna)
    assert verify()[1] == ""


def test_it_passes_matches_that_the_services_played(anna, bo):
    tables.play_to_the_end(tables.against_bots(anna), {0: anna})
    tables.choose_all(tables.of_people(anna, bo), anna, bo)
    tables.waiting(anna)
    assert verify() == ("3 matches checked, all good\n", "")


def test_a_table_that_moves_on_while_it_is_read_is_read_again(anna, bo, monkeypatch):
    match = tables.of_people(anna, bo)
    read, moves = audit.problems, [tables.first_legal(match, 0)]

    def meanwhile(stored):
        if moves:
            services.act(match.slug, anna, moves.pop(), match.seq)
        return read(stored)

    monkeypatch.setattr(audit, "problems", meanwhile)
    assert verify() == ("1 matches checked, all good\n", "")
    assert not moves


def change_event(match, seq, **values):
    MatchEvent.objects.filter(match=match, seq=seq).update(**values)


def change_deal(match, **values):
    row = MatchEvent.objects.get(match=match, kind="dealt", round=1)
    change_event(match, row.seq, data={**row.data, **values})


def change_result(match):
    Match.objects.update(result={**match.result, "totals": [0, 0, 0, 0]})


def swap_two_cards(match):
    deck = MatchEvent.objects.get(match=match, kind="dealt", round=1).data["deck"]
    change_deal(match, deck=[deck[-1], *deck[1:-1], deck[0]])


TAMPERED = {
    "an action": (lambda m: change_event(m, 9, action="forfeit"), ["event 9 (action) was changed"]),
    "who acted": (lambda m: change_event(m, 9, by="system"), ["event 9 (action) was changed"]),
    "when": (lambda m: change_event(m, 9, at=m.started_at), ["event 9 (action) was changed"]),
    "a hash": (lambda m: change_event(m, 9, hash="0" * 64), ["event 9 (action) was changed"]),
    "an event lost": (lambda m: MatchEvent.objects.get(match=m, seq=30).delete(), ["event 30 is missing"]),
    "the end lost": (
        lambda m: MatchEvent.objects.filter(match=m, seq__gt=m.seq - 3).delete(),
        ["the log ends with event", "column status is 'over', the log says 'playing'"],
    ),
    "the deck": (swap_two_cards, ["(dealt) was changed", "round 1: the deck is not"]),
    "the secret": (lambda m: Match.objects.update(secret="ab" * 32), ["is not the SHA-256 of the secret"]),
    "the commitment": (lambda m: Match.objects.update(commitment="ab" * 32), ["not the SHA-256", "another commitment"]),
    "a person's nonce": (
        lambda m: Seat.objects.filter(match=m, index=0).update(nonce="ab" * 32),
        ["round 1: the deck is not the one", "other nonces than the seats gave"],
    ),
    "a bot's nonce": (
        lambda m: Seat.objects.filter(match=m, index=2).update(nonce="ab" * 32),
        ["the nonce of the bot at seat 2 does not follow"],
    ),
    "a nonce that is none": (
        lambda m: Seat.objects.filter(match=m, index=0).update(nonce="xyz"),
        ["the deal cannot be worked out again"],
    ),
    "the head": (lambda m: Match.objects.update(head="ab" * 32), ["another head of the chain"]),
    "status": (lambda m: Match.objects.update(status="playing"), ["column status is 'playing', the log says 'over'"]),
    "placings": (lambda m: Match.objects.update(placings=[1, 1, 1, 1]), ["column placings"]),
    "result": (change_result, ["column result"]),
    "options": (lambda m: Match.objects.update(options={**m.options, "may_draw": "on"}), ["column options"]),
    "round": (lambda m: Match.objects.update(round=1), ["column round is 1, the log says 2"]),
    "acted_seq": (lambda m: Match.objects.update(acted_seq=3), ["column acted_seq is 3"]),
    "turn_seat": (lambda m: Match.objects.update(turn_seat=1), ["column turn_seat is 1, the log says None"]),
    "a place": (lambda m: Seat.objects.filter(match=m, index=0).update(place=9), ["seat 0: column place is 9"]),
    "left": (lambda m: Seat.objects.filter(match=m, index=1).update(left=False), ["seat 1: column left is False"]),
    "away": (lambda m: Seat.objects.filter(match=m, index=3).update(away=True), ["seat 3: column away is True"]),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_it_names_what_was_tampered_with(match, what):
    tamper, says = TAMPERED[what]
    tamper(match)
    out, err = verify()
    assert out == ""
    for words in says:
        assert f"{match.slug}: " in err
        assert words in err
    assert "1 of 1 matches failed" in err


def test_a_deck_that_was_dealt_unfairly_but_logged_well_is_found(anna):
    playing = Playing(Options(), 3, 1)
    playing.seed = 2  # the secret and nonces of another match deal the cards ...
    playing.play()
    playing.seed = 1  # ... than those that this one shows
    match = store(playing, anna)
    err = verify()[1]
    assert f"{match.slug}: round 1: the deck is not the one that secret and nonces give" in err
    assert "was changed" not in err


def test_it_checks_the_named_matches_alone(match, anna):
    other = store(Playing(Options(), 3, 7).play(), anna, slug="another2")
    Match.objects.filter(pk=other.pk).update(round=5)
    assert verify(match.slug)[0] == "1 matches checked, all good\n"
    assert "another2: column round" in verify()[1]


def test_it_says_when_there_is_no_such_table(match):
    assert "there is no table nowhere" in verify("nowhere", match.slug)[1]


@pytest.fixture
def files(match, tmp_path):
    """The match's record in both forms and its log, as downloaded."""
    snapshot = table(match)
    record = records.record(snapshot)
    log = json.dumps(records.log(snapshot))
    contents = {"record.json": json.dumps(to_json(record)), "record.txt": to_text(record), "log.json": log}
    for name, text in contents.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_it_passes_downloaded_files(files):
    names = [str(path) for path in files.iterdir()]
    assert verify(file=names) == ("3 files checked, all good\n", "")


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("record.json", '"secret": "00', '"secret": "01', "is not the SHA-256 of the secret"),
        ("record.json", '"pickup"', '"pass"', "cannot 'pass'"),
        ("record.json", "{", "[", "a text record starts with"),
        ("record.txt", "pickup ", "draw ", "cannot 'draw'"),
        ("record.txt", "nonce 2 ", "nonce 2 00", "nonce 2 is not 64"),
        ("log.json", '"by": "bot"', '"by": "player"', "was changed"),
        ("log.json", '"events"', '"evenings"', "not a log"),
        ("log.json", '"seq": 5', '"seq": "5"', "event 5 is missing"),
    ],
)
def test_it_names_what_is_wrong_with_a_file(files, name, old, new, says):
    path = files / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    err = verify(file=[str(path)])[1]
    assert says in err
    assert "1 of 1 files failed" in err


def test_it_names_a_file_that_is_not_there(tmp_path):
    assert "No such file" in verify(file=[str(tmp_path / "none.json")])[1]
