"""Draw the card faces: writes static/cards/sprite.svg, one symbol a face, each in two designs.

Run `python tools/draw_cards.py` after changing a design and commit the outcome. The numerals are outlines of Rubik
(weight 800, SIL Open Font License, see static/fonts) kept in card_glyphs.json, so that no font is needed to draw.

Every symbol is 100 x 140 units. It holds both designs; the page shows one by setting the custom property
`--face-classic` or `--face-large` to `inline` or `none` (static/css/cards.css), which reaches into the sprite.
"""

import json
from math import cos, pi, sin, sqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "static" / "cards" / "sprite.svg"
GLYPHS = json.loads((HERE / "card_glyphs.json").read_text())

COLOURS = "RBG"
RANKS = [*(str(n) for n in range(1, 11)), "C", "+1", "+2"]
HUE = {"R": "#c8382d", "B": "#2463b4", "G": "#1f8457"}
DEEP = {"R": "#a5281f", "B": "#194c90", "G": "#156642"}  # engraved lines on the shape
LIT = {"R": "#ff7a6b", "B": "#6aa9f7", "G": "#4fc98f"}  # the same three on ink
PAPER, INK, AMBER = "var(--card,#fffdf8)", "#1b2130", "#f0ab43"
CAP = 700  # cap height of the outlines


def n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(
    chars: str,
    x: float,
    y: float,
    cap: float,
    fill: str,
    *,
    track: float = 0.0,
    squeeze: float = 1.0,
) -> str:
    """Outlines of `chars`, optically centred on (x, y); `cap` is the height of a capital in card units."""
    scale = cap / CAP
    left = GLYPHS[chars[0]]["box"][0]
    right = GLYPHS[chars[-1]]["adv"] - GLYPHS[chars[-1]]["box"][2]
    width = sum(GLYPHS[c]["adv"] for c in chars) - left - right + track / scale * (len(chars) - 1)
    pen, paths = -left, []
    for char in chars:
        # A plus sits on its own middle; it is lifted to the middle of the figures beside it.
        lift = (-CAP / 2 - (GLYPHS[char]["box"][1] + GLYPHS[char]["box"][3]) / 2) if char == "+" else 0
        paths.append(f'<path transform="translate({n(pen)} {n(lift)})" d="{GLYPHS[char]["d"]}"/>')
        pen += GLYPHS[char]["adv"] + track / scale
    place = f"translate({n(x - width * scale * squeeze / 2)} {n(y + cap / 2)}) scale({n4(scale * squeeze)} {n4(scale)})"
    return f'<g transform="{place}" fill="{fill}">{"".join(paths)}</g>'


def n4(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def corners(colour: str, x: float, y: float, size: float) -> list[tuple[float, float]]:
    """The corner points of a colour's shape: a diamond, or a triangle whose centroid is (x, y)."""
    if colour == "B":
        return [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
    half, rise = size * 1.06, size * 1.06 * sqrt(3) / 3
    return [(x, y - 2 * rise), (x + half, y + rise), (x - half, y + rise)]


def rounded(points: list[tuple[float, float]], radius: float) -> str:
    """A closed path through `points` whose corners are rounded, starting in the middle of the last side."""
    parts = []
    for i, (px, py) in enumerate(points):
        ax, ay = points[i - 1]
        bx, by = points[(i + 1) % len(points)]
        enter, leave = toward(px, py, ax, ay, radius), toward(px, py, bx, by, radius)
        parts.append(f"{'L' if parts else 'M'}{n(enter[0])} {n(enter[1])}Q{n(px)} {n(py)} {n(leave[0])} {n(leave[1])}")
    return "".join(parts) + "Z"


def toward(x: float, y: float, tx: float, ty: float, by: float) -> tuple[float, float]:
    length = sqrt((tx - x) ** 2 + (ty - y) ** 2)
    return x + (tx - x) * by / length, y + (ty - y) * by / length


def shape(colour: str, x: float, y: float, size: float, paint: str, *, inset: float = 0.0) -> str:
    """The shape of a colour. `size`: radius of the circle, half a diagonal, about half a side of the triangle."""
    if colour == "R":
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(size - inset)}" {paint}/>'
    shrink = inset * sqrt(2) if colour == "B" else inset * sqrt(3) / 1.06
    radius = max(0.0, size * 0.16 - inset * 0.4)
    return f'<path d="{rounded(corners(colour, x, y, size - shrink), radius)}" {paint}/>'


def tally(colour: str, x: float, y: float, size: float, rank: int, inset: float) -> str:
    """An engraved line inside the shape, broken into as many strokes as the card counts."""
    dash = f'pathLength="{rank * 10}" stroke-dasharray="7 3" stroke-dashoffset="-1.5" stroke-linecap="butt"'
    if rank == 1:
        dash = ""
    paint = f'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.3" {dash}'
    drawn = shape(colour, x, y, size, paint, inset=inset)
    return f'<g transform="rotate(-90 {n(x)} {n(y)})">{drawn}</g>' if colour == "R" else drawn


def twice(inner: str) -> str:
    """A corner and the same turned round in the opposite corner."""
    return f'{inner}<g transform="rotate(180 50 70)">{inner}</g>'


def body(fill: str, stroke: str, width: float) -> str:
    gap = width / 2
    return (
        f'<rect x="{n(gap)}" y="{n(gap)}" width="{n(100 - width)}" height="{n(140 - width)}" rx="{n(9 - gap)}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{n(width)}"/>'
    )


CENTRE = {"R": (50, 70, 33), "B": (50, 70, 40.5), "G": (50, 73, 35.5)}
NUMERAL = {"R": (50, 70, 37, 29), "B": (50, 70, 33, 25), "G": (50, 75.8, 26.5, 21.5)}


def number_classic(colour: str, rank: str) -> str:
    """White numeral in the colour's shape, on paper."""
    x, y, size = CENTRE[colour]
    nx, ny, cap, cap_ten = NUMERAL[colour]
    hue, ten = HUE[colour], rank == "10"
    corner = text(rank, 17, 19, 17, hue, squeeze=0.8 if ten else 1, track=-0.6 if ten else 0)
    corner += shape(
        colour,
        17,
        38.4 if colour == "G" else 37,
        {"R": 5.6, "B": 7, "G": 6.4}[colour],
        f'fill="{hue}"',
    )
    ghost = shape(colour, x + 2.2, y + 2.6, size, f'fill="{hue}" fill-opacity=".16"')
    return (
        body(PAPER, "#1d2433", 0.9).replace("stroke-width", 'stroke-opacity=".28" stroke-width')
        + ghost
        + shape(colour, x, y, size, f'fill="{hue}"')
        + tally(colour, x, y, size, int(rank), 3.4)
        + text(rank, nx, ny, cap_ten if ten else cap, "#fff", track=-1 if ten else 0)
        + twice(corner)
    )


def rays(x: float, y: float, inner: float, long: float, short: float, count: int) -> str:
    """Tapered rays, long and short in turn."""
    parts = []
    for i in range(count):
        angle, reach = 2 * pi * i / count - pi / 2, (long, short)[i % 2]
        half = 0.062 if i % 2 == 0 else 0.045
        points = [
            (x + inner * cos(angle - half), y + inner * sin(angle - half)),
            (x + reach * cos(angle - half * 0.7), y + reach * sin(angle - half * 0.7)),
            (x + reach * cos(angle + half * 0.7), y + reach * sin(angle + half * 0.7)),
            (x + inner * cos(angle + half), y + inner * sin(angle + half)),
        ]
        parts.append("M" + "L".join(f"{n(px)} {n(py)}" for px, py in points) + "Z")
    return f'<path d="{"".join(parts)}" fill="{AMBER}"/>'


def clear_classic(colour: str, rank: str) -> str:
    """Ink, an amber rim, and a sun whose disc has the colour; its index and shape stand in the corner that a fan of cards leaves open."""
    x, y = 50, 66
    if rank == "C":
        mark = shape(
            colour,
            x,
            y + (1.6 if colour == "G" else 0),
            {"R": 8, "B": 10.5, "G": 9.6}[colour],
            'fill="#fff"',
        )
    else:
        mark = text(rank, x, y, 15.5, "#fff", track=0.2)
    corner = text(
        rank,
        17.5 if rank == "C" else 20,
        19,
        15,
        AMBER,
        squeeze=1 if rank == "C" else 0.9,
    )
    corner += shape(
        colour,
        17.5,
        37.4 if colour == "G" else 36,
        {"R": 5.2, "B": 6.6, "G": 6}[colour],
        f'fill="{LIT[colour]}"',
    )
    return (
        body(INK, AMBER, 3)
        + '<rect x="5.2" y="5.2" width="89.6" height="129.6" rx="5" fill="none" stroke="#f0ab43" stroke-opacity=".32" stroke-width=".8"/>'
        + rays(x, y, 24.5, 37.5, 32, 24)
        + f'<circle cx="{x}" cy="{y}" r="20.6" fill="{HUE[colour]}"/>'
        + f'<circle cx="{x}" cy="{y}" r="18" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width=".9"/>'
        + mark
        + text("CLEAR", 50, 119.5, 12, "#fffdf8", track=1.6)
        + corner
    )


def number_large(colour: str, rank: str) -> str:
    """A jumbo index in its colour with the shape under it, and a jumbo shape: nothing else, in full contrast."""
    hue, ten = DEEP[colour], rank == "10"
    x, y, size = {"R": (61, 96, 30), "B": (59, 95, 37), "G": (59, 104, 35)}[colour]
    return (
        body("#ffffff", "#12161f", 2.4)
        + text(rank, 31 if ten else 25, 27, 36, hue, squeeze=0.74 if ten else 1, track=-2 if ten else 0)
        + small_shape(colour, 22, 56, 1.35, hue)
        + shape(colour, x, y, size, f'fill="{hue}"')
    )


def small_shape(colour: str, x: float, y: float, scale: float, fill: str) -> str:
    """The shape as it stands under an index."""
    size = {"R": 5.6, "B": 7, "G": 6.4}[colour] * scale
    return shape(colour, x, y + (1.4 * scale if colour == "G" else 0), size, f'fill="{fill}"')


def clear_large(colour: str, rank: str) -> str:
    """The same on ink, in amber."""
    x, y, size = {"R": (64, 80, 22), "B": (62, 79, 27), "G": (62, 85, 26)}[colour]
    return (
        body("#0b0e15", AMBER, 5)
        + text(rank, 29 if rank == "C" else 35, 28, 34, AMBER, squeeze=1 if rank == "C" else 0.82)
        + small_shape(colour, 22, 58, 1.2, LIT[colour])
        + shape(colour, x, y, size, f'fill="{LIT[colour]}"')
        + text("CLEAR", 50, 124, 12, "#fff", track=2)
    )


def lattice() -> str:
    """A fine weave of small triangles, up and down in turn: the motif of the back."""
    parts = []
    for row in range(11):
        for column in range(8):
            x, y = 50 + (column - 3.5) * 11.2, 70 + (row - 5) * 11.6
            tip = -3 if (row + column) % 2 else 3
            parts.append(f"M{n(x - 3.4)} {n(y - tip * 0.8)}L{n(x + 3.4)} {n(y - tip * 0.8)}L{n(x)} {n(y + tip)}Z")
    return f'<path d="{"".join(parts)}" fill="#fff" fill-opacity=".055"/>'


def back() -> str:
    """Two triangles, up over down."""
    up, down = (
        corners("G", 50, 54, 20),
        [(px, 140 - py) for px, py in corners("G", 50, 54, 20)],
    )
    line = f'fill="var(--card-back,#27324a)" stroke="{AMBER}" stroke-width="3.6" stroke-linejoin="round"'
    return (
        body("var(--card-back,#27324a)", "#000", 0.9).replace("stroke-width", 'stroke-opacity=".35" stroke-width')
        + lattice()
        + f'<rect x="5.5" y="5.5" width="89" height="129" rx="5.5" fill="none" stroke="{AMBER}" stroke-opacity=".55" stroke-width="1.1"/>'
        + f'<path d="{rounded(up, 3)}" {line}/><path d="{rounded(down, 3)}" {line}/>'
        + "".join(f'<path d="{rounded(inset, 1.5)}" fill="{AMBER}" fill-opacity=".22"/>' for inset in small_pair())
    )


def small_pair() -> list[list[tuple[float, float]]]:
    inner = corners("G", 50, 54.4, 9)
    return [inner, [(px, 140 - py) for px, py in inner]]


def name(colour: str, rank: str) -> str:
    """The symbol's id: R5, GC, Gp1."""
    return colour + rank.replace("+", "p")


def sprite() -> str:
    """The whole sprite as SVG text."""
    parts = []
    for colour in COLOURS:
        for rank in RANKS:
            number = rank.isdigit()
            classic = (number_classic if number else clear_classic)(colour, rank)
            large = (number_large if number else clear_large)(colour, rank)
            parts.append(
                f'<symbol id="{name(colour, rank)}" viewBox="0 0 100 140">'
                f'<g display="var(--face-classic,inline)">{classic}</g>'
                f'<g display="var(--face-large,none)">{large}</g></symbol>'
            )
    parts.append(f'<symbol id="back" viewBox="0 0 100 140">{back()}</symbol>')
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(sprite())
