"""Every address of the site, walked from its urlconf: whatever is added there is attacked here, too."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import get_resolver

PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^()]*\)")


@dataclass(frozen=True, slots=True)
class Address:
    """One entry of the urlconf. `template` has `{parameter}` where the urlconf has one."""

    name: str
    template: str
    parameters: tuple[str, ...]

    @property
    def admin(self) -> bool:
        """Whether it belongs to the admin."""
        return self.template.startswith("/admin/")

    def path(self, values: dict[str, str]) -> str:
        """The path with these (percent-encoded) values."""
        return self.template.format(**values)

    def __str__(self) -> str:
        return self.template


def _walk(patterns: Sequence[Any], route: str = "", namespace: str = "") -> Iterator[Address]:
    for pattern in patterns:
        here = route + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if hasattr(pattern, "url_patterns"):
            inside = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, here, inside)
            continue
        names = tuple(first or second for first, second in PLACEHOLDER.findall(here))
        template = PLACEHOLDER.sub(lambda found: "{" + (found[1] or found[2]) + "}", here)
        yield Address(namespace + (pattern.name or ""), "/" + template, names)


def all_addresses() -> list[Address]:
    """Every address, in the order of the urlconf."""
    return list(_walk(get_resolver().url_patterns))


def own_addresses() -> list[Address]:
    """Every address that is not the admin's."""
    return [address for address in all_addresses() if not address.admin]
