"""The admin, for tables of any size: no list counts to its end or pages far into it."""

from typing import Any, Final

from django.contrib import admin
from django.core.paginator import Paginator
from django.utils.functional import cached_property

from config import audit

LISTED: Final = 1000  # rows of a list that can be paged through; for more there are search and filters


class Bounded(Paginator):
    """Pages of the first rows. `cut`: there are more."""

    @cached_property
    def _found(self) -> int:
        return int(self.object_list.order_by("pk")[: LISTED + 1].count())

    @property
    def cut(self) -> bool:
        """Whether the list ends before the rows do."""
        return self._found > LISTED

    @property
    def count(self) -> int:  # type: ignore[override]
        """How many can be paged through."""
        return min(self._found, LISTED)


class Site(admin.AdminSite):
    """The default site, with the same bounds for every list, and one way to tell changes; other packages' too."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """As usual, bounded. Options given by name win."""
        bounds = {"paginator": Bounded, "show_full_result_count": False, "show_facets": admin.ShowFacets.NEVER}
        told = {"construct_change_message": audit.change_message}
        super().register(model_or_iterable, admin_class, **{**bounds, **told, **options})
