"""Forms: a new tournament."""

from .edit import EditForm
from .presets import PRESETS, preset_values
from .start import read_start, read_zone
from .tournament import TournamentForm

__all__ = ["PRESETS", "EditForm", "TournamentForm", "preset_values", "read_start", "read_zone"]
