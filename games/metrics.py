"""What is counted while games are played. Where it can be read: config/metrics.py."""

from typing import Final

from prometheus_client import Counter, Histogram

QUICK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SLOW: Final = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300)

MOVES: Final = Counter("threeup_moves", "Actions that were accepted and committed, by who took them.", ["by"])
PUSH: Final = Histogram(
    "threeup_submit_to_push_seconds", "From taking a table's lock to handing one socket the new table.", buckets=QUICK
)
RENDERINGS: Final = Counter(
    "threeup_renderings", "Tables that were rendered, for one seat or for all watchers at once.", ["reader"]
)
LATE: Final = Histogram(
    "threeup_due_late_seconds",
    "How long after its due time the server acted at a table: a bot's turn, a time-out, or what the sweep found.",
    ["what"],
    buckets=SLOW,
)
FAILURES: Final = Counter("threeup_task_failures", "Celery tasks that ended with an exception.", ["task"])
