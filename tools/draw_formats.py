"""Draw the cards of the tournament formats: writes static/cards/formats.svg, one symbol a format, in the cards' own hand.

Run `python tools/draw_formats.py` after changing a design and commit the outcome. Ink cards with an amber rim, as the
Clears are; the pieces on them are the three shapes of the colours, the tables are amber.
"""

from itertools import combinations
from math import cos, pi, sin
from pathlib import Path

from draw_cards import AMBER, INK, LIT, body, n, rays, shape

OUT = Path(__file__).resolve().parent.parent / "static" / "cards" / "formats.svg"
CREAM = "#fffdf8"
SIZES = {"R": 1.0, "B": 1.22, "G": 1.12}  # so that the three look equally large


def piece(colour: str, x: float, y: float, size: float) -> str:
    """Somebody at a table: red circle, blue diamond, green triangle, or a cream ring for the fourth."""
    if colour == "W":
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(size * 0.86)}" fill="{INK}" stroke="{CREAM}" stroke-width="{n(size * 0.34)}"/>'
    lift = size * 0.12 if colour == "G" else 0
    return shape(colour, x, y + lift, size * SIZES[colour], f'fill="{LIT[colour]}"')


def table(x: float, y: float, half: float, fill: str = "none") -> str:
    return (
        f'<rect x="{n(x - half)}" y="{n(y - half)}" width="{n(2 * half)}" height="{n(2 * half)}" rx="{n(half * 0.36)}" '
        f'fill="{fill}" stroke="{AMBER}" stroke-width="3"/>'
    )


def line(x1: float, y1: float, x2: float, y2: float, width: float = 2.6) -> str:
    return f'<path d="M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}" stroke="{AMBER}" stroke-width="{n(width)}" stroke-linecap="round"/>'


def pod(x: float, y: float, half: float, size: float) -> str:
    """A table with four at its sides."""
    away = half + size * 1.7
    sides = {"R": (x, y - away), "B": (x + away, y), "G": (x, y + away), "W": (x - away, y)}
    return table(x, y, half) + "".join(piece(colour, px, py, size) for colour, (px, py) in sides.items())


def swiss_pods() -> str:
    """One table, everybody at it."""
    return pod(50, 70, 15, 9)


def arena() -> str:
    """A clock that shines: play as much as you can."""
    face = f'<circle cx="50" cy="70" r="23" fill="{CREAM}"/><path d="M50 70V51A19 19 0 0 1 66.5 79.5Z" fill="{AMBER}"/>'
    hands = f'<path d="M50 53V70L64.5 78.4" fill="none" stroke="{INK}" stroke-width="4.4" stroke-linecap="round" stroke-linejoin="round"/>'
    return rays(50, 70, 27, 41, 35, 24) + face + hands


def elimination() -> str:
    """Four, two, one."""
    lines = [
        (20, 107, 30, 78),
        (40, 107, 32, 78),
        (60, 107, 68, 78),
        (80, 107, 70, 78),
        (32, 70, 47, 46),
        (68, 70, 53, 46),
    ]
    bottom = "".join(piece(colour, 17 + 22 * i, 108, 8) for i, colour in enumerate("RBGW"))
    return (
        "".join(line(*ends) for ends in lines)
        + bottom
        + piece("R", 31, 74, 9.5)
        + piece("G", 69, 74, 9.5)
        + shape("G", 50, 41, 17, f'fill="{AMBER}"')
    )


def swiss_final() -> str:
    """Many tables, then one."""
    below = "".join(table(x, 104, 9) + piece(colour, x, 104, 4.6) for x, colour in ((22, "R"), (50, "B"), (78, "W")))
    arrow = f'<path d="M50 74L60 85H40Z" fill="{AMBER}"/>'
    return below + arrow + table(50, 46, 18, AMBER) + shape("G", 50, 49, 11.5, f'fill="{INK}"')


def round_robin() -> str:
    """Everybody with everybody."""
    ring = [(50 + 31 * cos(2 * pi * i / 5 - pi / 2), 72 + 31 * sin(2 * pi * i / 5 - pi / 2)) for i in range(5)]
    web = "".join(line(*one, *other, 2) for one, other in combinations(ring, 2))
    return web + "".join(piece(colour, x, y, 9.5) for colour, (x, y) in zip("RBGWR", ring, strict=True))


FORMATS = (swiss_pods, arena, elimination, swiss_final, round_robin)


def sprite() -> str:
    """The whole sprite as SVG text."""
    rim = body(INK, AMBER, 3) + (
        f'<rect x="5.2" y="5.2" width="89.6" height="129.6" rx="5" fill="none" stroke="{AMBER}" stroke-opacity=".32" stroke-width=".8"/>'
    )
    symbols = [f'<symbol id="{draw.__name__}" viewBox="0 0 100 140">{rim}{draw()}</symbol>' for draw in FORMATS]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


if __name__ == "__main__":
    OUT.write_text(sprite())
