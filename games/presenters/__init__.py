"""A reader's view as template context and as JSON: used by page, POST answer and socket alike."""

from .log import Line, log_lines
from .options import option_words, pace_words
from .payload import reader_view, view_payload
from .people import Person, bot_name, named, people
from .results import Results, results
from .seats import reaction_words
from .table import table_context

__all__ = [
    "Line",
    "Person",
    "Results",
    "bot_name",
    "log_lines",
    "named",
    "option_words",
    "pace_words",
    "people",
    "reaction_words",
    "reader_view",
    "results",
    "table_context",
    "view_payload",
]
