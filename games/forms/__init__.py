"""Forms: the rule options alone, and those of a new table."""

from .options import OptionsForm, form_values, presets
from .table import TableForm

__all__ = ["OptionsForm", "TableForm", "form_values", "presets"]
