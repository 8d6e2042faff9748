"""Queries that are put into SQL once: for the few that every request and every move makes.

Putting a query of forty columns together takes Django longer than running it and making the rows.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import connection
from django.db.models import Model, QuerySet

ASKED: Final = -987654321  # stands in a query for a number that is given when it is asked


class Prepared:
    """A query that Django wrote once. `make` builds it with any values at all; those asked for come in their order.

    A query with values that stay marks the others: they are ASKED, and those that stay are as `make` has them.
    """

    def __init__(self, make: Callable[[], QuerySet[Any]]) -> None:
        self._make = make
        self._text = ""
        self._kept: tuple[Any, ...] = ()

    def tuples(self, *values: Any) -> list[tuple[Any, ...]]:
        """The rows as the database gives them."""
        with connection.cursor() as cursor:
            cursor.execute(*self._query(values))
            return list(cursor.fetchall())

    def rows(self, model: type[Model], *values: Any, names: Mapping[str, str] | None = None) -> list[Any]:
        """The rows as objects; what the query adds to the model's columns is an attribute of each.

        names: fields by the names of their columns in the query, where these are not the model's own.
        """
        return list(model._default_manager.raw(*self._query(values), names))

    def _query(self, values: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
        if not self._text:
            text, made = self._make().query.sql_with_params()
            self._kept = made if ASKED in made else ()
            self._text = text
        if not self._kept:
            return self._text, values
        given = iter(values)
        return self._text, tuple(next(given) if value == ASKED else value for value in self._kept)
