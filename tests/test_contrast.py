"""Every pair of text and background that the style sheets use is readable, in light and in dark."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parent.parent / "static" / "css" / "tokens.css"
HEX = r"#[0-9a-f]{6}"

SURFACES = ("bg", "felt", "felt-raised")
WORDS = ("ink", "muted", "accent-text", "red-text", "blue-text", "green-text")
PAIRS = [
    *[(word, surface) for word in WORDS for surface in SURFACES],
    *[("ink", soft) for soft in ("accent-soft", "danger-soft", "ok-soft")],
    ("red-text", "danger-soft"),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-hover"),
    ("bg", "ink"),
    ("card-ink", "card"),
    *[("on-colour", colour) for colour in ("red", "blue", "green")],
]
EDGES = [(edge, surface) for edge in ("line-strong", "focus") for surface in SURFACES]


def tokens(theme: str) -> dict[str, str]:
    """Colour tokens by name for "light" or "dark"."""
    found = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", TOKENS.read_text()):
        colours = re.findall(HEX, value)
        if re.fullmatch(rf"{HEX}|light-dark\({HEX}, {HEX}\)", value):
            found[name] = colours[-1] if theme == "dark" else colours[0]
    return found


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "surface"), PAIRS)
def test_text_is_readable(theme: str, text: str, surface: str) -> None:
    colours = tokens(theme)
    assert contrast(colours[text], colours[surface]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("edge", "surface"), EDGES)
def test_edges_that_mean_something_are_visible(theme: str, edge: str, surface: str) -> None:
    colours = tokens(theme)
    assert contrast(colours[edge], colours[surface]) >= 3


def test_every_variable_used_is_set_somewhere() -> None:
    root = TOKENS.parent.parent.parent
    sources = [*root.glob("static/**/*.css"), *root.glob("static/js/*.js"), *root.glob("templates/**/*.html")]
    known = set(re.findall(r"--([\w-]+)", "".join(re.sub(r"var\(--[\w-]+", "", path.read_text()) for path in sources)))
    for sheet in root.glob("static/css/*.css"):
        assert set(re.findall(r"var\(--([\w-]+)\)", sheet.read_text())) <= known, sheet.name
