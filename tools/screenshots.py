"""Takes the README's pictures from a running site: `python tools/screenshots.py [folder]` (docs/screenshots).

Starts the site with data of its own, seats a person at prepared tables and photographs what they see.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.chromium import FLAGS, HOW_TO_GET_ONE, find_chromium  # noqa: E402
from tests.processes import Site  # noqa: E402
from tests.serve.person import Person  # noqa: E402
from tests.waiting import wait_for  # noqa: E402

DESKTOP, PHONE = (1280, 900), (390, 844)
# file -> where (a position of tests/browser/positions.py, or a path), window, colours
PICTURES = {
    "home": ("/", DESKTOP, "light"),
    "table": ("play", DESKTOP, "light"),
    "table-phone": ("play", PHONE, "dark"),
    "replay": ("over replay/?ply=60", DESKTOP, "dark"),
    "tournament": ("event", DESKTOP, "light"),
}
EVENT = {
    "name": "Friday Swiss",
    "format": "swiss_pods",
    "rounds": 3,
    "bots": "open",
    "bot_pace": "instant",
    "break_seconds": 0,
}
ENTRANTS = ("hard", "medium", "easy", "hard", "medium", "easy", "hard", "medium")


def main(folder: Path) -> int:
    """Take every picture."""
    browser_path = find_chromium()
    if not browser_path:
        print(HOW_TO_GET_ONE)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="threeup-pictures-") as directory, sync_playwright() as playwright:
        site = Site(Path(directory))
        try:
            site.wait_until_healthy()
            person = Person(site.url)
            person.name = "Sofia"
            tables = seat(person.sign_up(), directory) | {"event": play_event(person)}
            person.browser.get("/")  # the greeting is read
            browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
            for name, (where, size, colours) in PICTURES.items():
                take(browser, site, person, address(where, tables), size, colours, folder / f"{name}.png")
            browser.close()
        finally:
            site.kill()
    return 0


def seat(person: Person, directory: str) -> dict[str, str]:
    """Put the person at a table in every position; return the addresses by name."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": directory}
    command = [sys.executable, "-m", "tests.browser.positions", person.name]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def play_event(person: Person) -> str:
    """Have bots play a tournament to its end; return its address."""
    event = str(person.browser.post("/tournaments/new/", EVENT).json["url"])
    for bot in ENTRANTS:
        person.browser.post(f"{event}add/", {"bot": bot})
    person.browser.post(f"{event}start/")
    wait_for(
        lambda: person.browser.get(f"{event}state.json").json["status"] == "finished", "the end of the tournament", 120
    )
    return event


def address(where: str, tables: dict[str, str]) -> str:
    """Return the path of a position or the path itself."""
    name, _, rest = where.partition(" ")
    return tables.get(name, name) + rest


def take(
    browser: Browser, site: Site, person: Person, path: str, size: tuple[int, int], colours: str, file: Path
) -> None:
    """Photograph one page as the person sees it."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if colours == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in person.browser.cookies.items()])
    page = context.new_page()
    page.goto(path, wait_until="load")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=file, animations="disabled")
    context.close()
    print(f"{file}: {path}")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots"))
