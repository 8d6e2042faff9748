"""Events to start from: each is a format with fields that suit it."""

from typing import Any, Final

from games.api.options import presets as table_presets

# Preset -> the fields in which it differs from an evening of Swiss; all are played by the official rules.
PRESETS: Final[dict[str, dict[str, str]]] = {
    "swiss": {},
    "arena": {"format": "arena", "minutes": "60", "round_minutes": "0"},
    "knockout": {"format": "elimination", "advance": "2", "checkin_minutes": "10", "late_rounds": "0"},
    "duels": {"pod_size": "2", "rounds": "7", "round_minutes": "20"},
    "final": {"format": "swiss_final", "rounds": "4", "cut": "16", "advance": "1", "checkin_minutes": "10"},
    "slow": {
        "format": "round_robin",
        "pace": "days",
        "grace_seconds": "86400",
        "break_seconds": "3600",
        "round_minutes": "0",
    },
}
SWISS: Final[dict[str, str]] = {
    "format": "swiss_pods",
    "rounds": "5",
    "minutes": "60",
    "pod_size": "4",
    "advance": "2",
    "lives": "1",
    "cut": "16",
    "streaks": "on",
    "checkin_minutes": "0",
    "late_rounds": "",
    "pace": "live",
    "bot_pace": "human",
    "grace_seconds": "60",
    "break_seconds": "30",
    "round_minutes": "30",
    "bots": "none",
    "duplicate": "off",
    "points": "places",
}


def preset_values() -> dict[str, dict[str, Any]]:
    """Preset name -> values of its fields, as text and lists of text (also for a script)."""
    official = table_presets()["official"]
    return {name: {**official, **SWISS, **differs} for name, differs in PRESETS.items()}
