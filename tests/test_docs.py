"""What the documents name exists, and what a host can set is in the README."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
FOLDERS = "config|accounts|games|tournaments|docs|deploy|tests|bench|tools|static|templates|locale"
PATHS = re.compile(rf"`((?:{FOLDERS})/[\w./-]*)`")
LINKS = re.compile(r"\]\(([\w./-]+)\)")
SETTINGS = [
    ROOT / "config/env.py",
    *sorted((ROOT / "config/settings").glob("*.py")),
    *sorted((ROOT / "config/management").rglob("*.py")),
]


def settable() -> set[str]:
    """Every name that the settings and commands read from the environment."""
    reading = re.compile(r"(?:environ\[|environ\.get\(|env\.(?:flag|number|words)\()\"(\w+)\"")
    found = {name for path in SETTINGS for name in reading.findall(path.read_text())}
    needed = re.search(r"NEEDED = \((.*)\)", (ROOT / "config/settings/production.py").read_text())
    assert needed
    return found | set(re.findall(r"\"(\w+)\"", needed[1]))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_paths_it_names_exist(document: Path) -> None:
    text = document.read_text()
    named = [ROOT / path for path in PATHS.findall(text)] + [document.parent / link for link in LINKS.findall(text)]
    assert [str(path) for path in named if not path.exists()] == []


def test_every_make_target_it_names_exists_and_every_target_is_named() -> None:
    rules = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", rules, re.MULTILINE)
    assert phony
    assert set(re.findall(r"make ([a-z]+)", README)) == set(phony[1].split()) - {"dev"}


def test_every_setting_of_the_environment_is_in_the_readme() -> None:
    assert {name for name in settable() if f"`{name}" not in README} == set()


def test_every_setting_in_the_readme_is_read_somewhere() -> None:
    rows = [line.split("|")[1] for line in README.splitlines() if line.startswith("| `") and "`" in line.split("|")[1]]
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert named - settable() == set()


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "docs/decisions.md").read_text().lower()
    packages = re.findall(r"^(\w[\w-]*)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert [name for name in packages if name.lower() not in reasons] == []
