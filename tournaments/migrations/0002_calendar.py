"""A new installation has a daily arena and a weekly Swiss on its calendar. Switch them off in the admin."""

from datetime import time

from django.db import migrations

OPTIONS = {
    "deck": 84, "colours": ["red", "blue", "green"], "first_seat": "random", "clear_sets": "off", "blind_miss": "keep",
    "extra_draw": "first", "play_for_places": "off", "may_draw": "off", "ones_reverse": "off", "scoring": "off",
    "score_scope": "hand", "swap_piles": "off", "swap_cards": "off", "colour_bonus": "off", "max_turns": 1000,
    "dry_turns": 100,
}
SETTINGS = {
    "rounds": 5, "minutes": 60, "pod_size": 4, "fill": False, "scoring": "places",
    "tiebreaks": [
        "head_to_head", "firsts", "seconds", "opponents", "sonneborn_berger", "progressive", "later_seat",
    ],
    "advance": 2, "lives": 1, "cut": 16, "streaks": True, "duplicate": False,
}
COLUMNS = {
    "pace": "live", "bot_pace": "human", "bots": "none", "duplicate": False, "grace_seconds": 60, "break_seconds": 60,
    "min_players": 2, "max_players": None, "min_games": 0, "guests": False, "invite_only": False, "password": "",
    "options": OPTIONS, "settings": SETTINGS,
}
ARENA = {
    **COLUMNS, "name": "Daily arena", "format": "arena", "checkin_minutes": 0, "round_minutes": 0, "late_rounds": 30,
}
SWISS = {
    **COLUMNS, "name": "Weekly Swiss", "format": "swiss_pods", "checkin_minutes": 10, "round_minutes": 30,
    "late_rounds": 2,
}


def add_series(apps, schema_editor):
    Series = apps.get_model("tournaments", "Series")
    Series.objects.get_or_create(
        key="daily-arena",
        defaults={
            "name": ARENA["name"], "every": "day", "time": time(19, 0), "timezone": "UTC", "template": ARENA,
        },
    )
    Series.objects.get_or_create(
        key="weekly-swiss",
        defaults={
            "name": SWISS["name"], "every": "week", "weekday": 5, "time": time(16, 0), "timezone": "UTC",
            "template": SWISS,
        },
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(add_series, migrations.RunPython.noop)]
