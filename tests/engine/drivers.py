"""One way to drive the engine and the oracle: texts and dicts in and out, `Refused` for every refusal."""

from games import engine

from . import oracle


class Refused(Exception):
    """The action or the game was refused."""


class EngineGame:
    """`games.engine` by its public names."""

    def __init__(self, value):
        self.value = value

    @classmethod
    def new(cls, options, seats, deck, first_seat, pile_order=None, forfeited=()):
        try:
            chosen = engine.Options.from_dict(options)
            cards = [engine.parse_card(card) for card in deck]
            return cls(engine.new_game(chosen, seats, cards, first_seat, pile_order, forfeited))
        except engine.EngineError as error:
            raise Refused(str(error)) from error

    @classmethod
    def from_state(cls, options, state):
        return cls(engine.state_from_json(engine.Options.from_dict(options), state))

    def apply(self, seat, action):
        try:
            return EngineGame(engine.apply(self.value, seat, engine.parse_action(action)))
        except engine.EngineError as error:
            raise Refused(str(error)) from error

    def legal(self, seat):
        return [str(action) for action in engine.legal_actions(self.value, seat)]

    def state(self):
        return engine.state_json(self.value)

    def view(self, seat):
        return engine.view_json(engine.view(self.value, seat))


class OracleGame:
    """The literal second reading."""

    def __init__(self, value):
        self.value = value

    @classmethod
    def new(cls, options, seats, deck, first_seat, pile_order=None, forfeited=()):
        try:
            return cls(oracle.new(options, seats, deck, first_seat, pile_order, forfeited))
        except oracle.IllegalError as error:
            raise Refused(str(error)) from error

    @classmethod
    def from_state(cls, options, state):
        return cls(oracle.from_state(options, state))

    def apply(self, seat, action):
        try:
            return OracleGame(oracle.apply(self.value, seat, action))
        except oracle.IllegalError as error:
            raise Refused(str(error)) from error

    def legal(self, seat):
        return oracle.legal(self.value, seat)

    def state(self):
        return oracle.state(self.value)

    def view(self, seat):
        return oracle.view(self.value, seat)


DRIVERS = {"engine": EngineGame, "oracle": OracleGame}
