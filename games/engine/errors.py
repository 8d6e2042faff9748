"""What the engine raises. Every message says what was wrong and what is allowed."""

from collections.abc import Mapping


class EngineError(ValueError):
    """Base of all refusals of the engine. Nothing has changed when one is raised."""


class OptionsError(EngineError):
    """An option set that the rules do not allow; `problems` maps option name -> message."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems: dict[str, str] = dict(problems)
        super().__init__("; ".join(f"{name}: {message}" for name, message in self.problems.items()))


class DealError(EngineError):
    """Seats, deck or draws that no game can be dealt from."""


class ActionSyntaxError(EngineError):
    """A text that is not an action of RULES section 8."""


class IllegalAction(EngineError):
    """A well-formed action that may not be taken now; `reason` says why, `legal` lists what may."""

    def __init__(self, reason: str, legal: tuple[str, ...] = ()) -> None:
        self.reason = reason
        self.legal = legal
        listed = ", ".join(legal[:12]) + (", ..." if len(legal) > 12 else "")
        super().__init__(f"{reason}; legal: {listed or 'nothing'}")
