"""Words that pages show about formats. Marked here for translation, translated where a page is made."""


def gettext_noop(text: str) -> str:
    """The text itself: a mark for makemessages, since these modules know no framework."""
    return text
