"""`make up` with the bare view in it: what `bench/load.py` starts."""

from tools import up


class Stack(up.Stack):
    """The production stack under the settings of `bench.bare.production`."""

    def _environment(self) -> dict[str, str]:
        return super()._environment() | {"DJANGO_SETTINGS_MODULE": "bench.bare.production"}

    def _add(self, name: str, command: list[str]) -> None:
        super()._add(name, ["bench.bare.asgi:application" if "asgi:" in part else part for part in command])


if __name__ == "__main__":
    up.main(Stack)
