"""Makes confusables.txt from the PyPI package confusable-homoglyphs, which carries Unicode's table as a graph.

    pip install confusable-homoglyphs==3.3.1 && python -m accounts.data.make_confusables

Only characters that a user name may hold are kept: the rest can never be asked for.
"""

import json
import unicodedata
from collections import defaultdict
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from accounts.usernames import is_allowed

HEADER = """\
# Look-alike characters (UTS 39), reduced to those that a user name may hold. Made by make_confusables.py.
# Source: confusables.txt of Unicode 15.1, by way of confusable-homoglyphs {version} from PyPI (MIT).
# Unicode data: Copyright (c) 1991-2023 Unicode, Inc. Distributed under the Terms of Use in
# https://www.unicode.org/copyright.html, see UNICODE-LICENSE.txt in this folder.
# Each line: code point; code points of its prototype.
"""


def bare(text: str) -> str:
    """The package wraps right-to-left characters in left-to-right marks: off with them."""
    return unicodedata.normalize("NFD", text.replace("\u200e", ""))


def components(graph: dict[str, list[dict[str, str]]]) -> list[set[str]]:
    """Groups of strings that all look alike (connected components of the package's graph)."""
    neighbours: dict[str, set[str]] = defaultdict(set)
    for text, others in graph.items():
        for other in others:
            neighbours[bare(text)].add(bare(other["c"]))
            neighbours[bare(other["c"])].add(bare(text))
    seen: set[str] = set()
    groups = []
    for start in neighbours:
        if start in seen:
            continue
        group, todo = set(), [start]
        while todo:
            text = todo.pop()
            if text not in group:
                group.add(text)
                todo += neighbours[text]
        seen |= group
        groups.append(group)
    return groups


def prototype(group: set[str]) -> str:
    """The string that stands for its group: "rn" for "m" (only single characters are replaced), else ASCII first."""
    return min(group, key=lambda text: (len(text) == 1, not text.isascii(), not text.islower(), text))


def table(groups: list[set[str]]) -> dict[str, str]:
    """Character -> prototype, with the characters of a longer prototype replaced by their own."""
    direct = {text: prototype(group) for group in groups for text in group if len(text) == 1}
    direct = {char: target for char, target in direct.items() if char != target}
    for _ in range(4):
        direct = {char: "".join(direct.get(part, part) for part in target) for char, target in direct.items()}
    return direct


def main() -> None:
    """Write confusables.txt beside this file."""
    graph = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    lines = [
        f"{ord(char):04X};{' '.join(f'{ord(part):04X}' for part in target)}\n"
        for char, target in sorted(table(components(graph)).items())
        if is_allowed(char) and unicodedata.normalize("NFKC", char) == char
    ]
    header = HEADER.format(version=version("confusable-homoglyphs"))
    Path(__file__).with_name("confusables.txt").write_text(header + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
