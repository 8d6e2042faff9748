"""Reads and plays the tables of cases in `cases/*.txt`.

== a sentence of RULES.md, word for word
-- what this case shows
lines of a position (see `positions`)
> 0 play R5              seat 0 does it
! 1 play R5              seat 1 is refused, and nothing changes
legal 0: play R5, draw   exactly these (any order)
may 0: play R5           among the legal ones         cannot 0: pickup    not among them, and refused
= turn 1; hand0 R5 B9    fields of the state: `hand0 up1 down2 known0` zones of a seat, `pile` the discard pile,
                         `cleared` what left the game in this case, else the state's own names; `nothing` = empty
see 1 hand0 hidden       a field of the view of seat 1 (`see - ...`: of a watcher)
"""

from pathlib import Path

from . import oracle, positions
from .drivers import Refused

FOLDER = Path(__file__).parent / "cases"
STEPS = (">", "!", "legal", "may", "cannot", "=", "see")


def read(path):
    """The cases of a file: dicts of `sentence`, `name`, `lines`."""
    cases = []
    sentence = None
    for line in path.read_text().splitlines():
        if line.startswith("== "):
            sentence = line[3:]
        elif line.startswith("-- "):
            cases.append({"sentence": sentence, "name": line[3:], "lines": []})
        elif line.strip() and not line.startswith("#"):
            cases[-1]["lines"].append(line.strip())
    return cases


def all_cases():
    for path in sorted(FOLDER.glob("*.txt")):
        for case in read(path):
            yield path.stem, case


def is_step(line):
    return line.split(" ")[0] in STEPS


def play(case, driver):
    """Builds the position of a case and goes through its steps; an assertion says which one failed."""
    lines = case["lines"]
    said = positions.parse([line for line in lines if not is_step(line)])
    if said["phase"] == "setup":
        game = driver.new(*positions.deal(said))
    else:
        game = driver.from_state(said["options"], positions.state(said))
    gone = list(game.state()["removed"])
    for line in lines:
        if is_step(line):
            game = step(game, line, gone)


def step(game, line, gone):
    word, _, rest = line.partition(" ")
    if word == ">":
        seat, _, action = rest.partition(" ")
        return game.apply(int(seat), action)
    if word == "!":
        seat, _, action = rest.partition(" ")
        refused(game, int(seat), action)
    elif word == "=":
        for field in rest.split("; "):
            check_field(game.state(), field, gone, line)
    elif word == "see":
        seat, _, field = rest.partition(" ")
        check_field(game.view(None if seat == "-" else int(seat)), field, gone, line)
    else:
        check_legal(game, word, rest, line)
    return game


def refused(game, seat, action):
    before = game.state()
    try:
        game.apply(seat, action)
    except Refused:
        assert game.state() == before
        return
    raise AssertionError(f"not refused: {seat} {action}")


def check_legal(game, word, rest, line):
    seat, _, text = rest.partition(":")
    named = {action.strip() for action in text.split(",") if action.strip()}
    listed = game.legal(int(seat))
    if word == "legal":
        assert set(listed) == named, line
        assert len(listed) == len(named), line
    elif word == "may":
        assert named <= set(listed), line
    else:
        assert not named & set(listed), line
        for action in named:
            refused(game, int(seat), action)


def check_field(shown, field, gone, line):
    name, _, wanted = field.strip().partition(" ")
    assert render(lookup(shown, name, gone)) == wanted, f"{line}  ({name})"


def lookup(shown, name, gone):
    if name == "cleared":
        cards = list(shown["removed"])
        for card in gone:
            cards.remove(card)
        return oracle.sort_cards(cards)
    zones = {"hand": "hands", "pile": "discard"}
    zone = name.rstrip("0123456789")
    if zone != name:
        return shown[zones.get(zone, zone)][int(name[len(zone) :])]
    return shown[zones.get(name, name)]


def render(value):
    """A value as the tables write it."""
    if value is None:
        return "hidden"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join("-" if item is None else render(item) for item in value) or "nothing"
    return str(value)
