"""Queries that are put into SQL once: for the few that every request and every move makes.

Putting a query of forty columns together takes Django longer than running it and making the rows.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet


class Prepared:
    """A query that Django wrote once. `make` builds it with any values at all; those asked for come in their order."""

    def __init__(self, make: Callable[[], QuerySet[Any]]) -> None:
        self._make = make
        self._text = ""

    def tuples(self, *values: Any) -> list[tuple[Any, ...]]:
        """The rows as the database gives them."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql(), values)
            return list(cursor.fetchall())

    def rows(self, model: type[Model], *values: Any) -> list[Any]:
        """The rows as objects; what the query adds to the model's columns is an attribute of each."""
        return list(model._default_manager.raw(self._sql(), values))

    def _sql(self) -> str:
        if not self._text:
            self._text, _values = self._make().query.sql_with_params()
        return self._text
