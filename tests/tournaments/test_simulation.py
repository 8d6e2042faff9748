"""Whole events of every format by `manage.py simulate_tournament`, as processes: services, worker, beat, checks."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.processes import Process
from tests.waiting import wait_for

pytestmark = pytest.mark.timeout(300)

Run = Callable[..., str]
SMALL = ("--players", "9", "--rounds", "2", "--minutes", "0.1")


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Run the command to its end with these arguments; what it printed. It must find that everything holds."""
    started: list[Process] = []
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": str(tmp_path / "own")}

    def run(*arguments: str) -> str:
        process = Process(["manage.py", "simulate_tournament", *arguments], environment | {"TMPDIR": str(tmp_path)})
        started.append(process)
        wait_for(lambda: not process.running, "the end of the simulation", 240)
        assert process.stop() == 0, process.output
        assert "Everything holds." in process.output
        assert list(tmp_path.glob("threeup-simulation-*")) == []
        return process.output

    yield run
    for process in started:
        process.kill()


@pytest.mark.parametrize("name", ["swiss_pods", "arena", "elimination", "swiss_final", "round_robin"])
def test_an_event_of_bots_runs_by_itself_and_holds(run: Run, name: str) -> None:
    output = run("--format", name, "--bots", *SMALL)
    assert "9 entrants" in output
    assert "workers killed 0 times" in output


@pytest.mark.slow
@pytest.mark.parametrize("name", ["swiss_pods", "arena"])
def test_absences_withdrawals_late_entries_and_killed_workers_break_nothing(run: Run, name: str) -> None:
    output = run("--format", name, "--bots", "--chaos", "--players", "12", "--rounds", "2", "--minutes", "0.4")
    assert "all workers are killed" in output
    assert "absent" in output.split("outcomes:")[1]


def test_people_play_a_duplicate_event(run: Run) -> None:
    assert "6 entrants, 2 rounds, 4 tables" in run("--duplicate", "--players", "6", "--pod-size", "3", "--rounds", "2")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--format", "nope"], "swiss_pods, arena, elimination"),
        (["--players", "1"], "2 to 1024"),
        (["--players", "64", "--format", "round_robin"], "2 to 10"),
        (["--rounds", "0"], "--rounds: From 1 to 30"),
        (["--pod-size", "7"], "--pod-size: From 2 to 6"),
        (["--minutes", "0", "--format", "arena"], "--minutes: more than 0"),
        (["--bots", "--duplicate"], "leave out --bots"),
        (["--format", "arena", "--duplicate"], "--duplicate: An arena has no rounds"),
        (["--players", "many"], "invalid int value"),
    ],
)
def test_wrong_arguments_are_named(arguments: list[str], named: str) -> None:
    with pytest.raises(CommandError, match=named):
        call_command("simulate_tournament", *arguments)
