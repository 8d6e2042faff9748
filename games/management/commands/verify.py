"""`manage.py verify`: play stored matches again and check log, chain, deals and columns; or check saved files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.record import RecordError, loads, parse_text
from games.record.audit import LOG_FORMAT, check_log, check_record
from games.selectors.audit import problems_of


class Command(BaseCommand):
    help = "Checks that matches replay to what is stored, that their logs are unbroken and their deals fair."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Slugs, or files."""
        parser.add_argument("slug", nargs="*", help="tables to check; all of them if none is named")
        parser.add_argument(
            "--file",
            nargs="+",
            metavar="FILE",
            default=[],
            help="check record.json, record.txt or log.json files instead",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints a line for each thing that is wrong. Exit status 1 if there was any."""
        if options["file"]:
            checked = [(name, _file_problems(Path(name))) for name in options["file"]]
        else:
            checked = [(slug, problems_of(slug)) for slug in self._slugs(options["slug"])]
        wrong = [(name, found) for name, found in checked if found]
        for name, found in wrong:
            for problem in found:
                self.stderr.write(f"{name}: {problem}")
        what = "files" if options["file"] else "matches"
        if wrong:
            raise CommandError(f"{len(wrong)} of {len(checked)} {what} failed")
        self.stdout.write(f"{len(checked)} {what} checked, all good")

    def _slugs(self, named: list[str]) -> list[str]:
        stored = list(Match.objects.order_by("pk").values_list("slug", flat=True))
        if missing := set(named) - set(stored):
            raise CommandError(f"there is no table {', '.join(sorted(missing))}")
        return [slug for slug in stored if slug in named] if named else stored


def _file_problems(path: Path) -> list[str]:
    """What is wrong with a saved record (JSON or text) or log."""
    try:
        raw = path.read_bytes()
        if not raw.lstrip().startswith(b"{"):
            return check_record(parse_text(raw.decode("utf-8")))
        if LOG_FORMAT.encode() in raw[:200]:
            return check_log(raw)
        return check_record(loads(raw))
    except (OSError, UnicodeDecodeError, RecordError) as error:
        return [str(error)]
