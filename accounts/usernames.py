"""What a user name may be, and when two names are too alike. Pure: no database, no request.

A name is letters, digits, `_` and `-`, in NFKC. Letters bring the combining marks that their script needs (Devanagari,
Thai, Arabic vowels). Characters that cannot be seen, the zero-width joiners of Persian and Indic writing among them,
are refused: a name must be typed and compared without them. Scripts may be mixed as UTS 39 allows at its level "Highly
Restrictive": one script, or Latin with the Japanese, Chinese or Korean set.

Two names clash when `name_keys` of one and the other have a key in common: they are equal without regard to case, or
look alike (UTS 39 skeleton), or look alike once case is set aside.
"""

import unicodedata
from functools import cache
from pathlib import Path

import regex
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DATA = Path(__file__).with_name("data")
MIN_LENGTH = 2
MAX_LENGTH = 30
GUEST_PREFIX = "guest-"  # names that only the site gives
BOT_PREFIX = "bot-"

# UAX 31, table 5: the scripts in everyday use. Others would be read by few and checked by nobody.
SCRIPTS = (DATA / "scripts.txt").read_text("utf-8").split()
# UTS 39, 5.2: mixtures that count as one writing system at "Highly Restrictive".
MIXTURES = (
    frozenset({"Latin", "Han", "Hiragana", "Katakana"}),
    frozenset({"Latin", "Han", "Bopomofo"}),
    frozenset({"Latin", "Han", "Hangul"}),
)

# Letters of no script: modifiers that pass for quotation marks, the tatweel that only draws a letter longer.
_UNROOTED = regex.compile(r"[\p{Script=Common}--\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}]", regex.V1)
_INVISIBLE = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]")
_MARK_PILE = regex.compile(r"\p{M}{5,}|(\p{Mn})\1")
_PUNCTUATION_RUN = regex.compile(r"[_-]+")
_IN_SCRIPT = {script: regex.compile(rf"\p{{Script_Extensions={script}}}") for script in SCRIPTS}
_SOFT_DOT = regex.compile(r"(?<=\p{Soft_Dotted})\u0307")  # the dot that folding a Turkish capital leaves on an i
_EVERYWHERE = regex.compile(r"[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]")

RESERVED = (DATA / "reserved.txt").read_text("utf-8").split()


class NameRefused(ValueError):
    """The name cannot be had. `code` names the reason, `message` (translatable) says what is allowed."""

    def __init__(self, code: str, message: str | Promise) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


def is_allowed(char: str) -> bool:
    """True for letters that belong to a script, marks, digits, `_` and `-`."""
    category = unicodedata.category(char)
    if category[0] == "L":
        return not _UNROOTED.fullmatch(char)
    return category[0] == "M" or category == "Nd" or char in "_-"


def normalise(name: str) -> str:
    """The form that is stored and shown: NFKC, without space around it."""
    return unicodedata.normalize("NFKC", name).strip()


def fold(name: str) -> str:
    """The form in which names are looked up: `Ali`, `ali` and `ALI` are one. What no database stores is replaced."""
    folded = unicodedata.normalize("NFKC", normalise(name).casefold()).replace("\0", "\N{REPLACEMENT CHARACTER}")
    return folded.encode(errors="replace").decode()


@cache
def confusables() -> dict[int, str]:
    """Code point -> the characters it is read as (UTS 39), for str.translate."""
    lines = (DATA / "confusables.txt").read_text("utf-8").splitlines()
    pairs = (line.split(";") for line in lines if not line.startswith("#"))
    return {int(char, 16): "".join(chr(int(part, 16)) for part in target.split()) for char, target in pairs}


def skeleton(name: str) -> str:
    """What the eye sees (UTS 39, 4), runs of `_` or `-` taken as one: equal skeletons look alike."""
    decomposed = _SOFT_DOT.sub("", unicodedata.normalize("NFD", _INVISIBLE.sub("", name)))
    drawn = unicodedata.normalize("NFD", decomposed.translate(confusables()))
    return _PUNCTUATION_RUN.sub(lambda run: run[0][0], drawn)


def name_keys(name: str) -> frozenset[str]:
    """The keys that nobody else's name may have: the look of the folded name, and the look as typed, folded.

    `ALI` is `ali` by the first; `AIi` (capital i in the middle) is `ali` by the second.
    """
    return frozenset({skeleton(fold(name)), skeleton(skeleton(normalise(name)).casefold())})


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset().union(*(name_keys(word) for word in RESERVED))


def is_reserved(name: str) -> bool:
    """True for a word that only the site uses, one that looks like it, or a name kept for guests and bots."""
    keys = name_keys(name)
    prefixes = tuple(key for prefix in (GUEST_PREFIX, BOT_PREFIX) for key in name_keys(prefix))
    return bool(keys & _reserved_keys()) or any(key.startswith(prefixes) for key in keys)


def check(name: str) -> str:
    """The normalised name, or NameRefused. Whether somebody has it is not asked here."""
    name = check_letters(name)
    if is_reserved(name):
        raise NameRefused("reserved", _("This name is kept for the site itself. Please choose another."))
    return name


def check_letters(name: str) -> str:
    """Like check(), but lets the site's own words pass: for those who run the site."""
    name = normalise(name)
    _check_characters(name)
    _check_shape(name)
    _check_scripts(name)
    return name


def _check_characters(name: str) -> None:
    if _INVISIBLE.search(name):
        raise NameRefused(
            "invisible",
            _("This name holds a character that cannot be seen, such as a zero-width joiner. Please leave it out."),
        )
    if not all(map(is_allowed, name)):
        raise NameRefused("characters", _("A name is made of letters, digits, _ and -, without spaces."))


def _check_shape(name: str) -> None:
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise NameRefused("length", _("A name has 2 to 30 characters."))
    if name[0] in "_-" or name[-1] in "_-":
        raise NameRefused("edge", _("A name begins and ends with a letter or a digit."))
    if unicodedata.category(name[0]).startswith("M"):
        raise NameRefused("edge", _("A name begins with a letter or a digit, not with an accent."))
    if _MARK_PILE.search(unicodedata.normalize("NFD", name)):
        raise NameRefused("marks", _("This name has too many accents on one letter."))


def scripts_of(char: str) -> frozenset[str]:
    """The scripts that a character is used in; all of them for digits, `_`, `-` and common marks."""
    if _EVERYWHERE.fullmatch(char):
        return frozenset(SCRIPTS)
    return frozenset(script for script, pattern in _IN_SCRIPT.items() if pattern.fullmatch(char))


def _check_scripts(name: str) -> None:
    used = [scripts_of(char) for char in name]
    if not all(used):
        raise NameRefused("script", _("This name has letters of a script that is not in everyday use."))
    systems = [frozenset({script}) for script in SCRIPTS] + list(MIXTURES)
    if not any(all(scripts & system for scripts in used) for system in systems):
        raise NameRefused(
            "mixed", _("This name mixes alphabets. Please use one, or Latin letters with Japanese, Chinese or Korean.")
        )
    zeros = {ord(char) - unicodedata.decimal(char) for char in name if char.isdecimal()}
    if len(zeros) > 1:
        raise NameRefused("digits", _("This name mixes digits of different scripts. Please use one kind."))
