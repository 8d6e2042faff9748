"""Formats: name -> one way of running an event.

Pure: values in, values out; no framework, no clock, and no chance but the event's seed. A new format is a file here and
a line below.
"""

from .arena import Arena
from .base import Format
from .elimination import Elimination
from .round_robin import RoundRobin
from .swiss_final import SwissFinal
from .swiss_pods import SwissPods

FORMATS: dict[str, Format] = {
    made.name: made for made in (SwissPods(), Arena(), Elimination(), SwissFinal(), RoundRobin())
}

__all__ = ["FORMATS"]
