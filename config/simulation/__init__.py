"""Whole tournaments without people at the keyboard: `manage.py simulate_tournament`.

plan (what is asked for) -> script (who does what, from the seed alone) -> stage (the event, through the services) and
cast (scripted people at their tables), on a stack of real workers and beat -> checks (what must hold afterwards).
"""
