"""`make lint`'s last step: are there known holes in what is installed? pip-audit asks the package index.

Only a hole that was found fails. An index that cannot be reached, or knows nothing of holes (a mirror), is named in a
note: work must go on without a network.
"""

import json
import subprocess
import sys
import urllib.request
from importlib.metadata import version
from typing import Any

PATIENCE = 4  # seconds for the first answer of the index
LIMIT = 90  # seconds for all of them
IGNORED: dict[str, str] = {}  # id of a hole -> why it does not concern the site
INDEX = "https://pypi.org/pypi/{}/{}/json"


def main() -> int:
    """Audit; return the exit code."""
    if not index_knows_holes():
        return skipped("the package index cannot be reached, or says nothing of holes")
    ignore = [word for hole in IGNORED for word in ("--ignore-vuln", hole)]
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--local",
        "--progress-spinner",
        "off",
        "--timeout",
        "5",
        "-f",
        "json",
    ]
    try:
        done = subprocess.run([*command, *ignore], capture_output=True, text=True, check=False, timeout=LIMIT)
        packages = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return skipped("the package index stopped answering")
    return report(packages)


def index_knows_holes() -> bool:
    """Whether the index answers, with holes, for a package that we have."""
    try:
        with urllib.request.urlopen(INDEX.format("django", version("django")), timeout=PATIENCE) as answer:
            return "vulnerabilities" in json.load(answer)
    except (OSError, ValueError):
        return False


def report(packages: list[dict[str, Any]]) -> int:
    """Name the holes; 1 if there are any."""
    found = [(package, hole) for package in packages for hole in package.get("vulns", ())]
    for package, hole in found:
        fixed = ", ".join(hole.get("fix_versions", ())) or "no version yet"
        print(f"{package['name']} {package['version']}: {hole['id']}, mended in {fixed}")
    audited = sum("vulns" in package for package in packages)
    print(
        f"pip-audit: {audited} packages asked about, {len(packages) - audited} unknown to the index, {len(found)} holes."
    )
    return int(bool(found))


def skipped(why: str) -> int:
    """Say that nothing was audited. No failure."""
    print(f"Note: no audit of the dependencies: {why}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
