"""The shape of the house, held by the suite: who may import whom, and how long a file may grow."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "accounts", "games", "tournaments", "tests", "bench", "tools")
PURE = ("games.engine", "games.bots", "games.record", "games.fairness", "tournaments.formats")


def test_imports_go_one_way() -> None:
    result = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("module", PURE)
def test_the_pure_parts_run_without_a_framework(module: str) -> None:
    code = f"import {module}, sys; print([name for name in ('django', 'channels', 'celery') if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stdout.strip() == "[]", result.stdout + result.stderr


def test_no_python_file_exceeds_350_lines() -> None:
    files = [ROOT / "manage.py", ROOT / "conftest.py"]
    files += [path for name in PACKAGES for path in (ROOT / name).rglob("*.py") if "migrations" not in path.parts]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > 350} == {}


def test_nobody_imports_the_composition_root() -> None:
    importing = ("from config", "import config")
    files = [path for name in ("accounts", "games", "tournaments") for path in (ROOT / name).rglob("*.py")]
    assert [
        path for path in files if any(line.strip().startswith(importing) for line in path.read_text().splitlines())
    ] == []


def test_nothing_in_a_template_loads_from_elsewhere() -> None:
    loading = (
        'src="http',
        "src='http",
        "url(http",
        '<link rel="stylesheet" href="http',
        "<style",
        "<script>",
        " onclick=",
    )
    pages = list((ROOT / "templates").rglob("*.html"))
    assert [(page.name, mark) for page in pages for mark in loading if mark in page.read_text()] == []


def test_no_test_sleeps() -> None:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.name != Path(__file__).name]
    assert [path for path in tests if "time.sleep(" in path.read_text() or "asyncio.sleep(" in path.read_text()] == []
