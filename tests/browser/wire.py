"""What stands between a page and its table's socket."""

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute


class Wire:
    """Passes everything on and remembers it, until told otherwise."""

    def __init__(self) -> None:
        self.opened: list[WebSocketRoute] = []
        self.frames: list[str] = []  # from the server
        self.said: list[str] = []  # by the page
        self.open = True  # whether frames reach the page
        self.change: Callable[[str], str] = str  # what becomes of what the page says
        self.loses: Callable[[str], bool] = lambda frame: False  # frames that do not reach the page

    def __call__(self, route: WebSocketRoute) -> None:
        """A new connection of the page."""
        self.opened.append(route)
        server = route.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            self.said.append(str(frame))
            server.send(self.change(str(frame)))

        def to_page(frame: str | bytes) -> None:
            self.frames.append(str(frame))
            if self.open and not self.loses(str(frame)):
                route.send(frame)

        route.on_message(to_server)
        server.on_message(to_page)
